-- LinesOf with a lie for its proof.
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
record Line where
  constructor MkLine
  row : Item
  0 ok : stated0 row = computed0 row

public export
lineOf : (it : Item) -> (0 _ : stated0 it = computed0 it) -> Line
lineOf it ok = MkLine it ok

public export
rowOf : Line -> Item
rowOf it = it.row

public export
0 back : (it : Item) -> (0 ok : stated0 it = computed0 it) -> rowOf (lineOf it ok) = it
back _ _ = Refl

public export
0 lineHolds : (it : Line) -> stated0 (rowOf it) = computed0 (rowOf it)
lineHolds it = it.ok

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
view c = MkFacts c.day c.by c.no (map rowOf c.lines) c.vatRate c.amounts.grandTotal c.amounts.vatAmount c.amounts.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber (linesOf lineOf f.items lie) f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = linesKeep rowOf lineHolds c.lines

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.amounts.h1

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts a b c d e g h i) r0 _ _ = cong (\rows => MkFacts a b c rows e g h i) (linesBack rowOf lineOf back d r0)

public export
document : Doc
document = make printed Refl Refl Refl
