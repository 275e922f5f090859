-- The case that is left out is one of two that are written, beside clauses for all else.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
data Mark : Integer -> Type where
  Loose : (n : Integer) -> Mark n
  Five : Mark 5
  Six : Mark 6

public export
record Kept where
  constructor MkKept
  held : Integer
  mark : Mark (held + 0)

public export
none : Bool -> Kept -> Integer
none True (MkKept 5 _) = 1
none False _ = 2
none True (MkKept x (Loose _)) = 3


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
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount (none True (MkKept 6 Six)) r0 r1 r2

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
