-- A function that stands alone in a field's type is a hidden field, which a first proof pins.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Tag (n : Integer) where
  constructor MkTag
  val : Integer

public export
fnn : (n : Integer) -> Tag n
fnn n = MkTag n

public export
app : ((n : Integer) -> Tag n) -> Integer -> Integer
app f n = (f n).val

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  ax, bx, cx : Integer
  0 h0 : Rule0 items
  0 pin : fnn = Domains.Small.fnn
  0 ha : app fnn ax = grandTotal.units
  0 hb : app fnn bx = vatAmount.units + supply.units
  0 hc : app fnn cx = vatAmount.units * 11

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount f.grandTotal.units (f.vatAmount.units + f.supplyAmount.units) (f.vatAmount.units * 11) r0 (cong (\x => fnn) r1) (cong (\x => f.grandTotal.units) r1) (cong (\x => f.vatAmount.units + f.supplyAmount.units) r1) (cong (\x => f.vatAmount.units * 11) r1)

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = trans (sym c.ha) c.hb

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = trans (sym c.hc) c.ha

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 999 = 1 + 10.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 999) (MkMoney 1) (MkMoney 10) 999 11 11 Refl Refl Refl Refl Refl

public export
0 absurdity : 999 = 11
absurdity = keepsR1 liar
