-- What Proviso asks of the model: the compiler's answer to this module is the verdict.
module Domains.Audit.Sample

import Domains.Core
import Domains.Facts.Sample
import Domains.Sample

%default total
%unbound_implicits off

-- Whatever document there is, it keeps every rule.
0 keeps0 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R0 (Domains.Sample.view c)
keeps0 = Domains.Sample.keepsR0
0 keeps1 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R1 (Domains.Sample.view c)
keeps1 = Domains.Sample.keepsR1
0 keeps2 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R2 (Domains.Sample.view c)
keeps2 = Domains.Sample.keepsR2
0 keeps3 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R3 (Domains.Sample.view c)
keeps3 = Domains.Sample.keepsR3
0 keeps4 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R4 (Domains.Sample.view c)
keeps4 = Domains.Sample.keepsR4
0 keeps5 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R5 (Domains.Sample.view c)
keeps5 = Domains.Sample.keepsR5
0 keeps6 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R6 (Domains.Sample.view c)
keeps6 = Domains.Sample.keepsR6
0 keeps7 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R7 (Domains.Sample.view c)
keeps7 = Domains.Sample.keepsR7
0 keeps8 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R8 (Domains.Sample.view c)
keeps8 = Domains.Sample.keepsR8
0 keeps9 : (c : Domains.Sample.Doc) -> Domains.Facts.Sample.R9 (Domains.Sample.view c)
keeps9 = Domains.Sample.keepsR9

-- Whatever facts keep the rules make a document that says them.
0 makes : (f : Domains.Facts.Sample.Facts) -> (0 r0 : Domains.Facts.Sample.R0 f) -> (0 r1 : Domains.Facts.Sample.R1 f) -> (0 r2 : Domains.Facts.Sample.R2 f) -> (0 r3 : Domains.Facts.Sample.R3 f) -> (0 r4 : Domains.Facts.Sample.R4 f) -> (0 r5 : Domains.Facts.Sample.R5 f) -> (0 r6 : Domains.Facts.Sample.R6 f) -> (0 r7 : Domains.Facts.Sample.R7 f) -> (0 r8 : Domains.Facts.Sample.R8 f) -> (0 r9 : Domains.Facts.Sample.R9 f) -> Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3 r4 r5 r6 r7 r8 r9) = f
makes = Domains.Sample.viewMake

-- The facts say what was read.
reads0 : Domains.Facts.Sample.printed.supplier = "하늘물산"
reads0 = Builtin.Refl
reads1 : Domains.Facts.Sample.printed.supplierNumber = "123-45-67890"
reads1 = Builtin.Refl
reads2 : Domains.Facts.Sample.printed.sales = (Domains.Core.MkMoney 1000000)
reads2 = Builtin.Refl
reads3 : Domains.Facts.Sample.printed.feeRate = (Domains.Core.MkRate 7 200 Data.So.Oh)
reads3 = Builtin.Refl
reads4 : Domains.Facts.Sample.printed.fee = (Domains.Core.MkMoney (-35001))
reads4 = Builtin.Refl
reads5 : Domains.Facts.Sample.printed.netPayInWords = "금 구십육만오천원"
reads5 = Builtin.Refl
reads6 : Domains.Facts.Sample.printed.netPay = (Domains.Core.MkMoney 964998)
reads6 = Builtin.Refl
reads7 : Domains.Facts.Sample.printed.firstDay = (Domains.Core.MkDate 2025 2 1 Data.So.Oh)
reads7 = Builtin.Refl
reads8 : Domains.Facts.Sample.printed.lastDay = (Domains.Core.MkDate 2025 1 31 Data.So.Oh)
reads8 = Builtin.Refl
reads9 : Domains.Facts.Sample.printed.period = (Domains.Core.Lasting 1 Domains.Core.Months)
reads9 = Builtin.Refl
reads10 : Domains.Facts.Sample.printed.netPayAgainInWords = "구십육만 오천 냥"
reads10 = Builtin.Refl
reads11 : Domains.Facts.Sample.printed.netPayAgain = (Domains.Core.MkMoney 965000)
reads11 = Builtin.Refl
reads12 : Domains.Facts.Sample.printed.weight = (Domains.Core.MkDecimal 1250 2)
reads12 = Builtin.Refl
reads13 : Domains.Facts.Sample.printed.weightAgain = (Domains.Core.MkDecimal 125 1)
reads13 = Builtin.Refl
reads14 : Domains.Facts.Sample.printed.name = "하늘물산"
reads14 = Builtin.Refl
reads15 : Domains.Facts.Sample.printed.nameAgain = "하늘물산(주)"
reads15 = Builtin.Refl

-- R0 is false of the document: 수수료 = 매출액 × 수수료율
refuted0 : Prelude.Basics.Not (Domains.Facts.Sample.R0 Domains.Facts.Sample.printed)
refuted0 Builtin.Refl impossible

-- R1 is false of the document: 지급액 = 매출액 + 수수료
refuted1 : Prelude.Basics.Not (Domains.Facts.Sample.R1 Domains.Facts.Sample.printed)
refuted1 Builtin.Refl impossible

-- R2 is false of the document: 검증 번호
refuted2 : Prelude.Basics.Not (Domains.Facts.Sample.R2 Domains.Facts.Sample.printed)
refuted2 Builtin.Refl impossible

-- R3 is false of the document: 시작 ≤ 종료
refuted3 : Prelude.Basics.Not (Domains.Facts.Sample.R3 Domains.Facts.Sample.printed)
refuted3 Builtin.Refl impossible

-- R4 is false of the document: 한 달
refuted4 : Prelude.Basics.Not (Domains.Facts.Sample.R4 Domains.Facts.Sample.printed)
refuted4 Builtin.Refl impossible

-- R5 is false of the document: 지급액 = 입금액
refuted5 : Prelude.Basics.Not (Domains.Facts.Sample.R5 Domains.Facts.Sample.printed)
refuted5 Builtin.Refl impossible

-- R6 holds: 중량 = 총중량
holds6 : Domains.Facts.Sample.R6 Domains.Facts.Sample.printed
holds6 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts6 : Domains.Facts.Sample.Rule6 (Domains.Core.MkDecimal 1250 2) (Domains.Core.MkDecimal 125 1)
accepts6 = Builtin.Refl
failing "Mismatch between"
  refuses6 : Domains.Facts.Sample.Rule6 (Domains.Core.MkDecimal 1251 2) (Domains.Core.MkDecimal 125 1)
  refuses6 = Builtin.Refl

-- R7 is false of the document: 이름
refuted7 : Prelude.Basics.Not (Domains.Facts.Sample.R7 Domains.Facts.Sample.printed)
refuted7 Builtin.Refl impossible

-- R8 is false of the document: 한글금액
refuted8 : Prelude.Basics.Not (Domains.Facts.Sample.R8 Domains.Facts.Sample.printed)
refuted8 Builtin.Refl impossible

-- R9 holds: 모르는 말
holds9 : Domains.Facts.Sample.R9 Domains.Facts.Sample.printed
holds9 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts9 : Domains.Facts.Sample.Rule9 "구십육만 오천 냥" (Domains.Core.MkMoney 965000)
accepts9 = Builtin.Refl
failing "Mismatch between"
  refuses9 : Domains.Facts.Sample.Rule9 "구십육만 오천 냥" (Domains.Core.MkMoney 965001)
  refuses9 = Builtin.Refl
