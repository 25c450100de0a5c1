//! The response of staff calls.

use kit::{caller::Actor, failure::Failure};
use proto::inquiry::v1 as wire;
use uuid::Uuid;

use super::{convert, limits::Limits};
use crate::{error::InquiryError, grpc::State, offer::error::OfferError, store};

/// Returns a revision as it is now.
pub(super) async fn load(state: &State, actor: &Actor, id: Uuid) -> Result<wire::Offer, Failure> {
    let (offer, number, visit, now) = {
        let mut connection = state.pool.acquire().await?;
        let offer = store::offer::find(&mut connection, id)
            .await?
            .ok_or(OfferError::NotFound)?;
        let inquiry = store::inquiry::find(&mut connection, offer.inquiry)
            .await?
            .ok_or(InquiryError::NotFound)?;
        let now = store::inquiry::now(&mut connection).await?;
        (offer, inquiry.number, inquiry.visit, now)
    };
    let limits = Limits::load_to_show(state, actor, std::slice::from_ref(&offer)).await;
    Ok(wire::Offer {
        visit: visit.into_message(),
        ..convert::offer(offer, &number, now, &limits)?
    })
}
