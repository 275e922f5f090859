//! Writes `Domains.<project>` as the built-in author does: entities, aggregate root, the ways to and
//! from the facts, and the document.
//!
//! **Invariant:** no value of the document stands in it; all of them come from the facts.

use super::entity::{Entity, root_type};
use super::facts::statement;
use super::plan::{Content, Plan};
use super::rule::Obligation;
use super::text::{apply, doc};

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
        out.push_str(&entity(plan, at, it, &keepers));
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
            out.push_str(&proof(plan, at, it, &path));
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

    let demands: String = (0..n).map(|at| format!("(0 r{at} : {facts}.R{at} f) -> ")).collect();
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
        "\n||| The document of any facts that keep the rules.\npublic export\nmake : (f : {facts}.Facts) -> {demands}{module}.Doc\nmake f{given} =\n  {}\n",
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
            Keeper::Entity(index) => format!("c.{}.rule{at}", plan.entities[*index].field),
            Keeper::Root => format!("c.rule{at}"),
        };
        out.push_str(&format!(
            "\npublic export\n0 keepsR{at} : (c : {module}.Doc) -> {facts}.R{at} ({module}.view c)\nkeepsR{at} c = {path}\n"
        ));
    }
    let blanks = " _".repeat(plan.slots.len());
    let wild = " _".repeat(n);
    out.push_str(&format!(
        "\n||| Making a document loses nothing.\npublic export\n0 viewMake : (f : {facts}.Facts) -> {demands}{module}.view ({module}.make f{given}) = f\nviewMake ({facts}.MkFacts{blanks}){wild} = Refl\n"
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
    let entity = plan.entities.iter().find(|it| it.slots.contains(&slot));
    let name = plan.slots.get(slot).map_or("", |it| it.name.as_str());
    entity.map_or_else(String::new, |it| format!("{}.{name}", it.field))
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

fn entity(plan: &Plan<'_>, index: usize, it: &Entity, keepers: &[Keeper]) -> String {
    let name = &it.type_name;
    let mut out = String::from("\n");
    out.push_str(&doc("", std::slice::from_ref(&it.doc)));
    out.push_str(&format!("public export\nrecord {name} where\n  constructor Mk{name}\n"));
    for slot in it.slots.iter().filter_map(|it| plan.slots.get(*it)) {
        if let Content::Field(id, _) = slot.content {
            let label = plan.field(id).map_or_else(String::new, |it| it.label.clone());
            out.push_str(&doc("  ", &[label]));
        }
        out.push_str(&format!("  {} : {}\n", slot.name, plan.slot_type(slot)));
    }
    let path = |slot: usize| plan.slots[slot].name.clone();
    for (at, rule) in plan.obligations.iter().enumerate() {
        if matches!(keepers[at], Keeper::Entity(its) if its == index) {
            out.push_str(&proof(plan, at, rule, &path));
        }
    }
    out
}

/// A record's field that holds a rule's proof.
fn proof(plan: &Plan<'_>, at: usize, it: &Obligation, root: &dyn Fn(usize) -> String) -> String {
    let arguments = it.arguments(plan, root);
    format!(
        "{}  0 rule{at} : {}\n",
        doc("  ", &[statement(plan, it)]),
        apply("  ", &format!("{}.Rule{at}", plan.facts_module()), &arguments)
    )
}
