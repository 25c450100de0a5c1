//! The response of staff calls.

use kit::{caller::Actor, failure::Failure};
use proto::inquiry::v1 as wire;
use uuid::Uuid;

use super::{
    convert,
    designs::{self, Books},
    limits::Limits,
};
use crate::{error::InquiryError, grpc::State, offer::error::OfferError, store};

/// Returns a revision as it is now, with the costs of its designs for a caller who may read them.
pub(super) async fn load(state: &State, actor: &Actor, id: Uuid) -> Result<wire::Offer, Failure> {
    let (offer, inquiry, books, costs, now) = {
        let mut connection = state.pool.acquire().await?;
        let offer = store::offer::find(&mut connection, id)
            .await?
            .ok_or(OfferError::NotFound)?;
        let inquiry = store::inquiry::find(&mut connection, offer.inquiry)
            .await?
            .ok_or(InquiryError::NotFound)?;
        let books = Books::load(&mut connection, std::slice::from_ref(&offer)).await?;
        let costs = designs::costs(&mut connection, actor, &offer.content.lines).await?;
        let now = store::inquiry::now(&mut connection).await?;
        (offer, inquiry, books, costs, now)
    };
    let limits = Limits::load_to_show(state, actor, std::slice::from_ref(&offer)).await;
    let mut converted = convert::offer(offer, &inquiry, now, &limits, &books)?;
    for (line, costs) in converted.lines.iter_mut().zip(costs) {
        if let Some(design) = &mut line.design {
            design.costs = costs;
        }
    }
    converted.visit = inquiry.visit.into_message();
    Ok(converted)
}
