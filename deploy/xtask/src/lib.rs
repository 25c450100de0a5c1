//! The local runner: up, test, seed, staff.
