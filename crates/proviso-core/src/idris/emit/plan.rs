//! What the modules of a project are made of: slots of the facts, row types, obligations, entities.
//!
//! **Invariant:** every field of the analysis stands in exactly one place: a slot, or a cell of a
//! row. Equal analyses give equal plans.

use std::collections::BTreeMap;

use super::bunch::is_title;
use super::declared::{Declared, declared, is_free};
use super::group;
use super::home::{Homes, homes};
use super::lines;
use super::literal::{Ty, term};
use super::part::{FLAT, Part, cut};
use super::rows::{ColumnPlan, List, TablePlan, lists, row_type};
use super::rule::{Obligation, constructor, obligations, stretches};
use super::text::{apply, string};
use super::tree::{Holds, Member, Names, PartId, ROOT, Tree, camel, free};
use crate::analysis::{Analysis, Field, FieldId, Relation, RuleId, Status, TableKind};
use crate::idris::name::{self, capitalized, identifier, is_reserved, type_name};

/// What a field of `Facts` holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// One value.
    Field(FieldId, Ty),
    /// The rows of a table, by index into [`Plan::tables`].
    Rows(usize),
    /// An amount in words, by the rule that it stands in.
    Words(RuleId),
    /// The title, where there is nothing else.
    Title,
}

/// A field of `Facts`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Slot {
    /// Its name in its record.
    pub(super) name: String,
    /// What a statement calls it.
    pub(super) param: String,
    /// What it holds.
    pub(super) content: Content,
}

impl Slot {
    fn new(name: String, content: Content) -> Slot {
        Slot { param: name.clone(), name, content }
    }
}

/// Where a field of the analysis stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// In a slot of its own.
    Slot(usize),
    /// In a row: table plan, row, column plan.
    Cell(usize, usize, usize),
}

/// Everything that the writers need.
pub(super) struct Plan<'a> {
    /// The project's name.
    pub(super) project: &'a str,
    /// What is modelled.
    pub(super) analysis: &'a Analysis,
    /// Row types.
    pub(super) tables: Vec<TablePlan>,
    /// Fields of `Facts`, in order.
    pub(super) slots: Vec<Slot>,
    /// The records that they stand in, where they are too many for one.
    pub(super) parts: Vec<Part>,
    /// Where each field stands.
    pub(super) places: BTreeMap<FieldId, Place>,
    /// What a document keeps: `R0`, `R1`, …
    pub(super) obligations: Vec<Obligation>,
    /// Places of rows that are long to write, each once and by a name in the facts: written out wherever
    /// it is meant, a thousand of them cost the compiler a minute.
    pub(super) stretches: Vec<String>,
    /// Rules that could not be stated, with the reason.
    pub(super) unstated: Vec<(RuleId, &'static str)>,
    /// What the built-in model is made of.
    pub(super) tree: Tree,
    /// Where it keeps its proofs.
    pub(super) homes: Homes,
    /// Its records.
    pub(super) declared: Declared,
}

impl<'a> Plan<'a> {
    /// Plans the modules of a project.
    pub(super) fn new(project: &'a str, analysis: &'a Analysis) -> Plan<'a> {
        let mut plan = Plan {
            project,
            analysis,
            tables: Vec::new(),
            slots: Vec::new(),
            parts: Vec::new(),
            places: BTreeMap::new(),
            obligations: Vec::new(),
            stretches: Vec::new(),
            unstated: Vec::new(),
            tree: Tree::default(),
            homes: Homes::default(),
            declared: Declared::default(),
        };
        plan.lay_out();
        plan.tree = group::tree(&plan, &plan.root_type());
        plan.name_slots();
        let (stated, unstated) = obligations(&plan);
        plan.stretches = stretches(&stated);
        plan.obligations = stated;
        plan.unstated = unstated;
        let mut tree = std::mem::take(&mut plan.tree);
        let homes = homes(&plan, &mut tree);
        plan.declared = declared(&plan, &tree, &homes);
        (plan.tree, plan.homes) = (tree, homes);
        plan
    }

    /// The aggregate root's type, from the document type: `Contract`, `Invoice`; `Paper` where there
    /// is no telling.
    fn root_type(&self) -> String {
        let base = type_name(&self.analysis.document_type, None);
        let base = if ["Other", "Field", ""].contains(&base.as_str()) { "Paper" } else { &base };
        let rows: Vec<String> = self.tables.iter().map(|it| it.row_type.clone()).collect();
        if is_free(base, &rows) { base.to_owned() } else { format!("{base}Paper") }
    }

    /// `Domains.Facts.<project>`.
    pub(super) fn facts_module(&self) -> String {
        format!("Domains.Facts.{}", self.project)
    }

    /// Whether some rule is false of the document.
    pub(super) fn is_refuted(&self) -> bool {
        self.obligations.iter().any(|it| it.refuted)
    }

    /// A field of the analysis.
    pub(super) fn field(&self, id: FieldId) -> Option<&'a Field> {
        self.analysis.field(id)
    }

    /// The slot of a table's rows.
    pub(super) fn rows_slot(&self, table: usize) -> Option<usize> {
        self.slots.iter().position(|it| it.content == Content::Rows(table))
    }

    /// The field that a slot holds, or whose words it holds.
    pub(super) fn slot_field(&self, slot: usize) -> Option<&'a Field> {
        match self.slots.get(slot)?.content {
            Content::Field(id, _) => self.field(id),
            Content::Words(id) => self.amount_of(id),
            Content::Rows(_) | Content::Title => None,
        }
    }

    /// The amount that words are about.
    pub(super) fn amount_of(&self, id: RuleId) -> Option<&'a Field> {
        match self.analysis.rules.get(id.0 as usize)?.relation {
            Relation::Words { amount, .. } => self.field(amount),
            _ => None,
        }
    }

    /// How a slot is reached from the facts: its name, behind that of its part.
    pub(super) fn path(&self, slot: usize) -> String {
        let name = self.slots.get(slot).map_or("", |it| it.name.as_str());
        // Parts are in order, and none is empty.
        match self.parts.get(self.parts.partition_point(|it| it.slots.end <= slot)) {
            Some(Part { type_name: Some(_), field, .. }) => format!("{field}.{name}"),
            _ => name.to_owned(),
        }
    }

    /// The arguments of `MkFacts`, where `of` says what each slot holds.
    pub(super) fn facts_arguments(&self, of: &dyn Fn(usize) -> String) -> Vec<String> {
        if self.parts.is_empty() {
            return (0..self.slots.len()).map(of).collect();
        }
        let part = |it: &Part| match &it.type_name {
            None => of(it.slots.start),
            Some(name) => {
                let head = format!("({}.Mk{name}", self.facts_module());
                let arguments: Vec<String> = it.slots.clone().map(of).collect();
                apply("    ", &head, &arguments) + ")"
            }
        };
        self.parts.iter().map(part).collect()
    }

    /// The type of a slot in Idris.
    pub(super) fn slot_type(&self, slot: &Slot) -> String {
        match slot.content {
            Content::Field(_, ty) => ty.name(false),
            Content::Rows(table) => format!("List {}", self.row_type(table)),
            Content::Words(_) | Content::Title => "String".to_owned(),
        }
    }

    /// The qualified row type of a table plan.
    pub(super) fn row_type(&self, table: usize) -> String {
        let name = self.tables.get(table).map_or("", |it| it.row_type.as_str());
        format!("{}.{name}", self.facts_module())
    }

    /// The value of a slot as an argument, on as many lines as its rows need.
    pub(super) fn slot_term(&self, slot: &Slot) -> String {
        match slot.content {
            Content::Field(id, ty) => {
                self.field(id).and_then(|it| term(&it.value, ty)).unwrap_or_default()
            }
            Content::Rows(table) => {
                let n_rows = self.tables.get(table).map_or(0, |it| it.n_rows);
                let rows: Vec<String> =
                    (0..n_rows).map(|row| self.row_term(table, row, None)).collect();
                super::text::list("    ", &rows)
            }
            Content::Words(id) => string(self.words_text(id)),
            Content::Title => string(&self.analysis.title),
        }
    }

    /// The printed words of a rule about words.
    pub(super) fn words_text(&self, id: RuleId) -> &'a str {
        match self.analysis.rules.get(id.0 as usize).map(|it| &it.relation) {
            Some(Relation::Words { text, .. }) => text,
            _ => "",
        }
    }

    /// A row as a term without brackets around it; one column may say something else.
    pub(super) fn row_term(
        &self,
        table: usize,
        row: usize,
        other: Option<(usize, &str)>,
    ) -> String {
        let Some(plan) = self.tables.get(table) else { return String::new() };
        let mut out = constructor(&self.row_type(table));
        for (at, column) in plan.columns.iter().enumerate() {
            out.push(' ');
            match other {
                Some((changed, text)) if changed == at && column.optional => {
                    out.push_str(&format!("(Just {text})"));
                }
                Some((changed, text)) if changed == at => out.push_str(text),
                _ => out.push_str(&self.cell_term(column, row)),
            }
        }
        out
    }

    /// A cell's value as an argument.
    pub(super) fn cell_term(&self, column: &ColumnPlan, row: usize) -> String {
        if column.fields.is_empty() {
            return string(column.texts.get(row).map_or("", String::as_str));
        }
        let field = column.fields.get(row).copied().flatten().and_then(|it| self.field(it));
        match field.and_then(|it| term(&it.value, column.ty)) {
            Some(it) if column.optional => format!("(Just {it})"),
            Some(it) => it,
            None if column.optional => "Nothing".to_owned(),
            None => column.ty.blank().to_owned(),
        }
    }

    fn lay_out(&mut self) {
        let mut taken: Vec<String> =
            self.analysis.fields.iter().map(|it| it.name.clone()).collect();
        let mut row_types = Vec::new();
        let mut all = lists(self.analysis);
        place(&mut self.places, 0, &all);
        if let Some(of_lines) = lines::list(self.analysis, &self.places) {
            let at = all.len();
            all.push(of_lines);
            place(&mut self.places, at, &all[at..]);
        }
        for List { tables, columns, n_rows, carried } in all {
            let kind = tables.first().map(|it| self.analysis.tables[*it].kind);
            let items = kind == Some(TableKind::Items);
            let row_type = row_type(if items { "Item" } else { "Entry" }, &columns, &row_types);
            row_types.push(row_type.clone());
            self.tables.push(TablePlan { tables, row_type, columns, n_rows, carried });
        }
        // Slots in reading order: rows stand where their first value does, words before the digits.
        let mut seen = vec![false; self.tables.len()];
        let words: Vec<(RuleId, FieldId)> = self
            .analysis
            .rules
            .iter()
            .filter(|it| it.status != Status::Unknown)
            .filter_map(|it| match it.relation {
                Relation::Words { amount, .. } => Some((it.id, amount)),
                _ => None,
            })
            .collect();
        for field in &self.analysis.fields {
            for (id, _) in words.iter().filter(|it| it.1 == field.id) {
                let name = identifier(&format!("{}InWords", field.name), None, &taken);
                taken.push(name.clone());
                self.slots.push(Slot::new(name, Content::Words(*id)));
            }
            match self.places.get(&field.id) {
                Some(Place::Cell(table, ..)) => self.push_rows(*table, &mut seen, &mut taken),
                _ => {
                    self.places.insert(field.id, Place::Slot(self.slots.len()));
                    let content = Content::Field(field.id, Ty::of(&field.value));
                    self.slots.push(Slot::new(field.name.clone(), content));
                }
            }
        }
        for table in 0..self.tables.len() {
            self.push_rows(table, &mut seen, &mut taken);
        }
        if self.slots.is_empty() {
            let name = "documentTitle".to_owned();
            self.slots.push(Slot::new(name, Content::Title));
        }
    }

    /// Names the slots, and parts them by the parts of the model where one record would be too wide.
    ///
    /// A name that the analysis told apart by a number is told apart by what the value belongs to;
    /// others stay as they are.
    fn name_slots(&mut self) {
        if self.slots.len() > FLAT {
            self.part();
            return;
        }
        // The title as a name would say of one value what is true of all.
        let told_by_title = |slot: &usize| {
            let untold = |it: &Field| it.meaning.is_none() && is_title(self, &it.label);
            self.slot_field(*slot).is_some_and(untold)
        };
        let stem = |it: usize| self.slots[it].name.trim_end_matches(|c: char| c.is_ascii_digit());
        let numbered = |it: usize| {
            let printed = self
                .slot_field(it)
                .is_some_and(|it| it.label.ends_with(|c: char| c.is_ascii_digit()));
            stem(it).len() < self.slots[it].name.len() && !printed
        };
        let all = 0..self.slots.len();
        let anew: Vec<usize> = all
            .clone()
            .filter(|it| {
                let again = |other: usize| stem(other) == stem(*it) && numbered(other);
                all.clone().any(again) || told_by_title(it)
            })
            .collect();
        let mut taken: Vec<String> =
            all.filter(|it| !anew.contains(it)).map(|it| self.slots[it].name.clone()).collect();
        for slot in anew {
            let path = self.told(ROOT, slot);
            let least = path.len().min(2);
            let tails: Vec<String> =
                (least..=path.len()).map(|n| camel(&path[path.len() - n..])).collect();
            let refs: Vec<&str> = taken.iter().map(String::as_str).collect();
            let name = free(&tails, &refs);
            taken.push(name.clone());
            self.slots[slot].param.clone_from(&name);
            self.slots[slot].name = name;
        }
    }

    /// How a slot is reached from a part, without what every party is.
    fn told(&self, from: PartId, slot: usize) -> Vec<&str> {
        let mut names = self.tree.names(from, slot).unwrap_or_default();
        names.retain(|it| *it != "party");
        names
    }

    /// Parts the slots as the model's own parts do.
    fn part(&mut self) {
        let mut order: Vec<usize> = Vec::new();
        let mut names: Vec<(String, String)> = Vec::new();
        let members: Vec<Member> = self.tree.parts[ROOT].members.clone();
        let mut types: Vec<String> = self.tables.iter().map(|it| it.row_type.clone()).collect();
        let mut fields = Names::default();
        for member in &members {
            let start = order.len();
            let Holds::Part(part) = member.holds else {
                if let Holds::Slot(slot) = member.holds {
                    order.push(slot);
                    names.push((member.name.clone(), member.name.clone()));
                }
                let (field, slots) = (member.name.clone(), start..order.len());
                fields.hold(&field);
                self.parts.push(Part { type_name: None, field, slots });
                continue;
            };
            order.extend(self.tree.slots(part));
            for slots in cut(start..order.len()) {
                let field = fields.take(std::slice::from_ref(&member.name));
                let base = format!("{}Facts", capitalized(&field));
                let type_name = Some(base.clone()).filter(|it| is_free(it, &types));
                let type_name = type_name.unwrap_or_else(|| format!("{base}Part"));
                let mut taken: Vec<String> = Vec::new();
                for slot in &order[slots.clone()] {
                    let path = self.told(part, *slot);
                    let refs: Vec<&str> = taken.iter().map(String::as_str).collect();
                    let name = free(&[camel(&path)], &refs);
                    taken.push(name.clone());
                    names.push((name.clone(), camel(&[&field, &name])));
                }
                types.push(type_name.clone());
                self.parts.push(Part { type_name: Some(type_name), field, slots });
            }
        }
        let mut now: Vec<usize> = (0..self.slots.len()).collect();
        for (place, slot) in order.iter().enumerate() {
            now[*slot] = place;
        }
        let place = |slot: usize| now[slot];
        let renamed = order.iter().zip(names);
        self.slots = renamed
            .map(|(at, (name, param))| Slot { name, param, content: self.slots[*at].content })
            .collect();
        for it in self.places.values_mut() {
            if let Place::Slot(at) = it {
                *at = place(*at);
            }
        }
        for member in self.tree.parts.iter_mut().flat_map(|it| &mut it.members) {
            if let Holds::Slot(at) = &mut member.holds {
                *at = place(*at);
            }
        }
        self.tree.look_up(self.slots.len());
    }

    /// Document and page that a slot's value stands on.
    pub(super) fn page_of(&self, slot: &Slot) -> (u32, u32) {
        let of = |it: &Field| (it.evidence.document, it.evidence.page);
        match slot.content {
            Content::Field(id, _) => self.field(id).map(of),
            Content::Words(id) => self.amount_of(id).map(of),
            Content::Rows(table) => self.tables.get(table).and_then(|it| {
                let first =
                    it.columns.iter().find_map(|it| it.fields.iter().copied().flatten().next());
                self.field(first?).map(of)
            }),
            Content::Title => None,
        }
        .unwrap_or_default()
    }

    fn push_rows(&mut self, table: usize, seen: &mut [bool], taken: &mut Vec<String>) {
        if seen.get(table).copied().unwrap_or(true) {
            return;
        }
        seen[table] = true;
        // `item` and `items`, `feeEntry` and `feeEntries`.
        let it = lower_first(&self.tables[table].row_type);
        let stem = match it.strip_suffix('y') {
            Some(stem) => format!("{stem}ies"),
            None => format!("{it}s"),
        };
        let name = identifier(&stem, Some(&stem), taken);
        taken.push(name.clone());
        self.slots.push(Slot::new(name, Content::Rows(table)));
    }
}

/// Says of the cells of some lists, the first of which is the table plan `from`, where they stand.
fn place(places: &mut BTreeMap<FieldId, Place>, from: usize, lists: &[List]) {
    for (at, list) in (from..).zip(lists) {
        for (column, plan) in list.columns.iter().enumerate() {
            let cells = plan.fields.iter().enumerate();
            places
                .extend(cells.filter_map(|(row, id)| Some(((*id)?, Place::Cell(at, row, column)))));
        }
    }
}

/// `supplierName` of `SupplierName`.
pub(super) fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|it| it.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

/// A name that is not taken, with a number behind where it needs one.
pub(super) fn numbered(base: &str, taken: &[String]) -> String {
    let free = |it: &str| !taken.iter().any(|t| t == it) && !is_reserved(it);
    if free(base) {
        return base.to_owned();
    }
    let mut number = 2u32;
    loop {
        let name = name::numbered(base, number);
        if free(&name) {
            return name;
        }
        number += 1;
    }
}
