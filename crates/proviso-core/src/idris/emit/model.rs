//! Writes `Domains.<project>` as the built-in author does: the things of the business, the aggregate
//! root, the ways to and from the facts, and the document.
//!
//! **Invariant:** no value of the document stands in it; all of them come from the facts.

use super::declared::{Statement, reached};
use super::facts::statement;
use super::home::Kept;
use super::plan::{Content, Plan};
use super::text::{apply, arrows, doc};
use super::tree::{Holds, Made, Member, PartId, ROOT};

/// A plan with the names of its modules.
struct Model<'p, 'a> {
    plan: &'p Plan<'a>,
    /// `Domains.<project>`.
    module: String,
    facts: String,
}

/// The module's text.
pub(super) fn text(plan: &Plan<'_>) -> String {
    let module = format!("Domains.{}", plan.project);
    let it = Model { plan, module, facts: plan.facts_module() };
    let mut out = it.opening();
    out.push_str(&banner("Layer 3 · entities"));
    for part in plan.declared.order.iter().filter(|it| **it != ROOT) {
        out.push_str(&it.record(*part));
    }
    out.push_str(&banner("Layer 4 · aggregate root"));
    out.push_str(&it.record(ROOT));
    out.push_str(&format!(
        "\n||| What the audit asks about.\npublic export\nDoc : Type\nDoc = {}\n",
        it.type_of(ROOT)
    ));
    out.push_str(&it.view());
    out.push_str(&it.make());
    out.push_str(&it.checked());
    out.push_str(&banner("Proofs"));
    out.push_str(&it.kept());
    out.push_str(&banner("Layer 5 · the document"));
    out.push_str(&it.document());
    out
}

impl Model<'_, '_> {
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

    /// The type of a part, with its module.
    fn type_of(&self, part: PartId) -> String {
        format!("{}.{}", self.module, self.plan.declared.types[part])
    }

    /// How a slot is reached inside of a part.
    fn reached(&self, part: PartId, slot: usize) -> String {
        let given = &self.plan.declared.given[part];
        reached(&self.plan.tree, &self.plan.homes, given, part, slot)
    }

    /// The parts that share the record of one.
    fn alike(&self, part: PartId) -> Vec<PartId> {
        let types = &self.plan.declared.types;
        (0..types.len()).filter(|it| types[*it] == types[part]).collect()
    }

    /// What a record is, for people: of all the parts that share it.
    fn about(&self, part: PartId) -> String {
        let alike = self.alike(part);
        let mut out: Vec<&str> = Vec::new();
        for it in &alike {
            let about = self.plan.tree.parts[*it].about.as_str();
            let about =
                if alike.len() > 1 { about.split(':').next().unwrap_or(about) } else { about };
            if !about.is_empty() && !out.contains(&about) {
                out.push(about);
            }
        }
        out.join(" · ")
    }

    fn record(&self, part: PartId) -> String {
        let (plan, name) = (self.plan, &self.plan.declared.types[part]);
        let given: String = plan.homes.given[part]
            .iter()
            .zip(&plan.declared.given[part])
            .map(|(slot, name)| format!(" ({name} : {})", plan.slot_type(&plan.slots[*slot])))
            .collect();
        let about = doc("", &[self.about(part)]);
        let mut out =
            format!("\n{about}public export\nrecord {name}{given} where\n  constructor Mk{name}\n");
        for member in &plan.tree.parts[part].members {
            out.push_str(&self.member(part, member));
        }
        for (at, name) in plan.homes.proofs(part) {
            out.push_str(&self.proof(part, at, name));
        }
        out
    }

    fn member(&self, part: PartId, member: &Member) -> String {
        let plan = self.plan;
        let label = |slot: usize| plan.slot_field(slot).map_or("", |it| it.label.as_str());
        let mut erased = "";
        let (about, of) = match member.holds {
            Holds::Slot(slot) => {
                let about = match plan.slots[slot].content {
                    Content::Field(..) => label(slot).to_owned(),
                    Content::Rows(table) => {
                        let it = &plan.tables[table];
                        let pages = match it.pages(plan.analysis) {
                            (first, last) if first == last => format!("p. {first}"),
                            (first, last) => format!("pp. {first}–{last}"),
                        };
                        format!("{} rows ({pages})", it.n_rows)
                    }
                    Content::Words(_) => format!("{}: the amount in words", label(slot)),
                    Content::Title => "the title".to_owned(),
                };
                (about, plan.slot_type(&plan.slots[slot]))
            }
            Holds::Number(slot, _) => {
                (label(slot).to_owned(), "Domains.Core.RegistrationNumber".to_owned())
            }
            Holds::Words(_, amount, _) => (
                format!("{}, in words and in figures", label(amount)),
                "Domains.Core.InWords".to_owned(),
            ),
            Holds::Part(child) => {
                if plan.tree.parts[child].made == Made::Proofs {
                    erased = "0 ";
                }
                let given = plan.homes.given[child].iter();
                let arguments: Vec<String> = given.map(|it| self.reached(part, *it)).collect();
                let of = apply("    ", &self.type_of(child), &arguments);
                (plan.tree.parts[child].about.clone(), of)
            }
        };
        let shared = self.alike(part).len() > 1;
        let place = match member.holds {
            Holds::Slot(slot) if matches!(plan.slots[slot].content, Content::Rows(_)) => {
                String::new()
            }
            Holds::Slot(slot) | Holds::Number(slot, _) | Holds::Words(_, slot, _) if !shared => {
                format!(" (p. {})", plan.page_of(&plan.slots[slot]).1)
            }
            _ => String::new(),
        };
        let about = Some(format!("{about}{place}")).filter(|_| !about.is_empty());
        format!(
            "{}  {erased}{} : {of}\n",
            doc("  ", &about.into_iter().collect::<Vec<_>>()),
            member.name
        )
    }

    /// A proof as a field of the record of a part.
    fn proof(&self, part: PartId, at: usize, name: &str) -> String {
        const WIDTH: usize = 100;
        let to = |slot: usize| self.reached(part, slot);
        let of = match self.of_rows(at, &to) {
            // Each row has a proof of its own.
            Some((list, rest)) => {
                let keeps = apply("    ", &format!("{}.Keeps{at}", self.facts), &rest);
                let keeps = if rest.is_empty() { keeps } else { format!("({keeps})") };
                format!(" {}", apply("  ", "Domains.Core.Each", &[keeps, list]))
            }
            None => match super::declared::statement(self.plan, at, &to) {
                Statement::Spelled(stated, computed) => {
                    let flat = format!("{stated} = {computed}");
                    if name.len() + flat.len() + 7 > WIDTH {
                        format!("\n    {stated}\n      = {computed}")
                    } else {
                        format!(" {flat}")
                    }
                }
                Statement::Named(rule, arguments) => format!(" {}", apply("  ", &rule, &arguments)),
            },
        };
        let words = statement(self.plan, &self.plan.obligations[at]);
        let n_more = self.alike(part).len() - 1;
        let words = if n_more > 0 { format!("{words} (and {n_more} alike)") } else { words };
        format!("{}  0 {name} :{of}\n", doc("  ", &[words]))
    }

    /// The rows that a rule about each row speaks of, and what else it does; none of another rule.
    fn of_rows(&self, at: usize, to: &dyn Fn(usize) -> String) -> Option<(String, Vec<String>)> {
        let it = &self.plan.obligations[at];
        it.row_form.as_ref()?;
        let mut arguments = it.arguments(self.plan, to).into_iter();
        arguments.next().map(|list| (list, arguments.collect()))
    }

    /// A lemma of the facts between a rule about rows and one about each row, applied to a proof; none
    /// of another rule. The rows stand behind what else the rule speaks of.
    fn by_rows(
        &self,
        lemma: &str,
        at: usize,
        to: &dyn Fn(usize) -> String,
        proof: &str,
    ) -> Option<String> {
        let (list, mut arguments) = self.of_rows(at, to)?;
        arguments.extend([list, proof.to_owned()]);
        Some(apply("    ", &format!("{}.{lemma}{at}", self.facts), &arguments))
    }

    fn view(&self) -> String {
        let (module, facts) = (&self.module, &self.facts);
        let arguments =
            self.plan.facts_arguments(&|slot| format!("c.{}", self.reached(ROOT, slot)));
        format!(
            "\n||| The facts that a document states.\npublic export\nview : {module}.Doc -> {facts}.Facts\nview c =\n  {}\n",
            apply("  ", &format!("{facts}.MkFacts"), &arguments)
        )
    }

    /// The names of all proofs, each with a space before it.
    fn given(&self) -> String {
        (0..self.plan.obligations.len()).map(|at| format!(" r{at}")).collect()
    }

    /// What `make` takes: widths are those of the short names that people will read.
    fn demands(&self) -> Vec<String> {
        let proof = |at: usize| format!("(0 r{at} : R{at} f)");
        std::iter::once("(f : Facts)".to_owned())
            .chain((0..self.plan.obligations.len()).map(proof))
            .collect()
    }

    /// A part made of facts: its constructor applied to what it holds.
    fn made(&self, part: PartId, indent: &str) -> String {
        let plan = self.plan;
        let value = |slot: usize| format!("f.{}", plan.path(slot));
        let inner = format!("{indent}  ");
        let mut parts: Vec<String> = plan.tree.parts[part]
            .members
            .iter()
            .map(|it| match it.holds {
                Holds::Slot(slot) => value(slot),
                Holds::Number(slot, at) => format!(
                    "(Domains.Core.MkRegistrationNumber {} (Domains.Core.asSo r{at}))",
                    value(slot)
                ),
                Holds::Words(words, amount, at) => {
                    format!(
                        "(Domains.Core.MkInWords {} {} (sym r{at}))",
                        value(words),
                        value(amount)
                    )
                }
                Holds::Part(child) => format!("({})", self.made(child, &inner)),
            })
            .collect();
        parts.extend(plan.homes.proofs(part).map(|(at, _)| {
            let proof = format!("r{at}");
            let by_rows = self.by_rows("each", at, &value, &proof);
            by_rows.map_or(proof, |it| format!("({it})"))
        }));
        let head = format!("{}.Mk{}", self.module, plan.declared.types[part]);
        apply(indent, &head, &parts)
    }

    fn make(&self) -> String {
        format!(
            "\n||| The document of any facts that keep the rules.\npublic export\n{}\nmake f{} =\n  {}\n",
            arrows("make", &self.demands(), "Doc"),
            self.given(),
            self.made(ROOT, "  ")
        )
    }

    fn checked(&self) -> String {
        let (module, facts) = (&self.module, &self.facts);
        let mut out = format!(
            "\n||| The document of any facts, or the first rule that they break.\npublic export\nmkDoc : {facts}.Facts -> Either String {module}.Doc\n"
        );
        if self.plan.obligations.is_empty() {
            out.push_str(&format!("mkDoc f = Right ({module}.make f)\n"));
            return out;
        }
        out.push_str("mkDoc f = do\n");
        for at in 0..self.plan.obligations.len() {
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
        let tree = &self.plan.tree;
        // How what holds a value is reached, without what it is called in there.
        let holder = |slot: usize, end: &str| {
            let path = tree.path(ROOT, slot).unwrap_or_default();
            path.strip_suffix(end).unwrap_or(&path).to_owned()
        };
        let mut out = String::new();
        for (at, it) in self.plan.homes.kept.iter().enumerate() {
            let proof = match it {
                Kept::Proof(part, name) => {
                    let own = format!("c.{}{name}", tree.to_part(*part));
                    let to = |slot: usize| format!("c.{}", self.reached(ROOT, slot));
                    self.by_rows("all", at, &to, &own).unwrap_or(own)
                }
                Kept::Number(slot) => {
                    format!("Domains.Core.asTrue c.{}.checked", holder(*slot, ".printedAs"))
                }
                Kept::Words(slot) => format!("sym c.{}.agrees", holder(*slot, ".amount")),
            };
            out.push_str(&format!(
                "\npublic export\n0 keepsR{at} : (c : {module}.Doc) -> {facts}.R{at} ({module}.view c)\nkeepsR{at} c = {proof}\n"
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
            " _".repeat(self.plan.obligations.len())
        ));
        out
    }

    fn document(&self) -> String {
        let (module, facts) = (&self.module, &self.facts);
        if !self.plan.is_refuted() {
            return format!(
                "\n||| The document as printed.\npublic export\ndocument : {module}.Doc\ndocument = {module}.make {facts}.printed{}\n",
                " Refl".repeat(self.plan.obligations.len())
            );
        }
        let mut out = "\n-- There is none: the facts as printed break a rule.\n".to_owned();
        for (at, it) in self.plan.obligations.iter().enumerate().filter(|it| it.1.refuted) {
            out.push_str(&format!("-- R{at}: {}\n", super::text::line(&statement(self.plan, it))));
        }
        out
    }
}

fn banner(title: &str) -> String {
    format!("\n{}\n-- {title}\n{}\n", "-".repeat(80), "-".repeat(80))
}
