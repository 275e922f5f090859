//! Writes `Domains.Facts.<project>`: every value, no proofs, and the type of every rule.

use super::literal::Ty;
use super::plan::{Content, Plan};
use super::rule::{Obligation, Param};
use super::text::{apply, doc, line, string};
use crate::analysis::{Analysis, Evidence, RuleId};

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
    out.push_str(&record(plan));
    let arguments: Vec<String> = plan.slots.iter().map(|it| plan.slot_term(it)).collect();
    out.push_str(&format!(
        "\n||| The values as printed.\npublic export\nprinted : {module}.Facts\nprinted =\n  {}\n",
        apply("  ", &format!("{module}.MkFacts"), &arguments)
    ));
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
pub(super) fn page(analysis: &Analysis, evidence: &Evidence) -> String {
    match analysis.documents.get(evidence.document as usize) {
        Some(document) if analysis.documents.len() > 1 => {
            format!("{}, page {}", document.name, evidence.page)
        }
        _ => format!("page {}", evidence.page),
    }
}

fn row_type(plan: &Plan<'_>, table: usize) -> String {
    let it = &plan.tables[table];
    let source = &plan.analysis.tables[it.table];
    let name = &it.row_type;
    let mut out = format!(
        "\n||| A row of the table on page {}.\npublic export\nrecord {name} where\n  constructor Mk{name}\n",
        source.page
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

fn record(plan: &Plan<'_>) -> String {
    let mut out =
        "\n||| All values of the document.\npublic export\nrecord Facts where\n  constructor MkFacts\n"
            .to_owned();
    for slot in &plan.slots {
        let about = match slot.content {
            Content::Field(id, _) => plan.field(id).map_or_else(String::new, |it| {
                let labels: Vec<&str> =
                    std::iter::once(&it.label).chain(&it.also).map(String::as_str).collect();
                format!("{} ({})", labels.join(" / "), page(plan.analysis, &it.evidence))
            }),
            Content::Rows(table) => {
                let it = &plan.tables[table];
                format!("{} rows (page {})", it.n_rows, plan.analysis.tables[it.table].page)
            }
            Content::Words(id) => {
                format!("the amount in words: {}", plan.words_text(id))
            }
            Content::Title => "the title".to_owned(),
        };
        out.push_str(&doc("  ", &[about]));
        out.push_str(&format!("  {} : {}\n", slot.name, plan.slot_type(slot)));
    }
    out
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

fn obligation(plan: &Plan<'_>, at: usize, it: &Obligation) -> String {
    let module = plan.facts_module();
    let mut out = String::from("\n");
    for helper in &it.helpers {
        out.push_str(&format!("||| A column of the rows, for rule {at}.\n{helper}\n"));
    }
    let (mut stated, mut computed) = (it.equation.stated.clone(), it.equation.computed.clone());
    if let Some(form) = &it.row_form {
        let rest = it.params.get(1..).unwrap_or_default();
        let row = plan.row_type(form.table);
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
        let rows = it.params.first().map_or("", |it| it.name.as_str());
        let side = |name: &str| {
            let head = format!("{module}.{name}{at}");
            let head = if rest.is_empty() { head } else { format!("({head}{})", names(rest)) };
            format!("map {head} {rows}")
        };
        (stated, computed) = (side("stated"), side("computed"));
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
    let arguments = it.arguments(plan, &|slot| format!("f.{}", plan.slots[slot].name));
    out.push_str(&format!(
        "||| The same of the document's facts.\npublic export\n0 R{at} : {module}.Facts -> Type\nR{at} f = {}\n\n",
        apply("", &format!("{module}.Rule{at}"), &arguments)
    ));
    out.push_str(&format!(
        "||| Rule {at} in words.\npublic export\nstatement{at} : String\nstatement{at} = {}\n\n",
        string(&statement(plan, it))
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
