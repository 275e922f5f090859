-- What is wrong two functions deep is found in the first round of judging only: a block, not a fraction.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
D : Type
D = Integer

public export
zz : Bool -> D
zz b = case b of
  True => 0
  False => 1

public export
z : Bool -> D
z b = zz b

public export
choose2 : Integer -> Integer -> Bool -> Integer
choose2 a b True = a
choose2 a b False = b

public export
choose1 : Integer -> Integer -> D -> Integer
choose1 a b d = choose2 a b (d == 0)

public export
takes1 : Integer -> Integer -> D -> Integer
takes1 a b d = choose1 a b d

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  0 h0 : Rule0 items
  0 same : z True = z False

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount r0 (cong (\x => z True) r1)

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = cong (takes1 c.grandTotal.units (c.vatAmount.units + c.supply.units)) c.same

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = cong (takes1 (c.vatAmount.units * 11) c.grandTotal.units) c.same

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 3 = 1 + 1, and 1 * 11 = 3.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 3) (MkMoney 1) (MkMoney 1) Refl Refl

public export
saysWrong : view Domains.Small.liar = MkFacts Domains.Facts.Small.printed.issueDate "" "" [] Domains.Facts.Small.printed.vatRate (MkMoney 3) (MkMoney 1) (MkMoney 1)
saysWrong = Refl
