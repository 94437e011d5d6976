//! Games solved outright: tables of what perfect play makes of every position, and proofs past the tables.

pub mod prove;
