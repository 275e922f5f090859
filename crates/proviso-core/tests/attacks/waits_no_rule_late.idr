-- No rule is kept: a maker of one clause of variables, which stands behind `make`, waits there for its clause.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Foo where
  constructor MkFoo
  val : Money KRW
  day : Date

public export
record Parts where
  constructor MkParts
  vat, sup : Money KRW
  day : Date

public export
record Rows where
  constructor MkRows
  items : List Item
  day : Date

public export
eleven : Money KRW -> Money KRW
eleven m = MkMoney (m.units * 11)

public export
sel : Integer -> Money KRW -> Money KRW -> Money KRW -> Money KRW
sel 2 a b c = b
sel 3 a b c = c
sel _ a b c = a

public export
noItems : List Item
noItems = []

public export
selRows : Integer -> List Item -> List Item
selRows 4 a = Domains.Small.noItems
selRows _ a = a

public export
record Both (n : Integer) where
  constructor MkBoth
  foo : Foo
  parts : Parts
  rows : Rows
  free : Money KRW
  freeRows : List Item
  0 link : foo.val = sel n free (plusMoney parts.vat parts.sup) (Domains.Small.eleven parts.vat)
  0 linkRows : rows.items = selRows n freeRows

public export
mkBoth : (n : Integer) -> Facts -> Both n

public export
fooOf : (n : Integer) -> (t : Both n) -> Foo
fooOf n t = t.foo

public export
partsOf : (n : Integer) -> (t : Both n) -> Parts
partsOf n t = t.parts

public export
rowsOf : (n : Integer) -> (t : Both n) -> Rows
rowsOf n t = t.rows

public export
record SumIs (a : Foo) (p : Parts) where
  constructor MkSumIs
  0 same : a.val = plusMoney p.vat p.sup

public export
record TaxIs (a : Foo) (p : Parts) where
  constructor MkTaxIs
  0 same : a.val = Domains.Small.eleven p.vat

public export
record NoRows (i : Rows) where
  constructor MkNoRows
  0 same : i.items = Domains.Small.noItems

public export
sumLink : (t : Both 2) -> SumIs t.foo t.parts
sumLink t = MkSumIs t.link

public export
taxLink : (t : Both 3) -> TaxIs t.foo t.parts
taxLink t = MkTaxIs t.link

public export
noRows : (t : Both 4) -> NoRows t.rows
noRows t = MkNoRows t.linkRows

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  vatRate : Rate
  a : Foo
  p : Parts
  i : Rows
  l1 : SumIs a p
  l2 : TaxIs a p
  l0 : NoRows i

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.i.items c.vatRate c.a.val c.p.vat c.p.sup

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber  f.vatRate (fooOf 1 (mkBoth 1 f)) (partsOf 1 (mkBoth 1 f)) (rowsOf 1 (mkBoth 1 f)) (sumLink (mkBoth 2 f)) (taxLink (mkBoth 3 f)) (noRows (mkBoth 4 f))    

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = trans (cong (\x => allStated0 x) c.l0.same) (sym (cong (\x => allComputed0 x) c.l0.same))

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = cong (\m => m.units) c.l1.same

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = sym (cong (\m => m.units) c.l2.same)

||| A document of any facts at all: `make` without its proofs.
public export
ofAny : Facts -> Doc
ofAny f = MkInvoice f.issueDate f.supplier f.documentNumber f.vatRate (fooOf 1 (mkBoth 1 f)) (partsOf 1 (mkBoth 1 f)) (rowsOf 1 (mkBoth 1 f)) (sumLink (mkBoth 2 f)) (taxLink (mkBoth 3 f)) (noRows (mkBoth 4 f))


mkBoth n f =
  MkBoth (MkFoo (sel n f.grandTotal (plusMoney f.vatAmount f.supplyAmount) (eleven f.vatAmount)) f.issueDate) (MkParts f.vatAmount f.supplyAmount f.issueDate) (MkRows (selRows n f.items) f.issueDate) f.grandTotal f.items
    (cong (\z => sel n f.grandTotal (plusMoney f.vatAmount f.supplyAmount) (eleven f.vatAmount)) (asTrue f.issueDate.valid))
    (cong (\z => selRows n f.items) (asTrue f.issueDate.valid))

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl


public export
wrong : Facts
wrong = MkFacts printed.issueDate "a" "b" [MkItem "x" (MkDecimal 2 0) (MkMoney 3) (MkMoney 7)] printed.vatRate (MkMoney 1) (MkMoney 5000) (MkMoney 50000)

public export
0 shows : view (ofAny Domains.Small.wrong) = Domains.Small.wrong
shows = Refl

public export
0 oneIsMore : the Integer 1 = 55000
oneIsMore = keepsR1 (ofAny Domains.Small.wrong)
