module Data.So

import Builtin
import Prelude.Basics

data So : Bool -> Type where
  Oh : So True
