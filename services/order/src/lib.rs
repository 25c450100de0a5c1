//! Orders, their lines and their status history.
