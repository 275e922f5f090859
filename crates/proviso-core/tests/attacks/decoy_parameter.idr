-- A type parameter called like a record with a field of the same name: the field that matters is taken for that record's.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

0 every : {0 b : Bool} -> So b
every {b = True} = Oh

0 falsity : Void
falsity = absurd (the (So False) every)

0 lie : {0 a : Type} -> a
lie = void falsity

public export
record Amounts where
  constructor MkAmounts
  grandTotal, vatAmount, supply : Money KRW
  0 h1 : Rule1 vatAmount supply grandTotal

public export
record Decoy where
  constructor MkDecoy
  0 h1 : the Integer 0 = 0

public export
record Box (Decoy : Type) where
  constructor MkBox
  inside : Decoy

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  amounts : Box Amounts
  0 h0 : Rule0 items
  0 h2 : Rule2 amounts.inside.grandTotal amounts.inside.vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.amounts.inside.grandTotal c.amounts.inside.vatAmount c.amounts.inside.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkBox (MkAmounts f.grandTotal f.vatAmount f.supplyAmount lie)) r0 r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.amounts.inside.h1

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl
