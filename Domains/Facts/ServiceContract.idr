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
  assignedDuty : String
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

||| Values of page 1 to page 2.
public export
record ClientFacts where
  constructor MkClientFacts
  ||| 갑 / 용역계약서 (page 1)
  name : String
  ||| 상호 / 갑 (page 2)
  company : String
  ||| 사업자등록번호 / 갑 (page 2)
  registrationNumber : String
  ||| 대표이사 / 갑 (page 2)
  representative : String
  ||| 주소 / 갑 (page 2)
  address : String

||| Values of page 1 to page 2.
public export
record ContractorFacts where
  constructor MkContractorFacts
  ||| 을 / 용역계약서 (page 1)
  name : String
  ||| 상호 / 을 (page 2)
  company : String
  ||| 사업자등록번호 / 을 (page 2)
  registrationNumber : String
  ||| 대표이사 / 을 (page 2)
  representative : String
  ||| 주소 / 을 (page 2)
  address : String

||| Values of page 1.
public export
record PriceFacts where
  constructor MkPriceFacts
  ||| the amount in words: 금 육천육백만원정
  grossInWords : String
  ||| 계약금액 (page 1)
  gross : Money KRW
  ||| 공급가액 (page 1)
  supply : Money KRW
  ||| 부가가치세 (page 1)
  vat : Money KRW

||| Values of page 1.
public export
record ContractPeriodFacts where
  constructor MkContractPeriodFacts
  ||| 계약기간 (page 1)
  startsOn : Date
  ||| 계약기간 (page 1)
  lasting : Period
  ||| 계약기간 (page 1)
  endsOn : Date

||| Values of page 1 to page 2.
public export
record BondsFacts where
  constructor MkBondsFacts
  ||| 계약보증금 (page 1)
  performanceShare : Rate
  ||| 계약보증금 (page 1)
  performanceAmount : Money KRW
  ||| 하자보수보증금 (page 2)
  defectsShare : Rate
  ||| 하자보수보증금 (page 2)
  defectsAmount : Money KRW

||| Values of page 1.
public export
record ItemsFacts where
  constructor MkItemsFacts
  ||| 3 rows (page 1)
  listed : List Item
  ||| 합계 / 투입공수(M/M) (page 1)
  totalQuantity : Decimal
  ||| 합계 / 금액(원) (page 1)
  totalAmount : Money KRW

||| Values of page 1.
public export
record PaymentFacts where
  constructor MkPaymentFacts
  ||| 선금 (page 1)
  advanceShare : Rate
  ||| 선금 (page 1)
  advanceAmount : Money KRW
  ||| 선금 (page 1)
  advanceDueWithin : Period
  ||| 중도금 (page 1)
  interimShare : Rate
  ||| 중도금 (page 1)
  interimAmount : Money KRW
  ||| 중도금 (page 1)
  interimDueWithin : Period
  ||| 잔금 (page 1)
  finalShare : Rate
  ||| 잔금 (page 1)
  finalAmount : Money KRW
  ||| 잔금 (page 1)
  finalDueWithin : Period

||| Values of page 1.
public export
record LateFacts where
  constructor MkLateFacts
  ||| 지연이자 (page 1)
  interest : Rate
  ||| 지체상금 (page 1)
  damages : Rate
  ||| 총액 (page 1)
  damagesAtMost : Rate

||| All values of the document.
public export
record Facts where
  constructor MkFacts
  client : ClientFacts
  contractor : ContractorFacts
  ||| 계약명 (page 1)
  subject : String
  price : PriceFacts
  contractPeriod : ContractPeriodFacts
  bonds : BondsFacts
  items : ItemsFacts
  payment : PaymentFacts
  late : LateFacts
  ||| 하자보수기간 (page 2)
  warranty : Period
  ||| 비밀유지 (page 2)
  confidentiality : Period
  ||| 용역계약서 / 계약 (page 2)
  signedOn : Date

||| The values as printed.
public export
printed : Facts
printed =
  MkFacts
    (MkClientFacts
      "버드나무정보 주식회사"
      "버드나무정보 주식회사"
      "301-81-33776"
      "민가온"
      "강원특별자치도 춘천시 호반로 1200, 4층")
    (MkContractorFacts
      "주식회사 조약돌소프트"
      "주식회사 조약돌소프트"
      "402-86-77510"
      "하늬솔"
      "전북특별자치도 전주시 완산구 물빛로 35")
    "시립도서관 열람 좌석 예약 시스템 구축"
    (MkPriceFacts
      "금 육천육백만원정"
      (MkMoney 66000000)
      (MkMoney 60000000)
      (MkMoney 6000000))
    (MkContractPeriodFacts
      (MkDate 2026 3 2 Oh)
      (Between (MkDate 2026 3 2 Oh) (MkDate 2026 8 31 Oh))
      (MkDate 2026 8 31 Oh))
    (MkBondsFacts
      (MkRate 1 10 Oh)
      (MkMoney 6600000)
      (MkRate 1 50 Oh)
      (MkMoney 1320000))
    (MkItemsFacts
      [ MkItem "특급" "설계 총괄" (MkDecimal 20 1) (MkMoney 10500000) (MkMoney 21000000)
    , MkItem "고급" "서버 개발" (MkDecimal 30 1) (MkMoney 8200000) (MkMoney 24600000)
    , MkItem "중급" "화면 개발" (MkDecimal 25 1) (MkMoney 5760000) (MkMoney 14400000)
    ]
      (MkDecimal 75 1)
      (MkMoney 60000000))
    (MkPaymentFacts
      (MkRate 1 5 Oh)
      (MkMoney 13200000)
      (Lasting 10 Days)
      (MkRate 1 2 Oh)
      (MkMoney 33000000)
      (Lasting 15 Days)
      (MkRate 3 10 Oh)
      (MkMoney 19800000)
      (Lasting 30 Days))
    (MkLateFacts
      (MkRate 1 20 Oh)
      (MkRate 1 800 Oh)
      (MkRate 1 10 Oh))
    (Lasting 12 Months)
    (Lasting 3 Years)
    (MkDate 2026 2 20 Oh)

public export
0 wholeClientFacts : (p : ClientFacts) -> MkClientFacts p.name p.company p.registrationNumber p.representative p.address = p
wholeClientFacts (MkClientFacts _ _ _ _ _) = Refl

public export
0 wholeContractorFacts : (p : ContractorFacts) -> MkContractorFacts p.name p.company p.registrationNumber p.representative p.address = p
wholeContractorFacts (MkContractorFacts _ _ _ _ _) = Refl

public export
0 wholePriceFacts : (p : PriceFacts) -> MkPriceFacts p.grossInWords p.gross p.supply p.vat = p
wholePriceFacts (MkPriceFacts _ _ _ _) = Refl

public export
0 wholeContractPeriodFacts : (p : ContractPeriodFacts) -> MkContractPeriodFacts p.startsOn p.lasting p.endsOn = p
wholeContractPeriodFacts (MkContractPeriodFacts _ _ _) = Refl

public export
0 wholeBondsFacts : (p : BondsFacts) -> MkBondsFacts p.performanceShare p.performanceAmount p.defectsShare p.defectsAmount = p
wholeBondsFacts (MkBondsFacts _ _ _ _) = Refl

public export
0 wholeItemsFacts : (p : ItemsFacts) -> MkItemsFacts p.listed p.totalQuantity p.totalAmount = p
wholeItemsFacts (MkItemsFacts _ _ _) = Refl

public export
0 wholePaymentFacts : (p : PaymentFacts) -> MkPaymentFacts p.advanceShare p.advanceAmount p.advanceDueWithin p.interimShare p.interimAmount p.interimDueWithin p.finalShare p.finalAmount p.finalDueWithin = p
wholePaymentFacts (MkPaymentFacts _ _ _ _ _ _ _ _ _) = Refl

public export
0 wholeLateFacts : (p : LateFacts) -> MkLateFacts p.interest p.damages p.damagesAtMost = p
wholeLateFacts (MkLateFacts _ _ _) = Refl

public export
0 equalParts :
  (a1 = b1) -> (a2 = b2) -> (a3 = b3) -> (a4 = b4) -> (a5 = b5) -> (a6 = b6) -> (a7 = b7) ->
  (a8 = b8) -> (a9 = b9) -> (a10 = b10) -> (a11 = b11) -> (a12 = b12) ->
  MkFacts a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 = MkFacts b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12
equalParts Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl = Refl

||| Facts are what their values make: what `viewMake` comes to.
public export
0 whole : (f : Facts) ->
  MkFacts
    (MkClientFacts
      f.client.name
      f.client.company
      f.client.registrationNumber
      f.client.representative
      f.client.address)
    (MkContractorFacts
      f.contractor.name
      f.contractor.company
      f.contractor.registrationNumber
      f.contractor.representative
      f.contractor.address)
    f.subject
    (MkPriceFacts
      f.price.grossInWords
      f.price.gross
      f.price.supply
      f.price.vat)
    (MkContractPeriodFacts
      f.contractPeriod.startsOn
      f.contractPeriod.lasting
      f.contractPeriod.endsOn)
    (MkBondsFacts
      f.bonds.performanceShare
      f.bonds.performanceAmount
      f.bonds.defectsShare
      f.bonds.defectsAmount)
    (MkItemsFacts
      f.items.listed
      f.items.totalQuantity
      f.items.totalAmount)
    (MkPaymentFacts
      f.payment.advanceShare
      f.payment.advanceAmount
      f.payment.advanceDueWithin
      f.payment.interimShare
      f.payment.interimAmount
      f.payment.interimDueWithin
      f.payment.finalShare
      f.payment.finalAmount
      f.payment.finalDueWithin)
    (MkLateFacts f.late.interest f.late.damages f.late.damagesAtMost)
    f.warranty
    f.confidentiality
    f.signedOn = f
whole (MkFacts p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12) =
  Domains.Facts.ServiceContract.equalParts
    (Domains.Facts.ServiceContract.wholeClientFacts p1)
    (Domains.Facts.ServiceContract.wholeContractorFacts p2)
    Refl
    (Domains.Facts.ServiceContract.wholePriceFacts p4)
    (Domains.Facts.ServiceContract.wholeContractPeriodFacts p5)
    (Domains.Facts.ServiceContract.wholeBondsFacts p6)
    (Domains.Facts.ServiceContract.wholeItemsFacts p7)
    (Domains.Facts.ServiceContract.wholePaymentFacts p8)
    (Domains.Facts.ServiceContract.wholeLateFacts p9)
    Refl
    Refl
    Refl

||| R0: ‘금 육천육백만원정’은 계약금액 66,000,000원과 같다
||| rule 0: f1 = 66000000
public export
0 Rule0 : (priceGrossInWords : String) -> (priceGross : Money KRW) -> Type
Rule0 priceGrossInWords priceGross = (Just priceGross.units = Domains.Core.readKorean priceGrossInWords)

||| The same of the document's facts.
public export
0 R0 : Facts -> Type
R0 f = Rule0 f.price.grossInWords f.price.gross

||| Rule 0 in words.
public export
statement0 : String
statement0 = "‘금 육천육백만원정’은 계약금액 66,000,000원과 같다"

||| Whether other facts keep rule 0.
public export
decideRule0 : (priceGrossInWords : String) -> (priceGross : Money KRW) -> Dec (Rule0 priceGrossInWords priceGross)
decideRule0 priceGrossInWords priceGross = decEq (Just priceGross.units) (Domains.Core.readKorean priceGrossInWords)

||| Whether these facts keep rule 0.
public export
decideR0 : (f : Facts) -> Dec (R0 f)
decideR0 f = Domains.Facts.ServiceContract.decideRule0 f.price.grossInWords f.price.gross

||| R1: 계약금액 66,000,000원 = 공급가액 60,000,000원 + 부가가치세 6,000,000원
||| rule 1: f1 = f2 + f3
public export
0 Rule1 : (priceSupply : Money KRW) -> (priceVat : Money KRW) -> (priceGross : Money KRW) -> Type
Rule1 priceSupply priceVat priceGross = (priceGross.units = priceSupply.units + priceVat.units)

||| The same of the document's facts.
public export
0 R1 : Facts -> Type
R1 f = Rule1 f.price.supply f.price.vat f.price.gross

||| Rule 1 in words.
public export
statement1 : String
statement1 = "계약금액 66,000,000원 = 공급가액 60,000,000원 + 부가가치세 6,000,000원"

||| Whether other facts keep rule 1.
public export
decideRule1 : (priceSupply : Money KRW) -> (priceVat : Money KRW) -> (priceGross : Money KRW) -> Dec (Rule1 priceSupply priceVat priceGross)
decideRule1 priceSupply priceVat priceGross = decEq (priceGross.units) (priceSupply.units + priceVat.units)

||| Whether these facts keep rule 1.
public export
decideR1 : (f : Facts) -> Dec (R1 f)
decideR1 f = Domains.Facts.ServiceContract.decideRule1 f.price.supply f.price.vat f.price.gross

||| R2: 계약금액 66,000,000원 = 선금 13,200,000원 + 중도금 33,000,000원 + 잔금 19,800,000원
||| rule 2: f1 = f23 + f26 + f29
public export
0 Rule2 : (paymentAdvanceAmount : Money KRW) -> (paymentInterimAmount : Money KRW) -> (paymentFinalAmount : Money KRW) -> (priceGross : Money KRW) -> Type
Rule2 paymentAdvanceAmount paymentInterimAmount paymentFinalAmount priceGross = (priceGross.units = paymentAdvanceAmount.units + paymentInterimAmount.units + paymentFinalAmount.units)

||| The same of the document's facts.
public export
0 R2 : Facts -> Type
R2 f = Rule2
  f.payment.advanceAmount
  f.payment.interimAmount
  f.payment.finalAmount
  f.price.gross

||| Rule 2 in words.
public export
statement2 : String
statement2 = "계약금액 66,000,000원 = 선금 13,200,000원 + 중도금 33,000,000원 + 잔금 19,800,000원"

||| Whether other facts keep rule 2.
public export
decideRule2 : (paymentAdvanceAmount : Money KRW) -> (paymentInterimAmount : Money KRW) -> (paymentFinalAmount : Money KRW) -> (priceGross : Money KRW) -> Dec (Rule2 paymentAdvanceAmount paymentInterimAmount paymentFinalAmount priceGross)
decideRule2 paymentAdvanceAmount paymentInterimAmount paymentFinalAmount priceGross = decEq (priceGross.units) (paymentAdvanceAmount.units + paymentInterimAmount.units + paymentFinalAmount.units)

||| Whether these facts keep rule 2.
public export
decideR2 : (f : Facts) -> Dec (R2 f)
decideR2 f = Domains.Facts.ServiceContract.decideRule2
  f.payment.advanceAmount
  f.payment.interimAmount
  f.payment.finalAmount
  f.price.gross

||| R3: 부가가치세 6,000,000원 = 공급가액 60,000,000원 × 10%
||| rule 3: f3 = f2 × 1/10
public export
0 Rule3 : (priceSupply : Money KRW) -> (priceVat : Money KRW) -> Type
Rule3 priceSupply priceVat = (priceVat.units * 10 = priceSupply.units)

||| The same of the document's facts.
public export
0 R3 : Facts -> Type
R3 f = Rule3 f.price.supply f.price.vat

||| Rule 3 in words.
public export
statement3 : String
statement3 = "부가가치세 6,000,000원 = 공급가액 60,000,000원 × 10%"

||| Whether other facts keep rule 3.
public export
decideRule3 : (priceSupply : Money KRW) -> (priceVat : Money KRW) -> Dec (Rule3 priceSupply priceVat)
decideRule3 priceSupply priceVat = decEq (priceVat.units * 10) (priceSupply.units)

||| Whether these facts keep rule 3.
public export
decideR3 : (f : Facts) -> Dec (R3 f)
decideR3 f = Domains.Facts.ServiceContract.decideRule3 f.price.supply f.price.vat

||| R4: 계약기간 2026-03-02는 계약기간 2026-08-31보다 늦지 않다
||| rule 4: f4 ≤ f6
public export
0 Rule4 : (contractPeriodStartsOn : Date) -> (contractPeriodEndsOn : Date) -> Type
Rule4 contractPeriodStartsOn contractPeriodEndsOn = (True = Domains.Core.inOrder ([contractPeriodStartsOn, contractPeriodEndsOn]))

||| The same of the document's facts.
public export
0 R4 : Facts -> Type
R4 f = Rule4 f.contractPeriod.startsOn f.contractPeriod.endsOn

||| Rule 4 in words.
public export
statement4 : String
statement4 = "계약기간 2026-03-02는 계약기간 2026-08-31보다 늦지 않다"

||| Whether other facts keep rule 4.
public export
decideRule4 : (contractPeriodStartsOn : Date) -> (contractPeriodEndsOn : Date) -> Dec (Rule4 contractPeriodStartsOn contractPeriodEndsOn)
decideRule4 contractPeriodStartsOn contractPeriodEndsOn = decEq (True) (Domains.Core.inOrder ([contractPeriodStartsOn, contractPeriodEndsOn]))

||| Whether these facts keep rule 4.
public export
decideR4 : (f : Facts) -> Dec (R4 f)
decideR4 f = Domains.Facts.ServiceContract.decideRule4 f.contractPeriod.startsOn f.contractPeriod.endsOn

||| R5: 계약보증금 6,600,000원 = 계약금액 66,000,000원 × 계약보증금 10%
||| rule 5: f7 = f1 × f8
public export
0 Rule5 : (priceGross : Money KRW) -> (bondsPerformanceShare : Rate) -> (bondsPerformanceAmount : Money KRW) -> Type
Rule5 priceGross bondsPerformanceShare bondsPerformanceAmount = (bondsPerformanceAmount.units * bondsPerformanceShare.under = priceGross.units * bondsPerformanceShare.over)

||| The same of the document's facts.
public export
0 R5 : Facts -> Type
R5 f = Rule5 f.price.gross f.bonds.performanceShare f.bonds.performanceAmount

||| Rule 5 in words.
public export
statement5 : String
statement5 = "계약보증금 6,600,000원 = 계약금액 66,000,000원 × 계약보증금 10%"

||| Whether other facts keep rule 5.
public export
decideRule5 : (priceGross : Money KRW) -> (bondsPerformanceShare : Rate) -> (bondsPerformanceAmount : Money KRW) -> Dec (Rule5 priceGross bondsPerformanceShare bondsPerformanceAmount)
decideRule5 priceGross bondsPerformanceShare bondsPerformanceAmount = decEq (bondsPerformanceAmount.units * bondsPerformanceShare.under) (priceGross.units * bondsPerformanceShare.over)

||| Whether these facts keep rule 5.
public export
decideR5 : (f : Facts) -> Dec (R5 f)
decideR5 f = Domains.Facts.ServiceContract.decideRule5
  f.price.gross
  f.bonds.performanceShare
  f.bonds.performanceAmount

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
0 Rule6 : (itemsListed : List Item) -> Type
Rule6 itemsListed = (Domains.Facts.ServiceContract.allStated6 itemsListed = Domains.Facts.ServiceContract.allComputed6 itemsListed)

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
R6 f = Rule6 f.items.listed

||| Rule 6 in words.
public export
statement6 : String
statement6 = "특급: 금액(원) 21,000,000원 = 투입공수(M/M) 2.0 × 월단가(원) 10,500,000원 (3 rows)"

||| Whether other facts keep rule 6.
public export
decideRule6 : (itemsListed : List Item) -> Dec (Rule6 itemsListed)
decideRule6 itemsListed = decEq (Domains.Facts.ServiceContract.allStated6 itemsListed) (Domains.Facts.ServiceContract.allComputed6 itemsListed)

||| Whether these facts keep rule 6.
public export
decideR6 : (f : Facts) -> Dec (R6 f)
decideR6 f = Domains.Facts.ServiceContract.decideRule6 f.items.listed

||| What a column of the rows comes to, for rule 7.
public export
column9_0 : List Item -> Ratio
column9_0 [] = MkRatio 0 1
column9_0 (row :: rows) = Domains.Core.plusRatio (Domains.Core.ratioOfDecimal row.quantity) (Domains.Facts.ServiceContract.column9_0 rows)

||| R7: 합계 7.5 = 투입공수(M/M) 2.0 + 3.0 + 2.5
||| rule 9: f20 = f11 + f14 + f17
public export
0 Rule7 : (itemsListed : List Item) -> (itemsTotalQuantity : Decimal) -> Type
Rule7 itemsListed itemsTotalQuantity = (True = Domains.Core.equalRatio (Domains.Core.ratioOfDecimal itemsTotalQuantity) (Domains.Facts.ServiceContract.column9_0 itemsListed))

||| The same of the document's facts.
public export
0 R7 : Facts -> Type
R7 f = Rule7 f.items.listed f.items.totalQuantity

||| Rule 7 in words.
public export
statement7 : String
statement7 = "합계 7.5 = 투입공수(M/M) 2.0 + 3.0 + 2.5"

||| Whether other facts keep rule 7.
public export
decideRule7 : (itemsListed : List Item) -> (itemsTotalQuantity : Decimal) -> Dec (Rule7 itemsListed itemsTotalQuantity)
decideRule7 itemsListed itemsTotalQuantity = decEq (True) (Domains.Core.equalRatio (Domains.Core.ratioOfDecimal itemsTotalQuantity) (Domains.Facts.ServiceContract.column9_0 itemsListed))

||| Whether these facts keep rule 7.
public export
decideR7 : (f : Facts) -> Dec (R7 f)
decideR7 f = Domains.Facts.ServiceContract.decideRule7 f.items.listed f.items.totalQuantity

||| What a column of the rows comes to, for rule 8.
public export
column10_0 : List Item -> Integer
column10_0 [] = 0
column10_0 (row :: rows) = row.amount.units + Domains.Facts.ServiceContract.column10_0 rows

||| R8: 합계 60,000,000원 = 금액(원) 21,000,000원 + 24,600,000원 + 14,400,000원
||| rule 10: f21 = f13 + f16 + f19
public export
0 Rule8 : (itemsListed : List Item) -> (itemsTotalAmount : Money KRW) -> Type
Rule8 itemsListed itemsTotalAmount = (itemsTotalAmount.units = Domains.Facts.ServiceContract.column10_0 itemsListed)

||| The same of the document's facts.
public export
0 R8 : Facts -> Type
R8 f = Rule8 f.items.listed f.items.totalAmount

||| Rule 8 in words.
public export
statement8 : String
statement8 = "합계 60,000,000원 = 금액(원) 21,000,000원 + 24,600,000원 + 14,400,000원"

||| Whether other facts keep rule 8.
public export
decideRule8 : (itemsListed : List Item) -> (itemsTotalAmount : Money KRW) -> Dec (Rule8 itemsListed itemsTotalAmount)
decideRule8 itemsListed itemsTotalAmount = decEq (itemsTotalAmount.units) (Domains.Facts.ServiceContract.column10_0 itemsListed)

||| Whether these facts keep rule 8.
public export
decideR8 : (f : Facts) -> Dec (R8 f)
decideR8 f = Domains.Facts.ServiceContract.decideRule8 f.items.listed f.items.totalAmount

||| R9: 1 = 선금 20% + 중도금 50% + 잔금 30%
||| rule 11: 1 = f22 + f25 + f28
public export
0 Rule9 : (paymentAdvanceShare : Rate) -> (paymentInterimShare : Rate) -> (paymentFinalShare : Rate) -> Type
Rule9 paymentAdvanceShare paymentInterimShare paymentFinalShare = (True = Domains.Core.equalRatio (MkRatio 1 1) (Domains.Core.plusRatio (Domains.Core.ratioOfRate paymentAdvanceShare) (Domains.Core.plusRatio (Domains.Core.ratioOfRate paymentInterimShare) (Domains.Core.ratioOfRate paymentFinalShare))))

||| The same of the document's facts.
public export
0 R9 : Facts -> Type
R9 f = Rule9
  f.payment.advanceShare
  f.payment.interimShare
  f.payment.finalShare

||| Rule 9 in words.
public export
statement9 : String
statement9 = "1 = 선금 20% + 중도금 50% + 잔금 30%"

||| Whether other facts keep rule 9.
public export
decideRule9 : (paymentAdvanceShare : Rate) -> (paymentInterimShare : Rate) -> (paymentFinalShare : Rate) -> Dec (Rule9 paymentAdvanceShare paymentInterimShare paymentFinalShare)
decideRule9 paymentAdvanceShare paymentInterimShare paymentFinalShare = decEq (True) (Domains.Core.equalRatio (MkRatio 1 1) (Domains.Core.plusRatio (Domains.Core.ratioOfRate paymentAdvanceShare) (Domains.Core.plusRatio (Domains.Core.ratioOfRate paymentInterimShare) (Domains.Core.ratioOfRate paymentFinalShare))))

||| Whether these facts keep rule 9.
public export
decideR9 : (f : Facts) -> Dec (R9 f)
decideR9 f = Domains.Facts.ServiceContract.decideRule9
  f.payment.advanceShare
  f.payment.interimShare
  f.payment.finalShare

||| R10: 선금 13,200,000원 = 계약금액 66,000,000원 × 선금 20%
||| rule 12: f23 = f1 × f22
public export
0 Rule10 : (priceGross : Money KRW) -> (paymentAdvanceShare : Rate) -> (paymentAdvanceAmount : Money KRW) -> Type
Rule10 priceGross paymentAdvanceShare paymentAdvanceAmount = (paymentAdvanceAmount.units * paymentAdvanceShare.under = priceGross.units * paymentAdvanceShare.over)

||| The same of the document's facts.
public export
0 R10 : Facts -> Type
R10 f = Rule10 f.price.gross f.payment.advanceShare f.payment.advanceAmount

||| Rule 10 in words.
public export
statement10 : String
statement10 = "선금 13,200,000원 = 계약금액 66,000,000원 × 선금 20%"

||| Whether other facts keep rule 10.
public export
decideRule10 : (priceGross : Money KRW) -> (paymentAdvanceShare : Rate) -> (paymentAdvanceAmount : Money KRW) -> Dec (Rule10 priceGross paymentAdvanceShare paymentAdvanceAmount)
decideRule10 priceGross paymentAdvanceShare paymentAdvanceAmount = decEq (paymentAdvanceAmount.units * paymentAdvanceShare.under) (priceGross.units * paymentAdvanceShare.over)

||| Whether these facts keep rule 10.
public export
decideR10 : (f : Facts) -> Dec (R10 f)
decideR10 f = Domains.Facts.ServiceContract.decideRule10
  f.price.gross
  f.payment.advanceShare
  f.payment.advanceAmount

||| R11: 중도금 33,000,000원 = 계약금액 66,000,000원 × 중도금 50%
||| rule 13: f26 = f1 × f25
public export
0 Rule11 : (priceGross : Money KRW) -> (paymentInterimShare : Rate) -> (paymentInterimAmount : Money KRW) -> Type
Rule11 priceGross paymentInterimShare paymentInterimAmount = (paymentInterimAmount.units * paymentInterimShare.under = priceGross.units * paymentInterimShare.over)

||| The same of the document's facts.
public export
0 R11 : Facts -> Type
R11 f = Rule11 f.price.gross f.payment.interimShare f.payment.interimAmount

||| Rule 11 in words.
public export
statement11 : String
statement11 = "중도금 33,000,000원 = 계약금액 66,000,000원 × 중도금 50%"

||| Whether other facts keep rule 11.
public export
decideRule11 : (priceGross : Money KRW) -> (paymentInterimShare : Rate) -> (paymentInterimAmount : Money KRW) -> Dec (Rule11 priceGross paymentInterimShare paymentInterimAmount)
decideRule11 priceGross paymentInterimShare paymentInterimAmount = decEq (paymentInterimAmount.units * paymentInterimShare.under) (priceGross.units * paymentInterimShare.over)

||| Whether these facts keep rule 11.
public export
decideR11 : (f : Facts) -> Dec (R11 f)
decideR11 f = Domains.Facts.ServiceContract.decideRule11
  f.price.gross
  f.payment.interimShare
  f.payment.interimAmount

||| R12: 잔금 19,800,000원 = 계약금액 66,000,000원 × 잔금 30%
||| rule 14: f29 = f1 × f28
public export
0 Rule12 : (priceGross : Money KRW) -> (paymentFinalShare : Rate) -> (paymentFinalAmount : Money KRW) -> Type
Rule12 priceGross paymentFinalShare paymentFinalAmount = (paymentFinalAmount.units * paymentFinalShare.under = priceGross.units * paymentFinalShare.over)

||| The same of the document's facts.
public export
0 R12 : Facts -> Type
R12 f = Rule12 f.price.gross f.payment.finalShare f.payment.finalAmount

||| Rule 12 in words.
public export
statement12 : String
statement12 = "잔금 19,800,000원 = 계약금액 66,000,000원 × 잔금 30%"

||| Whether other facts keep rule 12.
public export
decideRule12 : (priceGross : Money KRW) -> (paymentFinalShare : Rate) -> (paymentFinalAmount : Money KRW) -> Dec (Rule12 priceGross paymentFinalShare paymentFinalAmount)
decideRule12 priceGross paymentFinalShare paymentFinalAmount = decEq (paymentFinalAmount.units * paymentFinalShare.under) (priceGross.units * paymentFinalShare.over)

||| Whether these facts keep rule 12.
public export
decideR12 : (f : Facts) -> Dec (R12 f)
decideR12 f = Domains.Facts.ServiceContract.decideRule12 f.price.gross f.payment.finalShare f.payment.finalAmount

||| R13: 잔금 19,800,000원 = 중도금 33,000,000원 − 선금 13,200,000원
||| rule 15: f29 = f26 − f23
public export
0 Rule13 : (paymentInterimAmount : Money KRW) -> (paymentAdvanceAmount : Money KRW) -> (paymentFinalAmount : Money KRW) -> Type
Rule13 paymentInterimAmount paymentAdvanceAmount paymentFinalAmount = (paymentFinalAmount.units = paymentInterimAmount.units - paymentAdvanceAmount.units)

||| The same of the document's facts.
public export
0 R13 : Facts -> Type
R13 f = Rule13
  f.payment.interimAmount
  f.payment.advanceAmount
  f.payment.finalAmount

||| Rule 13 in words.
public export
statement13 : String
statement13 = "잔금 19,800,000원 = 중도금 33,000,000원 − 선금 13,200,000원"

||| Whether other facts keep rule 13.
public export
decideRule13 : (paymentInterimAmount : Money KRW) -> (paymentAdvanceAmount : Money KRW) -> (paymentFinalAmount : Money KRW) -> Dec (Rule13 paymentInterimAmount paymentAdvanceAmount paymentFinalAmount)
decideRule13 paymentInterimAmount paymentAdvanceAmount paymentFinalAmount = decEq (paymentFinalAmount.units) (paymentInterimAmount.units - paymentAdvanceAmount.units)

||| Whether these facts keep rule 13.
public export
decideR13 : (f : Facts) -> Dec (R13 f)
decideR13 f = Domains.Facts.ServiceContract.decideRule13
  f.payment.interimAmount
  f.payment.advanceAmount
  f.payment.finalAmount

||| R14: 하자보수보증금 1,320,000원 = 계약금액 66,000,000원 × 하자보수보증금 2%
||| rule 16: f36 = f1 × f35
public export
0 Rule14 : (priceGross : Money KRW) -> (bondsDefectsShare : Rate) -> (bondsDefectsAmount : Money KRW) -> Type
Rule14 priceGross bondsDefectsShare bondsDefectsAmount = (bondsDefectsAmount.units * bondsDefectsShare.under = priceGross.units * bondsDefectsShare.over)

||| The same of the document's facts.
public export
0 R14 : Facts -> Type
R14 f = Rule14 f.price.gross f.bonds.defectsShare f.bonds.defectsAmount

||| Rule 14 in words.
public export
statement14 : String
statement14 = "하자보수보증금 1,320,000원 = 계약금액 66,000,000원 × 하자보수보증금 2%"

||| Whether other facts keep rule 14.
public export
decideRule14 : (priceGross : Money KRW) -> (bondsDefectsShare : Rate) -> (bondsDefectsAmount : Money KRW) -> Dec (Rule14 priceGross bondsDefectsShare bondsDefectsAmount)
decideRule14 priceGross bondsDefectsShare bondsDefectsAmount = decEq (bondsDefectsAmount.units * bondsDefectsShare.under) (priceGross.units * bondsDefectsShare.over)

||| Whether these facts keep rule 14.
public export
decideR14 : (f : Facts) -> Dec (R14 f)
decideR14 f = Domains.Facts.ServiceContract.decideRule14 f.price.gross f.bonds.defectsShare f.bonds.defectsAmount

||| R15: 사업자등록번호 301-81-33776의 검증번호가 맞는다
||| rule 17: checksum(f43)
public export
0 Rule15 : (clientRegistrationNumber : String) -> Type
Rule15 clientRegistrationNumber = (True = Domains.Core.keepsCheckDigit clientRegistrationNumber)

||| The same of the document's facts.
public export
0 R15 : Facts -> Type
R15 f = Rule15 f.client.registrationNumber

||| Rule 15 in words.
public export
statement15 : String
statement15 = "사업자등록번호 301-81-33776의 검증번호가 맞는다"

||| Whether other facts keep rule 15.
public export
decideRule15 : (clientRegistrationNumber : String) -> Dec (Rule15 clientRegistrationNumber)
decideRule15 clientRegistrationNumber = decEq (True) (Domains.Core.keepsCheckDigit clientRegistrationNumber)

||| Whether these facts keep rule 15.
public export
decideR15 : (f : Facts) -> Dec (R15 f)
decideR15 f = Domains.Facts.ServiceContract.decideRule15 f.client.registrationNumber

||| R16: 사업자등록번호 402-86-77510의 검증번호가 맞는다
||| rule 18: checksum(f44)
public export
0 Rule16 : (contractorRegistrationNumber : String) -> Type
Rule16 contractorRegistrationNumber = (True = Domains.Core.keepsCheckDigit contractorRegistrationNumber)

||| The same of the document's facts.
public export
0 R16 : Facts -> Type
R16 f = Rule16 f.contractor.registrationNumber

||| Rule 16 in words.
public export
statement16 : String
statement16 = "사업자등록번호 402-86-77510의 검증번호가 맞는다"

||| Whether other facts keep rule 16.
public export
decideRule16 : (contractorRegistrationNumber : String) -> Dec (Rule16 contractorRegistrationNumber)
decideRule16 contractorRegistrationNumber = decEq (True) (Domains.Core.keepsCheckDigit contractorRegistrationNumber)

||| Whether these facts keep rule 16.
public export
decideR16 : (f : Facts) -> Dec (R16 f)
decideR16 f = Domains.Facts.ServiceContract.decideRule16 f.contractor.registrationNumber
