||| What the document says: 거래명세서
||| Type invoice; goods_invoice.pdf (SHA-256 f5b8cd2680e5…).
|||
||| Written by Proviso from the analysis; whatever is written here is what stands on the page.
||| `Facts` holds values and no proofs, so that it can say what is wrong as well.
module Domains.Facts.GoodsInvoice

import public Domains.Core

%default total

||| A row of the table on page 1.
public export
record Item where
  constructor MkItem
  ||| 품목
  item : String
  ||| 규격
  specification : String
  ||| 수량
  quantity : Decimal
  ||| 단가
  unitPrice : Money KRW
  ||| 공급가액
  supply : Money KRW
  ||| 세액
  vat : Money KRW

||| What stands for a row that is not there.
public export
blankItem : Item
blankItem = MkItem "" "" (MkDecimal 0 0) (MkMoney 0) (MkMoney 0) (MkMoney 0)

||| All values of the document.
public export
record Facts where
  constructor MkFacts
  ||| 거래일자 (page 1)
  issueDate : Date
  ||| 문서번호 (page 1)
  documentNumber : String
  ||| 등록번호 / 공급자 (page 1)
  supplierRegistrationNumber : String
  ||| 등록번호 / 공급받는자 (page 1)
  buyerRegistrationNumber : String
  ||| 상호 / 공급자 (page 1)
  supplierCompany : String
  ||| 상호 / 공급받는자 (page 1)
  buyerCompany : String
  ||| 성명 / 공급자 (page 1)
  supplierPerson : String
  ||| 성명 / 공급받는자 (page 1)
  buyerPerson : String
  ||| 4 rows (page 1)
  items : List Item
  ||| 합계 / 공급가액 (page 1)
  itemsTotalSupply : Money KRW
  ||| 합계 / 세액 (page 1)
  itemsTotalVat : Money KRW
  ||| the amount in words: 일금 일백일십육만사천육백팔십원정
  grandTotalInWords : String
  ||| 총금액 (page 1)
  grandTotal : Money KRW
  ||| 금액 (page 1)
  amount : Money KRW
  ||| 거래일 (page 1)
  transactionDate : Period

||| The values as printed.
public export
printed : Facts
printed =
  MkFacts
    (MkDate 2026 5 14 Oh)
    "GM-2605-031"
    "503-81-44020"
    "608-87-11938"
    "나루터종이(주)"
    "주식회사 별빛서점"
    "오늘해"
    "윤슬아"
    [ MkItem "한지 봉투" "A5" (MkDecimal 1200 0) (MkMoney 185) (MkMoney 222000) (MkMoney 22200)
    , MkItem "포장 상자" "중형" (MkDecimal 340 0) (MkMoney 1250) (MkMoney 425000) (MkMoney 42500)
    , MkItem "책갈피 세트" "10매입" (MkDecimal 75 0) (MkMoney 3400) (MkMoney 252000) (MkMoney 25500)
    , MkItem "완충지" "롤 50m" (MkDecimal 16 0) (MkMoney 9800) (MkMoney 156800) (MkMoney 15680)
    ]
    (MkMoney 1058800)
    (MkMoney 105880)
    "일금 일백일십육만사천육백팔십원정"
    (MkMoney 1164680)
    (MkMoney 1164680)
    (Lasting 30 Days)

||| R0: 등록번호 503-81-44020의 검증번호가 맞는다
||| rule 0: checksum(f2)
public export
0 Rule0 : (supplierRegistrationNumber : String) -> Type
Rule0 supplierRegistrationNumber = (True = Domains.Core.keepsCheckDigit supplierRegistrationNumber)

||| The same of the document's facts.
public export
0 R0 : Facts -> Type
R0 f = Rule0 f.supplierRegistrationNumber

||| Rule 0 in words.
public export
statement0 : String
statement0 = "등록번호 503-81-44020의 검증번호가 맞는다"

||| Whether other facts keep rule 0.
public export
decideRule0 : (supplierRegistrationNumber : String) -> Dec (Rule0 supplierRegistrationNumber)
decideRule0 supplierRegistrationNumber = decEq (True) (Domains.Core.keepsCheckDigit supplierRegistrationNumber)

||| Whether these facts keep rule 0.
public export
decideR0 : (f : Facts) -> Dec (R0 f)
decideR0 f = Domains.Facts.GoodsInvoice.decideRule0 f.supplierRegistrationNumber

||| R1: 등록번호 608-87-11938의 검증번호가 맞는다
||| rule 1: checksum(f3)
public export
0 Rule1 : (buyerRegistrationNumber : String) -> Type
Rule1 buyerRegistrationNumber = (True = Domains.Core.keepsCheckDigit buyerRegistrationNumber)

||| The same of the document's facts.
public export
0 R1 : Facts -> Type
R1 f = Rule1 f.buyerRegistrationNumber

||| Rule 1 in words.
public export
statement1 : String
statement1 = "등록번호 608-87-11938의 검증번호가 맞는다"

||| Whether other facts keep rule 1.
public export
decideRule1 : (buyerRegistrationNumber : String) -> Dec (Rule1 buyerRegistrationNumber)
decideRule1 buyerRegistrationNumber = decEq (True) (Domains.Core.keepsCheckDigit buyerRegistrationNumber)

||| Whether these facts keep rule 1.
public export
decideR1 : (f : Facts) -> Dec (R1 f)
decideR1 f = Domains.Facts.GoodsInvoice.decideRule1 f.buyerRegistrationNumber

||| What a row prints, for rule 2.
public export
stated2 : Item -> Integer
stated2 row = row.supply.units * Domains.Core.tenTo row.quantity.scale

||| What a row's other values come to, for rule 2.
public export
computed2 : Item -> Integer
computed2 row = row.quantity.digits * row.unitPrice.units

||| What the rows print, for rule 2.
public export
allStated2 : List Item -> List Integer
allStated2 [] = []
allStated2 (row :: rows) = Domains.Facts.GoodsInvoice.stated2 row :: Domains.Facts.GoodsInvoice.allStated2 rows

||| What the rows' other values come to, for rule 2.
public export
allComputed2 : List Item -> List Integer
allComputed2 [] = []
allComputed2 (row :: rows) = Domains.Facts.GoodsInvoice.computed2 row :: Domains.Facts.GoodsInvoice.allComputed2 rows

||| R2: 한지 봉투: 공급가액 222,000원 = 수량 1,200 × 단가 185원 (4 rows)
||| rule 2: f10 = f8 × f9
||| rule 4: f14 = f12 × f13
||| rule 6: f18 = f16 × f17
||| and 1 more of this shape
||| The document does not keep it.
public export
0 Rule2 : (items : List Item) -> Type
Rule2 items = (Domains.Facts.GoodsInvoice.allStated2 items = Domains.Facts.GoodsInvoice.allComputed2 items)

||| That a row keeps rule 2.
public export
0 Keeps2 : Item -> Type
Keeps2 row = (Domains.Facts.GoodsInvoice.stated2 row = Domains.Facts.GoodsInvoice.computed2 row)

||| Where the rows keep rule 2, each of them does.
public export
0 each2 : (rows : List Item) -> Rule2 rows -> Each Keeps2 rows
each2 [] _ = NoRow
each2 (row :: rows) ok = OneRow (sameHead ok) (Domains.Facts.GoodsInvoice.each2 rows (sameTail ok))

||| Where each row keeps rule 2, the rows do.
public export
0 all2 : (rows : List Item) -> Each Keeps2 rows -> Rule2 rows
all2 [] _ = Refl
all2 (row :: rows) (OneRow one others) = sameList one (Domains.Facts.GoodsInvoice.all2 rows others)

||| The same of the document's facts.
public export
0 R2 : Facts -> Type
R2 f = Rule2 f.items

||| Rule 2 in words.
public export
statement2 : String
statement2 = "한지 봉투: 공급가액 222,000원 = 수량 1,200 × 단가 185원 (4 rows)"

||| Whether other facts keep rule 2.
public export
decideRule2 : (items : List Item) -> Dec (Rule2 items)
decideRule2 items = decEq (Domains.Facts.GoodsInvoice.allStated2 items) (Domains.Facts.GoodsInvoice.allComputed2 items)

||| Whether these facts keep rule 2.
public export
decideR2 : (f : Facts) -> Dec (R2 f)
decideR2 f = Domains.Facts.GoodsInvoice.decideRule2 f.items

||| What a row prints, for rule 3.
public export
stated3 : Item -> Integer
stated3 row = row.vat.units * 10

||| What a row's other values come to, for rule 3.
public export
computed3 : Item -> Integer
computed3 row = row.supply.units

||| What the rows print, for rule 3.
public export
allStated3 : List Item -> List Integer
allStated3 [] = []
allStated3 (row :: rows) = Domains.Facts.GoodsInvoice.stated3 row :: Domains.Facts.GoodsInvoice.allStated3 rows

||| What the rows' other values come to, for rule 3.
public export
allComputed3 : List Item -> List Integer
allComputed3 [] = []
allComputed3 (row :: rows) = Domains.Facts.GoodsInvoice.computed3 row :: Domains.Facts.GoodsInvoice.allComputed3 rows

||| R3: 한지 봉투: 세액 22,200원 = 공급가액 222,000원 × 10% (4 rows)
||| rule 3: f11 = f10 × 1/10
||| rule 5: f15 = f14 × 1/10
||| rule 7: f19 = f18 × 1/10
||| and 1 more of this shape
||| The document does not keep it.
public export
0 Rule3 : (items : List Item) -> Type
Rule3 items = (Domains.Facts.GoodsInvoice.allStated3 items = Domains.Facts.GoodsInvoice.allComputed3 items)

||| That a row keeps rule 3.
public export
0 Keeps3 : Item -> Type
Keeps3 row = (Domains.Facts.GoodsInvoice.stated3 row = Domains.Facts.GoodsInvoice.computed3 row)

||| Where the rows keep rule 3, each of them does.
public export
0 each3 : (rows : List Item) -> Rule3 rows -> Each Keeps3 rows
each3 [] _ = NoRow
each3 (row :: rows) ok = OneRow (sameHead ok) (Domains.Facts.GoodsInvoice.each3 rows (sameTail ok))

||| Where each row keeps rule 3, the rows do.
public export
0 all3 : (rows : List Item) -> Each Keeps3 rows -> Rule3 rows
all3 [] _ = Refl
all3 (row :: rows) (OneRow one others) = sameList one (Domains.Facts.GoodsInvoice.all3 rows others)

||| The same of the document's facts.
public export
0 R3 : Facts -> Type
R3 f = Rule3 f.items

||| Rule 3 in words.
public export
statement3 : String
statement3 = "한지 봉투: 세액 22,200원 = 공급가액 222,000원 × 10% (4 rows)"

||| Whether other facts keep rule 3.
public export
decideRule3 : (items : List Item) -> Dec (Rule3 items)
decideRule3 items = decEq (Domains.Facts.GoodsInvoice.allStated3 items) (Domains.Facts.GoodsInvoice.allComputed3 items)

||| Whether these facts keep rule 3.
public export
decideR3 : (f : Facts) -> Dec (R3 f)
decideR3 f = Domains.Facts.GoodsInvoice.decideRule3 f.items

||| What a column of the rows comes to, for rule 4.
public export
column10_0 : List Item -> Integer
column10_0 [] = 0
column10_0 (row :: rows) = row.supply.units + Domains.Facts.GoodsInvoice.column10_0 rows

||| R4: 합계 1,058,800원 ≠ 공급가액 222,000원 + 425,000원 + 252,000원 + 156,800원
||| rule 10: f24 = f10 + f14 + f18 + f22
||| The document does not keep it.
public export
0 Rule4 : (items : List Item) -> (itemsTotalSupply : Money KRW) -> Type
Rule4 items itemsTotalSupply = (itemsTotalSupply.units = Domains.Facts.GoodsInvoice.column10_0 items)

||| The same of the document's facts.
public export
0 R4 : Facts -> Type
R4 f = Rule4 f.items f.itemsTotalSupply

||| Rule 4 in words.
public export
statement4 : String
statement4 = "합계 1,058,800원 ≠ 공급가액 222,000원 + 425,000원 + 252,000원 + 156,800원"

||| Whether other facts keep rule 4.
public export
decideRule4 : (items : List Item) -> (itemsTotalSupply : Money KRW) -> Dec (Rule4 items itemsTotalSupply)
decideRule4 items itemsTotalSupply = decEq (itemsTotalSupply.units) (Domains.Facts.GoodsInvoice.column10_0 items)

||| Whether these facts keep rule 4.
public export
decideR4 : (f : Facts) -> Dec (R4 f)
decideR4 f = Domains.Facts.GoodsInvoice.decideRule4 f.items f.itemsTotalSupply

||| What a column of the rows comes to, for rule 5.
public export
column11_0 : List Item -> Integer
column11_0 [] = 0
column11_0 (row :: rows) = row.vat.units + Domains.Facts.GoodsInvoice.column11_0 rows

||| R5: 합계 105,880원 = 세액 22,200원 + 42,500원 + 25,500원 + 15,680원
||| rule 11: f25 = f11 + f15 + f19 + f23
public export
0 Rule5 : (items : List Item) -> (itemsTotalVat : Money KRW) -> Type
Rule5 items itemsTotalVat = (itemsTotalVat.units = Domains.Facts.GoodsInvoice.column11_0 items)

||| The same of the document's facts.
public export
0 R5 : Facts -> Type
R5 f = Rule5 f.items f.itemsTotalVat

||| Rule 5 in words.
public export
statement5 : String
statement5 = "합계 105,880원 = 세액 22,200원 + 42,500원 + 25,500원 + 15,680원"

||| Whether other facts keep rule 5.
public export
decideRule5 : (items : List Item) -> (itemsTotalVat : Money KRW) -> Dec (Rule5 items itemsTotalVat)
decideRule5 items itemsTotalVat = decEq (itemsTotalVat.units) (Domains.Facts.GoodsInvoice.column11_0 items)

||| Whether these facts keep rule 5.
public export
decideR5 : (f : Facts) -> Dec (R5 f)
decideR5 f = Domains.Facts.GoodsInvoice.decideRule5 f.items f.itemsTotalVat

||| R6: 합계 105,880원 = 합계 1,058,800원 × 10%
||| rule 12: f25 = f24 × 1/10
public export
0 Rule6 : (itemsTotalSupply : Money KRW) -> (itemsTotalVat : Money KRW) -> Type
Rule6 itemsTotalSupply itemsTotalVat = (itemsTotalVat.units * 10 = itemsTotalSupply.units)

||| The same of the document's facts.
public export
0 R6 : Facts -> Type
R6 f = Rule6 f.itemsTotalSupply f.itemsTotalVat

||| Rule 6 in words.
public export
statement6 : String
statement6 = "합계 105,880원 = 합계 1,058,800원 × 10%"

||| Whether other facts keep rule 6.
public export
decideRule6 : (itemsTotalSupply : Money KRW) -> (itemsTotalVat : Money KRW) -> Dec (Rule6 itemsTotalSupply itemsTotalVat)
decideRule6 itemsTotalSupply itemsTotalVat = decEq (itemsTotalVat.units * 10) (itemsTotalSupply.units)

||| Whether these facts keep rule 6.
public export
decideR6 : (f : Facts) -> Dec (R6 f)
decideR6 f = Domains.Facts.GoodsInvoice.decideRule6 f.itemsTotalSupply f.itemsTotalVat

||| R7: ‘일금 일백일십육만사천육백팔십원정’은 총금액 1,164,680원과 같다
||| rule 13: f26 = 1164680
public export
0 Rule7 : (grandTotalInWords : String) -> (grandTotal : Money KRW) -> Type
Rule7 grandTotalInWords grandTotal = (Just grandTotal.units = Domains.Core.readKorean grandTotalInWords)

||| The same of the document's facts.
public export
0 R7 : Facts -> Type
R7 f = Rule7 f.grandTotalInWords f.grandTotal

||| Rule 7 in words.
public export
statement7 : String
statement7 = "‘일금 일백일십육만사천육백팔십원정’은 총금액 1,164,680원과 같다"

||| Whether other facts keep rule 7.
public export
decideRule7 : (grandTotalInWords : String) -> (grandTotal : Money KRW) -> Dec (Rule7 grandTotalInWords grandTotal)
decideRule7 grandTotalInWords grandTotal = decEq (Just grandTotal.units) (Domains.Core.readKorean grandTotalInWords)

||| Whether these facts keep rule 7.
public export
decideR7 : (f : Facts) -> Dec (R7 f)
decideR7 f = Domains.Facts.GoodsInvoice.decideRule7 f.grandTotalInWords f.grandTotal

||| R8: 총금액 1,164,680원 = 합계 1,058,800원 + 105,880원
||| rule 14: f26 = f24 + f25
public export
0 Rule8 : (itemsTotalSupply : Money KRW) -> (itemsTotalVat : Money KRW) -> (grandTotal : Money KRW) -> Type
Rule8 itemsTotalSupply itemsTotalVat grandTotal = (grandTotal.units = itemsTotalSupply.units + itemsTotalVat.units)

||| The same of the document's facts.
public export
0 R8 : Facts -> Type
R8 f = Rule8 f.itemsTotalSupply f.itemsTotalVat f.grandTotal

||| Rule 8 in words.
public export
statement8 : String
statement8 = "총금액 1,164,680원 = 합계 1,058,800원 + 105,880원"

||| Whether other facts keep rule 8.
public export
decideRule8 : (itemsTotalSupply : Money KRW) -> (itemsTotalVat : Money KRW) -> (grandTotal : Money KRW) -> Dec (Rule8 itemsTotalSupply itemsTotalVat grandTotal)
decideRule8 itemsTotalSupply itemsTotalVat grandTotal = decEq (grandTotal.units) (itemsTotalSupply.units + itemsTotalVat.units)

||| Whether these facts keep rule 8.
public export
decideR8 : (f : Facts) -> Dec (R8 f)
decideR8 f = Domains.Facts.GoodsInvoice.decideRule8 f.itemsTotalSupply f.itemsTotalVat f.grandTotal
