-- An argument that a type names is not compared: the function is stuck on another one, so its values are the same whatever stands there.
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
pickOf : Nat -> Integer -> Integer -> Integer
pickOf Z x _ = x
pickOf (S _) _ y = y

public export
marks : List Item -> List Integer
marks rows = linesOf (\it, ok => 1) rows (the (Each Keeps0 rows) lie)

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  vatAmount, supply : Money KRW
  ra, rb : List Item
  ax, bx : Integer
  0 h0 : Rule0 items
  0 h1 : pickOf (length (marks rb)) ax bx = vatAmount.units + supply.units
  0 h2 : vatAmount.units * 11 = pickOf (length (marks rb)) ax bx

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate (MkMoney (pickOf (length (marks c.ra)) c.ax c.bx)) c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.vatAmount f.supplyAmount [] [] f.grandTotal.units f.grandTotal.units r0 r1 r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.h1

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ (MkMoney _) _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 999 = 1 + 10.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 1) (MkMoney 10) [] [blankItem] 999 11 Refl Refl Refl

public export
saysWrong : (view Domains.Small.liar).grandTotal = MkMoney 999
saysWrong = Refl
