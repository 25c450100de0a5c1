//! Measures of furniture.

use super::Language;
use crate::vocabulary::inquiry::MeasuresOf;

/// Minimum of a length, in millimetres.
const MIN_MILLIMETRES: u16 = 100;

/// Maximum of a length, in millimetres.
const MAX_MILLIMETRES: u16 = 10_000;

/// Gap between a piece and the wall at each side of its niche, in millimetres.
const SIDE_GAP: u16 = 30;

/// Gap between a piece and the ceiling of its niche, in millimetres.
const TOP_GAP: u16 = 40;

/// Gap between a piece and the wall behind it in a niche, in millimetres.
const BACK_GAP: u16 = 10;

/// A length of 100 to 10,000 millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length(u16);

impl Length {
    /// The shortest length.
    const MIN: Self = Self(MIN_MILLIMETRES);

    /// Returns the length; `None` out of range.
    pub fn from_millimetres(millimetres: u32) -> Option<Self> {
        let millimetres = u16::try_from(millimetres).ok()?;
        (MIN_MILLIMETRES..=MAX_MILLIMETRES)
            .contains(&millimetres)
            .then_some(Self(millimetres))
    }

    /// Returns the whole millimetres.
    pub const fn millimetres(self) -> u16 {
        self.0
    }

    /// Returns the length less some millimetres; `None` out of range.
    pub fn checked_sub(self, millimetres: u16) -> Option<Self> {
        Self::from_millimetres(self.0.checked_sub(millimetres)?.into())
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
    /// Returns the measures of width, depth and height in millimetres; `None` if one is out of range.
    pub fn from_millimetres([width, depth, height]: [u32; 3]) -> Option<Self> {
        Some(Self {
            width: Length::from_millimetres(width)?,
            depth: Length::from_millimetres(depth)?,
            height: Length::from_millimetres(height)?,
        })
    }

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

/// Millimetres by which a piece is smaller than what its measures are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clearance {
    /// Of the width: both sides together.
    pub width: u16,
    /// Of the depth.
    pub depth: u16,
    /// Of the height.
    pub height: u16,
}

impl Clearance {
    /// Returns the clearance: none around measures of the piece, the gaps of the workshop in a niche.
    ///
    /// The web app implements the same rule; `testdata/niches.json` tests both.
    pub const fn of(of: MeasuresOf) -> Self {
        match of {
            MeasuresOf::Piece => Self {
                width: 0,
                depth: 0,
                height: 0,
            },
            MeasuresOf::Niche => Self {
                width: 2 * SIDE_GAP,
                depth: BACK_GAP,
                height: TOP_GAP,
            },
        }
    }
}

/// Measures that a customer gives for a piece, and what they are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenMeasures {
    /// As the customer measured.
    pub measures: Measures,
    /// Object that was measured.
    pub of: MeasuresOf,
}

impl GivenMeasures {
    /// Returns the measures of the piece. A side that the niche leaves no room for has the minimum length.
    pub fn piece(self) -> Measures {
        let clearance = Clearance::of(self.of);
        let less = |length: Length, gap| length.checked_sub(gap).unwrap_or(Length::MIN);
        Measures {
            width: less(self.measures.width, clearance.width),
            depth: less(self.measures.depth, clearance.depth),
            height: less(self.measures.height, clearance.height),
        }
    }

    /// Writes the measures of the piece and those of its niche, as `237 × 60 × 258 sm (niş 243 × 61 × 262 sm)`.
    pub fn describe(self, language: Language) -> String {
        let piece = self.piece().describe(language);
        let niche = match (self.of, language) {
            (MeasuresOf::Piece, _) => return piece,
            (MeasuresOf::Niche, Language::Az) => "niş",
            (MeasuresOf::Niche, Language::Ru) => "ниша",
            (MeasuresOf::Niche, Language::En) => "niche",
        };
        format!("{piece} ({niche} {})", self.measures.describe(language))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn measures(width: u32, depth: u32, height: u32) -> Measures {
        Measures::from_millimetres([width, depth, height]).unwrap()
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

    #[test]
    fn pieces_keep_the_gaps_of_their_niches() {
        #[derive(serde::Deserialize)]
        struct Case {
            niche: [u32; 3],
            piece: [u32; 3],
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../testdata/niches.json")).unwrap();
        for Case { niche, piece } in cases {
            let [width, depth, height] = niche;
            let given = |of| GivenMeasures {
                measures: measures(width, depth, height),
                of,
            };
            assert_eq!(given(MeasuresOf::Piece).piece(), measures(width, depth, height));
            let [width, depth, height] = piece;
            assert_eq!(
                given(MeasuresOf::Niche).piece(),
                measures(width, depth, height),
                "{niche:?}"
            );
        }
    }

    #[test]
    fn describes_the_piece_before_its_niche() {
        let given = |of| GivenMeasures {
            measures: measures(2_430, 615, 2_620),
            of,
        };
        let describe = |of| Language::ALL.map(|language| given(of).describe(language));
        assert_eq!(
            describe(MeasuresOf::Niche),
            [
                "237 × 60,5 × 258 sm (niş 243 × 61,5 × 262 sm)",
                "237 × 60,5 × 258 см (ниша 243 × 61,5 × 262 см)",
                "237 × 60.5 × 258 cm (niche 243 × 61.5 × 262 cm)",
            ]
        );
        assert_eq!(describe(MeasuresOf::Piece)[0], "243 × 61,5 × 262 sm");
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
