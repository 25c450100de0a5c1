//! Fields that several calls have.

use kit::validation::FieldErrors;
use serde_json::Number;

use crate::{
    convert,
    extract::{Input, Optional},
};

/// Version of an offer and a text.
#[request]
#[derive(Debug)]
pub(crate) struct VersionAndText {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Text.
    text: Optional<String>,
}

impl VersionAndText {
    /// Returns both; the service validates the text.
    pub(super) fn into_parts(self) -> Result<(i64, String), kit::failure::Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version");
        let text = self.text.text(&mut errors, "text");
        errors.finish(version.map(|version| (version, text)))
    }
}

/// Parses the total that the caller saw, in qəpik.
pub(super) fn total(errors: &mut FieldErrors, input: Input<Number>) -> Option<i64> {
    input
        .parse(|number| convert::parse_amount(&number))
        .required(errors, "total")
}
