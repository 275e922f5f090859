//! The wire as TypeScript: every type that a command or an event uses, and the table of commands; and
//! the other lists that are written of those of the program.
//!
//! **Invariant:** made from the Rust types alone; equal types give an equal text.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};

use proviso_core::analysis::KINDS;
use proviso_core::document::format::{self, ARCHIVE, FILES};
use proviso_core::event::RunEvent;
use proviso_core::invisible::INVISIBLE;
use proviso_core::remark::Remark;
use proviso_kit::providers::ProviderKind;
use ts_rs::{Config, TS, TypeVisitor};

use crate::ApiError;
use crate::commands::{self, COMMANDS};

const HEAD: &str = "\
// Made by `cargo xtask codegen` from the types of the program. Not to be edited by hand.
/* eslint-disable */
";

/// What is found while going through the commands.
pub(crate) struct Types {
    config: Config,
    seen: BTreeSet<TypeId>,
    declarations: BTreeMap<String, String>,
    commands: Vec<String>,
}

/// The whole file.
pub fn bindings() -> String {
    // Counts and times are far below 2^53.
    let config = Config::new().with_large_int("number");
    let (seen, declarations) = Default::default();
    let mut all = Types { config, seen, declarations, commands: Vec::new() };
    all.visit::<RunEvent>();
    all.visit::<ApiError>();
    all.visit::<crate::uploaded::Uploaded>();
    commands::types(&mut all);
    let mut out = HEAD.to_owned();
    for it in all.declarations.values() {
        out.push_str(&format!("\n{it}\n"));
    }
    out.push_str(
        "\n/** Every command: its request and its response. */\nexport interface Commands {\n",
    );
    for it in &all.commands {
        out.push_str(it);
    }
    out.push_str("}\n\nexport type CommandName = keyof Commands;\n");
    let files: Vec<String> =
        COMMANDS.iter().filter(|it| it.is_file).map(|it| format!("\"{}\"", it.name)).collect();
    out.push_str("\n/** Commands whose response is a file. */\n");
    out.push_str(&format!("export const FILE_COMMANDS = [{}] as const;\n", files.join(", ")));
    let stretches =
        INVISIBLE.map(|it| format!("\\u{{{:X}}}-\\u{{{:X}}}", it.0 as u32, it.1 as u32));
    out.push_str(
        "\n/** Characters that nothing is drawn for, as a class of a regular expression. */\n",
    );
    out.push_str(&format!("export const INVISIBLE = String.raw`[{}]`;\n", stretches.concat()));
    let quoted: Vec<String> = format::endings().map(|it| format!("\"{it}\"")).collect();
    out.push_str("\n/** What names of files that are read end in, lower case. */\n");
    out.push_str(&format!("export const EXTENSIONS = [{}];\n", quoted.join(", ")));
    let Remark { en, ko } = format::listed();
    out.push_str("\n/** What files that are read are called. */\n");
    out.push_str(&format!("export const FORMATS = {{ en: {en:?}, ko: {ko:?} }};\n"));
    out.push_str("\n/** What people call the providers of language models. */\n");
    let providers = ProviderKind::OFFERED.into_iter().map(|it| (it.name(), it.called()));
    out.push_str(&called("PROVIDERS", providers));
    out.push_str("\n/** What people call the kinds of relation. */\n");
    out.push_str(&called("RELATIONS", KINDS.iter().map(|it| (it.name, (it.en, it.ko)))));
    out
}

/// What people call things by their names, in English and in Korean.
fn called(
    constant: &str,
    all: impl Iterator<Item = (&'static str, (&'static str, &'static str))>,
) -> String {
    let (mut en, mut ko) = (Vec::new(), Vec::new());
    for (name, (english, korean)) in all {
        en.push(format!("{name}: {english:?}"));
        ko.push(format!("{name}: {korean:?}"));
    }
    let (en, ko) = (en.join(", "), ko.join(", "));
    format!("export const {constant} = {{ en: {{ {en} }}, ko: {{ {ko} }} }};\n")
}

/// The lines of the package's description that tell the system what it opens.
pub fn associations() -> String {
    let line = |it: &format::Files| {
        let endings: Vec<String> = it.endings.iter().map(|it| format!("\"{it}\"")).collect();
        format!(
            "      {{ \"ext\": [{}], \"mimeType\": \"{}\", \"role\": \"Viewer\", \"rank\": \"Alternate\" }}",
            endings.join(", "),
            it.media_type
        )
    };
    let lines: Vec<String> = FILES.iter().chain([&ARCHIVE]).map(line).collect();
    lines.join(",\n") + "\n"
}

impl Types {
    pub(crate) fn command<Request, Response>(&mut self, name: &str)
    where
        Request: TS + 'static,
        Response: TS + 'static,
    {
        self.visit::<Request>();
        self.visit::<Response>();
        let (request, response) = (Request::name(&self.config), Response::name(&self.config));
        self.commands.push(format!("  \"{name}\": [{request}, {response}];\n"));
    }
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Only types with a declaration of their own have a place.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let text = format!("{}export {}", docs.trim_start(), T::decl(&self.config));
            self.declarations.insert(T::ident(&self.config), text);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_committed_bindings_are_what_the_types_say() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let path = root.join("ui/src/lib/backend/bindings.ts");
        let committed = std::fs::read_to_string(path).unwrap();
        assert!(committed == bindings(), "run `cargo xtask codegen` and commit what it wrote");
    }

    #[test]
    fn the_package_opens_what_is_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let package = std::fs::read_to_string(root.join("src-tauri/tauri.conf.json")).unwrap();
        let opens = format!("\"fileAssociations\": [\n{}    ],\n", associations());
        assert!(package.contains(&opens), "run `cargo xtask codegen` and commit what it wrote");
    }
}
