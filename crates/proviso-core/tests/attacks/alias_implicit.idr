-- An argument in braces behind the name of a type.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Tag (n : Integer) where
  constructor MkTag
  val : Integer

public export
TagFn : Type
TagFn = {at : Integer} -> Integer -> Tag at

public export
tagOf : TagFn
tagOf {at = n} 0 = MkTag n
tagOf {at = n} _ = MkTag n

public export
note : Integer -> Integer -> Integer
note n k = (tagOf {at = n} k).val

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  vatAmount, supply : Money KRW
  k : Integer
  ax, bx : Integer
  0 h0 : Rule0 items
  0 h1 : note bx k = vatAmount.units + supply.units
  0 h2 : vatAmount.units * 11 = note bx k

public export
Doc : Type
Doc = Invoice


public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no c.items c.vatRate (MkMoney (note c.ax c.k)) c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.vatAmount f.supplyAmount 0 f.grandTotal.units f.grandTotal.units r0 r1 r2

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
viewMake (MkFacts _ _ _ _ _ (MkMoney _) _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 999 = 1 + 10.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 1) (MkMoney 10) 0 999 11 Refl Refl Refl

public export
saysWrong : (view Domains.Small.liar).grandTotal = MkMoney 999
saysWrong = Refl
