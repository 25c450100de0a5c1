//! Categories of projects in paths and JSON.

use std::str::FromStr;

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::failure::{Code, Failure};
use proto::content::v1 as content;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, ApiResult};

/// Project category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProjectCategory {
    Wardrobe,
    Kitchen,
    Garden,
}

impl ProjectCategory {
    /// All categories.
    pub(crate) const ALL: [Self; 3] = [Self::Wardrobe, Self::Kitchen, Self::Garden];

    /// Returns the name in paths.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Wardrobe => "wardrobe",
            Self::Kitchen => "kitchen",
            Self::Garden => "garden",
        }
    }

    /// Converts from protobuf; `None` for a category that this gateway does not know.
    pub(crate) const fn from_proto(category: content::ProjectCategory) -> Option<Self> {
        match category {
            content::ProjectCategory::Unspecified => None,
            content::ProjectCategory::Wardrobe => Some(Self::Wardrobe),
            content::ProjectCategory::Kitchen => Some(Self::Kitchen),
            content::ProjectCategory::Garden => Some(Self::Garden),
        }
    }
}

impl From<ProjectCategory> for content::ProjectCategory {
    fn from(category: ProjectCategory) -> Self {
        match category {
            ProjectCategory::Wardrobe => Self::Wardrobe,
            ProjectCategory::Kitchen => Self::Kitchen,
            ProjectCategory::Garden => Self::Garden,
        }
    }
}

/// Error of parsing a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected wardrobe, kitchen or garden")]
pub(crate) struct UnknownCategory;

impl FromStr for ProjectCategory {
    type Err = UnknownCategory;

    fn from_str(text: &str) -> Result<Self, UnknownCategory> {
        match text.to_ascii_lowercase().as_str() {
            "wardrobe" => Ok(Self::Wardrobe),
            "kitchen" => Ok(Self::Kitchen),
            "garden" => Ok(Self::Garden),
            _ => Err(UnknownCategory),
        }
    }
}

/// Extracts the category from the path, in any case; 404 if it is unknown.
impl<S: Send + Sync> FromRequestParts<S> for ProjectCategory {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let unknown = || ApiError::from(Failure::with_reason(Code::NotFound, "CATEGORY.NOT_FOUND"));
        let axum::extract::Path(text) = axum::extract::Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| unknown())?;
        text.parse().map_err(|_| unknown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_any_case() {
        for text in ["garden", "Garden", "GARDEN"] {
            assert_eq!(text.parse(), Ok(ProjectCategory::Garden), "{text}");
        }
        for wrong in ["", "furniture", "garden ", "1"] {
            assert_eq!(wrong.parse::<ProjectCategory>(), Err(UnknownCategory), "{wrong}");
        }
    }

    #[test]
    fn serializes_in_lower_case() {
        for category in [
            ProjectCategory::Wardrobe,
            ProjectCategory::Kitchen,
            ProjectCategory::Garden,
        ] {
            let json = serde_json::to_value(category).unwrap();
            assert_eq!(json.as_str().unwrap(), category.name());
            assert_eq!(category.name().parse(), Ok(category));
            assert_eq!(ProjectCategory::from_proto(category.into()), Some(category));
        }
    }
}
