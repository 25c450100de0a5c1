//! What happens to an offer, for its timeline entry and its event.

use crate::words::{Reason, Via};

/// What happened to a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    /// Sent to the customer.
    Sent { is_mailed: bool },
    /// Viewed for the first time.
    Opened,
    /// An approval was asked.
    ApprovalAsked,
    /// The approval was given.
    Approved,
    /// The approval was refused.
    Refused,
    /// Accepted.
    Accepted(Via),
    /// Declined.
    Declined(Reason),
    /// The last day has passed.
    Expired,
    /// A newer revision was sent.
    Superseded,
    /// Withdrawn by staff.
    Withdrawn,
    /// Reopened by staff.
    Reopened,
    /// The customer asked for a change.
    ChangeAsked,
    /// The customer asked for a new offer.
    AskedAgain,
}

impl Move {
    /// Returns the word of the timeline.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sent { .. } => "sent",
            Self::Opened => "opened",
            Self::ApprovalAsked => "approvalAsked",
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Accepted(_) => "accepted",
            Self::Declined(_) => "declined",
            Self::Expired => "expired",
            Self::Superseded => "superseded",
            Self::Withdrawn => "withdrawn",
            Self::Reopened => "reopened",
            Self::ChangeAsked => "changeAsked",
            Self::AskedAgain => "askedAgain",
        }
    }

    /// Returns the way of what the customer did.
    pub(crate) const fn via(self) -> Option<Via> {
        match self {
            Self::Accepted(via) => Some(via),
            Self::Declined(_) | Self::ChangeAsked | Self::AskedAgain => Some(Via::Link),
            _ => None,
        }
    }

    /// Returns the reason of a refusal.
    pub(crate) const fn reason(self) -> Option<Reason> {
        match self {
            Self::Declined(reason) => Some(reason),
            _ => None,
        }
    }
}
