||| What the document says: 급여대장
||| Type payslip; stacked.pdf (SHA-256 000000000000…).
|||
||| Written by Proviso from the analysis; whatever is written here is what stands on the page.
||| `Facts` holds values and no proofs, so that it can say what is wrong as well.
module Domains.Facts.Sample

import public Domains.Core

%default total

||| A row of the table on page 1.
public export
record Entry where
  constructor MkEntry
  ||| 성명
  employee : String
  ||| 기본급 지급계
  basePay : Money KRW
  ||| 기본급 지급계
  secondBasePay : Money KRW
  ||| 제수당
  allowance : Money KRW
  ||| 공제계
  deductions : Money KRW

||| What stands for a row that is not there.
public export
blankEntry : Entry
blankEntry = MkEntry "" (MkMoney 0) (MkMoney 0) (MkMoney 0) (MkMoney 0)

||| All values of the document.
public export
record Facts where
  constructor MkFacts
  ||| 3 rows (page 1)
  entries : List Entry
  ||| 차인지급액 (page 1)
  netPay : Money KRW

||| The values as printed.
public export
printed : Facts
printed =
  MkFacts
    [ MkEntry "한가람" (MkMoney 3000000) (MkMoney 3200000) (MkMoney 200000) (MkMoney 400000)
    , MkEntry "정다온" (MkMoney 2500000) (MkMoney 2600000) (MkMoney 100000) (MkMoney 300000)
    , MkEntry "합계" (MkMoney 5500000) (MkMoney 5800000) (MkMoney 300000) (MkMoney 700000)
    ]
    (MkMoney 5100000)

||| What a row prints, for rule 0.
public export
stated0 : Entry -> Integer
stated0 row = row.secondBasePay.units

||| What a row's other values come to, for rule 0.
public export
computed0 : Entry -> Integer
computed0 row = row.basePay.units + row.allowance.units

||| What the rows print, for rule 0.
public export
allStated0 : List Entry -> List Integer
allStated0 [] = []
allStated0 (row :: rows) = Domains.Facts.Sample.stated0 row :: Domains.Facts.Sample.allStated0 rows

||| What the rows' other values come to, for rule 0.
public export
allComputed0 : List Entry -> List Integer
allComputed0 [] = []
allComputed0 (row :: rows) = Domains.Facts.Sample.computed0 row :: Domains.Facts.Sample.allComputed0 rows

||| R0: 지급계 = 기본급 + 제수당 (2 rows)
||| rule 0: sum
||| rule 1: sum
public export
0 Rule0 : (entries : List Entry) -> Type
Rule0 entries = (Domains.Facts.Sample.allStated0 entries = Domains.Facts.Sample.allComputed0 entries)

||| That a row keeps rule 0.
public export
0 Keeps0 : Entry -> Type
Keeps0 row = (Domains.Facts.Sample.stated0 row = Domains.Facts.Sample.computed0 row)

||| Where the rows keep rule 0, each of them does.
public export
0 each0 : (rows : List Entry) -> Rule0 rows -> Each Keeps0 rows
each0 [] _ = NoRow
each0 (row :: rows) ok = OneRow (sameHead ok) (Domains.Facts.Sample.each0 rows (sameTail ok))

||| Where each row keeps rule 0, the rows do.
public export
0 all0 : (rows : List Entry) -> Each Keeps0 rows -> Rule0 rows
all0 [] _ = Refl
all0 (row :: rows) (OneRow one others) = sameList one (Domains.Facts.Sample.all0 rows others)

||| The same of the document's facts.
public export
0 R0 : Facts -> Type
R0 f = Rule0 (Domains.Core.pick [0, 2] f.entries)

||| Rule 0 in words.
public export
statement0 : String
statement0 = "지급계 = 기본급 + 제수당 (2 rows)"

||| Whether other facts keep rule 0.
public export
decideRule0 : (entries : List Entry) -> Dec (Rule0 entries)
decideRule0 entries = decEq (Domains.Facts.Sample.allStated0 entries) (Domains.Facts.Sample.allComputed0 entries)

||| Whether these facts keep rule 0.
public export
decideR0 : (f : Facts) -> Dec (R0 f)
decideR0 f = Domains.Facts.Sample.decideRule0 (Domains.Core.pick [0, 2] f.entries)

||| What a column of the rows comes to, for rule 1.
public export
column2_0 : List Entry -> Integer
column2_0 [] = 0
column2_0 (row :: rows) = row.allowance.units + Domains.Facts.Sample.column2_0 rows

||| R1: 합계
||| rule 2: sum
public export
0 Rule1 : (entries : List Entry) -> (allowance3 : Money KRW) -> Type
Rule1 entries allowance3 = (allowance3.units = Domains.Facts.Sample.column2_0 entries)

||| The same of the document's facts.
public export
0 R1 : Facts -> Type
R1 f = Rule1
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 2 Domains.Facts.Sample.blankEntry f.entries).allowance

||| Rule 1 in words.
public export
statement1 : String
statement1 = "합계"

||| Whether other facts keep rule 1.
public export
decideRule1 : (entries : List Entry) -> (allowance3 : Money KRW) -> Dec (Rule1 entries allowance3)
decideRule1 entries allowance3 = decEq (allowance3.units) (Domains.Facts.Sample.column2_0 entries)

||| Whether these facts keep rule 1.
public export
decideR1 : (f : Facts) -> Dec (R1 f)
decideR1 f = Domains.Facts.Sample.decideRule1
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 2 Domains.Facts.Sample.blankEntry f.entries).allowance

||| What a column of the rows comes to, for rule 2.
public export
column3_0 : List Entry -> Integer
column3_0 [] = 0
column3_0 (row :: rows) = row.deductions.units + Domains.Facts.Sample.column3_0 rows

||| R2: 합계
||| rule 3: sum
public export
0 Rule2 : (entries : List Entry) -> (deductions3 : Money KRW) -> Type
Rule2 entries deductions3 = (deductions3.units = Domains.Facts.Sample.column3_0 entries)

||| The same of the document's facts.
public export
0 R2 : Facts -> Type
R2 f = Rule2
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 2 Domains.Facts.Sample.blankEntry f.entries).deductions

||| Rule 2 in words.
public export
statement2 : String
statement2 = "합계"

||| Whether other facts keep rule 2.
public export
decideRule2 : (entries : List Entry) -> (deductions3 : Money KRW) -> Dec (Rule2 entries deductions3)
decideRule2 entries deductions3 = decEq (deductions3.units) (Domains.Facts.Sample.column3_0 entries)

||| Whether these facts keep rule 2.
public export
decideR2 : (f : Facts) -> Dec (R2 f)
decideR2 f = Domains.Facts.Sample.decideRule2
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 2 Domains.Facts.Sample.blankEntry f.entries).deductions

||| What a column of the rows comes to, for rule 3.
public export
column4_0 : List Entry -> Integer
column4_0 [] = 0
column4_0 (row :: rows) = row.basePay.units + Domains.Facts.Sample.column4_0 rows

||| R3: 합계
||| rule 4: sum
public export
0 Rule3 : (entries : List Entry) -> (basePay5 : Money KRW) -> Type
Rule3 entries basePay5 = (basePay5.units = Domains.Facts.Sample.column4_0 entries)

||| The same of the document's facts.
public export
0 R3 : Facts -> Type
R3 f = Rule3
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 2 Domains.Facts.Sample.blankEntry f.entries).basePay

||| Rule 3 in words.
public export
statement3 : String
statement3 = "합계"

||| Whether other facts keep rule 3.
public export
decideRule3 : (entries : List Entry) -> (basePay5 : Money KRW) -> Dec (Rule3 entries basePay5)
decideRule3 entries basePay5 = decEq (basePay5.units) (Domains.Facts.Sample.column4_0 entries)

||| Whether these facts keep rule 3.
public export
decideR3 : (f : Facts) -> Dec (R3 f)
decideR3 f = Domains.Facts.Sample.decideRule3
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 2 Domains.Facts.Sample.blankEntry f.entries).basePay

||| What a column of the rows comes to, for rule 4.
public export
column5_0 : List Entry -> Integer
column5_0 [] = 0
column5_0 (row :: rows) = row.secondBasePay.units + Domains.Facts.Sample.column5_0 rows

||| R4: 합계
||| rule 5: sum
public export
0 Rule4 : (entries : List Entry) -> (basePay6 : Money KRW) -> Type
Rule4 entries basePay6 = (basePay6.units = Domains.Facts.Sample.column5_0 entries)

||| The same of the document's facts.
public export
0 R4 : Facts -> Type
R4 f = Rule4
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 2 Domains.Facts.Sample.blankEntry f.entries).secondBasePay

||| Rule 4 in words.
public export
statement4 : String
statement4 = "합계"

||| Whether other facts keep rule 4.
public export
decideRule4 : (entries : List Entry) -> (basePay6 : Money KRW) -> Dec (Rule4 entries basePay6)
decideRule4 entries basePay6 = decEq (basePay6.units) (Domains.Facts.Sample.column5_0 entries)

||| Whether these facts keep rule 4.
public export
decideR4 : (f : Facts) -> Dec (R4 f)
decideR4 f = Domains.Facts.Sample.decideRule4
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 2 Domains.Facts.Sample.blankEntry f.entries).secondBasePay

||| What a row prints, for rule 5.
public export
stated5 : (netPay : Money KRW) -> Entry -> Integer
stated5 netPay row = netPay.units

||| What a row's other values come to, for rule 5.
public export
computed5 : (netPay : Money KRW) -> Entry -> Integer
computed5 netPay row = row.secondBasePay.units - row.deductions.units

||| What the rows print, for rule 5.
public export
allStated5 : (netPay : Money KRW) -> List Entry -> List Integer
allStated5 _ [] = []
allStated5 netPay@(MkMoney _) (row :: rows) = Domains.Facts.Sample.stated5 netPay row :: Domains.Facts.Sample.allStated5 netPay rows

||| What the rows' other values come to, for rule 5.
public export
allComputed5 : (netPay : Money KRW) -> List Entry -> List Integer
allComputed5 _ [] = []
allComputed5 netPay@(MkMoney _) (row :: rows) = Domains.Facts.Sample.computed5 netPay row :: Domains.Facts.Sample.allComputed5 netPay rows

||| R5: 차인지급액 = 지급계 - 공제계
||| rule 6: sum
public export
0 Rule5 : (entries : List Entry) -> (netPay : Money KRW) -> Type
Rule5 entries netPay = (Domains.Facts.Sample.allStated5 netPay entries = Domains.Facts.Sample.allComputed5 netPay entries)

||| That a row keeps rule 5.
public export
0 Keeps5 : (netPay : Money KRW) -> Entry -> Type
Keeps5 netPay row = (Domains.Facts.Sample.stated5 netPay row = Domains.Facts.Sample.computed5 netPay row)

||| Where the rows keep rule 5, each of them does.
public export
0 each5 : (netPay : Money KRW) -> (rows : List Entry) -> Rule5 rows netPay -> Each (Keeps5 netPay) rows
each5 netPay@(MkMoney _) [] _ = NoRow
each5 netPay@(MkMoney _) (row :: rows) ok = OneRow (sameHead ok) (Domains.Facts.Sample.each5 netPay rows (sameTail ok))

||| Where each row keeps rule 5, the rows do.
public export
0 all5 : (netPay : Money KRW) -> (rows : List Entry) -> Each (Keeps5 netPay) rows -> Rule5 rows netPay
all5 netPay@(MkMoney _) [] _ = Refl
all5 netPay@(MkMoney _) (row :: rows) (OneRow one others) = sameList one (Domains.Facts.Sample.all5 netPay rows others)

||| The same of the document's facts.
public export
0 R5 : Facts -> Type
R5 f = Rule5 (Domains.Core.pick [2, 1] f.entries) f.netPay

||| Rule 5 in words.
public export
statement5 : String
statement5 = "차인지급액 = 지급계 - 공제계"

||| Whether other facts keep rule 5.
public export
decideRule5 : (entries : List Entry) -> (netPay : Money KRW) -> Dec (Rule5 entries netPay)
decideRule5 entries netPay = decEq (Domains.Facts.Sample.allStated5 netPay entries) (Domains.Facts.Sample.allComputed5 netPay entries)

||| Whether these facts keep rule 5.
public export
decideR5 : (f : Facts) -> Dec (R5 f)
decideR5 f = Domains.Facts.Sample.decideRule5 (Domains.Core.pick [2, 1] f.entries) f.netPay

||| What a column of the rows comes to, for rule 6.
public export
column7_0 : List Entry -> Integer
column7_0 [] = 0
column7_0 (row :: rows) = row.allowance.units + Domains.Facts.Sample.column7_0 rows

||| R6: 제수당의 합 = 다른 열에 적힌 값
||| rule 7: sum
public export
0 Rule6 : (entries : List Entry) -> (deductions2 : Money KRW) -> Type
Rule6 entries deductions2 = (deductions2.units = Domains.Facts.Sample.column7_0 entries)

||| The same of the document's facts.
public export
0 R6 : Facts -> Type
R6 f = Rule6
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 1 Domains.Facts.Sample.blankEntry f.entries).deductions

||| Rule 6 in words.
public export
statement6 : String
statement6 = "제수당의 합 = 다른 열에 적힌 값"

||| Whether other facts keep rule 6.
public export
decideRule6 : (entries : List Entry) -> (deductions2 : Money KRW) -> Dec (Rule6 entries deductions2)
decideRule6 entries deductions2 = decEq (deductions2.units) (Domains.Facts.Sample.column7_0 entries)

||| Whether these facts keep rule 6.
public export
decideR6 : (f : Facts) -> Dec (R6 f)
decideR6 f = Domains.Facts.Sample.decideRule6
  (Domains.Core.pick [0, 2] f.entries)
  (Domains.Core.at 1 Domains.Facts.Sample.blankEntry f.entries).deductions
