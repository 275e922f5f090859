-- A record whose field is a type; a function of two arguments takes its predicate apart.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small
import Data.DPair

%default total

public export
record W (n : Nat) where
  constructor MkW
  inside : Integer

public export
decode : Type -> Nat
decode (W n) = n
decode _ = Z

public export
record Box where
  constructor MkBox
  ty : Type

public export
use : Type -> Box -> Type
use (Subset Box p) w = W (S (decode (p w)))
use _ _ = Integer

public export
again : Box -> Type
again w = use w.ty w

public export
more : Nat
more = decode (again (MkBox (Subset Box Domains.Small.again)))

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  n : Nat
  0 pin : n = S n
  0 h0 : Rule0 items
  0 h1 : Rule1 vatAmount supply grandTotal
  0 h2 : Rule2 grandTotal vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount more (cong (\x => more) r1) r0 r1 r2

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
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl


public export
less : Nat -> Nat
less Z = Z
less (S k) = k

public export
0 noLoop : (n : Nat) -> n = S n -> Void
noLoop Z Refl impossible
noLoop (S k) same = noLoop k (cong less same)

public export
0 none : Doc -> Void
none c = noLoop c.n c.pin
