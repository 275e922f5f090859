||| What the document says: INVOICE
||| Type invoice; small.txt (SHA-256 b63b753d2697…).
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
  ||| Item
  item : String
  ||| Qty
  quantity : Decimal
  ||| Unit price
  unitPrice : Money KRW
  ||| Amount
  amount : Money KRW

||| What stands for a row that is not there.
public export
blankItem : Item
blankItem = MkItem "" (MkDecimal 0 0) (MkMoney 0) (MkMoney 0)

||| All values of the document.
public export
record Facts where
  constructor MkFacts
  ||| Date / Supplier (page 1)
  issueDate : Date
  ||| Supplier (page 1)
  supplier : String
  ||| Invoice No / Supplier (page 1)
  documentNumber : String
  ||| 2 rows (page 1)
  items : List Item
  ||| VAT (page 1)
  vatRate : Rate
  ||| Total (page 1)
  grandTotal : Money KRW
  ||| VAT (page 1)
  vatAmount : Money KRW
  ||| Supply amount (page 1)
  supplyAmount : Money KRW

||| The values as printed.
public export
printed : Facts
printed =
  MkFacts
    (MkDate 2026 3 2 Oh)
    "Northwind Traders Ltd"
    "INV-2026-001"
    [ MkItem "Widget A" (MkDecimal 2 0) (MkMoney 10000) (MkMoney 20000)
    , MkItem "Widget B" (MkDecimal 3 0) (MkMoney 10000) (MkMoney 30000)
    ]
    (MkRate 1 10 Oh)
    (MkMoney 55000)
    (MkMoney 5000)
    (MkMoney 50000)

||| What a row prints, for rule 0.
public export
stated0 : Item -> Integer
stated0 row = row.amount.units * Domains.Core.tenTo row.quantity.scale

||| What a row's other values come to, for rule 0.
public export
computed0 : Item -> Integer
computed0 row = row.quantity.digits * row.unitPrice.units

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

||| R0: Widget A: Amount KRW 20,000 = Qty 2 × Unit price KRW 10,000 (2 rows)
||| rule 0: f7 = f3 × f5
||| rule 1: f8 = f4 × f6
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
statement0 = "Widget A: Amount KRW 20,000 = Qty 2 × Unit price KRW 10,000 (2 rows)"

||| Whether other facts keep rule 0.
public export
decideRule0 : (items : List Item) -> Dec (Rule0 items)
decideRule0 items = decEq (Domains.Facts.Sample.allStated0 items) (Domains.Facts.Sample.allComputed0 items)

||| Whether these facts keep rule 0.
public export
decideR0 : (f : Facts) -> Dec (R0 f)
decideR0 f = Domains.Facts.Sample.decideRule0 f.items

||| R1: Total KRW 55,000 = VAT KRW 5,000 + Supply amount KRW 50,000
||| rule 2: f10 = f11 + f12
public export
0 Rule1 : (vatAmount : Money KRW) -> (supplyAmount : Money KRW) -> (grandTotal : Money KRW) -> Type
Rule1 vatAmount supplyAmount grandTotal = (grandTotal.units = vatAmount.units + supplyAmount.units)

||| The same of the document's facts.
public export
0 R1 : Facts -> Type
R1 f = Rule1 f.vatAmount f.supplyAmount f.grandTotal

||| Rule 1 in words.
public export
statement1 : String
statement1 = "Total KRW 55,000 = VAT KRW 5,000 + Supply amount KRW 50,000"

||| Whether other facts keep rule 1.
public export
decideRule1 : (vatAmount : Money KRW) -> (supplyAmount : Money KRW) -> (grandTotal : Money KRW) -> Dec (Rule1 vatAmount supplyAmount grandTotal)
decideRule1 vatAmount supplyAmount grandTotal = decEq (grandTotal.units) (vatAmount.units + supplyAmount.units)

||| Whether these facts keep rule 1.
public export
decideR1 : (f : Facts) -> Dec (R1 f)
decideR1 f = Domains.Facts.Sample.decideRule1 f.vatAmount f.supplyAmount f.grandTotal

||| R2: VAT KRW 5,000 = Total KRW 55,000 × 1/11
||| rule 3: f11 = f10 × 1/11
public export
0 Rule2 : (grandTotal : Money KRW) -> (vatAmount : Money KRW) -> Type
Rule2 grandTotal vatAmount = (vatAmount.units * 11 = grandTotal.units)

||| The same of the document's facts.
public export
0 R2 : Facts -> Type
R2 f = Rule2 f.grandTotal f.vatAmount

||| Rule 2 in words.
public export
statement2 : String
statement2 = "VAT KRW 5,000 = Total KRW 55,000 × 1/11"

||| Whether other facts keep rule 2.
public export
decideRule2 : (grandTotal : Money KRW) -> (vatAmount : Money KRW) -> Dec (Rule2 grandTotal vatAmount)
decideRule2 grandTotal vatAmount = decEq (vatAmount.units * 11) (grandTotal.units)

||| Whether these facts keep rule 2.
public export
decideR2 : (f : Facts) -> Dec (R2 f)
decideR2 f = Domains.Facts.Sample.decideRule2 f.grandTotal f.vatAmount
