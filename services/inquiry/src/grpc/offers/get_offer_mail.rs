//! Notification: returns what the mails about a revision show.

use kit::{caller::Caller, domain::UserId, failure::Failure};
use proto::inquiry::v1::{GetOfferMailRequest, GetOfferMailResponse};
use tonic::Request;

use super::{convert, limits::Limits};
use crate::{error::InquiryError, grpc::State, inquiry::Sender, offer::error::OfferError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetOfferMailRequest>,
) -> Result<GetOfferMailResponse, Failure> {
    Caller::from_request(&request)?.require_service("notification")?;
    let id = convert::offer_id(&request.get_ref().offer_id)?;
    let mut connection = state.pool.acquire().await?;
    let offer = store::offer::find(&mut connection, id)
        .await?
        .ok_or(OfferError::NotFound)?;
    let inquiry = store::inquiry::find(&mut connection, offer.inquiry)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let now = store::inquiry::now(&mut connection).await?;
    let sender = inquiry.sender.as_ref();
    let token = state.offer_keys.sign(&offer.number);
    Ok(GetOfferMailResponse {
        offer: Some(convert::offer(offer, &inquiry.number, now, &Limits::none())?),
        customer_name: sender.map(Sender::full_name).unwrap_or_default(),
        customer_email: sender.map(|sender| sender.email.clone()).unwrap_or_default(),
        customer_phone: inquiry.work.phone.clone().unwrap_or_default(),
        token,
        assignee_id: inquiry
            .work
            .assignee
            .as_ref()
            .map(UserId::to_string)
            .unwrap_or_default(),
    })
}
