-- No parameter is declared in braces; hidden is what the constructor in Cert (MkDatum "") is to be given.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Datum (n : Integer) where
  constructor MkDatum
  text : String

public export
record Cert (d : Datum w) where
  constructor MkCert
  note : String

public export
certOf : Integer -> Cert (MkDatum "")
certOf 0 = MkCert "a"
certOf _ = MkCert "b"

public export
0 Joined : Integer -> Cert (MkDatum "") -> Type
Joined s (MkCert {w = m} _) = (s = m)

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  vatAmount, supply : Money KRW
  k, ax, bx : Integer
  0 h0 : Rule0 items
  0 isZero : 0 = k
  0 h1 : Joined (vatAmount.units + supply.units) (the (Cert {w = bx} (MkDatum "")) (certOf k))
  0 h2 : vatAmount.units * 11 = ax

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate (MkMoney c.ax) c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.vatAmount f.supplyAmount 0 f.grandTotal.units f.grandTotal.units r0 (cong (\x => 0) r1) (sym r1) r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = sym (onSame (\x => Joined (c.vatAmount.units + c.supply.units) (the (Cert {w = c.ax} (MkDatum "")) (certOf x))) c.isZero c.h1)

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ (MkMoney _) _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

-- A document that says 11 = 1 + 2.
public export
liar : Doc
liar = MkInvoice Domains.Facts.Small.printed.issueDate "" "" [] Domains.Facts.Small.printed.vatRate (MkMoney 1) (MkMoney 2) 0 11 3 Refl Refl Refl Refl

public export
0 elevenIsThree : 11 = 3
elevenIsThree = keepsR1 Domains.Small.liar

public export
0 zeroIsOne : the Integer 11 = 3 -> Void
zeroIsOne Refl impossible
