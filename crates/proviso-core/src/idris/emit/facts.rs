//! Writes `Domains.Facts.<project>`: every value, no proofs, and the type of every rule.

use super::literal::Ty;
use super::part::Part;
use super::plan::{Content, Plan, Slot};
use super::rule::{Obligation, Param, RowForm, constructor, step_type};
use super::text::{apply, arrows, doc, line, string};
use crate::analysis::{Analysis, RuleId};

/// The module's text.
pub(super) fn text(plan: &Plan<'_>) -> String {
    let analysis = plan.analysis;
    let module = plan.facts_module();
    let mut out = doc(
        "",
        &[
            format!("What the document says: {}", analysis.title),
            format!("Type {}; {}.", analysis.document_type, sources(analysis)),
            String::new(),
            "Written by Proviso from the analysis; whatever is written here is what stands on the page."
                .to_owned(),
            "`Facts` holds values and no proofs, so that it can say what is wrong as well.".to_owned(),
        ],
    );
    out.push_str(&format!("module {module}\n\nimport public Domains.Core\n\n%default total\n"));
    for table in 0..plan.tables.len() {
        out.push_str(&row_type(plan, table));
    }
    for (table, it) in plan.tables.iter().enumerate() {
        let is_of = |it: &RowForm| it.is_step && it.table == table;
        if plan.obligations.iter().filter_map(|it| it.row_form.as_ref()).any(is_of) {
            out.push_str(&steps(plan, table, &it.row_type));
        }
    }
    out.push_str(&record(plan));
    let arguments = plan.facts_arguments(&|slot| plan.slot_term(&plan.slots[slot]));
    out.push_str(&format!(
        "\n||| The values as printed.\npublic export\nprinted : {module}.Facts\nprinted =\n  {}\n",
        apply("  ", &format!("{module}.MkFacts"), &arguments)
    ));
    if !plan.parts.is_empty() {
        out.push_str(&whole(plan));
    }
    for (at, it) in plan.stretches.iter().enumerate() {
        out.push_str(&format!(
            "\n||| Places of rows: how many are left out, how many are meant, and so on.\npublic export\nstretches{at} : List Integer\nstretches{at} = {it}\n"
        ));
    }
    for (at, it) in plan.obligations.iter().enumerate() {
        out.push_str(&obligation(plan, at, it));
    }
    if !plan.unstated.is_empty() {
        out.push_str("\n-- Not stated:\n");
        for (id, reason) in &plan.unstated {
            let statement = plan.analysis.rules.get(id.0 as usize).map_or("", |it| &it.statement);
            out.push_str(&format!("-- rule {}: {} ({reason})\n", id.0, line(statement)));
        }
    }
    out
}

fn sources(analysis: &Analysis) -> String {
    let names: Vec<String> = analysis
        .documents
        .iter()
        .map(|it| {
            let hash = it.sha256.get(..12).unwrap_or(&it.sha256);
            format!("{} (SHA-256 {hash}…)", it.name)
        })
        .collect();
    names.join(", ")
}

/// `page 2`, with the document's name where there are several.
fn page_name(analysis: &Analysis, (document, page): (u32, u32)) -> String {
    match analysis.documents.get(document as usize) {
        Some(document) if analysis.documents.len() > 1 => {
            format!("{}, page {page}", document.name)
        }
        _ => format!("page {page}"),
    }
}

fn row_type(plan: &Plan<'_>, table: usize) -> String {
    let it = &plan.tables[table];
    let name = &it.row_type;
    let mut out = format!(
        "\n||| A row of the table on {}.\npublic export\nrecord {name} where\n  constructor Mk{name}\n",
        on_pages(it.pages(plan.analysis))
    );
    for column in &it.columns {
        out.push_str(&doc("  ", std::slice::from_ref(&column.label)));
        let ty = if column.optional {
            format!("Maybe {}", column.ty.name(true))
        } else {
            column.ty.name(false)
        };
        out.push_str(&format!("  {} : {ty}\n", column.name));
    }
    let blanks: Vec<&str> =
        it.columns.iter().map(|it| if it.optional { "Nothing" } else { it.ty.blank() }).collect();
    out.push_str(&format!(
        "\n||| What stands for a row that is not there.\npublic export\nblank{name} : {}\nblank{name} = {}.Mk{name} {}\n",
        plan.row_type(table),
        plan.facts_module(),
        blanks.join(" ")
    ));
    out
}

/// Rows of a table, each with the one before it.
fn steps(plan: &Plan<'_>, table: usize, name: &str) -> String {
    let (module, row, step) = (plan.facts_module(), plan.row_type(table), step_type(plan, table));
    let made = constructor(&step);
    format!(
        "\n||| A row of the table on {}, and the one before it.\npublic export\nrecord {name}Step where\n  constructor Mk{name}Step\n  before : {row}\n  now : {row}\n\n\
         ||| The rows behind a row, each with the one before it.\npublic export\nstepsFrom{name} : {row} -> List {row} -> List {step}\nstepsFrom{name} _ [] = []\nstepsFrom{name} before (row :: rows) = {made} before row :: {module}.stepsFrom{name} row rows\n\n\
         ||| The rows but the first, each with the one before it.\npublic export\nsteps{name} : List {row} -> List {step}\nsteps{name} [] = []\nsteps{name} (row :: rows) = {module}.stepsFrom{name} row rows\n",
        on_pages(plan.tables[table].pages(plan.analysis))
    )
}

/// The record of all values, behind those of its parts where there are any.
fn record(plan: &Plan<'_>) -> String {
    let mut out = String::new();
    for part in &plan.parts {
        let Some(name) = &part.type_name else { continue };
        out.push_str(&head(&format!("Values of {}.", pages(plan, part)), name));
        part.slots.clone().for_each(|it| out.push_str(&slot(plan, &plan.slots[it])));
    }
    out.push_str(&head("All values of the document.", "Facts"));
    if plan.parts.is_empty() {
        plan.slots.iter().for_each(|it| out.push_str(&slot(plan, it)));
    }
    for part in &plan.parts {
        match &part.type_name {
            None => out.push_str(&slot(plan, &plan.slots[part.slots.start])),
            Some(name) => {
                out.push_str(&format!("  {} : {}.{name}\n", part.field, plan.facts_module()));
            }
        }
    }
    out
}

/// That facts are what their values make, part by part: taken apart as a whole they are as many
/// variables as the document has values, which costs a proof about all rules minutes.
fn whole(plan: &Plan<'_>) -> String {
    let module = plan.facts_module();
    let mut out = String::new();
    for Part { type_name, slots, .. } in &plan.parts {
        let Some(type_name) = type_name else { continue };
        let name = |it: &Slot| format!(" p.{}", it.name);
        let values: String = plan.slots[slots.clone()].iter().map(name).collect();
        let blanks = " _".repeat(slots.len());
        out.push_str(&format!(
            "\npublic export\n0 whole{type_name} : (p : {module}.{type_name}) -> {module}.Mk{type_name}{values} = p\nwhole{type_name} ({module}.Mk{type_name}{blanks}) = Refl\n"
        ));
    }
    let each = |of: &dyn Fn(usize) -> String| -> String {
        (1..=plan.parts.len()).map(|at| format!(" {}", of(at))).collect()
    };
    let equal: Vec<String> = (1..=plan.parts.len()).map(|at| format!("(a{at} = b{at})")).collect();
    let (a, b) = (each(&|at| format!("a{at}")), each(&|at| format!("b{at}")));
    out.push_str(&format!(
        "\npublic export\n{}\nequalParts{} = Refl\n",
        arrows("0 equalParts", &equal, &format!("{module}.MkFacts{a} = {module}.MkFacts{b}")),
        each(&|_| "Refl".to_owned()),
    ));
    let values = plan.facts_arguments(&|slot| format!("f.{}", plan.path(slot)));
    let lemma = |(at, it): (usize, &Part)| match &it.type_name {
        Some(name) => format!("({module}.whole{name} p{})", at + 1),
        None => "Refl".to_owned(),
    };
    let lemmas: Vec<String> = plan.parts.iter().enumerate().map(lemma).collect();
    out.push_str(&format!(
        "\n||| Facts are what their values make: what `viewMake` comes to.\npublic export\n0 whole : (f : {module}.Facts) ->\n  {} = f\nwhole ({module}.MkFacts{}) =\n  {}\n",
        apply("  ", &format!("{module}.MkFacts"), &values),
        each(&|at| format!("p{at}")),
        apply("  ", &format!("{module}.equalParts"), &lemmas)
    ));
    out
}

/// The beginning of a record with a constructor of our naming.
fn head(about: &str, name: &str) -> String {
    format!("\n||| {about}\npublic export\nrecord {name} where\n  constructor Mk{name}\n")
}

/// `pages 3 to 4`, where the first and the last value of a part stand.
fn pages(plan: &Plan<'_>, part: &Part) -> String {
    let slots = &plan.slots[part.slots.clone()];
    let name = |it: Option<&Slot>| {
        it.map_or_else(String::new, |it| page_name(plan.analysis, plan.page_of(it)))
    };
    let (first, last) = (name(slots.first()), name(slots.last()));
    if first == last { first } else { format!("{first} to {last}") }
}

/// `page 2`, or `pages 2 to 4`.
fn on_pages((first, last): (u32, u32)) -> String {
    if first == last { format!("page {first}") } else { format!("pages {first} to {last}") }
}

/// A field of a record of values.
fn slot(plan: &Plan<'_>, slot: &Slot) -> String {
    let about = match slot.content {
        Content::Field(id, _) => plan.field(id).map_or_else(String::new, |it| {
            let labels: Vec<&str> =
                std::iter::once(&it.label).chain(&it.also).map(String::as_str).collect();
            format!("{} ({})", labels.join(" / "), page_name(plan.analysis, plan.page_of(slot)))
        }),
        Content::Rows(table) => {
            let it = &plan.tables[table];
            format!("{} rows ({})", it.n_rows, on_pages(it.pages(plan.analysis)))
        }
        Content::Words(id) => {
            format!("the amount in words: {}", plan.words_text(id))
        }
        Content::Title => "the title".to_owned(),
    };
    format!("{}  {} : {}\n", doc("  ", &[about]), slot.name, plan.slot_type(slot))
}

/// The words of a rule: its statement, for several rules of one shape the first one's.
pub(super) fn statement(plan: &Plan<'_>, it: &Obligation) -> String {
    let first = it.rules.first().and_then(|it| plan.analysis.rules.get(it.0 as usize));
    let words = first.map_or("", |it| it.statement.as_str());
    match &it.row_form {
        Some(form) if form.rows.len() > 1 => format!("{words} ({} rows)", form.rows.len()),
        _ => words.to_owned(),
    }
}

fn expression(plan: &Plan<'_>, id: RuleId) -> String {
    plan.analysis.rules.get(id.0 as usize).map_or_else(String::new, |it| it.expression.clone())
}

fn signature(params: &[Param]) -> String {
    params.iter().map(|it| format!("({} : {}) -> ", it.name, it.ty)).collect()
}

/// The parameters' names, each with a space before it.
fn names(params: &[Param]) -> String {
    params.iter().map(|it| format!(" {}", it.name)).collect()
}

/// Patterns of parameters that a walk down the rows takes along, for its end and for a row. What is
/// matched against is handed on computed; else the compiler looks back further with every row.
pub(super) fn walked(plan: &Plan<'_>, params: &[Param]) -> (String, String) {
    let pattern = |it: &Param| match it.ty_of(plan).and_then(Ty::pattern) {
        Some(pattern) => format!(" {}@({pattern})", it.name),
        None => format!(" {}", it.name),
    };
    (" _".repeat(params.len()), params.iter().map(pattern).collect())
}

fn obligation(plan: &Plan<'_>, at: usize, it: &Obligation) -> String {
    let module = plan.facts_module();
    let mut out = String::from("\n");
    for helper in &it.helpers {
        out.push_str(&format!(
            "||| What a column of the rows comes to, for rule {at}.\n{helper}\n"
        ));
    }
    let (mut stated, mut computed) = (it.equation.stated.clone(), it.equation.computed.clone());
    if let Some(form) = &it.row_form {
        let rest = it.params.get(1..).unwrap_or_default();
        let row = form.ty(plan);
        let ty = it.equation.ty;
        for (name, side, about) in [
            ("stated", &stated, "What a row prints"),
            ("computed", &computed, "What a row's other values come to"),
        ] {
            out.push_str(&format!(
                "||| {about}, for rule {at}.\npublic export\n{name}{at} : {}{row} -> {ty}\n{name}{at}{} row = {side}\n\n",
                signature(rest),
                names(rest),
            ));
        }
        let list = it.params.first().map_or("", |it| it.name.as_str());
        let given = names(rest);
        let (ignored, matched) = walked(plan, rest);
        for (all, one, about) in [
            ("allStated", "stated", "What the rows print"),
            ("allComputed", "computed", "What the rows' other values come to"),
        ] {
            out.push_str(&format!(
                "||| {about}, for rule {at}.\npublic export\n{all}{at} : {}List {row} -> List {ty}\n{all}{at}{ignored} [] = []\n{all}{at}{matched} (row :: rows) = {module}.{one}{at}{given} row :: {module}.{all}{at}{given} rows\n\n",
                signature(rest)
            ));
        }
        let side = |name: &str| format!("{module}.{name}{at}{given} {list}");
        (stated, computed) = (side("allStated"), side("allComputed"));
    }
    let mut about = vec![format!("R{at}: {}", statement(plan, it))];
    about.extend(
        it.rules.iter().take(3).map(|id| format!("rule {}: {}", id.0, expression(plan, *id))),
    );
    if it.rules.len() > 3 {
        about.push(format!("and {} more of this shape", it.rules.len() - 3));
    }
    if it.refuted {
        about.push("The document does not keep it.".to_owned());
    }
    out.push_str(&doc("", &about));
    let params = signature(&it.params);
    let names = names(&it.params);
    out.push_str(&format!(
        "public export\n0 Rule{at} : {params}Type\nRule{at}{names} = ({stated} = {computed})\n\n"
    ));
    if let Some(form) = &it.row_form {
        out.push_str(&each_row(plan, at, it, form));
    }
    let arguments = it.arguments(plan, &|slot| format!("f.{}", plan.path(slot)));
    out.push_str(&format!(
        "||| The same of the document's facts.\npublic export\n0 R{at} : {module}.Facts -> Type\nR{at} f = {}\n\n",
        apply("", &format!("{module}.Rule{at}"), &arguments)
    ));
    out.push_str(&format!(
        "||| Rule {at} in words.\npublic export\nstatement{at} : String\nstatement{at} = {}\n\n",
        // A sum of ten thousand amounts is as long a statement, which costs the compiler half a minute.
        string(&line(&statement(plan, it)))
    ));
    out.push_str(&format!(
        "||| Whether other facts keep rule {at}.\npublic export\ndecideRule{at} : {params}Dec ({module}.Rule{at}{names})\ndecideRule{at}{names} = decEq ({stated}) ({computed})\n\n"
    ));
    out.push_str(&format!(
        "||| Whether these facts keep rule {at}.\npublic export\ndecideR{at} : (f : {module}.Facts) -> Dec ({module}.R{at} f)\ndecideR{at} f = {}\n",
        apply("", &format!("{module}.decideRule{at}"), &arguments)
    ));
    out
}

/// The type of what a column holds, for the audit's read-back.
pub(super) fn holds(ty: Ty, optional: bool) -> String {
    if optional { format!("(Maybe {})", ty.name(true)) } else { ty.name(true) }
}

/// A rule about rows as one about each of them, and back: what lines that carry their own proofs
/// are made with.
fn each_row(plan: &Plan<'_>, at: usize, it: &Obligation, form: &RowForm) -> String {
    let module = plan.facts_module();
    let rest = it.params.get(1..).unwrap_or_default();
    let (signature, given, row) = (signature(rest), names(rest), form.ty(plan));
    let (_, matched) = walked(plan, rest);
    let list = it.params.first().map_or("", |it| it.name.as_str());
    // Name by name: another parameter's may begin as the list's does.
    let given_rows =
        |it: &Param| if it.name == list { " rows".to_owned() } else { format!(" {}", it.name) };
    let rule = format!("{module}.Rule{at}{}", it.params.iter().map(given_rows).collect::<String>());
    let keeps = match given.is_empty() {
        true => format!("{module}.Keeps{at}"),
        false => format!("({module}.Keeps{at}{given})"),
    };
    let each = format!("Domains.Core.Each {keeps} rows");
    format!(
        "||| That a row keeps rule {at}.\npublic export\n0 Keeps{at} : {signature}{row} -> Type\nKeeps{at}{given} row = ({module}.stated{at}{given} row = {module}.computed{at}{given} row)\n\n\
         ||| Where the rows keep rule {at}, each of them does.\npublic export\n0 each{at} : {signature}(rows : List {row}) -> {rule} -> {each}\neach{at}{matched} [] _ = NoRow\neach{at}{matched} (row :: rows) ok = OneRow (sameHead ok) ({module}.each{at}{given} rows (sameTail ok))\n\n\
         ||| Where each row keeps rule {at}, the rows do.\npublic export\n0 all{at} : {signature}(rows : List {row}) -> {each} -> {rule}\nall{at}{matched} [] _ = Refl\nall{at}{matched} (row :: rows) (OneRow one others) = sameList one ({module}.all{at}{given} rows others)\n\n",
    )
}
