//! Access to offers and the response of staff calls.

use kit::{
    caller::{Actor, Caller},
    failure::Failure,
    staff::Permission,
};
use proto::inquiry::v1 as wire;
use uuid::Uuid;

use super::{convert, limits::Limits};
use crate::{access, error::InquiryError, grpc::State, offer::error::OfferError, store};

/// Returns the actor of a call that reads offers: owners, managers and sales.
pub(super) fn require_reader(caller: &Caller) -> Result<Actor, Failure> {
    let actor = caller.require_permission(Permission::QuotesRead)?;
    if access::sees_contacts(&actor) {
        Ok(actor)
    } else {
        Err(OfferError::Role.into())
    }
}

/// Returns a revision as it is now.
pub(super) async fn load(state: &State, actor: &Actor, id: Uuid) -> Result<wire::Offer, Failure> {
    let (offer, number, now) = {
        let mut connection = state.pool.acquire().await?;
        let offer = store::offer::find(&mut connection, id)
            .await?
            .ok_or(OfferError::NotFound)?;
        let inquiry = store::inquiry::find(&mut connection, offer.inquiry)
            .await?
            .ok_or(InquiryError::NotFound)?;
        let now = store::inquiry::now(&mut connection).await?;
        (offer, inquiry.number, now)
    };
    let limits = Limits::load_to_show(state, actor, std::slice::from_ref(&offer)).await;
    Ok(convert::offer(offer, &number, now, &limits)?)
}
