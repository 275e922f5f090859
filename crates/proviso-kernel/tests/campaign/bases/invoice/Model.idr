||| A model of COMMERCIAL INVOICE
|||
||| Every value of it keeps every rule of the document; the values themselves are facts.
module Domains.Sample

import public Domains.Facts.Sample

%default total

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| Seller · Buyer
public export
record Party where
  constructor MkParty
  ||| Seller
  name : String

||| Days that follow one another.
public export
record Schedule where
  constructor MkSchedule
  ||| Issue date (p. 1)
  issueDate : Date
  ||| Due date (p. 1)
  dueDate : Date
  ||| issue before due
  0 inSequence : True = Domains.Core.inOrder ([issueDate, dueDate])

||| The rows of Description, Qty, Unit price, Amount, Discount and their totals.
public export
record ItemTable where
  constructor MkItemTable
  ||| 4 rows (p. 1)
  listed : List Item
  ||| Subtotal (p. 1)
  totalAmount : Money USD
  ||| amount = quantity × unit price (4 rows)
  0 eachAmountIsProduct : Rule0 listed
  ||| the amounts add up to the subtotal
  0 totalAmountIsSum : Rule1 listed totalAmount

||| Discount, Sales tax 6.25 %, Sales tax, Amount due, Exchange rate, Amount in won
public export
record SalesTax6_25Breakdown (itemsTotalAmount : Money USD) (itemsListed : List Item) where
  constructor MkSalesTax6_25Breakdown
  ||| Discount (p. 1)
  discount : Money USD
  ||| Sales tax 6.25 % (p. 1)
  salesTax6_25 : Money USD
  ||| Sales tax (p. 1)
  salesTax : Rate
  ||| Amount due: the amount in words (p. 1)
  amountDueInWords : String
  ||| Amount due (p. 1)
  amountDue : Money USD
  ||| Exchange rate (p. 1)
  exchangeRate : Rate
  ||| Amount in won (p. 1)
  amountInWon : Money KRW
  ||| sales tax on the subtotal less the discount
  0 salesTax6_25IsShare :
    salesTax6_25.units
      = Domains.Core.roundDiv HalfUp 1 (itemsTotalAmount.units * salesTax.over) salesTax.under
  ||| amount due = subtotal + discount + sales tax
  0 amountDueIsSum : amountDue.units = itemsTotalAmount.units + discount.units + salesTax6_25.units
  ||| the discount stands twice
  0 eachDiscountIsTheSame : Rule4 (Domains.Core.pick [1, 1] itemsListed) discount
  ||| the amount in won
  0 amountInWonIsProduct :
    amountInWon.units
      = Domains.Core.roundDiv Floor 1 (amountDue.units * exchangeRate.over) (exchangeRate.under * 100)
  ||| the amount in words
  0 amountDueIsInWords : Just amountDue.units = Domains.Core.readEnglish amountDueInWords

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document.
public export
record Invoice where
  constructor MkInvoice
  ||| Seller: who it is and how it is reached.
  seller : Party
  ||| Buyer: who it is and how it is reached.
  buyer : Party
  ||| Days that follow one another.
  schedule : Schedule
  ||| The rows of Description, Qty, Unit price, Amount, Discount and their totals.
  items : ItemTable
  ||| Discount, Sales tax 6.25 %, Sales tax, Amount due, Exchange rate, Amount in won
  salesTax6_25Breakdown : SalesTax6_25Breakdown items.totalAmount items.listed

||| What the audit asks about.
public export
Doc : Type
Doc = Invoice

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts
    c.seller.name
    c.buyer.name
    c.schedule.issueDate
    c.schedule.dueDate
    c.items.listed
    c.items.totalAmount
    c.salesTax6_25Breakdown.discount
    c.salesTax6_25Breakdown.salesTax6_25
    c.salesTax6_25Breakdown.salesTax
    c.salesTax6_25Breakdown.amountDueInWords
    c.salesTax6_25Breakdown.amountDue
    c.salesTax6_25Breakdown.exchangeRate
    c.salesTax6_25Breakdown.amountInWon

||| The document of any facts that keep the rules.
public export
make :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> Doc
make f r0 r1 r2 r3 r4 r5 r6 r7 =
  MkInvoice
    (MkParty f.seller)
    (MkParty f.buyer)
    (MkSchedule f.issueDate f.dueDate r5)
    (MkItemTable f.items f.subtotal r0 r1)
    (MkSalesTax6_25Breakdown
      f.discountTotal
      f.salesTax
      f.taxRate
      f.amountDueInWords
      f.amountDue
      f.exchangeRate
      f.inWon
      r2
      r3
      r4
      r6
      r7)

||| The document of any facts, or the first rule that they break.
public export
mkDoc : Facts -> Either String Doc
mkDoc f = do
  r0 <- Domains.Core.settled Domains.Facts.Sample.statement0 (Domains.Facts.Sample.decideR0 f)
  r1 <- Domains.Core.settled Domains.Facts.Sample.statement1 (Domains.Facts.Sample.decideR1 f)
  r2 <- Domains.Core.settled Domains.Facts.Sample.statement2 (Domains.Facts.Sample.decideR2 f)
  r3 <- Domains.Core.settled Domains.Facts.Sample.statement3 (Domains.Facts.Sample.decideR3 f)
  r4 <- Domains.Core.settled Domains.Facts.Sample.statement4 (Domains.Facts.Sample.decideR4 f)
  r5 <- Domains.Core.settled Domains.Facts.Sample.statement5 (Domains.Facts.Sample.decideR5 f)
  r6 <- Domains.Core.settled Domains.Facts.Sample.statement6 (Domains.Facts.Sample.decideR6 f)
  r7 <- Domains.Core.settled Domains.Facts.Sample.statement7 (Domains.Facts.Sample.decideR7 f)
  Right (Domains.Sample.make f r0 r1 r2 r3 r4 r5 r6 r7)

--------------------------------------------------------------------------------
-- Proofs
--------------------------------------------------------------------------------

public export
0 keepsR0 : (c : Doc) -> R0 (Domains.Sample.view c)
keepsR0 c = c.items.eachAmountIsProduct

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.Sample.view c)
keepsR1 c = c.items.totalAmountIsSum

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.Sample.view c)
keepsR2 c = c.salesTax6_25Breakdown.salesTax6_25IsShare

public export
0 keepsR3 : (c : Doc) -> R3 (Domains.Sample.view c)
keepsR3 c = c.salesTax6_25Breakdown.amountDueIsSum

public export
0 keepsR4 : (c : Doc) -> R4 (Domains.Sample.view c)
keepsR4 c = c.salesTax6_25Breakdown.eachDiscountIsTheSame

public export
0 keepsR5 : (c : Doc) -> R5 (Domains.Sample.view c)
keepsR5 c = c.schedule.inSequence

public export
0 keepsR6 : (c : Doc) -> R6 (Domains.Sample.view c)
keepsR6 c = c.salesTax6_25Breakdown.amountInWonIsProduct

public export
0 keepsR7 : (c : Doc) -> R7 (Domains.Sample.view c)
keepsR7 c = c.salesTax6_25Breakdown.amountDueIsInWords

||| Making a document loses nothing.
public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) ->
  Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3 r4 r5 r6 r7) = f
viewMake (MkFacts _ _ _ _ _ _ _ _ _ _ _ _ _) _ _ _ _ _ _ _ _ = Refl

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

-- There is none: the facts as printed break a rule.
-- R0: amount = quantity × unit price (4 rows)
-- R2: sales tax on the subtotal less the discount
