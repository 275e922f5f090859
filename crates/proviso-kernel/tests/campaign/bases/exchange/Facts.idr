||| What the document says: TRAVEL EXPENSES IN TWO CURRENCIES
||| Type approval; exchange.pdf (SHA-256 000000000000…).
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
  ||| Day
  rowDate : Date
  ||| Amount
  foreignAmount : Money (Iso "SGD")
  ||| Rate
  exchangeRate : Rate
  ||| In won
  amount : Money KRW

||| What stands for a row that is not there.
public export
blankEntry : Entry
blankEntry = MkEntry (MkDate 2000 1 1 Oh) (MkMoney 0) (MkRate 0 1 Oh) (MkMoney 0)

||| All values of the document.
public export
record Facts where
  constructor MkFacts
  ||| 3 rows (page 1)
  entries : List Entry
  ||| Total (page 1)
  totalDue : Money (Iso "SGD")
  ||| Total in won (page 1)
  wonTotal : Money KRW

||| The values as printed.
public export
printed : Facts
printed =
  MkFacts
    [ MkEntry (MkDate 2025 3 3 Oh) (MkMoney 12840) (MkRate 2159 2 Oh) (MkMoney 138607)
    , MkEntry (MkDate 2025 3 4 Oh) (MkMoney 6400) (MkRate 2159 2 Oh) (MkMoney 69808)
    , MkEntry (MkDate 2025 3 5 Oh) (MkMoney 995) (MkRate 5401 5 Oh) (MkMoney 10747)
    ]
    (MkMoney 20235)
    (MkMoney 219162)

||| What a row prints, for rule 0.
public export
stated0 : Entry -> Integer
stated0 row = row.amount.units

||| What a row's other values come to, for rule 0.
public export
computed0 : Entry -> Integer
computed0 row = Domains.Core.roundDiv Floor 1 (row.foreignAmount.units * row.exchangeRate.over) (row.exchangeRate.under * 100)

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

||| R0: the amount in won (3 rows)
||| rule 0: product
||| rule 1: product
||| rule 2: product
||| The document does not keep it.
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
R0 f = Rule0 f.entries

||| Rule 0 in words.
public export
statement0 : String
statement0 = "the amount in won (3 rows)"

||| Whether other facts keep rule 0.
public export
decideRule0 : (entries : List Entry) -> Dec (Rule0 entries)
decideRule0 entries = decEq (Domains.Facts.Sample.allStated0 entries) (Domains.Facts.Sample.allComputed0 entries)

||| Whether these facts keep rule 0.
public export
decideR0 : (f : Facts) -> Dec (R0 f)
decideR0 f = Domains.Facts.Sample.decideRule0 f.entries

||| What a column of the rows comes to, for rule 1.
public export
column3_0 : List Entry -> Integer
column3_0 [] = 0
column3_0 (row :: rows) = row.foreignAmount.units + Domains.Facts.Sample.column3_0 rows

||| R1: the parts add up
||| rule 3: sum
public export
0 Rule1 : (entries : List Entry) -> (totalDue : Money (Iso "SGD")) -> Type
Rule1 entries totalDue = (totalDue.units = Domains.Facts.Sample.column3_0 entries)

||| The same of the document's facts.
public export
0 R1 : Facts -> Type
R1 f = Rule1 f.entries f.totalDue

||| Rule 1 in words.
public export
statement1 : String
statement1 = "the parts add up"

||| Whether other facts keep rule 1.
public export
decideRule1 : (entries : List Entry) -> (totalDue : Money (Iso "SGD")) -> Dec (Rule1 entries totalDue)
decideRule1 entries totalDue = decEq (totalDue.units) (Domains.Facts.Sample.column3_0 entries)

||| Whether these facts keep rule 1.
public export
decideR1 : (f : Facts) -> Dec (R1 f)
decideR1 f = Domains.Facts.Sample.decideRule1 f.entries f.totalDue

||| What a column of the rows comes to, for rule 2.
public export
column4_0 : List Entry -> Integer
column4_0 [] = 0
column4_0 (row :: rows) = row.amount.units + Domains.Facts.Sample.column4_0 rows

||| R2: the parts add up
||| rule 4: sum
public export
0 Rule2 : (entries : List Entry) -> (wonTotal : Money KRW) -> Type
Rule2 entries wonTotal = (wonTotal.units = Domains.Facts.Sample.column4_0 entries)

||| The same of the document's facts.
public export
0 R2 : Facts -> Type
R2 f = Rule2 f.entries f.wonTotal

||| Rule 2 in words.
public export
statement2 : String
statement2 = "the parts add up"

||| Whether other facts keep rule 2.
public export
decideRule2 : (entries : List Entry) -> (wonTotal : Money KRW) -> Dec (Rule2 entries wonTotal)
decideRule2 entries wonTotal = decEq (wonTotal.units) (Domains.Facts.Sample.column4_0 entries)

||| Whether these facts keep rule 2.
public export
decideR2 : (f : Facts) -> Dec (R2 f)
decideR2 f = Domains.Facts.Sample.decideRule2 f.entries f.wonTotal

||| What a column of the rows comes to, for rule 3.
public export
column5_0 : List Entry -> List Date
column5_0 [] = []
column5_0 (row :: rows) = row.rowDate :: Domains.Facts.Sample.column5_0 rows

||| R3: the days follow one another
||| rule 5: ordered
public export
0 Rule3 : (entries : List Entry) -> Type
Rule3 entries = (True = Domains.Core.inOrder (Domains.Facts.Sample.column5_0 entries))

||| The same of the document's facts.
public export
0 R3 : Facts -> Type
R3 f = Rule3 f.entries

||| Rule 3 in words.
public export
statement3 : String
statement3 = "the days follow one another"

||| Whether other facts keep rule 3.
public export
decideRule3 : (entries : List Entry) -> Dec (Rule3 entries)
decideRule3 entries = decEq (True) (Domains.Core.inOrder (Domains.Facts.Sample.column5_0 entries))

||| Whether these facts keep rule 3.
public export
decideR3 : (f : Facts) -> Dec (R3 f)
decideR3 f = Domains.Facts.Sample.decideRule3 f.entries
