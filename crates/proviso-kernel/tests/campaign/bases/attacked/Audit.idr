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

-- Whatever facts keep the rules make a document that says them.
0 makes : (f : Domains.Facts.Sample.Facts) -> (0 r0 : Domains.Facts.Sample.R0 f) -> (0 r1 : Domains.Facts.Sample.R1 f) -> (0 r2 : Domains.Facts.Sample.R2 f) -> Domains.Sample.view (Domains.Sample.make f r0 r1 r2) = f
makes = Domains.Sample.viewMake

-- The facts say what was read.
reads0 : Domains.Facts.Sample.printed.issueDate = (Domains.Core.MkDate 2026 3 2 Data.So.Oh)
reads0 = Builtin.Refl
reads1 : Domains.Facts.Sample.printed.supplier = "Northwind Traders Ltd"
reads1 = Builtin.Refl
reads2 : Domains.Facts.Sample.printed.documentNumber = "INV-2026-001"
reads2 = Builtin.Refl
reads3_0_of : List Domains.Facts.Sample.Item -> List String
reads3_0_of [] = []
reads3_0_of (row :: rows) = row.item :: Domains.Audit.Sample.reads3_0_of rows
reads3_0 : Domains.Audit.Sample.reads3_0_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List String) ["Widget A", "Widget B"]
reads3_0 = Builtin.Refl
reads3_1_of : List Domains.Facts.Sample.Item -> List Domains.Core.Decimal
reads3_1_of [] = []
reads3_1_of (row :: rows) = row.quantity :: Domains.Audit.Sample.reads3_1_of rows
reads3_1 : Domains.Audit.Sample.reads3_1_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List Domains.Core.Decimal) [(Domains.Core.MkDecimal 2 0), (Domains.Core.MkDecimal 3 0)]
reads3_1 = Builtin.Refl
reads3_2_of : List Domains.Facts.Sample.Item -> List Integer
reads3_2_of [] = []
reads3_2_of (row :: rows) = row.unitPrice.units :: Domains.Audit.Sample.reads3_2_of rows
reads3_2 : Domains.Audit.Sample.reads3_2_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List Integer) [10000, 10000]
reads3_2 = Builtin.Refl
reads3_3_of : List Domains.Facts.Sample.Item -> List Integer
reads3_3_of [] = []
reads3_3_of (row :: rows) = row.amount.units :: Domains.Audit.Sample.reads3_3_of rows
reads3_3 : Domains.Audit.Sample.reads3_3_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List Integer) [20000, 30000]
reads3_3 = Builtin.Refl
reads4 : Domains.Facts.Sample.printed.vatRate = (Domains.Core.MkRate 1 10 Data.So.Oh)
reads4 = Builtin.Refl
reads5 : Domains.Facts.Sample.printed.grandTotal = (Domains.Core.MkMoney 55000)
reads5 = Builtin.Refl
reads6 : Domains.Facts.Sample.printed.vatAmount = (Domains.Core.MkMoney 5000)
reads6 = Builtin.Refl
reads7 : Domains.Facts.Sample.printed.supplyAmount = (Domains.Core.MkMoney 50000)
reads7 = Builtin.Refl

-- R0 holds: Widget A: Amount KRW 20,000 = Qty 2 × Unit price KRW 10,000 (2 rows)
holds0 : Domains.Facts.Sample.R0 Domains.Facts.Sample.printed
holds0 = Builtin.Refl
-- … and every row of it, once one of its values is another, is false.
other0 : Domains.Facts.Sample.Item -> Domains.Facts.Sample.Item
other0 row = Domains.Facts.Sample.MkItem row.item row.quantity row.unitPrice (Domains.Core.moreMoney row.amount)
breaks0 : List Domains.Facts.Sample.Item -> Bool
breaks0 [] = Prelude.Basics.True
breaks0 (row :: rows) =
  Prelude.Basics.(&&)
    (Prelude.EqOrd.(/=) (Domains.Facts.Sample.stated0 (Domains.Audit.Sample.other0 row)) (Domains.Facts.Sample.computed0 (Domains.Audit.Sample.other0 row)))
    (Domains.Audit.Sample.breaks0 rows)
refusesAll0 : Domains.Audit.Sample.breaks0 Domains.Facts.Sample.printed.items = Prelude.Basics.True
refusesAll0 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts0 : Domains.Facts.Sample.Rule0
  [Domains.Facts.Sample.MkItem "Widget A" (Domains.Core.MkDecimal 2 0) (Domains.Core.MkMoney 10000) (Domains.Core.MkMoney 20000)]
accepts0 = Builtin.Refl
failing "Mismatch between"
  refuses0 : Domains.Facts.Sample.Rule0
    [Domains.Facts.Sample.MkItem "Widget A" (Domains.Core.MkDecimal 2 0) (Domains.Core.MkMoney 10000) (Domains.Core.MkMoney 20001)]
  refuses0 = Builtin.Refl

-- R1 holds: Total KRW 55,000 = VAT KRW 5,000 + Supply amount KRW 50,000
holds1 : Domains.Facts.Sample.R1 Domains.Facts.Sample.printed
holds1 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts1 : Domains.Facts.Sample.Rule1
  (Domains.Core.MkMoney 5000)
  (Domains.Core.MkMoney 50000)
  (Domains.Core.MkMoney 55000)
accepts1 = Builtin.Refl
failing "Mismatch between"
  refuses1 : Domains.Facts.Sample.Rule1
    (Domains.Core.MkMoney 5000)
    (Domains.Core.MkMoney 50000)
    (Domains.Core.MkMoney 55001)
  refuses1 = Builtin.Refl

-- R2 holds: VAT KRW 5,000 = Total KRW 55,000 × 1/11
holds2 : Domains.Facts.Sample.R2 Domains.Facts.Sample.printed
holds2 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts2 : Domains.Facts.Sample.Rule2 (Domains.Core.MkMoney 55000) (Domains.Core.MkMoney 5000)
accepts2 = Builtin.Refl
failing "Mismatch between"
  refuses2 : Domains.Facts.Sample.Rule2 (Domains.Core.MkMoney 55000) (Domains.Core.MkMoney 5001)
  refuses2 = Builtin.Refl
