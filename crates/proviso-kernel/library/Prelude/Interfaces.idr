module Prelude.Interfaces

import Builtin
import Prelude.Basics
import Prelude.Types

map : {0 f : Type -> Type} -> {0 a, b : Type} -> (a -> b) -> f a -> f b

mapList : {0 a, b : Type} -> (a -> b) -> List a -> List b
mapList _ [] = []
mapList f (x :: xs) = f x :: mapList f xs

mapMaybe : {0 a, b : Type} -> (a -> b) -> Maybe a -> Maybe b
mapMaybe _ Nothing = Nothing
mapMaybe f (Just x) = Just (f x)

mapEither : {0 e, a, b : Type} -> (a -> b) -> Either e a -> Either e b
mapEither _ (Left x) = Left x
mapEither f (Right x) = Right (f x)
