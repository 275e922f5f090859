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

-- Whatever facts keep the rules make a document that says them.
0 makes : (f : Domains.Facts.Sample.Facts) -> (0 r0 : Domains.Facts.Sample.R0 f) -> (0 r1 : Domains.Facts.Sample.R1 f) -> (0 r2 : Domains.Facts.Sample.R2 f) -> (0 r3 : Domains.Facts.Sample.R3 f) -> Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3) = f
makes = Domains.Sample.viewMake

-- The facts say what was read.
reads0_0_of : List Domains.Facts.Sample.Entry -> List Domains.Core.Date
reads0_0_of [] = []
reads0_0_of (row :: rows) = row.rowDate :: Domains.Audit.Sample.reads0_0_of rows
reads0_0 : Domains.Audit.Sample.reads0_0_of Domains.Facts.Sample.printed.entries = Prelude.Basics.the (List Domains.Core.Date) [ (Domains.Core.MkDate 2025 3 3 Data.So.Oh)
  , (Domains.Core.MkDate 2025 3 4 Data.So.Oh)
  , (Domains.Core.MkDate 2025 3 5 Data.So.Oh)
  ]
reads0_0 = Builtin.Refl
reads0_1_of : List Domains.Facts.Sample.Entry -> List Integer
reads0_1_of [] = []
reads0_1_of (row :: rows) = row.foreignAmount.units :: Domains.Audit.Sample.reads0_1_of rows
reads0_1 : Domains.Audit.Sample.reads0_1_of Domains.Facts.Sample.printed.entries = Prelude.Basics.the (List Integer) [12840, 6400, 995]
reads0_1 = Builtin.Refl
reads0_2_of : List Domains.Facts.Sample.Entry -> List Domains.Core.Rate
reads0_2_of [] = []
reads0_2_of (row :: rows) = row.exchangeRate :: Domains.Audit.Sample.reads0_2_of rows
reads0_2 : Domains.Audit.Sample.reads0_2_of Domains.Facts.Sample.printed.entries = Prelude.Basics.the (List Domains.Core.Rate) [ (Domains.Core.MkRate 2159 2 Data.So.Oh)
  , (Domains.Core.MkRate 2159 2 Data.So.Oh)
  , (Domains.Core.MkRate 5401 5 Data.So.Oh)
  ]
reads0_2 = Builtin.Refl
reads0_3_of : List Domains.Facts.Sample.Entry -> List Integer
reads0_3_of [] = []
reads0_3_of (row :: rows) = row.amount.units :: Domains.Audit.Sample.reads0_3_of rows
reads0_3 : Domains.Audit.Sample.reads0_3_of Domains.Facts.Sample.printed.entries = Prelude.Basics.the (List Integer) [138607, 69808, 10747]
reads0_3 = Builtin.Refl
reads1 : Domains.Facts.Sample.printed.totalDue = (Domains.Core.MkMoney 20235)
reads1 = Builtin.Refl
reads2 : Domains.Facts.Sample.printed.wonTotal = (Domains.Core.MkMoney 219162)
reads2 = Builtin.Refl

-- R0 is false of the document: the amount in won (3 rows)
refuted0 : Prelude.Basics.Not (Domains.Facts.Sample.R0 Domains.Facts.Sample.printed)
refuted0 Builtin.Refl impossible
-- … in row 1
refuted0_1 : Prelude.Basics.Not (Domains.Facts.Sample.Rule0
  [Domains.Facts.Sample.MkEntry (Domains.Core.MkDate 2025 3 4 Data.So.Oh) (Domains.Core.MkMoney 6400) (Domains.Core.MkRate 2159 2 Data.So.Oh) (Domains.Core.MkMoney 69808)])
refuted0_1 Builtin.Refl impossible
-- … and in no other
holds0 : Domains.Facts.Sample.Rule0 (Domains.Core.pick [0, 1, 1, 1] Domains.Facts.Sample.printed.entries)
holds0 = Builtin.Refl
-- … and every row of it, once one of its values is another, is false.
other0 : Domains.Facts.Sample.Entry -> Domains.Facts.Sample.Entry
other0 row = Domains.Facts.Sample.MkEntry row.rowDate row.foreignAmount row.exchangeRate (Domains.Core.moreMoney row.amount)
breaks0 : List Domains.Facts.Sample.Entry -> Bool
breaks0 [] = Prelude.Basics.True
breaks0 (row :: rows) =
  Prelude.Basics.(&&)
    (Prelude.EqOrd.(/=) (Domains.Facts.Sample.stated0 (Domains.Audit.Sample.other0 row)) (Domains.Facts.Sample.computed0 (Domains.Audit.Sample.other0 row)))
    (Domains.Audit.Sample.breaks0 rows)
refusesAll0 : Domains.Audit.Sample.breaks0 (Domains.Core.pick [0, 1, 1, 1] Domains.Facts.Sample.printed.entries) = Prelude.Basics.True
refusesAll0 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts0 : Domains.Facts.Sample.Rule0
  [Domains.Facts.Sample.MkEntry (Domains.Core.MkDate 2025 3 3 Data.So.Oh) (Domains.Core.MkMoney 12840) (Domains.Core.MkRate 2159 2 Data.So.Oh) (Domains.Core.MkMoney 138607)]
accepts0 = Builtin.Refl
failing "Mismatch between"
  refuses0 : Domains.Facts.Sample.Rule0
    [Domains.Facts.Sample.MkEntry (Domains.Core.MkDate 2025 3 3 Data.So.Oh) (Domains.Core.MkMoney 12840) (Domains.Core.MkRate 2159 2 Data.So.Oh) (Domains.Core.MkMoney 138608)]
  refuses0 = Builtin.Refl

-- R1 holds: the parts add up
holds1 : Domains.Facts.Sample.R1 Domains.Facts.Sample.printed
holds1 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts1 : Domains.Facts.Sample.Rule1 Domains.Facts.Sample.printed.entries (Domains.Core.MkMoney 20235)
accepts1 = Builtin.Refl
failing "Mismatch between"
  refuses1 : Domains.Facts.Sample.Rule1 Domains.Facts.Sample.printed.entries (Domains.Core.MkMoney 20236)
  refuses1 = Builtin.Refl

-- R2 holds: the parts add up
holds2 : Domains.Facts.Sample.R2 Domains.Facts.Sample.printed
holds2 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts2 : Domains.Facts.Sample.Rule2 Domains.Facts.Sample.printed.entries (Domains.Core.MkMoney 219162)
accepts2 = Builtin.Refl
failing "Mismatch between"
  refuses2 : Domains.Facts.Sample.Rule2 Domains.Facts.Sample.printed.entries (Domains.Core.MkMoney 219163)
  refuses2 = Builtin.Refl

-- R3 holds: the days follow one another
holds3 : Domains.Facts.Sample.R3 Domains.Facts.Sample.printed
holds3 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts3 : Domains.Facts.Sample.Rule3 Domains.Facts.Sample.printed.entries
accepts3 = Builtin.Refl
failing "Mismatch between"
  refuses3 : Domains.Facts.Sample.Rule3
    (Domains.Core.put 2 (Domains.Facts.Sample.MkEntry (Domains.Core.MkDate 2025 3 2 Data.So.Oh) (Domains.Core.MkMoney 995) (Domains.Core.MkRate 5401 5 Data.So.Oh) (Domains.Core.MkMoney 10747)) Domains.Facts.Sample.printed.entries)
  refuses3 = Builtin.Refl
