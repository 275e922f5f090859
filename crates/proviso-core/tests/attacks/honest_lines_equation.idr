-- The same, the proof is written as an equation: amount × 10^scale = quantity × price.
-- caught by: nobody
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Line where
  constructor MkLine
  item : String
  quantity : Decimal
  unitPrice, amount : Money KRW
  0 holds : amount.units * tenTo quantity.scale = quantity.digits * unitPrice.units

public export
asItem : Line -> Item
asItem l = MkItem l.item l.quantity l.unitPrice l.amount

public export
line : (it : Item) -> (0 ok : Keeps0 it) -> Line
line (MkItem item quantity unitPrice amount) ok = MkLine item quantity unitPrice amount ok

public export
0 lineKeeps : (l : Line) -> Keeps0 (asItem l)
lineKeeps l = l.holds

public export
0 lineBack : (it : Item) -> (0 ok : Keeps0 it) -> asItem (line it ok) = it
lineBack (MkItem _ _ _ _) _ = Refl

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
  lines : List Line
  vatRate : Rate
  amounts : Amounts
  0 h2 : Rule2 amounts.grandTotal amounts.vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no (map asItem c.lines) c.vatRate c.amounts.grandTotal c.amounts.vatAmount c.amounts.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber (linesOf line f.items (each0 f.items r0)) f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = all0 (map asItem c.lines) (linesKeep asItem lineKeeps c.lines)

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.amounts.h1

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts d s n items v g t u) r0 _ _ = cong (\xs => MkFacts d s n xs v g t u) (linesBack asItem line lineBack items (each0 items r0))

public export
document : Doc
document = make printed Refl Refl Refl
