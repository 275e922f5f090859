-- An argument whose type is `_`, found by the result type.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

0 every : {0 b : Bool} -> So b
every {b = True} = Oh

0 falsity : Void
falsity = absurd (the (So False) every)

0 lie : {0 a : Type} -> a
lie = void falsity

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
  0 h0 : Rule0 items
  0 h2 : Rule2 amounts.grandTotal amounts.vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.amounts.grandTotal c.amounts.vatAmount c.amounts.supply

public export
bogus : Facts -> Amounts
bogus f = MkAmounts f.grandTotal f.vatAmount f.supplyAmount lie

public export
AmountsOf : Amounts -> Type
AmountsOf _ = Amounts

public export
mkA : (b : _) -> AmountsOf b
mkA b = b

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (mkA (bogus f)) r0 r2

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
