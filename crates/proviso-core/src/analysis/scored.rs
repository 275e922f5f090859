//! The analysis in the shape that evaluation programs read: `document_type`, `fields`, `relations`.
//!
//! **Invariant:** money and other numbers are strings, in the canonical text of their kind; rules
//! that could not be computed, and those without a counterpart there (`same`, `length`), are left
//! out of `relations` and stand in `rules` only.

use serde_json::{Map, Value as Json, json};

use super::{Analysis, Field, Operand, Relation, Rule, Status};
use crate::number::{Decimal, Rounding, RoundingMode};
use crate::value::Value;

/// `proviso analyze --json`: the whole analysis, and beside `rules` the `relations` derived from
/// them with values instead of ids, money as strings. Every entry of `fields` carries, besides the
/// field, its `page`, `box` and, for cells of item tables, `line`: the row counted from 0.
pub fn json(analysis: &Analysis) -> Json {
    let mut out = object(analysis);
    // In their places: those of a long paper take most of the memory and are not made twice.
    if let Some(Json::Array(fields)) = out.get_mut("fields") {
        let fields = fields.iter_mut().filter_map(Json::as_object_mut);
        fields.zip(&analysis.fields).for_each(|(it, of)| extend(it, (analysis, of)));
    }
    let relations: Vec<Json> =
        analysis.rules.iter().filter_map(|it| relation(analysis, it)).collect();
    out.insert("relations".to_owned(), Json::Array(relations));
    Json::Object(out)
}

/// A value's JSON object, by way of text: a box's `243.44` would become the `f64` nearest to the
/// `f32`, which prints as `243.44000244140625`.
fn object(value: &impl serde::Serialize) -> Map<String, Json> {
    let text = serde_json::to_string(value).unwrap_or_default();
    // Nothing in an analysis has keys that are no strings; its serializer cannot fail.
    serde_json::from_str(&text).unwrap_or_default()
}

/// A coordinate in hundredths, as boxes are kept.
fn tidy(coordinate: f32) -> f64 {
    (f64::from(coordinate) * 100.0).round() / 100.0
}

/// What stands beside a field.
fn extend(out: &mut Map<String, Json>, (analysis, field): (&Analysis, &Field)) {
    out.insert("page".to_owned(), json!(field.evidence.page));
    let mut boxes = field.evidence.boxes.iter();
    if let Some(first) = boxes.next() {
        let around = boxes.fold(*first, |a, b| a.union(b));
        out.insert(
            "box".to_owned(),
            json!([tidy(around.x0), tidy(around.y0), tidy(around.x1), tidy(around.y1)]),
        );
    }
    if let Some(cell) = field.cell {
        let table = analysis.tables.get(cell.table as usize);
        if table.is_some_and(|it| it.kind == super::TableKind::Items) {
            out.insert("line".to_owned(), json!(cell.row));
        }
    }
}

fn relation(analysis: &Analysis, rule: &Rule) -> Option<Json> {
    if rule.status == Status::Unknown {
        return None;
    }
    let text = |it: &Operand| operand(analysis, it);
    let of = |it: super::FieldId| operand(analysis, &Operand::Field(it));
    let mut out = match &rule.relation {
        Relation::Sum { terms, result } => {
            // A printed minus subtracts just like a minus of the rule.
            let terms: Option<Vec<(String, bool, bool)>> = terms
                .iter()
                .map(|it| {
                    let text = text(&it.operand)?;
                    let minus = is_negative(&text);
                    Some((magnitude(&text), minus != it.negative, minus))
                })
                .collect();
            let terms = terms?;
            let result = text(result)?;
            let subtracts = terms.len() >= 2 && !terms[0].1 && terms[1..].iter().all(|it| it.1);
            // A result below zero tells a column of mixed signs, unless no part is printed with one.
            if subtracts && (!is_negative(&result) || terms.iter().all(|it| !it.2)) {
                let terms: Vec<String> = terms.into_iter().map(|it| it.0).collect();
                json!({"relation": "difference", "terms": terms, "result": result})
            } else {
                let terms: Vec<String> = terms
                    .into_iter()
                    .map(|(it, minus, _)| if minus { negated(&it) } else { it })
                    .collect();
                json!({"relation": "sum", "terms": terms, "result": result})
            }
        }
        Relation::Product { factors, rounding, result } => {
            // What is taken off has its sign in the result.
            let (factors, _) = super::rules::unsigned(factors);
            let terms: Option<Vec<String>> = factors.iter().map(text).collect();
            let mut out = json!({"relation": "product", "terms": terms?, "result": text(result)?});
            if rounding.mode != RoundingMode::None {
                put_rounding(&mut out, rounding);
            }
            out
        }
        Relation::Rate { base, rate, rounding, result, negated } => {
            let result = text(result)?;
            let result = if *negated { magnitude(&result) } else { result };
            let mut out = json!({"relation": "rate", "base": text(base)?, "rate": text(rate)?, "result": result});
            put_rounding(&mut out, rounding);
            out
        }
        Relation::Words { text: words, amount, .. } => {
            json!({"relation": "words", "text": words, "result": of(*amount)?})
        }
        Relation::Checksum { number } => json!({"relation": "checksum", "value": of(*number)?}),
        Relation::Ordered { dates } => {
            let terms: Option<Vec<String>> = dates.iter().map(|it| of(*it)).collect();
            json!({"relation": "ordered", "terms": terms?})
        }
        // The scorer knows no other kinds.
        _ => return None,
    };
    if let Json::Object(it) = &mut out {
        it.insert("holds".to_owned(), json!(rule.status == Status::Holds));
        it.insert("rule".to_owned(), json!(rule.id));
    }
    Some(out)
}

fn put_rounding(out: &mut Json, rounding: &Rounding) {
    let mode = match rounding.mode {
        RoundingMode::None => "none",
        RoundingMode::Floor => "floor",
        RoundingMode::HalfUp => "half_up",
        RoundingMode::Ceiling => "ceiling",
    };
    out["rounding"] = json!(mode);
    let unit = rounding.unit.normalized();
    let usual = unit == Decimal::whole(1) || unit == Decimal { digits: 1, scale: 2 };
    if rounding.mode != RoundingMode::None && !usual {
        out["unit"] = json!(unit.to_string());
    }
}

fn operand(analysis: &Analysis, operand: &Operand) -> Option<String> {
    Some(match operand {
        Operand::Field(id) => analysis.field(*id)?.value.to_string(),
        Operand::Constant(it) => match Decimal::from_exact(it) {
            // Rates are fractions there, and a constant between 0 and 1 is one.
            Some(decimal) if decimal.normalized().scale == 0 => decimal.normalized().to_string(),
            _ => Value::Rate(it.clone()).to_string(),
        },
    })
}

fn is_negative(text: &str) -> bool {
    text.starts_with('-') || text.contains(" -")
}

fn magnitude(text: &str) -> String {
    text.replacen('-', "", 1)
}

fn negated(text: &str) -> String {
    match text.split_once(' ') {
        Some((code, amount)) => format!("{code} -{amount}"),
        None => format!("-{text}"),
    }
}
