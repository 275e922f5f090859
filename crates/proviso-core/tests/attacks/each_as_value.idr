-- The lemma of the facts about rows as a value: the rows that its type names are not compared.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
0 every : So b
every {b = True} = Oh

public export
0 fromSo : So False -> a
fromSo Oh impossible

public export
0 lie : a
lie = fromSo every

public export
0 sizeOf : Each p rows -> Integer
sizeOf NoRow = 0
sizeOf (OneRow _ _) = 1

public export
pickI : Integer -> Integer -> Integer -> Integer
pickI 0 x _ = x
pickI _ _ y = y

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  ra, rb : List Item
  0 h0 : Rule0 items
  0 za : ra = []
  0 zb : rb = [blankItem]

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount [] [blankItem] r0 (cong (\x => []) r1) (cong (\x => [blankItem]) r1)

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = trans (sym (cong (\x => pickI (sizeOf (each0 x lie)) (c.grandTotal.units) (c.vatAmount.units + c.supply.units)) c.za)) (cong (\x => pickI (sizeOf (each0 x lie)) (c.grandTotal.units) (c.vatAmount.units + c.supply.units)) c.zb)

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = trans (sym (cong (\x => pickI (sizeOf (each0 x lie)) (c.vatAmount.units * 11) (c.grandTotal.units)) c.za)) (cong (\x => pickI (sizeOf (each0 x lie)) (c.vatAmount.units * 11) (c.grandTotal.units)) c.zb)

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 999 = 1 + 10.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 999) (MkMoney 1) (MkMoney 10) [] [blankItem] Refl Refl Refl

public export
0 absurdity : 999 = 11
absurdity = keepsR1 liar
