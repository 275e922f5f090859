-- What stands before `**` is a variable whatever else has its name, of the type that the compiler finds.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small
import Data.DPair

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
tag : Type -> Integer -> Integer
tag _ 0 = 0
tag _ n = n

public export
data Same : Type where
  MkSame : (0 same : Domains.Small.tag (KRW ** So ((KRW).text == "")) (quotient 1 0) = Domains.Small.tag (KRW ** So ((KRW).text == "")) (quotient 1 0)) -> Same

public export
0 vOf : {0 w, u : Void} -> (0 _ : tag (DPair (Datum w) (\x => So (x.text == ""))) (quotient 1 0) = tag (DPair (Datum u) (\x => So (x.text == ""))) (quotient 1 0)) -> Void
vOf {w} _ = w

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
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) (MkSame (cong (\x => tag (DPair (Datum Domains.Small.falsity) (\y => So (y.text == ""))) (quotient 1 0)) r1)) r0 r2

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

public export
0 none : Doc -> Void
none c = case c.pin of MkSame same => vOf same

