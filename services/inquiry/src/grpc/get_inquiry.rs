//! Returns an inquiry without notes, for mails.

use kit::{caller::ServiceCaller, convert::timestamp, failure::Failure};
use proto::inquiry::v1::{GetInquiryRequest, GetInquiryResponse};

use super::{State, convert};
use crate::{error::InquiryError, events::id_or_empty, hours, store};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: GetInquiryRequest,
) -> Result<GetInquiryResponse, Failure> {
    let id = request.inquiry_id.parse().map_err(|_| InquiryError::NotFound)?;
    let inquiry = store::inquiry::find(&mut *state.pool.acquire().await?, id)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let promised_at = hours::add_minutes(inquiry.created_at, state.promise_minutes);
    Ok(GetInquiryResponse {
        promised_at: Some(timestamp(promised_at)),
        assignee_id: id_or_empty(inquiry.work.assignee),
        conversation_token: if inquiry.sender.is_some() {
            state.offer_keys.sign_conversation(&inquiry.number)
        } else {
            String::new()
        },
        inquiry: Some(convert::inquiry(inquiry)),
    })
}

#[cfg(test)]
mod tests {
    use kit::{
        caller::Caller,
        domain::InquiryId,
        failure::{Code, Failure},
        grpc::client::on_behalf_of,
    };
    use proto::inquiry::v1::Inquiry;

    use super::*;
    use crate::testing::{Fixture, WARDROBE, quote};

    async fn send(fixture: &Fixture, caller: &Caller, id: &str) -> Result<Inquiry, Failure> {
        let request = GetInquiryRequest {
            inquiry_id: id.to_owned(),
        };
        let response = fixture.client().get_inquiry(on_behalf_of(caller, request)).await;
        let response = response.map_err(|status| Failure::from_status(&status))?;
        Ok(response.into_inner().inquiry.unwrap())
    }

    #[tokio::test]
    async fn returns_the_inquiry_without_notes_to_services() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        fixture.add_note(&number, "called back").await.unwrap();
        let inquiry = fixture.read(&number).await;
        let service = testkit::caller::service("notification");
        let found = send(&fixture, &service, &inquiry.id).await.unwrap();
        assert_eq!(found.number, number);
        assert_eq!(found.sender, inquiry.sender);
        assert_eq!(found.product, inquiry.product);
        assert_eq!(found.notes, []);
    }

    #[tokio::test]
    async fn returns_not_found_for_unknown_inquiries() {
        let fixture = Fixture::start().await;
        let service = testkit::caller::service("notification");
        for id in ["x", &InquiryId::generate().to_string()] {
            let error = send(&fixture, &service, id).await.unwrap_err();
            assert_eq!(error.code, Code::NotFound);
        }
    }

    #[tokio::test]
    async fn rejects_other_callers() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let id = fixture.read(&number).await.id;
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (
                testkit::caller::customer(kit::domain::UserId::generate()),
                Code::Forbidden,
            ),
        ] {
            assert_eq!(send(&fixture, &caller, &id).await.unwrap_err().code, code);
        }
    }
}
