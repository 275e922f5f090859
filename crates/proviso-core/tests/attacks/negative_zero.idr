-- Conversion takes -0.0 for 0.0: the field says 0 = 0 + 0 of every document, the keeper says it of the amounts.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
data Key = K

public export
zero, minus : Double
zero = 0
minus = negate zero

public export
choose : Key -> Double -> Integer -> Integer
choose K d n = if recip d > 0 then n else 0

public export
nought : Integer -> Integer
nought _ = 0

public export
record Invoice where
  constructor MkInvoice
  k : Key
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  g, v, s : Integer
  0 h0 : Rule0 items
  0 h1 : choose k Domains.Small.minus g = choose k Domains.Small.minus v + choose k Domains.Small.minus s
  0 h2 : choose k Domains.Small.minus v * 11 = choose k Domains.Small.minus g

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate (MkMoney (choose c.k Domains.Small.zero c.g)) (MkMoney (choose c.k Domains.Small.zero c.v)) (MkMoney (choose c.k Domains.Small.zero c.s))

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice K f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal.units f.vatAmount.units f.supplyAmount.units r0 (cong nought r1) (cong nought r2)

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
viewMake (MkFacts _ _ _ _ _ (MkMoney _) (MkMoney _) (MkMoney _)) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

public export
liar : Doc
liar = MkInvoice K printed.issueDate "" "" [] printed.vatRate 1 2 3 Refl Refl Refl
