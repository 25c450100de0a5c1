//! Notification: returns what the mails about a revision show.

use kit::{caller::ServiceCaller, failure::Failure};
use proto::inquiry::v1::{GetOfferMailRequest, GetOfferMailResponse};

use super::{convert, designs::Books, limits::Limits};
use crate::{
    error::InquiryError, events::id_or_empty, grpc::State, inquiry::Sender, offer::error::OfferError, store,
};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: GetOfferMailRequest,
) -> Result<GetOfferMailResponse, Failure> {
    let id = convert::offer_id(&request.offer_id)?;
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
        offer: Some(convert::offer(
            offer,
            &inquiry,
            now,
            &Limits::none(),
            &Books::default(),
        )?),
        customer_name: sender.map(Sender::full_name).unwrap_or_default(),
        customer_email: sender.map(|sender| sender.email.clone()).unwrap_or_default(),
        customer_phone: inquiry.work.phone.clone().unwrap_or_default(),
        token,
        assignee_id: id_or_empty(inquiry.work.assignee),
    })
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use testkit::caller;

    use super::*;
    use crate::testing::{Fixture, offers::sales};

    #[tokio::test]
    async fn notification_gets_recipient_and_link() {
        let fixture = Fixture::start().await;
        let offer = fixture.sent(&sales()).await;
        let request = GetOfferMailRequest {
            offer_id: offer.id.clone(),
        };
        let request = on_behalf_of(&caller::service("notification"), request);
        let mail = fixture.offers().get_offer_mail(request).await.unwrap();
        let mail = mail.into_inner();
        assert_eq!(
            (mail.customer_name.as_str(), mail.customer_email.as_str()),
            ("Leyla Məmmədova", "leyla@example.az")
        );
        assert_eq!(mail.customer_phone, "+994501234567");
        assert_eq!(mail.assignee_id, offer.sent_by);
        let shown = fixture.view(&mail.token).await.unwrap().offer.unwrap();
        assert_eq!((shown.number, mail.offer.unwrap().id), (offer.number, offer.id));
    }
}
