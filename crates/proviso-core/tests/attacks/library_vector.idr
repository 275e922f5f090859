-- What an empty list of vectors is put together to is a function of the library with a length that nobody writes.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small
import Data.Vect

%default total

public export
size : Nat -> Nat
size n = length (the (Vect n String) (concatMap (\it => it) (the (List (Vect n String)) [])))

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
  0 pin : size (integerToNat amounts.grandTotal.units) = size (integerToNat amounts.vatAmount.units)
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
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) (cong (\x => size (integerToNat f.vatAmount.units)) r1) r0 r2

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

-- Of a document with a total of 1 and a tax of 0 this is false.
public export
0 lie : (c : Doc) -> c.amounts.grandTotal.units = 1 -> c.amounts.vatAmount.units = 0 -> Void
lie c p q = absurd (the (1 = 0) (trans (sym (cong (\x => size (integerToNat x)) p)) (trans c.pin (cong (\x => size (integerToNat x)) q))))

