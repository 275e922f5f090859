//! What may stand where a proof has to stand: the honest model with some of its text replaced.

use std::path::Path;

use expect_test::{Expect, expect};

use crate::idris::admit::Frame;
use crate::idris::syntax;
use crate::run::Module;

/// What the shape of the small honest model is refused for once some of its text is replaced.
#[track_caller]
fn check(changes: &[(&str, &str)], expect: Expect) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let analysis = std::fs::read_to_string(folder.join("analyses/small.json")).unwrap();
    let frame = Frame::new("Small", &serde_json::from_str(&analysis).unwrap());
    let mut text = std::fs::read_to_string(folder.join("cheats/honest.idr")).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    let module = Module { name: "Domains.Small".to_owned(), text };
    let source = syntax::read(&module).unwrap_or_else(|it| panic!("{}", it.message));
    let facts = syntax::read(frame.facts()).unwrap();
    let said: Vec<String> = super::check(&source, &facts)
        .into_iter()
        .map(|it| {
            let line = it.span.map_or(0, |it| it.line as usize);
            format!("{}\n    {}", it.message, module.text.lines().nth(line - 1).unwrap_or_default())
        })
        .collect();
    expect.assert_eq(&said.join("\n"));
}

const KEEPS: &str = "keepsR3 c = c.linesAreSupply";
const MAKES: &str = "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkSums f.supply f.vat f.grandTotal r0 r1) r2 r3";

#[test]
fn an_honest_model_has_the_shape() {
    check(&[], expect![""]);
    // In the short words of people.
    check(&[(KEEPS, "keepsR3 slip = (slip.linesAreSupply)")], expect![""]);
    check(&[(KEEPS, "keepsR3 c = sym (Builtin.sym c.linesAreSupply)")], expect![""]);
    check(
        &[(
            "view (make f r0 r1 r2 r3) = f\nviewMake (MkFacts _ _ _ _ _) _ _ _ _ = Refl",
            "view (make f r0 r1 r2 r3) = f\nviewMake (MkFacts a b c d e) _ _ _ _ = Builtin.Refl",
        )],
        expect![""],
    );
    // Made part by part.
    check(
        &[(
            MAKES,
            "sumsOf : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> Sums\nsumsOf f tenth sum = MkSums f.supply f.vat f.grandTotal tenth sum\n\nmake f r0 r1 r2 r3 = MkSlip f.supplier f.items (sumsOf f r0 r1) r2 r3",
        )],
        expect![""],
    );
    // A type by another name, and values that are computed.
    let counted = |count: &str, clauses: &str, expect| {
        check(
            &[
                ("  sums : Sums\n", "  sums : Totals\n  count : Integer\n"),
                ("-- Layer 4\n", &format!("Totals : Type\nTotals = Sums\n\n{clauses}")),
                (
                    MAKES,
                    &format!(
                        "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkSums f.supply f.vat f.grandTotal r0 r1) ({count}) r2 r3"
                    ),
                ),
            ],
            expect,
        );
    };
    counted(
        "one (f.supply.units > 0)",
        "one : Bool -> Integer\none True = 1\none False = 2\n\n",
        expect![""],
    );
    // A type further out could be over it, and blocks are compared by their places.
    counted(
        "if f.supply.units > 0 then 1 else 2",
        "",
        expect![[r#"
        `if` may not stand here: what a rule, `view` or `make` says, and every function that they name, is written in clauses
            make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkSums f.supply f.vat f.grandTotal r0 r1) (if f.supply.units > 0 then 1 else 2) r2 r3"#]],
    );
}

#[test]
fn a_proof_is_a_field_of_the_document() {
    check(
        &[(KEEPS, "keepsR3 c = falsity c")],
        expect![[r#"
            `falsity c` is no proof that is believed; what stands here is a field that is declared with `0`, as in `c.amounts.sumHolds`, a lemma over it, such as `sym`, or `Refl` where `view` computes what it is about
                keepsR3 c = falsity c"#]],
    );
    check(
        &[(KEEPS, "keepsR3 c = c.sums.supply")],
        expect![[r#"
        the field `supply` of `Sums` is no proof: a field of proofs is declared with `0`
            keepsR3 c = c.sums.supply"#]],
    );
    check(
        &[(KEEPS, "keepsR3 c = (other c).linesAreSupply")],
        expect![[r#"
            `(other c).linesAreSupply` is no proof that is believed; what stands here is a field that is declared with `0`, as in `c.amounts.sumHolds`, a lemma over it, such as `sym`, or `Refl` where `view` computes what it is about
                keepsR3 c = (other c).linesAreSupply"#]],
    );
    check(
        &[(KEEPS, "keepsR3 sym = sym sym.linesAreSupply")],
        expect![[r#"
            `sym sym.linesAreSupply` is no proof that is believed; what stands here is a field that is declared with `0`, as in `c.amounts.sumHolds`, a lemma over it, such as `sym`, or `Refl` where `view` computes what it is about
                keepsR3 sym = sym sym.linesAreSupply"#]],
    );
    check(
        &[(KEEPS, "keepsR3 c = Small.sym c.linesAreSupply")],
        expect![[r#"
            `Small.sym c.linesAreSupply` is no proof that is believed; what stands here is a field that is declared with `0`, as in `c.amounts.sumHolds`, a lemma over it, such as `sym`, or `Refl` where `view` computes what it is about
                keepsR3 c = Small.sym c.linesAreSupply"#]],
    );
    check(
        &[(KEEPS, "keepsR3 c = c.sums.missing")],
        expect![[r#"
        the record `Sums` has no field `missing`
            keepsR3 c = c.sums.missing"#]],
    );
    check(
        &[(KEEPS, "keepsR3 (MkSlip _ _ _ _ p) = p")],
        expect![[r#"
            `keepsR3` takes the document and nothing else, as one variable that is not taken apart: `keepsR3 c = c.…`
                keepsR3 (MkSlip _ _ _ _ p) = p"#]],
    );
    check(
        &[(KEEPS, "keepsR3 c = go\n  where\n    0 go : R3 (view c)\n    go = go")],
        expect![[r#"
            `keepsR3` has to be one signature and one clause, `keepsR3 … = …`, without `where`: write each part where it stands, or as a function of its own
                keepsR3 c = go"#]],
    );
}

#[test]
fn the_document_is_made_of_what_its_facts_came_with() {
    check(
        &[(
            MAKES,
            "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkSums f.supply f.vat f.grandTotal r0 (falsity f)) r2 r3",
        )],
        expect![[r#"
        `falsity f` is no proof that is believed; what stands here is an argument that is declared with `0`, as it came, or a lemma over it, such as `sym`
            make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkSums f.supply f.vat f.grandTotal r0 (falsity f)) r2 r3"#]],
    );
    check(
        &[(MAKES, "make f r0 r1 r2 r3 = falsity f")],
        expect![[r#"
        `falsity f` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so
            make f r0 r1 r2 r3 = falsity f"#]],
    );
    check(
        &[(MAKES, "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (hidden f) r2 r3")],
        expect![[r#"
        `hidden f` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so
            make f r0 r1 r2 r3 = MkSlip f.supplier f.items (hidden f) r2 r3"#]],
    );
    check(
        &[(
            MAKES,
            "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (hidden f) r2 r3\n\nhidden : Facts -> Sums\nhidden f = MkSums f.supply f.vat f.grandTotal (falsity f) (falsity f)",
        )],
        expect![[r#"
            `falsity f` is no proof that is believed; what stands here is a field that is declared with `0`, as in `c.amounts.sumHolds`, a lemma over it, such as `sym`, or `Refl` where `view` computes what it is about
                hidden f = MkSums f.supply f.vat f.grandTotal (falsity f) (falsity f)"#]],
    );
    check(
        &[(
            MAKES,
            "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (hidden f (falsity f)) r2 r3\n\nhidden : (f : Facts) -> (0 p : Void) -> Sums\nhidden f p = MkSums f.supply f.vat f.grandTotal p p",
        )],
        expect![[r#"
            `Void` is not what a proof says here: write an equation, `So (…)`, or a rule of the facts (`Rule3 a b`), about fields and functions of them
                hidden : (f : Facts) -> (0 p : Void) -> Sums"#]],
    );
    check(
        &[(
            MAKES,
            "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (loop f) r2 r3\n\nloop : Facts -> Sums\nloop f = loop f",
        )],
        expect![[r#"
        `loop` may not lead back to itself
            loop f = loop f"#]],
    );
    check(
        &[(MAKES, "make f r0 r1 r2 r3 = if f.supply.units > 0 then doc f else doc f")],
        expect![[r#"
        `if f.supply.units > 0 then doc f else doc f` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so
            make f r0 r1 r2 r3 = if f.supply.units > 0 then doc f else doc f"#]],
    );
    check(
        &[(
            MAKES,
            "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (id (MkSums f.supply f.vat f.grandTotal r0 r1)) r2 r3",
        )],
        expect![[r#"
        `id (MkSums f.supply f.vat f.grandTotal r0 r1)` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so
            make f r0 r1 r2 r3 = MkSlip f.supplier f.items (id (MkSums f.supply f.vat f.grandTotal r0 r1)) r2 r3"#]],
    );
    // Behind another name, in a list, below a parameter.
    check(
        &[
            ("  sums : Sums\n", "  sums : Totals\n"),
            ("-- Layer 4\n", "Totals : Type\nTotals = Sums\n\n"),
            (MAKES, "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (hidden f) r2 r3"),
        ],
        expect![[r#"
            `hidden f` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so
                make f r0 r1 r2 r3 = MkSlip f.supplier f.items (hidden f) r2 r3"#]],
    );
    check(
        &[
            ("  sums : Sums\n", "  sums : Box Sums\n"),
            ("-- Layer 4\n", "record Box (a : Type) where\n  constructor MkBox\n  inside : a\n\n"),
            ("keepsR0 c = c.sums.vatIsTenth", "keepsR0 c = c.sums.inside.vatIsTenth"),
            (MAKES, "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkBox (hidden f)) r2 r3"),
        ],
        expect![[r#"
            `c.sums.inside.vatIsTenth`: it cannot be told which record has `.vatIsTenth`; write the types of its fields by their names
                keepsR0 c = c.sums.inside.vatIsTenth
            the record `Box` has no field `totalIsSum`
                keepsR1 c = c.sums.totalIsSum
            `hidden f` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so
                make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkBox (hidden f)) r2 r3"#]],
    );
    // A field that is found and not written.
    check(
        &[
            (
                "  0 linesAreSupply : Rule3 items sums.supply",
                "  {auto 0 linesAreSupply : Rule3 items sums.supply}",
            ),
            (
                MAKES,
                "make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkSums f.supply f.vat f.grandTotal r0 r1) r2",
            ),
        ],
        expect![[r#"
            the field `linesAreSupply` of `Slip` has to be written without braces
                record Slip where"#]],
    );
}

#[test]
fn what_is_asked_for_is_said_once_and_plainly() {
    check(
        &[("Doc = Slip", "Doc = Facts")],
        expect![[r#"
        `Doc` has to be a record of the model without parameters: `Doc : Type` and `Doc = Invoice`
            Doc = Facts"#]],
    );
    check(
        &[("Doc : Type\nDoc = Slip", "Doc : Type\nDoc = (Slip)")],
        expect![[r#"
        `Doc` has to be a record of the model without parameters: `Doc : Type` and `Doc = Invoice`
            Doc = (Slip)"#]],
    );
    check(
        &[("viewMake (MkFacts _ _ _ _ _) _ _ _ _ = Refl", "viewMake f _ _ _ _ = falsity f")],
        expect![[r#"
        `falsity f` is no proof that is believed; what stands here is `Refl`, `whole f`, or lemmas over these, such as `sym`
            viewMake f _ _ _ _ = falsity f"#]],
    );
    check(
        &[(
            "viewMake (MkFacts _ _ _ _ _) _ _ _ _ = Refl",
            "viewMake (MkFacts _ _ _ _ _) _ _ _ _ impossible",
        )],
        expect![[r#"
        `viewMake` has to be one signature and one clause, `viewMake … = …`, without `with` or `impossible`
            viewMake (MkFacts _ _ _ _ _) _ _ _ _ impossible"#]],
    );
    check(
        &[(
            "document = make Domains.Facts.Small.printed Refl Refl Refl Refl",
            "document = make Domains.Facts.Small.printed Refl (falsity 1) Refl Refl",
        )],
        expect![[r#"
        `document` has to be `make printed Refl … Refl`, with a `Refl` for each rule
            document = make Domains.Facts.Small.printed Refl (falsity 1) Refl Refl"#]],
    );
    check(
        &[("view c = MkFacts", "view c = view c\nview c = MkFacts")],
        expect![[r#"
            `view` is named by a rule, a proof or `view` and names itself: it does so only as `view …` with what the pattern of one argument, always the same one, takes out of that, as in `view (x :: xs) = … view xs`
                view c = view c
            `view` has to be one signature and one clause, `view … = …`
                view c = view c"#]],
    );
    check(
        &[("0 keepsR3 : (c : Doc)", "0 keepsR3 : {auto p : Void} -> (c : Doc)")],
        expect![[r#"
            `keepsR3` has no arguments that the compiler finds: all are written
                keepsR3 c = c.linesAreSupply"#]],
    );
    check(
        &[("0 keepsR3 : (c : Doc)", "0 keepsR3 : (c : Sums)")],
        expect![[r#"
            `keepsR3` takes the document and nothing else, as one variable that is not taken apart: `keepsR3 c = c.…`
                keepsR3 c = c.linesAreSupply"#]],
    );
}

#[test]
fn rows_may_carry_their_own_proofs() {
    let lines = &[
        ("  items : List Item\n", "  items : List Line\n"),
        (
            "  0 linesAreProducts : Rule2 items\n  0 linesAreSupply : Rule3 items sums.supply",
            "  0 linesAreSupply : Rule3 (map Domains.Small.rowOf items) sums.supply",
        ),
        (
            "-- Layer 4\n",
            "record Line where\n  constructor MkLine\n  item : Item\n  0 isProduct : Keeps2 item\n\nrowOf : Line -> Item\nrowOf it = it.item\n\nlineOf : (it : Item) -> (0 ok : Keeps2 it) -> Line\nlineOf it ok = MkLine it ok\n\n0 same : (it : Item) -> (0 ok : Keeps2 it) -> rowOf (lineOf it ok) = it\nsame _ _ = Refl\n\n0 keeps : (it : Line) -> Keeps2 (rowOf it)\nkeeps it = it.isProduct\n\n",
        ),
        (
            "view c = MkFacts c.supplier c.items",
            "view c = MkFacts c.supplier (map Domains.Small.rowOf c.items)",
        ),
        (
            MAKES,
            "make f r0 r1 r2 r3 = MkSlip f.supplier (linesOf lineOf f.items (each2 f.items r2)) (MkSums f.supply f.vat f.grandTotal r0 r1) (onSame (\\rows => Rule3 rows f.supply) (linesBack rowOf lineOf same f.items (each2 f.items r2)) r3)",
        ),
        (
            "keepsR2 c = c.linesAreProducts",
            "keepsR2 c = all2 (map Domains.Small.rowOf c.items) (linesKeep rowOf keeps c.items)",
        ),
    ];
    check(lines, expect![""]);
    let with = |old: &'static str, new: &'static str| [lines.as_slice(), &[(old, new)]].concat();
    check(
        &with("keeps it = it.isProduct", "keeps it = falsity it"),
        expect![[r#"
            `falsity it` is no proof that is believed; what stands here is a field that is declared with `0`, as in `c.amounts.sumHolds`, a lemma over it, such as `sym`, or `Refl` where `view` computes what it is about
                keeps it = falsity it"#]],
    );
    check(
        &with("lineOf it ok = MkLine it ok", "lineOf it ok = MkLine it (falsity it)"),
        expect![[r#"
            `falsity it` is no proof that is believed; what stands here is an argument that is declared with `0`, as it came, or a lemma over it, such as `sym`
                lineOf it ok = MkLine it (falsity it)"#]],
    );
    check(
        &with("same _ _ = Refl", "same it _ = falsity it"),
        expect![[r#"
            `falsity it` is no proof that is believed; what stands here is `Refl`, `whole f`, or lemmas over these, such as `sym`
                same it _ = falsity it"#]],
    );
    check(
        &with(
            "(linesOf lineOf f.items (each2 f.items r2))",
            "(linesOf lineOf f.items (each2 f.items (falsity f)))",
        ),
        expect![[r#"
            `falsity f` is no proof that is believed; what stands here is an argument that is declared with `0`, as it came, or a lemma over it, such as `sym`
                make f r0 r1 r2 r3 = MkSlip f.supplier (linesOf lineOf f.items (each2 f.items (falsity f))) (MkSums f.supply f.vat f.grandTotal r0 r1) (onSame (\rows => Rule3 rows f.supply) (linesBack rowOf lineOf same f.items (each2 f.items r2)) r3)"#]],
    );
    check(
        &with(
            "(linesOf lineOf f.items (each2 f.items r2))",
            "(map (\\it => lineOf it (falsity it)) f.items)",
        ),
        expect![[r#"
            `map (\it => lineOf it (falsity it)) f.items` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so
                make f r0 r1 r2 r3 = MkSlip f.supplier (map (\it => lineOf it (falsity it)) f.items) (MkSums f.supply f.vat f.grandTotal r0 r1) (onSame (\rows => Rule3 rows f.supply) (linesBack rowOf lineOf same f.items (each2 f.items r2)) r3)"#]],
    );
    // What only `viewMake` speaks of is looked at as well.
    check(
        &with(
            "viewMake (MkFacts _ _ _ _ _) _ _ _ _ = Refl",
            "odd : Item -> Line\nodd it = falsity it\n\nviewMake (MkFacts a _ c d e) _ _ _ _ = cong (\\rows => MkFacts a rows c d e) (linesBack rowOf odd same [] Refl)",
        ),
        expect![[r#"
            `falsity it` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so
                odd it = falsity it"#]],
    );
    check(
        &with("linesKeep rowOf keeps c.items", "linesKeep rowOf (\\it => falsity it) c.items"),
        expect![[r#"
            `\it => falsity it` has to be the name of a function of the model
                keepsR2 c = all2 (map Domains.Small.rowOf c.items) (linesKeep rowOf (\it => falsity it) c.items)"#]],
    );
}

#[test]
fn what_a_rule_says_is_computed_without_cases() {
    let with =
        |text: &str| check(&[("  0 linesAreSupply : Rule3 items sums.supply", text)], expect![""]);
    with(
        "  0 linesAreSupply : Rule3 items (same sums.supply)\n\nsame : Money KRW -> Money KRW\nsame (MkMoney n) = MkMoney n",
    );
    check(
        &[(
            "  0 linesAreSupply : Rule3 items sums.supply",
            "  0 linesAreSupply : Rule3 items (if supplier == supplier then sums.supply else sums.vat)",
        )],
        expect![[r#"
            `if` may not stand in a type: name a function that is written in clauses
                  0 linesAreSupply : Rule3 items (if supplier == supplier then sums.supply else sums.vat)
            `if` may not stand here: what a rule, `view` or `make` says, and every function that they name, is written in clauses
                  0 linesAreSupply : Rule3 items (if supplier == supplier then sums.supply else sums.vat)"#]],
    );
    check(
        &[(
            "  0 linesAreSupply : Rule3 items sums.supply",
            "  0 linesAreSupply : Rule3 items (same sums.supply)\n\nsame : Money KRW -> Money KRW\nsame it = case it of\n  MkMoney n => MkMoney n",
        )],
        expect![[r#"
            `case` may not stand here: what a rule, `view` or `make` says, and every function that they name, is written in clauses
                same it = case it of"#]],
    );
    check(
        &[(
            "view c = MkFacts c.supplier",
            "view c = MkFacts (if c.supplier == c.supplier then c.supplier else c.supplier)",
        )],
        expect![[r#"
            `if` may not stand here: what a rule, `view` or `make` says, and every function that they name, is written in clauses
                view c = MkFacts (if c.supplier == c.supplier then c.supplier else c.supplier) c.items c.sums.supply c.sums.vat c.sums.grandTotal"#]],
    );
}
