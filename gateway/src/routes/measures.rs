//! JSON of measures.

use proto::inquiry::v1 as inquiry;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::convert;

/// Outer measures of a piece in whole millimetres.
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

impl From<inquiry::Measures> for Measures {
    fn from(measures: inquiry::Measures) -> Self {
        Self {
            width_mm: measures.width_mm.into(),
            depth_mm: measures.depth_mm.into(),
            height_mm: measures.height_mm.into(),
        }
    }
}
