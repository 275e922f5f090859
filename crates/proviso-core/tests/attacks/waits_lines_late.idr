-- No rule is kept: the maker and the keeper that linesOf, linesBack and linesKeep are given are told behind `make`; where they wait, rows that their types name are not compared, so that linesBack says of one list of lines that it is any rows.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Row where
  constructor MkRow
  items : List Item
  g, v, s : Money KRW

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
eleven : Money KRW -> Money KRW
eleven m = MkMoney (m.units * 11)

public export
noItems : List Item
noItems = []

public export
gOf : List Row -> Money KRW
gOf (r :: rs) = r.g
gOf [] = MkMoney 0

public export
itemsOf : List Row -> List Item
itemsOf (r :: rs) = r.items
itemsOf [] = []

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
  0 pinA : map Domains.Small.backOf lines = [MkRow items grandTotal vatAmount supply]
  0 pinB : map Domains.Small.backOf lines = [MkRow Domains.Small.noItems (plusMoney vatAmount supply) vatAmount supply]
  0 pinC : map Domains.Small.backOf lines = [MkRow Domains.Small.noItems (Domains.Small.eleven vatAmount) vatAmount supply]

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
    (linesOf line [MkRow f.items f.grandTotal f.vatAmount f.supplyAmount] (linesKeep rowId fine [MkRow f.items f.grandTotal f.vatAmount f.supplyAmount]))
    (linesBack backOf line same [MkRow f.items f.grandTotal f.vatAmount f.supplyAmount] (linesKeep rowId fine [MkRow f.items f.grandTotal f.vatAmount f.supplyAmount]))
    (linesBack backOf line same [MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount] (linesKeep rowId fine [MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount]))
    (linesBack backOf line same [MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount] (linesKeep rowId fine [MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount]))

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = trans (cong (\x => allStated0 (itemsOf x)) (trans (sym c.pinA) c.pinB)) (sym (cong (\x => allComputed0 (itemsOf x)) (trans (sym c.pinA) c.pinB)))

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = cong (\x => (gOf x).units) (trans (sym c.pinA) c.pinB)

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = sym (cong (\x => (gOf x).units) (trans (sym c.pinA) c.pinC))

||| A document of any facts at all: `make` without its proofs.
public export
ofAny : Facts -> Doc
ofAny f =
  MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount
    (linesOf line [MkRow f.items f.grandTotal f.vatAmount f.supplyAmount] (linesKeep rowId fine [MkRow f.items f.grandTotal f.vatAmount f.supplyAmount]))
    (linesBack backOf line same [MkRow f.items f.grandTotal f.vatAmount f.supplyAmount] (linesKeep rowId fine [MkRow f.items f.grandTotal f.vatAmount f.supplyAmount]))
    (linesBack backOf line same [MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount] (linesKeep rowId fine [MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount]))
    (linesBack backOf line same [MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount] (linesKeep rowId fine [MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount]))

line it ok = MkLine it ok

fine it = MkFine Refl

same it ok = Refl

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

public export
wrong : Facts
wrong = MkFacts printed.issueDate "a" "b" [MkItem "x" (MkDecimal 2 0) (MkMoney 3) (MkMoney 7)] printed.vatRate (MkMoney 1) (MkMoney 5000) (MkMoney 50000)

public export
0 shows : view (ofAny Domains.Small.wrong) = Domains.Small.wrong
shows = Refl

public export
0 oneIsMore : the Integer 1 = 55000
oneIsMore = keepsR1 (ofAny Domains.Small.wrong)
