-- What Proviso asks of the model: the compiler's answer to this module is the verdict.
module Domains.Audit.GoodsInvoice

import Domains.Core
import Domains.Facts.GoodsInvoice
import Domains.GoodsInvoice

%default total
%unbound_implicits off

-- Whatever document there is, it keeps every rule.
0 keeps0 : (c : Domains.GoodsInvoice.Doc) -> Domains.Facts.GoodsInvoice.R0 (Domains.GoodsInvoice.view c)
keeps0 = Domains.GoodsInvoice.keepsR0
0 keeps1 : (c : Domains.GoodsInvoice.Doc) -> Domains.Facts.GoodsInvoice.R1 (Domains.GoodsInvoice.view c)
keeps1 = Domains.GoodsInvoice.keepsR1
0 keeps2 : (c : Domains.GoodsInvoice.Doc) -> Domains.Facts.GoodsInvoice.R2 (Domains.GoodsInvoice.view c)
keeps2 = Domains.GoodsInvoice.keepsR2
0 keeps3 : (c : Domains.GoodsInvoice.Doc) -> Domains.Facts.GoodsInvoice.R3 (Domains.GoodsInvoice.view c)
keeps3 = Domains.GoodsInvoice.keepsR3
0 keeps4 : (c : Domains.GoodsInvoice.Doc) -> Domains.Facts.GoodsInvoice.R4 (Domains.GoodsInvoice.view c)
keeps4 = Domains.GoodsInvoice.keepsR4
0 keeps5 : (c : Domains.GoodsInvoice.Doc) -> Domains.Facts.GoodsInvoice.R5 (Domains.GoodsInvoice.view c)
keeps5 = Domains.GoodsInvoice.keepsR5
0 keeps6 : (c : Domains.GoodsInvoice.Doc) -> Domains.Facts.GoodsInvoice.R6 (Domains.GoodsInvoice.view c)
keeps6 = Domains.GoodsInvoice.keepsR6
0 keeps7 : (c : Domains.GoodsInvoice.Doc) -> Domains.Facts.GoodsInvoice.R7 (Domains.GoodsInvoice.view c)
keeps7 = Domains.GoodsInvoice.keepsR7
0 keeps8 : (c : Domains.GoodsInvoice.Doc) -> Domains.Facts.GoodsInvoice.R8 (Domains.GoodsInvoice.view c)
keeps8 = Domains.GoodsInvoice.keepsR8

-- Whatever facts keep the rules make a document that says them.
0 makes : (f : Domains.Facts.GoodsInvoice.Facts) -> (0 r0 : Domains.Facts.GoodsInvoice.R0 f) -> (0 r1 : Domains.Facts.GoodsInvoice.R1 f) -> (0 r2 : Domains.Facts.GoodsInvoice.R2 f) -> (0 r3 : Domains.Facts.GoodsInvoice.R3 f) -> (0 r4 : Domains.Facts.GoodsInvoice.R4 f) -> (0 r5 : Domains.Facts.GoodsInvoice.R5 f) -> (0 r6 : Domains.Facts.GoodsInvoice.R6 f) -> (0 r7 : Domains.Facts.GoodsInvoice.R7 f) -> (0 r8 : Domains.Facts.GoodsInvoice.R8 f) -> Domains.GoodsInvoice.view (Domains.GoodsInvoice.make f r0 r1 r2 r3 r4 r5 r6 r7 r8) = f
makes = Domains.GoodsInvoice.viewMake

-- The facts say what was read.
reads0 : Domains.Facts.GoodsInvoice.printed.issueDate = (Domains.Core.MkDate 2026 5 14 Data.So.Oh)
reads0 = Builtin.Refl
reads1 : Domains.Facts.GoodsInvoice.printed.documentNumber = "GM-2605-031"
reads1 = Builtin.Refl
reads2 : Domains.Facts.GoodsInvoice.printed.supplierRegistrationNumber = "503-81-44020"
reads2 = Builtin.Refl
reads3 : Domains.Facts.GoodsInvoice.printed.buyerRegistrationNumber = "608-87-11938"
reads3 = Builtin.Refl
reads4 : Domains.Facts.GoodsInvoice.printed.supplierCompany = "나루터종이(주)"
reads4 = Builtin.Refl
reads5 : Domains.Facts.GoodsInvoice.printed.buyerCompany = "주식회사 별빛서점"
reads5 = Builtin.Refl
reads6 : Domains.Facts.GoodsInvoice.printed.supplierPerson = "오늘해"
reads6 = Builtin.Refl
reads7 : Domains.Facts.GoodsInvoice.printed.buyerPerson = "윤슬아"
reads7 = Builtin.Refl
reads8_0_of : List Domains.Facts.GoodsInvoice.Item -> List String
reads8_0_of [] = []
reads8_0_of (row :: rows) = row.item :: Domains.Audit.GoodsInvoice.reads8_0_of rows
reads8_0 : Domains.Audit.GoodsInvoice.reads8_0_of Domains.Facts.GoodsInvoice.printed.items = Prelude.Basics.the (List String) ["한지 봉투", "포장 상자", "책갈피 세트", "완충지"]
reads8_0 = Builtin.Refl
reads8_1_of : List Domains.Facts.GoodsInvoice.Item -> List String
reads8_1_of [] = []
reads8_1_of (row :: rows) = row.specification :: Domains.Audit.GoodsInvoice.reads8_1_of rows
reads8_1 : Domains.Audit.GoodsInvoice.reads8_1_of Domains.Facts.GoodsInvoice.printed.items = Prelude.Basics.the (List String) ["A5", "중형", "10매입", "롤 50m"]
reads8_1 = Builtin.Refl
reads8_2_of : List Domains.Facts.GoodsInvoice.Item -> List Domains.Core.Decimal
reads8_2_of [] = []
reads8_2_of (row :: rows) = row.quantity :: Domains.Audit.GoodsInvoice.reads8_2_of rows
reads8_2 : Domains.Audit.GoodsInvoice.reads8_2_of Domains.Facts.GoodsInvoice.printed.items = Prelude.Basics.the (List Domains.Core.Decimal) [ (Domains.Core.MkDecimal 1200 0)
  , (Domains.Core.MkDecimal 340 0)
  , (Domains.Core.MkDecimal 75 0)
  , (Domains.Core.MkDecimal 16 0)
  ]
reads8_2 = Builtin.Refl
reads8_3_of : List Domains.Facts.GoodsInvoice.Item -> List Integer
reads8_3_of [] = []
reads8_3_of (row :: rows) = row.unitPrice.units :: Domains.Audit.GoodsInvoice.reads8_3_of rows
reads8_3 : Domains.Audit.GoodsInvoice.reads8_3_of Domains.Facts.GoodsInvoice.printed.items = Prelude.Basics.the (List Integer) [185, 1250, 3400, 9800]
reads8_3 = Builtin.Refl
reads8_4_of : List Domains.Facts.GoodsInvoice.Item -> List Integer
reads8_4_of [] = []
reads8_4_of (row :: rows) = row.supply.units :: Domains.Audit.GoodsInvoice.reads8_4_of rows
reads8_4 : Domains.Audit.GoodsInvoice.reads8_4_of Domains.Facts.GoodsInvoice.printed.items = Prelude.Basics.the (List Integer) [222000, 425000, 252000, 156800]
reads8_4 = Builtin.Refl
reads8_5_of : List Domains.Facts.GoodsInvoice.Item -> List Integer
reads8_5_of [] = []
reads8_5_of (row :: rows) = row.vat.units :: Domains.Audit.GoodsInvoice.reads8_5_of rows
reads8_5 : Domains.Audit.GoodsInvoice.reads8_5_of Domains.Facts.GoodsInvoice.printed.items = Prelude.Basics.the (List Integer) [22200, 42500, 25500, 15680]
reads8_5 = Builtin.Refl
reads9 : Domains.Facts.GoodsInvoice.printed.itemsTotalSupply = (Domains.Core.MkMoney 1058800)
reads9 = Builtin.Refl
reads10 : Domains.Facts.GoodsInvoice.printed.itemsTotalVat = (Domains.Core.MkMoney 105880)
reads10 = Builtin.Refl
reads11 : Domains.Facts.GoodsInvoice.printed.grandTotalInWords = "일금 일백일십육만사천육백팔십원정"
reads11 = Builtin.Refl
reads12 : Domains.Facts.GoodsInvoice.printed.grandTotal = (Domains.Core.MkMoney 1164680)
reads12 = Builtin.Refl
reads13 : Domains.Facts.GoodsInvoice.printed.amount = (Domains.Core.MkMoney 1164680)
reads13 = Builtin.Refl
reads14 : Domains.Facts.GoodsInvoice.printed.transactionDate = (Domains.Core.Lasting 30 Domains.Core.Days)
reads14 = Builtin.Refl

-- R0 holds: 등록번호 503-81-44020의 검증번호가 맞는다
holds0 : Domains.Facts.GoodsInvoice.R0 Domains.Facts.GoodsInvoice.printed
holds0 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts0 : Domains.Facts.GoodsInvoice.Rule0 "503-81-44020"
accepts0 = Builtin.Refl
failing "Mismatch between"
  refuses0 : Domains.Facts.GoodsInvoice.Rule0 "503-81-44021"
  refuses0 = Builtin.Refl

-- R1 holds: 등록번호 608-87-11938의 검증번호가 맞는다
holds1 : Domains.Facts.GoodsInvoice.R1 Domains.Facts.GoodsInvoice.printed
holds1 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts1 : Domains.Facts.GoodsInvoice.Rule1 "608-87-11938"
accepts1 = Builtin.Refl
failing "Mismatch between"
  refuses1 : Domains.Facts.GoodsInvoice.Rule1 "608-87-11939"
  refuses1 = Builtin.Refl

-- R2 is false of the document: 한지 봉투: 공급가액 222,000원 = 수량 1,200 × 단가 185원 (4 rows)
refuted2 : Prelude.Basics.Not (Domains.Facts.GoodsInvoice.R2 Domains.Facts.GoodsInvoice.printed)
refuted2 Builtin.Refl impossible
-- … in row 2
refuted2_2 : Prelude.Basics.Not (Domains.Facts.GoodsInvoice.Rule2
  [Domains.Facts.GoodsInvoice.MkItem "책갈피 세트" "10매입" (Domains.Core.MkDecimal 75 0) (Domains.Core.MkMoney 3400) (Domains.Core.MkMoney 252000) (Domains.Core.MkMoney 25500)])
refuted2_2 Builtin.Refl impossible
-- … and in no other
holds2 : Domains.Facts.GoodsInvoice.Rule2
  (Domains.Core.pick [0, 2, 1, 1] Domains.Facts.GoodsInvoice.printed.items)
holds2 = Builtin.Refl
-- … and every row of it, once one of its values is another, is false.
other2 : Domains.Facts.GoodsInvoice.Item -> Domains.Facts.GoodsInvoice.Item
other2 row = Domains.Facts.GoodsInvoice.MkItem row.item row.specification row.quantity row.unitPrice (Domains.Core.moreMoney row.supply) row.vat
breaks2 : List Domains.Facts.GoodsInvoice.Item -> Bool
breaks2 [] = Prelude.Basics.True
breaks2 (row :: rows) =
  Prelude.Basics.(&&)
    (Prelude.EqOrd.(/=) (Domains.Facts.GoodsInvoice.stated2 (Domains.Audit.GoodsInvoice.other2 row)) (Domains.Facts.GoodsInvoice.computed2 (Domains.Audit.GoodsInvoice.other2 row)))
    (Domains.Audit.GoodsInvoice.breaks2 rows)
refusesAll2 : Domains.Audit.GoodsInvoice.breaks2
    (Domains.Core.pick [0, 2, 1, 1] Domains.Facts.GoodsInvoice.printed.items) = Prelude.Basics.True
refusesAll2 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts2 : Domains.Facts.GoodsInvoice.Rule2
  [Domains.Facts.GoodsInvoice.MkItem "한지 봉투" "A5" (Domains.Core.MkDecimal 1200 0) (Domains.Core.MkMoney 185) (Domains.Core.MkMoney 222000) (Domains.Core.MkMoney 22200)]
accepts2 = Builtin.Refl
failing "Mismatch between"
  refuses2 : Domains.Facts.GoodsInvoice.Rule2
    [Domains.Facts.GoodsInvoice.MkItem "한지 봉투" "A5" (Domains.Core.MkDecimal 1200 0) (Domains.Core.MkMoney 185) (Domains.Core.MkMoney 222001) (Domains.Core.MkMoney 22200)]
  refuses2 = Builtin.Refl

-- R3 is false of the document: 한지 봉투: 세액 22,200원 = 공급가액 222,000원 × 10% (4 rows)
refuted3 : Prelude.Basics.Not (Domains.Facts.GoodsInvoice.R3 Domains.Facts.GoodsInvoice.printed)
refuted3 Builtin.Refl impossible
-- … in row 2
refuted3_2 : Prelude.Basics.Not (Domains.Facts.GoodsInvoice.Rule3
  [Domains.Facts.GoodsInvoice.MkItem "책갈피 세트" "10매입" (Domains.Core.MkDecimal 75 0) (Domains.Core.MkMoney 3400) (Domains.Core.MkMoney 252000) (Domains.Core.MkMoney 25500)])
refuted3_2 Builtin.Refl impossible
-- … and in no other
holds3 : Domains.Facts.GoodsInvoice.Rule3
  (Domains.Core.pick [0, 2, 1, 1] Domains.Facts.GoodsInvoice.printed.items)
holds3 = Builtin.Refl
-- … and every row of it, once one of its values is another, is false.
other3 : Domains.Facts.GoodsInvoice.Item -> Domains.Facts.GoodsInvoice.Item
other3 row = Domains.Facts.GoodsInvoice.MkItem row.item row.specification row.quantity row.unitPrice row.supply (Domains.Core.moreMoney row.vat)
breaks3 : List Domains.Facts.GoodsInvoice.Item -> Bool
breaks3 [] = Prelude.Basics.True
breaks3 (row :: rows) =
  Prelude.Basics.(&&)
    (Prelude.EqOrd.(/=) (Domains.Facts.GoodsInvoice.stated3 (Domains.Audit.GoodsInvoice.other3 row)) (Domains.Facts.GoodsInvoice.computed3 (Domains.Audit.GoodsInvoice.other3 row)))
    (Domains.Audit.GoodsInvoice.breaks3 rows)
refusesAll3 : Domains.Audit.GoodsInvoice.breaks3
    (Domains.Core.pick [0, 2, 1, 1] Domains.Facts.GoodsInvoice.printed.items) = Prelude.Basics.True
refusesAll3 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts3 : Domains.Facts.GoodsInvoice.Rule3
  [Domains.Facts.GoodsInvoice.MkItem "한지 봉투" "A5" (Domains.Core.MkDecimal 1200 0) (Domains.Core.MkMoney 185) (Domains.Core.MkMoney 222000) (Domains.Core.MkMoney 22200)]
accepts3 = Builtin.Refl
failing "Mismatch between"
  refuses3 : Domains.Facts.GoodsInvoice.Rule3
    [Domains.Facts.GoodsInvoice.MkItem "한지 봉투" "A5" (Domains.Core.MkDecimal 1200 0) (Domains.Core.MkMoney 185) (Domains.Core.MkMoney 222000) (Domains.Core.MkMoney 22201)]
  refuses3 = Builtin.Refl

-- R4 is false of the document: 합계 1,058,800원 ≠ 공급가액 222,000원 + 425,000원 + 252,000원 + 156,800원
refuted4 : Prelude.Basics.Not (Domains.Facts.GoodsInvoice.R4 Domains.Facts.GoodsInvoice.printed)
refuted4 Builtin.Refl impossible

-- R5 holds: 합계 105,880원 = 세액 22,200원 + 42,500원 + 25,500원 + 15,680원
holds5 : Domains.Facts.GoodsInvoice.R5 Domains.Facts.GoodsInvoice.printed
holds5 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts5 : Domains.Facts.GoodsInvoice.Rule5
  Domains.Facts.GoodsInvoice.printed.items
  (Domains.Core.MkMoney 105880)
accepts5 = Builtin.Refl
failing "Mismatch between"
  refuses5 : Domains.Facts.GoodsInvoice.Rule5
    Domains.Facts.GoodsInvoice.printed.items
    (Domains.Core.MkMoney 105881)
  refuses5 = Builtin.Refl

-- R6 holds: 합계 105,880원 = 합계 1,058,800원 × 10%
holds6 : Domains.Facts.GoodsInvoice.R6 Domains.Facts.GoodsInvoice.printed
holds6 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts6 : Domains.Facts.GoodsInvoice.Rule6 (Domains.Core.MkMoney 1058800) (Domains.Core.MkMoney 105880)
accepts6 = Builtin.Refl
failing "Mismatch between"
  refuses6 : Domains.Facts.GoodsInvoice.Rule6 (Domains.Core.MkMoney 1058800) (Domains.Core.MkMoney 105881)
  refuses6 = Builtin.Refl

-- R7 holds: ‘일금 일백일십육만사천육백팔십원정’은 총금액 1,164,680원과 같다
holds7 : Domains.Facts.GoodsInvoice.R7 Domains.Facts.GoodsInvoice.printed
holds7 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts7 : Domains.Facts.GoodsInvoice.Rule7 "일금 일백일십육만사천육백팔십원정" (Domains.Core.MkMoney 1164680)
accepts7 = Builtin.Refl
failing "Mismatch between"
  refuses7 : Domains.Facts.GoodsInvoice.Rule7 "일금 일백일십육만사천육백팔십원정" (Domains.Core.MkMoney 1164681)
  refuses7 = Builtin.Refl

-- R8 holds: 총금액 1,164,680원 = 합계 1,058,800원 + 105,880원
holds8 : Domains.Facts.GoodsInvoice.R8 Domains.Facts.GoodsInvoice.printed
holds8 = Builtin.Refl
-- … and refuses another value than the one that it accepts.
accepts8 : Domains.Facts.GoodsInvoice.Rule8
  (Domains.Core.MkMoney 1058800)
  (Domains.Core.MkMoney 105880)
  (Domains.Core.MkMoney 1164680)
accepts8 = Builtin.Refl
failing "Mismatch between"
  refuses8 : Domains.Facts.GoodsInvoice.Rule8
    (Domains.Core.MkMoney 1058800)
    (Domains.Core.MkMoney 105880)
    (Domains.Core.MkMoney 1164681)
  refuses8 = Builtin.Refl
