//! Files within files: what lies in a ZIP archive, what is attached to a mail.
//!
//! **Invariant:** nothing is unpacked beyond the limits, whatever an archive says of itself; names
//! in it are names for people and never paths; what is left out is told with a reason.

use std::io::{Cursor, Read as _};

use encoding_rs::EUC_KR;
use mail_parser::MimeHeaders as _;
use proviso_core::document::Format;
use zip::ZipArchive;
use zip::result::ZipError;

use super::format::{Kind, kind};
use super::office::mail;
use super::protocol::Refusal;

/// Bytes of one file in an archive.
const MAX_MEMBER: u64 = 128 << 20;
/// Bytes of all files of an archive, those in archives in it included.
const MAX_ALL: u64 = 512 << 20;
/// Documents that are taken.
const MAX_DOCUMENTS: usize = 500;
/// Entries of one archive that are looked at.
const MAX_ENTRIES: usize = 10_000;
/// Archives and mails within one another.
const MAX_DEPTH: usize = 3;
/// No document that people write packs better than this.
const MAX_RATIO: u64 = 200;
/// Below this many bytes the ratio says nothing.
const SMALL: u64 = 16 << 20;
/// Stands between a file and what it lies in: a path for people that is no path for a system.
const IN: &str = " › ";

/// What was found in a file.
pub(crate) enum Found {
    /// A document; its name tells where it lay: `folder › a.pdf`.
    Member { name: String, bytes: Vec<u8> },
    /// A file that is not taken.
    LeftOut { name: String, why: Refusal },
}

/// Who takes what is found; an error ends the walk.
type Give<'a> = &'a mut dyn FnMut(Found) -> std::io::Result<()>;

/// Why a walk ended early.
pub(crate) enum Stop {
    /// The archive cannot be opened.
    Refused(Refusal),
    /// Whoever takes what is found is gone.
    Gone(std::io::Error),
}

impl From<std::io::Error> for Stop {
    fn from(it: std::io::Error) -> Stop {
        Stop::Gone(it)
    }
}

/// Hands over the documents that lie in a file, and says whether it is one itself: an archive is
/// none, a mail is one where it says something.
pub(crate) fn unpack(bytes: &[u8], give: Give<'_>) -> Result<bool, Stop> {
    let mut walk = Walk { give, n_documents: 0, n_bytes: 0, is_full: false };
    match kind(bytes) {
        Kind::Archive => walk.archive(bytes, &[], 0).map(|()| false),
        Kind::Readable(Format::Mail) => walk.mail(bytes, &[], 0),
        _ => Ok(true),
    }
}

struct Walk<'a> {
    give: Give<'a>,
    n_documents: usize,
    n_bytes: u64,
    /// Whether it was said that there is too much.
    is_full: bool,
}

impl Walk<'_> {
    fn leave_out(&mut self, way: &[String], why: Refusal) -> Result<(), Stop> {
        Ok((self.give)(Found::LeftOut { name: way.join(IN), why })?)
    }

    /// Says once that the rest is left out.
    fn fill(&mut self, way: &[String], reason: String) -> Result<(), Stop> {
        if std::mem::replace(&mut self.is_full, true) {
            return Ok(());
        }
        self.leave_out(way, Refusal::TooLarge { reason })
    }

    fn archive(&mut self, bytes: &[u8], way: &[String], depth: usize) -> Result<(), Stop> {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|it| {
            Stop::Refused(Refusal::Damaged { reason: format!("its archive is damaged ({it})") })
        })?;
        let n = archive.len();
        for number in 0..n.min(MAX_ENTRIES) {
            if self.is_full {
                return Ok(());
            }
            let entry = archive.by_index_raw(number);
            let (name, is_folder, packed) = match &entry {
                Ok(it) => (decoded(it.name_raw()), it.is_dir(), it.compressed_size()),
                Err(_) => (format!("entry {}", number + 1), false, 0),
            };
            drop(entry);
            let parts: Vec<String> = name
                .split(['/', '\\'])
                .filter(|it| !it.is_empty() && *it != "." && *it != "..")
                .map(str::to_owned)
                .collect();
            if is_folder || parts.iter().any(|it| is_hidden(it)) {
                continue;
            }
            let way = [way, &parts].concat();
            let most = MAX_MEMBER.min(MAX_ALL - self.n_bytes);
            let mut out = Vec::new();
            let read = match archive.by_index(number) {
                Ok(it) => it.take(most + 1).read_to_end(&mut out).map_err(|it| it.to_string()),
                Err(ZipError::InvalidPassword) => {
                    self.leave_out(&way, Refusal::Encrypted)?;
                    continue;
                }
                Err(ZipError::UnsupportedArchive(what)) if what.contains("assword") => {
                    self.leave_out(&way, Refusal::Encrypted)?;
                    continue;
                }
                Err(error) => Err(error.to_string()),
            };
            let size = out.len() as u64;
            if size > most && most < MAX_MEMBER {
                let most = MAX_ALL >> 20;
                self.fill(&way, format!("all of the archive unpacks to more than {most} MiB"))?;
            } else if size > most {
                let reason = format!("it unpacks to more than {} MiB", MAX_MEMBER >> 20);
                self.leave_out(&way, Refusal::TooLarge { reason })?;
                self.n_bytes += most;
            } else if size > SMALL && size / packed.max(1) > MAX_RATIO {
                let reason = format!("it unpacks to {} times its size", size / packed.max(1));
                self.leave_out(&way, Refusal::TooLarge { reason })?;
                self.n_bytes += size;
            } else if let Err(reason) = read {
                self.leave_out(&way, Refusal::Damaged { reason })?;
            } else {
                self.n_bytes += size;
                self.file(out, &way, depth)?;
            }
        }
        if n > MAX_ENTRIES {
            self.fill(way, format!("it has {n} entries, and {MAX_ENTRIES} are looked at"))?;
        }
        Ok(())
    }

    /// Hands over the documents that a mail carries, and says whether it is one itself.
    fn mail(&mut self, bytes: &[u8], way: &[String], depth: usize) -> Result<bool, Stop> {
        let Some(parsed) = mail::parse(bytes) else { return Ok(true) };
        let attached: Vec<_> = mail::attached(&parsed).collect();
        let is_document = attached.is_empty() || mail::says_something(&parsed);
        if is_document && !way.is_empty() {
            self.take(bytes.to_vec(), way)?;
        }
        for it in attached {
            let bytes = mail::bytes_of(it);
            let name = it.attachment_name().unwrap_or("attachment").to_owned();
            self.n_bytes = self.n_bytes.saturating_add(bytes.len() as u64);
            if self.n_bytes > MAX_ALL {
                let most = MAX_ALL >> 20;
                self.fill(way, format!("all that it carries is more than {most} MiB"))?;
                break;
            }
            let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            self.file(bytes, &[way, &[name]].concat(), depth)?;
        }
        Ok(is_document)
    }

    /// A file: a document, or one that holds others.
    fn file(&mut self, bytes: Vec<u8>, way: &[String], depth: usize) -> Result<(), Stop> {
        let too_deep = || Refusal::TooLarge {
            reason: format!("it lies in more than {MAX_DEPTH} archives and mails"),
        };
        let why = match kind(&bytes) {
            Kind::Archive | Kind::Readable(Format::Mail) if depth >= MAX_DEPTH => too_deep(),
            Kind::Archive => match self.archive(&bytes, way, depth + 1) {
                Err(Stop::Refused(why)) => why,
                other => return other,
            },
            Kind::Readable(Format::Mail) => return self.mail(&bytes, way, depth + 1).map(|_| ()),
            Kind::Readable(_) | Kind::Locked => return self.take(bytes, way),
            Kind::Empty => Refusal::Empty,
            Kind::Other(what) => Refusal::Unsupported { what },
        };
        self.leave_out(way, why)
    }

    fn take(&mut self, bytes: Vec<u8>, way: &[String]) -> Result<(), Stop> {
        if self.n_documents >= MAX_DOCUMENTS {
            return self.fill(way, format!("more than {MAX_DOCUMENTS} documents lie together"));
        }
        self.n_documents += 1;
        Ok((self.give)(Found::Member { name: way.join(IN), bytes })?)
    }
}

/// A name as its writer meant it. Archives say only that a name is Unicode; what is not is Korean
/// where it can be.
fn decoded(name: &[u8]) -> String {
    if let Ok(name) = std::str::from_utf8(name) {
        return name.to_owned();
    }
    let (korean, is_lossy) = EUC_KR.decode_without_bom_handling(name);
    if !is_lossy {
        return korean.into_owned();
    }
    String::from_utf8_lossy(name).into_owned()
}

/// What systems leave behind in archives.
fn is_hidden(part: &str) -> bool {
    part.starts_with('.')
        || ["__MACOSX", "Thumbs.db", "desktop.ini"].iter().any(|it| part.eq_ignore_ascii_case(it))
}

/// Whether a file that begins like this may hold others, so that it is worth asking a worker.
pub(crate) fn may_hold_files(head: &[u8]) -> bool {
    head.starts_with(b"PK") || mail::looks_like_mail(&String::from_utf8_lossy(head))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use expect_test::{Expect, expect};
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[track_caller]
    fn check(bytes: &[u8], expect: Expect) {
        let mut out = String::new();
        let mut give = |it: Found| {
            out += &match it {
                Found::Member { name, bytes } => format!("{name} ({} bytes)\n", bytes.len()),
                Found::LeftOut { name, why } => format!("left out {name}: {why:?}\n"),
            };
            Ok(())
        };
        match unpack(bytes, &mut give) {
            Ok(true) => out += "and itself\n",
            Ok(false) => {}
            Err(Stop::Refused(why)) => out += &format!("refused: {why:?}\n"),
            Err(Stop::Gone(why)) => out += &format!("gone: {why}\n"),
        }
        expect.assert_eq(&out);
    }

    #[test]
    fn files_of_an_archive_are_told_with_their_folders() {
        let inner = zip(&[("b.md", b"# Title")]);
        check(
            &zip(&[
                ("../../etc/a.txt", b"text"),
                ("papers/in.zip", &inner),
                ("__MACOSX/._a.txt", b"x"),
                ("papers/.DS_Store", b"x"),
                ("tool.exe", b"\x7fELF\x02\x01"),
                ("empty.txt", b""),
            ]),
            expect![[r#"
                etc › a.txt (4 bytes)
                papers › in.zip › b.md (7 bytes)
                left out tool.exe: Unsupported { what: "a program" }
                left out empty.txt: Empty
            "#]],
        );
    }

    #[test]
    fn names_of_korean_systems_are_read() {
        // 견적.txt in CP949, as the Explorer of a Korean Windows writes it.
        let mut bytes = zip(&[("QQQQ.txt", b"text")]);
        let name = b"\xb0\xdf\xc0\xfb.txt";
        while let Some(at) = bytes.windows(8).position(|it| it == b"QQQQ.txt") {
            bytes[at..at + 8].copy_from_slice(name);
        }
        check(
            &bytes,
            expect![[r#"
            견적.txt (4 bytes)
        "#]],
        );
    }

    #[test]
    fn bombs_are_left_out() {
        let mut archive = zip(&[("a.txt", b"text")]);
        for _ in 0..5 {
            archive = zip(&[("in.zip", &archive)]);
        }
        check(
            &archive,
            expect![[r#"
            left out in.zip › in.zip › in.zip › in.zip: TooLarge { reason: "it lies in more than 3 archives and mails" }
        "#]],
        );
        let zeros = vec![b'0'; 20 << 20];
        check(
            &zip(&[("0.txt", &zeros), ("a.txt", b"text")]),
            expect![[r#"
                left out 0.txt: TooLarge { reason: "it unpacks to 1028 times its size" }
                a.txt (4 bytes)
            "#]],
        );
    }

    #[test]
    fn a_mail_is_itself_and_what_it_carries() {
        let mail = |text: &str| {
            format!(
                "From: a@example.com\r\nMessage-ID: <1@x>\r\nMIME-Version: 1.0\r\n\
                 Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\
                 Content-Type: text/plain\r\n\r\n{text}\r\n--b\r\n\
                 Content-Type: text/plain; name=\"x.txt\"\r\n\
                 Content-Disposition: attachment; filename=\"../order.txt\"\r\n\r\nOrder 7\r\n--b--\r\n"
            )
        };
        check(
            mail("See the order.").as_bytes(),
            expect![[r#"
            order.txt (7 bytes)
            and itself
        "#]],
        );
        check(
            mail(" \r\n").as_bytes(),
            expect![[r#"
            order.txt (7 bytes)
        "#]],
        );
        check(
            &zip(&[("m.eml", mail("See the order.").as_bytes())]),
            expect![[r#"
                m.eml (274 bytes)
                m.eml › order.txt (7 bytes)
            "#]],
        );
    }
}
