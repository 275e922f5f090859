-- An equation between Nothing and a value of another type, whose type is found anew in each place.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
aName : String
aName = ""

public export
noSum : Maybe Integer
noSum = Nothing

public export
noText : Maybe String
noText = Nothing

public export
record Box (a : Type) where
  constructor MkBox
  held : Integer

public export
boxOf : Integer -> Box (Nothing = Domains.Small.aName)
boxOf 0 = MkBox 0
boxOf n = MkBox n

public export
theBox : Box (Domains.Small.noSum = Domains.Small.aName)
theBox = boxOf 0

public export
0 Says : Box (Nothing = Domains.Small.aName) -> Integer -> Type
Says x 0 = (x = Domains.Small.theBox)
Says _ _ = Integer

public export
record Amounts where
  constructor MkAmounts
  grandTotal, vatAmount, supply : Money KRW
  0 h1 : Rule1 vatAmount supply grandTotal

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  amounts : Amounts
  k : Integer
  0 pin : Says (the (Box (Domains.Small.noSum = Domains.Small.aName)) (boxOf k)) k = Says (the (Box (Domains.Small.noText = Domains.Small.aName)) (boxOf k)) k
  0 h0 : Rule0 items
  0 h2 : Rule2 amounts.grandTotal amounts.vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.amounts.grandTotal c.amounts.vatAmount c.amounts.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) f.grandTotal.units (cong (\x => Says (the (Box (Domains.Small.noSum = Domains.Small.aName)) (boxOf f.grandTotal.units)) f.grandTotal.units) r1) r0 r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.amounts.h1

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

public export
0 asIs : {0 a, b : Type} -> a = b -> a -> b
asIs Refl x = x

public export
0 apart : the (Box (Domains.Small.noText = Domains.Small.aName)) (MkBox 0) = Domains.Small.theBox -> Void
apart Refl impossible

-- Of a document whose k is 0, it says that two types are one, of which one has a value.
public export
0 at0 : Says (the (Box (Domains.Small.noSum = Domains.Small.aName)) (boxOf 0)) 0 = Says (the (Box (Domains.Small.noText = Domains.Small.aName)) (boxOf 0)) 0 -> Void
at0 same = apart (asIs same Refl)

public export
0 lie : (c : Doc) -> c.k = 0 -> Void
lie c zero = at0 (replace {p = \k => Says (the (Box (Domains.Small.noSum = Domains.Small.aName)) (boxOf k)) k = Says (the (Box (Domains.Small.noText = Domains.Small.aName)) (boxOf k)) k} zero c.pin)

