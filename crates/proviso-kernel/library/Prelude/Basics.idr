module Prelude.Basics

import Builtin

data Void : Type where

Not : Type -> Type
Not x = x -> Void

the : (0 a : Type) -> (value : a) -> a
the _ x = x

data Bool = False | True

data List : Type -> Type where
  Nil : {0 a : Type} -> List a
  Cons : {0 a : Type} -> (first : a) -> (rest : List a) -> List a

not : Bool -> Bool
not True = False
not False = True

andAlso : Bool -> Bool -> Bool
andAlso True x = x
andAlso False _ = False

orElse : Bool -> Bool -> Bool
orElse True _ = True
orElse False x = x
