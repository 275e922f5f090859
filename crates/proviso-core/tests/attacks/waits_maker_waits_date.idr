-- The same with a pattern of a day.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Tag (n : Integer) where
  constructor MkTag
  val : Integer
  day : Date

public export
record Foo where
  constructor MkFoo
  val : Integer
  day : Date

public export
data Same : Foo -> Foo -> Type where
  MkSame : (x : Foo) -> Same x x

public export
tagOf : (n : Integer) -> Date -> Tag n
tagOf n (MkDate y m d v) = MkTag n (MkDate y m d v)

public export
strip : (n : Integer) -> (t : Tag n) -> Foo
strip n (MkTag v d) = MkFoo v d

public export
eqI : Integer -> Integer -> Bool
eqI a b = a == b

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  one, two : Foo
  same : Same one two
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
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount (strip 1 (tagOf 1 f.issueDate)) (strip 2 (tagOf 2 f.issueDate)) (MkSame (strip 1 (tagOf 1 f.issueDate))) r0 r1 r2

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
0 equal : Same a b -> a.val = b.val
equal (MkSame x) = Refl

public export
0 oneIsTwo : the Integer 1 = 2
oneIsTwo = equal document.same

public export
0 boom : Void
boom = case oneIsTwo of Refl impossible
