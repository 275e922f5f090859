-- The type of a function is an alias of one with an argument in braces.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
0 every : {0 b : Bool} -> So b
every {b = True} = Oh

public export
0 falsity : Void
falsity = absurd (the (So False) every)

public export
Hidden : Type
Hidden = {0 v : Void} -> Integer -> Currency

public export
money : Hidden
money 0 = KRW
money _ = USD

public export
data Note : Type where
  MkNote : Money (Domains.Small.money (Domains.Core.quotient 1 0)) -> Note

public export
searched : {auto x : a} -> a
searched {x} = x

public export
noteOf : Money (money {v = Domains.Small.falsity} (quotient 1 0)) -> Note
noteOf m = MkNote m

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
  note : Note
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
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) (noteOf (MkMoney 0)) r0 r2

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

