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

-- Whatever facts keep the rules make a document that says them.
0 makes : (f : Domains.Facts.Sample.Facts) -> (0 r0 : Domains.Facts.Sample.R0 f) -> (0 r1 : Domains.Facts.Sample.R1 f) -> (0 r2 : Domains.Facts.Sample.R2 f) -> (0 r3 : Domains.Facts.Sample.R3 f) -> Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3) = f
makes = Domains.Sample.viewMake

-- The facts say what was read.
reads0 : Domains.Facts.Sample.printed.supplier = "솔바람 문구"
reads0 = Builtin.Refl
reads1_0_of : List Domains.Facts.Sample.Item -> List String
reads1_0_of [] = []
reads1_0_of (row :: rows) = row.itemName :: Domains.Audit.Sample.reads1_0_of rows
reads1_0 : Domains.Audit.Sample.reads1_0_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List String) ["색연필 12색", "도화지"]
reads1_0 = Builtin.Refl
reads1_1_of : List Domains.Facts.Sample.Item -> List Domains.Core.Decimal
reads1_1_of [] = []
reads1_1_of (row :: rows) = row.quantity :: Domains.Audit.Sample.reads1_1_of rows
reads1_1 : Domains.Audit.Sample.reads1_1_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List Domains.Core.Decimal) [(Domains.Core.MkDecimal 40 0), (Domains.Core.MkDecimal 200 0)]
reads1_1 = Builtin.Refl
reads1_2_of : List Domains.Facts.Sample.Item -> List Integer
reads1_2_of [] = []
reads1_2_of (row :: rows) = row.unitPrice.units :: Domains.Audit.Sample.reads1_2_of rows
reads1_2 : Domains.Audit.Sample.reads1_2_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List Integer) [2500, 350]
reads1_2 = Builtin.Refl
reads1_3_of : List Domains.Facts.Sample.Item -> List Integer
reads1_3_of [] = []
reads1_3_of (row :: rows) = row.amount.units :: Domains.Audit.Sample.reads1_3_of rows
reads1_3 : Domains.Audit.Sample.reads1_3_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List Integer) [100000, 70000]
reads1_3 = Builtin.Refl
reads2 : Domains.Facts.Sample.printed.supply = (Domains.Core.MkMoney 170000)
reads2 = Builtin.Refl
reads3 : Domains.Facts.Sample.printed.vat = (Domains.Core.MkMoney 17000)
reads3 = Builtin.Refl
reads4 : Domains.Facts.Sample.printed.grandTotal = (Domains.Core.MkMoney 187000)
reads4 = Builtin.Refl

-- R0 holds: 세액 = 공급가액의 10 %
holds0 : Domains.Facts.Sample.R0 Domains.Facts.Sample.printed
holds0 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts0 : Domains.Facts.Sample.Rule0 (Domains.Core.MkMoney 170000) (Domains.Core.MkMoney 17000)
accepts0 = Builtin.Refl
failing "Mismatch between"
  refuses0 : Domains.Facts.Sample.Rule0 (Domains.Core.MkMoney 170000) (Domains.Core.MkMoney 17001)
  refuses0 = Builtin.Refl

-- R1 holds: 합계 = 공급가액 + 세액
holds1 : Domains.Facts.Sample.R1 Domains.Facts.Sample.printed
holds1 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts1 : Domains.Facts.Sample.Rule1
  (Domains.Core.MkMoney 170000)
  (Domains.Core.MkMoney 17000)
  (Domains.Core.MkMoney 187000)
accepts1 = Builtin.Refl
failing "Mismatch between"
  refuses1 : Domains.Facts.Sample.Rule1
    (Domains.Core.MkMoney 170000)
    (Domains.Core.MkMoney 17000)
    (Domains.Core.MkMoney 187001)
  refuses1 = Builtin.Refl

-- R2 holds: 금액 = 수량 × 단가 (2 rows)
holds2 : Domains.Facts.Sample.R2 Domains.Facts.Sample.printed
holds2 = Builtin.Refl
-- … and every row of it, once one of its values is another, is false.
other2 : Domains.Facts.Sample.Item -> Domains.Facts.Sample.Item
other2 row = Domains.Facts.Sample.MkItem row.itemName row.quantity row.unitPrice (Domains.Core.moreMoney row.amount)
breaks2 : List Domains.Facts.Sample.Item -> Bool
breaks2 [] = Prelude.Basics.True
breaks2 (row :: rows) =
  Prelude.Basics.(&&)
    (Prelude.EqOrd.(/=) (Domains.Facts.Sample.stated2 (Domains.Audit.Sample.other2 row)) (Domains.Facts.Sample.computed2 (Domains.Audit.Sample.other2 row)))
    (Domains.Audit.Sample.breaks2 rows)
refusesAll2 : Domains.Audit.Sample.breaks2 Domains.Facts.Sample.printed.items = Prelude.Basics.True
refusesAll2 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts2 : Domains.Facts.Sample.Rule2
  [Domains.Facts.Sample.MkItem "색연필 12색" (Domains.Core.MkDecimal 40 0) (Domains.Core.MkMoney 2500) (Domains.Core.MkMoney 100000)]
accepts2 = Builtin.Refl
failing "Mismatch between"
  refuses2 : Domains.Facts.Sample.Rule2
    [Domains.Facts.Sample.MkItem "색연필 12색" (Domains.Core.MkDecimal 40 0) (Domains.Core.MkMoney 2500) (Domains.Core.MkMoney 100001)]
  refuses2 = Builtin.Refl

-- R3 holds: 금액의 합 = 공급가액
holds3 : Domains.Facts.Sample.R3 Domains.Facts.Sample.printed
holds3 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts3 : Domains.Facts.Sample.Rule3 Domains.Facts.Sample.printed.items (Domains.Core.MkMoney 170000)
accepts3 = Builtin.Refl
failing "Mismatch between"
  refuses3 : Domains.Facts.Sample.Rule3 Domains.Facts.Sample.printed.items (Domains.Core.MkMoney 170001)
  refuses3 = Builtin.Refl
