||| The reference example: a service contract in all five layers, for people who read or write models.
|||
||| The paper behind it, in short (everything in it is invented):
|||
|||     용역계약서 · 저수지 수위 예측 딥러닝 모형 개발
|||     갑 한빛수자원연구조합 (사업자등록번호 214-87-30915) · 을 주식회사 여울기계학습
|||     계약일 2025-03-10 · 용역기간 2025-03-17부터 2025-09-16까지 (6개월)
|||
|||     품목                 단가        수량        금액
|||     책임연구원         9,800,000   3 M/M   29,400,000
|||     연구원             6,150,000   8 M/M   49,200,000
|||     학습 서버 임차         1,730   4,320시간  7,473,600
|||                                  공급가액   86,073,600
|||                            부가가치세 (10 %)    8,607,360
|||                                  계약금액   94,680,960   금 구천사백육십팔만구백육십원정
|||
|||     지급: 착수금 30 % 28,404,288 (2025-03-31), 중도금 40 % 37,872,384 (2025-06-30),
|||           잔금 30 % 28,404,288 (2025-09-30)
|||
||| What the types buy: a value of type `ScaleDeepContract` cannot hold a wrong total. Change any
||| number below by one won and this file no longer checks; the message says which two amounts differ.
|||
||| Models that Proviso writes look the same from Layer 3 on; their values stand in a module of their
||| own (`Domains.Facts.…`) and what they must prove is asked by another (`Domains.Audit.…`).
module Domains.ScaleDeep

import Domains.Core

%default total

--------------------------------------------------------------------------------
-- Layer 1 · primitive types
--------------------------------------------------------------------------------

-- `Money KRW`, `Date`, `Rate`, `Period` come from `Domains.Core`. Amounts are `Integer`s: the type
-- checker compares 94,680,960 at once, where as a `Nat` it would count to it.

||| Won, for short.
public export
Won : Type
Won = Money KRW

||| What an effort is counted in.
public export
data Effort = ManMonth | Hour

public export
Show Effort where
  show ManMonth = "M/M"
  show Hour = "시간"

--------------------------------------------------------------------------------
-- Layer 2 · validated types
--------------------------------------------------------------------------------

-- `UnitPrice` of the library carries the proof that `totalAmount = perItem * quantity`. Its smart
-- constructor computes the total, `checkUnitPrice` takes a printed one and may refuse it.

||| The lines of a quotation and what they come to.
public export
supplyOf : List (UnitPrice KRW) -> Integer
supplyOf items = sumUnits (map (\item => item.totalAmount.units) items)

||| A share of the price that falls due on a day. The proof says which share of which price it is.
public export
record Instalment (price : Won) where
  constructor MkInstalment
  ||| What it is called: 착수금, 중도금, 잔금.
  title : String
  share : Rate
  due : Date
  amount : Won
  0 amountIsShare : amount.units = roundDiv Floor 1 (price.units * share.over) share.under

||| An instalment whose amount is computed.
public export
mkInstalment : (price : Won) -> String -> Rate -> Date -> Instalment price
mkInstalment price title share due = MkInstalment title share due (partOf Floor 1 share price) Refl

||| An instalment with a printed amount, if that is the share.
public export
checkInstalment : (price : Won) -> String -> Rate -> Date -> (amount : Won) -> Either String (Instalment price)
checkInstalment price title share due amount =
  map (\ok => MkInstalment title share due amount ok)
    (settled (title ++ " is not its share of the price")
      (decEq amount.units (roundDiv Floor 1 (price.units * share.over) share.under)))

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| One side of the contract.
public export
record Party where
  constructor MkParty
  ||| 갑 or 을.
  role : String
  name : String
  number : RegistrationNumber

||| One line of the quotation: what is done, in which unit, at which price.
public export
record Item where
  constructor MkItem
  task : String
  effort : Effort
  price : UnitPrice KRW

||| When the work is done, and how long that is said to take.
public export
record Schedule where
  constructor MkSchedule
  signed, start, end : Date
  stated : Period
  0 inSequence : So (inOrder [signed, start, end])
  0 lengthFits : So (lasts start end stated)

||| What the work costs: before tax, the tax, both together, and in words.
public export
record ContractPrice where
  constructor MkContractPrice
  ||| 공급가액, 부가가치세, 계약금액, with the proofs that tax and total are right.
  taxed : Taxed KRW
  wording : String
  0 wordsAgree : readKorean wording = Just taxed.gross.units

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole contract, with what joins its parts.
public export
record ScaleDeepContract where
  constructor MkScaleDeepContract
  title : String
  client, contractor : Party
  items : List Item
  price : ContractPrice
  schedule : Schedule
  instalments : List (Instalment price.taxed.gross)
  ||| The lines come to the supply value.
  0 itemsAreSupply : price.taxed.supply.units = supplyOf (map (\item => item.price) items)
  ||| The instalments come to the price: nothing is left over, nothing is paid twice.
  0 instalmentsAreGross :
    price.taxed.gross.units = sumUnits (map (\it => it.amount.units) instalments)
  ||| Nothing falls due before the contract is signed, and each instalment after the one before it.
  0 dueInSequence : So (inOrder (schedule.signed :: map (\it => it.due) instalments))

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

||| 갑.
public export
client : Party
client = MkParty "갑" "한빛수자원연구조합" (MkRegistrationNumber "214-87-30915" Oh)

||| 을.
public export
contractor : Party
contractor = MkParty "을" "주식회사 여울기계학습" (MkRegistrationNumber "105-86-42177" Oh)

||| The printed line totals are given, so that each `Refl` compares them with the product.
public export
items : List Item
items =
  [ MkItem "책임연구원" ManMonth (MkUnitPrice (MkMoney 9800000) 3 (MkMoney 29400000) Refl)
  , MkItem "연구원" ManMonth (MkUnitPrice (MkMoney 6150000) 8 (MkMoney 49200000) Refl)
  , MkItem "학습 서버 임차" Hour (MkUnitPrice (MkMoney 1730) 4320 (MkMoney 7473600) Refl)
  ]

||| 86,073,600 + 8,607,360 = 94,680,960, and the words say so too.
public export
price : ContractPrice
price =
  MkContractPrice
    (MkTaxed (MkMoney 86073600) (MkMoney 8607360) (MkMoney 94680960) koreanVat Floor Refl Refl)
    "금 구천사백육십팔만구백육십원정"
    Refl

||| Six months, counted with the last day.
public export
schedule : Schedule
schedule =
  MkSchedule (MkDate 2025 3 10 Oh) (MkDate 2025 3 17 Oh) (MkDate 2025 9 16 Oh) (Lasting 6 Months) Oh Oh

||| The contract as printed.
public export
scaleDeep : ScaleDeepContract
scaleDeep =
  MkScaleDeepContract
    "저수지 수위 예측 딥러닝 모형 개발"
    Domains.ScaleDeep.client
    Domains.ScaleDeep.contractor
    Domains.ScaleDeep.items
    Domains.ScaleDeep.price
    Domains.ScaleDeep.schedule
    [ MkInstalment "착수금" (MkRate 3 10 Oh) (MkDate 2025 3 31 Oh) (MkMoney 28404288) Refl
    , MkInstalment "중도금" (MkRate 2 5 Oh) (MkDate 2025 6 30 Oh) (MkMoney 37872384) Refl
    , MkInstalment "잔금" (MkRate 3 10 Oh) (MkDate 2025 9 30 Oh) (MkMoney 28404288) Refl
    ]
    Refl
    Refl
    Oh

--------------------------------------------------------------------------------
-- What can be said about it
--------------------------------------------------------------------------------

||| Whatever contract of this type there is, its lines and its instalments come to amounts that
||| differ by the tax alone. This holds for all of them, not for the one above only.
public export
0 linesAndInstalments :
  (c : ScaleDeepContract) ->
  sumUnits (map (\it => it.amount.units) c.instalments)
    = supplyOf (map (\item => item.price) c.items) + c.price.taxed.tax.units
linesAndInstalments c =
  rewrite sym c.instalmentsAreGross in rewrite sym c.itemsAreSupply in c.price.taxed.grossIsSum

||| A slip of one won is refused at run time as well, with a reason.
public export
slip : Either String (UnitPrice KRW)
slip = checkUnitPrice (MkMoney 1730) 4320 (MkMoney 7473601)
