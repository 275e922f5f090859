||| Every form that is read, for `printed.rs`.
module Domains.Every

import Data.So
import public Data.List

%default total

-- Data
public export
data Kind = Full | Half Integer (List Integer)

public export
data Step : Integer -> Type where
  First : Step 0
  Later, Last : (n : Integer) -> (0 _ : n = 1) -> Step n

export
record Limit (kind : Kind) where
  constructor MkLimit
  n, m : Integer
  text : String
  0 same : n = m

Show Kind where
  show Full = "full \"가\" \\ \n"
  show (Half n _) = "half " ++ show n

implementation Eq Kind where
  Full == Full = True
  (Half a xs) == (Half b ys) = a == b && xs == ys
  _ == _ = False

-- Functions
public export
0 Rule : (a, b : Integer) -> Type
Rule a b = (a = b)

half : Integer -> Integer
half n = (n + 1) * 2 - -3

view : {0 kind : Kind} -> Limit kind -> (Integer, String)
view c = (c.n, c.text ++ pack ['x', '\''])

kept : {0 kind : Kind} -> (c : Limit kind) -> (0 _ : c.n = 3) -> Maybe (Limit kind)
kept c@(MkLimit n m text ok) _ = case m of
  0 => Nothing
  _ => if n > 2 && not (n == 4)
         then Just c
         else Nothing

each : List Integer -> List Integer
each xs = map (\x, y => x + y) xs <*> filter (> 1) (map (`div` 2) [1, 2, 3])

first : Either String Integer -> Either String Integer
first it = do
  x <- it
  let y = x
      z : Integer = 2
  Right $ go y z
  where
    go : Integer -> Integer -> Integer
    go a b = let c = a in c + b

decided : (n : Integer) -> Bool
decided n with (n == 1)
  decided n | True = True
  decided n | False = False

never : (b : Bool) -> b = True -> b = False -> Void
never True _ Refl impossible

proved : (xs : List Integer) -> (length xs = 2) -> length xs = 2
proved xs ok = rewrite ok in Refl

pair : (n : Integer ** n = 3)
pair = (3 ** Refl)

shown : Limit Full -> String
shown = (.text)
