||| A model of 거래명세서
|||
||| Every value of it keeps every rule of the document; the values themselves are facts.
module Domains.GoodsInvoice

import public Domains.Facts.GoodsInvoice

%default total

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| 공급자: who it is and how it is reached.
public export
record Supplier where
  constructor MkSupplier
  ||| 등록번호
  registrationNumber : String
  ||| 상호
  company : String
  ||| 성명
  person : String
  ||| 등록번호 503-81-44020의 검증번호가 맞는다
  0 checkDigitHolds : Rule0 registrationNumber

||| 공급받는자: who it is and how it is reached.
public export
record Buyer where
  constructor MkBuyer
  ||| 등록번호
  registrationNumber : String
  ||| 상호
  company : String
  ||| 성명
  person : String
  ||| 등록번호 608-87-11938의 검증번호가 맞는다
  0 checkDigitHolds : Rule1 registrationNumber

||| The rows of 품목, 규격, 수량, 단가, 공급가액, 세액 and their totals.
public export
record ItemTable where
  constructor MkItemTable
  ||| 4 rows
  items : List Item
  ||| 합계
  supply : Money KRW
  ||| 합계
  vat : Money KRW
  ||| 한지 봉투: 공급가액 222,000원 = 수량 1,200 × 단가 185원 (4 rows)
  0 lineAmountHolds : Rule2 items
  ||| 한지 봉투: 세액 22,200원 = 공급가액 222,000원 × 10% (4 rows)
  0 vatHolds : Rule3 items
  ||| 합계 1,058,800원 ≠ 공급가액 222,000원 + 425,000원 + 252,000원 + 156,800원
  0 columnSumHolds : Rule4 items supply
  ||| 합계 105,880원 = 세액 22,200원 + 42,500원 + 25,500원 + 15,680원
  0 linesHolds : Rule5 items vat
  ||| 합계 105,880원 = 합계 1,058,800원 × 10%
  0 vatHolds2 : Rule6 supply vat

||| Amounts, rates and quantities.
public export
record Amounts where
  constructor MkAmounts
  ||| the amount in words
  grandTotalInWords : String
  ||| 총금액
  grandTotal : Money KRW
  ||| 금액
  amount : Money KRW
  ||| ‘일금 일백일십육만사천육백팔십원정’은 총금액 1,164,680원과 같다
  0 amountInWordsHolds : Rule7 grandTotalInWords grandTotal

||| Days and lengths of time.
public export
record Terms where
  constructor MkTerms
  ||| 거래일자
  issueDate : Date
  ||| 거래일
  transactionDate : Period

||| What else is stated.
public export
record Particulars where
  constructor MkParticulars
  ||| 문서번호
  documentNumber : String

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document, with a proof of each rule that joins its parts.
public export
record Invoice where
  constructor MkInvoice
  ||| 공급자: who it is and how it is reached.
  supplier : Supplier
  ||| 공급받는자: who it is and how it is reached.
  buyer : Buyer
  ||| The rows of 품목, 규격, 수량, 단가, 공급가액, 세액 and their totals.
  itemTable : ItemTable
  ||| Amounts, rates and quantities.
  amounts : Amounts
  ||| Days and lengths of time.
  terms : Terms
  ||| What else is stated.
  particulars : Particulars
  ||| 총금액 1,164,680원 = 합계 1,058,800원 + 105,880원
  0 grandTotalHolds : Rule8 itemTable.supply itemTable.vat amounts.grandTotal

||| What the audit asks about.
public export
Doc : Type
Doc = Invoice

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts
    c.terms.issueDate
    c.particulars.documentNumber
    c.supplier.registrationNumber
    c.buyer.registrationNumber
    c.supplier.company
    c.buyer.company
    c.supplier.person
    c.buyer.person
    c.itemTable.items
    c.itemTable.supply
    c.itemTable.vat
    c.amounts.grandTotalInWords
    c.amounts.grandTotal
    c.amounts.amount
    c.terms.transactionDate

||| The document of any facts that keep the rules.
public export
make :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> (0 r8 : R8 f) -> Doc
make f r0 r1 r2 r3 r4 r5 r6 r7 r8 =
  MkInvoice
    (MkSupplier f.registrationNumber f.company f.person r0)
    (MkBuyer f.registrationNumber2 f.company2 f.person2 r1)
    (MkItemTable f.items f.supply5 f.vat5 r2 r3 r4 r5 r6)
    (MkAmounts f.grandTotalInWords f.grandTotal f.amount r7)
    (MkTerms f.issueDate f.transactionDate)
    (MkParticulars f.documentNumber)
    r8

||| The document of any facts, or the first rule that they break.
public export
mkDoc : Facts -> Either String Doc
mkDoc f = do
  r0 <- Domains.Core.settled Domains.Facts.GoodsInvoice.statement0 (Domains.Facts.GoodsInvoice.decideR0 f)
  r1 <- Domains.Core.settled Domains.Facts.GoodsInvoice.statement1 (Domains.Facts.GoodsInvoice.decideR1 f)
  r2 <- Domains.Core.settled Domains.Facts.GoodsInvoice.statement2 (Domains.Facts.GoodsInvoice.decideR2 f)
  r3 <- Domains.Core.settled Domains.Facts.GoodsInvoice.statement3 (Domains.Facts.GoodsInvoice.decideR3 f)
  r4 <- Domains.Core.settled Domains.Facts.GoodsInvoice.statement4 (Domains.Facts.GoodsInvoice.decideR4 f)
  r5 <- Domains.Core.settled Domains.Facts.GoodsInvoice.statement5 (Domains.Facts.GoodsInvoice.decideR5 f)
  r6 <- Domains.Core.settled Domains.Facts.GoodsInvoice.statement6 (Domains.Facts.GoodsInvoice.decideR6 f)
  r7 <- Domains.Core.settled Domains.Facts.GoodsInvoice.statement7 (Domains.Facts.GoodsInvoice.decideR7 f)
  r8 <- Domains.Core.settled Domains.Facts.GoodsInvoice.statement8 (Domains.Facts.GoodsInvoice.decideR8 f)
  Right (Domains.GoodsInvoice.make f r0 r1 r2 r3 r4 r5 r6 r7 r8)

--------------------------------------------------------------------------------
-- Proofs
--------------------------------------------------------------------------------

public export
0 keepsR0 : (c : Doc) -> R0 (Domains.GoodsInvoice.view c)
keepsR0 c = c.supplier.checkDigitHolds

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.GoodsInvoice.view c)
keepsR1 c = c.buyer.checkDigitHolds

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.GoodsInvoice.view c)
keepsR2 c = c.itemTable.lineAmountHolds

public export
0 keepsR3 : (c : Doc) -> R3 (Domains.GoodsInvoice.view c)
keepsR3 c = c.itemTable.vatHolds

public export
0 keepsR4 : (c : Doc) -> R4 (Domains.GoodsInvoice.view c)
keepsR4 c = c.itemTable.columnSumHolds

public export
0 keepsR5 : (c : Doc) -> R5 (Domains.GoodsInvoice.view c)
keepsR5 c = c.itemTable.linesHolds

public export
0 keepsR6 : (c : Doc) -> R6 (Domains.GoodsInvoice.view c)
keepsR6 c = c.itemTable.vatHolds2

public export
0 keepsR7 : (c : Doc) -> R7 (Domains.GoodsInvoice.view c)
keepsR7 c = c.amounts.amountInWordsHolds

public export
0 keepsR8 : (c : Doc) -> R8 (Domains.GoodsInvoice.view c)
keepsR8 c = c.grandTotalHolds

||| Making a document loses nothing.
public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> (0 r8 : R8 f) ->
  Domains.GoodsInvoice.view (Domains.GoodsInvoice.make f r0 r1 r2 r3 r4 r5 r6 r7 r8) = f
viewMake (MkFacts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) _ _ _ _ _ _ _ _ _ = Refl

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

-- There is none: the facts as printed break a rule.
-- R2: 한지 봉투: 공급가액 222,000원 = 수량 1,200 × 단가 185원 (4 rows)
-- R3: 한지 봉투: 세액 22,200원 = 공급가액 222,000원 × 10% (4 rows)
-- R4: 합계 1,058,800원 ≠ 공급가액 222,000원 + 425,000원 + 252,000원 + 156,800원
