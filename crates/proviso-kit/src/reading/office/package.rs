//! Parts of packed documents (ZIP), and their XML, within limits.
//!
//! **Invariant:** no part is unpacked beyond [`MAX_PART`], all together not beyond [`MAX_ALL`], and
//! no document type declaration is obeyed, so neither bombs nor entities expand here.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Cursor, Read as _};

use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::reading::protocol::Refusal;

/// Bytes of one part, unpacked.
const MAX_PART: u64 = 192 << 20;
/// Bytes of all parts that are read, unpacked.
const MAX_ALL: u64 = 768 << 20;
/// Members of an archive.
const MAX_MEMBERS: usize = 65_536;
/// Elements and texts of one part that is held in memory as a whole.
const MAX_NODES: u32 = 3_000_000;
/// Elements within elements.
const MAX_DEPTH: usize = 256;

/// A packed document.
pub(crate) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Members by name; some writers part folders by backslashes.
    members: BTreeMap<String, usize>,
    left: u64,
}

impl<'a> Package<'a> {
    /// Opens the archive.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Package<'a>, Refusal> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|it| damaged(&it))?;
        if archive.len() > MAX_MEMBERS {
            let reason = format!("{} members, and at most {MAX_MEMBERS} are read", archive.len());
            return Err(Refusal::TooLarge { reason });
        }
        let names = archive.file_names().enumerate();
        let members = names
            .filter_map(|(i, it)| Some((it.ok()?.replace('\\', "/"), i)))
            .collect::<BTreeMap<String, usize>>();
        Ok(Package { archive, members, left: MAX_ALL })
    }

    /// The members' names, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        self.members.keys().cloned().collect()
    }

    /// Whether there is such a member.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// A member's bytes; none where there is no such member.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Refusal> {
        let limit = MAX_PART.min(self.left);
        let Some(&member) = self.members.get(name) else { return Ok(None) };
        let file = self.archive.by_index(member).map_err(|it| damaged(&it))?;
        let mut out = Vec::new();
        file.take(limit + 1).read_to_end(&mut out).map_err(|it| broken(name, &it.to_string()))?;
        if out.len() as u64 > limit {
            let reason = format!("`{name}` in it unpacks to more than {} MiB", limit >> 20);
            return Err(Refusal::TooLarge { reason });
        }
        self.left -= out.len() as u64;
        Ok(Some(out))
    }

    /// A member's text; none where there is no such member.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        let Some(bytes) = self.read(name)? else { return Ok(None) };
        match encoding_rs::Encoding::for_bom(&bytes) {
            Some((encoding, n)) => {
                Ok(Some(encoding.decode_without_bom_handling(&bytes[n..]).0.into_owned()))
            }
            None => match String::from_utf8(bytes) {
                Ok(text) => Ok(Some(text)),
                Err(error) => Ok(Some(String::from_utf8_lossy(error.as_bytes()).into_owned())),
            },
        }
    }

    /// A member's text that has to be there.
    pub(crate) fn required(&mut self, name: &str) -> Result<String, Refusal> {
        let missing = || Refusal::Damaged { reason: format!("`{name}` in it is missing") };
        self.text(name)?.ok_or_else(missing)
    }

    /// Reads a member's XML piece by piece, so that it may be larger than what is kept of it.
    pub(crate) fn pull(&mut self, name: &str) -> Result<Option<Pull<impl BufRead + '_>>, Refusal> {
        let Some(&member) = self.members.get(name) else { return Ok(None) };
        let file = self.archive.by_index(member).map_err(|it| damaged(&it))?;
        Ok(Some(Pull::new(BufReader::with_capacity(1 << 16, file.take(4 * MAX_ALL)))))
    }
}

/// Why an archive cannot be read.
fn damaged(error: &ZipError) -> Refusal {
    match error {
        ZipError::UnsupportedArchive(what) if what.contains("assword") => Refusal::Encrypted,
        ZipError::InvalidPassword => Refusal::Encrypted,
        other => Refusal::Damaged { reason: format!("its archive is damaged ({other})") },
    }
}

fn broken(name: &str, why: &str) -> Refusal {
    Refusal::Damaged { reason: format!("`{name}` in it is damaged ({why})") }
}

/// Parses XML that is held in memory.
pub(crate) fn parse<'a>(name: &str, text: &'a str) -> Result<roxmltree::Document<'a>, Refusal> {
    shallow(name, text)?;
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: MAX_NODES,
        ..roxmltree::ParsingOptions::default()
    };
    roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => Refusal::TooLarge {
            reason: format!("`{name}` in it has more than {MAX_NODES} elements"),
        },
        error => broken(name, &error.to_string()),
    })
}

/// Refuses elements nested so deeply that walking them would need a stack without end.
fn shallow(name: &str, text: &str) -> Result<(), Refusal> {
    let mut depth = 0_usize;
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(n) = bytes[at..].iter().position(|it| *it == b'<') {
        at += n;
        let rest = &text[at..];
        let skip = |end: &str| rest.find(end).map_or(rest.len(), |it| it + end.len());
        at += if rest.starts_with("<!--") {
            skip("-->")
        } else if rest.starts_with("<![CDATA[") {
            skip("]]>")
        } else {
            let n = tag_length(rest.as_bytes());
            if rest.starts_with("</") {
                depth = depth.saturating_sub(1);
            } else if !rest.starts_with("<?")
                && !rest.starts_with("<!")
                && !rest[..n].ends_with("/>")
            {
                depth += 1;
            }
            n
        };
        if depth > MAX_DEPTH {
            let why = format!("elements are nested more than {MAX_DEPTH} deep");
            return Err(broken(name, &why));
        }
        if at >= bytes.len() {
            break;
        }
    }
    Ok(())
}

/// Bytes of a tag up to its `>` outside of quotes.
fn tag_length(tag: &[u8]) -> usize {
    let mut quote = None;
    for (i, it) in tag.iter().enumerate() {
        match (quote, it) {
            (None, b'"' | b'\'') => quote = Some(*it),
            (Some(open), it) if open == *it => quote = None,
            (None, b'>') => return i + 1,
            _ => {}
        }
    }
    tag.len()
}

/// What readers of parsed XML ask of an element; names without their prefixes.
pub(crate) trait Element<'a, 'i: 'a> {
    /// Whether it is an element of this name.
    fn is(&self, name: &str) -> bool;
    /// The first child of this name.
    fn child(&self, name: &str) -> Option<roxmltree::Node<'a, 'i>>;
    /// An attribute, whatever its prefix.
    fn attr(&self, name: &str) -> Option<&'a str>;
    /// A number in an attribute.
    fn number(&self, name: &str) -> Option<f32>;
    /// A whole number in an attribute, not negative.
    fn count(&self, name: &str) -> Option<usize>;
    /// An attribute of the first child of this name.
    fn child_attr(&self, child: &str, name: &str) -> Option<&'a str>;
}

impl<'a, 'i: 'a> Element<'a, 'i> for roxmltree::Node<'a, 'i> {
    fn is(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
    fn child(&self, name: &str) -> Option<roxmltree::Node<'a, 'i>> {
        self.children().find(|it| it.is(name))
    }
    fn attr(&self, name: &str) -> Option<&'a str> {
        self.attributes().find(|it| it.name() == name).map(|it| it.value())
    }
    fn number(&self, name: &str) -> Option<f32> {
        self.attr(name)?.trim().parse::<f32>().ok().filter(|it| it.is_finite())
    }
    fn count(&self, name: &str) -> Option<usize> {
        self.attr(name)?.trim().parse().ok()
    }
    fn child_attr(&self, child: &str, name: &str) -> Option<&'a str> {
        self.child(child)?.attr(name)
    }
}

/// A piece of XML.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Xml {
    /// `<name …>`; an empty element is followed by its end.
    Open(Tag),
    /// `</name>`.
    Close(String),
    /// Text; one text may come in several pieces.
    Text(String),
    /// The end.
    End,
}

/// A start tag; names without their prefixes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tag {
    /// Its name.
    pub name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    fn new(it: &BytesStart<'_>) -> Tag {
        let local = |name: &str| name.rsplit(':').next().unwrap_or(name).to_owned();
        let name = local(it.name().0);
        let mut all = it.attributes();
        all.with_checks(false);
        let attributes = all.flatten().map(|it| {
            let value = quick_xml::escape::unescape(&it.value)
                .map_or_else(|_| it.value.clone().into_owned(), |it| it.into_owned());
            (local(it.key.0), value)
        });
        Tag { name, attributes: attributes.collect() }
    }

    /// An attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    /// A number in an attribute.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.trim().parse().ok()
    }

    /// Whether an attribute says yes.
    pub(crate) fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some("1" | "true" | "on"))
    }
}

/// XML, piece by piece.
pub(crate) struct Pull<R: BufRead> {
    reader: quick_xml::Reader<R>,
    buffer: Vec<u8>,
}

impl<R: BufRead> Pull<R> {
    fn new(read: R) -> Pull<R> {
        let mut reader = quick_xml::Reader::from_reader(read);
        reader.config_mut().expand_empty_elements = true;
        reader.config_mut().allow_dangling_amp = true;
        Pull { reader, buffer: Vec::new() }
    }

    /// The next piece; an error says what is wrong with the XML.
    pub(crate) fn next(&mut self) -> Result<Xml, String> {
        loop {
            self.buffer.clear();
            let event =
                self.reader.read_event_into(&mut self.buffer).map_err(|it| it.to_string())?;
            return Ok(match event {
                Event::Start(it) | Event::Empty(it) => Xml::Open(Tag::new(&it)),
                Event::End(it) => {
                    let name = it.name();
                    let name: &str = name.0;
                    Xml::Close(name.rsplit(':').next().unwrap_or_default().to_owned())
                }
                Event::Text(it) => Xml::Text(it.xml10_content().into_owned()),
                Event::CData(it) => Xml::Text(it.xml10_content().into_owned()),
                Event::GeneralRef(it) => {
                    let resolved = it.resolve_char_ref().map_err(|it| it.to_string())?;
                    let name = it.xml10_content();
                    let text = match resolved {
                        Some(c) => c.to_string(),
                        None => quick_xml::escape::resolve_predefined_entity(&name)
                            .map_or_else(|| format!("&{name};"), str::to_owned),
                    };
                    Xml::Text(text)
                }
                Event::DocType(_) => return Err("it declares its own document type".to_owned()),
                Event::Eof => Xml::End,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
            });
        }
    }

    /// Skips to the end of the element that was opened last.
    pub(crate) fn skip(&mut self) -> Result<(), String> {
        let mut depth = 1;
        while depth > 0 {
            match self.next()? {
                Xml::Open(_) => depth += 1,
                Xml::Close(_) => depth -= 1,
                Xml::Text(_) => {}
                Xml::End => return Err("it ends too early".to_owned()),
            }
        }
        Ok(())
    }
}
