module Prelude.Types.String

import Builtin

append : String -> String -> String
