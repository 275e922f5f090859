-- What a record on the way to a proof is applied to is a name, and names there are not looked at: a fraction as parameter, a function over fractions as another.
-- caught by: scan
module Domains.Small

import public Domains.Facts.Small

%default total

public export
PZ, NZ : Double
PZ = 0
NZ = negate 0

public export
two : Integer -> Integer -> Bool -> Integer
two a b True = a
two a b False = b

public export
Choose1 : Double -> Money KRW -> Money KRW -> Money KRW -> Integer
Choose1 d t v s = two t.units (v.units + s.units) (1 / d > 0)

public export
record Sel (d : Double) (f : Double -> Money KRW -> Money KRW -> Money KRW -> Integer) (t, v, s : Money KRW) where
  constructor MkSel
  0 is : f d t v s = v.units + s.units

public export
trivial : (t, v, s : Money KRW) -> Sel NZ Choose1 t v s
trivial t v s = MkSel Refl

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  0 h0 : Rule0 items
  h1 : Sel PZ Choose1 grandTotal vatAmount supply
  0 h2 : Rule2 grandTotal vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount r0 (MkSel r1) r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.h1.is

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 11 = 1 + 1.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 11) (MkMoney 1) (MkMoney 1) Refl (trivial (MkMoney 11) (MkMoney 1) (MkMoney 1)) Refl

public export
saysWrong : view Domains.Small.liar = MkFacts Domains.Facts.Small.printed.issueDate "" "" [] Domains.Facts.Small.printed.vatRate (MkMoney 11) (MkMoney 1) (MkMoney 1)
saysWrong = Refl
