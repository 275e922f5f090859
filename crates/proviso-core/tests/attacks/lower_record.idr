-- The same with a record whose name is in lower case.
-- caught by: scan
module Domains.Small

import public Domains.Facts.Small

%default total

0 every : {0 b : Bool} -> So b
every {b = True} = Oh

0 falsity : Void
falsity = absurd (the (So False) every)

0 lie : {0 a : Type} -> a
lie = void falsity

public export
0 Triv : Item -> Type
Triv it = (computed0 it = computed0 it)

public export
record TLine where
  constructor MkTLine
  row : Item
  0 t : Triv row

public export
trow : TLine -> Item
trow l = l.row

public export
0 trivK : (l : TLine) -> Triv (trow l)
trivK l = l.t

public export
mkT : (it : Item) -> (0 ok : Keeps0 it) -> TLine
mkT it ok = MkTLine it (trans (sym ok) ok)

public export
0 sameT : (it : Item) -> (0 ok : Keeps0 it) -> trow (mkT it ok) = it
sameT it ok = Refl

public export
record Claim (it : Item) where
  constructor MkClaim
  0 ok : Keeps0 it

public export
record Line where
  constructor MkLine
  row : Item
  claim : Claim row

public export
lieClaim : (it : Item) -> Claim it
lieClaim it = MkClaim lie

public export
rowOf : Line -> Item
rowOf l = l.row

public export
0 lineK : (l : Line) -> Keeps0 (rowOf l)
lineK l = l.claim.ok

public export
record plain where
  constructor MkPlain
  n : Integer

public export
pass : (b : plain) -> plain
pass b = b

public export
mk : (it : Item) -> (0 t : Triv it) -> Line
mk it t = MkLine it (pass (lieClaim it))

public export
0 same : (it : Item) -> (0 t : Triv it) -> rowOf (mk it t) = it
same it t = Refl

public export
record Invoice where
  constructor MkInvoice
  day : Date
  by : String
  no : String
  tlines : List TLine
  vatRate : Rate
  grandTotal, vatAmount, supply : Money KRW
  0 h1 : Rule1 vatAmount supply grandTotal
  0 h2 : Rule2 grandTotal vatAmount

public export
Doc : Type
Doc = Invoice

public export
view : Doc -> Facts
view c = MkFacts c.day c.by c.no (map trow c.tlines) c.vatRate c.grandTotal c.vatAmount c.supply

public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 = MkInvoice f.issueDate f.supplier f.documentNumber (linesOf mkT f.items (each0 f.items r0)) f.vatRate f.grandTotal f.vatAmount f.supplyAmount r1 r2

public export
0 keepsR0 : (c : Doc) -> R0 (view c)
keepsR0 c = all0 (map trow c.tlines) (onSame (Each Keeps0) (sym (linesBack rowOf mk same (map trow c.tlines) (linesKeep trow trivK c.tlines))) (linesKeep rowOf lineK (linesOf mk (map trow c.tlines) (linesKeep trow trivK c.tlines))))

public export
0 keepsR1 : (c : Doc) -> R1 (view c)
keepsR1 c = c.h1

public export
0 keepsR2 : (c : Doc) -> R2 (view c)
keepsR2 c = c.h2

public export
0 viewMake : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> view (make f r0 r1 r2) = f
viewMake (MkFacts d s n items v g t u) r0 _ _ = cong (\xs => MkFacts d s n xs v g t u) (linesBack trow mkT sameT items (each0 items r0))

public export
document : Doc
document = make printed Refl Refl Refl

||| A document with a row that says 2 times 10,000 is 1.
public export
liar : Doc
liar = MkInvoice printed.issueDate "" "" [MkTLine (MkItem "x" (MkDecimal 2 0) (MkMoney 10000) (MkMoney 1)) Refl] printed.vatRate (MkMoney 11) (MkMoney 1) (MkMoney 10) Refl Refl

public export
saysWrong : (view Domains.Small.liar).items = [MkItem "x" (MkDecimal 2 0) (MkMoney 10000) (MkMoney 1)]
saysWrong = Refl
