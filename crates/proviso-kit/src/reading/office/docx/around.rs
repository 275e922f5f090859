//! Paper, headers and footers of a Word document's sections.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::styles::on;
use super::{Margin, Reading};
use crate::reading::office::flow::{Block, Flow, Paper, Section};
use crate::reading::office::package::{Element as _, parse};
use crate::reading::protocol::Refusal;

/// What stands around the text, from one section to the next.
#[derive(Default)]
pub(super) struct Around {
    blocks: BTreeMap<(&'static str, &'static str), Vec<Block>>,
}

impl Around {
    /// Takes the headers and footers that a section names; it inherits the others.
    pub(super) fn take(
        &mut self,
        properties: Node<'_, '_>,
        margins: &BTreeMap<String, Margin>,
        reading: &mut Reading,
    ) -> Result<(), Refusal> {
        for it in properties.children() {
            let kind = match it.tag_name().name() {
                "headerReference" => "header",
                "footerReference" => "footer",
                _ => continue,
            };
            let page = match it.attr("type") {
                Some("first") => "first",
                Some("even") => continue,
                _ => "usual",
            };
            let Some(margin) = it.attr("id").and_then(|it| margins.get(it)) else { continue };
            let parsed = parse(kind, &margin.text)?;
            let media = std::mem::replace(&mut reading.media, margin.media.clone());
            let mut blocks = reading.blocks(parsed.root_element(), 0);
            reading.media = media;
            while blocks.last().is_some_and(Block::is_blank) {
                blocks.pop();
            }
            self.blocks.insert((kind, page), blocks);
        }
        Ok(())
    }

    pub(super) fn section(&self, properties: Node<'_, '_>, body: Vec<Block>) -> Section {
        let size = properties.child("pgSz");
        let margin = properties.child("pgMar");
        let points = |it: Option<Node<'_, '_>>, name: &str, usual: f32| {
            it.and_then(|it| it.number(name)).map_or(usual, |it| it.abs() / 20.0)
        };
        let paper = Paper {
            width: points(size, "w", Paper::A4.width),
            height: points(size, "h", Paper::A4.height),
            left: points(margin, "left", Paper::A4.left),
            right: points(margin, "right", Paper::A4.right),
            top: points(margin, "top", Paper::A4.top),
            bottom: points(margin, "bottom", Paper::A4.bottom),
            header: points(margin, "header", Paper::A4.header),
            footer: points(margin, "footer", Paper::A4.footer),
        };
        let get = |kind, page| self.blocks.get(&(kind, page)).cloned().unwrap_or_default();
        let first = properties.child("titlePg").filter(|it| on(*it));
        Section {
            header: get("header", "usual"),
            footer: get("footer", "usual"),
            first: first.map(|_| (get("header", "first"), get("footer", "first"))),
            ..Section::new(paper, body)
        }
    }
}

/// Adds a section, to the one before where it goes on upon the same page.
pub(super) fn push_section(flow: &mut Flow, mut section: Section, properties: Node<'_, '_>) {
    let continuous = properties.child_attr("type", "val") == Some("continuous");
    match flow.sections.last_mut() {
        Some(before) if continuous && before.paper.width == section.paper.width => {
            before.body.append(&mut section.body);
        }
        _ => flow.sections.push(section),
    }
}
