-- The record holds its own statement and a proof of that.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

-- Layer 3
public export
record Sums where
  constructor MkSums
  supply, vat, grandTotal : Money KRW
  0 vatIsTenth : Rule0 supply vat
  0 claim : Type
  0 totalIsSum : claim

-- Layer 4
public export
record Slip where
  constructor MkSlip
  supplier : String
  items : List Item
  sums : Sums
  0 linesAreProducts : Rule2 items
  0 linesAreSupply : Rule3 items sums.supply

public export
Doc : Type
Doc = Slip

public export
view : Doc -> Facts
view c = MkFacts c.supplier c.items c.sums.supply c.sums.vat c.sums.grandTotal

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) -> Doc
make f r0 r1 r2 r3 = MkSlip f.supplier f.items (MkSums f.supply f.vat f.grandTotal r0 () ()) r2 r3

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.sums.vatIsTenth

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.sums.totalIsSum

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.linesAreProducts

public export
0 keepsR3 : (c : Doc) -> R3 (view c)
keepsR3 c = c.linesAreSupply

public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  view (make f r0 r1 r2 r3) = f
viewMake (MkFacts _ _ _ _ _) _ _ _ _ = Refl

-- Layer 5
public export
document : Doc
document = make Domains.Facts.Small.printed Refl Refl Refl Refl
