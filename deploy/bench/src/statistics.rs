//! Medians and spreads of rounds.

/// The median of several rounds and their extremes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) lowest: f64,
    pub(crate) highest: f64,
}

impl Spread {
    /// Returns the spread of values; `None` if there are none.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<_> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let upper = values.get(values.len() / 2)?;
        let lower = values.get(values.len().saturating_sub(1) / 2)?;
        Some(Self {
            median: f64::midpoint(*lower, *upper),
            lowest: *values.first()?,
            highest: *values.last()?,
        })
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the values are exact")]
mod tests {
    use super::*;

    #[test]
    fn median_of_an_even_number_is_the_mean_of_the_middle_two() {
        let spread = Spread::of([4.0, 1.0, 3.0, 100.0]).unwrap();
        assert_eq!((spread.median, spread.lowest, spread.highest), (3.5, 1.0, 100.0));
    }

    #[test]
    fn median_of_an_odd_number_is_the_middle_one() {
        assert_eq!(Spread::of([9.0, 2.0, 5.0]).unwrap().median, 5.0);
        assert_eq!(Spread::of([]), None);
    }
}
