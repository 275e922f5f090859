||| A model of 거래명세서
|||
||| Every value of it keeps every rule of the document; the values themselves are facts.
module Domains.Sample

import public Domains.Facts.Sample

%default total

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| 공급자: who it is and how it is reached.
public export
record Supplier where
  constructor MkSupplier
  ||| 공급자 (p. 1)
  name : String

||| The rows of 품명, 수량, 단가, 금액 and their totals.
public export
record ItemTable where
  constructor MkItemTable
  ||| 2 rows (p. 1)
  listed : List Item
  ||| 금액 = 수량 × 단가 (2 rows)
  0 eachAmountIsProduct : Rule2 listed

||| 공급가액, 세액, 합계
public export
record PriceSummary (itemsListed : List Item) where
  constructor MkPriceSummary
  ||| 공급가액 (p. 1)
  supply : Money KRW
  ||| 세액 (p. 1)
  vat : Money KRW
  ||| 합계 (p. 1)
  gross : Money KRW
  ||| 세액 = 공급가액의 10 %
  0 vatIsShare : vat.units = Domains.Core.roundDiv Floor 1 supply.units 10
  ||| 합계 = 공급가액 + 세액
  0 grossIsSum : gross.units = supply.units + vat.units
  ||| 금액의 합 = 공급가액
  0 supplyIsSum : Rule3 itemsListed supply

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document.
public export
record Invoice where
  constructor MkInvoice
  ||| 공급자: who it is and how it is reached.
  supplier : Supplier
  ||| The rows of 품명, 수량, 단가, 금액 and their totals.
  items : ItemTable
  ||| 공급가액, 세액, 합계
  price : PriceSummary items.listed

||| What the audit asks about.
public export
Doc : Type
Doc = Invoice

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts
    c.supplier.name
    c.items.listed
    c.price.supply
    c.price.vat
    c.price.gross

||| The document of any facts that keep the rules.
public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) -> Doc
make f r0 r1 r2 r3 =
  MkInvoice
    (MkSupplier f.supplier)
    (MkItemTable f.items r2)
    (MkPriceSummary f.supply f.vat f.grandTotal r0 r1 r3)

||| The document of any facts, or the first rule that they break.
public export
mkDoc : Facts -> Either String Doc
mkDoc f = do
  r0 <- Domains.Core.settled Domains.Facts.Sample.statement0 (Domains.Facts.Sample.decideR0 f)
  r1 <- Domains.Core.settled Domains.Facts.Sample.statement1 (Domains.Facts.Sample.decideR1 f)
  r2 <- Domains.Core.settled Domains.Facts.Sample.statement2 (Domains.Facts.Sample.decideR2 f)
  r3 <- Domains.Core.settled Domains.Facts.Sample.statement3 (Domains.Facts.Sample.decideR3 f)
  Right (Domains.Sample.make f r0 r1 r2 r3)

--------------------------------------------------------------------------------
-- Proofs
--------------------------------------------------------------------------------

public export
0 keepsR0 : (c : Doc) -> R0 (Domains.Sample.view c)
keepsR0 c = c.price.vatIsShare

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.Sample.view c)
keepsR1 c = c.price.grossIsSum

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.Sample.view c)
keepsR2 c = c.items.eachAmountIsProduct

public export
0 keepsR3 : (c : Doc) -> R3 (Domains.Sample.view c)
keepsR3 c = c.price.supplyIsSum

||| Making a document loses nothing.
public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3) = f
viewMake (MkFacts _ _ _ _ _) _ _ _ _ = Refl

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

||| The document as printed.
public export
document : Doc
document = Domains.Sample.make Domains.Facts.Sample.printed Refl Refl Refl Refl
