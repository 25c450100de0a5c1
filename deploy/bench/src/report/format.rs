//! Figures as text.

const MIB: f64 = 1024.0 * 1024.0;

/// Converts bytes to MiB.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "memory sizes are far below 2^52"
)]
pub(crate) fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / MIB
}

/// Formats MiB, or a dash.
pub(crate) fn optional(mebibytes: Option<f64>) -> String {
    mebibytes.map_or_else(|| "–".to_owned(), |value| format!("{value:.0}"))
}

/// Formats a share.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Formats milliseconds with their unit.
pub(crate) fn milliseconds(value: f64) -> String {
    format!("{} ms", plain_milliseconds(value))
}

/// Formats milliseconds, below 10 with two digits.
pub(crate) fn plain_milliseconds(value: f64) -> String {
    if value < 10.0 {
        format!("{value:.2}")
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    } else {
        format!("{value:.0}")
    }
}

/// Formats operations a second with their unit.
pub(crate) fn rate(value: f64) -> String {
    format!("{}/s", plain_rate(value))
}

/// Formats operations a second with three digits, which is more than the spread allows.
pub(crate) fn plain_rate(value: f64) -> String {
    let digits = format!("{value:.0}");
    match digits.len() {
        0..=3 => digits,
        length => {
            let kept: String = digits.chars().take(3).collect();
            group(&format!("{kept}{}", "0".repeat(length - 3)))
        }
    }
}

/// Formats a whole number with separators.
pub(crate) fn thousands(value: i64) -> String {
    group(&value.to_string())
}

/// Separates groups of three digits with commas.
fn group(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        assert_eq!([7.4, 1_234.0, 61_250.0].map(plain_rate), ["7", "1,230", "61,200"]);
        assert_eq!(thousands(1_000_000), "1,000,000");
    }

    #[test]
    fn milliseconds_lose_trailing_zeros() {
        assert_eq!(
            [0.25, 1.5, 9.0, 433.4].map(plain_milliseconds),
            ["0.25", "1.5", "9", "433"]
        );
    }
}
