//! Starts a whole shop on this machine.
