||| What the document says: COMMERCIAL INVOICE
||| Type invoice; invoice.pdf (SHA-256 000000000000…).
|||
||| Written by Proviso from the analysis; whatever is written here is what stands on the page.
||| `Facts` holds values and no proofs, so that it can say what is wrong as well.
module Domains.Facts.Sample

import public Domains.Core

%default total

||| A row of the table on page 1.
public export
record Item where
  constructor MkItem
  ||| Description
  itemName : String
  ||| Qty
  quantity : Decimal
  ||| Unit price
  unitPrice : Price USD
  ||| Amount
  amount : Money USD
  ||| Discount
  discount : Maybe (Money USD)

||| What stands for a row that is not there.
public export
blankItem : Item
blankItem = MkItem "" (MkDecimal 0 0) (MkPrice (MkDecimal 0 0)) (MkMoney 0) Nothing

||| All values of the document.
public export
record Facts where
  constructor MkFacts
  ||| Seller (page 1)
  seller : String
  ||| Buyer (page 1)
  buyer : String
  ||| Issue date (page 1)
  issueDate : Date
  ||| Due date (page 1)
  dueDate : Date
  ||| 4 rows (page 1)
  items : List Item
  ||| Subtotal (page 1)
  subtotal : Money USD
  ||| Discount (page 1)
  discountTotal : Money USD
  ||| Sales tax 6.25 % (page 1)
  salesTax : Money USD
  ||| Sales tax (page 1)
  taxRate : Rate
  ||| the amount in words: US Dollars Eight Hundred Twenty-Nine and 76/100 Only
  amountDueInWords : String
  ||| Amount due (page 1)
  amountDue : Money USD
  ||| Exchange rate (page 1)
  exchangeRate : Rate
  ||| Amount in won (page 1)
  inWon : Money KRW

||| The values as printed.
public export
printed : Facts
printed =
  MkFacts
    "Northwind Looms Ltd."
    "Harbor & Finch, Inc."
    (MkDate 2025 4 2 Oh)
    (MkDate 2025 5 2 Oh)
    [ MkItem "Carded yarn" (MkDecimal 1205 1) (MkPrice (MkDecimal 320 2)) (MkMoney 38560) Nothing
    , MkItem "Thread, 40/2" (MkDecimal 10000 0) (MkPrice (MkDecimal 215 4)) (MkMoney 21500) (Just (MkMoney (-1500)))
    , MkItem "Dye lot \"B\"" (MkDecimal 7 0) (MkPrice (MkDecimal 1875 2)) (MkMoney 13135) Nothing
    , MkItem "Freight" (MkDecimal 1 0) (MkPrice (MkDecimal 6400 2)) (MkMoney 6400) Nothing
    ]
    (MkMoney 79595)
    (MkMoney (-1500))
    (MkMoney 4881)
    (MkRate 1 16 Oh)
    "US Dollars Eight Hundred Twenty-Nine and 76/100 Only"
    (MkMoney 82976)
    (MkRate 6937 5 Oh)
    (MkMoney 1151209)

||| What a row prints, for rule 0.
public export
stated0 : Item -> Integer
stated0 row = row.amount.units

||| What a row's other values come to, for rule 0.
public export
computed0 : Item -> Integer
computed0 row = Domains.Core.roundDiv HalfUp 1 (row.quantity.digits * row.unitPrice.amount.digits * 100) (Domains.Core.tenTo row.quantity.scale * Domains.Core.tenTo row.unitPrice.amount.scale)

||| What the rows print, for rule 0.
public export
allStated0 : List Item -> List Integer
allStated0 [] = []
allStated0 (row :: rows) = Domains.Facts.Sample.stated0 row :: Domains.Facts.Sample.allStated0 rows

||| What the rows' other values come to, for rule 0.
public export
allComputed0 : List Item -> List Integer
allComputed0 [] = []
allComputed0 (row :: rows) = Domains.Facts.Sample.computed0 row :: Domains.Facts.Sample.allComputed0 rows

||| R0: amount = quantity × unit price (4 rows)
||| rule 0: product
||| rule 1: product
||| rule 2: product
||| and 1 more of this shape
||| The document does not keep it.
public export
0 Rule0 : (items : List Item) -> Type
Rule0 items = (Domains.Facts.Sample.allStated0 items = Domains.Facts.Sample.allComputed0 items)

||| That a row keeps rule 0.
public export
0 Keeps0 : Item -> Type
Keeps0 row = (Domains.Facts.Sample.stated0 row = Domains.Facts.Sample.computed0 row)

||| Where the rows keep rule 0, each of them does.
public export
0 each0 : (rows : List Item) -> Rule0 rows -> Each Keeps0 rows
each0 [] _ = NoRow
each0 (row :: rows) ok = OneRow (sameHead ok) (Domains.Facts.Sample.each0 rows (sameTail ok))

||| Where each row keeps rule 0, the rows do.
public export
0 all0 : (rows : List Item) -> Each Keeps0 rows -> Rule0 rows
all0 [] _ = Refl
all0 (row :: rows) (OneRow one others) = sameList one (Domains.Facts.Sample.all0 rows others)

||| The same of the document's facts.
public export
0 R0 : Facts -> Type
R0 f = Rule0 f.items

||| Rule 0 in words.
public export
statement0 : String
statement0 = "amount = quantity × unit price (4 rows)"

||| Whether other facts keep rule 0.
public export
decideRule0 : (items : List Item) -> Dec (Rule0 items)
decideRule0 items = decEq (Domains.Facts.Sample.allStated0 items) (Domains.Facts.Sample.allComputed0 items)

||| Whether these facts keep rule 0.
public export
decideR0 : (f : Facts) -> Dec (R0 f)
decideR0 f = Domains.Facts.Sample.decideRule0 f.items

||| What a column of the rows comes to, for rule 1.
public export
column4_0 : List Item -> Integer
column4_0 [] = 0
column4_0 (row :: rows) = row.amount.units + Domains.Facts.Sample.column4_0 rows

||| R1: the amounts add up to the subtotal
||| rule 4: sum
public export
0 Rule1 : (items : List Item) -> (subtotal : Money USD) -> Type
Rule1 items subtotal = (subtotal.units = Domains.Facts.Sample.column4_0 items)

||| The same of the document's facts.
public export
0 R1 : Facts -> Type
R1 f = Rule1 f.items f.subtotal

||| Rule 1 in words.
public export
statement1 : String
statement1 = "the amounts add up to the subtotal"

||| Whether other facts keep rule 1.
public export
decideRule1 : (items : List Item) -> (subtotal : Money USD) -> Dec (Rule1 items subtotal)
decideRule1 items subtotal = decEq (subtotal.units) (Domains.Facts.Sample.column4_0 items)

||| Whether these facts keep rule 1.
public export
decideR1 : (f : Facts) -> Dec (R1 f)
decideR1 f = Domains.Facts.Sample.decideRule1 f.items f.subtotal

||| R2: sales tax on the subtotal less the discount
||| rule 5: tax
||| The document does not keep it.
public export
0 Rule2 : (subtotal : Money USD) -> (taxRate : Rate) -> (salesTax : Money USD) -> Type
Rule2 subtotal taxRate salesTax = (salesTax.units = Domains.Core.roundDiv HalfUp 1 (subtotal.units * taxRate.over) taxRate.under)

||| The same of the document's facts.
public export
0 R2 : Facts -> Type
R2 f = Rule2 f.subtotal f.taxRate f.salesTax

||| Rule 2 in words.
public export
statement2 : String
statement2 = "sales tax on the subtotal less the discount"

||| Whether other facts keep rule 2.
public export
decideRule2 : (subtotal : Money USD) -> (taxRate : Rate) -> (salesTax : Money USD) -> Dec (Rule2 subtotal taxRate salesTax)
decideRule2 subtotal taxRate salesTax = decEq (salesTax.units) (Domains.Core.roundDiv HalfUp 1 (subtotal.units * taxRate.over) taxRate.under)

||| Whether these facts keep rule 2.
public export
decideR2 : (f : Facts) -> Dec (R2 f)
decideR2 f = Domains.Facts.Sample.decideRule2 f.subtotal f.taxRate f.salesTax

||| R3: amount due = subtotal + discount + sales tax
||| rule 6: sum
public export
0 Rule3 : (subtotal : Money USD) -> (discountTotal : Money USD) -> (salesTax : Money USD) -> (amountDue : Money USD) -> Type
Rule3 subtotal discountTotal salesTax amountDue = (amountDue.units = subtotal.units + discountTotal.units + salesTax.units)

||| The same of the document's facts.
public export
0 R3 : Facts -> Type
R3 f = Rule3 f.subtotal f.discountTotal f.salesTax f.amountDue

||| Rule 3 in words.
public export
statement3 : String
statement3 = "amount due = subtotal + discount + sales tax"

||| Whether other facts keep rule 3.
public export
decideRule3 : (subtotal : Money USD) -> (discountTotal : Money USD) -> (salesTax : Money USD) -> (amountDue : Money USD) -> Dec (Rule3 subtotal discountTotal salesTax amountDue)
decideRule3 subtotal discountTotal salesTax amountDue = decEq (amountDue.units) (subtotal.units + discountTotal.units + salesTax.units)

||| Whether these facts keep rule 3.
public export
decideR3 : (f : Facts) -> Dec (R3 f)
decideR3 f = Domains.Facts.Sample.decideRule3 f.subtotal f.discountTotal f.salesTax f.amountDue

||| What a row prints, for rule 4.
public export
stated4 : (discountTotal : Money USD) -> Item -> Integer
stated4 discountTotal row = (Domains.Core.given (MkMoney 0) row.discount).units

||| What a row's other values come to, for rule 4.
public export
computed4 : (discountTotal : Money USD) -> Item -> Integer
computed4 discountTotal row = discountTotal.units

||| What the rows print, for rule 4.
public export
allStated4 : (discountTotal : Money USD) -> List Item -> List Integer
allStated4 _ [] = []
allStated4 discountTotal@(MkMoney _) (row :: rows) = Domains.Facts.Sample.stated4 discountTotal row :: Domains.Facts.Sample.allStated4 discountTotal rows

||| What the rows' other values come to, for rule 4.
public export
allComputed4 : (discountTotal : Money USD) -> List Item -> List Integer
allComputed4 _ [] = []
allComputed4 discountTotal@(MkMoney _) (row :: rows) = Domains.Facts.Sample.computed4 discountTotal row :: Domains.Facts.Sample.allComputed4 discountTotal rows

||| R4: the discount stands twice
||| rule 7: same
public export
0 Rule4 : (items : List Item) -> (discountTotal : Money USD) -> Type
Rule4 items discountTotal = (Domains.Facts.Sample.allStated4 discountTotal items = Domains.Facts.Sample.allComputed4 discountTotal items)

||| That a row keeps rule 4.
public export
0 Keeps4 : (discountTotal : Money USD) -> Item -> Type
Keeps4 discountTotal row = (Domains.Facts.Sample.stated4 discountTotal row = Domains.Facts.Sample.computed4 discountTotal row)

||| Where the rows keep rule 4, each of them does.
public export
0 each4 : (discountTotal : Money USD) -> (rows : List Item) -> Rule4 rows discountTotal -> Each (Keeps4 discountTotal) rows
each4 discountTotal@(MkMoney _) [] _ = NoRow
each4 discountTotal@(MkMoney _) (row :: rows) ok = OneRow (sameHead ok) (Domains.Facts.Sample.each4 discountTotal rows (sameTail ok))

||| Where each row keeps rule 4, the rows do.
public export
0 all4 : (discountTotal : Money USD) -> (rows : List Item) -> Each (Keeps4 discountTotal) rows -> Rule4 rows discountTotal
all4 discountTotal@(MkMoney _) [] _ = Refl
all4 discountTotal@(MkMoney _) (row :: rows) (OneRow one others) = sameList one (Domains.Facts.Sample.all4 discountTotal rows others)

||| The same of the document's facts.
public export
0 R4 : Facts -> Type
R4 f = Rule4 (Domains.Core.pick [1, 1] f.items) f.discountTotal

||| Rule 4 in words.
public export
statement4 : String
statement4 = "the discount stands twice"

||| Whether other facts keep rule 4.
public export
decideRule4 : (items : List Item) -> (discountTotal : Money USD) -> Dec (Rule4 items discountTotal)
decideRule4 items discountTotal = decEq (Domains.Facts.Sample.allStated4 discountTotal items) (Domains.Facts.Sample.allComputed4 discountTotal items)

||| Whether these facts keep rule 4.
public export
decideR4 : (f : Facts) -> Dec (R4 f)
decideR4 f = Domains.Facts.Sample.decideRule4 (Domains.Core.pick [1, 1] f.items) f.discountTotal

||| R5: issue before due
||| rule 8: ordered
public export
0 Rule5 : (issueDate : Date) -> (dueDate : Date) -> Type
Rule5 issueDate dueDate = (True = Domains.Core.inOrder ([issueDate, dueDate]))

||| The same of the document's facts.
public export
0 R5 : Facts -> Type
R5 f = Rule5 f.issueDate f.dueDate

||| Rule 5 in words.
public export
statement5 : String
statement5 = "issue before due"

||| Whether other facts keep rule 5.
public export
decideRule5 : (issueDate : Date) -> (dueDate : Date) -> Dec (Rule5 issueDate dueDate)
decideRule5 issueDate dueDate = decEq (True) (Domains.Core.inOrder ([issueDate, dueDate]))

||| Whether these facts keep rule 5.
public export
decideR5 : (f : Facts) -> Dec (R5 f)
decideR5 f = Domains.Facts.Sample.decideRule5 f.issueDate f.dueDate

||| R6: the amount in won
||| rule 9: product
public export
0 Rule6 : (amountDue : Money USD) -> (exchangeRate : Rate) -> (inWon : Money KRW) -> Type
Rule6 amountDue exchangeRate inWon = (inWon.units = Domains.Core.roundDiv Floor 1 (amountDue.units * exchangeRate.over) (exchangeRate.under * 100))

||| The same of the document's facts.
public export
0 R6 : Facts -> Type
R6 f = Rule6 f.amountDue f.exchangeRate f.inWon

||| Rule 6 in words.
public export
statement6 : String
statement6 = "the amount in won"

||| Whether other facts keep rule 6.
public export
decideRule6 : (amountDue : Money USD) -> (exchangeRate : Rate) -> (inWon : Money KRW) -> Dec (Rule6 amountDue exchangeRate inWon)
decideRule6 amountDue exchangeRate inWon = decEq (inWon.units) (Domains.Core.roundDiv Floor 1 (amountDue.units * exchangeRate.over) (exchangeRate.under * 100))

||| Whether these facts keep rule 6.
public export
decideR6 : (f : Facts) -> Dec (R6 f)
decideR6 f = Domains.Facts.Sample.decideRule6 f.amountDue f.exchangeRate f.inWon

||| R7: the amount in words
||| rule 10: words
public export
0 Rule7 : (amountDueInWords : String) -> (amountDue : Money USD) -> Type
Rule7 amountDueInWords amountDue = (Just amountDue.units = Domains.Core.readEnglish amountDueInWords)

||| The same of the document's facts.
public export
0 R7 : Facts -> Type
R7 f = Rule7 f.amountDueInWords f.amountDue

||| Rule 7 in words.
public export
statement7 : String
statement7 = "the amount in words"

||| Whether other facts keep rule 7.
public export
decideRule7 : (amountDueInWords : String) -> (amountDue : Money USD) -> Dec (Rule7 amountDueInWords amountDue)
decideRule7 amountDueInWords amountDue = decEq (Just amountDue.units) (Domains.Core.readEnglish amountDueInWords)

||| Whether these facts keep rule 7.
public export
decideR7 : (f : Facts) -> Dec (R7 f)
decideR7 f = Domains.Facts.Sample.decideRule7 f.amountDueInWords f.amountDue
