//! Validation of fields that several staff calls have.

use kit::{
    calendar,
    convert::time,
    domain::UserId,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
    vocabulary::{self, Vocabulary},
};
use proto::inquiry::v1 as wire;
use time::{Date, Duration, OffsetDateTime};

use crate::work::FollowUp;

/// Tolerated difference of the clocks of a client and the database.
const CLOCK_TOLERANCE: Duration = Duration::minutes(1);

/// Maximum time of a follow-up ahead.
const MAX_AHEAD: Duration = Duration::days(366);

/// Maximum age of a logged contact.
const MAX_AGE: Duration = Duration::days(7);

/// Validates a follow-up; its fields are named `followUp.at` and so on.
pub(super) fn follow_up(
    errors: &mut FieldErrors,
    follow_up: Option<&wire::FollowUp>,
    now: OffsetDateTime,
) -> Option<FollowUp> {
    let follow_up = follow_up?;
    let mut nested = FieldErrors::default();
    let kind = word(&mut nested, "kind", &follow_up.kind);
    let at = match &follow_up.at {
        None => nested.check("at", Err(REQUIRED)),
        Some(at) => nested.check(
            "at",
            // Whole seconds, as the desk shows them: an equal follow-up stays equal once stored.
            time(at)
                .and_then(|at| at.replace_nanosecond(0).ok())
                .filter(|at| (now - CLOCK_TOLERANCE..=now + MAX_AHEAD).contains(at))
                .ok_or(OUT_OF_RANGE),
        ),
    };
    let text = nested.text::<0, 200>("text", &follow_up.text);
    errors.nest("followUp", nested);
    Some(FollowUp {
        kind: kind?,
        at: at?,
        text: text?,
    })
}

/// Validates a needed word.
pub(super) fn word<T: Vocabulary>(errors: &mut FieldErrors, field: &str, text: &str) -> Option<T> {
    if text.is_empty() {
        return errors.check(field, Err(REQUIRED));
    }
    errors.check(field, vocabulary::parse(text).map_err(|_| INVALID))
}

/// Validates the time of a contact, by default now: at most 7 days ago and not later than now.
pub(super) fn contact_time(
    errors: &mut FieldErrors,
    at: Option<&prost_types::Timestamp>,
    now: OffsetDateTime,
) -> Option<OffsetDateTime> {
    let Some(at) = at else { return Some(now) };
    let at = time(at).filter(|at| (now - MAX_AGE..=now + CLOCK_TOLERANCE).contains(at));
    errors.check("at", at.map(|at| at.min(now)).ok_or(OUT_OF_RANGE))
}

/// Validates the id of a staff member; empty = none.
pub(super) fn staff(errors: &mut FieldErrors, field: &str, id: &str) -> Option<UserId> {
    if id.is_empty() {
        return None;
    }
    errors.check(field, id.parse().map_err(|_| INVALID))
}

/// Validates the days of a filter, both included, and returns the start of the first and the end of the last one.
pub(super) fn days(
    errors: &mut FieldErrors,
    from: &str,
    to: &str,
) -> (Option<OffsetDateTime>, Option<OffsetDateTime>) {
    days_of(errors, ("from", from), ("to", to))
}

/// Returns the beginning of the first day and the end of the last day of two named fields; empty texts are no bounds.
pub(super) fn days_of(
    errors: &mut FieldErrors,
    (from_field, from): (&str, &str),
    (to_field, to): (&str, &str),
) -> (Option<OffsetDateTime>, Option<OffsetDateTime>) {
    let mut day = |field: &str, text: &str| {
        (!text.is_empty())
            .then(|| errors.check(field, calendar::parse_date(text).ok_or(INVALID)))
            .flatten()
    };
    let (from, to) = (day(from_field, from), day(to_field, to));
    if let (Some(from), Some(to)) = (from, to) {
        errors.ensure(from <= to, from_field, "FIELD.MIN_ABOVE_MAX");
    }
    (
        from.map(calendar::midnight),
        to.and_then(Date::next_day).map(calendar::midnight),
    )
}

#[cfg(test)]
mod tests {
    use ::time::macros::datetime;

    use super::*;

    #[test]
    fn days_include_both_ends_in_baku() {
        let mut errors = FieldErrors::default();
        let (from, to) = days(&mut errors, "2026-11-22", "2026-11-23");
        assert_eq!(from, Some(datetime!(2026-11-22 00:00 +4)));
        assert_eq!(to, Some(datetime!(2026-11-24 00:00 +4)));
        assert!(errors.is_empty());
        days(&mut errors, "2026-11-24", "2026-11-23");
        days(&mut errors, "yesterday", "");
        let failure = kit::failure::Failure::from(errors);
        let expected = [("from", "FIELD.MIN_ABOVE_MAX"), ("from", "FIELD.INVALID")];
        assert_eq!(
            failure.fields,
            expected.map(|(field, key)| (field.to_owned(), key.to_owned()))
        );
    }

    #[test]
    fn names_the_fields_of_a_follow_up() {
        let mut errors = FieldErrors::default();
        let wrong = wire::FollowUp {
            kind: "dance".to_owned(),
            at: None,
            text: "a".repeat(201),
        };
        assert_eq!(
            follow_up(&mut errors, Some(&wrong), OffsetDateTime::UNIX_EPOCH),
            None
        );
        let names: Vec<_> = kit::failure::Failure::from(errors)
            .fields
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names, ["followUp.kind", "followUp.at", "followUp.text"]);
    }
}
