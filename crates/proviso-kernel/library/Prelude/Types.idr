module Prelude.Types

import Builtin
import Prelude.Basics

data Nat = Z | S Nat

data Maybe : Type -> Type where
  Nothing : {0 a : Type} -> Maybe a
  Just : {0 a : Type} -> (x : a) -> Maybe a

data Either : Type -> Type -> Type where
  Left : {0 a, b : Type} -> (x : a) -> Either a b
  Right : {0 a, b : Type} -> (x : b) -> Either a b

data Dec : Type -> Type where
  Yes : {0 a : Type} -> (prf : a) -> Dec a
  No : {0 a : Type} -> (contra : Not a) -> Dec a

boundEither : {0 e, a, b : Type} -> Either e a -> (a -> Either e b) -> Either e b
boundEither (Left x) _ = Left x
boundEither (Right x) f = f x

unpack : String -> List Char
pack : List Char -> String
isAlphaNum : Char -> Bool
toLower : Char -> Char
