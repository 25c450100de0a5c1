//! Requests of the customer about an offer: for a change of an open one, and for a new one after it.

use kit::limits::Limit;
use sqlx::PgConnection;
use time::Duration;

use super::decide;
use crate::{
    error::InquiryError,
    grpc::State,
    offer::edit::OfferEdit,
    offer::{error::OfferError, moves::Move},
    store,
};

/// Time within which an equal request is a retry.
const RETRY: Duration = Duration::HOUR;

/// Limit of the requests about an offer, so that its timeline stays readable.
const PER_OFFER: Limit = Limit::new("offer-ask", 10, std::time::Duration::from_hours(24));

/// Records a request with its text; the inquiry is assigned again unless it is won. A retry has no effect.
pub(super) async fn record(
    state: &State,
    connection: &mut PgConnection,
    edit: &mut OfferEdit,
    request: Move,
    text: &str,
) -> Result<(), InquiryError> {
    if edit.has_other_accepted() {
        return Err(OfferError::OtherAccepted.into());
    }
    let since = edit.inquiry.now - RETRY;
    let (inquiry, offer) = (edit.offer.inquiry, edit.offer.id);
    if store::timeline::has_offer_entry(connection, inquiry, offer, request.word().name(), text, since)
        .await?
    {
        return Ok(());
    }
    PER_OFFER.count(connection, &edit.offer.number).await??;
    edit.offer.asked_at = Some(edit.inquiry.now);
    edit.record(connection, request, text).await?;
    let now = edit.inquiry.now;
    edit.inquiry
        .inquiry
        .work
        .customer_asked(now, state.promise_minutes);
    decide::touch(connection, edit).await?;
    edit.save(connection).await
}
