-- The same below a record with a proof of its own, of which a type further out speaks.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Fn (a : Type) where
  constructor MkFn
  run : a -> Nat

public export
data Bad = MkBad (Fn Bad)

public export
again : Bad -> Nat
again (MkBad f) = S (f.run (MkBad f))

public export
more : Nat
more = again (MkBad (MkFn again))

public export
record Count where
  constructor MkCount
  n : Nat
  0 five : 5 = 5

public export
data More : Nat -> Nat -> Type where
  MkMore : (k : Count) -> More k.n (S k.n)

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
  k : Count
  pin : More k.n k.n

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
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkAmounts f.grandTotal f.vatAmount f.supplyAmount r1) (MkCount more (cong (\x => 5) r1)) (MkMore (MkCount more (cong (\x => 5) r1))) r0 r2

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
less : Nat -> Nat
less Z = Z
less (S k) = k

public export
0 noLoop : (n : Nat) -> n = S n -> Void
noLoop Z Refl impossible
noLoop (S k) same = noLoop k (cong less same)

public export
0 toEq : More m n -> n = S m
toEq (MkMore _) = Refl

public export
0 none : Doc -> Void
none c = noLoop c.k.n (toEq c.pin)
