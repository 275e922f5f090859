//! Writes `Domains.<project>` as the built-in author does: entities, aggregate root, the ways to and
//! from the facts, and the document.
//!
//! **Invariant:** no value of the document stands in it; all of them come from the facts.

use super::entity::{Entity, root_type};
use super::facts::statement;
use super::plan::{Content, Plan, numbered};
use super::rule::Obligation;
use super::text::{apply, arrows, doc};
use crate::idris::name::identifier;

/// Where a rule's proof is kept.
enum Keeper {
    Entity(usize),
    Root,
}

/// The module's text.
pub(super) fn text(plan: &Plan<'_>) -> String {
    let facts = plan.facts_module();
    let module = format!("Domains.{}", plan.project);
    let root = root_type(plan);
    let keepers: Vec<Keeper> = plan.obligations.iter().map(|it| keeper(plan, it)).collect();
    let proofs = proof_names(plan, &keepers);
    let n = plan.obligations.len();

    let mut out = doc(
        "",
        &[
            format!("A model of {}", plan.analysis.title),
            String::new(),
            "Every value of it keeps every rule of the document; the values themselves are facts."
                .to_owned(),
        ],
    );
    out.push_str(&format!("module {module}\n\nimport public {facts}\n\n%default total\n"));
    out.push_str(&banner("Layer 3 · entities"));
    for (at, it) in plan.entities.iter().enumerate() {
        out.push_str(&entity(plan, at, it, &keepers, &proofs));
    }

    out.push_str(&banner("Layer 4 · aggregate root"));
    out.push_str(&format!(
        "\n||| The whole document, with a proof of each rule that joins its parts.\npublic export\nrecord {root} where\n  constructor Mk{root}\n"
    ));
    for it in &plan.entities {
        out.push_str(&doc("  ", std::slice::from_ref(&it.doc)));
        out.push_str(&format!("  {} : {module}.{}\n", it.field, it.type_name));
    }
    let path = |slot: usize| slot_path(plan, slot);
    for (at, it) in plan.obligations.iter().enumerate() {
        if matches!(keepers[at], Keeper::Root) {
            out.push_str(&proof(plan, at, &proofs[at], it, &path));
        }
    }
    out.push_str(&format!(
        "\n||| What the audit asks about.\npublic export\nDoc : Type\nDoc = {module}.{root}\n"
    ));

    let arguments: Vec<String> =
        (0..plan.slots.len()).map(|slot| format!("c.{}", path(slot))).collect();
    out.push_str(&format!(
        "\n||| The facts that a document states.\npublic export\nview : {module}.Doc -> {facts}.Facts\nview c =\n  {}\n",
        apply("  ", &format!("{facts}.MkFacts"), &arguments)
    ));

    // Widths are those of the short names that people will read.
    let mut demands = vec!["(f : Facts)".to_owned()];
    demands.extend((0..n).map(|at| format!("(0 r{at} : R{at} f)")));
    let given: String = (0..n).map(|at| format!(" r{at}")).collect();
    let parts: Vec<String> = plan
        .entities
        .iter()
        .enumerate()
        .map(|(index, it)| {
            let mut parts: Vec<String> =
                it.slots.iter().map(|slot| format!("f.{}", plan.slots[*slot].name)).collect();
            parts.extend(kept(&keepers, Some(index)));
            if parts.is_empty() {
                return format!("{module}.Mk{}", it.type_name);
            }
            format!("({module}.Mk{} {})", it.type_name, parts.join(" "))
        })
        .chain(kept(&keepers, None))
        .collect();
    out.push_str(&format!(
        "\n||| The document of any facts that keep the rules.\npublic export\n{}\nmake f{given} =\n  {}\n",
        arrows("make", &demands, "Doc"),
        apply("  ", &format!("{module}.Mk{root}"), &parts)
    ));

    out.push_str(&format!(
        "\n||| The document of any facts, or the first rule that they break.\npublic export\nmkDoc : {facts}.Facts -> Either String {module}.Doc\n"
    ));
    if n == 0 {
        out.push_str(&format!("mkDoc f = Right ({module}.make f)\n"));
    } else {
        out.push_str("mkDoc f = do\n");
        for at in 0..n {
            out.push_str(&format!(
                "  r{at} <- Domains.Core.settled {facts}.statement{at} ({facts}.decideR{at} f)\n"
            ));
        }
        out.push_str(&format!("  Right ({module}.make f{given})\n"));
    }

    out.push_str(&banner("Proofs"));
    for (at, keeper) in keepers.iter().enumerate() {
        let path = match keeper {
            Keeper::Entity(index) => format!("c.{}.{}", plan.entities[*index].field, proofs[at]),
            Keeper::Root => format!("c.{}", proofs[at]),
        };
        out.push_str(&format!(
            "\npublic export\n0 keepsR{at} : (c : {module}.Doc) -> {facts}.R{at} ({module}.view c)\nkeepsR{at} c = {path}\n"
        ));
    }
    let blanks = " _".repeat(plan.slots.len());
    let wild = " _".repeat(n);
    out.push_str(&format!(
        "\n||| Making a document loses nothing.\npublic export\n{}\nviewMake ({facts}.MkFacts{blanks}){wild} = Refl\n",
        arrows(
            "0 viewMake",
            &demands,
            &format!("{module}.view ({module}.make f{given}) = f")
        )
    ));

    out.push_str(&banner("Layer 5 · the document"));
    if plan.is_refuted() {
        out.push_str("\n-- There is none: the facts as printed break a rule.\n");
        for (at, it) in plan.obligations.iter().enumerate().filter(|it| it.1.refuted) {
            out.push_str(&format!("-- R{at}: {}\n", super::text::line(&statement(plan, it))));
        }
    } else {
        out.push_str(&format!(
            "\n||| The document as printed.\npublic export\ndocument : {module}.Doc\ndocument = {module}.make {facts}.printed{}\n",
            " Refl".repeat(n)
        ));
    }
    out
}

fn banner(title: &str) -> String {
    format!("\n{}\n-- {title}\n{}\n", "-".repeat(80), "-".repeat(80))
}

/// How a slot is reached from the aggregate.
fn slot_path(plan: &Plan<'_>, slot: usize) -> String {
    let place = plan.entities.iter().find_map(|it| Some((it, local(it, slot)?)));
    place.map_or_else(String::new, |(it, name)| format!("{}.{name}", it.field))
}

/// What a slot is called in its entity.
fn local(entity: &Entity, slot: usize) -> Option<&str> {
    let at = entity.slots.iter().position(|it| *it == slot)?;
    entity.names.get(at).map(String::as_str)
}

/// The entity that holds all operands of a rule, or the root.
fn keeper(plan: &Plan<'_>, it: &Obligation) -> Keeper {
    let slots = it.slots(plan);
    let all = |entity: &Entity| slots.iter().all(|it| entity.slots.contains(it));
    match plan.entities.iter().position(all) {
        Some(index) if !slots.is_empty() => Keeper::Entity(index),
        _ => Keeper::Root,
    }
}

/// The proofs that a keeper takes, as arguments.
fn kept(keepers: &[Keeper], whose: Option<usize>) -> Vec<String> {
    let is_its = |it: &Keeper| match it {
        Keeper::Entity(index) => whose == Some(*index),
        Keeper::Root => whose.is_none(),
    };
    let all = keepers.iter().enumerate().filter(|it| is_its(it.1));
    all.map(|it| format!("r{}", it.0)).collect()
}

/// What the proof of each rule is called where it is kept: by what the rule is about.
fn proof_names(plan: &Plan<'_>, keepers: &[Keeper]) -> Vec<String> {
    let mut entities: Vec<Vec<String>> = plan.entities.iter().map(|it| it.names.clone()).collect();
    let mut root: Vec<String> = plan.entities.iter().map(|it| it.field.clone()).collect();
    let name = |(it, keeper): (&Obligation, &Keeper)| {
        let rule = it.rules.first().and_then(|it| plan.analysis.rules.get(it.0 as usize));
        let about = rule.map_or("", |it| it.name.as_str());
        let base = identifier(&format!("{about}_holds"), Some(&format!("{about}_holds")), &[]);
        let taken = match keeper {
            Keeper::Entity(index) => &mut entities[*index],
            Keeper::Root => &mut root,
        };
        let name = numbered(&base, taken);
        taken.push(name.clone());
        name
    };
    plan.obligations.iter().zip(keepers).map(name).collect()
}

fn entity(
    plan: &Plan<'_>,
    index: usize,
    it: &Entity,
    keepers: &[Keeper],
    proofs: &[String],
) -> String {
    let name = &it.type_name;
    let mut out = String::from("\n");
    out.push_str(&doc("", std::slice::from_ref(&it.doc)));
    out.push_str(&format!("public export\nrecord {name} where\n  constructor Mk{name}\n"));
    for (slot, name) in it.slots.iter().zip(&it.names) {
        let Some(slot) = plan.slots.get(*slot) else { continue };
        let about = match slot.content {
            Content::Field(id, _) => plan.field(id).map(|it| it.label.clone()),
            Content::Rows(table) => plan.tables.get(table).map(|it| format!("{} rows", it.n_rows)),
            Content::Words(_) => Some("the amount in words".to_owned()),
            Content::Title => Some("the title".to_owned()),
        };
        out.push_str(&doc("  ", &about.into_iter().collect::<Vec<_>>()));
        out.push_str(&format!("  {name} : {}\n", plan.slot_type(slot)));
    }
    let path = |slot: usize| local(it, slot).unwrap_or_default().to_owned();
    for (at, rule) in plan.obligations.iter().enumerate() {
        if matches!(keepers[at], Keeper::Entity(its) if its == index) {
            out.push_str(&proof(plan, at, &proofs[at], rule, &path));
        }
    }
    out
}

/// A record's field that holds a rule's proof.
fn proof(
    plan: &Plan<'_>,
    at: usize,
    name: &str,
    it: &Obligation,
    root: &dyn Fn(usize) -> String,
) -> String {
    let arguments = it.arguments(plan, root);
    format!(
        "{}  0 {name} : {}\n",
        doc("  ", &[statement(plan, it)]),
        apply("  ", &format!("{}.Rule{at}", plan.facts_module()), &arguments)
    )
}
