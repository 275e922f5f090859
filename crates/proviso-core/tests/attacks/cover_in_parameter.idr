-- The case that is left out stands in a record whose parameter is computed.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
data Mark : Integer -> Type where
  Loose : (n : Integer) -> Mark n
  Five : Mark 5

public export
record Held (n : Integer) where
  constructor MkHeld
  mark : Mark n

public export
record Kept where
  constructor MkKept
  held : Integer
  mark : Held (held + 0)

public export
none : Kept -> Integer
none (MkKept x (MkHeld (Loose _))) = x


public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  n : Integer
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
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount (none (MkKept 5 (MkHeld Five))) r0 r1 r2

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
