//! Fields that several calls have.

use kit::{
    convert::timestamp,
    validation::{FieldErrors, INVALID},
};
use prost_types::Timestamp;
use proto::inquiry::v1 as inquiry;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use crate::{
    convert::Instant,
    extract::{Input, Optional},
    words,
};

/// A follow-up in a request.
#[request]
#[derive(Debug, Clone)]
pub(crate) struct FollowUpInput {
    /// Kind.
    #[schema(value_type = words::FollowUpKind)]
    kind: Input<String>,
    /// RFC 3339, from now to one year.
    at: Input<Instant>,
    /// At most 200 characters.
    text: Optional<String>,
}

/// Converts a follow-up; `None` if it is missing or null. The service validates its values.
pub(super) fn follow_up(errors: &mut FieldErrors, input: Input<FollowUpInput>) -> Option<inquiry::FollowUp> {
    let follow_up = input.optional(errors, "followUp")?;
    Some(inquiry::FollowUp {
        kind: follow_up.kind.text(errors, "followUp.kind"),
        at: moment(errors, "followUp.at", follow_up.at),
        text: follow_up.text.text(errors, "followUp.text"),
    })
}

/// Parses a time; `None` if it is missing or null.
pub(super) fn moment(errors: &mut FieldErrors, field: &str, input: Input<String>) -> Option<Timestamp> {
    let text = input.optional(errors, field)?;
    let parsed = OffsetDateTime::parse(&text, &Rfc3339).map(timestamp);
    errors.check(field, parsed.map_err(|_| INVALID))
}

/// Parses a non-negative number; a negative one is out of range for the service.
pub(super) fn count(errors: &mut FieldErrors, field: &str, input: Input<i64>) -> Option<u32> {
    let number = input.optional(errors, field)?;
    Some(u32::try_from(number).unwrap_or(u32::MAX))
}
