-- The same, declared behind `forall`.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Tag (n : Integer) where
  constructor MkTag
  val : Integer

public export
0 tagOf : forall n . Integer -> Tag n
tagOf {n} 0 = MkTag n
tagOf _ = MkTag 0

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  k : Integer
  0 h0 : Rule0 items
  0 z : k = 0

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount 0 r0 (cong (\x => 0) r1)

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = trans (sym (cong (\x => (the (Tag (c.grandTotal.units)) (tagOf x)).val) c.z)) (cong (\x => (the (Tag (c.vatAmount.units + c.supply.units)) (tagOf x)).val) c.z)

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = trans (sym (cong (\x => (the (Tag (c.vatAmount.units * 11)) (tagOf x)).val) c.z)) (cong (\x => (the (Tag (c.grandTotal.units)) (tagOf x)).val) c.z)

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 999 = 1 + 10.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 999) (MkMoney 1) (MkMoney 10) 0 Refl Refl

public export
0 absurdity : 999 = 11
absurdity = keepsR1 liar
