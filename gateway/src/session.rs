//! A live session.

use kit::{
    caller::{Caller, CallerKind},
    domain::{FamilyId, Language, Percent, UserId},
    failure::{Code, Failure},
};
use proto::account::v1::{self as account, Role};

use crate::error::{ApiError, ApiResult};

/// A live session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    /// Whose it is.
    pub(crate) user_id: UserId,
    /// The sign-in that it came from.
    pub(crate) family_id: FamilyId,
    /// Whether the user is staff.
    pub(crate) is_staff: bool,
    /// The user's own discount.
    pub(crate) discount: Percent,
}

impl TryFrom<account::Session> for Session {
    type Error = ApiError;

    fn try_from(session: account::Session) -> ApiResult<Self> {
        let wrong =
            || Failure::new(Code::Internal).with_source("account answered a session that cannot be read");
        Ok(Self {
            is_staff: session.role() == Role::Staff,
            user_id: session.user_id.parse().map_err(|_| wrong())?,
            family_id: session.family_id.parse().map_err(|_| wrong())?,
            discount: Percent::try_from(session.discount_percent).map_err(|_| wrong())?,
        })
    }
}

impl Session {
    /// Who calls, for the services.
    pub(crate) fn caller(&self, language: Language) -> Caller {
        let kind = if self.is_staff {
            CallerKind::Staff(Some(self.user_id))
        } else {
            CallerKind::Customer(self.user_id)
        };
        Caller { kind, language }
    }
}
