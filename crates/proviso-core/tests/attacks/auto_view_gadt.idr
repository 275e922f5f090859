-- The same with a data type in the long form, argument erased.
-- caught by: shape
module Domains.Small

import public Domains.Facts.Small

%default total

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  items : List Item
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  0 h0 : R0 Domains.Facts.Small.printed
  0 h1 : R1 Domains.Facts.Small.printed
  0 h2 : R2 Domains.Facts.Small.printed

public export
Doc : Type
Doc = Invoice

public export
data Mode : Type where
  Kept : (0 _ : Doc) -> Mode
  Stored : Mode

public export
theMode : {auto m : Mode} -> Mode
theMode {m} = m

public export
shown : Mode -> Doc -> Facts
shown (Kept _) _ = printed
shown Stored c = MkFacts c.day c.by c.no c.items c.vatRate c.grandTotal c.vatAmount c.supply

public export
view : {auto m : Mode} -> Doc -> Facts
view c = shown theMode c

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber f.items f.vatRate f.grandTotal f.vatAmount f.supplyAmount (cong (\x => the (List Integer) [20000, 30000]) r0) (cong (\x => the Integer 55000) r1) (cong (\x => the Integer 55000) r2)

public export
0 keepsR0 : (c : Doc) -> R0 (view {m = Kept c} c)
keepsR0 c = c.h0

public export
0 keepsR1 : (c : Doc) -> R1 (view {m = Kept c} c)
keepsR1 c = c.h1

public export
0 keepsR2 : (c : Doc) -> R2 (view {m = Kept c} c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

public export
document : Doc
document = make printed Refl Refl Refl

||| A document that says 3 = 1 + 1, and its view as it is stored.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [] printed.vatRate (MkMoney 3) (MkMoney 1) (MkMoney 1) Refl Refl Refl

public export
saysWrong : shown Stored Domains.Small.liar = MkFacts Domains.Facts.Small.printed.issueDate "" "" [] Domains.Facts.Small.printed.vatRate (MkMoney 3) (MkMoney 1) (MkMoney 1)
saysWrong = Refl

||| The view itself, as the audit asks it of a document that is no variable.
public export
viewIsWrong : (Domains.Small.view Domains.Small.liar).grandTotal = MkMoney 3
viewIsWrong = Refl
