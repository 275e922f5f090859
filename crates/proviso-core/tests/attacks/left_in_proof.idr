-- A proof that a constructor asks for leaves a parameter of a type open, which becomes an argument of it that nothing can be.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Fn (a : Type) where
  constructor MkFn
  run : a -> Void

public export
data Bad = MkBad (Fn Bad)

public export
no : Bad -> Void
no (MkBad f) = f.run (MkBad f)

-- Stuck, so that nobody computes it for ever.
public export
bad : Integer -> Bad
bad 0 = MkBad (MkFn no)
bad _ = MkBad (MkFn no)

public export
falsity : Void
falsity = no (bad (quotient 1 0))

public export
record Datum (v : Void) where
  constructor MkDatum
  text : String

public export
datum : Datum Domains.Small.falsity
datum = MkDatum ""

public export
data Same : Type where
  MkSame : (0 same : MkDatum "" = MkDatum "") -> Same

public export
0 vOf : {0 w : Void} -> {0 x, y : Datum w} -> (0 _ : x = y) -> Void
vOf {w} _ = w

public export
0 noSame : Same -> Void
noSame (MkSame same) = vOf same

public export
record Amounts where
  constructor MkAmounts
  grandTotal, vatAmount, supply : Money KRW
  0 h1 : Rule1 vatAmount supply grandTotal

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  amounts : Amounts
  pin : Same
  0 h0 : Rule0 items
  0 h2 : Rule2 amounts.grandTotal amounts.vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.amounts.grandTotal c.amounts.vatAmount c.amounts.supply


public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) (MkSame (cong (\x => datum) r1)) r0 r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.amounts.h1

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

-- There is no document.
public export
0 none : Invoice -> Void
none c = noSame c.pin
