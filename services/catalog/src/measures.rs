//! Measures of products.

use kit::domain::{Language, LocalizedText};

/// Maximum of a measure.
const MAX_MILLIMETRES: u32 = 100_000;

/// A measure in millimetres, 1 to 100,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, sqlx::Type)]
#[sqlx(transparent)]
pub(crate) struct Millimetres(i32);

/// Error for a measure outside its bounds, or for bounds in the wrong order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("measure out of range")]
pub(crate) struct MeasureOutOfRange;

impl Millimetres {
    /// Returns the number for the database.
    pub(crate) const fn get(self) -> i32 {
        self.0
    }
}

impl TryFrom<u32> for Millimetres {
    type Error = MeasureOutOfRange;

    fn try_from(number: u32) -> Result<Self, MeasureOutOfRange> {
        match i32::try_from(number) {
            Ok(millimetres) if (1..=MAX_MILLIMETRES).contains(&number) => Ok(Self(millimetres)),
            _ => Err(MeasureOutOfRange),
        }
    }
}

impl From<Millimetres> for u32 {
    fn from(measure: Millimetres) -> Self {
        measure.0.unsigned_abs()
    }
}

/// Width, depth and height of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measures {
    pub(crate) width: Millimetres,
    pub(crate) depth: Millimetres,
    pub(crate) height: Millimetres,
}

impl Measures {
    /// Parses a text such as `150 × 60 × 210 sm` in the first language that has this form; `None` if none has it.
    pub(crate) fn parse_localized(text: &LocalizedText) -> Option<Self> {
        Language::ALL
            .into_iter()
            .find_map(|language| Self::parse(text.get(language)))
    }

    /// Parses width, depth and height in centimetres with at most one decimal.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = ["sm", "см", "cm"]
            .into_iter()
            .find_map(|unit| text.strip_suffix(unit))?;
        let mut parts = text.split(['×', 'x']).map(centimetres);
        let measures = Self {
            width: parts.next()??,
            depth: parts.next()??,
            height: parts.next()??,
        };
        parts.next().is_none().then_some(measures)
    }
}

/// Parses centimetres with one to four digits and at most one decimal, after a point or comma.
fn centimetres(text: &str) -> Option<Millimetres> {
    let text = text.trim();
    let (whole, tenths) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let is_number =
        |text: &str, max| (1..=max).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole, 4) || !is_number(tenths, 1) {
        return None;
    }
    let millimetres = whole.parse::<u32>().ok()? * 10 + tenths.parse::<u32>().ok()?;
    Millimetres::try_from(millimetres).ok()
}

/// Bounds of a measure, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "[u32; 2]", into = "[u32; 2]")]
pub(crate) struct MeasureRange {
    min: Millimetres,
    max: Millimetres,
}

impl MeasureRange {
    /// Returns the bounds, extended to include a measure.
    fn including(self, measure: Millimetres) -> Self {
        Self {
            min: self.min.min(measure),
            max: self.max.max(measure),
        }
    }
}

impl TryFrom<[u32; 2]> for MeasureRange {
    type Error = MeasureOutOfRange;

    fn try_from([min, max]: [u32; 2]) -> Result<Self, MeasureOutOfRange> {
        let (min, max) = (Millimetres::try_from(min)?, Millimetres::try_from(max)?);
        if min <= max {
            Ok(Self { min, max })
        } else {
            Err(MeasureOutOfRange)
        }
    }
}

impl From<MeasureRange> for [u32; 2] {
    fn from(range: MeasureRange) -> Self {
        [range.min.into(), range.max.into()]
    }
}

/// The measures that a product is usually made in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct UsualMeasures {
    pub(crate) width: MeasureRange,
    pub(crate) depth: MeasureRange,
    pub(crate) height: MeasureRange,
}

impl UsualMeasures {
    /// Returns the bounds, extended to include the measures of a product, which are usual whatever they are.
    pub(crate) fn including(self, own: Measures) -> Self {
        Self {
            width: self.width.including(own.width),
            depth: self.depth.including(own.depth),
            height: self.height.including(own.height),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measures(width: u32, depth: u32, height: u32) -> Measures {
        let millimetres = |number| Millimetres::try_from(number).unwrap();
        Measures {
            width: millimetres(width),
            depth: millimetres(depth),
            height: millimetres(height),
        }
    }

    #[test]
    fn parses_measures_in_centimetres() {
        for (text, expected) in [
            ("150 × 60 × 210 sm", measures(1500, 600, 2100)),
            ("18 × 18 × 2,2 см", measures(180, 180, 22)),
            (" 7.6x6x0.6cm ", measures(76, 60, 6)),
        ] {
            assert_eq!(Measures::parse(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn leaves_other_texts_unparsed() {
        for text in [
            "",
            "150 × 60 sm",
            "150 × 60 × 210 × 1 sm",
            "150 × 60 × 210",
            "150 × 60 × 210 m",
            "0 × 60 × 210 cm",
            "150 × 60 × 210,55 cm",
            "15000 × 60 × 210 cm",
            "-150 × 60 × 210 cm",
            "150, × 60 × 210 cm",
            "Door: 150 × 60 × 210 cm",
        ] {
            assert_eq!(Measures::parse(text), None, "{text}");
        }
    }

    #[test]
    fn parses_the_first_language_that_has_measures() {
        let text = LocalizedText {
            az: "sifarişlə".to_owned(),
            ru: "10 × 20 × 30 см".to_owned(),
            en: "40 × 50 × 60 cm".to_owned(),
        };
        assert_eq!(Measures::parse_localized(&text), Some(measures(100, 200, 300)));
    }

    #[test]
    fn rejects_measures_out_of_range() {
        for range in [[0, 1], [1, 100_001], [2, 1], [1, u32::MAX]] {
            assert_eq!(MeasureRange::try_from(range), Err(MeasureOutOfRange), "{range:?}");
        }
        assert!(MeasureRange::try_from([1, 100_000]).is_ok());
    }

    #[test]
    fn usual_measures_include_the_own_ones() {
        let range = |min, max| MeasureRange::try_from([min, max]).unwrap();
        let usual = UsualMeasures {
            width: range(400, 4000),
            depth: range(300, 800),
            height: range(800, 3000),
        };
        assert_eq!(
            usual.including(measures(1050, 1050, 700)),
            UsualMeasures {
                width: range(400, 4000),
                depth: range(300, 1050),
                height: range(700, 3000),
            }
        );
    }
}
