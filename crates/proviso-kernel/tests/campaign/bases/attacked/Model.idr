||| A model of INVOICE
|||
||| Every value of it keeps every rule of the document; the values themselves are facts.
module Domains.Sample

import public Domains.Facts.Sample

%default total

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| Supplier: who it is and how it is reached.
public export
record Supplier where
  constructor MkSupplier
  ||| Supplier (p. 1)
  name : String

||| what the paper is, and of which day
public export
record DocumentHead where
  constructor MkDocumentHead
  ||| Date (p. 1)
  issuedOn : Date
  ||| Invoice No (p. 1)
  number : String

||| The rows of Item, Qty, Unit price, Amount and their totals.
public export
record ItemTable where
  constructor MkItemTable
  ||| 2 rows (p. 1)
  listed : List Item
  ||| Widget A: Amount KRW 20,000 = Qty 2 × Unit price KRW 10,000 (2 rows)
  0 eachAmountIsProduct : Rule0 listed

||| VAT
public export
record Vat where
  constructor MkVat
  ||| VAT (p. 1)
  rate : Rate
  ||| VAT (p. 1)
  amount : Money KRW

||| the amount before tax, the tax, and both together
public export
record PriceSummary where
  constructor MkPriceSummary
  ||| VAT
  vat : Vat
  ||| Total (p. 1)
  gross : Money KRW
  ||| Supply amount (p. 1)
  supplyAmount : Money KRW
  ||| Total KRW 55,000 = VAT KRW 5,000 + Supply amount KRW 50,000
  0 grossIsSum : gross.units = vat.amount.units + supplyAmount.units
  ||| VAT KRW 5,000 = Total KRW 55,000 × 1/11
  0 vatAmountIsShare : vat.amount.units * 11 = gross.units

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document.
public export
record Invoice where
  constructor MkInvoice
  ||| Supplier: who it is and how it is reached.
  supplier : Supplier
  ||| what the paper is, and of which day
  documentHead : DocumentHead
  ||| The rows of Item, Qty, Unit price, Amount and their totals.
  items : ItemTable
  ||| the amount before tax, the tax, and both together
  price : PriceSummary

||| What the audit asks about.
public export
Doc : Type
Doc = Invoice

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts
    c.documentHead.issuedOn
    c.supplier.name
    c.documentHead.number
    c.items.listed
    c.price.vat.rate
    c.price.gross
    c.price.vat.amount
    c.price.supplyAmount

||| The document of any facts that keep the rules.
public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> Doc
make f r0 r1 r2 =
  MkInvoice
    (MkSupplier f.supplier)
    (MkDocumentHead f.issueDate f.documentNumber)
    (MkItemTable f.items r0)
    (MkPriceSummary
      (MkVat f.vatRate f.vatAmount)
      f.grandTotal
      f.supplyAmount
      r1
      r2)

||| The document of any facts, or the first rule that they break.
public export
mkDoc : Facts -> Either String Doc
mkDoc f = do
  r0 <- Domains.Core.settled Domains.Facts.Sample.statement0 (Domains.Facts.Sample.decideR0 f)
  r1 <- Domains.Core.settled Domains.Facts.Sample.statement1 (Domains.Facts.Sample.decideR1 f)
  r2 <- Domains.Core.settled Domains.Facts.Sample.statement2 (Domains.Facts.Sample.decideR2 f)
  Right (Domains.Sample.make f r0 r1 r2)

--------------------------------------------------------------------------------
-- Proofs
--------------------------------------------------------------------------------

public export
0 keepsR0 : (c : Doc) -> R0 (Domains.Sample.view c)
keepsR0 c = c.items.eachAmountIsProduct

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.Sample.view c)
keepsR1 c = c.price.grossIsSum

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.Sample.view c)
keepsR2 c = c.price.vatAmountIsShare

||| Making a document loses nothing.
public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) ->
  Domains.Sample.view (Domains.Sample.make f r0 r1 r2) = f
viewMake (MkFacts _ _ _ _ _ _ _ _) _ _ _ = Refl

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

||| The document as printed.
public export
document : Doc
document = Domains.Sample.make Domains.Facts.Sample.printed Refl Refl Refl
