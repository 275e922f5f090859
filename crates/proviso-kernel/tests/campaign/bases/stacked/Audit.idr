-- What Proviso asks of the model: the compiler's answer to this module is the verdict.
module Domains.Audit.Sample

import Domains.Core
import Domains.Facts.Sample
import Domains.Sample

%default total
%unbound_implicits off

-- The document says what is printed.
asPrinted : Domains.Sample.view Domains.Sample.document = Domains.Facts.Sample.printed
asPrinted = Builtin.Refl

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

-- Whatever facts keep the rules make a document that says them.
0 makes : (f : Domains.Facts.Sample.Facts) -> (0 r0 : Domains.Facts.Sample.R0 f) -> (0 r1 : Domains.Facts.Sample.R1 f) -> (0 r2 : Domains.Facts.Sample.R2 f) -> (0 r3 : Domains.Facts.Sample.R3 f) -> (0 r4 : Domains.Facts.Sample.R4 f) -> (0 r5 : Domains.Facts.Sample.R5 f) -> (0 r6 : Domains.Facts.Sample.R6 f) -> Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3 r4 r5 r6) = f
makes = Domains.Sample.viewMake

-- The facts say what was read.
reads0_0_of : List Domains.Facts.Sample.Entry -> List String
reads0_0_of [] = []
reads0_0_of (row :: rows) = row.employee :: Domains.Audit.Sample.reads0_0_of rows
reads0_0 : Domains.Audit.Sample.reads0_0_of Domains.Facts.Sample.printed.entries = Prelude.Basics.the (List String) ["한가람", "정다온", "합계"]
reads0_0 = Builtin.Refl
reads0_1_of : List Domains.Facts.Sample.Entry -> List Integer
reads0_1_of [] = []
reads0_1_of (row :: rows) = row.basePay.units :: Domains.Audit.Sample.reads0_1_of rows
reads0_1 : Domains.Audit.Sample.reads0_1_of Domains.Facts.Sample.printed.entries = Prelude.Basics.the (List Integer) [3000000, 2500000, 5500000]
reads0_1 = Builtin.Refl
reads0_2_of : List Domains.Facts.Sample.Entry -> List Integer
reads0_2_of [] = []
reads0_2_of (row :: rows) = row.secondBasePay.units :: Domains.Audit.Sample.reads0_2_of rows
reads0_2 : Domains.Audit.Sample.reads0_2_of Domains.Facts.Sample.printed.entries = Prelude.Basics.the (List Integer) [3200000, 2600000, 5800000]
reads0_2 = Builtin.Refl
reads0_3_of : List Domains.Facts.Sample.Entry -> List Integer
reads0_3_of [] = []
reads0_3_of (row :: rows) = row.allowance.units :: Domains.Audit.Sample.reads0_3_of rows
reads0_3 : Domains.Audit.Sample.reads0_3_of Domains.Facts.Sample.printed.entries = Prelude.Basics.the (List Integer) [200000, 100000, 300000]
reads0_3 = Builtin.Refl
reads0_4_of : List Domains.Facts.Sample.Entry -> List Integer
reads0_4_of [] = []
reads0_4_of (row :: rows) = row.deductions.units :: Domains.Audit.Sample.reads0_4_of rows
reads0_4 : Domains.Audit.Sample.reads0_4_of Domains.Facts.Sample.printed.entries = Prelude.Basics.the (List Integer) [400000, 300000, 700000]
reads0_4 = Builtin.Refl
reads1 : Domains.Facts.Sample.printed.netPay = (Domains.Core.MkMoney 5100000)
reads1 = Builtin.Refl

-- R0 holds: 지급계 = 기본급 + 제수당 (2 rows)
holds0 : Domains.Facts.Sample.R0 Domains.Facts.Sample.printed
holds0 = Builtin.Refl
-- … and every row of it, once one of its values is another, is false.
other0 : Domains.Facts.Sample.Entry -> Domains.Facts.Sample.Entry
other0 row = Domains.Facts.Sample.MkEntry row.employee row.basePay row.secondBasePay (Domains.Core.moreMoney row.allowance) row.deductions
breaks0 : List Domains.Facts.Sample.Entry -> Bool
breaks0 [] = Prelude.Basics.True
breaks0 (row :: rows) =
  Prelude.Basics.(&&)
    (Prelude.EqOrd.(/=) (Domains.Facts.Sample.stated0 (Domains.Audit.Sample.other0 row)) (Domains.Facts.Sample.computed0 (Domains.Audit.Sample.other0 row)))
    (Domains.Audit.Sample.breaks0 rows)
refusesAll0 : Domains.Audit.Sample.breaks0 (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries) = Prelude.Basics.True
refusesAll0 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts0 : Domains.Facts.Sample.Rule0
  [Domains.Facts.Sample.MkEntry "한가람" (Domains.Core.MkMoney 3000000) (Domains.Core.MkMoney 3200000) (Domains.Core.MkMoney 200000) (Domains.Core.MkMoney 400000)]
accepts0 = Builtin.Refl
failing "Mismatch between"
  refuses0 : Domains.Facts.Sample.Rule0
    [Domains.Facts.Sample.MkEntry "한가람" (Domains.Core.MkMoney 3000000) (Domains.Core.MkMoney 3200001) (Domains.Core.MkMoney 200000) (Domains.Core.MkMoney 400000)]
  refuses0 = Builtin.Refl

-- R1 holds: 합계
holds1 : Domains.Facts.Sample.R1 Domains.Facts.Sample.printed
holds1 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts1 : Domains.Facts.Sample.Rule1
  (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
  (Domains.Core.MkMoney 300000)
accepts1 = Builtin.Refl
failing "Mismatch between"
  refuses1 : Domains.Facts.Sample.Rule1
    (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
    (Domains.Core.MkMoney 300001)
  refuses1 = Builtin.Refl

-- R2 holds: 합계
holds2 : Domains.Facts.Sample.R2 Domains.Facts.Sample.printed
holds2 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts2 : Domains.Facts.Sample.Rule2
  (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
  (Domains.Core.MkMoney 700000)
accepts2 = Builtin.Refl
failing "Mismatch between"
  refuses2 : Domains.Facts.Sample.Rule2
    (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
    (Domains.Core.MkMoney 700001)
  refuses2 = Builtin.Refl

-- R3 holds: 합계
holds3 : Domains.Facts.Sample.R3 Domains.Facts.Sample.printed
holds3 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts3 : Domains.Facts.Sample.Rule3
  (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
  (Domains.Core.MkMoney 5500000)
accepts3 = Builtin.Refl
failing "Mismatch between"
  refuses3 : Domains.Facts.Sample.Rule3
    (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
    (Domains.Core.MkMoney 5500001)
  refuses3 = Builtin.Refl

-- R4 holds: 합계
holds4 : Domains.Facts.Sample.R4 Domains.Facts.Sample.printed
holds4 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts4 : Domains.Facts.Sample.Rule4
  (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
  (Domains.Core.MkMoney 5800000)
accepts4 = Builtin.Refl
failing "Mismatch between"
  refuses4 : Domains.Facts.Sample.Rule4
    (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
    (Domains.Core.MkMoney 5800001)
  refuses4 = Builtin.Refl

-- R5 holds: 차인지급액 = 지급계 - 공제계
holds5 : Domains.Facts.Sample.R5 Domains.Facts.Sample.printed
holds5 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts5 : Domains.Facts.Sample.Rule5
  [Domains.Facts.Sample.MkEntry "합계" (Domains.Core.MkMoney 5500000) (Domains.Core.MkMoney 5800000) (Domains.Core.MkMoney 300000) (Domains.Core.MkMoney 700000)]
  (Domains.Core.MkMoney 5100000)
accepts5 = Builtin.Refl
failing "Mismatch between"
  refuses5 : Domains.Facts.Sample.Rule5
    [Domains.Facts.Sample.MkEntry "합계" (Domains.Core.MkMoney 5500000) (Domains.Core.MkMoney 5800001) (Domains.Core.MkMoney 300000) (Domains.Core.MkMoney 700000)]
    (Domains.Core.MkMoney 5100000)
  refuses5 = Builtin.Refl

-- R6 holds: 제수당의 합 = 다른 열에 적힌 값
holds6 : Domains.Facts.Sample.R6 Domains.Facts.Sample.printed
holds6 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts6 : Domains.Facts.Sample.Rule6
  (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
  (Domains.Core.MkMoney 300000)
accepts6 = Builtin.Refl
failing "Mismatch between"
  refuses6 : Domains.Facts.Sample.Rule6
    (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
    (Domains.Core.MkMoney 300001)
  refuses6 = Builtin.Refl
