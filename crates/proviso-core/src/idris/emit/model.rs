//! Writes `Domains.<project>` as the built-in author does: entities, aggregate root, the ways to and
//! from the facts, and the document.
//!
//! **Invariant:** no value of the document stands in it; all of them come from the facts.

use std::collections::BTreeMap;

use super::entity::{Entity, Section, declared_types, free_type, lower_first, root_type};
use super::facts::{pages, statement};
use super::part::{Part, WIDTH};
use super::plan::{Content, Plan, numbered};
use super::rule::Obligation;
use super::text::{apply, arrows, doc};
use crate::idris::name::identifier;

/// Where a rule's proof is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Keeper {
    Entity(usize),
    Section(usize),
    /// A record of proofs beside the sections, where the root would be too wide with all of them.
    Bundle(usize),
    Root,
}

/// A plan with what only its model needs.
struct Model<'p, 'a> {
    plan: &'p Plan<'a>,
    /// `Domains.<project>`.
    module: String,
    facts: String,
    /// The root's type.
    root: String,
    /// Where each rule's proof is kept.
    keepers: Vec<Keeper>,
    /// What it is called there.
    proofs: Vec<String>,
    /// Records of proofs: type, and field of the root.
    bundles: Vec<(String, String)>,
}

/// The module's text.
pub(super) fn text(plan: &Plan<'_>) -> String {
    let it = Model::new(plan);
    let mut out = it.opening();
    out.push_str(&banner("Layer 3 · entities"));
    for (index, entity) in plan.entities.iter().enumerate() {
        out.push_str(&it.entity(index, entity));
    }
    for index in 0..plan.sections.len() {
        out.push_str(&it.section(index));
    }
    out.push_str(&banner("Layer 4 · aggregate root"));
    for index in 0..it.bundles.len() {
        out.push_str(&it.bundle(index));
    }
    out.push_str(&it.aggregate());
    out.push_str(&it.view());
    out.push_str(&it.make());
    out.push_str(&it.checked());
    out.push_str(&banner("Proofs"));
    out.push_str(&it.kept());
    out.push_str(&banner("Layer 5 · the document"));
    out.push_str(&it.document());
    out
}

impl<'p, 'a> Model<'p, 'a> {
    fn new(plan: &'p Plan<'a>) -> Model<'p, 'a> {
        let mut keepers: Vec<Keeper> = plan.obligations.iter().map(|it| keeper(plan, it)).collect();
        let n_of_root = keepers.iter().filter(|it| **it == Keeper::Root).count();
        let mut bundles = Vec::new();
        if n_of_root + plan.sections.len() > WIDTH && !plan.sections.is_empty() {
            let all = keepers.iter_mut().filter(|it| **it == Keeper::Root);
            all.enumerate().for_each(|(at, it)| *it = Keeper::Bundle(at / WIDTH));
            let mut types = declared_types(plan);
            for at in 1..=n_of_root.div_ceil(WIDTH) {
                let name = free_type(&format!("Rules{at}"), &types);
                types.push(name.clone());
                bundles.push((name.clone(), lower_first(&name)));
            }
        }
        Model {
            plan,
            module: format!("Domains.{}", plan.project),
            facts: plan.facts_module(),
            root: root_type(plan),
            proofs: proof_names(plan, &keepers),
            keepers,
            bundles,
        }
    }

    fn opening(&self) -> String {
        let about = doc(
            "",
            &[
                format!("A model of {}", self.plan.analysis.title),
                String::new(),
                "Every value of it keeps every rule of the document; the values themselves are facts."
                    .to_owned(),
            ],
        );
        format!("{about}module {}\n\nimport public {}\n\n%default total\n", self.module, self.facts)
    }

    /// The rules that a keeper keeps.
    fn kept_by(&self, whose: Keeper) -> impl Iterator<Item = usize> {
        self.keepers.iter().enumerate().filter(move |it| *it.1 == whose).map(|it| it.0)
    }

    /// The proofs that a keeper keeps, as fields of its record.
    fn proof_fields(&self, whose: Keeper, path: &dyn Fn(usize) -> String) -> String {
        let field = |at: usize| {
            let it = &self.plan.obligations[at];
            let rule = format!("{}.Rule{at}", self.facts);
            format!(
                "{}  0 {} : {}\n",
                doc("  ", &[statement(self.plan, it)]),
                self.proofs[at],
                apply("  ", &rule, &it.arguments(self.plan, path))
            )
        };
        self.kept_by(whose).map(field).collect()
    }

    fn entity(&self, index: usize, it: &Entity) -> String {
        let mut out = opened(&it.doc, &it.type_name, "");
        for (slot, name) in it.slots.iter().zip(&it.names) {
            let Some(slot) = self.plan.slots.get(*slot) else { continue };
            let about = match slot.content {
                Content::Field(id, _) => self.plan.field(id).map(|it| it.label.clone()),
                Content::Rows(table) => {
                    self.plan.tables.get(table).map(|it| format!("{} rows", it.n_rows))
                }
                Content::Words(_) => Some("the amount in words".to_owned()),
                Content::Title => Some("the title".to_owned()),
            };
            out.push_str(&doc("  ", &about.into_iter().collect::<Vec<_>>()));
            out.push_str(&format!("  {name} : {}\n", self.plan.slot_type(slot)));
        }
        let path = |slot: usize| local(it, slot).unwrap_or_default().to_owned();
        out + &self.proof_fields(Keeper::Entity(index), &path)
    }

    /// Entities as fields of the record that holds them.
    fn entity_fields(&self, entities: &[Entity]) -> String {
        let field = |it: &Entity| {
            let about = doc("  ", std::slice::from_ref(&it.doc));
            format!("{about}  {} : {}.{}\n", it.field, self.module, it.type_name)
        };
        entities.iter().map(field).collect()
    }

    fn section(&self, index: usize) -> String {
        let it = &self.plan.sections[index];
        let about = format!("Values of {}.", pages(self.plan, &self.plan.parts[index]));
        let path = |slot: usize| entity_path(self.plan, slot);
        opened(&about, &it.type_name, "")
            + &self.entity_fields(&self.plan.entities[it.entities.clone()])
            + &self.proof_fields(Keeper::Section(index), &path)
    }

    /// A record of proofs about sections, which are its parameters.
    fn bundle(&self, index: usize) -> String {
        let sections = self.sections_of(index);
        let parameter =
            |it: &&Section| format!(" ({} : {}.{})", it.field, self.module, it.type_name);
        let parameters: String = sections.iter().map(parameter).collect();
        let path = |slot: usize| slot_path(self.plan, slot);
        opened("Rules that join several sections.", &self.bundles[index].0, &parameters)
            + &self.proof_fields(Keeper::Bundle(index), &path)
    }

    /// The sections that the rules of a bundle speak of.
    fn sections_of(&self, bundle: usize) -> Vec<&Section> {
        let slots: Vec<usize> = self
            .kept_by(Keeper::Bundle(bundle))
            .flat_map(|it| self.plan.obligations[it].slots(self.plan))
            .collect();
        let parts = self.plan.parts.iter().zip(&self.plan.sections);
        parts
            .filter(|it| slots.iter().any(|slot| it.0.slots.contains(slot)))
            .map(|it| it.1)
            .collect()
    }

    fn aggregate(&self) -> String {
        let about = "The whole document, with a proof of each rule that joins its parts.";
        let mut out = opened(about, &self.root, "");
        if self.plan.sections.is_empty() {
            out.push_str(&self.entity_fields(&self.plan.entities));
        }
        for it in &self.plan.sections {
            out.push_str(&format!("  {} : {}.{}\n", it.field, self.module, it.type_name));
        }
        for (index, (name, field)) in self.bundles.iter().enumerate() {
            let arguments: String =
                self.sections_of(index).iter().map(|it| format!(" {}", it.field)).collect();
            out.push_str(&format!("  0 {field} : {}.{name}{arguments}\n", self.module));
        }
        out.push_str(&self.proof_fields(Keeper::Root, &|slot| slot_path(self.plan, slot)));
        out.push_str(&format!(
            "\n||| What the audit asks about.\npublic export\nDoc : Type\nDoc = {}.{}\n",
            self.module, self.root
        ));
        out
    }

    fn view(&self) -> String {
        let (module, facts) = (&self.module, &self.facts);
        let arguments =
            self.plan.facts_arguments(&|slot| format!("c.{}", slot_path(self.plan, slot)));
        format!(
            "\n||| The facts that a document states.\npublic export\nview : {module}.Doc -> {facts}.Facts\nview c =\n  {}\n",
            apply("  ", &format!("{facts}.MkFacts"), &arguments)
        )
    }

    /// The names of all proofs, each with a space before it.
    fn given(&self) -> String {
        (0..self.keepers.len()).map(|at| format!(" r{at}")).collect()
    }

    /// What `make` takes: widths are those of the short names that people will read.
    fn demands(&self) -> Vec<String> {
        let proof = |at: usize| format!("(0 r{at} : R{at} f)");
        std::iter::once("(f : Facts)".to_owned())
            .chain((0..self.keepers.len()).map(proof))
            .collect()
    }

    fn make(&self) -> String {
        let proofs = |whose: Keeper| self.kept_by(whose).map(|at| format!("r{at}"));
        let made = |name: &str, parts: &[String]| {
            let head = format!("{}.Mk{name}", self.module);
            if parts.is_empty() { head } else { format!("({head} {})", parts.join(" ")) }
        };
        let entity = |index: usize| {
            let it = &self.plan.entities[index];
            let slots = it.slots.iter().map(|slot| format!("f.{}", self.plan.path(*slot)));
            let parts: Vec<String> = slots.chain(proofs(Keeper::Entity(index))).collect();
            made(&it.type_name, &parts)
        };
        let section = |index: usize| {
            let it = &self.plan.sections[index];
            let entities = it.entities.clone().map(entity);
            let parts: Vec<String> = entities.chain(proofs(Keeper::Section(index))).collect();
            made(&it.type_name, &parts)
        };
        let bundle = |index: usize| {
            let parts: Vec<String> = proofs(Keeper::Bundle(index)).collect();
            made(&self.bundles[index].0, &parts)
        };
        let mut parts: Vec<String> = if self.plan.sections.is_empty() {
            (0..self.plan.entities.len()).map(entity).collect()
        } else {
            (0..self.plan.sections.len()).map(section).collect()
        };
        parts.extend((0..self.bundles.len()).map(bundle));
        parts.extend(proofs(Keeper::Root));
        format!(
            "\n||| The document of any facts that keep the rules.\npublic export\n{}\nmake f{} =\n  {}\n",
            arrows("make", &self.demands(), "Doc"),
            self.given(),
            apply("  ", &format!("{}.Mk{}", self.module, self.root), &parts)
        )
    }

    fn checked(&self) -> String {
        let (module, facts) = (&self.module, &self.facts);
        let mut out = format!(
            "\n||| The document of any facts, or the first rule that they break.\npublic export\nmkDoc : {facts}.Facts -> Either String {module}.Doc\n"
        );
        if self.keepers.is_empty() {
            out.push_str(&format!("mkDoc f = Right ({module}.make f)\n"));
            return out;
        }
        out.push_str("mkDoc f = do\n");
        for at in 0..self.keepers.len() {
            out.push_str(&format!(
                "  r{at} <- Domains.Core.settled {facts}.statement{at} ({facts}.decideR{at} f)\n"
            ));
        }
        out.push_str(&format!("  Right ({module}.make f{})\n", self.given()));
        out
    }

    /// That a document keeps every rule, and that making one loses nothing.
    fn kept(&self) -> String {
        let (module, facts) = (&self.module, &self.facts);
        let mut out = String::new();
        for (at, keeper) in self.keepers.iter().enumerate() {
            let path = match keeper {
                Keeper::Entity(index) => inside(self.plan, *index) + ".",
                Keeper::Section(index) => self.plan.sections[*index].field.clone() + ".",
                Keeper::Bundle(index) => self.bundles[*index].1.clone() + ".",
                Keeper::Root => String::new(),
            };
            out.push_str(&format!(
                "\npublic export\n0 keepsR{at} : (c : {module}.Doc) -> {facts}.R{at} ({module}.view c)\nkeepsR{at} c = c.{path}{}\n",
                self.proofs[at]
            ));
        }
        let n_slots = self.plan.slots.len();
        let (taken_apart, reason) = if self.plan.parts.is_empty() {
            (format!("({facts}.MkFacts{})", " _".repeat(n_slots)), "Refl".to_owned())
        } else {
            ("f".to_owned(), format!("{facts}.whole f"))
        };
        out.push_str(&format!(
            "\n||| Making a document loses nothing.\npublic export\n{}\nviewMake {taken_apart}{} = {reason}\n",
            arrows(
                "0 viewMake",
                &self.demands(),
                &format!("{module}.view ({module}.make f{}) = f", self.given())
            ),
            " _".repeat(self.keepers.len())
        ));
        out
    }

    fn document(&self) -> String {
        let (module, facts) = (&self.module, &self.facts);
        if !self.plan.is_refuted() {
            return format!(
                "\n||| The document as printed.\npublic export\ndocument : {module}.Doc\ndocument = {module}.make {facts}.printed{}\n",
                " Refl".repeat(self.keepers.len())
            );
        }
        let mut out = "\n-- There is none: the facts as printed break a rule.\n".to_owned();
        for (at, it) in self.plan.obligations.iter().enumerate().filter(|it| it.1.refuted) {
            out.push_str(&format!("-- R{at}: {}\n", super::text::line(&statement(self.plan, it))));
        }
        out
    }
}

/// The beginning of a record of the model.
fn opened(about: &str, name: &str, parameters: &str) -> String {
    let about = doc("", &[about.to_owned()]);
    format!("\n{about}public export\nrecord {name}{parameters} where\n  constructor Mk{name}\n")
}

fn banner(title: &str) -> String {
    format!("\n{}\n-- {title}\n{}\n", "-".repeat(80), "-".repeat(80))
}

/// How a slot is reached from the aggregate.
fn slot_path(plan: &Plan<'_>, slot: usize) -> String {
    let part = plan.parts.iter().position(|it| it.slots.contains(&slot));
    match part.and_then(|it| plan.sections.get(it)) {
        Some(section) => format!("{}.{}", section.field, entity_path(plan, slot)),
        None => entity_path(plan, slot),
    }
}

/// How a slot is reached from what holds its entity.
fn entity_path(plan: &Plan<'_>, slot: usize) -> String {
    let place = plan.entities.iter().find_map(|it| Some((it, local(it, slot)?)));
    place.map_or_else(String::new, |(it, name)| format!("{}.{name}", it.field))
}

/// How an entity is reached from the aggregate.
fn inside(plan: &Plan<'_>, entity: usize) -> String {
    let field = &plan.entities[entity].field;
    match plan.sections.iter().find(|it| it.entities.contains(&entity)) {
        Some(section) => format!("{}.{field}", section.field),
        None => field.clone(),
    }
}

/// What a slot is called in its entity.
fn local(entity: &Entity, slot: usize) -> Option<&str> {
    let at = entity.slots.iter().position(|it| *it == slot)?;
    entity.names.get(at).map(String::as_str)
}

/// The smallest record that holds all operands of a rule.
fn keeper(plan: &Plan<'_>, it: &Obligation) -> Keeper {
    let slots = it.slots(plan);
    if slots.is_empty() {
        return Keeper::Root;
    }
    let in_entity = |entity: &Entity| slots.iter().all(|it| entity.slots.contains(it));
    let in_part = |part: &Part| slots.iter().all(|it| part.slots.contains(it));
    let entity = plan.entities.iter().position(in_entity).map(Keeper::Entity);
    let section = || plan.parts.iter().position(in_part).map(Keeper::Section);
    entity.or_else(section).unwrap_or(Keeper::Root)
}

/// What the proof of each rule is called where it is kept: by what the rule is about.
fn proof_names(plan: &Plan<'_>, keepers: &[Keeper]) -> Vec<String> {
    let fields = |entities: &[Entity]| -> Vec<String> {
        entities.iter().map(|it| it.field.clone()).collect()
    };
    let mut taken: BTreeMap<Keeper, Vec<String>> = BTreeMap::new();
    for (index, it) in plan.entities.iter().enumerate() {
        taken.insert(Keeper::Entity(index), it.names.clone());
    }
    for (index, it) in plan.sections.iter().enumerate() {
        taken.insert(Keeper::Section(index), fields(&plan.entities[it.entities.clone()]));
    }
    let of_root = plan.sections.iter().map(|it| it.field.clone());
    let of_root = if plan.sections.is_empty() { fields(&plan.entities) } else { of_root.collect() };
    taken.insert(Keeper::Root, of_root);
    let name = |(it, keeper): (&Obligation, &Keeper)| {
        let rule = it.rules.first().and_then(|it| plan.analysis.rules.get(it.0 as usize));
        let about = rule.map_or("", |it| it.name.as_str());
        let base = identifier(&format!("{about}_holds"), Some(&format!("{about}_holds")), &[]);
        let taken = taken.entry(*keeper).or_default();
        let name = numbered(&base, taken);
        taken.push(name.clone());
        name
    };
    plan.obligations.iter().zip(keepers).map(name).collect()
}
