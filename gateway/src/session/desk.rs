//! Sessions of the desk.

pub(crate) use kit::vocabulary::account::Step;
use kit::{
    caller::{Caller, CallerKind, StaffMember},
    convert,
    domain::{FamilyId, Language, UserId},
    failure::{Code, Failure},
    staff::StaffRole,
    vocabulary::ProtobufWord as _,
};
use proto::account::v1 as account;
use time::OffsetDateTime;

use super::CachedSession;
use crate::error::{ApiError, ApiResult};

/// A live session of the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeskSession {
    pub(crate) user_id: UserId,
    /// The sign-in that it came from.
    pub(crate) family_id: FamilyId,
    /// Language of the staff member, once the second factor was checked.
    pub(crate) language: Option<Language>,
    /// Expiry unless the session is renewed.
    pub(crate) expires_at: OffsetDateTime,
    pub(crate) progress: Progress,
}

/// Step of a sign-in, with the rights that it gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Right password; the person has no second factor yet.
    Enrol,
    /// Right password; the code is missing.
    Code,
    /// The second factor was checked.
    Done(Rights),
}

/// The rights of a session with a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rights {
    pub(crate) role: StaffRole,
    /// Until when calls that require a step-up are allowed.
    pub(crate) step_up_until: Option<OffsetDateTime>,
}

impl Progress {
    /// Returns the step.
    pub(crate) const fn step(self) -> Step {
        match self {
            Self::Enrol => Step::Enrol,
            Self::Code => Step::Code,
            Self::Done(_) => Step::Done,
        }
    }
}

impl Rights {
    /// Whether a second factor was checked within the last minutes.
    pub(crate) fn is_stepped_up(self, now: OffsetDateTime) -> bool {
        self.step_up_until.is_some_and(|until| now < until)
    }
}

impl DeskSession {
    /// Returns the caller as whom services are called. A session without its second factor carries no staff rights.
    pub(crate) fn caller(&self, now: OffsetDateTime, language: Language) -> Caller {
        let kind = match self.progress {
            Progress::Done(rights) => CallerKind::Staff(StaffMember {
                user: self.user_id,
                role: rights.role,
                is_stepped_up: rights.is_stepped_up(now),
            }),
            Progress::Enrol | Progress::Code => CallerKind::Anonymous,
        };
        Caller {
            kind,
            language: self.language.unwrap_or(language),
        }
    }
}

impl TryFrom<&account::DeskSession> for DeskSession {
    type Error = ApiError;

    fn try_from(session: &account::DeskSession) -> ApiResult<Self> {
        let malformed =
            || Failure::new(Code::Internal).with_source("account returned a malformed desk session");
        let (progress, language) = match (session.step(), &session.staff) {
            (account::DeskStep::Enrol, _) => (Progress::Enrol, None),
            (account::DeskStep::Code, _) => (Progress::Code, None),
            (account::DeskStep::Done, Some(staff)) => {
                let rights = Rights {
                    role: StaffRole::known(staff.role).ok_or_else(malformed)?,
                    step_up_until: session.step_up_until.as_ref().and_then(convert::time),
                };
                (Progress::Done(rights), Language::known(staff.language))
            }
            (account::DeskStep::Done, None) | (account::DeskStep::Unspecified, _) => {
                return Err(malformed().into());
            }
        };
        Ok(Self {
            user_id: session.user_id.parse().map_err(|_| malformed())?,
            family_id: session.family_id.parse().map_err(|_| malformed())?,
            language,
            expires_at: session
                .expires_at
                .as_ref()
                .and_then(convert::time)
                .ok_or_else(malformed)?,
            progress,
        })
    }
}

impl CachedSession for DeskSession {
    const CACHE_NAME: &str = "desk_sessions";

    fn user_id(&self) -> UserId {
        self.user_id
    }

    fn family_id(&self) -> FamilyId {
        self.family_id
    }
}
