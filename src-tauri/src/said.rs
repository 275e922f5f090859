//! Which language the dialogs of the shell speak, and those of the toolkit within them.
//!
//! **Invariant:** it is the language of the screen: what a person chose in the settings, and the
//! system's where they chose none or the settings cannot be read yet. The toolkit learns it once,
//! when the program starts: its own words (buttons, folders, all of the print dialog) follow a
//! language that is chosen later at the next start, and what the shell says follows at once.

use std::sync::OnceLock;

use proviso_kit::settings::{Personal, system_language};
use tauri::{Manager, Runtime};

use crate::desktop::Desktop;

/// Whether it is Korean; English otherwise.
pub(crate) fn is_korean<R: Runtime>(of: &impl Manager<R>) -> bool {
    let chosen = match of.try_state::<Desktop>() {
        Some(it) => it.app.language(),
        None => chosen(),
    };
    is_ko(chosen.as_deref().or(of_the_system()))
}

fn is_ko(language: Option<&str>) -> bool {
    language.is_some_and(|it| it.starts_with("ko"))
}

/// Whether the system speaks Korean, whatever was chosen.
#[cfg(target_os = "linux")]
pub(crate) fn system_is_korean() -> bool {
    is_ko(of_the_system())
}

/// What was chosen, where there is no application yet that knows. Settings that cannot be read are
/// told of by the start itself.
fn chosen() -> Option<String> {
    Personal::load().ok().and_then(|it| it.language)
}

/// The system's, as it was before the toolkit was told anything.
fn of_the_system() -> Option<&'static str> {
    static AT_FIRST: OnceLock<Option<String>> = OnceLock::new();
    AT_FIRST.get_or_init(system_language).as_deref()
}

/// Has the toolkit speak the language too. Before it starts, and before there is any thread: both
/// read the environment.
#[cfg(target_os = "linux")]
pub(crate) fn teach_the_toolkit() {
    let (system, chosen) = (of_the_system(), chosen());
    let korean = is_ko(chosen.as_deref().or(system));
    // Whoever has chosen nothing, and whose system speaks a language that Proviso does not, has the
    // toolkit's words in theirs.
    if chosen.is_some() || korean {
        tell("LANGUAGE", if korean { "ko" } else { "en" });
    }
    // Texts are translated only under a locale that the system has, and never under that of `C`.
    if korean && let Some(other) = locales::instead_of(system.unwrap_or("C")) {
        tell("LC_ALL", other);
    }
}

/// Elsewhere dialogs are the system's own, in its language.
#[cfg(not(target_os = "linux"))]
pub(crate) fn teach_the_toolkit() {
    of_the_system();
}

#[cfg(target_os = "linux")]
fn tell(name: &str, value: &str) {
    if let Err(err) = gtk::glib::setenv(name, value, true) {
        tracing::warn!(error = %err, "the toolkit speaks the language of the system");
    }
}

/// The locales that the C library has.
#[cfg(target_os = "linux")]
mod locales {
    use std::fs::File;
    use std::io::{self, Read as _, Seek as _, SeekFrom};
    use std::path::Path;

    const FOLDER: &str = "/usr/lib/locale";
    /// Under each of these the translations of another language can be had; under the last one only
    /// from older C libraries.
    const KNOWN: [&str; 3] = ["ko_KR.utf8", "en_US.utf8", "C.utf8"];
    /// No list of names is longer.
    const MAX_NAMES: u64 = 1 << 20;

    /// A locale that is there, where the one that was named is not, or translates nothing.
    pub(super) fn instead_of(named: &str) -> Option<&'static str> {
        let names = archived();
        let is_there = |name: &str| {
            Path::new(FOLDER).join(name).is_dir()
                || names.split(|it| *it == 0).any(|it| it == name.as_bytes())
        };
        if !matches!(named, "C" | "POSIX") && is_there(&normal(named)) {
            return None;
        }
        KNOWN.into_iter().find(|it| is_there(it))
    }

    /// As the C library spells it where it looks: `ko_KR.UTF-8` is `ko_KR.utf8`.
    fn normal(named: &str) -> String {
        let Some((language, codeset)) = named.split_once('.') else { return named.to_owned() };
        let (codeset, modifier) = match codeset.split_once('@') {
            Some((codeset, modifier)) => (codeset, format!("@{modifier}")),
            None => (codeset, String::new()),
        };
        let plain = codeset.chars().filter(char::is_ascii_alphanumeric);
        let plain: String = plain.map(|it| it.to_ascii_lowercase()).collect();
        format!("{language}.{plain}{modifier}")
    }

    /// The names in the archive that most systems keep their locales in, with zeros between; none
    /// where there is no archive.
    fn archived() -> Vec<u8> {
        names(&Path::new(FOLDER).join("locale-archive")).unwrap_or_default()
    }

    fn names(path: &Path) -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        // Mark, number, and of the table of names its place, its used and its whole size; then place
        // and used size of the names themselves.
        let mut head = [0; 28];
        file.read_exact(&mut head)?;
        let number = |at: usize| {
            let bytes = head.get(at..at + 4).and_then(|it| it.try_into().ok());
            u64::from(u32::from_ne_bytes(bytes.unwrap_or_default()))
        };
        file.seek(SeekFrom::Start(number(20)))?;
        let mut out = Vec::new();
        file.take(number(24).min(MAX_NAMES)).read_to_end(&mut out)?;
        Ok(out)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_locale_is_looked_for_under_the_name_of_the_c_library() {
            assert_eq!(normal("ko_KR.UTF-8"), "ko_KR.utf8");
            assert_eq!(normal("sr_RS.UTF-8@latin"), "sr_RS.utf8@latin");
            assert_eq!(normal("ko_KR"), "ko_KR");
        }

        #[test]
        fn another_locale_is_taken_only_where_the_named_one_does_not_serve() {
            let other = instead_of("C");
            assert!(other.is_some(), "the C library comes with one at least");
            assert_eq!(instead_of("xx_XX.UTF-8"), other);
            if let Some(name) = other {
                assert_eq!(instead_of(name), None);
            }
        }

        #[test]
        fn names_are_found_in_an_archive() -> io::Result<()> {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("locale-archive");
            let names = b"ko_KR.utf8\0en_US.utf8\0";
            let head = [0xde02_0109_u32, 1, 0, 0, 0, 32, u32::try_from(names.len()).unwrap_or(0)];
            let mut bytes: Vec<u8> = head.iter().flat_map(|it| it.to_ne_bytes()).collect();
            bytes.extend([7; 4]);
            bytes.extend(names);
            bytes.extend([7; 9]);
            std::fs::write(&path, bytes)?;
            assert_eq!(super::names(&path)?, names);
            Ok(())
        }
    }
}
