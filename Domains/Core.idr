||| The trusted library: Layer 1 (primitive types) and Layer 2 (validated types that carry proofs)
||| of every model.
|||
||| Amounts are `Integer`s in the smallest unit of their currency, never `Nat`, which the type
||| checker counts one by one, and never `Double`, which rounds. Everything is `public export` and
||| total, so that a statement about a document's numbers is settled by computing it: its proof is
||| `Refl`, or `Oh` for a test that comes out `True`.
|||
||| Smart constructors are called `mk…`: they return the value with its proof, or a reason.
|||
||| It is one file of some thousand lines on purpose. What a verdict rests on is this one text: its
||| SHA-256 stands in every verdict, Proviso carries it embedded, and compiles it alone and once for
||| all checks. Several modules would be several hashes, several imports that a model could leave out
||| or replace one by one, and several copies that a workspace could hold in different ages. Two
||| hundred of its lines are tables (numerals, words of amounts, powers of ten) that a reader can skip.
module Domains.Core

import public Data.So
import public Decidable.Equality

%default total

--------------------------------------------------------------------------------
-- Layer 1 · numbers
--------------------------------------------------------------------------------

||| The quotient rounded down, for a divisor above zero; stuck for a divisor of zero.
public export
quotient : Integer -> Integer -> Integer
quotient n d = assert_total (prim__div_Integer n d)

||| What `quotient` leaves over.
public export
remainder : Integer -> Integer -> Integer
remainder n d = assert_total (prim__mod_Integer n d)

||| The number without its sign.
public export
magnitude : Integer -> Integer
magnitude n = if n < 0 then 0 - n else n

||| A number for a function to use, computed before it is used.
|||
||| The type checker hands arguments over as they are written and computes one anew at each place that
||| uses it; only what a pattern was matched against is computed once. So a function that uses an
||| argument twice, and whose argument is made of one like it, takes twice as long with every step.
||| Whatever is computed step by step here is matched on at every step, or goes through this.
public export
once : Integer -> (use : Integer -> a) -> a
once 0 use = use 0
once n use = use n

||| Ten to the power of 0 to 18; any other exponent counts as 0.
public export
tenTo : Integer -> Integer
tenTo 1 = 10
tenTo 2 = 100
tenTo 3 = 1000
tenTo 4 = 10000
tenTo 5 = 100000
tenTo 6 = 1000000
tenTo 7 = 10000000
tenTo 8 = 100000000
tenTo 9 = 1000000000
tenTo 10 = 10000000000
tenTo 11 = 100000000000
tenTo 12 = 1000000000000
tenTo 13 = 10000000000000
tenTo 14 = 100000000000000
tenTo 15 = 1000000000000000
tenTo 16 = 10000000000000000
tenTo 17 = 100000000000000000
tenTo 18 = 1000000000000000000
tenTo _ = 1

||| Euclid's algorithm; 0 where `fuel` steps are not enough (250 are, up to fifty digits).
public export
commonDivisor : (fuel : Nat) -> Integer -> Integer -> Integer
commonDivisor Z _ _ = 0
commonDivisor (S _) a 0 = a
commonDivisor (S fuel) a b = commonDivisor fuel b (remainder a b)

||| The proof that a test comes out `True`, if it does.
public export
proved : (test : Bool) -> Maybe (So test)
proved True = Just Oh
proved False = Nothing

||| The proof of a decided statement, or the reason why there is none.
public export
settled : (reason : String) -> Dec statement -> Either String statement
settled _ (Yes proof_) = Right proof_
settled reason (No _) = Left reason

||| A fraction as it comes out of a computation, not in lowest terms; the denominator is positive
||| wherever the functions of this module make one.
public export
record Ratio where
  constructor MkRatio
  numerator, denominator : Integer

||| Whether two fractions are the same number.
public export
equalRatio : (a, b : Ratio) -> Bool
equalRatio (MkRatio a b) (MkRatio c d) = a * d == c * b

||| The sum of two fractions.
public export
plusRatio : Ratio -> Ratio -> Ratio
plusRatio (MkRatio a b) (MkRatio c d) =
  once b (\b => once d (\d => if b == d then MkRatio (a + c) b else MkRatio (a * d + c * b) (b * d)))

||| The sum of all fractions of a list.
public export
sumRatio : List Ratio -> Ratio
sumRatio [] = MkRatio 0 1
sumRatio (x :: xs) = plusRatio x (sumRatio xs)

||| The fraction with its sign turned.
public export
minusRatio : Ratio -> Ratio
minusRatio (MkRatio a b) = MkRatio (0 - a) b

||| The sum of a list of integers.
public export
sumUnits : List Integer -> Integer
sumUnits [] = 0
sumUnits (x :: xs) = x + sumUnits xs

||| A number as printed: `digits / 10^scale`. `1.50` is `MkDecimal 150 2`.
public export
record Decimal where
  constructor MkDecimal
  digits, scale : Integer

||| A decimal as a fraction.
public export
ratioOfDecimal : Decimal -> Ratio
ratioOfDecimal d = MkRatio d.digits (tenTo d.scale)

||| A decimal whose scale this module can count with.
public export
mkDecimal : (digits, scale : Integer) -> Either String Decimal
mkDecimal n s =
  if 0 <= s && s <= 18 then Right (MkDecimal n s) else Left "a decimal has 0 to 18 digits behind its point"

--------------------------------------------------------------------------------
-- Layer 1 · rounding
--------------------------------------------------------------------------------

||| How a computed amount becomes a printed one. Negative amounts round as their absolute value:
||| half of a credit note's won goes away from zero, as on the invoice that it corrects.
public export
data Rounding = Floor | HalfUp | Ceiling

||| `n / d` in whole units, rounded to a multiple of `unit`; `d` and `unit` above zero.
|||
||| `roundDiv Floor 10 159758 1 = 159750`, `roundDiv HalfUp 1 (0 - 381) 2 = -191`.
public export
roundDiv : Rounding -> (unit : Integer) -> (n, d : Integer) -> Integer
roundDiv mode unit n d =
  once n (\n => once (d * unit) (\d =>
    if n < 0 then 0 - unit * steps mode (0 - n) d else unit * steps mode n d))
  where
    steps : Rounding -> Integer -> Integer -> Integer
    steps Floor a b = quotient a b
    steps HalfUp a b = quotient (2 * a + b) (2 * b)
    steps Ceiling a b = quotient (a + b - 1) b

--------------------------------------------------------------------------------
-- Layer 1 · money
--------------------------------------------------------------------------------

||| A currency by its ISO 4217 code.
public export
data Currency = KRW | USD | EUR | JPY | CNY | GBP | Iso String

||| The three letters.
public export
currencyCode : Currency -> String
currencyCode KRW = "KRW"
currencyCode USD = "USD"
currencyCode EUR = "EUR"
currencyCode JPY = "JPY"
currencyCode CNY = "CNY"
currencyCode GBP = "GBP"
currencyCode (Iso code) = code

||| Decimals of the smallest unit, by the code (ISO 4217, list one).
public export
minorDigitsOf : (code : String) -> Integer
minorDigitsOf "BIF" = 0
minorDigitsOf "CLP" = 0
minorDigitsOf "DJF" = 0
minorDigitsOf "GNF" = 0
minorDigitsOf "ISK" = 0
minorDigitsOf "JPY" = 0
minorDigitsOf "KMF" = 0
minorDigitsOf "KRW" = 0
minorDigitsOf "PYG" = 0
minorDigitsOf "RWF" = 0
minorDigitsOf "UGX" = 0
minorDigitsOf "UYI" = 0
minorDigitsOf "VND" = 0
minorDigitsOf "VUV" = 0
minorDigitsOf "XAF" = 0
minorDigitsOf "XOF" = 0
minorDigitsOf "XPF" = 0
minorDigitsOf "BHD" = 3
minorDigitsOf "IQD" = 3
minorDigitsOf "JOD" = 3
minorDigitsOf "KWD" = 3
minorDigitsOf "LYD" = 3
minorDigitsOf "OMR" = 3
minorDigitsOf "TND" = 3
minorDigitsOf "CLF" = 4
minorDigitsOf "UYW" = 4
minorDigitsOf _ = 2

||| Decimals of the smallest unit: none for won and yen, three for some dinars, else two.
public export
minorDigits : Currency -> Integer
minorDigits currency = minorDigitsOf (currencyCode currency)

||| An amount in the smallest unit of a currency (won, cents). Amounts of two currencies have two
||| types, so that nothing adds them by mistake.
public export
record Money (currency : Currency) where
  constructor MkMoney
  units : Integer

||| A unit price, which may be finer than the currency's smallest unit: `USD 0.0021`.
public export
record Price (currency : Currency) where
  constructor MkPrice
  amount : Decimal

||| An amount in the currency's main unit as a fraction.
public export
ratioOfMoney : {currency : Currency} -> Money currency -> Ratio
ratioOfMoney m = MkRatio m.units (tenTo (minorDigits currency))

||| A unit price in the currency's main unit as a fraction.
public export
ratioOfPrice : Price currency -> Ratio
ratioOfPrice p = ratioOfDecimal p.amount

||| The sum of two amounts of one currency.
public export
plusMoney : Money currency -> Money currency -> Money currency
plusMoney a b = MkMoney (a.units + b.units)

||| The sum of amounts of one currency.
public export
sumMoney : List (Money currency) -> Money currency
sumMoney amounts = MkMoney (sumUnits (map (.units) amounts))

--------------------------------------------------------------------------------
-- Layer 2 · rates
--------------------------------------------------------------------------------

||| Whether `n / d` is a fraction in lowest terms with a positive denominator.
public export
isLowest : (n, d : Integer) -> Bool
isLowest n d = 0 < d && commonDivisor 250 (magnitude n) d == 1

||| An exact fraction: 4.5 % is `MkRate 9 200 Oh`.
public export
record Rate where
  constructor MkRate
  over, under : Integer
  0 lowest : So (isLowest over under)

||| A rate from any fraction, brought to lowest terms.
public export
mkRate : (n, d : Integer) -> Either String Rate
mkRate n d =
  let g = commonDivisor 250 (magnitude n) (magnitude d)
      s = if d < 0 then 0 - g else g
      a = if g == 0 then n else quotient n s
      b = if g == 0 then d else quotient d s
  in case proved (isLowest a b) of
       Just ok => Right (MkRate a b ok)
       Nothing => Left "a rate needs a denominator other than zero"

||| A rate as a fraction.
public export
ratioOfRate : Rate -> Ratio
ratioOfRate r = MkRatio r.over r.under

||| The part of an amount that a rate takes, rounded to a multiple of `unit` smallest units.
public export
partOf : Rounding -> (unit : Integer) -> Rate -> Money currency -> Money currency
partOf mode unit rate whole = MkMoney (roundDiv mode unit (whole.units * rate.over) rate.under)

--------------------------------------------------------------------------------
-- Layer 2 · dates and lengths
--------------------------------------------------------------------------------

||| Whether a year has a 29 February.
public export
isLeap : Integer -> Bool
isLeap y = remainder y 4 == 0 && (remainder y 100 /= 0 || remainder y 400 == 0)

||| Days of a month of the Gregorian calendar.
public export
daysIn : (year, month : Integer) -> Integer
daysIn y 2 = if isLeap y then 29 else 28
daysIn _ 4 = 30
daysIn _ 6 = 30
daysIn _ 9 = 30
daysIn _ 11 = 30
daysIn _ _ = 31

||| Whether the calendar has the day, in the years that business papers speak of.
public export
isDate : (year, month, day : Integer) -> Bool
isDate y m d = 1900 <= y && y < 2200 && 1 <= m && m <= 12 && 1 <= d && d <= daysIn y m

||| A day of the Gregorian calendar, 1900 to 2199.
public export
record Date where
  constructor MkDate
  year, month, day : Integer
  0 valid : So (isDate year month day)

||| A date, if the calendar has it.
public export
mkDate : (year, month, day : Integer) -> Either String Date
mkDate y m d = case proved (isDate y m d) of
  Just ok => Right (MkDate y m d ok)
  Nothing => Left "the calendar has no such day"

||| Days since 0000-03-01; only differences count. After Howard Hinnant, "chrono-Compatible
||| Low-Level Date Algorithms", `days_from_civil`.
public export
ordinalOf : (year, month, day : Integer) -> Integer
ordinalOf year month d =
  once month (\m =>
  once (if m <= 2 then year - 1 else year) (\y =>
  once (quotient y 400) (\era =>
  once (y - era * 400) (\yoe =>
    era * 146097 + yoe * 365 + quotient yoe 4 - quotient yoe 100
      + quotient (153 * (if m > 2 then m - 3 else m + 9) + 2) 5 + d - 1))))

||| The number of a day, counted without gaps.
public export
ordinal : Date -> Integer
ordinal (MkDate y m d _) = ordinalOf y m d

||| Whether each day is the same as or later than the one before it.
public export
inOrder : List Date -> Bool
inOrder [] = True
inOrder [_] = True
inOrder (a :: b :: rest) = ordinal a <= ordinal b && inOrder (b :: rest)

||| A unit of time.
public export
data TimeUnit = Hours | Days | Weeks | Months | Years

||| A stretch of time.
public export
data Period : Type where
  ||| `24 months`, `14 days`.
  Lasting : (count : Integer) -> TimeUnit -> Period
  ||| A calendar month.
  InMonth : (year, month : Integer) -> Period
  ||| From one day to another, both included.
  Between : (first, final : Date) -> Period

||| The ordinal of the same day of the month `n` months later, or of that month's last day where it
||| has no such day.
public export
monthsLater : (n : Integer) -> Date -> Integer
monthsLater n date =
  once (date.year * 12 + date.month - 1 + n) (\months =>
  once (quotient months 12) (\y =>
  once (remainder months 12 + 1) (\m =>
  once (daysIn y m) (\final =>
    ordinalOf y m (if date.day <= final then date.day else final)))))

||| Whether a stated length fits its first and last day. Papers count both ways: with the last day
||| (1 March to 31 March is a month) and without it (1 March to 1 April is one too).
public export
lasts : (first, final : Date) -> Period -> Bool
lasts a b (Lasting n Hours) = fits (ordinal a * 24 + n) (ordinal b * 24) 24
  where
    fits : Integer -> Integer -> Integer -> Bool
    fits want have day = want == have || want == have + day
lasts a b (Lasting n Days) = let d = ordinal b - ordinal a in d == n || d + 1 == n
lasts a b (Lasting n Weeks) = let d = ordinal b - ordinal a in d == 7 * n || d + 1 == 7 * n
lasts a b (Lasting n Months) = let d = monthsLater n a in d == ordinal b || d - 1 == ordinal b
lasts a b (Lasting n Years) = let d = monthsLater (12 * n) a in d == ordinal b || d - 1 == ordinal b
lasts a b (InMonth y m) = ordinal a == ordinalOf y m 1 && ordinal b == ordinalOf y m (daysIn y m)
lasts a b (Between c d) = ordinal a == ordinal c && ordinal b == ordinal d

||| Whether two stretches of time are stated alike.
public export
samePeriod : Period -> Period -> Bool
samePeriod (Lasting n u) (Lasting m v) = n == m && hours u == hours v
  where
    hours : TimeUnit -> Integer
    hours Hours = 1
    hours Days = 24
    hours Weeks = 168
    hours Months = 730
    hours Years = 8766
samePeriod (InMonth y m) (InMonth z n) = y == z && m == n
samePeriod (Between a b) (Between c d) = ordinal a == ordinal c && ordinal b == ordinal d
samePeriod _ _ = False

--------------------------------------------------------------------------------
-- Layer 2 · registration numbers
--------------------------------------------------------------------------------

||| The value of a digit; -1 for any other character.
public export
digitOf : Char -> Integer
digitOf '0' = 0
digitOf '1' = 1
digitOf '2' = 2
digitOf '3' = 3
digitOf '4' = 4
digitOf '5' = 5
digitOf '6' = 6
digitOf '7' = 7
digitOf '8' = 8
digitOf '9' = 9
digitOf _ = -1

||| The digits of a text, all other characters left out.
public export
digitsOf : List Char -> List Integer
digitsOf [] = []
digitsOf (c :: cs) = if digitOf c < 0 then digitsOf cs else digitOf c :: digitsOf cs

||| The sum of digits times weights.
public export
weighted : (weights, digits : List Integer) -> Integer
weighted (w :: ws) (d :: ds) = w * d + weighted ws ds
weighted _ _ = 0

||| Whether ten digits are a business registration number (사업자등록번호): weights 1 3 7 1 3 7 1 3 5,
||| the tens of the ninth product carried over, and the check digit fills up to a multiple of ten.
public export
isBusinessNumber : List Integer -> Bool
isBusinessNumber ds@[_, _, _, _, _, _, _, _, ninth, check] =
  remainder (weighted [1, 3, 7, 1, 3, 7, 1, 3, 5] ds + quotient (ninth * 5) 10 + check) 10 == 0
isBusinessNumber _ = False

||| Whether thirteen digits are a corporate registration number (법인등록번호, weights 1 2 1 2 …).
public export
isCorporateNumber : List Integer -> Bool
isCorporateNumber ds@[_, _, _, _, _, _, _, _, _, _, _, _, check] =
  remainder (weighted [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2] ds + check) 10 == 0
isCorporateNumber _ = False

||| Whether thirteen digits are a resident registration number (주민등록번호, weights 2 … 9 2 … 5).
public export
isResidentNumber : List Integer -> Bool
isResidentNumber ds@[_, _, _, _, _, _, _, _, _, _, _, _, check] =
  remainder (11 - remainder (weighted [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5] ds) 11) 10 == check
isResidentNumber _ = False

||| Whether a printed number keeps its check digit, by how many digits it has.
public export
keepsCheckDigit : String -> Bool
keepsCheckDigit text =
  let ds = digitsOf (unpack text)
  in isBusinessNumber ds || isCorporateNumber ds || isResidentNumber ds

||| A registration number as printed, with a check digit that fits.
public export
record RegistrationNumber where
  constructor MkRegistrationNumber
  printedAs : String
  0 checked : So (keepsCheckDigit printedAs)

||| A registration number, if its check digit fits.
public export
mkRegistrationNumber : String -> Either String RegistrationNumber
mkRegistrationNumber text = case proved (keepsCheckDigit text) of
  Just ok => Right (MkRegistrationNumber text ok)
  Nothing => Left ("the check digit of " ++ text ++ " does not fit")

--------------------------------------------------------------------------------
-- Layer 2 · unit prices, taxes, sums, order
--------------------------------------------------------------------------------

||| A whole number of things at a price in whole smallest units.
public export
record UnitPrice (currency : Currency) where
  constructor MkUnitPrice
  perItem : Money currency
  quantity : Integer
  totalAmount : Money currency
  0 totalIsProduct : totalAmount.units = perItem.units * quantity

||| The line total of a unit price and a quantity.
public export
mkUnitPrice : Money currency -> (quantity : Integer) -> UnitPrice currency
mkUnitPrice p q = MkUnitPrice p q (MkMoney (p.units * q)) Refl

||| A printed line, if its total is the product.
public export
checkUnitPrice : (perItem : Money currency) -> (quantity : Integer) -> (totalAmount : Money currency) ->
                 Either String (UnitPrice currency)
checkUnitPrice p q t =
  map (\ok => MkUnitPrice p q t ok) (settled "the line total is not unit price times quantity" (decEq t.units (p.units * q)))

||| A decimal quantity at a unit price that may be finer than the smallest unit; the line total is
||| the product, rounded as named, `unit` smallest units at a time.
public export
record RoundedPrice (currency : Currency) where
  constructor MkRoundedPrice
  perItem : Price currency
  quantity : Decimal
  rounding : Rounding
  unit : Integer
  totalAmount : Money currency
  0 totalIsRoundedProduct :
    totalAmount.units =
      roundDiv rounding unit
        (perItem.amount.digits * quantity.digits * tenTo (minorDigits currency))
        (tenTo perItem.amount.scale * tenTo quantity.scale)

||| The line total of a unit price and a quantity, rounded as named.
public export
mkRoundedPrice : {currency : Currency} -> Rounding -> (unit : Integer) -> Price currency -> Decimal ->
                 RoundedPrice currency
mkRoundedPrice mode unit p q =
  MkRoundedPrice p q mode unit
    (MkMoney (roundDiv mode unit
      (p.amount.digits * q.digits * tenTo (minorDigits currency))
      (tenTo p.amount.scale * tenTo q.scale)))
    Refl

||| An amount before tax, the tax on it, and both together.
public export
record Taxed (currency : Currency) where
  constructor MkTaxed
  supply, tax, gross : Money currency
  taxRate : Rate
  taxRounding : Rounding
  0 taxIsPart : tax.units = roundDiv taxRounding 1 (supply.units * taxRate.over) taxRate.under
  0 grossIsSum : gross.units = supply.units + tax.units

||| The tax of an amount and the amount with it.
public export
mkTaxed : Rate -> Rounding -> Money currency -> Taxed currency
mkTaxed rate mode amount =
  MkTaxed amount (partOf mode 1 rate amount) (plusMoney amount (partOf mode 1 rate amount)) rate mode Refl Refl

||| The Korean value added tax: a tenth, won below one dropped.
public export
koreanVat : Rate
koreanVat = MkRate 1 10 Oh

||| Amounts and what they come to.
public export
record Summed (currency : Currency) where
  constructor MkSummed
  parts : List (Money currency)
  whole : Money currency
  0 wholeIsSum : whole.units = sumUnits (map (.units) parts)

||| Amounts with their printed sum, if it is theirs.
public export
mkSummed : (parts : List (Money currency)) -> (whole : Money currency) -> Either String (Summed currency)
mkSummed parts whole =
  map (\ok => MkSummed parts whole ok)
    (settled "the amounts do not come to the sum" (decEq whole.units (sumUnits (map (.units) parts))))

||| Days that follow one another; equal days are allowed.
public export
record Ordered where
  constructor MkOrdered
  days : List Date
  0 ordered : So (inOrder days)

||| Days, if they follow one another.
public export
mkOrdered : List Date -> Either String Ordered
mkOrdered days = case proved (inOrder days) of
  Just ok => Right (MkOrdered days ok)
  Nothing => Left "the days do not follow one another"

--------------------------------------------------------------------------------
-- Layer 2 · amounts in words
--------------------------------------------------------------------------------

||| What a character of a Korean amount means.
public export
data Numeral = Digit Integer | Small Integer | Large Integer | Gap | Closing | Alien

||| Hangul, Hanja (plain and the forms that cannot be altered) and Arabic numerals.
public export
numeral : Char -> Numeral
numeral '0' = Digit 0
numeral '1' = Digit 1
numeral '2' = Digit 2
numeral '3' = Digit 3
numeral '4' = Digit 4
numeral '5' = Digit 5
numeral '6' = Digit 6
numeral '7' = Digit 7
numeral '8' = Digit 8
numeral '9' = Digit 9
numeral '영' = Digit 0
numeral '공' = Digit 0
numeral '일' = Digit 1
numeral '이' = Digit 2
numeral '삼' = Digit 3
numeral '사' = Digit 4
numeral '오' = Digit 5
numeral '육' = Digit 6
numeral '륙' = Digit 6
numeral '칠' = Digit 7
numeral '팔' = Digit 8
numeral '구' = Digit 9
numeral '零' = Digit 0
numeral '〇' = Digit 0
numeral '一' = Digit 1
numeral '壹' = Digit 1
numeral '壱' = Digit 1
numeral '二' = Digit 2
numeral '貳' = Digit 2
numeral '貮' = Digit 2
numeral '弐' = Digit 2
numeral '三' = Digit 3
numeral '參' = Digit 3
numeral '参' = Digit 3
numeral '四' = Digit 4
numeral '肆' = Digit 4
numeral '五' = Digit 5
numeral '伍' = Digit 5
numeral '六' = Digit 6
numeral '陸' = Digit 6
numeral '七' = Digit 7
numeral '柒' = Digit 7
numeral '漆' = Digit 7
numeral '八' = Digit 8
numeral '捌' = Digit 8
numeral '九' = Digit 9
numeral '玖' = Digit 9
numeral '십' = Small 10
numeral '백' = Small 100
numeral '천' = Small 1000
numeral '十' = Small 10
numeral '拾' = Small 10
numeral '百' = Small 100
numeral '佰' = Small 100
numeral '千' = Small 1000
numeral '仟' = Small 1000
numeral '阡' = Small 1000
numeral '만' = Large 10000
numeral '억' = Large 100000000
numeral '조' = Large 1000000000000
numeral '萬' = Large 10000
numeral '万' = Large 10000
numeral '億' = Large 100000000
numeral '兆' = Large 1000000000000
numeral ' ' = Gap
numeral ',' = Gap
numeral '원' = Closing
numeral '정' = Closing
numeral '圓' = Closing
numeral '元' = Closing
numeral '整' = Closing
numeral '正' = Closing
numeral '.' = Closing
numeral _ = Alien

||| A digit or group of digits that waits for its unit: its value if it stands alone, and what it
||| counts as before a unit (`천` alone is one thousand).
public export
waiting : Maybe Integer -> (alone : Integer) -> Integer
waiting Nothing alone = alone
waiting (Just n) _ = n

||| What a number counts as before a unit: nothing stands for one.
public export
oneAtLeast : Integer -> Integer
oneAtLeast 0 = 1
oneAtLeast n = n

||| Only closing characters and gaps are left.
public export
closed : List Char -> Bool
closed [] = True
closed (c :: cs) = case numeral c of
  Closing => closed cs
  Gap => closed cs
  _ => False

||| Reads numerals from left to right: what large units have counted, what small units have counted
||| since, and the digits that wait for their unit.
public export
readNumerals : (large, small : Integer) -> Maybe Integer -> List Char -> Maybe Integer
readNumerals large small digits [] = Just (large + small + waiting digits 0)
readNumerals large small digits (c :: cs) = case numeral c of
  Digit d => readNumerals large small (Just (10 * waiting digits 0 + d)) cs
  Small u => readNumerals large (small + u * waiting digits 1) Nothing cs
  Large u => readNumerals (large + u * oneAtLeast (small + waiting digits 0)) 0 Nothing cs
  Gap => readNumerals large small digits cs
  Closing => if closed cs then Just (large + small + waiting digits 0) else Nothing
  Alien => Nothing

||| Leaves out what stands before the amount: `금`, `일금`, `金`, `一金`, and gaps.
public export
withoutHead : List Char -> List Char
withoutHead (' ' :: cs) = withoutHead cs
withoutHead ('금' :: cs) = cs
withoutHead ('金' :: cs) = cs
withoutHead ('일' :: '금' :: cs) = cs
withoutHead ('一' :: '金' :: cs) = cs
withoutHead ('壹' :: '金' :: cs) = cs
withoutHead cs = cs

||| What a Korean amount says, in its main unit: `금 오천오백만원정` says 55,000,000. Nothing where
||| the text is no such amount.
public export
readKorean : String -> Maybe Integer
readKorean text = readNumerals 0 0 Nothing (withoutHead (unpack text))

||| What a word of an English amount means. `Coin` names a main unit, `Cents` the hundredth of one.
public export
data EnglishWord = Ones Integer | Hundred | Scale Integer | Figures Integer | Coin | Cents | Filler | Stranger

||| A number in figures, as in `45/100`.
public export
figures : Integer -> List Char -> EnglishWord
figures n [] = Figures n
figures n (c :: cs) = if digitOf c < 0 then Stranger else figures (10 * n + digitOf c) cs

||| The words of English amounts.
public export
englishWord : String -> EnglishWord
englishWord "zero" = Ones 0
englishWord "one" = Ones 1
englishWord "two" = Ones 2
englishWord "three" = Ones 3
englishWord "four" = Ones 4
englishWord "five" = Ones 5
englishWord "six" = Ones 6
englishWord "seven" = Ones 7
englishWord "eight" = Ones 8
englishWord "nine" = Ones 9
englishWord "ten" = Ones 10
englishWord "eleven" = Ones 11
englishWord "twelve" = Ones 12
englishWord "thirteen" = Ones 13
englishWord "fourteen" = Ones 14
englishWord "fifteen" = Ones 15
englishWord "sixteen" = Ones 16
englishWord "seventeen" = Ones 17
englishWord "eighteen" = Ones 18
englishWord "nineteen" = Ones 19
englishWord "twenty" = Ones 20
englishWord "thirty" = Ones 30
englishWord "forty" = Ones 40
englishWord "fifty" = Ones 50
englishWord "sixty" = Ones 60
englishWord "seventy" = Ones 70
englishWord "eighty" = Ones 80
englishWord "ninety" = Ones 90
englishWord "hundred" = Hundred
englishWord "thousand" = Scale 1000
englishWord "million" = Scale 1000000
englishWord "billion" = Scale 1000000000
englishWord "trillion" = Scale 1000000000000
englishWord "cent" = Cents
englishWord "cents" = Cents
englishWord "won" = Coin
englishWord "dollar" = Coin
englishWord "dollars" = Coin
englishWord "euro" = Coin
englishWord "euros" = Coin
englishWord "pound" = Coin
englishWord "pounds" = Coin
englishWord "yen" = Coin
englishWord "yuan" = Coin
englishWord "and" = Filler
englishWord "only" = Filler
englishWord "say" = Filler
englishWord "the" = Filler
englishWord "sum" = Filler
englishWord "of" = Filler
englishWord "total" = Filler
englishWord "in" = Filler
englishWord "words" = Filler
englishWord "amount" = Filler
englishWord "a" = Filler
englishWord "us" = Filler
englishWord "u" = Filler
englishWord "s" = Filler
englishWord "united" = Filler
englishWord "states" = Filler
englishWord "america" = Filler
englishWord "korean" = Filler
englishWord "republic" = Filler
englishWord "korea" = Filler
englishWord "krw" = Filler
englishWord "usd" = Filler
englishWord "eur" = Filler
englishWord "gbp" = Filler
englishWord "jpy" = Filler
englishWord "cny" = Filler
englishWord "sterling" = Filler
englishWord "japanese" = Filler
englishWord "chinese" = Filler
englishWord text = figures 0 (unpack text)

||| The word whose letters were collected last letter first.
public export
collected : (letters, behind : List Char) -> String
collected [] behind = pack behind
collected (c :: cs) behind = collected cs (c :: behind)

||| Splits a text into words of letters and digits, in lower case; anything else parts words.
public export
lowerWords : (pending : List Char) -> List Char -> List String
lowerWords [] [] = []
lowerWords pending [] = [collected pending []]
lowerWords pending (c :: cs) =
  if isAlphaNum c
     then lowerWords (toLower c :: pending) cs
     else case pending of
       [] => lowerWords [] cs
       _ => collected pending [] :: lowerWords [] cs

||| How far an English amount has been read: not begun, in its main units, behind them, or behind
||| its hundredths.
public export
data Phase = Before | Main | Behind | Done

||| Reads words from left to right: what scales have counted, and what has been counted since. The
||| result is in hundredths.
public export
readWords : Phase -> (large, small : Integer) -> List String -> Maybe Integer
readWords Before _ _ [] = Nothing
readWords Main large small [] = Just (100 * (large + small))
readWords Behind large small [] = if small == 0 then Just (100 * large) else Nothing
readWords Done large small [] = Just (100 * large + small)
readWords phase large small (w :: ws) = case (englishWord w, phase) of
  (Filler, _) => readWords phase large small ws
  (Coin, Main) => readWords Behind (large + small) 0 ws
  (Coin, _) => readWords phase large small ws
  (_, Done) => Nothing
  (Ones n, Behind) => readWords Behind large (small + n) ws
  (Ones n, _) => readWords Main large (small + n) ws
  (Hundred, Main) => readWords Main large (100 * oneAtLeast small) ws
  (Hundred, Before) => readWords Main large 100 ws
  (Scale u, Main) => readWords Main (large + u * oneAtLeast small) 0 ws
  (Figures n, Main) => readWords Behind (large + small) n ws
  (Figures n, Behind) => if n == 100 then readWords Done large small ws else readWords Behind large n ws
  (Cents, Main) => if large == 0 then readWords Done 0 small ws else Nothing
  (Cents, Behind) => readWords Done large small ws
  _ => Nothing

||| What an English amount says, in hundredths of its main unit: `Ninety-Six Thousand US Dollars`
||| says 9,600,000. Nothing where the text is no such amount.
public export
readEnglish : String -> Maybe Integer
readEnglish text = readWords Before 0 0 (lowerWords [] (unpack text))

||| For words that this library does not read: what a reader found in exactly these words, and
||| nothing of any others.
public export
readElsewhere : (known : String) -> (says : Integer) -> (wording : String) -> (otherwise_ : Integer) -> Integer
readElsewhere known says wording other = if wording == known then says else other

||| A Korean amount in words and the same in figures.
public export
record InWords where
  constructor MkInWords
  wording : String
  amount : Money KRW
  0 agrees : readKorean wording = Just amount.units

||| An amount in words, if it says the amount in figures.
public export
mkInWords : (wording : String) -> (amount : Money KRW) -> Either String InWords
mkInWords text amount =
  map (\ok => MkInWords text amount ok)
    (settled (text ++ " is another amount") (decEq (readKorean text) (Just amount.units)))

--------------------------------------------------------------------------------
-- Layer 1 · lists of rows
--------------------------------------------------------------------------------

||| The elements of some stretches of a list: how many are left out, how many are taken, how many
||| are left out, and so on. `pick [2, 1] xs` is the third one.
public export
pick : (stretches : List Integer) -> List a -> List a

||| Leaves out `n` elements, and picks from the others beginning with a stretch to take.
public export
leaveOut : (n : Integer) -> (stretches : List Integer) -> List a -> List a

||| Takes `n` elements, and picks from the others beginning with a stretch to leave out.
public export
takeOver : (n : Integer) -> (stretches : List Integer) -> List a -> List a

pick (n :: ns) xs = leaveOut n ns xs
pick [] _ = []

leaveOut 0 (n :: ns) xs = takeOver n ns xs
leaveOut 0 [] _ = []
leaveOut n ns (_ :: xs) = leaveOut (n - 1) ns xs
leaveOut _ _ [] = []

takeOver 0 ns xs = pick ns xs
takeOver n ns (x :: xs) = x :: takeOver (n - 1) ns xs
takeOver _ _ [] = []

||| The element at a place, counted from 0, or another where the list is shorter.
public export
at : (place : Integer) -> (otherwise_ : a) -> List a -> a
at _ other [] = other
at 0 _ (x :: _) = x
at n other (_ :: xs) = at (n - 1) other xs

||| The value, or another where there is none.
public export
given : (otherwise_ : a) -> Maybe a -> a
given other Nothing = other
given _ (Just x) = x

||| The values that are there.
public export
present : List (Maybe a) -> List a
present [] = []
present (Nothing :: xs) = present xs
present (Just x :: xs) = x :: present xs

||| The list with another element at a place, counted from 0; the list itself where it is shorter.
public export
put : (place : Integer) -> a -> List a -> List a
put _ _ [] = []
put 0 other (_ :: xs) = other :: xs
put n other (x :: xs) = x :: put (n - 1) other xs

--------------------------------------------------------------------------------
-- Layer 1 · lemmas that a model's proofs may stand on
--------------------------------------------------------------------------------

-- An audit believes a proof that is a field of the document, and what the lemmas below make of such.
-- Each is one clause of `Refl` or `Oh`, or recursion over a list whose step is such a clause.

||| A test that comes to `True`, as the validated types hold it.
public export
0 asSo : {0 test : Bool} -> (True = test) -> So test
asSo Refl = Oh

||| A test that holds, as a rule states it.
public export
0 asTrue : {0 test : Bool} -> So test -> (True = test)
asTrue Oh = Refl

||| What is stated of some rows is true of the same rows made another way.
public export
0 onSame : {0 a : Type} -> {0 again, before : a} -> (0 statement : a -> Type) -> (0 _ : again = before) ->
  statement before -> statement again
onSame _ Refl holds = holds

||| Of two proofs, the first.
public export
0 ofFirst : {0 p, q : Type} -> (p, q) -> p
ofFirst (one, _) = one

||| Of two proofs, the second.
public export
0 ofSecond : {0 p, q : Type} -> (p, q) -> q
ofSecond (_, two) = two

||| The first of two lists that are equal and not empty.
public export
0 sameHead : {0 x, y : a} -> {0 xs, ys : List a} -> (x :: xs = y :: ys) -> x = y
sameHead Refl = Refl

||| What is behind the first of two lists that are equal and not empty.
public export
0 sameTail : {0 x, y : a} -> {0 xs, ys : List a} -> (x :: xs = y :: ys) -> xs = ys
sameTail Refl = Refl

||| Lists of equal beginnings and equal rests are equal.
public export
0 sameList : {0 x, y : a} -> {0 xs, ys : List a} -> (x = y) -> (xs = ys) -> x :: xs = y :: ys
sameList Refl Refl = Refl

||| That each row of a table keeps something.
public export
data Each : (keeps : row -> Type) -> List row -> Type where
  NoRow : {0 keeps : row -> Type} -> Each keeps []
  OneRow : {0 keeps : row -> Type} -> {0 it : row} -> {0 others : List row} ->
    (0 _ : keeps it) -> (0 _ : Each keeps others) -> Each keeps (it :: others)

||| What the first row keeps.
public export
0 ofOne : {0 keeps : row -> Type} -> {0 it : row} -> {0 others : List row} ->
  Each keeps (it :: others) -> keeps it
ofOne (OneRow one _) = one

||| What the rows behind the first one keep.
public export
0 ofOthers : {0 keeps : row -> Type} -> {0 it : row} -> {0 others : List row} ->
  Each keeps (it :: others) -> Each keeps others
ofOthers (OneRow _ rest) = rest

||| Two things that each row keeps, as one.
public export
0 bothRows : {0 p, q : row -> Type} -> (rows : List row) -> Each p rows -> Each q rows ->
  Each (\it => (p it, q it)) rows
bothRows [] _ _ = NoRow
bothRows (_ :: rows) (OneRow p ps) (OneRow q qs) = OneRow (p, q) (bothRows rows ps qs)

||| The rows of a table as lines of a model's own, each with the proof that is its own.
public export
linesOf : {0 keeps : row -> Type} -> (line : (it : row) -> (0 _ : keeps it) -> made) ->
  (rows : List row) -> (0 _ : Each keeps rows) -> List made
linesOf _ [] _ = []
linesOf line (row :: rows) ok = line row (ofOne ok) :: linesOf line rows (ofOthers ok)

||| Going to lines and back changes no row, where that is so of each.
public export
0 linesBack : {0 keeps : row -> Type} -> (back : made -> row) ->
  (line : (it : row) -> (0 _ : keeps it) -> made) ->
  ((it : row) -> (0 ok : keeps it) -> back (line it ok) = it) -> (rows : List row) ->
  (0 ok : Each keeps rows) -> map back (Domains.Core.linesOf line rows ok) = rows
linesBack _ _ _ [] _ = Refl
linesBack back line same (row :: rows) ok =
  sameList (same row (ofOne ok)) (linesBack back line same rows (ofOthers ok))

||| Lines that keep something each make rows that keep it.
public export
0 linesKeep : {0 keeps : row -> Type} -> (back : made -> row) -> ((it : made) -> keeps (back it)) ->
  (lines : List made) -> Each keeps (map back lines)
linesKeep _ _ [] = NoRow
linesKeep back keeps (line :: lines) = OneRow (keeps line) (linesKeep back keeps lines)

--------------------------------------------------------------------------------
-- Layer 1 · another value, for showing that a rule refuses it
--------------------------------------------------------------------------------

||| One smallest unit more.
public export
moreMoney : Money currency -> Money currency
moreMoney m = MkMoney (m.units + 1)

||| One more in the last digit.
public export
moreDecimal : Decimal -> Decimal
moreDecimal d = MkDecimal (d.digits + 1) d.scale

||| One more in the last digit.
public export
morePrice : Price currency -> Price currency
morePrice p = MkPrice (moreDecimal p.amount)

--------------------------------------------------------------------------------
-- Show, Eq, Ord
--------------------------------------------------------------------------------

||| A number filled up with zeros to two digits, as dates want it.
public export
twoDigits : Integer -> String
twoDigits n = if n < 10 then "0" ++ show n else show n

||| The last `scale` digits of a number, with the zeros that it begins with.
public export
lastDigits : (scale, n : Integer) -> String
lastDigits scale n = case unpack (show (tenTo scale + remainder n (tenTo scale))) of
  [] => ""
  (_ :: digits) => pack digits

public export
Show Decimal where
  show d =
    if d.scale <= 0
       then show d.digits
       else (if d.digits < 0 then "-" else "")
         ++ show (quotient (magnitude d.digits) (tenTo d.scale)) ++ "."
         ++ lastDigits d.scale (magnitude d.digits)

public export
Eq Decimal where
  a == b = a.digits * tenTo b.scale == b.digits * tenTo a.scale

public export
Ord Decimal where
  compare a b = compare (a.digits * tenTo b.scale) (b.digits * tenTo a.scale)

public export
Show Rounding where
  show Floor = "floor"
  show HalfUp = "half up"
  show Ceiling = "ceiling"

public export
Eq Rounding where
  Floor == Floor = True
  HalfUp == HalfUp = True
  Ceiling == Ceiling = True
  _ == _ = False

public export
Show Currency where
  show = currencyCode

public export
Eq Currency where
  a == b = currencyCode a == currencyCode b

public export
{currency : Currency} -> Show (Money currency) where
  show m = currencyCode currency ++ " " ++ show (MkDecimal m.units (minorDigits currency))

public export
Eq (Money currency) where
  a == b = a.units == b.units

public export
Ord (Money currency) where
  compare a b = compare a.units b.units

public export
{currency : Currency} -> Show (Price currency) where
  show p = currencyCode currency ++ " " ++ show p.amount

public export
Eq (Price currency) where
  a == b = a.amount == b.amount

public export
Show Rate where
  show r = show r.over ++ "/" ++ show r.under

public export
Eq Rate where
  a == b = a.over == b.over && a.under == b.under

public export
Show Date where
  show d = show d.year ++ "-" ++ twoDigits d.month ++ "-" ++ twoDigits d.day

public export
Eq Date where
  a == b = ordinal a == ordinal b

public export
Ord Date where
  compare a b = compare (ordinal a) (ordinal b)

public export
Show TimeUnit where
  show Hours = "hours"
  show Days = "days"
  show Weeks = "weeks"
  show Months = "months"
  show Years = "years"

public export
Show Period where
  show (Lasting n unit) = show n ++ " " ++ show unit
  show (InMonth y m) = show y ++ "-" ++ twoDigits m
  show (Between a b) = show a ++ "/" ++ show b

public export
Eq Period where
  a == b = samePeriod a b

public export
Show RegistrationNumber where
  show n = n.printedAs

public export
Eq RegistrationNumber where
  a == b = a.printedAs == b.printedAs

public export
{currency : Currency} -> Show (UnitPrice currency) where
  show u = show u.quantity ++ " x " ++ show u.perItem ++ " = " ++ show u.totalAmount
