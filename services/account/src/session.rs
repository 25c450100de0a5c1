//! How long sessions live, and what becomes of a refresh token that is presented.

use kit::domain::{FamilyId, Percent, UserId};
use time::{Duration, OffsetDateTime};

use crate::role::Role;

/// How long a session token is good.
pub(crate) const SESSION: Duration = Duration::minutes(30);

/// How long a refresh token is good unless it is used.
pub(crate) const REFRESH: Duration = Duration::days(30);

/// How long a sign-in lasts, however often it is refreshed.
pub(crate) const FAMILY: Duration = Duration::days(180);

/// For so long after its first use a refresh token is answered with the same pair again: parallel tabs, lost
/// answers.
const GRACE: Duration = Duration::seconds(10);

/// A live session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    /// Whose it is.
    pub(crate) user: UserId,
    /// All sessions that came from the same sign-in.
    pub(crate) family: FamilyId,
    /// What the user may do now.
    pub(crate) role: Role,
    /// The user's personal discount now.
    pub(crate) discount: Percent,
    /// When it lapses, by the database's clock.
    pub(crate) expires_at: OffsetDateTime,
}

/// What the database knows of a refresh token, by its own clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RefreshState {
    /// Its family.
    pub(crate) family: FamilyId,
    /// Whose it is.
    pub(crate) user: UserId,
    /// Whether the family is over.
    pub(crate) ended: bool,
    /// Since the sign-in.
    pub(crate) family_age: Duration,
    /// Since the token was made.
    pub(crate) age: Duration,
    /// Since it was used for the first time.
    pub(crate) rotated_ago: Option<Duration>,
}

/// What becomes of a refresh token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is used for the first time: a new pair.
    Rotate,
    /// It was used a moment ago: the same pair again.
    Repeat,
    /// It was used long ago, so two hold it, and one of them has stolen it: the family ends.
    Reused,
    /// It is over.
    Dead,
}

impl RefreshState {
    /// Decides.
    pub(crate) fn judge(&self) -> Verdict {
        if self.ended || self.family_age >= FAMILY {
            return Verdict::Dead;
        }
        match self.rotated_ago {
            Some(ago) if ago <= GRACE => Verdict::Repeat,
            Some(_) => Verdict::Reused,
            None if self.age >= REFRESH => Verdict::Dead,
            None => Verdict::Rotate,
        }
    }
}

/// Seconds for which a browser keeps the session and the refresh cookie of a pair that is handed out now.
pub(crate) fn cookie_seconds(family_age: Duration) -> (u32, u32) {
    let left = (FAMILY - family_age).max(Duration::ZERO);
    let seconds = |longest: Duration| u32::try_from(longest.min(left).whole_seconds()).unwrap_or(0);
    (seconds(SESSION), seconds(REFRESH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh() -> RefreshState {
        RefreshState {
            family: FamilyId::generate(),
            user: UserId::generate(),
            ended: false,
            family_age: Duration::hours(2),
            age: Duration::minutes(45),
            rotated_ago: None,
        }
    }

    #[test]
    fn a_refresh_token_is_good_once_and_for_ten_seconds_more() {
        let used = |seconds| RefreshState {
            rotated_ago: Some(Duration::seconds(seconds)),
            ..fresh()
        };
        assert_eq!(fresh().judge(), Verdict::Rotate);
        assert_eq!(used(0).judge(), Verdict::Repeat);
        assert_eq!(used(10).judge(), Verdict::Repeat);
        assert_eq!(used(11).judge(), Verdict::Reused);
    }

    #[test]
    fn it_lives_30_days_and_its_family_180() {
        let aged = |days| RefreshState {
            age: Duration::days(days),
            family_age: Duration::days(days),
            ..fresh()
        };
        assert_eq!(aged(29).judge(), Verdict::Rotate);
        assert_eq!(aged(30).judge(), Verdict::Dead);
        let old_family = |days| RefreshState {
            family_age: Duration::days(days),
            ..fresh()
        };
        assert_eq!(old_family(179).judge(), Verdict::Rotate);
        assert_eq!(old_family(180).judge(), Verdict::Dead);
    }

    #[test]
    fn nothing_brings_an_ended_family_back() {
        for rotated_ago in [None, Some(Duration::ZERO), Some(Duration::days(1))] {
            let state = RefreshState {
                ended: true,
                rotated_ago,
                ..fresh()
            };
            assert_eq!(state.judge(), Verdict::Dead);
        }
    }

    #[test]
    fn cookies_never_outlive_the_family() {
        assert_eq!(cookie_seconds(Duration::ZERO), (1_800, 2_592_000));
        assert_eq!(cookie_seconds(Duration::days(170)), (1_800, 864_000));
        assert_eq!(cookie_seconds(FAMILY - Duration::minutes(5)), (300, 300));
        assert_eq!(cookie_seconds(Duration::days(181)), (0, 0));
    }
}
