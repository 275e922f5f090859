-- Two case blocks of one place count as equal whatever they look at: the proof is about one row, the amount is another row's.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
0 Wrap : Bool -> Integer -> Integer -> Type
Wrap True n m = (n = m)
Wrap False n _ = (n = n)

public export
record Row (kind : Bool) where
  constructor MkRow
  flag : Bool
  x, v, s : Integer
  0 p, q : Wrap kind (if flag then x else 0) (v + s)

public export
valueOf : {n : Integer} -> (0 it : n = n) -> Integer
valueOf {n} _ = n

public export
leftOf : {n : Integer} -> (0 it : n = m) -> Integer
leftOf {n} _ = n

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  one : Row True
  two : Row False
  0 h0 : Rule0 items
  0 h2 : one.v * 11 = valueOf two.q

public export
Doc : Type
Doc = Invoice

public export
0 view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate (MkMoney (valueOf c.two.q)) (MkMoney c.one.v) (MkMoney c.one.s)

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate (MkRow True f.grandTotal.units f.vatAmount.units f.supplyAmount.units r1 r1) (MkRow True f.grandTotal.units f.vatAmount.units f.supplyAmount.units (trans r1 (sym r1)) (trans r1 (sym r1))) r0 r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.one.p

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 keepsR9 : (c : Doc) -> leftOf c.one.q = c.one.v + c.one.s
keepsR9 c = c.one.q

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ (MkMoney _) (MkMoney _) (MkMoney _)) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 1089 = 99 + 1.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkRow True 100 99 1 Refl Refl) (MkRow True 1089 5 7 Refl Refl) Refl Refl
