module Prelude.Num

import Builtin

plus : {0 a : Type} -> a -> a -> a
times : {0 a : Type} -> a -> a -> a
minus : {0 a : Type} -> a -> a -> a
negate : {0 a : Type} -> a -> a

plusInteger : Integer -> Integer -> Integer
timesInteger : Integer -> Integer -> Integer
minusInteger : Integer -> Integer -> Integer
prim__div_Integer : Integer -> Integer -> Integer
prim__mod_Integer : Integer -> Integer -> Integer

negateInteger : Integer -> Integer
negateInteger x = minusInteger 0 x
