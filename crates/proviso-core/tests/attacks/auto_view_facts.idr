-- `view` is searched the facts: in `viewMake` it finds the facts `f` of the signature and gives them back, else it is constant; a document holds nothing at all.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Invoice where
  constructor MkInvoice
  0 h0 : R0 Domains.Facts.Small.printed
  0 h1 : R1 Domains.Facts.Small.printed
  0 h2 : R2 Domains.Facts.Small.printed

public export
Doc : Type
Doc = Invoice

public export
data Mode = Given Facts | Stored

public export
theMode : {auto m : Mode} -> Mode
theMode {m} = m

public export
shown : Mode -> Facts
shown (Given f) = f
shown Stored = printed

public export
view : {auto m : Mode} -> Doc -> Facts
view c = shown theMode

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice (cong (\x => the (List Integer) [20000, 30000]) r0) (cong (\x => the Integer 55000) r1) (cong (\x => the Integer 55000) r2)

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
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view {m = Given f} (make f r0 r1 r2) = f
viewMake f r0 r1 r2 = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| `makes` is empty: of other facts, once they are no variable, the document says the printed ones.
public export
losesAll : (f : Unit) -> (g : Unit -> Facts) -> (0 r0 : R0 (g f)) -> (0 r1 : R1 (g f)) -> (0 r2 : R2 (g f)) -> Domains.Small.view (make (g f) r0 r1 r2) = Domains.Facts.Small.printed
losesAll f g r0 r1 r2 = Refl
