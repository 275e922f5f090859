||| A model of 정산서
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
  ||| 사업자등록번호 (p. 1)
  registrationNumber : RegistrationNumber

||| 매출액, 수수료율, 수수료, 지급액, 입금액
public export
record FeeBreakdown where
  constructor MkFeeBreakdown
  ||| 매출액 (p. 1)
  salesAmount : Money KRW
  ||| 수수료율 (p. 1)
  feeRate : Rate
  ||| 수수료 (p. 1)
  fee : Money KRW
  ||| 지급액, in words and in figures (p. 1)
  paidAmount : InWords
  ||| 입금액: the amount in words (p. 1)
  paidInAmountInWords : String
  ||| 입금액 (p. 1)
  paidInAmount : Money KRW
  ||| 수수료 = 매출액 × 수수료율
  0 feeIsShare :
    fee.units
      = 0 - (Domains.Core.roundDiv Floor 10 (salesAmount.units * feeRate.over) feeRate.under)
  ||| 지급액 = 매출액 + 수수료
  0 paidAmountAmountIsSum : paidAmount.amount.units = salesAmount.units + fee.units
  ||| 지급액 = 입금액
  0 paidAmountAmountIsTheSame : paidAmount.amount.units = paidInAmount.units
  ||| 모르는 말
  0 paidInAmountIsInWords :
    paidInAmount.units
      = Domains.Core.readElsewhere "구십육만 오천 냥" 965000 paidInAmountInWords paidInAmount.units

||| Days that follow one another.
public export
record Schedule where
  constructor MkSchedule
  ||| 시작일 (p. 1)
  startDate : Date
  ||| 종료일 (p. 1)
  endDate : Date
  ||| 정산기간 (p. 1)
  settlementPeriod : Period
  ||| 시작 ≤ 종료
  0 inSequence : True = Domains.Core.inOrder ([startDate, endDate])
  ||| 한 달
  0 settlementPeriodFitsItsDays : True = Domains.Core.lasts startDate endDate settlementPeriod

||| 중량, 총중량
public export
record WeightBreakdown where
  constructor MkWeightBreakdown
  ||| 중량 (p. 1)
  weight : Decimal
  ||| 총중량 (p. 1)
  grossWeight : Decimal
  ||| 중량 = 총중량
  0 weightIsTheSame :
    True
      = Domains.Core.equalRatio (Domains.Core.ratioOfDecimal weight) (Domains.Core.ratioOfDecimal grossWeight)

||| 거래처: who it is and how it is reached.
public export
record Customer (accountHolder : String) where
  constructor MkCustomer
  ||| 거래처 (p. 1)
  details : String
  ||| 이름
  0 detailsIsTheSame : details = accountHolder

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document.
public export
record Statement where
  constructor MkStatement
  ||| 공급자: who it is and how it is reached.
  supplier : Supplier
  ||| 매출액, 수수료율, 수수료, 지급액, 입금액
  feeBreakdown : FeeBreakdown
  ||| Days that follow one another.
  schedule : Schedule
  ||| 중량, 총중량
  weightBreakdown : WeightBreakdown
  ||| 예금주 (p. 1)
  accountHolder : String
  ||| 거래처: who it is and how it is reached.
  customer : Customer accountHolder

||| What the audit asks about.
public export
Doc : Type
Doc = Statement

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts
    c.supplier.name
    c.supplier.registrationNumber.printedAs
    c.feeBreakdown.salesAmount
    c.feeBreakdown.feeRate
    c.feeBreakdown.fee
    c.feeBreakdown.paidAmount.wording
    c.feeBreakdown.paidAmount.amount
    c.schedule.startDate
    c.schedule.endDate
    c.schedule.settlementPeriod
    c.feeBreakdown.paidInAmountInWords
    c.feeBreakdown.paidInAmount
    c.weightBreakdown.weight
    c.weightBreakdown.grossWeight
    c.customer.details
    c.accountHolder

||| The document of any facts that keep the rules.
public export
make :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> (0 r8 : R8 f) ->
  (0 r9 : R9 f) -> Doc
make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 =
  MkStatement
    (MkSupplier
      f.supplier
      (MkRegistrationNumber f.supplierNumber (Domains.Core.asSo r2)))
    (MkFeeBreakdown
      f.sales
      f.feeRate
      f.fee
      (MkInWords f.netPayInWords f.netPay (sym r8))
      f.netPayAgainInWords
      f.netPayAgain
      r0
      r1
      r5
      r9)
    (MkSchedule f.firstDay f.lastDay f.period r3 r4)
    (MkWeightBreakdown f.weight f.weightAgain r6)
    f.nameAgain
    (MkCustomer f.name r7)

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
  r8 <- Domains.Core.settled Domains.Facts.Sample.statement8 (Domains.Facts.Sample.decideR8 f)
  r9 <- Domains.Core.settled Domains.Facts.Sample.statement9 (Domains.Facts.Sample.decideR9 f)
  Right (Domains.Sample.make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9)

--------------------------------------------------------------------------------
-- Proofs
--------------------------------------------------------------------------------

public export
0 keepsR0 : (c : Doc) -> R0 (Domains.Sample.view c)
keepsR0 c = c.feeBreakdown.feeIsShare

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.Sample.view c)
keepsR1 c = c.feeBreakdown.paidAmountAmountIsSum

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.Sample.view c)
keepsR2 c = Domains.Core.asTrue c.supplier.registrationNumber.checked

public export
0 keepsR3 : (c : Doc) -> R3 (Domains.Sample.view c)
keepsR3 c = c.schedule.inSequence

public export
0 keepsR4 : (c : Doc) -> R4 (Domains.Sample.view c)
keepsR4 c = c.schedule.settlementPeriodFitsItsDays

public export
0 keepsR5 : (c : Doc) -> R5 (Domains.Sample.view c)
keepsR5 c = c.feeBreakdown.paidAmountAmountIsTheSame

public export
0 keepsR6 : (c : Doc) -> R6 (Domains.Sample.view c)
keepsR6 c = c.weightBreakdown.weightIsTheSame

public export
0 keepsR7 : (c : Doc) -> R7 (Domains.Sample.view c)
keepsR7 c = c.customer.detailsIsTheSame

public export
0 keepsR8 : (c : Doc) -> R8 (Domains.Sample.view c)
keepsR8 c = sym c.feeBreakdown.paidAmount.agrees

public export
0 keepsR9 : (c : Doc) -> R9 (Domains.Sample.view c)
keepsR9 c = c.feeBreakdown.paidInAmountIsInWords

||| Making a document loses nothing.
public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> (0 r8 : R8 f) ->
  (0 r9 : R9 f) -> Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9) = f
viewMake (MkFacts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) _ _ _ _ _ _ _ _ _ _ = Refl

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

-- There is none: the facts as printed break a rule.
-- R0: 수수료 = 매출액 × 수수료율
-- R1: 지급액 = 매출액 + 수수료
-- R2: 검증 번호
-- R3: 시작 ≤ 종료
-- R4: 한 달
-- R5: 지급액 = 입금액
-- R7: 이름
-- R8: 한글금액
