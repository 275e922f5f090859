//! Idris 2 as text: what is written, what is read back, what is not trusted.
//!
//! Emission: [`emit`] (facts, model, audit), [`name`]. Judgement: [`lexer`], [`header`],
//! [`cheat`], [`diagnostics`]. Repair: [`quickfix`].

pub mod admit;
pub mod cheat;
pub mod diagnostics;
pub mod emit;
pub mod header;
pub mod lexer;
pub mod name;
pub mod quickfix;
pub mod shape;
pub mod syntax;
