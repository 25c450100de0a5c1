//! Programs that make load or measure a limit.

pub(crate) mod flow;
pub(crate) mod oha;
pub(crate) mod pgbench;

use std::time::Duration;

/// Time that a program may take beside the measurement itself.
const OVERHEAD: Duration = Duration::from_mins(1);

/// Measurements of a load program.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Sample {
    /// Requests, flows or transactions a second.
    pub(crate) rate: f64,
    /// Completed ones.
    pub(crate) count: f64,
    /// Median duration of one, in milliseconds.
    pub(crate) median: f64,
    /// 99th percentile of the durations, in milliseconds.
    pub(crate) p99: f64,
    /// Requests that the overloaded shop refused with 503.
    pub(crate) refused: f64,
}

/// Converts a count for calculations.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "counts of a measurement are far below 2^52"
)]
pub(crate) fn to_float(count: usize) -> f64 {
    count as f64
}
