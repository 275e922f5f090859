//! Relations as equations of Idris terms.
//!
//! **Invariant:** money counts in its currency's main unit, as the relations do: an operand is a
//! product of integer terms over a product of integer terms over a power of ten that is known here.
//! Both sides are multiplied out to integers; the only division is that of `roundDiv`.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_traits::One;

use super::literal::{Ty, integer};
use super::plan::{Content, Place};
use super::rule::{Scope, Source, cell_of};
use super::words;
use crate::analysis::{FieldId, Operand, Relation, RuleId, Term, rules};
use crate::number::{Exact, Rounding, RoundingMode, pow10};

/// Both sides of a statement.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Equation {
    /// What the document prints.
    pub(super) stated: String,
    /// What the rule computes.
    pub(super) computed: String,
    /// The type of both sides: `Integer`, `Bool`, `String`, `Maybe Integer`.
    pub(super) ty: &'static str,
}

impl Equation {
    pub(super) fn integers(stated: String, computed: String) -> Equation {
        Equation { stated, computed, ty: "Integer" }
    }
    fn truth(test: String) -> Equation {
        Equation { stated: "True".to_owned(), computed: test, ty: "Bool" }
    }
}

/// The equation of a relation, its operands taken into the scope; none where they do not fit.
pub(super) fn equation(
    scope: &mut Scope<'_, '_>,
    id: RuleId,
    relation: &Relation,
) -> Option<Equation> {
    match relation {
        Relation::Sum { terms, result } => sum(scope, terms, result),
        Relation::Product { factors, rounding, result } => {
            let (factors, minus) = rules::unsigned(factors);
            product(scope, &factors, rounding, result, minus)
        }
        Relation::Rate { base, rate, rounding, result, negated } => {
            product(scope, &[base.clone(), rate.clone()], rounding, result, *negated)
        }
        Relation::Words { text, says, amount, .. } => in_words(scope, id, text, says, *amount),
        Relation::Checksum { number } => {
            let (number, ty) = scope.access(*number)?;
            (ty == Ty::Text)
                .then(|| Equation::truth(format!("Domains.Core.keepsCheckDigit {number}")))
        }
        Relation::Ordered { dates } => ordered(scope, dates),
        Relation::Length { start, end, length } => {
            let (start, a) = scope.access(*start)?;
            let (end, b) = scope.access(*end)?;
            let (length, c) = scope.access(*length)?;
            let fits = (a, b, c) == (Ty::Date, Ty::Date, Ty::Period);
            fits.then(|| Equation::truth(format!("Domains.Core.lasts {start} {end} {length}")))
        }
        Relation::Same { left, right } => same(scope, *left, *right),
    }
}

/// A number as integer terms: `numerators / (denominators × 10^tens)`.
struct Factor {
    numerators: Vec<String>,
    denominators: Vec<String>,
    tens: u32,
}

fn factor(scope: &mut Scope<'_, '_>, operand: &Operand) -> Option<Factor> {
    match operand {
        Operand::Constant(it) => Some(Factor {
            numerators: if it.numer().is_one() { vec![] } else { vec![integer(it.numer())] },
            denominators: if it.denom().is_one() { vec![] } else { vec![integer(it.denom())] },
            tens: 0,
        }),
        Operand::Field(id) => {
            let (x, ty) = scope.access(*id)?;
            of_type(&x, ty)
        }
    }
}

fn of_type(x: &str, ty: Ty) -> Option<Factor> {
    let (numerator, denominator, tens) = match ty {
        Ty::Money(it) => (format!("{x}.units"), None, u32::from(it.minor_digits())),
        Ty::Price(_) => {
            (format!("{x}.amount.digits"), Some(format!("Domains.Core.tenTo {x}.amount.scale")), 0)
        }
        Ty::Decimal => (format!("{x}.digits"), Some(format!("Domains.Core.tenTo {x}.scale")), 0),
        Ty::Rate => (format!("{x}.over"), Some(format!("{x}.under")), 0),
        Ty::Date | Ty::Period | Ty::Text => return None,
    };
    let denominators = denominator.into_iter().collect();
    Some(Factor { numerators: vec![numerator], denominators, tens })
}

/// Factors times a power of ten, as one term.
fn times(factors: &[String], tens: u32) -> String {
    let mut all = factors.to_vec();
    if tens > 0 {
        all.push(pow10(tens).to_string());
    }
    if all.is_empty() { "1".to_owned() } else { all.join(" * ") }
}

/// A term as an argument.
fn nested(term: &str) -> String {
    if term.contains(' ')
        && !(term.starts_with('(') && term.ends_with(')') && !term[1..].contains('('))
    {
        format!("({term})")
    } else {
        term.to_owned()
    }
}

/// `round(Π factors) = result`, with the sign turned where the result is printed as a deduction.
fn product(
    scope: &mut Scope<'_, '_>,
    factors: &[Operand],
    rounding: &Rounding,
    result: &Operand,
    negated: bool,
) -> Option<Equation> {
    let mut top = Vec::new();
    let mut bottom = Vec::new();
    let mut tens = 0u32;
    for it in factors {
        let it = factor(scope, it)?;
        top.extend(it.numerators);
        bottom.extend(it.denominators);
        tens += it.tens;
    }
    let out = factor(scope, result)?;
    let sign = |it: String| if negated { format!("0 - {}", nested(&it)) } else { it };
    if rounding.mode == RoundingMode::None {
        // r / (rd × 10^m) = N / (D × 10^t), multiplied out, common tens left out.
        let common = tens.min(out.tens);
        let stated = [out.numerators.as_slice(), &bottom].concat();
        let computed = [top.as_slice(), &out.denominators].concat();
        return Some(Equation::integers(
            times(&stated, tens - common),
            sign(times(&computed, out.tens - common)),
        ));
    }
    let mode = match rounding.mode {
        RoundingMode::None | RoundingMode::Floor => "Floor",
        RoundingMode::HalfUp => "HalfUp",
        RoundingMode::Ceiling => "Ceiling",
    };
    // Rounding happens in units of 10^-s; where the result counts in finer units, so does it.
    let unit = rounding.unit.normalized();
    let scale = if out.denominators.is_empty() {
        u32::from(unit.scale).max(out.tens)
    } else {
        u32::from(unit.scale)
    };
    let unit = unit.in_units(u8::try_from(scale).ok()?).filter(|it| *it > 0)?;
    let common = tens.min(scale);
    let rounded = format!(
        "Domains.Core.roundDiv Domains.Core.{mode} {unit} {} {}",
        nested(&times(&top, scale - common)),
        nested(&times(&bottom, tens - common)),
    );
    // r / (rd × 10^m) = rounded / 10^s.
    let common = scale.min(out.tens);
    let stated = times(&out.numerators, scale - common);
    let mut computed = sign(rounded);
    let rest = times(&out.denominators, out.tens - common);
    if rest != "1" {
        computed = format!("({computed}) * {rest}");
    }
    Some(Equation::integers(stated, computed))
}

/// Terms of a sum: single operands, and columns over some rows.
enum Part {
    One(Operand),
    Column { table: usize, column: usize, rows: Vec<usize> },
}

/// Splits the terms into columns of two and more cells of one sign and all others.
fn parts(scope: &Scope<'_, '_>, terms: &[Term]) -> Vec<(Part, bool)> {
    let mut out: Vec<(Part, bool)> = Vec::new();
    // The rows of each part.
    let mut taken: BTreeSet<(usize, usize)> = BTreeSet::new();
    for term in terms {
        let place = match &term.operand {
            Operand::Field(id) => scope.plan.places.get(id).copied(),
            Operand::Constant(_) => None,
        };
        if let Some(Place::Cell(table, row, column)) = place {
            let open = out.iter_mut().enumerate().find_map(|(at, (part, negative))| match part {
                Part::Column { table: t, column: c, rows }
                    if (*t, *c, *negative) == (table, column, term.negative) =>
                {
                    // A cell that is added twice stays a term of its own.
                    taken.insert((at, row)).then_some(rows)
                }
                _ => None,
            });
            match open {
                Some(rows) => rows.push(row),
                None => {
                    taken.insert((out.len(), row));
                    let part = Part::Column { table, column, rows: vec![row] };
                    out.push((part, term.negative));
                }
            }
        } else {
            out.push((Part::One(term.operand.clone()), term.negative));
        }
    }
    out
}

/// `terms[0] ± terms[1] ± … = result`.
fn sum(scope: &mut Scope<'_, '_>, terms: &[Term], result: &Operand) -> Option<Equation> {
    // In a statement about a row its cells are plain terms.
    let in_row = scope.params.first().is_some_and(|it| matches!(it.source, Source::Rows(..)));
    let parts: Vec<(Part, bool)> = if in_row {
        terms.iter().map(|it| (Part::One(it.operand.clone()), it.negative)).collect()
    } else {
        parts(scope, terms)
            .into_iter()
            .flat_map(|(part, negative)| match part {
                Part::Column { rows, table, column } if rows.len() == 1 => {
                    let id = scope.plan.tables[table].columns[column].fields[rows[0]];
                    id.map(|it| (Part::One(Operand::Field(it)), negative)).into_iter().collect()
                }
                Part::Column { mut rows, table, column } => {
                    rows.sort_unstable();
                    let plan = &scope.plan.tables[table];
                    // What is empty counts as nothing: it is the sum of a stretch of the column, or
                    // of all of it.
                    let is_empty = |row: usize| plan.columns[column].fields[row].is_none();
                    let fits = |it: usize| rows.binary_search(&it).is_ok() || is_empty(it);
                    let stretch = rows[0]..rows[rows.len() - 1] + 1;
                    if (0..plan.n_rows).all(fits) {
                        rows = (0..plan.n_rows).collect();
                    } else if stretch.clone().all(fits) {
                        rows = stretch.collect();
                    }
                    vec![(Part::Column { table, column, rows }, negative)]
                }
                it => vec![(it, negative)],
            })
            .collect()
    };
    match whole_units(scope, &parts, result) {
        Some(scale) => sum_of_units(scope, parts, result, scale),
        None => sum_of_ratios(scope, parts, result),
    }
}

/// Adds a term to a sum.
pub(super) fn add(sum: &mut String, term: &str, negative: bool) {
    match (sum.is_empty(), negative) {
        (true, false) => sum.push_str(term),
        (true, true) => sum.push_str(&format!("0 - {}", bracketed(term))),
        (false, false) => sum.push_str(&format!(" + {term}")),
        (false, true) => sum.push_str(&format!(" - {}", bracketed(term))),
    }
}

/// The scale in which every operand is a whole number known by its type: won, cents.
fn whole_units(scope: &Scope<'_, '_>, parts: &[(Part, bool)], result: &Operand) -> Option<u32> {
    let mut scale = 0;
    let mut constants = Vec::new();
    let mut money = false;
    let operands = parts.iter().map(|it| &it.0);
    let last = Part::One(result.clone());
    for part in operands.chain([&last]) {
        let ty = match part {
            Part::One(Operand::Constant(it)) => {
                constants.push(it.clone());
                continue;
            }
            Part::One(Operand::Field(id)) => ty_of(scope, *id)?,
            Part::Column { table, column, .. } => scope.plan.tables[*table].columns[*column].ty,
        };
        let Ty::Money(currency) = ty else { return None };
        money = true;
        scale = scale.max(u32::from(currency.minor_digits()));
    }
    let whole = |it: &Exact| (it * Exact::from_integer(pow10(scale))).is_integer();
    (money && constants.iter().all(whole)).then_some(scale)
}

fn ty_of(scope: &Scope<'_, '_>, id: FieldId) -> Option<Ty> {
    match scope.plan.places.get(&id)? {
        Place::Slot(at) => match scope.plan.slots.get(*at)?.content {
            Content::Field(_, ty) => Some(ty),
            _ => None,
        },
        Place::Cell(table, _, column) => {
            Some(scope.plan.tables.get(*table)?.columns.get(*column)?.ty)
        }
    }
}

fn sum_of_units(
    scope: &mut Scope<'_, '_>,
    parts: Vec<(Part, bool)>,
    result: &Operand,
    scale: u32,
) -> Option<Equation> {
    let mut computed = String::new();
    for (part, negative) in parts {
        let term = match part {
            Part::One(it) => units(scope, &it, scale)?,
            Part::Column { table, column, rows } => {
                let folded = Folded::Units;
                let of = |cell: &str, ty| whole(cell, ty, scale);
                let helper = helper(scope, table, column, folded, &of)?;
                let rows = scope.column(table, &rows, column)?;
                format!("{helper} {rows}")
            }
        };
        add(&mut computed, &term, negative);
    }
    let stated = units(scope, result, scale)?;
    Some(Equation::integers(stated, computed))
}

/// A subtrahend: products bind closer, so only sums and negative literals need brackets.
fn bracketed(term: &str) -> String {
    if term.contains(" + ") { format!("({term})") } else { term.to_owned() }
}

/// A value that is a whole number by its type, in units of `10^-scale`.
pub(super) fn whole(x: &str, ty: Ty, scale: u32) -> Option<String> {
    let it = of_type(x, ty)?;
    Some(times(&it.numerators, scale.checked_sub(it.tens)?))
}

/// An operand in units of `10^-scale`.
fn units(scope: &mut Scope<'_, '_>, operand: &Operand, scale: u32) -> Option<String> {
    match operand {
        Operand::Constant(it) => {
            Some(integer((it * Exact::from_integer(pow10(scale))).to_integer()))
        }
        Operand::Field(id) => {
            let (x, ty) = scope.access(*id)?;
            whole(&x, ty, scale)
        }
    }
}

fn sum_of_ratios(
    scope: &mut Scope<'_, '_>,
    parts: Vec<(Part, bool)>,
    result: &Operand,
) -> Option<Equation> {
    let mut terms = Vec::new();
    for (part, negative) in parts {
        let term = match part {
            Part::One(it) => ratio(scope, &it)?,
            Part::Column { table, column, rows } => {
                let folded = Folded::Ratios;
                let helper = helper(scope, table, column, folded, &|cell, ty| ratio_of(cell, ty))?;
                let rows = scope.column(table, &rows, column)?;
                format!("{helper} {rows}")
            }
        };
        terms.push((term, negative));
    }
    Some(equal_ratios(ratio(scope, result)?, terms))
}

/// That fractions, some of them taken away, come to one.
pub(super) fn equal_ratios(stated: String, terms: Vec<(String, bool)>) -> Equation {
    let mut computed = String::new();
    for (term, negative) in terms.into_iter().rev() {
        let term = if negative { format!("Domains.Core.minusRatio ({term})") } else { term };
        computed = if computed.is_empty() {
            term
        } else {
            format!("Domains.Core.plusRatio ({term}) ({computed})")
        };
    }
    Equation::truth(format!("Domains.Core.equalRatio ({stated}) ({computed})"))
}

fn ratio(scope: &mut Scope<'_, '_>, operand: &Operand) -> Option<String> {
    match operand {
        Operand::Constant(it) => {
            Some(format!("Domains.Core.MkRatio {} {}", integer(it.numer()), it.denom()))
        }
        Operand::Field(id) => {
            let (x, ty) = scope.access(*id)?;
            ratio_of(&x, ty)
        }
    }
}

pub(super) fn ratio_of(x: &str, ty: Ty) -> Option<String> {
    let head = match ty {
        Ty::Money(_) => "ratioOfMoney",
        Ty::Price(_) => "ratioOfPrice",
        Ty::Decimal => "ratioOfDecimal",
        Ty::Rate => "ratioOfRate",
        Ty::Date | Ty::Period | Ty::Text => return None,
    };
    Some(format!("Domains.Core.{head} {x}"))
}

/// What a column of rows comes to.
#[derive(Clone, Copy)]
enum Folded {
    /// The sum of integers.
    Units,
    /// The sum of fractions.
    Ratios,
    /// The dates.
    Dates,
}

/// A function from rows to what a column comes to, declared once per statement; its qualified name.
///
/// It walks down the rows itself: what `map` is given to apply goes along unevaluated, and to find
/// it takes the compiler longer with every row.
fn helper(
    scope: &mut Scope<'_, '_>,
    table: usize,
    column: usize,
    folded: Folded,
    body: &dyn Fn(&str, Ty) -> Option<String>,
) -> Option<String> {
    let plan = scope.plan.tables.get(table)?;
    let column = plan.columns.get(column)?;
    let name = format!("column{}_{}", scope.tag, scope.helpers.len());
    let cell = cell_of("row", column.optional, column.ty, &column.name);
    let body = body(&cell, column.ty)?;
    let row_type = scope.plan.row_type(table);
    let qualified = format!("{}.{name}", scope.plan.facts_module());
    let rest = format!("{qualified} rows");
    let (ty, none, some) = match folded {
        Folded::Units => ("Integer", "0", format!("{body} + {rest}")),
        Folded::Ratios => (
            "Domains.Core.Ratio",
            "Domains.Core.MkRatio 0 1",
            format!("Domains.Core.plusRatio ({body}) ({rest})"),
        ),
        Folded::Dates => ("List Domains.Core.Date", "[]", format!("{body} :: {rest}")),
    };
    scope.helpers.push(format!(
        "public export\n{name} : List {row_type} -> {ty}\n{name} [] = {none}\n{name} (row :: rows) = {some}\n"
    ));
    Some(qualified)
}

/// An amount in words, read by the library where it can.
fn in_words(
    scope: &mut Scope<'_, '_>,
    id: RuleId,
    text: &str,
    says: &Exact,
    amount: FieldId,
) -> Option<Equation> {
    let slot = scope.plan.slots.iter().position(|it| it.content == Content::Words(id))?;
    let name = scope.plan.slots.get(slot)?.param.clone();
    let words = scope.param(&name, "String".to_owned(), Source::Slot(slot));
    let (x, ty) = scope.access(amount)?;
    let Ty::Money(currency) = ty else { return None };
    let minor = u32::from(currency.minor_digits());
    let read = |it: Option<i128>, scale: u32| {
        it.is_some_and(|it| Exact::new(BigInt::from(it), pow10(scale)) == *says)
    };
    let maybe = |stated: String, reader: &str| Equation {
        stated,
        computed: format!("Domains.Core.{reader} {words}"),
        ty: "Maybe Integer",
    };
    if read(words::korean(text), 0) && minor == 0 {
        return Some(maybe(format!("Just {x}.units"), "readKorean"));
    }
    if read(words::english(text), 2) && minor <= 2 {
        let hundredths = times(&[format!("{x}.units")], 2 - minor);
        return Some(maybe(format!("Just {}", nested(&hundredths)), "readEnglish"));
    }
    // The library does not read these words: the statement says what the analysis read in them, and
    // holds for these words only.
    let units = says * Exact::from_integer(pow10(minor));
    let units = units.is_integer().then(|| units.to_integer())?;
    let quoted = super::text::string(text);
    Some(Equation::integers(
        format!("{x}.units"),
        format!("Domains.Core.readElsewhere {quoted} {} {words} {x}.units", integer(units)),
    ))
}

/// Dates that follow one another; runs of one column are taken as a list.
fn ordered(scope: &mut Scope<'_, '_>, dates: &[FieldId]) -> Option<Equation> {
    let in_row = scope.params.first().is_some_and(|it| matches!(it.source, Source::Rows(..)));
    let mut segments: Vec<String> = Vec::new();
    let mut singles: Vec<String> = Vec::new();
    let mut rest = dates;
    while let Some(first) = rest.first() {
        let run = if in_row { 0 } else { column_run(scope, rest) };
        if run < 2 {
            let (x, ty) = scope.access(*first)?;
            if ty != Ty::Date {
                return None;
            }
            singles.push(x);
            rest = &rest[1..];
            continue;
        }
        if !singles.is_empty() {
            segments.push(format!("[{}]", std::mem::take(&mut singles).join(", ")));
        }
        let Some(Place::Cell(table, _, column)) = scope.plan.places.get(first).copied() else {
            return None;
        };
        let rows: Vec<usize> = rest[..run]
            .iter()
            .filter_map(|it| match scope.plan.places.get(it) {
                Some(Place::Cell(_, row, _)) => Some(*row),
                _ => None,
            })
            .collect();
        let helper = helper(scope, table, column, Folded::Dates, &|cell, ty| {
            (ty == Ty::Date).then(|| cell.to_owned())
        })?;
        let rows = scope.column(table, &rows, column)?;
        segments.push(format!("{helper} {rows}"));
        rest = &rest[run..];
    }
    if !singles.is_empty() {
        segments.push(format!("[{}]", singles.join(", ")));
    }
    Some(Equation::truth(format!("Domains.Core.inOrder ({})", segments.join(" ++ "))))
}

/// How many of the dates stand below one another in one column, from the first on.
fn column_run(scope: &Scope<'_, '_>, dates: &[FieldId]) -> usize {
    let mut run = 0;
    let mut last: Option<(usize, usize, usize)> = None;
    for id in dates {
        let Some(Place::Cell(table, row, column)) = scope.plan.places.get(id).copied() else {
            break;
        };
        if last.is_some_and(|(t, r, c)| (t, c) != (table, column) || r >= row) {
            break;
        }
        last = Some((table, row, column));
        run += 1;
    }
    run
}

/// Two places that say the same.
fn same(scope: &mut Scope<'_, '_>, left: FieldId, right: FieldId) -> Option<Equation> {
    let (a, a_ty) = scope.access(left)?;
    let (b, b_ty) = scope.access(right)?;
    match (a_ty, b_ty) {
        (Ty::Text, Ty::Text) => Some(Equation { stated: a, computed: b, ty: "String" }),
        (Ty::Date, Ty::Date) => Some(Equation::integers(
            format!("Domains.Core.ordinal {a}"),
            format!("Domains.Core.ordinal {b}"),
        )),
        (Ty::Period, Ty::Period) => {
            Some(Equation::truth(format!("Domains.Core.samePeriod {a} {b}")))
        }
        (Ty::Money(x), Ty::Money(y)) if x == y => {
            Some(Equation::integers(format!("{a}.units"), format!("{b}.units")))
        }
        _ => {
            let (a, b) = (ratio_of(&a, a_ty)?, ratio_of(&b, b_ty)?);
            Some(Equation::truth(format!("Domains.Core.equalRatio ({a}) ({b})")))
        }
    }
}
