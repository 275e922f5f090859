||| What the document says: 용역계약서
||| Type contract; service_contract.pdf (SHA-256 3d10c26eced6…).
|||
||| Written by Proviso from the analysis; whatever is written here is what stands on the page.
||| `Facts` holds values and no proofs, so that it can say what is wrong as well.
module Domains.Facts.ServiceContract

import public Domains.Core

%default total

||| A row of the table on page 1.
public export
record Item where
  constructor MkItem
  ||| 등급
  item : String
  ||| 담당업무
  item2 : String
  ||| 투입공수(M/M)
  quantity : Decimal
  ||| 월단가(원)
  unitPrice : Money KRW
  ||| 금액(원)
  amount : Money KRW

||| What stands for a row that is not there.
public export
blankItem : Item
blankItem = MkItem "" "" (MkDecimal 0 0) (MkMoney 0) (MkMoney 0)

||| All values of the document.
public export
record Facts where
  constructor MkFacts
  ||| 계약명 (page 1)
  subject : String
  ||| the amount in words: 금 육천육백만원정
  contractPriceInWords : String
  ||| 계약금액 (page 1)
  contractPrice : Money KRW
  ||| 공급가액 (page 1)
  supply : Money KRW
  ||| 부가가치세 (page 1)
  vat : Money KRW
  ||| 계약기간 (page 1)
  term : Date
  ||| 계약기간 (page 1)
  term2 : Period
  ||| 계약기간 (page 1)
  term3 : Date
  ||| 계약보증금 (page 1)
  performanceBond : Money KRW
  ||| 계약보증금 (page 1)
  performanceBond2 : Rate
  ||| 갑 / 용역계약서 (page 1)
  client : String
  ||| 을 / 용역계약서 (page 1)
  contractor : String
  ||| 3 rows (page 1)
  items : List Item
  ||| 합계 / 투입공수(M/M) (page 1)
  totalAmount : Decimal
  ||| 합계 / 금액(원) (page 1)
  grandTotal : Money KRW
  ||| 선금 (page 1)
  deposit : Rate
  ||| 선금 (page 1)
  deposit2 : Money KRW
  ||| 선금 (page 1)
  deposit3 : Period
  ||| 중도금 (page 1)
  interim : Rate
  ||| 중도금 (page 1)
  interim2 : Money KRW
  ||| 중도금 (page 1)
  interim3 : Period
  ||| 잔금 (page 1)
  balance : Rate
  ||| 잔금 (page 1)
  balance2 : Money KRW
  ||| 잔금 (page 1)
  balance3 : Period
  ||| 지연이자 (page 1)
  lateInterest : Rate
  ||| 지체상금 (page 1)
  delayRate : Rate
  ||| 총액 (page 1)
  grandTotal2 : Rate
  ||| 하자보수기간 (page 2)
  warranty : Period
  ||| 하자보수보증금 (page 2)
  defectRepairDeposit : Rate
  ||| 하자보수보증금 (page 2)
  defectBond : Money KRW
  ||| 비밀유지 (page 2)
  confidentiality : Period
  ||| 용역계약서 / 계약 (page 2)
  serviceContractPaper : Date
  ||| 상호 / 갑 (page 2)
  company : String
  ||| 상호 / 을 (page 2)
  company2 : String
  ||| 주소 / 갑 (page 2)
  address : String
  ||| 주소 / 을 (page 2)
  address2 : String
  ||| 사업자등록번호 / 갑 (page 2)
  registrationNumber : String
  ||| 사업자등록번호 / 을 (page 2)
  registrationNumber2 : String
  ||| 대표이사 / 갑 (page 2)
  representative : String
  ||| 대표이사 / 을 (page 2)
  representative2 : String

||| The values as printed.
public export
printed : Facts
printed =
  MkFacts
    "시립도서관 열람 좌석 예약 시스템 구축"
    "금 육천육백만원정"
    (MkMoney 66000000)
    (MkMoney 60000000)
    (MkMoney 6000000)
    (MkDate 2026 3 2 Oh)
    (Between (MkDate 2026 3 2 Oh) (MkDate 2026 8 31 Oh))
    (MkDate 2026 8 31 Oh)
    (MkMoney 6600000)
    (MkRate 1 10 Oh)
    "버드나무정보 주식회사"
    "주식회사 조약돌소프트"
    [ MkItem "특급" "설계 총괄" (MkDecimal 20 1) (MkMoney 10500000) (MkMoney 21000000)
    , MkItem "고급" "서버 개발" (MkDecimal 30 1) (MkMoney 8200000) (MkMoney 24600000)
    , MkItem "중급" "화면 개발" (MkDecimal 25 1) (MkMoney 5760000) (MkMoney 14400000)
    ]
    (MkDecimal 75 1)
    (MkMoney 60000000)
    (MkRate 1 5 Oh)
    (MkMoney 13200000)
    (Lasting 10 Days)
    (MkRate 1 2 Oh)
    (MkMoney 33000000)
    (Lasting 15 Days)
    (MkRate 3 10 Oh)
    (MkMoney 19800000)
    (Lasting 30 Days)
    (MkRate 1 20 Oh)
    (MkRate 1 800 Oh)
    (MkRate 1 10 Oh)
    (Lasting 12 Months)
    (MkRate 1 50 Oh)
    (MkMoney 1320000)
    (Lasting 3 Years)
    (MkDate 2026 2 20 Oh)
    "버드나무정보 주식회사"
    "주식회사 조약돌소프트"
    "강원특별자치도 춘천시 호반로 1200, 4층"
    "전북특별자치도 전주시 완산구 물빛로 35"
    "301-81-33776"
    "402-86-77510"
    "민가온"
    "하늬솔"

||| R0: ‘금 육천육백만원정’은 계약금액 66,000,000원과 같다
||| rule 0: f1 = 66000000
public export
0 Rule0 : (contractPriceInWords : String) -> (contractPrice : Money KRW) -> Type
Rule0 contractPriceInWords contractPrice = (Just contractPrice.units = Domains.Core.readKorean contractPriceInWords)

||| The same of the document's facts.
public export
0 R0 : Facts -> Type
R0 f = Rule0 f.contractPriceInWords f.contractPrice

||| Rule 0 in words.
public export
statement0 : String
statement0 = "‘금 육천육백만원정’은 계약금액 66,000,000원과 같다"

||| Whether other facts keep rule 0.
public export
decideRule0 : (contractPriceInWords : String) -> (contractPrice : Money KRW) -> Dec (Rule0 contractPriceInWords contractPrice)
decideRule0 contractPriceInWords contractPrice = decEq (Just contractPrice.units) (Domains.Core.readKorean contractPriceInWords)

||| Whether these facts keep rule 0.
public export
decideR0 : (f : Facts) -> Dec (R0 f)
decideR0 f = Domains.Facts.ServiceContract.decideRule0 f.contractPriceInWords f.contractPrice

||| R1: 계약금액 66,000,000원 = 공급가액 60,000,000원 + 부가가치세 6,000,000원
||| rule 1: f1 = f2 + f3
public export
0 Rule1 : (supply : Money KRW) -> (vat : Money KRW) -> (contractPrice : Money KRW) -> Type
Rule1 supply vat contractPrice = (contractPrice.units = supply.units + vat.units)

||| The same of the document's facts.
public export
0 R1 : Facts -> Type
R1 f = Rule1 f.supply f.vat f.contractPrice

||| Rule 1 in words.
public export
statement1 : String
statement1 = "계약금액 66,000,000원 = 공급가액 60,000,000원 + 부가가치세 6,000,000원"

||| Whether other facts keep rule 1.
public export
decideRule1 : (supply : Money KRW) -> (vat : Money KRW) -> (contractPrice : Money KRW) -> Dec (Rule1 supply vat contractPrice)
decideRule1 supply vat contractPrice = decEq (contractPrice.units) (supply.units + vat.units)

||| Whether these facts keep rule 1.
public export
decideR1 : (f : Facts) -> Dec (R1 f)
decideR1 f = Domains.Facts.ServiceContract.decideRule1 f.supply f.vat f.contractPrice

||| R2: 계약금액 66,000,000원 = 선금 13,200,000원 + 중도금 33,000,000원 + 잔금 19,800,000원
||| rule 2: f1 = f23 + f26 + f29
public export
0 Rule2 : (deposit2 : Money KRW) -> (interim2 : Money KRW) -> (balance2 : Money KRW) -> (contractPrice : Money KRW) -> Type
Rule2 deposit2 interim2 balance2 contractPrice = (contractPrice.units = deposit2.units + interim2.units + balance2.units)

||| The same of the document's facts.
public export
0 R2 : Facts -> Type
R2 f = Rule2 f.deposit2 f.interim2 f.balance2 f.contractPrice

||| Rule 2 in words.
public export
statement2 : String
statement2 = "계약금액 66,000,000원 = 선금 13,200,000원 + 중도금 33,000,000원 + 잔금 19,800,000원"

||| Whether other facts keep rule 2.
public export
decideRule2 : (deposit2 : Money KRW) -> (interim2 : Money KRW) -> (balance2 : Money KRW) -> (contractPrice : Money KRW) -> Dec (Rule2 deposit2 interim2 balance2 contractPrice)
decideRule2 deposit2 interim2 balance2 contractPrice = decEq (contractPrice.units) (deposit2.units + interim2.units + balance2.units)

||| Whether these facts keep rule 2.
public export
decideR2 : (f : Facts) -> Dec (R2 f)
decideR2 f = Domains.Facts.ServiceContract.decideRule2 f.deposit2 f.interim2 f.balance2 f.contractPrice

||| R3: 부가가치세 6,000,000원 = 공급가액 60,000,000원 × 10%
||| rule 3: f3 = f2 × 1/10
public export
0 Rule3 : (supply : Money KRW) -> (vat : Money KRW) -> Type
Rule3 supply vat = (vat.units * 10 = supply.units)

||| The same of the document's facts.
public export
0 R3 : Facts -> Type
R3 f = Rule3 f.supply f.vat

||| Rule 3 in words.
public export
statement3 : String
statement3 = "부가가치세 6,000,000원 = 공급가액 60,000,000원 × 10%"

||| Whether other facts keep rule 3.
public export
decideRule3 : (supply : Money KRW) -> (vat : Money KRW) -> Dec (Rule3 supply vat)
decideRule3 supply vat = decEq (vat.units * 10) (supply.units)

||| Whether these facts keep rule 3.
public export
decideR3 : (f : Facts) -> Dec (R3 f)
decideR3 f = Domains.Facts.ServiceContract.decideRule3 f.supply f.vat

||| R4: 계약기간 2026-03-02는 계약기간 2026-08-31보다 늦지 않다
||| rule 4: f4 ≤ f6
public export
0 Rule4 : (term : Date) -> (term3 : Date) -> Type
Rule4 term term3 = (True = Domains.Core.inOrder ([term, term3]))

||| The same of the document's facts.
public export
0 R4 : Facts -> Type
R4 f = Rule4 f.term f.term3

||| Rule 4 in words.
public export
statement4 : String
statement4 = "계약기간 2026-03-02는 계약기간 2026-08-31보다 늦지 않다"

||| Whether other facts keep rule 4.
public export
decideRule4 : (term : Date) -> (term3 : Date) -> Dec (Rule4 term term3)
decideRule4 term term3 = decEq (True) (Domains.Core.inOrder ([term, term3]))

||| Whether these facts keep rule 4.
public export
decideR4 : (f : Facts) -> Dec (R4 f)
decideR4 f = Domains.Facts.ServiceContract.decideRule4 f.term f.term3

||| R5: 계약보증금 6,600,000원 = 계약금액 66,000,000원 × 계약보증금 10%
||| rule 5: f7 = f1 × f8
public export
0 Rule5 : (contractPrice : Money KRW) -> (performanceBond2 : Rate) -> (performanceBond : Money KRW) -> Type
Rule5 contractPrice performanceBond2 performanceBond = (performanceBond.units * performanceBond2.under = contractPrice.units * performanceBond2.over)

||| The same of the document's facts.
public export
0 R5 : Facts -> Type
R5 f = Rule5 f.contractPrice f.performanceBond2 f.performanceBond

||| Rule 5 in words.
public export
statement5 : String
statement5 = "계약보증금 6,600,000원 = 계약금액 66,000,000원 × 계약보증금 10%"

||| Whether other facts keep rule 5.
public export
decideRule5 : (contractPrice : Money KRW) -> (performanceBond2 : Rate) -> (performanceBond : Money KRW) -> Dec (Rule5 contractPrice performanceBond2 performanceBond)
decideRule5 contractPrice performanceBond2 performanceBond = decEq (performanceBond.units * performanceBond2.under) (contractPrice.units * performanceBond2.over)

||| Whether these facts keep rule 5.
public export
decideR5 : (f : Facts) -> Dec (R5 f)
decideR5 f = Domains.Facts.ServiceContract.decideRule5 f.contractPrice f.performanceBond2 f.performanceBond

||| What a row prints, for rule 6.
public export
stated6 : Item -> Integer
stated6 row = row.amount.units * Domains.Core.tenTo row.quantity.scale

||| What a row's other values come to, for rule 6.
public export
computed6 : Item -> Integer
computed6 row = row.quantity.digits * row.unitPrice.units

||| What the rows print, for rule 6.
public export
allStated6 : List Item -> List Integer
allStated6 [] = []
allStated6 (row :: rows) = Domains.Facts.ServiceContract.stated6 row :: Domains.Facts.ServiceContract.allStated6 rows

||| What the rows' other values come to, for rule 6.
public export
allComputed6 : List Item -> List Integer
allComputed6 [] = []
allComputed6 (row :: rows) = Domains.Facts.ServiceContract.computed6 row :: Domains.Facts.ServiceContract.allComputed6 rows

||| R6: 특급: 금액(원) 21,000,000원 = 투입공수(M/M) 2.0 × 월단가(원) 10,500,000원 (3 rows)
||| rule 6: f13 = f11 × f12
||| rule 7: f16 = f14 × f15
||| rule 8: f19 = f17 × f18
public export
0 Rule6 : (items : List Item) -> Type
Rule6 items = (Domains.Facts.ServiceContract.allStated6 items = Domains.Facts.ServiceContract.allComputed6 items)

||| That a row keeps rule 6.
public export
0 Keeps6 : Item -> Type
Keeps6 row = (Domains.Facts.ServiceContract.stated6 row = Domains.Facts.ServiceContract.computed6 row)

||| Where the rows keep rule 6, each of them does.
public export
0 each6 : (rows : List Item) -> Rule6 rows -> Each Keeps6 rows
each6 [] _ = NoRow
each6 (row :: rows) ok = OneRow (sameHead ok) (Domains.Facts.ServiceContract.each6 rows (sameTail ok))

||| Where each row keeps rule 6, the rows do.
public export
0 all6 : (rows : List Item) -> Each Keeps6 rows -> Rule6 rows
all6 [] _ = Refl
all6 (row :: rows) (OneRow one others) = sameList one (Domains.Facts.ServiceContract.all6 rows others)

||| The same of the document's facts.
public export
0 R6 : Facts -> Type
R6 f = Rule6 f.items

||| Rule 6 in words.
public export
statement6 : String
statement6 = "특급: 금액(원) 21,000,000원 = 투입공수(M/M) 2.0 × 월단가(원) 10,500,000원 (3 rows)"

||| Whether other facts keep rule 6.
public export
decideRule6 : (items : List Item) -> Dec (Rule6 items)
decideRule6 items = decEq (Domains.Facts.ServiceContract.allStated6 items) (Domains.Facts.ServiceContract.allComputed6 items)

||| Whether these facts keep rule 6.
public export
decideR6 : (f : Facts) -> Dec (R6 f)
decideR6 f = Domains.Facts.ServiceContract.decideRule6 f.items

||| What a column of the rows comes to, for rule 7.
public export
column9_0 : List Item -> Ratio
column9_0 [] = MkRatio 0 1
column9_0 (row :: rows) = Domains.Core.plusRatio (Domains.Core.ratioOfDecimal row.quantity) (Domains.Facts.ServiceContract.column9_0 rows)

||| R7: 합계 7.5 = 투입공수(M/M) 2.0 + 3.0 + 2.5
||| rule 9: f20 = f11 + f14 + f17
public export
0 Rule7 : (items : List Item) -> (totalAmount : Decimal) -> Type
Rule7 items totalAmount = (True = Domains.Core.equalRatio (Domains.Core.ratioOfDecimal totalAmount) (Domains.Facts.ServiceContract.column9_0 items))

||| The same of the document's facts.
public export
0 R7 : Facts -> Type
R7 f = Rule7 f.items f.totalAmount

||| Rule 7 in words.
public export
statement7 : String
statement7 = "합계 7.5 = 투입공수(M/M) 2.0 + 3.0 + 2.5"

||| Whether other facts keep rule 7.
public export
decideRule7 : (items : List Item) -> (totalAmount : Decimal) -> Dec (Rule7 items totalAmount)
decideRule7 items totalAmount = decEq (True) (Domains.Core.equalRatio (Domains.Core.ratioOfDecimal totalAmount) (Domains.Facts.ServiceContract.column9_0 items))

||| Whether these facts keep rule 7.
public export
decideR7 : (f : Facts) -> Dec (R7 f)
decideR7 f = Domains.Facts.ServiceContract.decideRule7 f.items f.totalAmount

||| What a column of the rows comes to, for rule 8.
public export
column10_0 : List Item -> Integer
column10_0 [] = 0
column10_0 (row :: rows) = row.amount.units + Domains.Facts.ServiceContract.column10_0 rows

||| R8: 합계 60,000,000원 = 금액(원) 21,000,000원 + 24,600,000원 + 14,400,000원
||| rule 10: f21 = f13 + f16 + f19
public export
0 Rule8 : (items : List Item) -> (grandTotal : Money KRW) -> Type
Rule8 items grandTotal = (grandTotal.units = Domains.Facts.ServiceContract.column10_0 items)

||| The same of the document's facts.
public export
0 R8 : Facts -> Type
R8 f = Rule8 f.items f.grandTotal

||| Rule 8 in words.
public export
statement8 : String
statement8 = "합계 60,000,000원 = 금액(원) 21,000,000원 + 24,600,000원 + 14,400,000원"

||| Whether other facts keep rule 8.
public export
decideRule8 : (items : List Item) -> (grandTotal : Money KRW) -> Dec (Rule8 items grandTotal)
decideRule8 items grandTotal = decEq (grandTotal.units) (Domains.Facts.ServiceContract.column10_0 items)

||| Whether these facts keep rule 8.
public export
decideR8 : (f : Facts) -> Dec (R8 f)
decideR8 f = Domains.Facts.ServiceContract.decideRule8 f.items f.grandTotal

||| R9: 1 = 선금 20% + 중도금 50% + 잔금 30%
||| rule 11: 1 = f22 + f25 + f28
public export
0 Rule9 : (deposit : Rate) -> (interim : Rate) -> (balance : Rate) -> Type
Rule9 deposit interim balance = (True = Domains.Core.equalRatio (MkRatio 1 1) (Domains.Core.plusRatio (Domains.Core.ratioOfRate deposit) (Domains.Core.plusRatio (Domains.Core.ratioOfRate interim) (Domains.Core.ratioOfRate balance))))

||| The same of the document's facts.
public export
0 R9 : Facts -> Type
R9 f = Rule9 f.deposit f.interim f.balance

||| Rule 9 in words.
public export
statement9 : String
statement9 = "1 = 선금 20% + 중도금 50% + 잔금 30%"

||| Whether other facts keep rule 9.
public export
decideRule9 : (deposit : Rate) -> (interim : Rate) -> (balance : Rate) -> Dec (Rule9 deposit interim balance)
decideRule9 deposit interim balance = decEq (True) (Domains.Core.equalRatio (MkRatio 1 1) (Domains.Core.plusRatio (Domains.Core.ratioOfRate deposit) (Domains.Core.plusRatio (Domains.Core.ratioOfRate interim) (Domains.Core.ratioOfRate balance))))

||| Whether these facts keep rule 9.
public export
decideR9 : (f : Facts) -> Dec (R9 f)
decideR9 f = Domains.Facts.ServiceContract.decideRule9 f.deposit f.interim f.balance

||| R10: 선금 13,200,000원 = 계약금액 66,000,000원 × 선금 20%
||| rule 12: f23 = f1 × f22
public export
0 Rule10 : (contractPrice : Money KRW) -> (deposit : Rate) -> (deposit2 : Money KRW) -> Type
Rule10 contractPrice deposit deposit2 = (deposit2.units * deposit.under = contractPrice.units * deposit.over)

||| The same of the document's facts.
public export
0 R10 : Facts -> Type
R10 f = Rule10 f.contractPrice f.deposit f.deposit2

||| Rule 10 in words.
public export
statement10 : String
statement10 = "선금 13,200,000원 = 계약금액 66,000,000원 × 선금 20%"

||| Whether other facts keep rule 10.
public export
decideRule10 : (contractPrice : Money KRW) -> (deposit : Rate) -> (deposit2 : Money KRW) -> Dec (Rule10 contractPrice deposit deposit2)
decideRule10 contractPrice deposit deposit2 = decEq (deposit2.units * deposit.under) (contractPrice.units * deposit.over)

||| Whether these facts keep rule 10.
public export
decideR10 : (f : Facts) -> Dec (R10 f)
decideR10 f = Domains.Facts.ServiceContract.decideRule10 f.contractPrice f.deposit f.deposit2

||| R11: 중도금 33,000,000원 = 계약금액 66,000,000원 × 중도금 50%
||| rule 13: f26 = f1 × f25
public export
0 Rule11 : (contractPrice : Money KRW) -> (interim : Rate) -> (interim2 : Money KRW) -> Type
Rule11 contractPrice interim interim2 = (interim2.units * interim.under = contractPrice.units * interim.over)

||| The same of the document's facts.
public export
0 R11 : Facts -> Type
R11 f = Rule11 f.contractPrice f.interim f.interim2

||| Rule 11 in words.
public export
statement11 : String
statement11 = "중도금 33,000,000원 = 계약금액 66,000,000원 × 중도금 50%"

||| Whether other facts keep rule 11.
public export
decideRule11 : (contractPrice : Money KRW) -> (interim : Rate) -> (interim2 : Money KRW) -> Dec (Rule11 contractPrice interim interim2)
decideRule11 contractPrice interim interim2 = decEq (interim2.units * interim.under) (contractPrice.units * interim.over)

||| Whether these facts keep rule 11.
public export
decideR11 : (f : Facts) -> Dec (R11 f)
decideR11 f = Domains.Facts.ServiceContract.decideRule11 f.contractPrice f.interim f.interim2

||| R12: 잔금 19,800,000원 = 계약금액 66,000,000원 × 잔금 30%
||| rule 14: f29 = f1 × f28
public export
0 Rule12 : (contractPrice : Money KRW) -> (balance : Rate) -> (balance2 : Money KRW) -> Type
Rule12 contractPrice balance balance2 = (balance2.units * balance.under = contractPrice.units * balance.over)

||| The same of the document's facts.
public export
0 R12 : Facts -> Type
R12 f = Rule12 f.contractPrice f.balance f.balance2

||| Rule 12 in words.
public export
statement12 : String
statement12 = "잔금 19,800,000원 = 계약금액 66,000,000원 × 잔금 30%"

||| Whether other facts keep rule 12.
public export
decideRule12 : (contractPrice : Money KRW) -> (balance : Rate) -> (balance2 : Money KRW) -> Dec (Rule12 contractPrice balance balance2)
decideRule12 contractPrice balance balance2 = decEq (balance2.units * balance.under) (contractPrice.units * balance.over)

||| Whether these facts keep rule 12.
public export
decideR12 : (f : Facts) -> Dec (R12 f)
decideR12 f = Domains.Facts.ServiceContract.decideRule12 f.contractPrice f.balance f.balance2

||| R13: 잔금 19,800,000원 = 중도금 33,000,000원 − 선금 13,200,000원
||| rule 15: f29 = f26 − f23
public export
0 Rule13 : (interim2 : Money KRW) -> (deposit2 : Money KRW) -> (balance2 : Money KRW) -> Type
Rule13 interim2 deposit2 balance2 = (balance2.units = interim2.units - deposit2.units)

||| The same of the document's facts.
public export
0 R13 : Facts -> Type
R13 f = Rule13 f.interim2 f.deposit2 f.balance2

||| Rule 13 in words.
public export
statement13 : String
statement13 = "잔금 19,800,000원 = 중도금 33,000,000원 − 선금 13,200,000원"

||| Whether other facts keep rule 13.
public export
decideRule13 : (interim2 : Money KRW) -> (deposit2 : Money KRW) -> (balance2 : Money KRW) -> Dec (Rule13 interim2 deposit2 balance2)
decideRule13 interim2 deposit2 balance2 = decEq (balance2.units) (interim2.units - deposit2.units)

||| Whether these facts keep rule 13.
public export
decideR13 : (f : Facts) -> Dec (R13 f)
decideR13 f = Domains.Facts.ServiceContract.decideRule13 f.interim2 f.deposit2 f.balance2

||| R14: 하자보수보증금 1,320,000원 = 계약금액 66,000,000원 × 하자보수보증금 2%
||| rule 16: f36 = f1 × f35
public export
0 Rule14 : (contractPrice : Money KRW) -> (defectRepairDeposit : Rate) -> (defectBond : Money KRW) -> Type
Rule14 contractPrice defectRepairDeposit defectBond = (defectBond.units * defectRepairDeposit.under = contractPrice.units * defectRepairDeposit.over)

||| The same of the document's facts.
public export
0 R14 : Facts -> Type
R14 f = Rule14 f.contractPrice f.defectRepairDeposit f.defectBond

||| Rule 14 in words.
public export
statement14 : String
statement14 = "하자보수보증금 1,320,000원 = 계약금액 66,000,000원 × 하자보수보증금 2%"

||| Whether other facts keep rule 14.
public export
decideRule14 : (contractPrice : Money KRW) -> (defectRepairDeposit : Rate) -> (defectBond : Money KRW) -> Dec (Rule14 contractPrice defectRepairDeposit defectBond)
decideRule14 contractPrice defectRepairDeposit defectBond = decEq (defectBond.units * defectRepairDeposit.under) (contractPrice.units * defectRepairDeposit.over)

||| Whether these facts keep rule 14.
public export
decideR14 : (f : Facts) -> Dec (R14 f)
decideR14 f = Domains.Facts.ServiceContract.decideRule14 f.contractPrice f.defectRepairDeposit f.defectBond

||| R15: 사업자등록번호 301-81-33776의 검증번호가 맞는다
||| rule 17: checksum(f43)
public export
0 Rule15 : (registrationNumber : String) -> Type
Rule15 registrationNumber = (True = Domains.Core.keepsCheckDigit registrationNumber)

||| The same of the document's facts.
public export
0 R15 : Facts -> Type
R15 f = Rule15 f.registrationNumber

||| Rule 15 in words.
public export
statement15 : String
statement15 = "사업자등록번호 301-81-33776의 검증번호가 맞는다"

||| Whether other facts keep rule 15.
public export
decideRule15 : (registrationNumber : String) -> Dec (Rule15 registrationNumber)
decideRule15 registrationNumber = decEq (True) (Domains.Core.keepsCheckDigit registrationNumber)

||| Whether these facts keep rule 15.
public export
decideR15 : (f : Facts) -> Dec (R15 f)
decideR15 f = Domains.Facts.ServiceContract.decideRule15 f.registrationNumber

||| R16: 사업자등록번호 402-86-77510의 검증번호가 맞는다
||| rule 18: checksum(f44)
public export
0 Rule16 : (registrationNumber2 : String) -> Type
Rule16 registrationNumber2 = (True = Domains.Core.keepsCheckDigit registrationNumber2)

||| The same of the document's facts.
public export
0 R16 : Facts -> Type
R16 f = Rule16 f.registrationNumber2

||| Rule 16 in words.
public export
statement16 : String
statement16 = "사업자등록번호 402-86-77510의 검증번호가 맞는다"

||| Whether other facts keep rule 16.
public export
decideRule16 : (registrationNumber2 : String) -> Dec (Rule16 registrationNumber2)
decideRule16 registrationNumber2 = decEq (True) (Domains.Core.keepsCheckDigit registrationNumber2)

||| Whether these facts keep rule 16.
public export
decideR16 : (f : Facts) -> Dec (R16 f)
decideR16 f = Domains.Facts.ServiceContract.decideRule16 f.registrationNumber2
