||| A model of 거래명세서
|||
||| Every value of it keeps every rule of the document; the values themselves are facts.
module Domains.GoodsInvoice

import public Domains.Facts.GoodsInvoice

%default total

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| 공급자 · 공급받는자
public export
record Party where
  constructor MkParty
  ||| 상호
  company : String
  ||| 등록번호
  registrationNumber : RegistrationNumber
  ||| 성명
  person : String

||| 문서번호, 날짜, 제목
public export
record DocumentHead where
  constructor MkDocumentHead
  ||| 거래일자 (p. 1)
  issuedOn : Date
  ||| 문서번호 (p. 1)
  number : String

||| The rows of 품목, 규격, 수량, 단가, 공급가액, 세액 and their totals.
public export
record ItemTable (grandTotal : Money KRW) where
  constructor MkItemTable
  ||| 4 rows (p. 1)
  listed : List Item
  ||| 합계 (p. 1)
  totalSupply : Money KRW
  ||| 합계 (p. 1)
  totalVat : Money KRW
  ||| 한지 봉투: 공급가액 222,000원 = 수량 1,200 × 단가 185원 (4 rows)
  0 eachSupplyIsProduct : Each Keeps2 listed
  ||| 한지 봉투: 세액 22,200원 = 공급가액 222,000원 × 10% (4 rows)
  0 eachVatIsShare : Each Keeps3 listed
  ||| 합계 1,058,800원 ≠ 공급가액 222,000원 + 425,000원 + 252,000원 + 156,800원
  0 totalSupplyIsSum : Rule4 listed totalSupply
  ||| 합계 105,880원 = 세액 22,200원 + 42,500원 + 25,500원 + 15,680원
  0 totalVatIsSum : Rule5 listed totalVat
  ||| 합계 105,880원 = 합계 1,058,800원 × 10%
  0 totalVatIsShare : totalVat.units * 10 = totalSupply.units
  ||| 총금액 1,164,680원 = 합계 1,058,800원 + 105,880원
  0 grandTotalAmountIsSum : grandTotal.units = totalSupply.units + totalVat.units

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document.
public export
record Invoice where
  constructor MkInvoice
  ||| 공급자: who it is and how it is reached.
  supplier : Party
  ||| 공급받는자: who it is and how it is reached.
  buyer : Party
  ||| 문서번호, 날짜, 제목
  documentHead : DocumentHead
  ||| 총금액, in words and in figures (p. 1)
  grandTotal : InWords
  ||| The rows of 품목, 규격, 수량, 단가, 공급가액, 세액 and their totals.
  items : ItemTable grandTotal.amount
  ||| 금액 (p. 1)
  amount : Money KRW
  ||| 거래일 (p. 1)
  transactionDate : Period

||| What the audit asks about.
public export
Doc : Type
Doc = Invoice

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts
    c.documentHead.issuedOn
    c.documentHead.number
    c.supplier.registrationNumber.printedAs
    c.buyer.registrationNumber.printedAs
    c.supplier.company
    c.buyer.company
    c.supplier.person
    c.buyer.person
    c.items.listed
    c.items.totalSupply
    c.items.totalVat
    c.grandTotal.wording
    c.grandTotal.amount
    c.amount
    c.transactionDate

||| The document of any facts that keep the rules.
public export
make :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> (0 r7 : R7 f) -> (0 r8 : R8 f) -> Doc
make f r0 r1 r2 r3 r4 r5 r6 r7 r8 =
  MkInvoice
    (MkParty
      f.supplierCompany
      (MkRegistrationNumber f.supplierRegistrationNumber (Domains.Core.asSo r0))
      f.supplierPerson)
    (MkParty
      f.buyerCompany
      (MkRegistrationNumber f.buyerRegistrationNumber (Domains.Core.asSo r1))
      f.buyerPerson)
    (MkDocumentHead f.issueDate f.documentNumber)
    (MkInWords f.grandTotalInWords f.grandTotal (sym r7))
    (MkItemTable
      f.items
      f.itemsTotalSupply
      f.itemsTotalVat
      (Domains.Facts.GoodsInvoice.each2 f.items r2)
      (Domains.Facts.GoodsInvoice.each3 f.items r3)
      r4
      r5
      r6
      r8)
    f.amount
    f.transactionDate

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
keepsR0 c = Domains.Core.asTrue c.supplier.registrationNumber.checked

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.GoodsInvoice.view c)
keepsR1 c = Domains.Core.asTrue c.buyer.registrationNumber.checked

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.GoodsInvoice.view c)
keepsR2 c = Domains.Facts.GoodsInvoice.all2 c.items.listed c.items.eachSupplyIsProduct

public export
0 keepsR3 : (c : Doc) -> R3 (Domains.GoodsInvoice.view c)
keepsR3 c = Domains.Facts.GoodsInvoice.all3 c.items.listed c.items.eachVatIsShare

public export
0 keepsR4 : (c : Doc) -> R4 (Domains.GoodsInvoice.view c)
keepsR4 c = c.items.totalSupplyIsSum

public export
0 keepsR5 : (c : Doc) -> R5 (Domains.GoodsInvoice.view c)
keepsR5 c = c.items.totalVatIsSum

public export
0 keepsR6 : (c : Doc) -> R6 (Domains.GoodsInvoice.view c)
keepsR6 c = c.items.totalVatIsShare

public export
0 keepsR7 : (c : Doc) -> R7 (Domains.GoodsInvoice.view c)
keepsR7 c = sym c.grandTotal.agrees

public export
0 keepsR8 : (c : Doc) -> R8 (Domains.GoodsInvoice.view c)
keepsR8 c = c.items.grandTotalAmountIsSum

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
