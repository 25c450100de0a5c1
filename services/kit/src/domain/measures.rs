//! Measures of furniture.

use super::Language;

/// Minimum of a length, in millimetres.
const MIN_MILLIMETRES: u32 = 100;

/// Maximum of a length, in millimetres.
const MAX_MILLIMETRES: u32 = 10_000;

/// A length of 100 to 10,000 millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length(u16);

impl Length {
    /// Returns the length; `None` out of range.
    pub fn from_millimetres(millimetres: u32) -> Option<Self> {
        (MIN_MILLIMETRES..=MAX_MILLIMETRES)
            .contains(&millimetres)
            .then(|| u16::try_from(millimetres).ok().map(Self))?
    }

    /// Returns the whole millimetres.
    pub const fn millimetres(self) -> u16 {
        self.0
    }

    /// Writes the length in centimetres with at most one decimal, as `180` or `180,5`.
    fn centimetres(self, language: Language) -> String {
        let (whole, rest) = (self.0 / 10, self.0 % 10);
        match (rest, language) {
            (0, _) => whole.to_string(),
            (_, Language::En) => format!("{whole}.{rest}"),
            (_, Language::Az | Language::Ru) => format!("{whole},{rest}"),
        }
    }
}

/// Outer measures of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measures {
    /// Width.
    pub width: Length,
    /// Depth.
    pub depth: Length,
    /// Height.
    pub height: Length,
}

impl Measures {
    /// Writes width, depth and height in centimetres, as `180 × 60 × 262 sm`.
    pub fn describe(self, language: Language) -> String {
        let [width, depth, height] =
            [self.width, self.depth, self.height].map(|length| length.centimetres(language));
        let unit = match language {
            Language::Az => "sm",
            Language::Ru => "см",
            Language::En => "cm",
        };
        format!("{width} × {depth} × {height} {unit}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn measures(width: u32, depth: u32, height: u32) -> Measures {
        let [width, depth, height] = [width, depth, height].map(|mm| Length::from_millimetres(mm).unwrap());
        Measures { width, depth, height }
    }

    #[test]
    fn describes_measures_in_centimetres_of_each_language() {
        let whole = measures(1_800, 600, 2_620);
        assert_eq!(whole.describe(Language::Az), "180 × 60 × 262 sm");
        assert_eq!(whole.describe(Language::Ru), "180 × 60 × 262 см");
        let broken = measures(1_805, 100, 10_000);
        assert_eq!(broken.describe(Language::Ru), "180,5 × 10 × 1000 см");
        assert_eq!(broken.describe(Language::En), "180.5 × 10 × 1000 cm");
    }

    proptest! {
        #[test]
        fn lengths_are_100_to_10_000_millimetres(millimetres in 0..20_000_u32) {
            let length = Length::from_millimetres(millimetres);
            prop_assert_eq!(length.is_some(), (100..=10_000).contains(&millimetres));
            if let Some(length) = length {
                prop_assert_eq!(u32::from(length.millimetres()), millimetres);
                let text = length.centimetres(Language::Ru);
                let (whole, rest) = text.split_once(',').unwrap_or((&text, "0"));
                prop_assert_eq!(10 * whole.parse::<u32>().unwrap() + rest.parse::<u32>().unwrap(), millimetres);
            }
        }
    }
}
