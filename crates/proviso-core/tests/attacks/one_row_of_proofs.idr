-- A constructor of the library holds proofs that nobody asked for.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
0 every : {0 b : Bool} -> So b
every {b = True} = Oh

public export
0 fromSo : {0 a : Type} -> So False -> a
fromSo Oh impossible

public export
0 lie : {0 a : Type} -> a
lie = fromSo every

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount

public export
behind : List Integer -> List Integer
behind [] = []
behind (_ :: xs) = xs

public export
chosen : Integer -> Integer -> List Integer -> Integer
chosen a b [] = a
chosen a b (0 :: _) = a
chosen a b (_ :: _) = b

public export
oddRow : Item
oddRow = MkItem "" (MkDecimal 1 0) (MkMoney 1) (MkMoney 0)

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = cong behind (all0 (Domains.Small.oddRow :: c.items) (OneRow lie lie))

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = cong (chosen c.grandTotal.units (c.vatAmount.units + c.supply.units)) (all0 [Domains.Small.oddRow] (OneRow lie NoRow))

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = cong (chosen (c.vatAmount.units * 11) c.grandTotal.units) (all0 [Domains.Small.oddRow] (OneRow lie NoRow))

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 999 = 1 + 10.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 999) (MkMoney 1) (MkMoney 10)
