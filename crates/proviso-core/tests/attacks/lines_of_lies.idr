-- LinesKeep over a line that the keeper makes itself, with a lie; the document holds no proof at all.
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
record Line where
  constructor MkLine
  lhs, rhs : Integer
  0 same : lhs = rhs

public export
0 lineHolds : (it : Line) -> it.lhs = it.rhs
lineHolds it = it.same

public export
headOr : List Integer -> Integer
headOr [] = 0
headOr (x :: _) = x

public export
0 lieLine : Integer -> Integer -> Line
lieLine a b = MkLine a b lie

public export
record Line0 where
  constructor MkLine0
  lhs0, rhs0 : List Integer
  0 same0 : lhs0 = rhs0

public export
0 lineHolds0 : (it : Line0) -> it.lhs0 = it.rhs0
lineHolds0 it = it.same0

public export
headOr0 : List (List Integer) -> List Integer
headOr0 [] = []
headOr0 (x :: _) = x

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = cong headOr0 (linesKeep (\x => x) lineHolds0 [MkLine0 (map stated0 c.items) (map computed0 c.items) lie])

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = cong headOr (linesKeep (\x => x) lineHolds [lieLine c.grandTotal.units (c.vatAmount.units + c.supply.units)])

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = cong headOr (linesKeep (\x => x) lineHolds [lieLine (c.vatAmount.units * 11) c.grandTotal.units])

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl
