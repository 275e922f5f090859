//! Modules of the api: none need each other, and none needs one of a layer above its own.
//!
//! **Invariant:** a module needs another if its text names something of it, in a `use` or in a path, its
//! tests left out; what is taken from a module that hands it on is of the module that has it. Every
//! module has a layer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Layers, the lowest first. A child is of its parent's layer where it is not named itself.
const LAYERS: [&[&str]; 6] = [
    // Small types, errors.
    &["wire", "error", "leafed"],
    // What a run works with, what waits, who writes; of nothing that is open.
    &["given", "jobs", "keys", "engine", "ports", "records", "batches::progress"],
    // The workspace that is open, with all of the above.
    &["app"],
    // Use cases.
    &[
        "batches",
        "bundles",
        "cards",
        "doctor",
        "documents",
        "models",
        "pages",
        "prompts",
        "proposals",
        "providers",
        "report",
        "runs",
        "settings",
        "tables",
        "uploaded",
        "workspace",
    ],
    // What goes on in the background.
    &["watch", "live"],
    // The table, over everything.
    &["commands", "typescript"],
];

/// What is wrong with the order of the api.
pub(super) fn findings() -> Result<Vec<String>> {
    let folder = crate::root().join("crates/proviso-api/src");
    let mut texts = BTreeMap::new();
    for file in super::sources(&folder)? {
        let text = fs::read_to_string(&file)?;
        texts.insert(name(&folder, &file)?, text);
    }
    Ok(judged(&needs(&texts)?, &LAYERS))
}

fn judged(needs: &BTreeMap<String, BTreeSet<String>>, layers: &[&[&str]]) -> Vec<String> {
    let mut findings: Vec<String> = together(needs)
        .iter()
        .map(|it| {
            format!(
                "crates/proviso-api: {it:?} need each other: let what both need stand in a module of \
                 its own"
            )
        })
        .collect();
    // The crate itself hands on, and tests are of no layer.
    let counts = |it: &&String| !it.is_empty() && *it != "fakes" && !it.ends_with("::tests");
    for (module, needed) in needs.iter().filter(|it| counts(&it.0)) {
        let Some(own) = layer(module, layers) else {
            findings.push(format!(
                "crates/xtask/src/tidy/circles.rs: `{module}` of the api has no layer: name it there"
            ));
            continue;
        };
        for it in needed.iter().filter(counts) {
            if layer(it, layers).is_some_and(|its| its > own) {
                findings.push(format!(
                    "crates/proviso-api: `{module}` needs `{it}`, which is of a layer above it"
                ));
            }
        }
    }
    findings
}

/// The layer of a module, by its own name or by that of the nearest module above it.
fn layer(module: &str, layers: &[&[&str]]) -> Option<usize> {
    let named = |name: &str| layers.iter().position(|it| it.contains(&name));
    let above = module.rsplit_once("::").map(|it| it.0);
    named(module).or_else(|| above.and_then(|it| layer(it, layers)))
}

/// A module's path within its crate; that of the crate itself is empty.
fn name(folder: &Path, file: &Path) -> Result<String> {
    let path = file.strip_prefix(folder)?.with_extension("");
    let path = path.to_str().context("a name that is no text")?.replace('/', "::");
    Ok(if path == "lib" { String::new() } else { path })
}

/// A path as it is written, and whether it is handed on to others.
struct Named {
    path: Vec<String>,
    handed_on: bool,
}

/// What each module needs.
fn needs(texts: &BTreeMap<String, String>) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut named = BTreeMap::new();
    for (module, text) in texts {
        let tokens: TokenStream =
            text.parse().map_err(|err| anyhow::anyhow!("`{module}` cannot be read: {err}"))?;
        let mut all = Vec::new();
        paths(tokens, &mut all);
        named.insert(module.as_str(), all);
    }
    // What a module hands on, and whose it is.
    let mut handed_on = BTreeMap::new();
    for (module, all) in &named {
        for it in all.iter().filter(|it| it.handed_on) {
            // In what is handed on a name without a beginning is a child's.
            let own = ["crate", "super", "self"].contains(&it.path[0].as_str());
            let path = if own {
                it.path.clone()
            } else {
                [vec!["self".to_owned()], it.path.clone()].concat()
            };
            if let (Some((of, _)), Some(last)) = (found(&path, module, texts), it.path.last()) {
                handed_on.insert((*module, last.clone()), of);
            }
        }
    }
    let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, all) in &named {
        let needed = all.iter().filter_map(|it| {
            let (of, rest) = found(&it.path, module, texts)?;
            let first = rest.first().cloned().unwrap_or_default();
            Some(handed_on.get(&(of.as_str(), first)).cloned().unwrap_or(of))
        });
        needs.insert((*module).to_owned(), needed.filter(|it| it != module).collect());
    }
    Ok(needs)
}

/// The module of a path that begins in this crate, and what is named of it.
fn found(
    path: &[String],
    within: &str,
    texts: &BTreeMap<String, String>,
) -> Option<(String, Vec<String>)> {
    let own: Vec<String> =
        within.split("::").filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let n_up = path.iter().take_while(|it| *it == "super").count();
    let (base, rest) = match path.first()?.as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (own, &path[1..]),
        "super" => (own[..own.len().checked_sub(n_up)?].to_vec(), &path[n_up..]),
        _ => return None,
    };
    let all = [base.as_slice(), rest].concat();
    let at = (0..=all.len()).rev().find(|at| texts.contains_key(&all[..*at].join("::")))?;
    Some((all[..at].join("::"), all[at..].to_vec()))
}

/// All paths that a text names, but for those of its tests.
fn paths(tokens: TokenStream, into: &mut Vec<Named>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut at, mut handed_on, mut in_tests) = (0, false, false);
    while at < all.len() {
        match &all[at] {
            TokenTree::Ident(it) if *it == "use" => {
                let end = all[at..].iter().position(|it| is(it, ';')).map_or(all.len(), |n| at + n);
                tree(&all[at + 1..end], &[], handed_on, into);
                (at, handed_on) = (end, false);
            }
            TokenTree::Ident(it) if *it == "pub" => handed_on = true,
            TokenTree::Ident(it)
                if ["crate", "super", "self"].contains(&it.to_string().as_str()) =>
            {
                let (path, end) = path(&all, at);
                if path.len() > 1 {
                    into.push(Named { path, handed_on: false });
                }
                at = end.max(at + 1) - 1;
            }
            TokenTree::Group(it) => {
                let text = it.stream().to_string();
                let is_attribute = at > 0 && is(&all[at - 1], '#');
                if is_attribute {
                    in_tests = in_tests || text.replace(' ', "") == "cfg(test)";
                } else if it.delimiter() == Delimiter::Brace && in_tests {
                    in_tests = false;
                } else if !(handed_on && it.delimiter() == Delimiter::Parenthesis) {
                    handed_on = false;
                    paths(it.stream(), into);
                }
            }
            TokenTree::Punct(it) if it.as_char() == ';' => (handed_on, in_tests) = (false, false),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        at += 1;
    }
}

fn is(it: &TokenTree, sign: char) -> bool {
    matches!(it, TokenTree::Punct(it) if it.as_char() == sign)
}

/// The names from a place on that are joined by `::`, and where they end.
fn path(all: &[TokenTree], from: usize) -> (Vec<String>, usize) {
    let (mut names, mut at) = (Vec::new(), from);
    while let Some(TokenTree::Ident(it)) = all.get(at) {
        names.push(it.to_string());
        let joined = all.get(at + 1..at + 3).is_some_and(|it| it.iter().all(|it| is(it, ':')));
        if !joined {
            return (names, at + 1);
        }
        at += 3;
    }
    (names, at)
}

/// The paths of a `use`.
fn tree(all: &[TokenTree], before: &[String], handed_on: bool, into: &mut Vec<Named>) {
    for part in all.split(|it| is(it, ',')).filter(|it| !it.is_empty()) {
        let (names, end) = path(part, 0);
        let whole = [before, &names].concat();
        match part.get(end) {
            Some(TokenTree::Group(it)) => {
                let inner: Vec<TokenTree> = it.stream().into_iter().collect();
                tree(&inner, &whole, handed_on, into);
            }
            _ if whole.is_empty() => {}
            _ => into.push(Named { path: whole, handed_on }),
        }
    }
}

/// The sets of more than one in which each leads to each.
fn together(needs: &BTreeMap<String, BTreeSet<String>>) -> Vec<BTreeSet<String>> {
    let reached = |from: &String| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(it) = next.pop() {
            for other in needs.get(&it).into_iter().flatten() {
                if seen.insert(other.clone()) {
                    next.push(other.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        needs.keys().map(|it| (it, reached(it))).collect();
    let mut all = BTreeSet::new();
    for (one, leads_to) in &reached {
        let mates =
            leads_to.iter().filter(|it| reached.get(it).is_some_and(|it| it.contains(*one)));
        let circle: BTreeSet<String> = mates.cloned().chain([(*one).clone()]).collect();
        if circle.len() > 1 {
            all.insert(circle);
        }
    }
    all.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[(&str, &str)]) -> Vec<BTreeSet<String>> {
        let texts = texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        together(&needs(&texts.collect()).unwrap())
    }

    #[test]
    fn modules_that_need_each_other_are_found_through_what_hands_on() {
        let found = of(&[
            ("", "pub use a::A; pub use b::{B, deep::C};"),
            ("a", "use crate::B; pub struct A(B);"),
            ("b", "pub struct B; fn f() { let _ = crate::c::g(super::a::A); }"),
            ("c", "pub fn g(_: crate::d::D) {}"),
            ("d", "pub struct D;"),
        ]);
        assert_eq!(found, [BTreeSet::from(["a".to_owned(), "b".to_owned()])]);
    }

    #[test]
    fn tests_and_others_crates_need_nobody_here() {
        let found = of(&[
            ("a", "use std::fmt; use other::b::X; #[cfg(test)] mod tests { use crate::b::B; }"),
            ("b", "use crate::a::{self, A};"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_circle_a_need_of_something_above_and_a_module_of_no_layer_are_findings() {
        let layers: [&[&str]; 2] = [&["a", "b::deep"], &["b"]];
        let judged = |needs: &[(&str, &str)]| {
            let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for (one, other) in needs {
                all.entry((*one).to_owned()).or_default().insert((*other).to_owned());
            }
            judged(&all, &layers)
        };
        assert_eq!(judged(&[("b", "a"), ("b::c", "a"), ("a", "b::deep"), ("", "b")]), [""; 0]);
        let said = judged(&[("a", "b::c"), ("b", "b::c"), ("b::c", "b"), ("d", "a")]).join("\n");
        for finding in
            ["\"b\", \"b::c\"} need each other", "`a` needs `b::c`", "`d` of the api has no"]
        {
            assert!(said.contains(finding), "{said}");
        }
        assert_eq!(said.lines().count(), 3, "{said}");
    }
}
