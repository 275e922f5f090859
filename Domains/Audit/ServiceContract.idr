-- What Proviso asks of the model: the compiler's answer to this module is the verdict.
module Domains.Audit.ServiceContract

import Domains.Core
import Domains.Facts.ServiceContract
import Domains.ServiceContract

%default total
%unbound_implicits off

-- The document says what is printed.
asPrinted : Domains.ServiceContract.view Domains.ServiceContract.document = Domains.Facts.ServiceContract.printed
asPrinted = Builtin.Refl

-- Whatever document there is, it keeps every rule.
0 keeps0 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R0 (Domains.ServiceContract.view c)
keeps0 = Domains.ServiceContract.keepsR0
0 keeps1 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R1 (Domains.ServiceContract.view c)
keeps1 = Domains.ServiceContract.keepsR1
0 keeps2 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R2 (Domains.ServiceContract.view c)
keeps2 = Domains.ServiceContract.keepsR2
0 keeps3 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R3 (Domains.ServiceContract.view c)
keeps3 = Domains.ServiceContract.keepsR3
0 keeps4 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R4 (Domains.ServiceContract.view c)
keeps4 = Domains.ServiceContract.keepsR4
0 keeps5 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R5 (Domains.ServiceContract.view c)
keeps5 = Domains.ServiceContract.keepsR5
0 keeps6 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R6 (Domains.ServiceContract.view c)
keeps6 = Domains.ServiceContract.keepsR6
0 keeps7 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R7 (Domains.ServiceContract.view c)
keeps7 = Domains.ServiceContract.keepsR7
0 keeps8 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R8 (Domains.ServiceContract.view c)
keeps8 = Domains.ServiceContract.keepsR8
0 keeps9 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R9 (Domains.ServiceContract.view c)
keeps9 = Domains.ServiceContract.keepsR9
0 keeps10 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R10 (Domains.ServiceContract.view c)
keeps10 = Domains.ServiceContract.keepsR10
0 keeps11 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R11 (Domains.ServiceContract.view c)
keeps11 = Domains.ServiceContract.keepsR11
0 keeps12 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R12 (Domains.ServiceContract.view c)
keeps12 = Domains.ServiceContract.keepsR12
0 keeps13 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R13 (Domains.ServiceContract.view c)
keeps13 = Domains.ServiceContract.keepsR13
0 keeps14 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R14 (Domains.ServiceContract.view c)
keeps14 = Domains.ServiceContract.keepsR14
0 keeps15 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R15 (Domains.ServiceContract.view c)
keeps15 = Domains.ServiceContract.keepsR15
0 keeps16 : (c : Domains.ServiceContract.Doc) -> Domains.Facts.ServiceContract.R16 (Domains.ServiceContract.view c)
keeps16 = Domains.ServiceContract.keepsR16

-- Whatever facts keep the rules make a document that says them.
0 makes : (f : Domains.Facts.ServiceContract.Facts) -> (0 r0 : Domains.Facts.ServiceContract.R0 f) -> (0 r1 : Domains.Facts.ServiceContract.R1 f) -> (0 r2 : Domains.Facts.ServiceContract.R2 f) -> (0 r3 : Domains.Facts.ServiceContract.R3 f) -> (0 r4 : Domains.Facts.ServiceContract.R4 f) -> (0 r5 : Domains.Facts.ServiceContract.R5 f) -> (0 r6 : Domains.Facts.ServiceContract.R6 f) -> (0 r7 : Domains.Facts.ServiceContract.R7 f) -> (0 r8 : Domains.Facts.ServiceContract.R8 f) -> (0 r9 : Domains.Facts.ServiceContract.R9 f) -> (0 r10 : Domains.Facts.ServiceContract.R10 f) -> (0 r11 : Domains.Facts.ServiceContract.R11 f) -> (0 r12 : Domains.Facts.ServiceContract.R12 f) -> (0 r13 : Domains.Facts.ServiceContract.R13 f) -> (0 r14 : Domains.Facts.ServiceContract.R14 f) -> (0 r15 : Domains.Facts.ServiceContract.R15 f) -> (0 r16 : Domains.Facts.ServiceContract.R16 f) -> Domains.ServiceContract.view (Domains.ServiceContract.make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16) = f
makes = Domains.ServiceContract.viewMake

-- The facts say what was read.
reads0 : Domains.Facts.ServiceContract.printed.client.name = "버드나무정보 주식회사"
reads0 = Builtin.Refl
reads1 : Domains.Facts.ServiceContract.printed.client.company = "버드나무정보 주식회사"
reads1 = Builtin.Refl
reads2 : Domains.Facts.ServiceContract.printed.client.registrationNumber = "301-81-33776"
reads2 = Builtin.Refl
reads3 : Domains.Facts.ServiceContract.printed.client.representative = "민가온"
reads3 = Builtin.Refl
reads4 : Domains.Facts.ServiceContract.printed.client.address = "강원특별자치도 춘천시 호반로 1200, 4층"
reads4 = Builtin.Refl
reads5 : Domains.Facts.ServiceContract.printed.contractor.name = "주식회사 조약돌소프트"
reads5 = Builtin.Refl
reads6 : Domains.Facts.ServiceContract.printed.contractor.company = "주식회사 조약돌소프트"
reads6 = Builtin.Refl
reads7 : Domains.Facts.ServiceContract.printed.contractor.registrationNumber = "402-86-77510"
reads7 = Builtin.Refl
reads8 : Domains.Facts.ServiceContract.printed.contractor.representative = "하늬솔"
reads8 = Builtin.Refl
reads9 : Domains.Facts.ServiceContract.printed.contractor.address = "전북특별자치도 전주시 완산구 물빛로 35"
reads9 = Builtin.Refl
reads10 : Domains.Facts.ServiceContract.printed.subject = "시립도서관 열람 좌석 예약 시스템 구축"
reads10 = Builtin.Refl
reads11 : Domains.Facts.ServiceContract.printed.price.grossInWords = "금 육천육백만원정"
reads11 = Builtin.Refl
reads12 : Domains.Facts.ServiceContract.printed.price.gross = (Domains.Core.MkMoney 66000000)
reads12 = Builtin.Refl
reads13 : Domains.Facts.ServiceContract.printed.price.supply = (Domains.Core.MkMoney 60000000)
reads13 = Builtin.Refl
reads14 : Domains.Facts.ServiceContract.printed.price.vat = (Domains.Core.MkMoney 6000000)
reads14 = Builtin.Refl
reads15 : Domains.Facts.ServiceContract.printed.contractPeriod.startsOn = (Domains.Core.MkDate 2026 3 2 Data.So.Oh)
reads15 = Builtin.Refl
reads16 : Domains.Facts.ServiceContract.printed.contractPeriod.lasting = (Domains.Core.Between (Domains.Core.MkDate 2026 3 2 Data.So.Oh) (Domains.Core.MkDate 2026 8 31 Data.So.Oh))
reads16 = Builtin.Refl
reads17 : Domains.Facts.ServiceContract.printed.contractPeriod.endsOn = (Domains.Core.MkDate 2026 8 31 Data.So.Oh)
reads17 = Builtin.Refl
reads18 : Domains.Facts.ServiceContract.printed.bonds.performanceShare = (Domains.Core.MkRate 1 10 Data.So.Oh)
reads18 = Builtin.Refl
reads19 : Domains.Facts.ServiceContract.printed.bonds.performanceAmount = (Domains.Core.MkMoney 6600000)
reads19 = Builtin.Refl
reads20 : Domains.Facts.ServiceContract.printed.bonds.defectsShare = (Domains.Core.MkRate 1 50 Data.So.Oh)
reads20 = Builtin.Refl
reads21 : Domains.Facts.ServiceContract.printed.bonds.defectsAmount = (Domains.Core.MkMoney 1320000)
reads21 = Builtin.Refl
reads22_0_of : List Domains.Facts.ServiceContract.Item -> List String
reads22_0_of [] = []
reads22_0_of (row :: rows) = row.item :: Domains.Audit.ServiceContract.reads22_0_of rows
reads22_0 : Domains.Audit.ServiceContract.reads22_0_of Domains.Facts.ServiceContract.printed.items.listed = Prelude.Basics.the (List String) ["특급", "고급", "중급"]
reads22_0 = Builtin.Refl
reads22_1_of : List Domains.Facts.ServiceContract.Item -> List String
reads22_1_of [] = []
reads22_1_of (row :: rows) = row.assignedDuty :: Domains.Audit.ServiceContract.reads22_1_of rows
reads22_1 : Domains.Audit.ServiceContract.reads22_1_of Domains.Facts.ServiceContract.printed.items.listed = Prelude.Basics.the (List String) ["설계 총괄", "서버 개발", "화면 개발"]
reads22_1 = Builtin.Refl
reads22_2_of : List Domains.Facts.ServiceContract.Item -> List Domains.Core.Decimal
reads22_2_of [] = []
reads22_2_of (row :: rows) = row.quantity :: Domains.Audit.ServiceContract.reads22_2_of rows
reads22_2 : Domains.Audit.ServiceContract.reads22_2_of Domains.Facts.ServiceContract.printed.items.listed = Prelude.Basics.the (List Domains.Core.Decimal) [(Domains.Core.MkDecimal 20 1), (Domains.Core.MkDecimal 30 1), (Domains.Core.MkDecimal 25 1)]
reads22_2 = Builtin.Refl
reads22_3_of : List Domains.Facts.ServiceContract.Item -> List Integer
reads22_3_of [] = []
reads22_3_of (row :: rows) = row.unitPrice.units :: Domains.Audit.ServiceContract.reads22_3_of rows
reads22_3 : Domains.Audit.ServiceContract.reads22_3_of Domains.Facts.ServiceContract.printed.items.listed = Prelude.Basics.the (List Integer) [10500000, 8200000, 5760000]
reads22_3 = Builtin.Refl
reads22_4_of : List Domains.Facts.ServiceContract.Item -> List Integer
reads22_4_of [] = []
reads22_4_of (row :: rows) = row.amount.units :: Domains.Audit.ServiceContract.reads22_4_of rows
reads22_4 : Domains.Audit.ServiceContract.reads22_4_of Domains.Facts.ServiceContract.printed.items.listed = Prelude.Basics.the (List Integer) [21000000, 24600000, 14400000]
reads22_4 = Builtin.Refl
reads23 : Domains.Facts.ServiceContract.printed.items.totalQuantity = (Domains.Core.MkDecimal 75 1)
reads23 = Builtin.Refl
reads24 : Domains.Facts.ServiceContract.printed.items.totalAmount = (Domains.Core.MkMoney 60000000)
reads24 = Builtin.Refl
reads25 : Domains.Facts.ServiceContract.printed.payment.advanceShare = (Domains.Core.MkRate 1 5 Data.So.Oh)
reads25 = Builtin.Refl
reads26 : Domains.Facts.ServiceContract.printed.payment.advanceAmount = (Domains.Core.MkMoney 13200000)
reads26 = Builtin.Refl
reads27 : Domains.Facts.ServiceContract.printed.payment.advanceDueWithin = (Domains.Core.Lasting 10 Domains.Core.Days)
reads27 = Builtin.Refl
reads28 : Domains.Facts.ServiceContract.printed.payment.interimShare = (Domains.Core.MkRate 1 2 Data.So.Oh)
reads28 = Builtin.Refl
reads29 : Domains.Facts.ServiceContract.printed.payment.interimAmount = (Domains.Core.MkMoney 33000000)
reads29 = Builtin.Refl
reads30 : Domains.Facts.ServiceContract.printed.payment.interimDueWithin = (Domains.Core.Lasting 15 Domains.Core.Days)
reads30 = Builtin.Refl
reads31 : Domains.Facts.ServiceContract.printed.payment.finalShare = (Domains.Core.MkRate 3 10 Data.So.Oh)
reads31 = Builtin.Refl
reads32 : Domains.Facts.ServiceContract.printed.payment.finalAmount = (Domains.Core.MkMoney 19800000)
reads32 = Builtin.Refl
reads33 : Domains.Facts.ServiceContract.printed.payment.finalDueWithin = (Domains.Core.Lasting 30 Domains.Core.Days)
reads33 = Builtin.Refl
reads34 : Domains.Facts.ServiceContract.printed.late.interest = (Domains.Core.MkRate 1 20 Data.So.Oh)
reads34 = Builtin.Refl
reads35 : Domains.Facts.ServiceContract.printed.late.damages = (Domains.Core.MkRate 1 800 Data.So.Oh)
reads35 = Builtin.Refl
reads36 : Domains.Facts.ServiceContract.printed.late.damagesAtMost = (Domains.Core.MkRate 1 10 Data.So.Oh)
reads36 = Builtin.Refl
reads37 : Domains.Facts.ServiceContract.printed.warranty = (Domains.Core.Lasting 12 Domains.Core.Months)
reads37 = Builtin.Refl
reads38 : Domains.Facts.ServiceContract.printed.confidentiality = (Domains.Core.Lasting 3 Domains.Core.Years)
reads38 = Builtin.Refl
reads39 : Domains.Facts.ServiceContract.printed.signedOn = (Domains.Core.MkDate 2026 2 20 Data.So.Oh)
reads39 = Builtin.Refl

-- R0 holds: ‘금 육천육백만원정’은 계약금액 66,000,000원과 같다
holds0 : Domains.Facts.ServiceContract.R0 Domains.Facts.ServiceContract.printed
holds0 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts0 : Domains.Facts.ServiceContract.Rule0 "금 육천육백만원정" (Domains.Core.MkMoney 66000000)
accepts0 = Builtin.Refl
failing "Mismatch between"
  refuses0 : Domains.Facts.ServiceContract.Rule0 "금 육천육백만원정" (Domains.Core.MkMoney 66000001)
  refuses0 = Builtin.Refl

-- R1 holds: 계약금액 66,000,000원 = 공급가액 60,000,000원 + 부가가치세 6,000,000원
holds1 : Domains.Facts.ServiceContract.R1 Domains.Facts.ServiceContract.printed
holds1 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts1 : Domains.Facts.ServiceContract.Rule1
  (Domains.Core.MkMoney 60000000)
  (Domains.Core.MkMoney 6000000)
  (Domains.Core.MkMoney 66000000)
accepts1 = Builtin.Refl
failing "Mismatch between"
  refuses1 : Domains.Facts.ServiceContract.Rule1
    (Domains.Core.MkMoney 60000000)
    (Domains.Core.MkMoney 6000000)
    (Domains.Core.MkMoney 66000001)
  refuses1 = Builtin.Refl

-- R2 holds: 계약금액 66,000,000원 = 선금 13,200,000원 + 중도금 33,000,000원 + 잔금 19,800,000원
holds2 : Domains.Facts.ServiceContract.R2 Domains.Facts.ServiceContract.printed
holds2 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts2 : Domains.Facts.ServiceContract.Rule2
  (Domains.Core.MkMoney 13200000)
  (Domains.Core.MkMoney 33000000)
  (Domains.Core.MkMoney 19800000)
  (Domains.Core.MkMoney 66000000)
accepts2 = Builtin.Refl
failing "Mismatch between"
  refuses2 : Domains.Facts.ServiceContract.Rule2
    (Domains.Core.MkMoney 13200000)
    (Domains.Core.MkMoney 33000000)
    (Domains.Core.MkMoney 19800000)
    (Domains.Core.MkMoney 66000001)
  refuses2 = Builtin.Refl

-- R3 holds: 부가가치세 6,000,000원 = 공급가액 60,000,000원 × 10%
holds3 : Domains.Facts.ServiceContract.R3 Domains.Facts.ServiceContract.printed
holds3 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts3 : Domains.Facts.ServiceContract.Rule3 (Domains.Core.MkMoney 60000000) (Domains.Core.MkMoney 6000000)
accepts3 = Builtin.Refl
failing "Mismatch between"
  refuses3 : Domains.Facts.ServiceContract.Rule3 (Domains.Core.MkMoney 60000000) (Domains.Core.MkMoney 6000001)
  refuses3 = Builtin.Refl

-- R4 holds: 계약기간 2026-03-02는 계약기간 2026-08-31보다 늦지 않다
holds4 : Domains.Facts.ServiceContract.R4 Domains.Facts.ServiceContract.printed
holds4 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts4 : Domains.Facts.ServiceContract.Rule4
  (Domains.Core.MkDate 2026 3 2 Data.So.Oh)
  (Domains.Core.MkDate 2026 8 31 Data.So.Oh)
accepts4 = Builtin.Refl
failing "Mismatch between"
  refuses4 : Domains.Facts.ServiceContract.Rule4
    (Domains.Core.MkDate 2026 3 2 Data.So.Oh)
    (Domains.Core.MkDate 2026 3 1 Data.So.Oh)
  refuses4 = Builtin.Refl

-- R5 holds: 계약보증금 6,600,000원 = 계약금액 66,000,000원 × 계약보증금 10%
holds5 : Domains.Facts.ServiceContract.R5 Domains.Facts.ServiceContract.printed
holds5 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts5 : Domains.Facts.ServiceContract.Rule5
  (Domains.Core.MkMoney 66000000)
  (Domains.Core.MkRate 1 10 Data.So.Oh)
  (Domains.Core.MkMoney 6600000)
accepts5 = Builtin.Refl
failing "Mismatch between"
  refuses5 : Domains.Facts.ServiceContract.Rule5
    (Domains.Core.MkMoney 66000000)
    (Domains.Core.MkRate 1 10 Data.So.Oh)
    (Domains.Core.MkMoney 6600001)
  refuses5 = Builtin.Refl

-- R6 holds: 특급: 금액(원) 21,000,000원 = 투입공수(M/M) 2.0 × 월단가(원) 10,500,000원 (3 rows)
holds6 : Domains.Facts.ServiceContract.R6 Domains.Facts.ServiceContract.printed
holds6 = Builtin.Refl
-- … and every row of it, once one of its values is another, is false.
other6 : Domains.Facts.ServiceContract.Item -> Domains.Facts.ServiceContract.Item
other6 row = Domains.Facts.ServiceContract.MkItem row.item row.assignedDuty row.quantity row.unitPrice (Domains.Core.moreMoney row.amount)
breaks6 : List Domains.Facts.ServiceContract.Item -> Bool
breaks6 [] = Prelude.Basics.True
breaks6 (row :: rows) =
  Prelude.Basics.(&&)
    (Prelude.EqOrd.(/=) (Domains.Facts.ServiceContract.stated6 (Domains.Audit.ServiceContract.other6 row)) (Domains.Facts.ServiceContract.computed6 (Domains.Audit.ServiceContract.other6 row)))
    (Domains.Audit.ServiceContract.breaks6 rows)
refusesAll6 : Domains.Audit.ServiceContract.breaks6 Domains.Facts.ServiceContract.printed.items.listed = Prelude.Basics.True
refusesAll6 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts6 : Domains.Facts.ServiceContract.Rule6
  [Domains.Facts.ServiceContract.MkItem "특급" "설계 총괄" (Domains.Core.MkDecimal 20 1) (Domains.Core.MkMoney 10500000) (Domains.Core.MkMoney 21000000)]
accepts6 = Builtin.Refl
failing "Mismatch between"
  refuses6 : Domains.Facts.ServiceContract.Rule6
    [Domains.Facts.ServiceContract.MkItem "특급" "설계 총괄" (Domains.Core.MkDecimal 20 1) (Domains.Core.MkMoney 10500000) (Domains.Core.MkMoney 21000001)]
  refuses6 = Builtin.Refl

-- R7 holds: 합계 7.5 = 투입공수(M/M) 2.0 + 3.0 + 2.5
holds7 : Domains.Facts.ServiceContract.R7 Domains.Facts.ServiceContract.printed
holds7 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts7 : Domains.Facts.ServiceContract.Rule7
  Domains.Facts.ServiceContract.printed.items.listed
  (Domains.Core.MkDecimal 75 1)
accepts7 = Builtin.Refl
failing "Mismatch between"
  refuses7 : Domains.Facts.ServiceContract.Rule7
    Domains.Facts.ServiceContract.printed.items.listed
    (Domains.Core.MkDecimal 76 1)
  refuses7 = Builtin.Refl

-- R8 holds: 합계 60,000,000원 = 금액(원) 21,000,000원 + 24,600,000원 + 14,400,000원
holds8 : Domains.Facts.ServiceContract.R8 Domains.Facts.ServiceContract.printed
holds8 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts8 : Domains.Facts.ServiceContract.Rule8
  Domains.Facts.ServiceContract.printed.items.listed
  (Domains.Core.MkMoney 60000000)
accepts8 = Builtin.Refl
failing "Mismatch between"
  refuses8 : Domains.Facts.ServiceContract.Rule8
    Domains.Facts.ServiceContract.printed.items.listed
    (Domains.Core.MkMoney 60000001)
  refuses8 = Builtin.Refl

-- R9 holds: 1 = 선금 20% + 중도금 50% + 잔금 30%
holds9 : Domains.Facts.ServiceContract.R9 Domains.Facts.ServiceContract.printed
holds9 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts9 : Domains.Facts.ServiceContract.Rule9
  (Domains.Core.MkRate 1 5 Data.So.Oh)
  (Domains.Core.MkRate 1 2 Data.So.Oh)
  (Domains.Core.MkRate 3 10 Data.So.Oh)
accepts9 = Builtin.Refl
failing "Mismatch between"
  refuses9 : Domains.Facts.ServiceContract.Rule9
    (Domains.Core.MkRate 6 5 Data.So.Oh)
    (Domains.Core.MkRate 1 2 Data.So.Oh)
    (Domains.Core.MkRate 3 10 Data.So.Oh)
  refuses9 = Builtin.Refl

-- R10 holds: 선금 13,200,000원 = 계약금액 66,000,000원 × 선금 20%
holds10 : Domains.Facts.ServiceContract.R10 Domains.Facts.ServiceContract.printed
holds10 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts10 : Domains.Facts.ServiceContract.Rule10
  (Domains.Core.MkMoney 66000000)
  (Domains.Core.MkRate 1 5 Data.So.Oh)
  (Domains.Core.MkMoney 13200000)
accepts10 = Builtin.Refl
failing "Mismatch between"
  refuses10 : Domains.Facts.ServiceContract.Rule10
    (Domains.Core.MkMoney 66000000)
    (Domains.Core.MkRate 1 5 Data.So.Oh)
    (Domains.Core.MkMoney 13200001)
  refuses10 = Builtin.Refl

-- R11 holds: 중도금 33,000,000원 = 계약금액 66,000,000원 × 중도금 50%
holds11 : Domains.Facts.ServiceContract.R11 Domains.Facts.ServiceContract.printed
holds11 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts11 : Domains.Facts.ServiceContract.Rule11
  (Domains.Core.MkMoney 66000000)
  (Domains.Core.MkRate 1 2 Data.So.Oh)
  (Domains.Core.MkMoney 33000000)
accepts11 = Builtin.Refl
failing "Mismatch between"
  refuses11 : Domains.Facts.ServiceContract.Rule11
    (Domains.Core.MkMoney 66000000)
    (Domains.Core.MkRate 1 2 Data.So.Oh)
    (Domains.Core.MkMoney 33000001)
  refuses11 = Builtin.Refl

-- R12 holds: 잔금 19,800,000원 = 계약금액 66,000,000원 × 잔금 30%
holds12 : Domains.Facts.ServiceContract.R12 Domains.Facts.ServiceContract.printed
holds12 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts12 : Domains.Facts.ServiceContract.Rule12
  (Domains.Core.MkMoney 66000000)
  (Domains.Core.MkRate 3 10 Data.So.Oh)
  (Domains.Core.MkMoney 19800000)
accepts12 = Builtin.Refl
failing "Mismatch between"
  refuses12 : Domains.Facts.ServiceContract.Rule12
    (Domains.Core.MkMoney 66000000)
    (Domains.Core.MkRate 3 10 Data.So.Oh)
    (Domains.Core.MkMoney 19800001)
  refuses12 = Builtin.Refl

-- R13 holds: 잔금 19,800,000원 = 중도금 33,000,000원 − 선금 13,200,000원
holds13 : Domains.Facts.ServiceContract.R13 Domains.Facts.ServiceContract.printed
holds13 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts13 : Domains.Facts.ServiceContract.Rule13
  (Domains.Core.MkMoney 33000000)
  (Domains.Core.MkMoney 13200000)
  (Domains.Core.MkMoney 19800000)
accepts13 = Builtin.Refl
failing "Mismatch between"
  refuses13 : Domains.Facts.ServiceContract.Rule13
    (Domains.Core.MkMoney 33000000)
    (Domains.Core.MkMoney 13200000)
    (Domains.Core.MkMoney 19800001)
  refuses13 = Builtin.Refl

-- R14 holds: 하자보수보증금 1,320,000원 = 계약금액 66,000,000원 × 하자보수보증금 2%
holds14 : Domains.Facts.ServiceContract.R14 Domains.Facts.ServiceContract.printed
holds14 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts14 : Domains.Facts.ServiceContract.Rule14
  (Domains.Core.MkMoney 66000000)
  (Domains.Core.MkRate 1 50 Data.So.Oh)
  (Domains.Core.MkMoney 1320000)
accepts14 = Builtin.Refl
failing "Mismatch between"
  refuses14 : Domains.Facts.ServiceContract.Rule14
    (Domains.Core.MkMoney 66000000)
    (Domains.Core.MkRate 1 50 Data.So.Oh)
    (Domains.Core.MkMoney 1320001)
  refuses14 = Builtin.Refl

-- R15 holds: 사업자등록번호 301-81-33776의 검증번호가 맞는다
holds15 : Domains.Facts.ServiceContract.R15 Domains.Facts.ServiceContract.printed
holds15 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts15 : Domains.Facts.ServiceContract.Rule15 "301-81-33776"
accepts15 = Builtin.Refl
failing "Mismatch between"
  refuses15 : Domains.Facts.ServiceContract.Rule15 "301-81-33777"
  refuses15 = Builtin.Refl

-- R16 holds: 사업자등록번호 402-86-77510의 검증번호가 맞는다
holds16 : Domains.Facts.ServiceContract.R16 Domains.Facts.ServiceContract.printed
holds16 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts16 : Domains.Facts.ServiceContract.Rule16 "402-86-77510"
accepts16 = Builtin.Refl
failing "Mismatch between"
  refuses16 : Domains.Facts.ServiceContract.Rule16 "402-86-77511"
  refuses16 = Builtin.Refl
