//! An inquiry, for mail.

use kit::{caller::Caller, domain::InquiryId, failure::Failure};
use proto::inquiry::v1::{GetInquiryRequest, GetInquiryResponse};
use tonic::Request;

use super::{State, convert};
use crate::{error::InquiryError, inquiry::Inquiry, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetInquiryRequest>,
) -> Result<GetInquiryResponse, Failure> {
    Caller::from_request(&request)?.require_service()?;
    let inquiry = find(state, &request.get_ref().inquiry_id).await?;
    Ok(GetInquiryResponse {
        inquiry: Some(convert::inquiry(inquiry, Vec::new())),
    })
}

async fn find(state: &State, id: &str) -> Result<Inquiry, InquiryError> {
    let id: InquiryId = id.parse().map_err(|_| InquiryError::NotFound)?;
    store::inquiry::find(&mut *state.pool.acquire().await?, id)
        .await?
        .ok_or(InquiryError::NotFound)
}

#[cfg(test)]
mod tests {
    use kit::{
        caller::Caller,
        failure::{Code, Failure},
        grpc::client::on_behalf_of,
    };
    use proto::inquiry::v1::Inquiry;

    use super::*;
    use crate::testing::{Fixture, WARDROBE, quote};

    async fn get(fixture: &Fixture, caller: &Caller, id: &str) -> Result<Inquiry, Failure> {
        let request = GetInquiryRequest {
            inquiry_id: id.to_owned(),
        };
        let answer = fixture.client().get_inquiry(on_behalf_of(caller, request)).await;
        let answer = answer.map_err(|status| Failure::from_status(&status))?;
        Ok(answer.into_inner().inquiry.unwrap())
    }

    #[tokio::test]
    async fn a_service_is_told_who_wrote_but_not_what_the_staff_has_noted() {
        let fixture = Fixture::start().await;
        let number = fixture.ask(quote(WARDROBE)).await.unwrap();
        fixture.note(&number, "called back").await.unwrap();
        let known = fixture.found(&number).await;
        let service = testkit::caller::service("notification");
        let found = get(&fixture, &service, &known.id).await.unwrap();
        assert_eq!(found.number, number);
        assert_eq!(found.sender, known.sender);
        assert_eq!(found.product, known.product);
        assert_eq!(found.notes, []);
    }

    #[tokio::test]
    async fn an_unknown_inquiry_is_not_found() {
        let fixture = Fixture::start().await;
        let service = testkit::caller::service("notification");
        for id in ["x", &InquiryId::generate().to_string()] {
            let refused = get(&fixture, &service, id).await.unwrap_err();
            assert_eq!(refused.code, Code::NotFound);
        }
    }

    #[tokio::test]
    async fn nobody_else_is_told() {
        let fixture = Fixture::start().await;
        let number = fixture.ask(quote(WARDROBE)).await.unwrap();
        let id = fixture.found(&number).await.id;
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (
                testkit::caller::customer(kit::domain::UserId::generate()),
                Code::Forbidden,
            ),
        ] {
            assert_eq!(get(&fixture, &caller, &id).await.unwrap_err().code, code);
        }
    }
}
