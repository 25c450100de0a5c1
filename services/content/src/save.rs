//! Creating or changing a row by its code, with optimistic locking.

use crate::error::ContentError;

/// Version of a row: 1 when it is created, incremented with each change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version(pub(crate) i64);

/// Result of saving a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The row was created.
    Created,
    /// The existing row was changed.
    Changed,
    /// The existing row was left unchanged.
    Kept,
}

/// Decides what saving does, given the version of the existing row and the one that the caller expects.
///
/// # Errors
///
/// Fails with [`ContentError::VersionConflict`] if the caller expects another version than the row has; a missing row
/// has none.
pub(crate) fn plan(
    existing: Option<Version>,
    expected: Option<Version>,
    keep_existing: bool,
) -> Result<Outcome, ContentError> {
    match (existing, expected) {
        (Some(_), _) if keep_existing => Ok(Outcome::Kept),
        (Some(existing), Some(expected)) if existing != expected => Err(ContentError::VersionConflict),
        (Some(_), _) => Ok(Outcome::Changed),
        (None, Some(_)) => Err(ContentError::VersionConflict),
        (None, None) => Ok(Outcome::Created),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_versions_other_than_the_expected_one() {
        let (one, two) = (Some(Version(1)), Some(Version(2)));
        let conflict = Err(ContentError::VersionConflict);
        for (existing, expected, keep_existing, result) in [
            (None, None, false, Ok(Outcome::Created)),
            (None, None, true, Ok(Outcome::Created)),
            (None, one, false, conflict),
            (one, None, false, Ok(Outcome::Changed)),
            (one, one, false, Ok(Outcome::Changed)),
            (two, one, false, conflict),
            (two, one, true, Ok(Outcome::Kept)),
            (two, None, true, Ok(Outcome::Kept)),
        ] {
            assert_eq!(
                plan(existing, expected, keep_existing),
                result,
                "{existing:?} {expected:?} {keep_existing}"
            );
        }
    }
}
