//! Events about offers.

use kit::events::append;
use proto::inquiry::v1::{
    OfferAccepted, OfferApprovalAsked, OfferApprovalDecided, OfferAsked, OfferDeclined, OfferEndsSoon,
    OfferExpired, OfferOpened, OfferReopened, OfferSent, OfferSuperseded, OfferWithdrawn,
};
use sqlx::PgConnection;

use crate::offer::{Offer, limit::Excess, moves::Move};

/// Builds the event `$event` of an offer with the fields that all events about offers have.
macro_rules! event {
    ($event:ident, $offer:ident, $by:ident $(, $field:ident: $value:expr)*) => {
        $event {
            offer_id: $offer.id.to_string(),
            inquiry_id: $offer.inquiry.to_string(),
            offer_number: $offer.number.clone(),
            revision: $offer.revision,
            by: $by.to_owned(),
            $($field: $value,)*
        }
    };
}

/// Publishes what happened to an offer. `by` is empty for the system and the customer.
pub(crate) async fn moved(
    connection: &mut PgConnection,
    offer: &Offer,
    happened: Move,
    total_minor: i64,
    by: &str,
) -> Result<(), sqlx::Error> {
    let appended = match happened {
        Move::Sent { is_mailed } => {
            let event = event!(OfferSent, offer, by, total_minor: total_minor, is_mailed: is_mailed);
            append(connection, &event).await
        }
        Move::Opened => append(connection, &event!(OfferOpened, offer, by)).await,
        Move::ApprovalAsked(Excess {
            line,
            percent,
            allowed,
        }) => {
            let event = event!(OfferApprovalAsked, offer, by, line: line, percent: percent, allowed: allowed);
            append(connection, &event).await
        }
        Move::Approved | Move::Refused => {
            let is_approved = happened == Move::Approved;
            let event = event!(OfferApprovalDecided, offer, by, is_approved: is_approved);
            append(connection, &event).await
        }
        Move::Accepted(via) => {
            let via = via.name().to_owned();
            let event = event!(OfferAccepted, offer, by, via: via, total_minor: total_minor);
            append(connection, &event).await
        }
        Move::Declined(reason) => {
            let event = event!(OfferDeclined, offer, by, reason: reason.name().to_owned());
            append(connection, &event).await
        }
        Move::Expired => append(connection, &event!(OfferExpired, offer, by)).await,
        Move::Superseded => append(connection, &event!(OfferSuperseded, offer, by)).await,
        Move::Withdrawn => append(connection, &event!(OfferWithdrawn, offer, by)).await,
        Move::Reopened => append(connection, &event!(OfferReopened, offer, by)).await,
        Move::ChangeAsked | Move::AskedAgain => {
            let what = if happened == Move::ChangeAsked {
                "change"
            } else {
                "again"
            };
            append(connection, &event!(OfferAsked, offer, by, what: what.to_owned())).await
        }
    };
    appended.map(drop)
}

/// Publishes that an open offer ends soon.
pub(crate) async fn ends_soon(connection: &mut PgConnection, offer: &Offer) -> Result<(), sqlx::Error> {
    let by = "";
    append(connection, &event!(OfferEndsSoon, offer, by))
        .await
        .map(drop)
}
