-- An `if` in the type of a field on the way to a proof, behind a name of the record (`SameAs = Same`): only the record's own name is looked at.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Same (n : Integer) where
  constructor MkSame
  val : Integer
  0 is : val = n

public export
SameAs : Integer -> Type
SameAs = Same

public export
record Row where
  constructor MkRow
  flag : Bool
  x : Integer
  p, q : SameAs (if flag then x else 0)

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  vatAmount, supply : Money KRW
  one, two : Row
  0 h0 : Rule0 items
  0 h1 : two.q.val = vatAmount.units + supply.units
  0 h2 : vatAmount.units * 11 = two.q.val

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate (MkMoney c.one.p.val) c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.vatAmount f.supplyAmount (MkRow True f.grandTotal.units (MkSame f.grandTotal.units (trans r1 (sym r1))) (MkSame f.grandTotal.units (trans r1 (sym r1)))) (MkRow True f.grandTotal.units (MkSame f.grandTotal.units (trans r1 (sym r1))) (MkSame f.grandTotal.units (trans r1 (sym r1)))) r0 r1 r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = trans c.one.p.is (trans (sym c.two.q.is) c.h1)

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = trans c.h2 (trans c.two.q.is (sym c.one.p.is))

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ (MkMoney _) _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 1100 = 1 + 10.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 1) (MkMoney 10) (MkRow True 1100 (MkSame 1100 Refl) (MkSame 1100 Refl)) (MkRow True 11 (MkSame 11 Refl) (MkSame 11 Refl)) Refl Refl Refl

public export
saysWrong : (view Domains.Small.liar).grandTotal = MkMoney 1100
saysWrong = Refl
