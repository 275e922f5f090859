-- An argument that a type names is not compared: the function is stuck on another one, so its values are the same whatever stands there.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
noted : (cur : Currency) -> Integer -> Money cur
noted KRW 0 = MkMoney 0
noted KRW _ = MkMoney 0
noted USD 0 = MkMoney 0
noted USD _ = MkMoney 1
noted _ _ = MkMoney 0

public export
pickOf : Integer -> Integer -> Integer -> Integer
pickOf 0 x _ = x
pickOf _ _ y = y

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  vatAmount, supply : Money KRW
  k : Integer
  ax, bx : Integer
  ca, cb : Currency
  0 h0 : Rule0 items
  0 h1 : pickOf (noted cb k).units ax bx = vatAmount.units + supply.units
  0 h2 : vatAmount.units * 11 = pickOf (noted cb k).units ax bx

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate (MkMoney (pickOf (noted c.ca c.k).units c.ax c.bx)) c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.vatAmount f.supplyAmount 0 f.grandTotal.units f.grandTotal.units KRW KRW r0 r1 r2

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
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 1) (MkMoney 10) 1 999 11 KRW USD Refl Refl Refl

public export
saysWrong : (view Domains.Small.liar).grandTotal = MkMoney 999
saysWrong = Refl
