//! Reasons that an offer cannot be changed.

use kit::failure::{Code, Failure};
use uuid::Uuid;

/// Reason that an offer cannot be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OfferError {
    /// No revision has this id.
    #[error("no such offer")]
    NotFound,
    /// No offer has the token.
    #[error("the token is of no offer")]
    WrongToken,
    /// The revision is not a draft.
    #[error("the revision is not a draft")]
    Frozen,
    /// The state does not allow it.
    #[error("the state does not allow it")]
    State,
    /// No work is left on the inquiry.
    #[error("no work is left on the inquiry")]
    InquiryDone,
    /// The inquiry has the maximum number of offers, or the offer of revisions.
    #[error("too many offers")]
    TooMany,
    /// No discount is above the limit.
    #[error("no discount is above the limit")]
    NoApprovalNeeded,
    /// No approval was asked.
    #[error("no approval was asked")]
    NotAsked,
    /// A discount is above the limit and not approved.
    #[error("a discount is above the limit and not approved")]
    ApprovalNeeded,
    /// The approval that was asked is not decided.
    #[error("the approval that was asked is not decided")]
    ApprovalWaits,
    /// The caller saw another total.
    #[error("the caller saw another total")]
    OtherTotal,
    /// The offer was accepted.
    #[error("the offer was accepted")]
    Accepted,
    /// Another offer of the inquiry was accepted.
    #[error("another offer was accepted")]
    OtherAccepted,
    /// No revision can be made from this one.
    #[error("no revision can be made from this one")]
    NotRevisable,
    /// The offer has a draft.
    #[error("the offer has a draft")]
    DraftExists(Uuid),
    /// An order was made from the offer.
    #[error("an order was made from the offer")]
    HasOrder,
    /// No revision was sent.
    #[error("no revision was sent")]
    NotSent,
    /// A newer revision was sent.
    #[error("a newer revision was sent")]
    Superseded,
    /// The last day has passed.
    #[error("the last day has passed")]
    Expired,
    /// Staff withdrew the offer.
    #[error("staff withdrew the offer")]
    Withdrawn,
    /// The customer declined the offer.
    #[error("the customer declined the offer")]
    Declined,
    /// The revision is not accepted.
    #[error("the revision is not accepted")]
    NotAccepted,
    /// A designed piece was not measured on site.
    #[error("a designed piece was not measured")]
    NotMeasured,
    /// The design of the line at this place, counted from 0, cannot be built.
    #[error("the design of a line cannot be built")]
    ImpossibleDesign(usize),
    /// The role may not do this.
    #[error("the role may not do this")]
    Role,
}

impl OfferError {
    /// Returns the message key.
    const fn key(self) -> &'static str {
        match self {
            Self::NotFound | Self::WrongToken => "OFFER.NOT_FOUND",
            Self::Frozen => "OFFER.FROZEN",
            Self::State => "OFFER.STATE",
            Self::InquiryDone => "INQUIRY.STATUS_NOT_REACHABLE",
            Self::TooMany => "OFFER.TOO_MANY",
            Self::NoApprovalNeeded => "OFFER.NO_APPROVAL_NEEDED",
            Self::NotAsked => "OFFER.NOT_ASKED",
            Self::ApprovalNeeded => "OFFER.APPROVAL_NEEDED",
            Self::ApprovalWaits => "OFFER.APPROVAL_WAITS",
            Self::OtherTotal => "OFFER.OTHER_TOTAL",
            Self::Accepted => "OFFER.ACCEPTED",
            Self::OtherAccepted => "OFFER.OTHER_ACCEPTED",
            Self::NotRevisable => "OFFER.NOT_REVISABLE",
            Self::DraftExists(_) => "OFFER.DRAFT_EXISTS",
            Self::HasOrder => "OFFER.HAS_ORDER",
            Self::NotSent => "OFFER.NOT_SENT",
            Self::Superseded => "OFFER.SUPERSEDED",
            Self::Expired => "OFFER.EXPIRED",
            Self::Withdrawn => "OFFER.WITHDRAWN",
            Self::Declined => "OFFER.DECLINED",
            Self::NotAccepted => "OFFER.NOT_ACCEPTED",
            Self::NotMeasured => "DESIGN.NOT_MEASURED",
            Self::ImpossibleDesign(_) => "DESIGN.IMPOSSIBLE",
            Self::Role => "DESK.ROLE",
        }
    }
}

impl From<OfferError> for Failure {
    fn from(error: OfferError) -> Self {
        let key = error.key();
        let code = match error {
            OfferError::NotFound | OfferError::WrongToken => Code::NotFound,
            OfferError::Role => Code::Forbidden,
            _ => Code::Conflict,
        };
        let failure = Self::with_reason(code, key);
        match error {
            OfferError::WrongToken => failure.with_field("token", key),
            OfferError::OtherTotal => failure.with_field("total", key),
            OfferError::Superseded => failure.with_field("revision", key),
            OfferError::ImpossibleDesign(index) => failure.with_field(format!("lines[{index}].design"), key),
            OfferError::DraftExists(draft) => failure.with_parameter("offer_id", draft),
            _ => failure,
        }
    }
}
