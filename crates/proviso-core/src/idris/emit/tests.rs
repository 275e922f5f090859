//! Emission by example.
