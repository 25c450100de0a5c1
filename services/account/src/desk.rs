//! Sessions of the desk: steps, lifetimes and rotation.

pub(crate) use kit::vocabulary::account::Step;
use kit::{
    caller::{Actor, StaffMember},
    domain::{FamilyId, UserId},
    staff::StaffRole,
};
use time::{Duration, OffsetDateTime};

use crate::session::GRACE_PERIOD;

/// A live session of an active staff member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeskSession {
    pub(crate) user: UserId,
    /// All sessions from the same sign-in.
    pub(crate) family: FamilyId,
    pub(crate) step: Step,
    /// Whether the session may add a first factor without a link from a mail.
    pub(crate) may_enrol: bool,
    pub(crate) role: StaffRole,
    /// Expiry by the database clock.
    pub(crate) expires_at: OffsetDateTime,
    /// Time of the sign-in.
    pub(crate) signed_in_at: OffsetDateTime,
    /// Time until which calls that need a step-up pass.
    pub(crate) step_up_until: Option<OffsetDateTime>,
}

impl DeskSession {
    /// Returns the session's user as the actor of a call.
    pub(crate) const fn actor(&self) -> Actor {
        Actor::Member(StaffMember {
            user: self.user,
            role: self.role,
            is_stepped_up: false,
        })
    }
}

/// Lifetimes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lifetimes {
    /// Of a session token.
    pub(crate) session: Duration,
    /// Of a family, regardless of refreshes.
    pub(crate) family: Duration,
    /// Of a session whose second factor is missing.
    pub(crate) pending: Duration,
    /// Of a step-up.
    pub(crate) step_up: Duration,
    /// Of a remembered device.
    pub(crate) device: Duration,
}

impl Lifetimes {
    /// Returns `Max-Age` of the session and the refresh cookie of a pair that is issued now, in seconds. A session whose
    /// second factor is missing has no refresh cookie.
    pub(crate) fn cookie_seconds(&self, step: Step, family_age: Duration) -> (u32, u32) {
        let seconds = |time: Duration| u32::try_from(time.whole_seconds()).unwrap_or(0);
        let left = self.family - family_age;
        match step {
            Step::Enrol | Step::Code => (seconds(self.pending), 0),
            Step::Done => (seconds(self.session.min(left)), seconds(left)),
        }
    }
}

/// Stored state of a refresh token; durations are measured by the database clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RefreshState {
    pub(crate) family: FamilyId,
    pub(crate) user: UserId,
    pub(crate) step: Step,
    /// Whether the family has ended.
    pub(crate) ended: bool,
    /// Time since the sign-in.
    pub(crate) family_age: Duration,
    /// Time since the token's first use.
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
    pub(crate) fn outcome(&self, lifetimes: &Lifetimes) -> RefreshOutcome {
        if self.ended || self.step != Step::Done || self.family_age >= lifetimes.family {
            return RefreshOutcome::Expired;
        }
        match self.rotated_ago {
            Some(ago) if ago <= GRACE_PERIOD => RefreshOutcome::Replay,
            Some(_) => RefreshOutcome::Reused,
            None => RefreshOutcome::Rotate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIFETIMES: Lifetimes = Lifetimes {
        session: Duration::minutes(30),
        family: Duration::hours(12),
        pending: Duration::minutes(10),
        step_up: Duration::minutes(5),
        device: Duration::days(14),
    };

    #[test]
    fn a_complete_session_ends_with_its_family_and_others_have_no_refresh_token() {
        let seconds = |step, age| LIFETIMES.cookie_seconds(step, age);
        assert_eq!(seconds(Step::Done, Duration::ZERO), (1_800, 43_200));
        assert_eq!(seconds(Step::Done, Duration::minutes(710)), (600, 600));
        assert_eq!(seconds(Step::Done, Duration::hours(13)), (0, 0));
        assert_eq!(seconds(Step::Code, Duration::ZERO), (600, 0));
        assert_eq!(seconds(Step::Enrol, Duration::ZERO), (600, 0));
    }

    #[test]
    fn refresh_tokens_rotate_once_and_only_complete_sessions() {
        let fresh = RefreshState {
            family: FamilyId::generate(),
            user: UserId::generate(),
            step: Step::Done,
            ended: false,
            family_age: Duration::hours(2),
            rotated_ago: None,
        };
        let used = |ago| RefreshState {
            rotated_ago: Some(Duration::seconds(ago)),
            ..fresh
        };
        assert_eq!(fresh.outcome(&LIFETIMES), RefreshOutcome::Rotate);
        assert_eq!(used(10).outcome(&LIFETIMES), RefreshOutcome::Replay);
        assert_eq!(used(11).outcome(&LIFETIMES), RefreshOutcome::Reused);
        let expired = [
            RefreshState { ended: true, ..fresh },
            RefreshState {
                step: Step::Code,
                ..fresh
            },
            RefreshState {
                family_age: Duration::hours(12),
                ..fresh
            },
        ];
        for state in expired {
            assert_eq!(state.outcome(&LIFETIMES), RefreshOutcome::Expired);
        }
    }
}
