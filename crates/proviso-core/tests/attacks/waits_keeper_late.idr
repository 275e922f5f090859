-- Only the keeper is told behind `make`; the maker of lines takes its row apart, and waits for rows that are variables of another maker.
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
firstOf : Row -> List Row -> Row
firstOf _ (r :: rs) = r
firstOf other [] = other

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
line (MkRow i g v s) ok = MkLine (MkRow i g v s) ok

public export
0 fine : (it : Row) -> Fine it

public export
0 same : (it : Row) -> (0 ok : Fine it) -> Domains.Small.backOf (Domains.Small.line it ok) = it
same (MkRow _ _ _ _) ok = Refl

public export
record Pins (a, b, c : Row) where
  constructor MkPins
  lines : List Line
  0 pinA : map Domains.Small.backOf lines = [a]
  0 pinB : map Domains.Small.backOf lines = [b]
  0 pinC : map Domains.Small.backOf lines = [c]

public export
pins : (a, b, c : Row) -> Pins a b c
pins a b c =
  MkPins (linesOf line [a] (linesKeep rowId fine [a]))
    (linesBack backOf line same [a] (linesKeep rowId fine [a]))
    (linesBack backOf line same [b] (linesKeep rowId fine [b]))
    (linesBack backOf line same [c] (linesKeep rowId fine [c]))

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  rowA, rowB, rowC : Row
  0 isA : rowA = MkRow items grandTotal vatAmount supply
  0 isB : rowB = MkRow Domains.Small.noItems (plusMoney vatAmount supply) vatAmount supply
  0 isC : rowC = MkRow Domains.Small.noItems (Domains.Small.eleven vatAmount) vatAmount supply
  pinned : Pins rowA rowB rowC

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
    (MkRow f.items f.grandTotal f.vatAmount f.supplyAmount) (MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount) (MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount)
    (cong (\x => MkRow f.items f.grandTotal f.vatAmount f.supplyAmount) (asTrue f.issueDate.valid))
    (cong (\x => MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount) (asTrue f.issueDate.valid))
    (cong (\x => MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount) (asTrue f.issueDate.valid))
    (pins (MkRow f.items f.grandTotal f.vatAmount f.supplyAmount) (MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount) (MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount))

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = trans (cong (\x => allStated0 (x.items)) (trans (sym c.isA) (trans (cong (\x => firstOf c.rowA x) (trans (sym c.pinned.pinA) c.pinned.pinB)) c.isB))) (sym (cong (\x => allComputed0 (x.items)) (trans (sym c.isA) (trans (cong (\x => firstOf c.rowA x) (trans (sym c.pinned.pinA) c.pinned.pinB)) c.isB))))

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = cong (\x => x.g.units) (trans (sym c.isA) (trans (cong (\x => firstOf c.rowA x) (trans (sym c.pinned.pinA) c.pinned.pinB)) c.isB))

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = sym (cong (\x => x.g.units) (trans (sym c.isA) (trans (cong (\x => firstOf c.rowA x) (trans (sym c.pinned.pinA) c.pinned.pinC)) c.isC)))

||| A document of any facts at all: `make` without its proofs.
public export
ofAny : Facts -> Doc
ofAny f =
  MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount
    (MkRow f.items f.grandTotal f.vatAmount f.supplyAmount) (MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount) (MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount)
    (cong (\x => MkRow f.items f.grandTotal f.vatAmount f.supplyAmount) (asTrue f.issueDate.valid))
    (cong (\x => MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount) (asTrue f.issueDate.valid))
    (cong (\x => MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount) (asTrue f.issueDate.valid))
    (pins (MkRow f.items f.grandTotal f.vatAmount f.supplyAmount) (MkRow noItems (plusMoney f.vatAmount f.supplyAmount) f.vatAmount f.supplyAmount) (MkRow noItems (eleven f.vatAmount) f.vatAmount f.supplyAmount))

fine it = MkFine Refl

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
