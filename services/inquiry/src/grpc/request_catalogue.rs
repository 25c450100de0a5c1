//! Takes in a request for the catalogue.

use kit::{caller::Caller, failure::Failure};
use prost::Message as _;
use proto::inquiry::v1::{RequestCatalogueRequest, RequestCatalogueResponse};
use tonic::Request;

use super::{
    State,
    take_in::{self, Visitor},
};
use crate::{
    error::InquiryError,
    fields::Fields,
    inquiry::{Sender, Subject},
    submission::Key,
};

pub(super) async fn handle(
    state: &State,
    request: Request<RequestCatalogueRequest>,
) -> Result<RequestCatalogueResponse, Failure> {
    let visitor = Visitor::new(Caller::from_request(&request)?, &request.get_ref().client_address);
    let (sender, key) = decode(request.get_ref())?;
    let number = take_in::at_once(state, &visitor, &key, Subject::Catalogue, sender).await?;
    Ok(RequestCatalogueResponse { number })
}

fn decode(request: &RequestCatalogueRequest) -> Result<(Sender, Key), InquiryError> {
    let mut fields = Fields::default();
    let name = fields.line::<100>("nameSurname", &request.name_surname);
    let phone = fields.phone("phoneNumber", &request.phone_number);
    let email = fields.email("email", &request.email);
    let key = fields.key(&request.idempotency_key);
    match (name, phone, email, key) {
        (Some(name), Some(phone), Some(email), Some(key)) => {
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
            Ok((sender, Key::new(key, &content.encode_to_vec())))
        }
        _ => Err(fields.into_error()),
    }
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::{CatalogueRequested, InquiryKind};

    use super::*;
    use crate::testing::{Fixture, catalogue, fields};

    #[tokio::test]
    async fn a_request_is_taken_in_and_told() {
        let fixture = Fixture::start().await;
        let number = fixture.download(catalogue()).await.unwrap();
        assert!(number.starts_with("SC-"), "{number}");
        let found = fixture.found(&number).await;
        assert_eq!(found.kind(), InquiryKind::Catalogue);
        assert_eq!(found.sender.unwrap().name, "Leyla Məmmədova");
        let told = fixture.harness.published::<CatalogueRequested>().await;
        assert_eq!(
            told,
            [CatalogueRequested {
                inquiry_id: found.id,
                number
            }]
        );
    }

    #[tokio::test]
    async fn every_wrong_field_is_named_as_the_form_names_it() {
        let fixture = Fixture::start().await;
        let refused = fixture
            .download(RequestCatalogueRequest::default())
            .await
            .unwrap_err();
        assert_eq!(
            fields(&refused),
            ["nameSurname", "phoneNumber", "email"]
                .map(|name| (name.to_owned(), "FIELD.REQUIRED".to_owned()))
        );
    }

    #[tokio::test]
    async fn another_spelling_of_the_same_is_the_same() {
        let fixture = Fixture::start().await;
        let first = fixture.download(catalogue()).await.unwrap();
        let again = RequestCatalogueRequest {
            phone_number: "+994501234567".to_owned(),
            email: " LEYLA@example.az".to_owned(),
            ..catalogue()
        };
        assert_eq!(fixture.download(again).await.unwrap(), first);
    }
}
