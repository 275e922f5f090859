//! The loop: a pure decision and a driver that awaits ports.
