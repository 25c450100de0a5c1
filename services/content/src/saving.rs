//! What saving something by its code does, and when it is refused.

/// Something else was saved since it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it was changed meanwhile")]
pub(crate) struct Stale;

/// Counts the changes of a row, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version(pub(crate) i64);

/// The version that a change was made from; `None` = whatever it is.
pub(crate) type Seen = Option<Version>;

/// What became of something that was saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is new.
    Created,
    /// It was there and is changed.
    Changed,
    /// It was there and stays as it was.
    Kept,
}

/// What saving does where `existing` is there. Who has seen a version has seen something: without it, that is gone.
pub(crate) fn plan(existing: Option<Version>, seen: Seen, keep_existing: bool) -> Result<Outcome, Stale> {
    match (existing, seen) {
        (Some(_), _) if keep_existing => Ok(Outcome::Kept),
        (Some(existing), Some(seen)) if existing != seen => Err(Stale),
        (Some(_), _) => Ok(Outcome::Changed),
        (None, Some(_)) => Err(Stale),
        (None, None) => Ok(Outcome::Created),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_over_must_be_what_was_seen() {
        let (one, two) = (Some(Version(1)), Some(Version(2)));
        for (existing, seen, keep_existing, expected) in [
            (None, None, false, Ok(Outcome::Created)),
            (None, None, true, Ok(Outcome::Created)),
            (None, one, false, Err(Stale)),
            (one, None, false, Ok(Outcome::Changed)),
            (one, one, false, Ok(Outcome::Changed)),
            (two, one, false, Err(Stale)),
            (two, one, true, Ok(Outcome::Kept)),
            (two, None, true, Ok(Outcome::Kept)),
        ] {
            assert_eq!(
                plan(existing, seen, keep_existing),
                expected,
                "{existing:?} {seen:?} {keep_existing}"
            );
        }
    }
}
