//! Quotients of whole numbers. `a / b` rounds towards zero.

/// Returns the quotient rounded half up; both are not negative.
pub(crate) const fn half(a: i64, b: i64) -> i64 {
    a / b + if 2 * (a % b) >= b { 1 } else { 0 }
}

/// Returns the quotient rounded up.
pub(crate) const fn up(a: i64, b: i64) -> i64 {
    a / b + if a % b > 0 { 1 } else { 0 }
}

/// Converts a count; one that does not fit is larger than all limits.
pub(crate) fn int(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
