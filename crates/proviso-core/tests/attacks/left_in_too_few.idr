-- A function over functions is given too little, so that nothing tells of what type the variable of its lambda is.
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
cur : Type -> Integer -> Currency
cur _ 0 = KRW
cur _ _ = USD

public export
money : Integer -> Money (Domains.Small.cur (Exists (either (\it => So (it.text == "")) (\it => So (it == 5)))) (Domains.Core.quotient 1 0))
money n = MkMoney n

public export
nothing : List Integer
nothing = []

public export
data Same : Type where
  MkSame : (0 same : pick Domains.Small.nothing [Domains.Small.money 5] = []) -> Same

public export
0 vOf : {0 w : Void} -> (0 _ : the (List (Money (cur (Exists (either (\x : Datum w => So (x.text == "")) (\x : Integer => So (x == 5)))) (quotient 1 0)))) [] = []) -> Void
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
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) (MkSame (cong (\x => the (List (Money (cur (Exists (either (\y : Datum Domains.Small.falsity => So (y.text == "")) (\y : Integer => So (y == 5)))) (quotient 1 0)))) []) r1)) r0 r2

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

