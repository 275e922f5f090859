-- The instance of one record asks that of another, which holds it.
-- caught by: nobody
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record One where
  constructor MkOne
  n : Integer

public export
record Two where
  constructor MkTwo
  one : One

public export
Eq Two where
  x == y = x.one.n == y.one.n

public export
Eq One where
  x == y = MkTwo x == MkTwo y


public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  n : Bool
  0 h0 : Rule0 items
  0 h1 : Rule1 vatAmount supply grandTotal
  0 h2 : Rule2 grandTotal vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount (MkOne 1 == MkOne 2) r0 r1 r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.h1

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl
