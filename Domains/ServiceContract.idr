||| A model of 용역계약서
|||
||| Every value of it keeps every rule of the document; the values themselves are facts.
module Domains.ServiceContract

import public Domains.Facts.ServiceContract

%default total

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| 갑: who it is and how it is reached.
public export
record Client where
  constructor MkClient
  ||| 갑
  name : String
  ||| 상호
  company : String
  ||| 주소
  address : String
  ||| 사업자등록번호
  registrationNumber : String
  ||| 대표이사
  representative : String
  ||| 사업자등록번호 301-81-33776의 검증번호가 맞는다
  0 checkDigitHolds : Rule15 registrationNumber

||| 을: who it is and how it is reached.
public export
record Contractor where
  constructor MkContractor
  ||| 을
  name : String
  ||| 상호
  company : String
  ||| 주소
  address : String
  ||| 사업자등록번호
  registrationNumber : String
  ||| 대표이사
  representative : String
  ||| 사업자등록번호 402-86-77510의 검증번호가 맞는다
  0 checkDigitHolds : Rule16 registrationNumber

||| The rows of 등급, 담당업무, 투입공수(M/M), 월단가(원), 금액(원) and their totals.
public export
record ItemTable where
  constructor MkItemTable
  ||| 3 rows
  items : List Item
  ||| 합계
  totalAmount : Decimal
  ||| 합계
  grandTotal : Money KRW
  ||| 특급: 금액(원) 21,000,000원 = 투입공수(M/M) 2.0 × 월단가(원) 10,500,000원 (3 rows)
  0 lineAmountHolds : Rule6 items
  ||| 합계 7.5 = 투입공수(M/M) 2.0 + 3.0 + 2.5
  0 columnSumHolds : Rule7 items totalAmount
  ||| 합계 60,000,000원 = 금액(원) 21,000,000원 + 24,600,000원 + 14,400,000원
  0 columnSumHolds2 : Rule8 items grandTotal

||| Amounts, rates and quantities.
public export
record Amounts where
  constructor MkAmounts
  ||| the amount in words
  contractPriceInWords : String
  ||| 계약금액
  contractPrice : Money KRW
  ||| 공급가액
  supply : Money KRW
  ||| 부가가치세
  vat : Money KRW
  ||| 계약보증금
  performanceBond : Money KRW
  ||| 계약보증금
  performanceBond2 : Rate
  ||| 선금
  deposit : Rate
  ||| 선금
  deposit2 : Money KRW
  ||| 중도금
  interim : Rate
  ||| 중도금
  interim2 : Money KRW
  ||| 잔금
  balance : Rate
  ||| 잔금
  balance2 : Money KRW
  ||| 지연이자
  lateInterest : Rate
  ||| 지체상금
  delayRate : Rate
  ||| 총액
  grandTotal : Rate
  ||| 하자보수보증금
  defectRepairDeposit : Rate
  ||| 하자보수보증금
  defectBond : Money KRW
  ||| ‘금 육천육백만원정’은 계약금액 66,000,000원과 같다
  0 amountInWordsHolds : Rule0 contractPriceInWords contractPrice
  ||| 계약금액 66,000,000원 = 공급가액 60,000,000원 + 부가가치세 6,000,000원
  0 contractPriceHolds : Rule1 supply vat contractPrice
  ||| 계약금액 66,000,000원 = 선금 13,200,000원 + 중도금 33,000,000원 + 잔금 19,800,000원
  0 instalmentsHolds : Rule2 deposit2 interim2 balance2 contractPrice
  ||| 부가가치세 6,000,000원 = 공급가액 60,000,000원 × 10%
  0 vatHolds : Rule3 supply vat
  ||| 계약보증금 6,600,000원 = 계약금액 66,000,000원 × 계약보증금 10%
  0 performanceBondHolds : Rule5 contractPrice performanceBond2 performanceBond
  ||| 1 = 선금 20% + 중도금 50% + 잔금 30%
  0 sharesHolds : Rule9 deposit interim balance
  ||| 선금 13,200,000원 = 계약금액 66,000,000원 × 선금 20%
  0 instalmentHolds : Rule10 contractPrice deposit deposit2
  ||| 중도금 33,000,000원 = 계약금액 66,000,000원 × 중도금 50%
  0 instalmentHolds2 : Rule11 contractPrice interim interim2
  ||| 잔금 19,800,000원 = 계약금액 66,000,000원 × 잔금 30%
  0 instalmentHolds3 : Rule12 contractPrice balance balance2
  ||| 잔금 19,800,000원 = 중도금 33,000,000원 − 선금 13,200,000원
  0 totalHolds : Rule13 interim2 deposit2 balance2
  ||| 하자보수보증금 1,320,000원 = 계약금액 66,000,000원 × 하자보수보증금 2%
  0 partOfBaseHolds : Rule14 contractPrice defectRepairDeposit defectBond

||| Days and lengths of time.
public export
record Terms where
  constructor MkTerms
  ||| 계약기간
  term : Date
  ||| 계약기간
  term2 : Period
  ||| 계약기간
  term3 : Date
  ||| 선금
  deposit : Period
  ||| 중도금
  interim : Period
  ||| 잔금
  balance : Period
  ||| 하자보수기간
  warranty : Period
  ||| 비밀유지
  confidentiality : Period
  ||| 용역계약서
  serviceContractPaper : Date
  ||| 계약기간 2026-03-02는 계약기간 2026-08-31보다 늦지 않다
  0 startBeforeEndHolds : Rule4 term term3

||| What else is stated.
public export
record Particulars where
  constructor MkParticulars
  ||| 계약명
  subject : String

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document, with a proof of each rule that joins its parts.
public export
record Contract where
  constructor MkContract
  ||| 갑: who it is and how it is reached.
  client : Client
  ||| 을: who it is and how it is reached.
  contractor : Contractor
  ||| The rows of 등급, 담당업무, 투입공수(M/M), 월단가(원), 금액(원) and their totals.
  itemTable : ItemTable
  ||| Amounts, rates and quantities.
  amounts : Amounts
  ||| Days and lengths of time.
  terms : Terms
  ||| What else is stated.
  particulars : Particulars

||| What the audit asks about.
public export
Doc : Type
Doc = Contract

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts
    c.particulars.subject
    c.amounts.contractPriceInWords
    c.amounts.contractPrice
    c.amounts.supply
    c.amounts.vat
    c.terms.term
    c.terms.term2
    c.terms.term3
    c.amounts.performanceBond
    c.amounts.performanceBond2
    c.client.name
    c.contractor.name
    c.itemTable.items
    c.itemTable.totalAmount
    c.itemTable.grandTotal
    c.amounts.deposit
    c.amounts.deposit2
    c.terms.deposit
    c.amounts.interim
    c.amounts.interim2
    c.terms.interim
    c.amounts.balance
    c.amounts.balance2
    c.terms.balance
    c.amounts.lateInterest
    c.amounts.delayRate
    c.amounts.grandTotal
    c.terms.warranty
    c.amounts.defectRepairDeposit
    c.amounts.defectBond
    c.terms.confidentiality
    c.terms.serviceContractPaper
    c.client.company
    c.contractor.company
    c.client.address
    c.contractor.address
    c.client.registrationNumber
    c.contractor.registrationNumber
    c.client.representative
    c.contractor.representative

||| The document of any facts that keep the rules.
public export
make :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> (0 r8 : R8 f) ->
  (0 r9 : R9 f) -> (0 r10 : R10 f) -> (0 r11 : R11 f) -> (0 r12 : R12 f) -> (0 r13 : R13 f) ->
  (0 r14 : R14 f) -> (0 r15 : R15 f) -> (0 r16 : R16 f) -> Doc
make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 =
  MkContract
    (MkClient f.client f.company f.address f.registrationNumber f.representative r15)
    (MkContractor f.contractor f.company2 f.address2 f.registrationNumber2 f.representative2 r16)
    (MkItemTable f.items f.totalAmount f.grandTotal r6 r7 r8)
    (MkAmounts f.contractPriceInWords f.contractPrice f.supply f.vat f.performanceBond f.performanceBond2 f.deposit f.deposit2 f.interim f.interim2 f.balance f.balance2 f.lateInterest f.delayRate f.grandTotal2 f.defectRepairDeposit f.defectBond r0 r1 r2 r3 r5 r9 r10 r11 r12 r13 r14)
    (MkTerms f.term f.term2 f.term3 f.deposit3 f.interim3 f.balance3 f.warranty f.confidentiality f.serviceContractPaper r4)
    (MkParticulars f.subject)

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
keepsR0 c = c.amounts.amountInWordsHolds

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.ServiceContract.view c)
keepsR1 c = c.amounts.contractPriceHolds

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.ServiceContract.view c)
keepsR2 c = c.amounts.instalmentsHolds

public export
0 keepsR3 : (c : Doc) -> R3 (Domains.ServiceContract.view c)
keepsR3 c = c.amounts.vatHolds

public export
0 keepsR4 : (c : Doc) -> R4 (Domains.ServiceContract.view c)
keepsR4 c = c.terms.startBeforeEndHolds

public export
0 keepsR5 : (c : Doc) -> R5 (Domains.ServiceContract.view c)
keepsR5 c = c.amounts.performanceBondHolds

public export
0 keepsR6 : (c : Doc) -> R6 (Domains.ServiceContract.view c)
keepsR6 c = c.itemTable.lineAmountHolds

public export
0 keepsR7 : (c : Doc) -> R7 (Domains.ServiceContract.view c)
keepsR7 c = c.itemTable.columnSumHolds

public export
0 keepsR8 : (c : Doc) -> R8 (Domains.ServiceContract.view c)
keepsR8 c = c.itemTable.columnSumHolds2

public export
0 keepsR9 : (c : Doc) -> R9 (Domains.ServiceContract.view c)
keepsR9 c = c.amounts.sharesHolds

public export
0 keepsR10 : (c : Doc) -> R10 (Domains.ServiceContract.view c)
keepsR10 c = c.amounts.instalmentHolds

public export
0 keepsR11 : (c : Doc) -> R11 (Domains.ServiceContract.view c)
keepsR11 c = c.amounts.instalmentHolds2

public export
0 keepsR12 : (c : Doc) -> R12 (Domains.ServiceContract.view c)
keepsR12 c = c.amounts.instalmentHolds3

public export
0 keepsR13 : (c : Doc) -> R13 (Domains.ServiceContract.view c)
keepsR13 c = c.amounts.totalHolds

public export
0 keepsR14 : (c : Doc) -> R14 (Domains.ServiceContract.view c)
keepsR14 c = c.amounts.partOfBaseHolds

public export
0 keepsR15 : (c : Doc) -> R15 (Domains.ServiceContract.view c)
keepsR15 c = c.client.checkDigitHolds

public export
0 keepsR16 : (c : Doc) -> R16 (Domains.ServiceContract.view c)
keepsR16 c = c.contractor.checkDigitHolds

||| Making a document loses nothing.
public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> (0 r8 : R8 f) ->
  (0 r9 : R9 f) -> (0 r10 : R10 f) -> (0 r11 : R11 f) -> (0 r12 : R12 f) -> (0 r13 : R13 f) ->
  (0 r14 : R14 f) -> (0 r15 : R15 f) -> (0 r16 : R16 f) ->
  Domains.ServiceContract.view (Domains.ServiceContract.make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16) = f
viewMake (MkFacts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ = Refl

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

||| The document as printed.
public export
document : Doc
document = Domains.ServiceContract.make Domains.Facts.ServiceContract.printed Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl Refl
