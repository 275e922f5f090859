//! Styles of a workbook: number formats, fonts, borders, colors.

use std::collections::BTreeMap;

use super::super::Look;
use super::super::numbers::NumberFormat;
use crate::reading::office::flow::{Align, Borders, shade};
use crate::reading::office::package::{Element as _, parse};
use crate::reading::protocol::Refusal;

/// What cells refer to by the number of their style.
#[derive(Debug, Clone)]
pub(super) struct Styles {
    pub(super) looks: Vec<Look>,
    pub(super) formats: Vec<NumberFormat>,
    pub(super) general: NumberFormat,
}

impl Default for Styles {
    fn default() -> Styles {
        Styles { looks: Vec::new(), formats: Vec::new(), general: NumberFormat::built_in(0) }
    }
}

impl Styles {
    /// Takes `xl/styles.xml` apart.
    pub(super) fn new(text: &str) -> Result<Styles, Refusal> {
        let parsed = parse("xl/styles.xml", text)?;
        let root = parsed.root_element();
        let list = |of: &str, each: &'static str| {
            let all = root.child(of);
            all.into_iter().flat_map(move |it| it.children().filter(move |it| it.is(each)))
        };
        let codes: BTreeMap<u32, &str> = list("numFmts", "numFmt")
            .filter_map(|it| Some((it.attr("numFmtId")?.parse().ok()?, it.attr("formatCode")?)))
            .collect();
        let fonts: Vec<(f32, bool)> = list("fonts", "font")
            .map(|it| {
                let size = it.child_attr("sz", "val").and_then(|it| it.parse().ok());
                let bold =
                    it.child("b").is_some_and(|it| !matches!(it.attr("val"), Some("0" | "false")));
                (size.unwrap_or(11.0), bold)
            })
            .collect();
        let fills: Vec<Option<[u8; 3]>> = list("fills", "fill")
            .map(|it| {
                let pattern = it.child("patternFill")?;
                let solid = pattern.attr("patternType") == Some("solid");
                let color = pattern.child("fgColor")?.attr("rgb")?;
                solid.then(|| shade(color)).flatten()
            })
            .collect();
        let borders: Vec<Borders> = list("borders", "border")
            .map(|it| {
                let has = |side: &str| it.child_attr(side, "style").is_some_and(|it| it != "none");
                Borders {
                    top: has("top"),
                    right: has("right") || has("end"),
                    bottom: has("bottom"),
                    left: has("left") || has("start"),
                }
            })
            .collect();
        let (mut looks, mut formats) = (Vec::new(), Vec::new());
        for xf in list("cellXfs", "xf") {
            let (size, bold) =
                xf.count("fontId").and_then(|it| fonts.get(it)).copied().unwrap_or((11.0, false));
            let alignment = xf.child("alignment");
            let align = alignment.and_then(|it| it.attr("horizontal")).and_then(|it| match it {
                "left" | "justify" | "fill" => Some(Align::Left),
                "center" | "centerContinuous" | "distributed" => Some(Align::Center),
                "right" => Some(Align::Right),
                _ => None,
            });
            let wrap = alignment
                .and_then(|it| it.attr("wrapText"))
                .is_some_and(|it| matches!(it, "1" | "true"));
            looks.push(Look {
                size,
                bold,
                align,
                wrap,
                borders: xf
                    .count("borderId")
                    .and_then(|it| borders.get(it))
                    .copied()
                    .unwrap_or_default(),
                shade: xf.count("fillId").and_then(|it| fills.get(it)).copied().flatten(),
            });
            let id = xf.count("numFmtId").unwrap_or(0) as u32;
            formats.push(match codes.get(&id) {
                Some(code) => NumberFormat::new(code),
                None => NumberFormat::built_in(id),
            });
        }
        Ok(Styles { looks, formats, ..Styles::default() })
    }
}
