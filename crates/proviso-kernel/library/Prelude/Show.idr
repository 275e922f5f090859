module Prelude.Show

import Builtin

show : {0 a : Type} -> a -> String
showInteger : Integer -> String
