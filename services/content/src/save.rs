//! Creating or changing a row by its code, with optimistic locking.

use crate::error::ContentError;

/// Version of a row: 1 when it is created, incremented with each change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version(pub(crate) i64);

/// Effect of a save on an existing row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existing {
    /// Changes it.
    Change,
    /// Leaves it unchanged.
    Keep,
    /// Fails.
    Refuse,
}

impl Existing {
    /// Returns the mode of a request.
    pub(crate) const fn of(keep_existing: bool, is_new: bool) -> Self {
        match (keep_existing, is_new) {
            (_, true) => Self::Refuse,
            (true, false) => Self::Keep,
            (false, false) => Self::Change,
        }
    }
}

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
/// has none. Fails with [`ContentError::CodeTaken`] if the row must be new and exists.
pub(crate) fn plan(
    existing: Option<Version>,
    expected: Option<Version>,
    mode: Existing,
) -> Result<Outcome, ContentError> {
    match (existing, expected) {
        (Some(_), _) if mode == Existing::Refuse => Err(ContentError::CodeTaken),
        (Some(_), _) if mode == Existing::Keep => Ok(Outcome::Kept),
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
        let (change, keep, refuse) = (Existing::Change, Existing::Keep, Existing::Refuse);
        for (existing, expected, mode, result) in [
            (None, None, refuse, Ok(Outcome::Created)),
            (one, None, refuse, Err(ContentError::CodeTaken)),
            (None, None, change, Ok(Outcome::Created)),
            (None, None, keep, Ok(Outcome::Created)),
            (None, one, change, conflict),
            (one, None, change, Ok(Outcome::Changed)),
            (one, one, change, Ok(Outcome::Changed)),
            (two, one, change, conflict),
            (two, one, keep, Ok(Outcome::Kept)),
            (two, None, keep, Ok(Outcome::Kept)),
        ] {
            assert_eq!(
                plan(existing, expected, mode),
                result,
                "{existing:?} {expected:?} {mode:?}"
            );
        }
    }
}
