||| What the document says: 정산서
||| Type statement; statement.pdf (SHA-256 000000000000…).
|||
||| Written by Proviso from the analysis; whatever is written here is what stands on the page.
||| `Facts` holds values and no proofs, so that it can say what is wrong as well.
module Domains.Facts.Sample

import public Domains.Core

%default total

||| All values of the document.
public export
record Facts where
  constructor MkFacts
  ||| 공급자 (page 1)
  supplier : String
  ||| 사업자등록번호 (page 1)
  supplierNumber : String
  ||| 매출액 (page 1)
  sales : Money KRW
  ||| 수수료율 (page 1)
  feeRate : Rate
  ||| 수수료 (page 1)
  fee : Money KRW
  ||| the amount in words: 금 구십육만오천원
  netPayInWords : String
  ||| 지급액 (page 1)
  netPay : Money KRW
  ||| 시작일 (page 1)
  firstDay : Date
  ||| 종료일 (page 1)
  lastDay : Date
  ||| 정산기간 (page 1)
  period : Period
  ||| the amount in words: 구십육만 오천 냥
  netPayAgainInWords : String
  ||| 입금액 (page 1)
  netPayAgain : Money KRW
  ||| 중량 (page 1)
  weight : Decimal
  ||| 총중량 (page 1)
  weightAgain : Decimal
  ||| 거래처 (page 1)
  name : String
  ||| 예금주 (page 1)
  nameAgain : String

||| The values as printed.
public export
printed : Facts
printed =
  MkFacts
    "하늘물산"
    "123-45-67890"
    (MkMoney 1000000)
    (MkRate 7 200 Oh)
    (MkMoney (-35001))
    "금 구십육만오천원"
    (MkMoney 964998)
    (MkDate 2025 2 1 Oh)
    (MkDate 2025 1 31 Oh)
    (Lasting 1 Months)
    "구십육만 오천 냥"
    (MkMoney 965000)
    (MkDecimal 1250 2)
    (MkDecimal 125 1)
    "하늘물산"
    "하늘물산(주)"

||| R0: 수수료 = 매출액 × 수수료율
||| rule 0: r
||| The document does not keep it.
public export
0 Rule0 : (sales : Money KRW) -> (feeRate : Rate) -> (fee : Money KRW) -> Type
Rule0 sales feeRate fee = (fee.units = 0 - (Domains.Core.roundDiv Floor 10 (sales.units * feeRate.over) feeRate.under))

||| The same of the document's facts.
public export
0 R0 : Facts -> Type
R0 f = Rule0 f.sales f.feeRate f.fee

||| Rule 0 in words.
public export
statement0 : String
statement0 = "수수료 = 매출액 × 수수료율"

||| Whether other facts keep rule 0.
public export
decideRule0 : (sales : Money KRW) -> (feeRate : Rate) -> (fee : Money KRW) -> Dec (Rule0 sales feeRate fee)
decideRule0 sales feeRate fee = decEq (fee.units) (0 - (Domains.Core.roundDiv Floor 10 (sales.units * feeRate.over) feeRate.under))

||| Whether these facts keep rule 0.
public export
decideR0 : (f : Facts) -> Dec (R0 f)
decideR0 f = Domains.Facts.Sample.decideRule0 f.sales f.feeRate f.fee

||| R1: 지급액 = 매출액 + 수수료
||| rule 1: s
||| The document does not keep it.
public export
0 Rule1 : (sales : Money KRW) -> (fee : Money KRW) -> (netPay : Money KRW) -> Type
Rule1 sales fee netPay = (netPay.units = sales.units + fee.units)

||| The same of the document's facts.
public export
0 R1 : Facts -> Type
R1 f = Rule1 f.sales f.fee f.netPay

||| Rule 1 in words.
public export
statement1 : String
statement1 = "지급액 = 매출액 + 수수료"

||| Whether other facts keep rule 1.
public export
decideRule1 : (sales : Money KRW) -> (fee : Money KRW) -> (netPay : Money KRW) -> Dec (Rule1 sales fee netPay)
decideRule1 sales fee netPay = decEq (netPay.units) (sales.units + fee.units)

||| Whether these facts keep rule 1.
public export
decideR1 : (f : Facts) -> Dec (R1 f)
decideR1 f = Domains.Facts.Sample.decideRule1 f.sales f.fee f.netPay

||| R2: 검증 번호
||| rule 2: c
||| The document does not keep it.
public export
0 Rule2 : (supplierNumber : String) -> Type
Rule2 supplierNumber = (True = Domains.Core.keepsCheckDigit supplierNumber)

||| The same of the document's facts.
public export
0 R2 : Facts -> Type
R2 f = Rule2 f.supplierNumber

||| Rule 2 in words.
public export
statement2 : String
statement2 = "검증 번호"

||| Whether other facts keep rule 2.
public export
decideRule2 : (supplierNumber : String) -> Dec (Rule2 supplierNumber)
decideRule2 supplierNumber = decEq (True) (Domains.Core.keepsCheckDigit supplierNumber)

||| Whether these facts keep rule 2.
public export
decideR2 : (f : Facts) -> Dec (R2 f)
decideR2 f = Domains.Facts.Sample.decideRule2 f.supplierNumber

||| R3: 시작 ≤ 종료
||| rule 3: o
||| The document does not keep it.
public export
0 Rule3 : (firstDay : Date) -> (lastDay : Date) -> Type
Rule3 firstDay lastDay = (True = Domains.Core.inOrder ([firstDay, lastDay]))

||| The same of the document's facts.
public export
0 R3 : Facts -> Type
R3 f = Rule3 f.firstDay f.lastDay

||| Rule 3 in words.
public export
statement3 : String
statement3 = "시작 ≤ 종료"

||| Whether other facts keep rule 3.
public export
decideRule3 : (firstDay : Date) -> (lastDay : Date) -> Dec (Rule3 firstDay lastDay)
decideRule3 firstDay lastDay = decEq (True) (Domains.Core.inOrder ([firstDay, lastDay]))

||| Whether these facts keep rule 3.
public export
decideR3 : (f : Facts) -> Dec (R3 f)
decideR3 f = Domains.Facts.Sample.decideRule3 f.firstDay f.lastDay

||| R4: 한 달
||| rule 4: l
||| The document does not keep it.
public export
0 Rule4 : (firstDay : Date) -> (lastDay : Date) -> (period : Period) -> Type
Rule4 firstDay lastDay period = (True = Domains.Core.lasts firstDay lastDay period)

||| The same of the document's facts.
public export
0 R4 : Facts -> Type
R4 f = Rule4 f.firstDay f.lastDay f.period

||| Rule 4 in words.
public export
statement4 : String
statement4 = "한 달"

||| Whether other facts keep rule 4.
public export
decideRule4 : (firstDay : Date) -> (lastDay : Date) -> (period : Period) -> Dec (Rule4 firstDay lastDay period)
decideRule4 firstDay lastDay period = decEq (True) (Domains.Core.lasts firstDay lastDay period)

||| Whether these facts keep rule 4.
public export
decideR4 : (f : Facts) -> Dec (R4 f)
decideR4 f = Domains.Facts.Sample.decideRule4 f.firstDay f.lastDay f.period

||| R5: 지급액 = 입금액
||| rule 5: =
||| The document does not keep it.
public export
0 Rule5 : (netPay : Money KRW) -> (netPayAgain : Money KRW) -> Type
Rule5 netPay netPayAgain = (netPay.units = netPayAgain.units)

||| The same of the document's facts.
public export
0 R5 : Facts -> Type
R5 f = Rule5 f.netPay f.netPayAgain

||| Rule 5 in words.
public export
statement5 : String
statement5 = "지급액 = 입금액"

||| Whether other facts keep rule 5.
public export
decideRule5 : (netPay : Money KRW) -> (netPayAgain : Money KRW) -> Dec (Rule5 netPay netPayAgain)
decideRule5 netPay netPayAgain = decEq (netPay.units) (netPayAgain.units)

||| Whether these facts keep rule 5.
public export
decideR5 : (f : Facts) -> Dec (R5 f)
decideR5 f = Domains.Facts.Sample.decideRule5 f.netPay f.netPayAgain

||| R6: 중량 = 총중량
||| rule 6: =
public export
0 Rule6 : (weight : Decimal) -> (weightAgain : Decimal) -> Type
Rule6 weight weightAgain = (True = Domains.Core.equalRatio (Domains.Core.ratioOfDecimal weight) (Domains.Core.ratioOfDecimal weightAgain))

||| The same of the document's facts.
public export
0 R6 : Facts -> Type
R6 f = Rule6 f.weight f.weightAgain

||| Rule 6 in words.
public export
statement6 : String
statement6 = "중량 = 총중량"

||| Whether other facts keep rule 6.
public export
decideRule6 : (weight : Decimal) -> (weightAgain : Decimal) -> Dec (Rule6 weight weightAgain)
decideRule6 weight weightAgain = decEq (True) (Domains.Core.equalRatio (Domains.Core.ratioOfDecimal weight) (Domains.Core.ratioOfDecimal weightAgain))

||| Whether these facts keep rule 6.
public export
decideR6 : (f : Facts) -> Dec (R6 f)
decideR6 f = Domains.Facts.Sample.decideRule6 f.weight f.weightAgain

||| R7: 이름
||| rule 7: =
||| The document does not keep it.
public export
0 Rule7 : (name : String) -> (nameAgain : String) -> Type
Rule7 name nameAgain = (name = nameAgain)

||| The same of the document's facts.
public export
0 R7 : Facts -> Type
R7 f = Rule7 f.name f.nameAgain

||| Rule 7 in words.
public export
statement7 : String
statement7 = "이름"

||| Whether other facts keep rule 7.
public export
decideRule7 : (name : String) -> (nameAgain : String) -> Dec (Rule7 name nameAgain)
decideRule7 name nameAgain = decEq (name) (nameAgain)

||| Whether these facts keep rule 7.
public export
decideR7 : (f : Facts) -> Dec (R7 f)
decideR7 f = Domains.Facts.Sample.decideRule7 f.name f.nameAgain

||| R8: 한글금액
||| rule 8: w
||| The document does not keep it.
public export
0 Rule8 : (netPayInWords : String) -> (netPay : Money KRW) -> Type
Rule8 netPayInWords netPay = (Just netPay.units = Domains.Core.readKorean netPayInWords)

||| The same of the document's facts.
public export
0 R8 : Facts -> Type
R8 f = Rule8 f.netPayInWords f.netPay

||| Rule 8 in words.
public export
statement8 : String
statement8 = "한글금액"

||| Whether other facts keep rule 8.
public export
decideRule8 : (netPayInWords : String) -> (netPay : Money KRW) -> Dec (Rule8 netPayInWords netPay)
decideRule8 netPayInWords netPay = decEq (Just netPay.units) (Domains.Core.readKorean netPayInWords)

||| Whether these facts keep rule 8.
public export
decideR8 : (f : Facts) -> Dec (R8 f)
decideR8 f = Domains.Facts.Sample.decideRule8 f.netPayInWords f.netPay

||| R9: 모르는 말
||| rule 9: w
public export
0 Rule9 : (netPayAgainInWords : String) -> (netPayAgain : Money KRW) -> Type
Rule9 netPayAgainInWords netPayAgain = (netPayAgain.units = Domains.Core.readElsewhere "구십육만 오천 냥" 965000 netPayAgainInWords netPayAgain.units)

||| The same of the document's facts.
public export
0 R9 : Facts -> Type
R9 f = Rule9 f.netPayAgainInWords f.netPayAgain

||| Rule 9 in words.
public export
statement9 : String
statement9 = "모르는 말"

||| Whether other facts keep rule 9.
public export
decideRule9 : (netPayAgainInWords : String) -> (netPayAgain : Money KRW) -> Dec (Rule9 netPayAgainInWords netPayAgain)
decideRule9 netPayAgainInWords netPayAgain = decEq (netPayAgain.units) (Domains.Core.readElsewhere "구십육만 오천 냥" 965000 netPayAgainInWords netPayAgain.units)

||| Whether these facts keep rule 9.
public export
decideR9 : (f : Facts) -> Dec (R9 f)
decideR9 f = Domains.Facts.Sample.decideRule9 f.netPayAgainInWords f.netPayAgain
