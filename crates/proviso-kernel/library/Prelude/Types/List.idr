module Prelude.Types.List

import Builtin
import Prelude.Basics

append : {0 a : Type} -> List a -> List a -> List a
append [] ys = ys
append (x :: xs) ys = x :: append xs ys
