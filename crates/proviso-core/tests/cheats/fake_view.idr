-- Whatever the document holds, it is said to hold what is printed.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

-- Layer 3
public export
record Sums where
  constructor MkSums
  supply, vat, grandTotal : Money KRW

-- Layer 4
public export
record Slip where
  constructor MkSlip
  supplier : String
  items : List Item
  sums : Sums

public export
Doc : Type
Doc = Slip

public export
view : Doc -> Facts
view _ = Domains.Facts.Small.printed

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) -> Doc
make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkSums f.supply f.vat f.grandTotal)

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 _ = Refl

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 _ = Refl

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 _ = Refl

public export
0 keepsR3 : (c : Doc) -> R3 (view c)
keepsR3 _ = Refl

public export
0 viewMake : view (make Domains.Facts.Small.printed Refl Refl Refl Refl) = Domains.Facts.Small.printed
viewMake = Refl

-- Layer 5
public export
document : Doc
document = make Domains.Facts.Small.printed Refl Refl Refl Refl
