//! Order: returns an accepted revision and records the order that is being made from it.

use kit::{caller::ServiceCaller, failure::Failure, validation::INVALID, vocabulary::inquiry::OfferState};
use proto::inquiry::v1::{HoldAcceptedOfferRequest, HoldAcceptedOfferResponse};
use uuid::Uuid;

use super::{convert, designs::Books, limits::Limits};
use crate::{
    events::id_or_empty,
    grpc::State,
    offer::edit::{OfferEdit, sums},
    offer::{OfferOrder, design::is_measured, error::OfferError},
    store,
};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: HoldAcceptedOfferRequest,
) -> Result<HoldAcceptedOfferResponse, Failure> {
    let order: Uuid = request
        .order_id
        .parse()
        .map_err(|_| Failure::invalid_field("order_id", INVALID))?;
    let id = convert::offer_id(&request.offer_id)?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let mut edit = OfferEdit::open_as_system(&mut transaction, id).await?;
    if edit.offer.stored_state != OfferState::Accepted {
        return Err(OfferError::NotAccepted.into());
    }
    // A delayed call for an abandoned order would keep the offer from being reopened.
    if store::order::has_ended(&mut transaction, order).await? {
        return Err(OfferError::NotAccepted.into());
    }
    // A repeated call keeps the number of the order.
    if edit.offer.order.as_ref().is_none_or(|held| held.id != order) {
        let inquiry = &edit.inquiry.inquiry;
        let mut designs = edit.offer.content.designs();
        if !designs.all(|of| is_measured(inquiry, &of.design)) {
            return Err(OfferError::NotMeasured.into());
        }
        edit.offer.order = Some(OfferOrder {
            id: order,
            number: None,
        });
        let total = sums(&edit.offer)?.total;
        store::offer::update(&mut transaction, &edit.offer, total).await?;
    }
    transaction.commit().await?;
    let (inquiry, now) = (edit.inquiry.inquiry, edit.inquiry.now);
    Ok(HoldAcceptedOfferResponse {
        offer: Some(convert::offer(
            edit.offer,
            &inquiry,
            now,
            &Limits::none(),
            &Books::default(),
        )?),
        assignee_id: id_or_empty(inquiry.work.assignee),
        user_id: id_or_empty(inquiry.user),
        visit: inquiry.visit.into_message(),
        contact_id: inquiry.work.contact.map(|id| id.to_string()).unwrap_or_default(),
    })
}
