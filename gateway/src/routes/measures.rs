//! JSON of measures.

use kit::vocabulary::inquiry::MeasuresOf;
use proto::inquiry::v1 as inquiry;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{convert, words};

/// Converts the object of measures; the piece if it is not said.
pub(crate) fn measures_of(word: String) -> words::MeasuresOf {
    words::MeasuresOf::of_optional_text(word).unwrap_or_else(|| MeasuresOf::default().into())
}

/// Outer measures of a piece, or inner ones of its niche, in whole millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "names of the public API")]
pub(crate) struct Measures {
    /// Width, 100 to 10,000.
    #[serde(default)]
    #[schema(required, minimum = 100, maximum = 10_000)]
    width_mm: i64,
    /// Depth, 100 to 10,000.
    #[serde(default)]
    #[schema(required, minimum = 100, maximum = 10_000)]
    depth_mm: i64,
    /// Height, 100 to 10,000.
    #[serde(default)]
    #[schema(required, minimum = 100, maximum = 10_000)]
    height_mm: i64,
}

impl From<Measures> for inquiry::Measures {
    fn from(measures: Measures) -> Self {
        Self {
            width_mm: convert::quantity(measures.width_mm),
            depth_mm: convert::quantity(measures.depth_mm),
            height_mm: convert::quantity(measures.height_mm),
        }
    }
}

impl Measures {
    /// Returns width, depth and height in millimetres.
    pub(crate) fn sides(self) -> [u32; 3] {
        [self.width_mm, self.depth_mm, self.height_mm].map(convert::quantity)
    }

    /// Returns the measures of width, depth and height in millimetres; `None` if they are unknown.
    pub(crate) fn known([width_mm, depth_mm, height_mm]: [u32; 3]) -> Option<Self> {
        (width_mm > 0).then(|| Self {
            width_mm: width_mm.into(),
            depth_mm: depth_mm.into(),
            height_mm: height_mm.into(),
        })
    }
}

impl From<inquiry::Measures> for Measures {
    fn from(measures: inquiry::Measures) -> Self {
        Self {
            width_mm: measures.width_mm.into(),
            depth_mm: measures.depth_mm.into(),
            height_mm: measures.height_mm.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn measures_are_of_the_piece_if_it_is_not_said() {
        let words = ["", "piece", "niche"].map(|word| json!(measures_of(word.to_owned())));
        assert_eq!(words, [json!("piece"), json!("piece"), json!("niche")]);
    }
}
