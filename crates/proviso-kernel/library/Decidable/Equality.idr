module Decidable.Equality

import Builtin
import Prelude.Basics
import Prelude.Types

decEq : {0 a : Type} -> (x, y : a) -> Dec (Equal x y)
