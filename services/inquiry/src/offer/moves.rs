//! Moves of an offer, for its timeline entry and its event.

use kit::vocabulary::inquiry::{OfferMove, Reason, Via};

use super::limit::Excess;

/// Event of a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    /// Sent to the customer.
    Sent { is_mailed: bool },
    /// Viewed for the first time.
    Opened,
    /// An approval was asked.
    ApprovalAsked(Excess),
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
    pub(crate) const fn word(self) -> OfferMove {
        match self {
            Self::Sent { .. } => OfferMove::Sent,
            Self::Opened => OfferMove::Opened,
            Self::ApprovalAsked(_) => OfferMove::ApprovalAsked,
            Self::Approved => OfferMove::Approved,
            Self::Refused => OfferMove::Refused,
            Self::Accepted(_) => OfferMove::Accepted,
            Self::Declined(_) => OfferMove::Declined,
            Self::Expired => OfferMove::Expired,
            Self::Superseded => OfferMove::Superseded,
            Self::Withdrawn => OfferMove::Withdrawn,
            Self::Reopened => OfferMove::Reopened,
            Self::ChangeAsked => OfferMove::ChangeAsked,
            Self::AskedAgain => OfferMove::AskedAgain,
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
