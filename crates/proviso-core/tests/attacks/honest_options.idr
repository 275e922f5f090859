-- An address record that is optional, a list of contacts, Show with showPrec-like helper, comments everywhere.
-- caught by: nobody
module Domains.Small

import public Domains.Facts.Small

%default total

||| Where somebody is.
public export
record Address where
  constructor MkAddress
  ||| The street.
  street : String
  city : String -- with the code
  code : Maybe Nat

||| How to reach somebody.
public export
data Contact = Phone String | Mail String | Fax String Nat

public export
Show Address where
  show a = a.street ++ ", " ++ a.city

public export
Show Contact where
  show (Phone it) = "phone " ++ it
  show (Mail it) = "mail " ++ it
  show (Fax it n) = "fax " ++ it ++ " " ++ show n

public export
record Supplier where
  constructor MkSupplier
  name : String
  address : Maybe Address
  contacts : List Contact

public export
record Amounts where
  constructor MkAmounts
  grandTotal, vatAmount, supply : Money KRW
  0 h1 : Rule1 vatAmount supply grandTotal

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : Supplier
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
view c = MkFacts c.day c.by.name c.no c.items c.vatRate c.amounts.grandTotal c.amounts.vatAmount c.amounts.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate (MkSupplier f.supplier Nothing []) f.documentNumber f.items f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) r0 r2

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
