//! The arguments of `proviso-desktop`, and what is said where there is no window to say it in.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use proviso_api::written_path;

/// Turns business documents into type-checked Idris 2 models, and says what does not add up.
#[derive(Debug, Parser)]
#[command(name = "proviso-desktop", version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    /// The folder to work in [default: the one that was open last]
    #[arg(long, env = "PROVISO_WORKSPACE", value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    #[arg(value_name = "FILE", help = documents())]
    pub(crate) files: Vec<PathBuf>,
}

/// What files may be.
fn documents() -> String {
    let named = proviso_api::documents_named("or");
    format!("Documents and folders to convert: {named}; ZIP of these")
}

impl Arguments {
    /// What this program was started with. Help, the version and what is wrong with the arguments are
    /// printed, and end it with a status; 2 where nobody could read them.
    pub(crate) fn read() -> Result<Arguments, ExitCode> {
        Arguments::try_parse().map_err(|said| {
            let code = match said.print().and_then(|()| std::io::stdout().flush()) {
                // Whoever closed the pipe has read enough.
                Err(err) if err.kind() != ErrorKind::BrokenPipe => 2,
                _ => u8::try_from(said.exit_code()).unwrap_or(2),
            };
            ExitCode::from(code)
        })
    }

    /// The named files, as seen from a folder.
    pub(crate) fn files_from(&self, cwd: &Path) -> Vec<String> {
        self.files.iter().map(|it| written_path(&cwd.join(it))).collect()
    }

    /// What sets this instance apart from another one: a workspace that was named has its own.
    pub(crate) fn instance(&self, identifier: &str, cwd: &Path) -> String {
        let Some(named) = &self.workspace else { return identifier.to_owned() };
        let root = cwd.join(named);
        let mut hasher = DefaultHasher::new();
        // A folder that is still to be made has no other name.
        root.canonicalize().unwrap_or(root).hash(&mut hasher);
        format!("{identifier}.w{:016x}", hasher.finish())
    }
}

/// Says why there is no window.
pub(crate) fn failed(reason: &str) -> ExitCode {
    // Who has closed standard error does not want to hear it.
    let _told = writeln!(std::io::stderr(), "proviso-desktop: {reason}");
    ExitCode::from(2)
}

/// The toolkit ends the program where it finds no display, without a word about what to do.
pub(crate) fn there_is_a_display() -> Result<(), &'static str> {
    let named = |name| std::env::var_os(name).is_some_and(|it| !it.is_empty());
    if cfg!(not(target_os = "linux")) || named("DISPLAY") || named("WAYLAND_DISPLAY") {
        Ok(())
    } else {
        Err("there is no display here; `proviso serve` offers the same in a browser")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Arguments {
        Arguments::try_parse_from(line.split(' ')).unwrap_or_else(|err| panic!("{err}"))
    }

    #[test]
    fn files_are_seen_from_the_folder_where_they_were_named() {
        let files = of("proviso-desktop a.pdf /b/c.png").files_from(Path::new("/home/me"));
        assert_eq!(files, ["/home/me/a.pdf", "/b/c.png"]);
    }

    #[test]
    fn only_a_named_workspace_has_an_instance_of_its_own() {
        let instance = |line| of(line).instance("org.proviso", Path::new("/nowhere"));
        assert_eq!(instance("proviso-desktop a.pdf"), "org.proviso");
        let one = instance("proviso-desktop --workspace one");
        assert!(one.starts_with("org.proviso.w"), "{one}");
        assert_eq!(one, instance("proviso-desktop --workspace /nowhere/one b.pdf"));
        assert_ne!(one, instance("proviso-desktop --workspace two"));
    }
}
