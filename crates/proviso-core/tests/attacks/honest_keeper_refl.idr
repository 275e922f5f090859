-- The total is computed, a function by clauses, and `keepsR1 c = Refl`.
-- caught by: nobody
module Domains.Small

import public Domains.Facts.Small

%default total

public export
summed : Money KRW -> Money KRW -> Money KRW
summed a b = MkMoney (a.units + b.units)

public export
record Amounts where
  constructor MkAmounts
  vatAmount, supply : Money KRW

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  amounts : Amounts
  0 h0 : Rule0 items
  0 h2 : Rule2 (summed amounts.vatAmount amounts.supply) amounts.vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate (summed c.amounts.vatAmount c.amounts.supply) c.amounts.vatAmount c.amounts.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkAmounts f.vatAmount f.supplyAmount) r0 (trans r2 r1)

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = Refl

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts a b n items v (MkMoney g) t u) _ r1 _ = cong (\x => MkFacts a b n items v (MkMoney x) t u) (sym r1)

public export
document : Doc
document = make printed Refl Refl Refl
