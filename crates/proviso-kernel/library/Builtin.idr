module Builtin

Integer, String, Char : Type

data Unit = MkUnit

data Pair : Type -> Type -> Type where
  MkPair : {0 a, b : Type} -> (x : a) -> (y : b) -> Pair a b

data Equal : {0 a : Type} -> a -> a -> Type where
  Refl : {0 a : Type} -> {0 x : a} -> Equal x x

0 sym : {0 a : Type} -> {0 x, y : a} -> (0 rule : Equal x y) -> Equal y x
sym Refl = Refl

0 trans : {0 a : Type} -> {0 x, y, z : a} -> (0 l : Equal x y) -> (0 r : Equal y z) -> Equal x z
trans Refl Refl = Refl

assert_total : {0 a : Type} -> a -> a
assert_total x = x
