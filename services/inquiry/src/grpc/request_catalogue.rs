//! Submits a request for the brochure.

use kit::{caller::Caller, failure::Failure, validation::FieldErrors};
use prost::Message as _;
use proto::inquiry::v1::{RequestCatalogueRequest, RequestCatalogueResponse};

use super::{
    State,
    submit::{self, Visitor},
};
use crate::{
    inquiry::{Sender, Subject},
    submission::Key,
};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: RequestCatalogueRequest,
) -> Result<RequestCatalogueResponse, Failure> {
    let visitor = Visitor::new(&caller, &request.client_address, request.visit.as_ref());
    let (sender, key) = decode(&visitor, &request)?;
    let receipt = submit::submit(state, &visitor, &key, Subject::Brochure, sender).await?;
    Ok(RequestCatalogueResponse {
        number: receipt.number,
    })
}

fn decode(visitor: &Visitor, request: &RequestCatalogueRequest) -> Result<(Sender, Key), Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.name::<1, 100>("nameSurname", &request.name_surname);
    let phone = errors.phone("phoneNumber", &request.phone_number);
    let email = errors.email("email", &request.email);
    let key = errors.idempotency_key(&request.idempotency_key);
    let (name, phone, email, key) = errors.finish((name, phone, email, key))?;
    let sender = Sender {
        name,
        surname: String::new(),
        phone: phone.as_str().to_owned(),
        email: email.as_str().to_owned(),
        message: String::new(),
    };
    let content = RequestCatalogueRequest {
        name_surname: sender.name.clone(),
        phone_number: sender.phone.clone(),
        email: sender.email.clone(),
        ..RequestCatalogueRequest::default()
    };
    Ok((sender, Key::new(&visitor.name(), key, &content.encode_to_vec())))
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::{CatalogueRequested, InquiryKind};

    use super::*;
    use crate::testing::{Fixture, brochure, fields};

    #[tokio::test]
    async fn stores_and_publishes_a_request() {
        let fixture = Fixture::start().await;
        let number = fixture.request_brochure(brochure()).await.unwrap();
        assert!(number.starts_with("SC-"), "{number}");
        let found = fixture.read(&number).await;
        assert_eq!(found.kind(), InquiryKind::Catalogue);
        assert_eq!(found.sender.unwrap().name, "Leyla Məmmədova");
        let published = fixture.harness.published::<CatalogueRequested>().await;
        assert_eq!(
            published,
            [CatalogueRequested {
                inquiry_id: found.id,
                number
            }]
        );
    }

    #[tokio::test]
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let error = fixture
            .request_brochure(RequestCatalogueRequest::default())
            .await
            .unwrap_err();
        assert_eq!(
            fields(&error),
            ["nameSurname", "phoneNumber", "email"]
                .map(|name| (name.to_owned(), "FIELD.REQUIRED".to_owned()))
        );
    }

    #[tokio::test]
    async fn normalised_repetition_returns_the_first_number() {
        let fixture = Fixture::start().await;
        let first = fixture.request_brochure(brochure()).await.unwrap();
        let again = RequestCatalogueRequest {
            phone_number: "+994501234567".to_owned(),
            email: " LEYLA@example.az".to_owned(),
            ..brochure()
        };
        assert_eq!(fixture.request_brochure(again).await.unwrap(), first);
    }
}
