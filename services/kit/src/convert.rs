//! Conversions between protobuf's well-known types and Rust's.

use prost_types::Timestamp;
use time::OffsetDateTime;

/// Converts a time to protobuf.
pub fn timestamp(time: OffsetDateTime) -> Timestamp {
    Timestamp {
        seconds: time.unix_timestamp(),
        nanos: i32::try_from(time.nanosecond()).unwrap_or(0),
    }
}

/// Converts a time from protobuf; `None` if it is outside the years that [`OffsetDateTime`] represents or its
/// nanoseconds are not 0 to 999,999,999.
pub fn time(timestamp: &Timestamp) -> Option<OffsetDateTime> {
    let nanoseconds = u32::try_from(timestamp.nanos).ok()?;
    OffsetDateTime::from_unix_timestamp(timestamp.seconds)
        .ok()?
        .replace_nanosecond(nanoseconds)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_round_trips() {
        let sent = Timestamp {
            seconds: 1_788_000_000,
            nanos: 123_456_789,
        };
        assert_eq!(time(&sent).map(timestamp), Some(sent));
    }

    #[test]
    fn rejects_timestamps_out_of_range() {
        for (seconds, nanos) in [(i64::MAX, 0), (0, -1), (0, 1_000_000_000)] {
            assert_eq!(time(&Timestamp { seconds, nanos }), None, "{seconds} {nanos}");
        }
    }
}
