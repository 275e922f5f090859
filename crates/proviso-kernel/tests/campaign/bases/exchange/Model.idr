||| A model of TRAVEL EXPENSES IN TWO CURRENCIES
|||
||| Every value of it keeps every rule of the document; the values themselves are facts.
module Domains.Sample

import public Domains.Facts.Sample

%default total

--------------------------------------------------------------------------------
-- Layer 3 · entities
--------------------------------------------------------------------------------

||| The rows of Day, Amount, Rate, In won and their totals.
public export
record EntryTable (totalValue : Money (Iso "SGD")) (totalInWon : Money KRW) where
  constructor MkEntryTable
  ||| 3 rows (p. 1)
  listed : List Entry
  ||| the amount in won (3 rows)
  0 eachAmountIsProduct : Rule0 listed
  ||| the parts add up
  0 totalValueIsSum : Rule1 listed totalValue
  ||| the parts add up
  0 totalInWonIsSum : Rule2 listed totalInWon
  ||| the days follow one another
  0 inSequence : Rule3 listed

--------------------------------------------------------------------------------
-- Layer 4 · aggregate root
--------------------------------------------------------------------------------

||| The whole document.
public export
record Approval where
  constructor MkApproval
  ||| Total (p. 1)
  totalValue : Money (Iso "SGD")
  ||| Total in won (p. 1)
  totalInWon : Money KRW
  ||| The rows of Day, Amount, Rate, In won and their totals.
  entries : EntryTable totalValue totalInWon

||| What the audit asks about.
public export
Doc : Type
Doc = Approval

||| The facts that a document states.
public export
view : Doc -> Facts
view c =
  MkFacts c.entries.listed c.totalValue c.totalInWon

||| The document of any facts that keep the rules.
public export
make : (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) -> Doc
make f r0 r1 r2 r3 =
  MkApproval
    f.totalDue
    f.wonTotal
    (MkEntryTable f.entries r0 r1 r2 r3)

||| The document of any facts, or the first rule that they break.
public export
mkDoc : Facts -> Either String Doc
mkDoc f = do
  r0 <- Domains.Core.settled Domains.Facts.Sample.statement0 (Domains.Facts.Sample.decideR0 f)
  r1 <- Domains.Core.settled Domains.Facts.Sample.statement1 (Domains.Facts.Sample.decideR1 f)
  r2 <- Domains.Core.settled Domains.Facts.Sample.statement2 (Domains.Facts.Sample.decideR2 f)
  r3 <- Domains.Core.settled Domains.Facts.Sample.statement3 (Domains.Facts.Sample.decideR3 f)
  Right (Domains.Sample.make f r0 r1 r2 r3)

--------------------------------------------------------------------------------
-- Proofs
--------------------------------------------------------------------------------

public export
0 keepsR0 : (c : Doc) -> R0 (Domains.Sample.view c)
keepsR0 c = c.entries.eachAmountIsProduct

public export
0 keepsR1 : (c : Doc) -> R1 (Domains.Sample.view c)
keepsR1 c = c.entries.totalValueIsSum

public export
0 keepsR2 : (c : Doc) -> R2 (Domains.Sample.view c)
keepsR2 c = c.entries.totalInWonIsSum

public export
0 keepsR3 : (c : Doc) -> R3 (Domains.Sample.view c)
keepsR3 c = c.entries.inSequence

||| Making a document loses nothing.
public export
0 viewMake :
  (f : Facts) -> (0 r0 : R0 f) -> (0 r1 : R1 f) -> (0 r2 : R2 f) -> (0 r3 : R3 f) ->
  Domains.Sample.view (Domains.Sample.make f r0 r1 r2 r3) = f
viewMake (MkFacts _ _ _) _ _ _ _ = Refl

--------------------------------------------------------------------------------
-- Layer 5 · the document
--------------------------------------------------------------------------------

-- There is none: the facts as printed break a rule.
-- R0: the amount in won (3 rows)
