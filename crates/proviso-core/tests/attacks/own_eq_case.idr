-- An own instance of `Eq` whose `==` is a `case`: the operator passes unseen; do two of its stuck uses count as equal?.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
data Kind = Plain | Odd Integer

public export
Eq Kind where
  a == b = case (a, b) of
    (Plain, Plain) => True
    _ => False

public export
amt : Bool -> Integer -> Integer -> Integer
amt True x _ = x
amt False _ y = y

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  vatAmount, supply : Money KRW
  ak, bk : Kind
  gx, gy : Integer
  0 h0 : Rule0 items
  0 h1 : amt (bk == Plain) gx gy = vatAmount.units + supply.units
  0 h2 : vatAmount.units * 11 = amt (bk == Plain) gx gy

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate (MkMoney (amt (c.ak == Plain) c.gx c.gy)) c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.vatAmount f.supplyAmount Plain Plain f.grandTotal.units 0 r0 r1 r2

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
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 1) (MkMoney 10) (Odd 1) Plain 11 999 Refl Refl Refl

public export
saysWrong : (view Domains.Small.liar).grandTotal = MkMoney 999
saysWrong = Refl

