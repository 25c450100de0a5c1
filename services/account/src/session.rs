//! Lifetimes of sessions and rotation of refresh tokens.

use kit::{
    domain::{FamilyId, Percent, UserId},
    staff::StaffRole,
    vocabulary::account::Role,
};
use time::{Duration, OffsetDateTime};

/// Lifetime of a session token.
pub(crate) const SESSION_TTL: Duration = Duration::minutes(30);

/// Lifetime of an unused refresh token.
pub(crate) const REFRESH_TTL: Duration = Duration::days(30);

/// Lifetime of a session family, regardless of refreshes.
pub(crate) const FAMILY_TTL: Duration = Duration::days(180);

/// Time after its first use in which a refresh token returns the same pair again, for parallel tabs and lost
/// responses.
pub(crate) const GRACE_PERIOD: Duration = Duration::seconds(10);

/// A live session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    /// The signed-in user.
    pub(crate) user: UserId,
    /// All sessions from the same sign-in.
    pub(crate) family: FamilyId,
    /// The user's current role.
    pub(crate) role: Role,
    /// The user's current role at the desk.
    pub(crate) staff_role: Option<StaffRole>,
    /// The user's current personal discount.
    pub(crate) discount: Percent,
    /// Expiry by the database clock.
    pub(crate) expires_at: OffsetDateTime,
}

/// Stored state of a refresh token; durations are measured by the database clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RefreshState {
    /// The session family.
    pub(crate) family: FamilyId,
    /// Owner of the family.
    pub(crate) user: UserId,
    /// Whether the family has ended.
    pub(crate) ended: bool,
    /// Time since the sign-in.
    pub(crate) family_age: Duration,
    /// Time since the token was issued.
    pub(crate) age: Duration,
    /// Time since its first use.
    pub(crate) rotated_ago: Option<Duration>,
}

/// Outcome of using a refresh token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefreshOutcome {
    /// First use: a new pair is issued.
    Rotate,
    /// Used within the grace period: the same pair is returned.
    Replay,
    /// Used after the grace period, so it may be stolen: the family ends.
    Reused,
    /// The token or its family has expired or ended.
    Expired,
}

impl RefreshState {
    /// Returns the outcome of using the token now.
    pub(crate) fn outcome(&self) -> RefreshOutcome {
        if self.ended || self.family_age >= FAMILY_TTL {
            return RefreshOutcome::Expired;
        }
        match self.rotated_ago {
            Some(ago) if ago <= GRACE_PERIOD => RefreshOutcome::Replay,
            Some(_) => RefreshOutcome::Reused,
            None if self.age >= REFRESH_TTL => RefreshOutcome::Expired,
            None => RefreshOutcome::Rotate,
        }
    }

    /// Returns whether the token could be used now.
    pub(crate) fn is_live(&self) -> bool {
        matches!(self.outcome(), RefreshOutcome::Rotate | RefreshOutcome::Replay)
    }
}

/// Returns `Max-Age` of the session and the refresh cookie of a pair issued now, in seconds.
pub(crate) fn cookie_seconds(family_age: Duration) -> (u32, u32) {
    let left = (FAMILY_TTL - family_age).max(Duration::ZERO);
    let seconds = |ttl: Duration| u32::try_from(ttl.min(left).whole_seconds()).unwrap_or(0);
    (seconds(SESSION_TTL), seconds(REFRESH_TTL))
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
    fn refresh_token_rotates_once_and_replays_for_10_seconds() {
        let used = |seconds| RefreshState {
            rotated_ago: Some(Duration::seconds(seconds)),
            ..fresh()
        };
        assert_eq!(fresh().outcome(), RefreshOutcome::Rotate);
        assert_eq!(used(0).outcome(), RefreshOutcome::Replay);
        assert_eq!(used(10).outcome(), RefreshOutcome::Replay);
        assert_eq!(used(11).outcome(), RefreshOutcome::Reused);
    }

    #[test]
    fn refresh_token_expires_after_30_days_and_family_after_180() {
        let aged = |days| RefreshState {
            age: Duration::days(days),
            family_age: Duration::days(days),
            ..fresh()
        };
        assert_eq!(aged(29).outcome(), RefreshOutcome::Rotate);
        assert_eq!(aged(30).outcome(), RefreshOutcome::Expired);
        let old_family = |days| RefreshState {
            family_age: Duration::days(days),
            ..fresh()
        };
        assert_eq!(old_family(179).outcome(), RefreshOutcome::Rotate);
        assert_eq!(old_family(180).outcome(), RefreshOutcome::Expired);
    }

    #[test]
    fn ended_family_stays_expired() {
        for rotated_ago in [None, Some(Duration::ZERO), Some(Duration::days(1))] {
            let state = RefreshState {
                ended: true,
                rotated_ago,
                ..fresh()
            };
            assert_eq!(state.outcome(), RefreshOutcome::Expired);
        }
    }

    #[test]
    fn cookies_expire_with_the_family() {
        assert_eq!(cookie_seconds(Duration::ZERO), (1_800, 2_592_000));
        assert_eq!(cookie_seconds(Duration::days(170)), (1_800, 864_000));
        assert_eq!(cookie_seconds(FAMILY_TTL - Duration::minutes(5)), (300, 300));
        assert_eq!(cookie_seconds(Duration::days(181)), (0, 0));
    }
}
