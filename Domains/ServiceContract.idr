||| A model of 용역계약서
|||
||| Every value of it keeps every rule of the document; the values themselves are facts.
module Domains.ServiceContract

import public Domains.Facts.ServiceContract

%default total

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| 갑 · 을
public export
record Party where
  constructor MkParty
  ||| 갑
  name : String
  ||| 상호
  company : String
  ||| 사업자등록번호
  registrationNumber : RegistrationNumber
  ||| 대표이사
  representative : String
  ||| 주소
  address : String

||| 공급가액, 세액, 합계
public export
record PriceSummary where
  constructor MkPriceSummary
  ||| 계약금액, in words and in figures (p. 1)
  gross : InWords
  ||| 공급가액 (p. 1)
  supply : Money KRW
  ||| 부가가치세 (p. 1)
  vat : Money KRW
  ||| 계약금액 66,000,000원 = 공급가액 60,000,000원 + 부가가치세 6,000,000원
  0 grossAmountIsSum : gross.amount.units = supply.units + vat.units
  ||| 부가가치세 6,000,000원 = 공급가액 60,000,000원 × 10%
  0 vatIsShare : vat.units * 10 = supply.units

||| 계약기간: 첫날, 마지막 날, 적힌 기간
public export
record ContractPeriod where
  constructor MkContractPeriod
  ||| 계약기간 (p. 1)
  startsOn : Date
  ||| 계약기간 (p. 1)
  lasting : Period
  ||| 계약기간 (p. 1)
  endsOn : Date
  ||| 계약기간 2026-03-02는 계약기간 2026-08-31보다 늦지 않다
  0 inSequence : True = Domains.Core.inOrder ([startsOn, endsOn])

||| 계약보증금 · 하자보수보증금
public export
record Bond (priceGross : Money KRW) where
  constructor MkBond
  ||| 계약보증금
  share : Rate
  ||| 계약보증금
  amount : Money KRW
  ||| 계약보증금 6,600,000원 = 계약금액 66,000,000원 × 계약보증금 10% (and 1 alike)
  0 amountIsShare : amount.units * share.under = priceGross.units * share.over

||| 보증금: 계약이행, 선금, 하자보수
public export
record Bonds (priceGross : Money KRW) where
  constructor MkBonds
  ||| 계약보증금
  performance : Bond priceGross
  ||| 하자보수보증금
  defects : Bond priceGross

||| The rows of 등급, 담당업무, 투입공수(M/M), 월단가(원), 금액(원) and their totals.
public export
record ItemTable where
  constructor MkItemTable
  ||| 3 rows (p. 1)
  listed : List Item
  ||| 합계 (p. 1)
  totalQuantity : Decimal
  ||| 합계 (p. 1)
  totalAmount : Money KRW
  ||| 특급: 금액(원) 21,000,000원 = 투입공수(M/M) 2.0 × 월단가(원) 10,500,000원 (3 rows)
  0 eachAmountIsProduct : Each Keeps6 listed
  ||| 합계 7.5 = 투입공수(M/M) 2.0 + 3.0 + 2.5
  0 totalQuantityIsSum : Rule7 listed totalQuantity
  ||| 합계 60,000,000원 = 금액(원) 21,000,000원 + 24,600,000원 + 14,400,000원
  0 totalAmountIsSum : Rule8 listed totalAmount

||| 선금 · 중도금 · 잔금
public export
record Instalment (priceGross : Money KRW) where
  constructor MkInstalment
  ||| 선금
  share : Rate
  ||| 선금
  amount : Money KRW
  ||| 선금
  dueWithin : Period
  ||| 선금 13,200,000원 = 계약금액 66,000,000원 × 선금 20% (and 2 alike)
  0 amountIsShare : amount.units * share.under = priceGross.units * share.over

||| 대금의 지급: 선금, 중도금, 잔금
public export
record PaymentPlan (priceGross : Money KRW) where
  constructor MkPaymentPlan
  ||| 선금
  advance : Instalment priceGross
  ||| 중도금
  interim : Instalment priceGross
  ||| 잔금
  final : Instalment priceGross
  ||| 계약금액 66,000,000원 = 선금 13,200,000원 + 중도금 33,000,000원 + 잔금 19,800,000원
  0 grossAmountIsSum :
    priceGross.units
      = advance.amount.units + interim.amount.units + final.amount.units
  ||| 1 = 선금 20% + 중도금 50% + 잔금 30%
  0 sharesMakeOne : Rule9 advance.share interim.share final.share
  ||| 잔금 19,800,000원 = 중도금 33,000,000원 − 선금 13,200,000원
  0 finalAmountIsSum : final.amount.units = interim.amount.units - advance.amount.units

||| 늦었을 때: 지연이자, 지체상금과 그 한도
public export
record LateTerms where
  constructor MkLateTerms
  ||| 지연이자 (p. 1)
  interest : Rate
  ||| 지체상금 (p. 1)
  damages : Rate
  ||| 총액 (p. 1)
  damagesAtMost : Rate

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document.
public export
record Contract where
  constructor MkContract
  ||| 갑: who it is and how it is reached.
  client : Party
  ||| 을: who it is and how it is reached.
  contractor : Party
  ||| 계약명 (p. 1)
  subject : String
  ||| 공급가액, 세액, 합계
  price : PriceSummary
  ||| 계약기간: 첫날, 마지막 날, 적힌 기간
  contractPeriod : ContractPeriod
  ||| 보증금: 계약이행, 선금, 하자보수
  bonds : Bonds price.gross.amount
  ||| The rows of 등급, 담당업무, 투입공수(M/M), 월단가(원), 금액(원) and their totals.
  items : ItemTable
  ||| 대금의 지급: 선금, 중도금, 잔금
  payment : PaymentPlan price.gross.amount
  ||| 늦었을 때: 지연이자, 지체상금과 그 한도
  late : LateTerms
  ||| 하자보수기간 (p. 2)
  warranty : Period
  ||| 비밀유지 (p. 2)
  confidentiality : Period
  ||| 용역계약서 (p. 2)
  signedOn : Date

||| What the audit asks about.
public export
Doc : Type
Doc = Contract

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts
    (MkClientFacts
      c.client.name
      c.client.company
      c.client.registrationNumber.printedAs
      c.client.representative
      c.client.address)
    (MkContractorFacts
      c.contractor.name
      c.contractor.company
      c.contractor.registrationNumber.printedAs
      c.contractor.representative
      c.contractor.address)
    c.subject
    (MkPriceFacts
      c.price.gross.wording
      c.price.gross.amount
      c.price.supply
      c.price.vat)
    (MkContractPeriodFacts
      c.contractPeriod.startsOn
      c.contractPeriod.lasting
      c.contractPeriod.endsOn)
    (MkBondsFacts
      c.bonds.performance.share
      c.bonds.performance.amount
      c.bonds.defects.share
      c.bonds.defects.amount)
    (MkItemsFacts
      c.items.listed
      c.items.totalQuantity
      c.items.totalAmount)
    (MkPaymentFacts
      c.payment.advance.share
      c.payment.advance.amount
      c.payment.advance.dueWithin
      c.payment.interim.share
      c.payment.interim.amount
      c.payment.interim.dueWithin
      c.payment.final.share
      c.payment.final.amount
      c.payment.final.dueWithin)
    (MkLateFacts c.late.interest c.late.damages c.late.damagesAtMost)
    c.warranty
    c.confidentiality
    c.signedOn

||| The document of any facts that keep the rules.
public export
make :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> (0 r8 : R8 f) ->
  (0 r9 : R9 f) -> (0 r10 : R10 f) -> (0 r11 : R11 f) -> (0 r12 : R12 f) -> (0 r13 : R13 f) ->
  (0 r14 : R14 f) -> (0 r15 : R15 f) -> (0 r16 : R16 f) -> Doc
make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 =
  MkContract
    (MkParty
      f.client.name
      f.client.company
      (MkRegistrationNumber f.client.registrationNumber (Domains.Core.asSo r15))
      f.client.representative
      f.client.address)
    (MkParty
      f.contractor.name
      f.contractor.company
      (MkRegistrationNumber f.contractor.registrationNumber (Domains.Core.asSo r16))
      f.contractor.representative
      f.contractor.address)
    f.subject
    (MkPriceSummary
      (MkInWords f.price.grossInWords f.price.gross (sym r0))
      f.price.supply
      f.price.vat
      r1
      r3)
    (MkContractPeriod
      f.contractPeriod.startsOn
      f.contractPeriod.lasting
      f.contractPeriod.endsOn
      r4)
    (MkBonds
      (MkBond f.bonds.performanceShare f.bonds.performanceAmount r5)
      (MkBond f.bonds.defectsShare f.bonds.defectsAmount r14))
    (MkItemTable
      f.items.listed
      f.items.totalQuantity
      f.items.totalAmount
      (Domains.Facts.ServiceContract.each6 f.items.listed r6)
      r7
      r8)
    (MkPaymentPlan
      (MkInstalment
        f.payment.advanceShare
        f.payment.advanceAmount
        f.payment.advanceDueWithin
        r10)
      (MkInstalment
        f.payment.interimShare
        f.payment.interimAmount
        f.payment.interimDueWithin
        r11)
      (MkInstalment
        f.payment.finalShare
        f.payment.finalAmount
        f.payment.finalDueWithin
        r12)
      r2
      r9
      r13)
    (MkLateTerms f.late.interest f.late.damages f.late.damagesAtMost)
    f.warranty
    f.confidentiality
    f.signedOn

||| The document of any facts, or the first rule that they break.
public export
mkDoc : Facts -> Either String Doc
mkDoc f = do
  r0 <- Domains.Core.settled Domains.Facts.ServiceContract.statement0 (Domains.Facts.ServiceContract.decideR0 f)
  r1 <- Domains.Core.settled Domains.Facts.ServiceContract.statement1 (Domains.Facts.ServiceContract.decideR1 f)
  r2 <- Domains.Core.settled Domains.Facts.ServiceContract.statement2 (Domains.Facts.ServiceContract.decideR2 f)
  r3 <- Domains.Core.settled Domains.Facts.ServiceContract.statement3 (Domains.Facts.ServiceContract.decideR3 f)
  r4 <- Domains.Core.settled Domains.Facts.ServiceContract.statement4 (Domains.Facts.ServiceContract.decideR4 f)
  r5 <- Domains.Core.settled Domains.Facts.ServiceContract.statement5 (Domains.Facts.ServiceContract.decideR5 f)
  r6 <- Domains.Core.settled Domains.Facts.ServiceContract.statement6 (Domains.Facts.ServiceContract.decideR6 f)
  r7 <- Domains.Core.settled Domains.Facts.ServiceContract.statement7 (Domains.Facts.ServiceContract.decideR7 f)
  r8 <- Domains.Core.settled Domains.Facts.ServiceContract.statement8 (Domains.Facts.ServiceContract.decideR8 f)
  r9 <- Domains.Core.settled Domains.Facts.ServiceContract.statement9 (Domains.Facts.ServiceContract.decideR9 f)
  r10 <- Domains.Core.settled Domains.Facts.ServiceContract.statement10 (Domains.Facts.ServiceContract.decideR10 f)
  r11 <- Domains.Core.settled Domains.Facts.ServiceContract.statement11 (Domains.Facts.ServiceContract.decideR11 f)
  r12 <- Domains.Core.settled Domains.Facts.ServiceContract.statement12 (Domains.Facts.ServiceContract.decideR12 f)
  r13 <- Domains.Core.settled Domains.Facts.ServiceContract.statement13 (Domains.Facts.ServiceContract.decideR13 f)
  r14 <- Domains.Core.settled Domains.Facts.ServiceContract.statement14 (Domains.Facts.ServiceContract.decideR14 f)
  r15 <- Domains.Core.settled Domains.Facts.ServiceContract.statement15 (Domains.Facts.ServiceContract.decideR15 f)
  r16 <- Domains.Core.settled Domains.Facts.ServiceContract.statement16 (Domains.Facts.ServiceContract.decideR16 f)
  Right (Domains.ServiceContract.make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16)

--------------------------------------------------------------------------------
-- Proofs
--------------------------------------------------------------------------------

public export
0 keepsR0 : (c : Doc) -> R0 (Domains.ServiceContract.view c)
keepsR0 c = sym c.price.gross.agrees

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.ServiceContract.view c)
keepsR1 c = c.price.grossAmountIsSum

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.ServiceContract.view c)
keepsR2 c = c.payment.grossAmountIsSum

public export
0 keepsR3 : (c : Doc) -> R3 (Domains.ServiceContract.view c)
keepsR3 c = c.price.vatIsShare

public export
0 keepsR4 : (c : Doc) -> R4 (Domains.ServiceContract.view c)
keepsR4 c = c.contractPeriod.inSequence

public export
0 keepsR5 : (c : Doc) -> R5 (Domains.ServiceContract.view c)
keepsR5 c = c.bonds.performance.amountIsShare

public export
0 keepsR6 : (c : Doc) -> R6 (Domains.ServiceContract.view c)
keepsR6 c = Domains.Facts.ServiceContract.all6 c.items.listed c.items.eachAmountIsProduct

public export
0 keepsR7 : (c : Doc) -> R7 (Domains.ServiceContract.view c)
keepsR7 c = c.items.totalQuantityIsSum

public export
0 keepsR8 : (c : Doc) -> R8 (Domains.ServiceContract.view c)
keepsR8 c = c.items.totalAmountIsSum

public export
0 keepsR9 : (c : Doc) -> R9 (Domains.ServiceContract.view c)
keepsR9 c = c.payment.sharesMakeOne

public export
0 keepsR10 : (c : Doc) -> R10 (Domains.ServiceContract.view c)
keepsR10 c = c.payment.advance.amountIsShare

public export
0 keepsR11 : (c : Doc) -> R11 (Domains.ServiceContract.view c)
keepsR11 c = c.payment.interim.amountIsShare

public export
0 keepsR12 : (c : Doc) -> R12 (Domains.ServiceContract.view c)
keepsR12 c = c.payment.final.amountIsShare

public export
0 keepsR13 : (c : Doc) -> R13 (Domains.ServiceContract.view c)
keepsR13 c = c.payment.finalAmountIsSum

public export
0 keepsR14 : (c : Doc) -> R14 (Domains.ServiceContract.view c)
keepsR14 c = c.bonds.defects.amountIsShare

public export
0 keepsR15 : (c : Doc) -> R15 (Domains.ServiceContract.view c)
keepsR15 c = Domains.Core.asTrue c.client.registrationNumber.checked

public export
0 keepsR16 : (c : Doc) -> R16 (Domains.ServiceContract.view c)
keepsR16 c = Domains.Core.asTrue c.contractor.registrationNumber.checked

||| Making a document loses nothing.
public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> (0 r8 : R8 f) ->
  (0 r9 : R9 f) -> (0 r10 : R10 f) -> (0 r11 : R11 f) -> (0 r12 : R12 f) -> (0 r13 : R13 f) ->
  (0 r14 : R14 f) -> (0 r15 : R15 f) -> (0 r16 : R16 f) ->
  Domains.ServiceContract.view (Domains.ServiceContract.make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16) = f
viewMake f _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ = Domains.Facts.ServiceContract.whole f

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

||| The document as printed.
public export
document : Doc
document = Domains.ServiceContract.make Domains.Facts.ServiceContract.printed Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl
