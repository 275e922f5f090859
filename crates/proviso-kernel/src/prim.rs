//! What is built in, on literals. Both machines compute by it; how they come by the literals is
//! their own.
//!
//! **Invariant:** total; what gets too large is outside, and division by 0 is not computed.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Signed as _, Zero as _};

use crate::term::{Lit, Prim, R, outside};

/// Larger numbers are not computed, in bits.
const MOST_BITS: u64 = 1 << 16;
/// Longer texts are not computed, in bytes.
const MOST_BYTES: usize = 1 << 14;

/// What comes of it.
pub(crate) enum Out {
    Lit(Lit),
    /// A constructor without arguments, by its whole name.
    Made(&'static str),
    Chars(Vec<char>),
}

/// What it is of these; none where it is not computed.
pub(crate) fn compute(prim: Prim, lits: &[&Lit]) -> R<Option<Out>> {
    Ok(Some(match (prim, lits) {
        (Prim::Add, [Lit::Integer(a), Lit::Integer(b)]) => number(&**a + &**b)?,
        (Prim::Sub, [Lit::Integer(a), Lit::Integer(b)]) => number(&**a - &**b)?,
        (Prim::Mul, [Lit::Integer(a), Lit::Integer(b)]) => {
            if a.bits() + b.bits() > MOST_BITS {
                return outside("a number of more than 65,536 bits");
            }
            number(&**a * &**b)?
        }
        (Prim::Div, [Lit::Integer(a), Lit::Integer(b)]) if !b.is_zero() => number(euclid(a, b).0)?,
        (Prim::Mod, [Lit::Integer(a), Lit::Integer(b)]) if !b.is_zero() => number(euclid(a, b).1)?,
        (Prim::Same, [Lit::Integer(a), Lit::Integer(b)]) => truth(a == b),
        (Prim::Less, [Lit::Integer(a), Lit::Integer(b)]) => truth(a < b),
        (Prim::AtMost, [Lit::Integer(a), Lit::Integer(b)]) => truth(a <= b),
        (Prim::Compare, [Lit::Integer(a), Lit::Integer(b)]) => order(a.cmp(b)),
        (Prim::SameText, [Lit::Text(a), Lit::Text(b)]) => truth(a == b),
        (Prim::SameChar, [Lit::Char(a), Lit::Char(b)]) => truth(a == b),
        (Prim::Append, [Lit::Text(a), Lit::Text(b)]) => {
            if a.len() + b.len() > MOST_BYTES {
                return outside("a text of more than 16,384 bytes");
            }
            Out::Lit(Lit::Text(format!("{a}{b}").into()))
        }
        (Prim::AlphaNum, [Lit::Char(a)]) => truth(a.is_ascii_alphanumeric()),
        (Prim::Lower, [Lit::Char(a)]) => Out::Lit(Lit::Char(a.to_ascii_lowercase())),
        (Prim::Unpack, [Lit::Text(a)]) => {
            if a.len() > MOST_BYTES {
                return outside("a text of more than 16,384 bytes");
            }
            Out::Chars(a.chars().collect())
        }
        // Nor what `show` makes of a number: the compiler does not compute it, its body is not public.
        _ => return Ok(None),
    }))
}

fn truth(it: bool) -> Out {
    Out::Made(if it { "Prelude.Basics.True" } else { "Prelude.Basics.False" })
}

fn order(it: Ordering) -> Out {
    Out::Made(match it {
        Ordering::Less => "Prelude.EqOrd.LT",
        Ordering::Equal => "Prelude.EqOrd.EQ",
        Ordering::Greater => "Prelude.EqOrd.GT",
    })
}

fn number(it: BigInt) -> R<Out> {
    if it.bits() > MOST_BITS {
        return outside("a number of more than 65,536 bits");
    }
    Ok(Out::Lit(Lit::Integer(Rc::new(it))))
}

/// Quotient and remainder, the remainder not negative.
fn euclid(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let rest = a.mod_floor(&b.abs());
    ((a - &rest) / b, rest)
}
