-- Rows whose proofs nobody made, given to a lemma about lines.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
0 every : {0 b : Bool} -> So b
every {b = True} = Oh

public export
0 fromSo : {0 a : Type} -> So False -> a
fromSo Oh impossible

public export
0 lie : {0 a : Type} -> a
lie = fromSo every

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
chosen : Integer -> Integer -> Integer -> Integer
chosen a b 0 = a
chosen a b _ = b

public export
chosens : List Integer -> List Integer -> Integer -> List Integer
chosens a b 0 = a
chosens a b _ = b

public export
record W where
  constructor MkW
  n : Integer
  0 p : the Integer 0 = 1

public export
0 T : W -> Type
T w = (w.n = w.n)

public export
backW : W -> W
backW w = w

public export
lineW : (w : W) -> (0 ok : T w) -> W
lineW w ok = MkW 0 w.p

public export
0 backIsSame : (w : W) -> (0 ok : T w) -> backW (lineW w ok) = w
backIsSame (MkW n p) ok = cong (\z => MkW (chosen 0 n z) p) p

public export
record Plain where
  constructor MkPlain
  m : Integer

public export
bagOf : Plain -> W
bagOf it = MkW 5 lie

public export
0 keepsBag : (it : Plain) -> T (bagOf it)
keepsBag it = Refl

public export
firstOf : List W -> Integer
firstOf [] = 0
firstOf (w :: _) = w.n

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = cong (\ws => chosens (allStated0 c.items) (allComputed0 c.items) (firstOf ws)) (linesBack backW lineW backIsSame (map bagOf [MkPlain 0]) (linesKeep bagOf keepsBag [MkPlain 0]))

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = cong (\ws => chosen c.grandTotal.units (c.vatAmount.units + c.supply.units) (firstOf ws)) (linesBack backW lineW backIsSame (map bagOf [MkPlain 0]) (linesKeep bagOf keepsBag [MkPlain 0]))

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = cong (\ws => chosen (c.vatAmount.units * 11) c.grandTotal.units (firstOf ws)) (linesBack backW lineW backIsSame (map bagOf [MkPlain 0]) (linesKeep bagOf keepsBag [MkPlain 0]))

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 999 = 1 + 10.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 999) (MkMoney 1) (MkMoney 10)
