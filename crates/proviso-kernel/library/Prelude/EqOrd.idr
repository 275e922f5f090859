module Prelude.EqOrd

import Builtin
import Prelude.Basics
import Prelude.Types

data Ordering = LT | EQ | GT

equals : {0 a : Type} -> a -> a -> Bool
differs : {0 a : Type} -> a -> a -> Bool
compare : {0 a : Type} -> a -> a -> Ordering
below : {0 a : Type} -> a -> a -> Bool
above : {0 a : Type} -> a -> a -> Bool
atMost : {0 a : Type} -> a -> a -> Bool
atLeast : {0 a : Type} -> a -> a -> Bool

sameInteger : Integer -> Integer -> Bool
lessInteger : Integer -> Integer -> Bool
atMostInteger : Integer -> Integer -> Bool
compareInteger : Integer -> Integer -> Ordering
sameText : String -> String -> Bool
sameChar : Char -> Char -> Bool

moreInteger : Integer -> Integer -> Bool
moreInteger x y = lessInteger y x

atLeastInteger : Integer -> Integer -> Bool
atLeastInteger x y = atMostInteger y x

sameBool : Bool -> Bool -> Bool
sameBool True True = True
sameBool False False = True
sameBool True False = False
sameBool False True = False

sameList : {0 a : Type} -> (a -> a -> Bool) -> List a -> List a -> Bool
sameList _ [] [] = True
sameList eq (x :: xs) (y :: ys) = andAlso (eq x y) (sameList eq xs ys)
sameList _ [] (_ :: _) = False
sameList _ (_ :: _) [] = False

sameMaybe : {0 a : Type} -> (a -> a -> Bool) -> Maybe a -> Maybe a -> Bool
sameMaybe _ Nothing Nothing = True
sameMaybe eq (Just x) (Just y) = eq x y
sameMaybe _ Nothing (Just _) = False
sameMaybe _ (Just _) Nothing = False

equalMaybe : {0 a : Type} -> Maybe a -> Maybe a -> Bool
equalMaybe x y = sameMaybe (\p, q => p == q) x y

equalList : {0 a : Type} -> List a -> List a -> Bool
equalList x y = sameList (\p, q => p == q) x y

notEquals : {0 a : Type} -> a -> a -> Bool
notEquals x y = not (x == y)
