//! Mails (EML): who wrote what to whom and when, and the text.
//!
//! **Invariant:** attachments are documents of their own; they are named in a note and never
//! silently left out.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mail_parser::{Address, Message, MessageParser, MessagePart, MimeHeaders as _, PartType};
use proviso_core::remark::Remark;

use super::flow::{Block, Flow, Paper, Paragraph, Run, Section};
use super::html;
use crate::reading::protocol::Refusal;

/// Takes a mail apart; none where it has no header of one.
pub(crate) fn parse(bytes: &[u8]) -> Option<Message<'_>> {
    MessageParser::default().parse(bytes)
}

/// What a mail carries, without the pictures that stand in its text.
pub(crate) fn attached<'a>(mail: &'a Message<'_>) -> impl Iterator<Item = &'a MessagePart<'a>> {
    let text = html_of(mail).unwrap_or_default();
    mail.attachments().filter(move |it| !is_shown(it, text))
}

/// Whether a part is a picture that the text shows.
fn is_shown(it: &MessagePart<'_>, text: &str) -> bool {
    it.content_id().is_some_and(|it| text.contains(&format!("cid:{it}")))
}

/// Whether a mail has a text of its own.
pub(crate) fn says_something(mail: &Message<'_>) -> bool {
    let flow = html_of(mail).map_or_else(|| plain(mail), html::flow);
    flow.sections.iter().flat_map(|it| &it.body).any(|it| !it.is_blank())
}

/// The bytes of an attachment; a mail that was attached is one again.
pub(crate) fn bytes_of(it: &MessagePart<'_>) -> Vec<u8> {
    match &it.body {
        PartType::Message(mail) => mail.raw_message().to_vec(),
        _ => it.contents().to_vec(),
    }
}

/// The text with the pictures that lie beside it.
fn with_pictures(mail: &Message<'_>, text: &str) -> String {
    let mut out = text.to_owned();
    for it in mail.attachments().filter(|it| is_shown(it, text)) {
        let (Some(id), Some(kind)) = (it.content_id(), it.content_type()) else { continue };
        let data = STANDARD.encode(it.contents());
        let kind = kind.subtype().unwrap_or("png");
        out = out.replace(&format!("cid:{id}"), &format!("data:image/{kind};base64,{data}"));
    }
    out
}

/// Reads a mail.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let Some(mail) = parse(bytes) else {
        return Err(Refusal::Damaged { reason: "it has no header of a mail".to_owned() });
    };
    let mut body: Vec<Block> = head(&mail);
    let mut flow = Flow::default();
    let text = match html_of(&mail) {
        Some(text) => html::flow(&with_pictures(&mail, text)),
        None => plain(&mail),
    };
    flow.notes.extend(text.notes);
    body.extend(text.sections.into_iter().flat_map(|it| it.body));
    let names: Vec<String> = attached(&mail)
        .map(|it| {
            let name = it.attachment_name().unwrap_or(match &it.body {
                PartType::Message(_) => "a mail",
                _ => "without a name",
            });
            format!("“{name}” ({} kB)", it.len().div_ceil(1_000))
        })
        .collect();
    if !names.is_empty() {
        let names = names.join(", ");
        flow.notes.push(Remark::new(
            format!("attachments are documents of their own: {names}"),
            format!("첨부 파일은 별개의 문서로 다룹니다: {names}"),
        ));
    }
    flow.sections.push(Section::new(Paper::A4, body));
    Ok(flow)
}

/// The lines above a mail's text.
fn head(mail: &Message<'_>) -> Vec<Block> {
    let mut out = Vec::new();
    let mut line = |label: &str, value: String| {
        if !value.trim().is_empty() {
            let runs = vec![
                Run { text: format!("{label}: "), size: 10.0, bold: true },
                Run { text: value, size: 10.0, bold: false },
            ];
            out.push(Block::Paragraph(Paragraph { runs, ..Paragraph::default() }));
        }
    };
    line("From", addresses(mail.from()));
    line("To", addresses(mail.to()));
    line("Cc", addresses(mail.cc()));
    if let Some(date) = mail.date() {
        let time = format!(
            "{:04}-{:02}-{:02} {:02}:{:02}",
            date.year, date.month, date.day, date.hour, date.minute
        );
        line("Date", time);
    }
    line("Subject", mail.subject().unwrap_or_default().to_owned());
    out.push(Block::Paragraph(Paragraph::default()));
    out
}

fn addresses(of: Option<&Address<'_>>) -> String {
    let all = of.into_iter().flat_map(Address::iter).map(|it| match (it.name(), it.address()) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => String::new(),
    });
    all.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The text as HTML, where the sender wrote one: it alone has tables.
fn html_of<'a>(mail: &'a Message<'_>) -> Option<&'a str> {
    mail.html_bodies().find_map(|it| match &it.body {
        PartType::Html(text) => Some(text.as_ref()),
        _ => None,
    })
}

fn plain(mail: &Message<'_>) -> Flow {
    let mut blocks = Vec::new();
    for it in mail.text_bodies() {
        if let PartType::Text(text) = &it.body {
            blocks.extend(text.lines().map(|it| Block::Paragraph(Paragraph::plain(it))));
        }
    }
    Flow { sections: vec![Section::new(Paper::A4, blocks)], ..Flow::default() }
}

/// Whether a text begins like a mail: header fields, among them one that only mails have.
pub(crate) fn looks_like_mail(text: &str) -> bool {
    let (mut n, mut is_mail) = (0, false);
    for line in text.lines().take(80) {
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) && n > 0 {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else { return false };
        if name.is_empty() || !name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-') {
            return false;
        }
        n += 1;
        is_mail |= ["received", "mime-version", "message-id", "return-path", "delivered-to"]
            .contains(&name.to_ascii_lowercase().as_str());
    }
    n >= 3 && is_mail
}
