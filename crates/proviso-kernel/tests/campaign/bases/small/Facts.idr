||| What the document says: 거래명세서
||| Type invoice; slip.pdf (SHA-256 000000000000…).
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
  ||| 품명
  itemName : String
  ||| 수량
  quantity : Decimal
  ||| 단가
  unitPrice : Money KRW
  ||| 금액
  amount : Money KRW

||| What stands for a row that is not there.
public export
blankItem : Item
blankItem = MkItem "" (MkDecimal 0 0) (MkMoney 0) (MkMoney 0)

||| All values of the document.
public export
record Facts where
  constructor MkFacts
  ||| 공급자 (page 1)
  supplier : String
  ||| 2 rows (page 1)
  items : List Item
  ||| 공급가액 (page 1)
  supply : Money KRW
  ||| 세액 (page 1)
  vat : Money KRW
  ||| 합계 (page 1)
  grandTotal : Money KRW

||| The values as printed.
public export
printed : Facts
printed =
  MkFacts
    "솔바람 문구"
    [ MkItem "색연필 12색" (MkDecimal 40 0) (MkMoney 2500) (MkMoney 100000)
    , MkItem "도화지" (MkDecimal 200 0) (MkMoney 350) (MkMoney 70000)
    ]
    (MkMoney 170000)
    (MkMoney 17000)
    (MkMoney 187000)

||| R0: 세액 = 공급가액의 10 %
||| rule 0: v
public export
0 Rule0 : (supply : Money KRW) -> (vat : Money KRW) -> Type
Rule0 supply vat = (vat.units = Domains.Core.roundDiv Floor 1 supply.units 10)

||| The same of the document's facts.
public export
0 R0 : Facts -> Type
R0 f = Rule0 f.supply f.vat

||| Rule 0 in words.
public export
statement0 : String
statement0 = "세액 = 공급가액의 10 %"

||| Whether other facts keep rule 0.
public export
decideRule0 : (supply : Money KRW) -> (vat : Money KRW) -> Dec (Rule0 supply vat)
decideRule0 supply vat = decEq (vat.units) (Domains.Core.roundDiv Floor 1 supply.units 10)

||| Whether these facts keep rule 0.
public export
decideR0 : (f : Facts) -> Dec (R0 f)
decideR0 f = Domains.Facts.Sample.decideRule0 f.supply f.vat

||| R1: 합계 = 공급가액 + 세액
||| rule 1: s
public export
0 Rule1 : (supply : Money KRW) -> (vat : Money KRW) -> (grandTotal : Money KRW) -> Type
Rule1 supply vat grandTotal = (grandTotal.units = supply.units + vat.units)

||| The same of the document's facts.
public export
0 R1 : Facts -> Type
R1 f = Rule1 f.supply f.vat f.grandTotal

||| Rule 1 in words.
public export
statement1 : String
statement1 = "합계 = 공급가액 + 세액"

||| Whether other facts keep rule 1.
public export
decideRule1 : (supply : Money KRW) -> (vat : Money KRW) -> (grandTotal : Money KRW) -> Dec (Rule1 supply vat grandTotal)
decideRule1 supply vat grandTotal = decEq (grandTotal.units) (supply.units + vat.units)

||| Whether these facts keep rule 1.
public export
decideR1 : (f : Facts) -> Dec (R1 f)
decideR1 f = Domains.Facts.Sample.decideRule1 f.supply f.vat f.grandTotal

||| What a row prints, for rule 2.
public export
stated2 : Item -> Integer
stated2 row = row.amount.units * Domains.Core.tenTo row.quantity.scale

||| What a row's other values come to, for rule 2.
public export
computed2 : Item -> Integer
computed2 row = row.quantity.digits * row.unitPrice.units

||| What the rows print, for rule 2.
public export
allStated2 : List Item -> List Integer
allStated2 [] = []
allStated2 (row :: rows) = Domains.Facts.Sample.stated2 row :: Domains.Facts.Sample.allStated2 rows

||| What the rows' other values come to, for rule 2.
public export
allComputed2 : List Item -> List Integer
allComputed2 [] = []
allComputed2 (row :: rows) = Domains.Facts.Sample.computed2 row :: Domains.Facts.Sample.allComputed2 rows

||| R2: 금액 = 수량 × 단가 (2 rows)
||| rule 2: p
||| rule 3: p
public export
0 Rule2 : (items : List Item) -> Type
Rule2 items = (Domains.Facts.Sample.allStated2 items = Domains.Facts.Sample.allComputed2 items)

||| That a row keeps rule 2.
public export
0 Keeps2 : Item -> Type
Keeps2 row = (Domains.Facts.Sample.stated2 row = Domains.Facts.Sample.computed2 row)

||| Where the rows keep rule 2, each of them does.
public export
0 each2 : (rows : List Item) -> Rule2 rows -> Each Keeps2 rows
each2 [] _ = NoRow
each2 (row :: rows) ok = OneRow (sameHead ok) (Domains.Facts.Sample.each2 rows (sameTail ok))

||| Where each row keeps rule 2, the rows do.
public export
0 all2 : (rows : List Item) -> Each Keeps2 rows -> Rule2 rows
all2 [] _ = Refl
all2 (row :: rows) (OneRow one others) = sameList one (Domains.Facts.Sample.all2 rows others)

||| The same of the document's facts.
public export
0 R2 : Facts -> Type
R2 f = Rule2 f.items

||| Rule 2 in words.
public export
statement2 : String
statement2 = "금액 = 수량 × 단가 (2 rows)"

||| Whether other facts keep rule 2.
public export
decideRule2 : (items : List Item) -> Dec (Rule2 items)
decideRule2 items = decEq (Domains.Facts.Sample.allStated2 items) (Domains.Facts.Sample.allComputed2 items)

||| Whether these facts keep rule 2.
public export
decideR2 : (f : Facts) -> Dec (R2 f)
decideR2 f = Domains.Facts.Sample.decideRule2 f.items

||| What a column of the rows comes to, for rule 3.
public export
column4_0 : List Item -> Integer
column4_0 [] = 0
column4_0 (row :: rows) = row.amount.units + Domains.Facts.Sample.column4_0 rows

||| R3: 금액의 합 = 공급가액
||| rule 4: c
public export
0 Rule3 : (items : List Item) -> (supply : Money KRW) -> Type
Rule3 items supply = (supply.units = Domains.Facts.Sample.column4_0 items)

||| The same of the document's facts.
public export
0 R3 : Facts -> Type
R3 f = Rule3 f.items f.supply

||| Rule 3 in words.
public export
statement3 : String
statement3 = "금액의 합 = 공급가액"

||| Whether other facts keep rule 3.
public export
decideRule3 : (items : List Item) -> (supply : Money KRW) -> Dec (Rule3 items supply)
decideRule3 items supply = decEq (supply.units) (Domains.Facts.Sample.column4_0 items)

||| Whether these facts keep rule 3.
public export
decideR3 : (f : Facts) -> Dec (R3 f)
decideR3 f = Domains.Facts.Sample.decideRule3 f.items f.supply
