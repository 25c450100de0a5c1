//! Takes in a request for a quote.

use kit::{
    caller::Caller,
    domain::{ProductId, Quantity},
    failure::Failure,
};
use prost::Message as _;
use proto::inquiry::v1::{RequestQuoteRequest, RequestQuoteResponse};
use tonic::Request;

use super::{
    State,
    take_in::{self, Visitor},
};
use crate::{
    clients::catalog::Offer,
    error::InquiryError,
    fields::Fields,
    inquiry::{Kind, Quote, Sender, Subject},
    submission::Key,
};

/// A request that is right in itself.
struct Asked {
    sender: Sender,
    product: ProductId,
    quantity: Option<Quantity>,
    color: Option<String>,
    key: Key,
}

pub(super) async fn handle(
    state: &State,
    request: Request<RequestQuoteRequest>,
) -> Result<RequestQuoteResponse, Failure> {
    let visitor = Visitor::new(Caller::from_request(&request)?, &request.get_ref().client_address);
    let asked = decode(request.get_ref())?;
    let number = take_in(state, &visitor, asked).await?;
    Ok(RequestQuoteResponse { number })
}

fn decode(request: &RequestQuoteRequest) -> Result<Asked, InquiryError> {
    let mut fields = Fields::default();
    let name = fields.line::<100>("name", &request.name);
    let surname = fields.line::<100>("surname", &request.surname);
    let phone = fields.phone("phone", &request.phone);
    let email = fields.email("email", &request.email);
    let product = fields.product("productId", request.product_id);
    let quantity = fields.quantity("quantity", request.quantity);
    let color = Some(request.color.trim().to_owned()).filter(|color| !color.is_empty());
    let key = fields.key(&request.idempotency_key);
    match (name, surname, phone, email, product, key) {
        (Some(name), Some(surname), Some(phone), Some(email), Some(product), Some(key))
            if fields.is_empty() =>
        {
            let sender = Sender {
                name,
                surname,
                phone: phone.as_str().to_owned(),
                email: email.as_str().to_owned(),
                message: String::new(),
            };
            let content = RequestQuoteRequest {
                name: sender.name.clone(),
                surname: sender.surname.clone(),
                phone: sender.phone.clone(),
                email: sender.email.clone(),
                product_id: product.get(),
                quantity: quantity.map(Into::into),
                color: color.clone().unwrap_or_default(),
                ..RequestQuoteRequest::default()
            };
            Ok(Asked {
                sender,
                product,
                quantity,
                color,
                key: Key::new(key, &content.encode_to_vec()),
            })
        }
        _ => Err(fields.into_error()),
    }
}

async fn take_in(state: &State, visitor: &Visitor, asked: Asked) -> Result<String, InquiryError> {
    if let Some(number) = take_in::begin(&state.pool, Kind::Quote, visitor, &asked.key).await? {
        return Ok(number);
    }
    // Asked before the transaction: no row is locked while another service thinks.
    let offer = state.catalog.find(asked.product).await?;
    let quote = quote(offer, asked.quantity, asked.color)?;
    take_in::finish(state, visitor, &asked.key, Subject::Quote(quote), asked.sender).await
}

/// A colour is one of those in which the product is made.
fn quote(offer: Offer, quantity: Option<Quantity>, color: Option<String>) -> Result<Quote, InquiryError> {
    if color.as_ref().is_some_and(|color| !offer.colors.contains(color)) {
        return Err(InquiryError::field("color", "FIELD.INVALID"));
    }
    Ok(Quote {
        product: offer.product,
        quantity,
        color,
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::{Code, Failure};
    use proto::{
        common::v1 as common,
        inquiry::v1::{InquiryKind, InquiryStatus, QuoteRequested},
    };

    use super::*;
    use crate::testing::{Fixture, RETIRED, WARDROBE, fields, quote};

    #[tokio::test]
    async fn what_is_kept_of_the_product_is_what_the_catalogue_says() {
        let fixture = Fixture::start().await;
        let number = fixture
            .ask(RequestQuoteRequest {
                name: " Leyla ".to_owned(),
                phone: "+994 (50) 123-45-67".to_owned(),
                email: "Leyla@Example.AZ".to_owned(),
                quantity: Some(2),
                color: "oak".to_owned(),
                ..quote(WARDROBE)
            })
            .await
            .unwrap();
        assert!(number.starts_with("SQ-"), "{number}");

        let found = fixture.found(&number).await;
        assert_eq!(
            (found.kind(), found.status()),
            (InquiryKind::Quote, InquiryStatus::New)
        );
        let sender = found.sender.unwrap();
        assert_eq!(
            (sender.name.as_str(), sender.surname.as_str()),
            ("Leyla", "Məmmədova")
        );
        assert_eq!(
            (sender.phone.as_str(), sender.email.as_str()),
            ("+994501234567", "leyla@example.az")
        );
        let product = found.product.unwrap();
        assert_eq!(product.product_id, WARDROBE);
        assert_eq!(product.name.unwrap().az, "şkaf");
        assert_eq!(product.image, "/images/products/wardrobe/1-960.webp");
        assert_eq!((product.quantity, product.color.as_str()), (Some(2), "oak"));

        let told = fixture.harness.published::<QuoteRequested>().await;
        assert_eq!(
            told,
            [QuoteRequested {
                inquiry_id: found.id,
                number,
                product_id: WARDROBE,
                quantity: Some(2),
            }]
        );
    }

    #[tokio::test]
    async fn quantity_and_colour_need_not_be_said() {
        let fixture = Fixture::start().await;
        let number = fixture.ask(quote(WARDROBE)).await.unwrap();
        let product = fixture.found(&number).await.product.unwrap();
        assert_eq!((product.quantity, product.color.as_str()), (None, ""));
    }

    #[tokio::test]
    async fn who_is_signed_in_and_in_which_language_is_kept() {
        let fixture = Fixture::start().await;
        let user = kit::domain::UserId::generate();
        let mut caller = testkit::caller::customer(user);
        caller.language = kit::domain::Language::Ru;
        let number = fixture.ask_as(&caller, quote(WARDROBE)).await.unwrap();
        let found = fixture.found(&number).await;
        assert_eq!(found.user_id, user.to_string());
        assert_eq!(found.language(), common::Language::Ru);
    }

    #[tokio::test]
    async fn every_wrong_field_is_named() {
        let fixture = Fixture::start().await;
        let refused = fixture
            .ask(RequestQuoteRequest {
                name: " ".to_owned(),
                surname: "a".repeat(101),
                phone: "050 123".to_owned(),
                email: "leyla".to_owned(),
                product_id: 0,
                quantity: Some(100),
                color: String::new(),
                idempotency_key: "a b".to_owned(),
                client_address: String::new(),
            })
            .await
            .unwrap_err();
        assert_eq!(
            fields(&refused),
            [
                ("name", "FIELD.REQUIRED"),
                ("surname", "FIELD.TOO_LONG"),
                ("phone", "CONTACT.FORM.INVALID_PHONE"),
                ("email", "CONTACT.FORM.INVALID_EMAIL"),
                ("productId", "FIELD.INVALID"),
                ("quantity", "FIELD.OUT_OF_RANGE"),
                ("Idempotency-Key", "FIELD.INVALID"),
            ]
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
        let pink = RequestQuoteRequest {
            color: "pink".to_owned(),
            ..quote(WARDROBE)
        };
        let refused = fixture.ask(pink).await.unwrap_err();
        assert_eq!(
            fields(&refused),
            [("color".to_owned(), "FIELD.INVALID".to_owned())]
        );
        assert_eq!(fixture.count("select count(*) from inquiry").await, 0);
    }

    #[tokio::test]
    async fn a_product_that_is_not_sold_is_not_found() {
        let fixture = Fixture::start().await;
        for product in [4_711, RETIRED] {
            let refused = fixture.ask(quote(product)).await.unwrap_err();
            let refused = Failure::from_status(&refused);
            assert_eq!(
                (refused.code, refused.reason.as_str()),
                (Code::NotFound, "PRODUCT.NOT_FOUND")
            );
        }
        assert_eq!(fixture.harness.published::<QuoteRequested>().await, []);
    }

    #[tokio::test]
    async fn without_the_catalogue_it_says_come_again_and_knows_what_was_taken_in() {
        let fixture = Fixture::start().await;
        let first = RequestQuoteRequest {
            idempotency_key: "a".to_owned(),
            ..quote(WARDROBE)
        };
        let number = fixture.ask(first.clone()).await.unwrap();
        let alone = fixture.without_catalogue().await;
        assert_eq!(alone.ask(first).await.unwrap(), number);
        let refused = alone.ask(quote(WARDROBE)).await.unwrap_err();
        assert_eq!(Failure::from_status(&refused).code, Code::Unavailable);
    }
}
