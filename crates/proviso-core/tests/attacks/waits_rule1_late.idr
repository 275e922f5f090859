-- The least of k01: rule 1 alone is not kept. `line` and `fine` are told behind `make`.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Row where
  constructor MkRow
  g : Money KRW

public export
record Fine (it : Row) where
  constructor MkFine
  0 p : it.g = it.g

public export
record Line where
  constructor MkLine
  row : Row
  0 ok : Fine row

public export
rowId : Row -> Row
rowId r = r

public export
backOf : Line -> Row
backOf l = l.row

public export
gOf : List Row -> Integer
gOf (r :: rs) = r.g.units
gOf [] = 0

public export
line : (it : Row) -> (0 ok : Fine it) -> Line

public export
0 fine : (it : Row) -> Fine it

public export
0 same : (it : Row) -> (0 ok : Fine it) -> Domains.Small.backOf (Domains.Small.line it ok) = it

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  lines : List Line
  0 printedIs : map Domains.Small.backOf lines = [MkRow grandTotal]
  0 sumIs : map Domains.Small.backOf lines = [MkRow (plusMoney vatAmount supply)]
  0 h0 : Rule0 items
  0 h2 : Rule2 grandTotal vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 =
  MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount
    (linesOf line [MkRow f.grandTotal] (linesKeep rowId fine [MkRow f.grandTotal]))
    (linesBack backOf line same [MkRow f.grandTotal] (linesKeep rowId fine [MkRow f.grandTotal]))
    (linesBack backOf line same [MkRow (plusMoney f.vatAmount f.supplyAmount)] (linesKeep rowId fine [MkRow (plusMoney f.vatAmount f.supplyAmount)]))
    r0 r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = cong (\x => gOf x) (trans (sym c.printedIs) c.sumIs)

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

line it ok = MkLine it ok

fine it = MkFine Refl

same it ok = Refl

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl
