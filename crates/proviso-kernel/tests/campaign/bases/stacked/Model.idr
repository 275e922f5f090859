||| A model of 급여대장
|||
||| Every value of it keeps every rule of the document; the values themselves are facts.
module Domains.Sample

import public Domains.Facts.Sample

%default total

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| The rows of 성명, 기본급 지급계, 기본급 지급계, 제수당, 공제계 and their totals.
public export
record EntryTable (netPay : Money KRW) where
  constructor MkEntryTable
  ||| 3 rows (p. 1)
  listed : List Entry
  ||| 지급계 = 기본급 + 제수당 (2 rows)
  0 eachSecondBasePayIsSum : Rule0 (Domains.Core.pick [0, 2] listed)
  ||| 합계
  0 rowAllowanceIsSum : Rule1
    (Domains.Core.pick [0, 2] listed)
    (Domains.Core.at 2 Domains.Facts.Sample.blankEntry listed).allowance
  ||| 합계
  0 rowDeductionsIsSum : Rule2
    (Domains.Core.pick [0, 2] listed)
    (Domains.Core.at 2 Domains.Facts.Sample.blankEntry listed).deductions
  ||| 합계
  0 rowBasePayIsSum : Rule3
    (Domains.Core.pick [0, 2] listed)
    (Domains.Core.at 2 Domains.Facts.Sample.blankEntry listed).basePay
  ||| 합계
  0 rowSecondBasePayIsSum : Rule4
    (Domains.Core.pick [0, 2] listed)
    (Domains.Core.at 2 Domains.Facts.Sample.blankEntry listed).secondBasePay
  ||| 차인지급액 = 지급계 - 공제계
  0 netPayIsSum : Rule5 (Domains.Core.pick [2, 1] listed) netPay
  ||| 제수당의 합 = 다른 열에 적힌 값
  0 rowDeductionsIsSumOfRowAllowance : Rule6
    (Domains.Core.pick [0, 2] listed)
    (Domains.Core.at 1 Domains.Facts.Sample.blankEntry listed).deductions

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document.
public export
record Payslip where
  constructor MkPayslip
  ||| 차인지급액 (p. 1)
  netPay : Money KRW
  ||| The rows of 성명, 기본급 지급계, 기본급 지급계, 제수당, 공제계 and their totals.
  entries : EntryTable netPay

||| What the audit asks about.
public export
Doc : Type
Doc = Payslip

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts c.entries.listed c.netPay

||| The document of any facts that keep the rules.
public export
make :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) -> Doc
make f r0 r1 r2 r3 r4 r5 r6 =
  MkPayslip f.netPay (MkEntryTable f.entries r0 r1 r2 r3 r4 r5 r6)

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
  Right (Domains.Sample.make f r0 r1 r2 r3 r4 r5 r6)

--------------------------------------------------------------------------------
-- Proofs
--------------------------------------------------------------------------------

public export
0 keepsR0 : (c : Doc) -> R0 (Domains.Sample.view c)
keepsR0 c = c.entries.eachSecondBasePayIsSum

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.Sample.view c)
keepsR1 c = c.entries.rowAllowanceIsSum

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.Sample.view c)
keepsR2 c = c.entries.rowDeductionsIsSum

public export
0 keepsR3 : (c : Doc) -> R3 (Domains.Sample.view c)
keepsR3 c = c.entries.rowBasePayIsSum

public export
0 keepsR4 : (c : Doc) -> R4 (Domains.Sample.view c)
keepsR4 c = c.entries.rowSecondBasePayIsSum

public export
0 keepsR5 : (c : Doc) -> R5 (Domains.Sample.view c)
keepsR5 c = c.entries.netPayIsSum

public export
0 keepsR6 : (c : Doc) -> R6 (Domains.Sample.view c)
keepsR6 c = c.entries.rowDeductionsIsSumOfRowAllowance

||| Making a document loses nothing.
public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  (0 r4 : R4 f) -> (0 r5 : R5 f) -> (0 r6 : R6 f) ->
  Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3 r4 r5 r6) = f
viewMake (MkFacts _ _) _ _ _ _ _ _ _ = Refl

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

||| The document as printed.
public export
document : Doc
document = Domains.Sample.make Domains.Facts.Sample.printed Refl Refl Refl Refl Refl Refl Refl
