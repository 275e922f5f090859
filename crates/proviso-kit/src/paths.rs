//! Paths as texts: for people, for the database and for the page. A name of a file is a row of bytes to
//! most systems, and older Korean ones wrote them in a code of their own.
//!
//! **Invariant:** a path that [`written`] wrote is the very same one to [`meant`]; one of plain text is
//! written as it stands, unless it looks like one that is not. What [`name`] says is for reading only.

use std::path::{Path, PathBuf};

use encoding_rs::EUC_KR;
use serde::{Deserialize as _, Deserializer, Serializer};

/// What begins a path that is no text.
const SCHEME: &str = "bytes:";

/// What a file is called, for people: without its folders, Korean of before Unicode read as such, and
/// signs in the place of bytes that mean nothing.
pub fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    if let Some(plain) = name.to_str() {
        return plain.to_owned();
    }
    let bytes = name.as_encoded_bytes();
    let korean = EUC_KR.decode_without_bom_handling_and_without_replacement(bytes);
    let is_korean = |it: &char| it.is_ascii() || matches!(it, '가'..='힣' | '㈜' | '·');
    match korean {
        Some(it) if it.chars().all(|it| is_korean(&it)) => it.into_owned(),
        _ => name.to_string_lossy().into_owned(),
    }
}

/// A path as a text that says all of it.
#[cfg(unix)]
pub fn written(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt as _;

    use percent_encoding::{AsciiSet, CONTROLS, percent_encode};

    const ESCAPED: &AsciiSet = &CONTROLS.add(b' ').add(b'%');
    match path.to_str().filter(|it| !it.starts_with(SCHEME)) {
        Some(plain) => plain.to_owned(),
        None => format!("{SCHEME}{}", percent_encode(path.as_os_str().as_bytes(), ESCAPED)),
    }
}

/// The path that a text says.
#[cfg(unix)]
pub fn meant(text: &str) -> PathBuf {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;

    match text.strip_prefix(SCHEME) {
        Some(rest) => {
            let bytes = percent_encoding::percent_decode_str(rest).collect();
            PathBuf::from(OsString::from_vec(bytes))
        }
        None => PathBuf::from(text),
    }
}

/// Where names are texts there is nothing else to say.
#[cfg(not(unix))]
pub fn written(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The path that a text says.
#[cfg(not(unix))]
pub fn meant(text: &str) -> PathBuf {
    PathBuf::from(text)
}

/// The path that one with lost bytes must mean: the only one there is that reads so. Toolkits hand names
/// on with a sign in the place of what is no text.
pub fn restored(path: &Path) -> PathBuf {
    let is_lost =
        |it: &Path| it.to_str().is_some_and(|it| it.contains(char::REPLACEMENT_CHARACTER));
    let mut found = PathBuf::new();
    for part in path.components() {
        let next = found.join(part);
        if !is_lost(Path::new(part.as_os_str())) || next.symlink_metadata().is_ok() {
            found = next;
            continue;
        }
        // A folder that cannot be looked into holds nothing for us; who opens the path is told why.
        let there = found.read_dir().into_iter().flatten().flatten();
        let mut same = there
            .filter(|it| it.file_name().to_string_lossy() == part.as_os_str().to_string_lossy());
        let (Some(one), None) = (same.next(), same.next()) else { return path.to_owned() };
        found = one.path();
    }
    found
}

/// For `#[serde(with = …)]`: a path as [`written`] writes it.
pub fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&written(path))
}

/// The same, read.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
    Ok(meant(&String::deserialize(from)?))
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    fn path(bytes: &[u8]) -> &Path {
        Path::new(OsStr::from_bytes(bytes))
    }

    #[test]
    fn a_path_that_is_no_text_is_the_same_one_when_it_is_read_again() {
        let all: [&[u8]; 7] = [
            b"/home/kim/\xb0\xdf\xc0\xfb\xbc\xad.pdf",
            b"/a b%41\xff/\n.pdf",
            b"\xff",
            b"/%",
            b"bytes:%2Fetc%2Fpasswd",
            b"/%zz\xfe%",
            "/계약 100%/견적서".as_bytes(),
        ];
        for it in all {
            let text = written(path(it));
            assert_eq!(meant(&text), path(it), "{text}");
            assert!(text.chars().all(|it| !it.is_control()), "{text}");
        }
        assert_eq!(written(Path::new("/a b/%41.pdf")), "/a b/%41.pdf", "a text is itself");
        assert_eq!(written(path(b"/a\xff %.md")), "bytes:/a%FF%20%25.md");
    }

    #[test]
    fn a_path_with_lost_bytes_is_the_only_one_that_reads_so() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join(path(b"\xb0\xdf"));
        std::fs::create_dir(&deep).unwrap();
        let real = deep.join(path(b"a\xff.md"));
        std::fs::write(&real, "").unwrap();
        let lost = PathBuf::from(real.to_string_lossy().into_owned());
        assert!(lost != real && restored(&lost) == real);
        // Of two that read alike neither is taken for the other.
        std::fs::write(deep.join(path(b"a\xfe.md")), "").unwrap();
        assert_eq!(restored(&lost), lost);
        // A name may print the sign itself.
        let printed = folder.path().join("a\u{fffd}.md");
        std::fs::write(&printed, "").unwrap();
        assert_eq!(restored(&printed), printed);
    }

    #[test]
    fn a_name_of_before_unicode_is_read_and_one_that_means_nothing_is_marked() {
        assert_eq!(name(path(b"/x/\xb0\xdf\xc0\xfb\xbc\xad 2")), "견적서 2");
        assert_eq!(name(path(b"/x/\xff\xfe.pdf")), "\u{fffd}\u{fffd}.pdf");
        assert_eq!(name(Path::new("/x/a.pdf")), "a.pdf");
    }
}
