//! The clock of the process.

use time::OffsetDateTime;

/// Returns the time in UTC. Rules take the time as an argument; what is stored has the database's.
#[expect(clippy::disallowed_methods, reason = "the one clock")]
pub fn now() -> OffsetDateTime {
    OffsetDateTime::now_utc()
}
