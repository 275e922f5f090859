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

-- Whatever facts keep the rules make a document that says them.
0 makes : (f : Domains.Facts.Sample.Facts) -> (0 r0 : Domains.Facts.Sample.R0 f) -> (0 r1 : Domains.Facts.Sample.R1 f) -> (0 r2 : Domains.Facts.Sample.R2 f) -> (0 r3 : Domains.Facts.Sample.R3 f) -> (0 r4 : Domains.Facts.Sample.R4 f) -> (0 r5 : Domains.Facts.Sample.R5 f) -> (0 r6 : Domains.Facts.Sample.R6 f) -> (0 r7 : Domains.Facts.Sample.R7 f) -> Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3 r4 r5 r6 r7) = f
makes = Domains.Sample.viewMake

-- The facts say what was read.
reads0 : Domains.Facts.Sample.printed.seller = "Northwind Looms Ltd."
reads0 = Builtin.Refl
reads1 : Domains.Facts.Sample.printed.buyer = "Harbor & Finch, Inc."
reads1 = Builtin.Refl
reads2 : Domains.Facts.Sample.printed.issueDate = (Domains.Core.MkDate 2025 4 2 Data.So.Oh)
reads2 = Builtin.Refl
reads3 : Domains.Facts.Sample.printed.dueDate = (Domains.Core.MkDate 2025 5 2 Data.So.Oh)
reads3 = Builtin.Refl
reads4_0_of : List Domains.Facts.Sample.Item -> List String
reads4_0_of [] = []
reads4_0_of (row :: rows) = row.itemName :: Domains.Audit.Sample.reads4_0_of rows
reads4_0 : Domains.Audit.Sample.reads4_0_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List String) ["Carded yarn", "Thread, 40/2", "Dye lot \"B\"", "Freight"]
reads4_0 = Builtin.Refl
reads4_1_of : List Domains.Facts.Sample.Item -> List Domains.Core.Decimal
reads4_1_of [] = []
reads4_1_of (row :: rows) = row.quantity :: Domains.Audit.Sample.reads4_1_of rows
reads4_1 : Domains.Audit.Sample.reads4_1_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List Domains.Core.Decimal) [ (Domains.Core.MkDecimal 1205 1)
  , (Domains.Core.MkDecimal 10000 0)
  , (Domains.Core.MkDecimal 7 0)
  , (Domains.Core.MkDecimal 1 0)
  ]
reads4_1 = Builtin.Refl
reads4_2_of : List Domains.Facts.Sample.Item -> List (Domains.Core.Price Domains.Core.USD)
reads4_2_of [] = []
reads4_2_of (row :: rows) = row.unitPrice :: Domains.Audit.Sample.reads4_2_of rows
reads4_2 : Domains.Audit.Sample.reads4_2_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List (Domains.Core.Price Domains.Core.USD)) [ (Domains.Core.MkPrice (Domains.Core.MkDecimal 320 2))
  , (Domains.Core.MkPrice (Domains.Core.MkDecimal 215 4))
  , (Domains.Core.MkPrice (Domains.Core.MkDecimal 1875 2))
  , (Domains.Core.MkPrice (Domains.Core.MkDecimal 6400 2))
  ]
reads4_2 = Builtin.Refl
reads4_3_of : List Domains.Facts.Sample.Item -> List Integer
reads4_3_of [] = []
reads4_3_of (row :: rows) = row.amount.units :: Domains.Audit.Sample.reads4_3_of rows
reads4_3 : Domains.Audit.Sample.reads4_3_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List Integer) [38560, 21500, 13135, 6400]
reads4_3 = Builtin.Refl
reads4_4_of : List Domains.Facts.Sample.Item -> List (Maybe (Domains.Core.Money Domains.Core.USD))
reads4_4_of [] = []
reads4_4_of (row :: rows) = row.discount :: Domains.Audit.Sample.reads4_4_of rows
reads4_4 : Domains.Audit.Sample.reads4_4_of Domains.Facts.Sample.printed.items = Prelude.Basics.the (List (Maybe (Domains.Core.Money Domains.Core.USD))) [Nothing, (Just (Domains.Core.MkMoney (-1500))), Nothing, Nothing]
reads4_4 = Builtin.Refl
reads5 : Domains.Facts.Sample.printed.subtotal = (Domains.Core.MkMoney 79595)
reads5 = Builtin.Refl
reads6 : Domains.Facts.Sample.printed.discountTotal = (Domains.Core.MkMoney (-1500))
reads6 = Builtin.Refl
reads7 : Domains.Facts.Sample.printed.salesTax = (Domains.Core.MkMoney 4881)
reads7 = Builtin.Refl
reads8 : Domains.Facts.Sample.printed.taxRate = (Domains.Core.MkRate 1 16 Data.So.Oh)
reads8 = Builtin.Refl
reads9 : Domains.Facts.Sample.printed.amountDueInWords = "US Dollars Eight Hundred Twenty-Nine and 76/100 Only"
reads9 = Builtin.Refl
reads10 : Domains.Facts.Sample.printed.amountDue = (Domains.Core.MkMoney 82976)
reads10 = Builtin.Refl
reads11 : Domains.Facts.Sample.printed.exchangeRate = (Domains.Core.MkRate 6937 5 Data.So.Oh)
reads11 = Builtin.Refl
reads12 : Domains.Facts.Sample.printed.inWon = (Domains.Core.MkMoney 1151209)
reads12 = Builtin.Refl

-- R0 is false of the document: amount = quantity × unit price (4 rows)
refuted0 : Prelude.Basics.Not (Domains.Facts.Sample.R0 Domains.Facts.Sample.printed)
refuted0 Builtin.Refl impossible
-- … in row 2
refuted0_2 : Prelude.Basics.Not (Domains.Facts.Sample.Rule0
  [Domains.Facts.Sample.MkItem "Dye lot \"B\"" (Domains.Core.MkDecimal 7 0) (Domains.Core.MkPrice (Domains.Core.MkDecimal 1875 2)) (Domains.Core.MkMoney 13135) Nothing])
refuted0_2 Builtin.Refl impossible
-- … and in no other
holds0 : Domains.Facts.Sample.Rule0 (Domains.Core.pick [0, 2, 1, 1] Domains.Facts.Sample.printed.items)
holds0 = Builtin.Refl
-- … and every row of it, once one of its values is another, is false.
other0 : Domains.Facts.Sample.Item -> Domains.Facts.Sample.Item
other0 row = Domains.Facts.Sample.MkItem row.itemName row.quantity row.unitPrice (Domains.Core.moreMoney row.amount) row.discount
breaks0 : List Domains.Facts.Sample.Item -> Bool
breaks0 [] = Prelude.Basics.True
breaks0 (row :: rows) =
  Prelude.Basics.(&&)
    (Prelude.EqOrd.(/=) (Domains.Facts.Sample.stated0 (Domains.Audit.Sample.other0 row)) (Domains.Facts.Sample.computed0 (Domains.Audit.Sample.other0 row)))
    (Domains.Audit.Sample.breaks0 rows)
refusesAll0 : Domains.Audit.Sample.breaks0 (Domains.Core.pick [0, 2, 1, 1] Domains.Facts.Sample.printed.items) = Prelude.Basics.True
refusesAll0 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts0 : Domains.Facts.Sample.Rule0
  [Domains.Facts.Sample.MkItem "Carded yarn" (Domains.Core.MkDecimal 1205 1) (Domains.Core.MkPrice (Domains.Core.MkDecimal 320 2)) (Domains.Core.MkMoney 38560) Nothing]
accepts0 = Builtin.Refl
failing "Mismatch between"
  refuses0 : Domains.Facts.Sample.Rule0
    [Domains.Facts.Sample.MkItem "Carded yarn" (Domains.Core.MkDecimal 1205 1) (Domains.Core.MkPrice (Domains.Core.MkDecimal 320 2)) (Domains.Core.MkMoney 38561) Nothing]
  refuses0 = Builtin.Refl

-- R1 holds: the amounts add up to the subtotal
holds1 : Domains.Facts.Sample.R1 Domains.Facts.Sample.printed
holds1 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts1 : Domains.Facts.Sample.Rule1 Domains.Facts.Sample.printed.items (Domains.Core.MkMoney 79595)
accepts1 = Builtin.Refl
failing "Mismatch between"
  refuses1 : Domains.Facts.Sample.Rule1 Domains.Facts.Sample.printed.items (Domains.Core.MkMoney 79596)
  refuses1 = Builtin.Refl

-- R2 is false of the document: sales tax on the subtotal less the discount
refuted2 : Prelude.Basics.Not (Domains.Facts.Sample.R2 Domains.Facts.Sample.printed)
refuted2 Builtin.Refl impossible

-- R3 holds: amount due = subtotal + discount + sales tax
holds3 : Domains.Facts.Sample.R3 Domains.Facts.Sample.printed
holds3 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts3 : Domains.Facts.Sample.Rule3
  (Domains.Core.MkMoney 79595)
  (Domains.Core.MkMoney (-1500))
  (Domains.Core.MkMoney 4881)
  (Domains.Core.MkMoney 82976)
accepts3 = Builtin.Refl
failing "Mismatch between"
  refuses3 : Domains.Facts.Sample.Rule3
    (Domains.Core.MkMoney 79595)
    (Domains.Core.MkMoney (-1500))
    (Domains.Core.MkMoney 4881)
    (Domains.Core.MkMoney 82977)
  refuses3 = Builtin.Refl

-- R4 holds: the discount stands twice
holds4 : Domains.Facts.Sample.R4 Domains.Facts.Sample.printed
holds4 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts4 : Domains.Facts.Sample.Rule4
  [Domains.Facts.Sample.MkItem "Thread, 40/2" (Domains.Core.MkDecimal 10000 0) (Domains.Core.MkPrice (Domains.Core.MkDecimal 215 4)) (Domains.Core.MkMoney 21500) (Just (Domains.Core.MkMoney (-1500)))]
  (Domains.Core.MkMoney (-1500))
accepts4 = Builtin.Refl
failing "Mismatch between"
  refuses4 : Domains.Facts.Sample.Rule4
    [Domains.Facts.Sample.MkItem "Thread, 40/2" (Domains.Core.MkDecimal 10000 0) (Domains.Core.MkPrice (Domains.Core.MkDecimal 215 4)) (Domains.Core.MkMoney 21500) (Just (Domains.Core.MkMoney (-1499)))]
    (Domains.Core.MkMoney (-1500))
  refuses4 = Builtin.Refl

-- R5 holds: issue before due
holds5 : Domains.Facts.Sample.R5 Domains.Facts.Sample.printed
holds5 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts5 : Domains.Facts.Sample.Rule5
  (Domains.Core.MkDate 2025 4 2 Data.So.Oh)
  (Domains.Core.MkDate 2025 5 2 Data.So.Oh)
accepts5 = Builtin.Refl
failing "Mismatch between"
  refuses5 : Domains.Facts.Sample.Rule5
    (Domains.Core.MkDate 2025 4 2 Data.So.Oh)
    (Domains.Core.MkDate 2025 4 1 Data.So.Oh)
  refuses5 = Builtin.Refl

-- R6 holds: the amount in won
holds6 : Domains.Facts.Sample.R6 Domains.Facts.Sample.printed
holds6 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts6 : Domains.Facts.Sample.Rule6
  (Domains.Core.MkMoney 82976)
  (Domains.Core.MkRate 6937 5 Data.So.Oh)
  (Domains.Core.MkMoney 1151209)
accepts6 = Builtin.Refl
failing "Mismatch between"
  refuses6 : Domains.Facts.Sample.Rule6
    (Domains.Core.MkMoney 82976)
    (Domains.Core.MkRate 6937 5 Data.So.Oh)
    (Domains.Core.MkMoney 1151210)
  refuses6 = Builtin.Refl

-- R7 holds: the amount in words
holds7 : Domains.Facts.Sample.R7 Domains.Facts.Sample.printed
holds7 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts7 : Domains.Facts.Sample.Rule7
  "US Dollars Eight Hundred Twenty-Nine and 76/100 Only"
  (Domains.Core.MkMoney 82976)
accepts7 = Builtin.Refl
failing "Mismatch between"
  refuses7 : Domains.Facts.Sample.Rule7
    "US Dollars Eight Hundred Twenty-Nine and 76/100 Only"
    (Domains.Core.MkMoney 82977)
  refuses7 = Builtin.Refl
