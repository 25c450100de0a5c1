//! Submits a request for a quote.

use kit::{
    caller::Caller,
    domain::{ProductId, Quantity},
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use prost::Message as _;
use proto::inquiry::v1::{RequestQuoteRequest, RequestQuoteResponse};
use tonic::Request;

use super::{
    State,
    submit::{self, Visitor},
};
use crate::{
    clients::catalog::Offer,
    error::InquiryError,
    inquiry::{Kind, Quote, Sender, Subject},
    submission::Key,
};

/// A valid request.
struct QuoteRequest {
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
    let request = decode(request.get_ref())?;
    let number = submit(state, &visitor, request).await?;
    Ok(RequestQuoteResponse { number })
}

fn decode(request: &RequestQuoteRequest) -> Result<QuoteRequest, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.line::<1, 100>("name", &request.name);
    let surname = errors.line::<1, 100>("surname", &request.surname);
    let phone = errors.phone("phone", &request.phone);
    let email = errors.email("email", &request.email);
    let product = errors.product("productId", request.product_id);
    let quantity = request
        .quantity
        .and_then(|pieces| errors.quantity("quantity", pieces));
    let color = Some(request.color.trim().to_owned()).filter(|color| !color.is_empty());
    let key = errors.idempotency_key(&request.idempotency_key);
    let sender = (|| {
        Some(Sender {
            name: name?,
            surname: surname?,
            phone: phone?.as_str().to_owned(),
            email: email?.as_str().to_owned(),
            message: String::new(),
        })
    })();
    let ((sender, product), key) = errors.finish(sender.zip(product).zip(key))?;
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
    Ok(QuoteRequest {
        sender,
        product,
        quantity,
        color,
        key: Key::new(key, &content.encode_to_vec()),
    })
}

async fn submit(state: &State, visitor: &Visitor, request: QuoteRequest) -> Result<String, InquiryError> {
    if let Some(number) = submit::find_repeated(&state.pool, Kind::Quote, visitor, &request.key).await? {
        return Ok(number);
    }
    let offer = state.catalog.get_product(request.product).await?;
    let quote = quote(offer, request.quantity, request.color)?;
    submit::insert(
        state,
        visitor,
        &request.key,
        Subject::Quote(quote),
        request.sender,
    )
    .await
}

/// Returns the quote of a product. Fails if the product is not available in the colour.
fn quote(offer: Offer, quantity: Option<Quantity>, color: Option<String>) -> Result<Quote, Failure> {
    if color.as_ref().is_some_and(|color| !offer.colors.contains(color)) {
        return Err(Failure::invalid_field("color", INVALID));
    }
    Ok(Quote {
        product: Some(offer.product),
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
    async fn stores_the_product_as_the_catalog_returns_it() {
        let fixture = Fixture::start().await;
        let number = fixture
            .request_quote(RequestQuoteRequest {
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

        let found = fixture.find(&number).await;
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

        let published = fixture.harness.published::<QuoteRequested>().await;
        assert_eq!(
            published,
            [QuoteRequested {
                inquiry_id: found.id,
                number,
                product_id: WARDROBE,
                quantity: Some(2),
            }]
        );
    }

    #[tokio::test]
    async fn quantity_and_colour_are_optional() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let product = fixture.find(&number).await.product.unwrap();
        assert_eq!((product.quantity, product.color.as_str()), (None, ""));
    }

    #[tokio::test]
    async fn stores_user_and_language() {
        let fixture = Fixture::start().await;
        let user = kit::domain::UserId::generate();
        let mut caller = testkit::caller::customer(user);
        caller.language = kit::domain::Language::Ru;
        let number = fixture.request_quote_as(&caller, quote(WARDROBE)).await.unwrap();
        let found = fixture.find(&number).await;
        assert_eq!(found.user_id, user.to_string());
        assert_eq!(found.language(), common::Language::Ru);
    }

    #[tokio::test]
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let error = fixture
            .request_quote(RequestQuoteRequest {
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
            fields(&error),
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
        let error = fixture.request_quote(pink).await.unwrap_err();
        assert_eq!(fields(&error), [("color".to_owned(), "FIELD.INVALID".to_owned())]);
        assert_eq!(fixture.count("select count(*) from inquiry").await, 0);
    }

    #[tokio::test]
    async fn returns_not_found_for_unknown_or_inactive_products() {
        let fixture = Fixture::start().await;
        for product in [4_711, RETIRED] {
            let error = fixture.request_quote(quote(product)).await.unwrap_err();
            let error = Failure::from_status(&error);
            assert_eq!(
                (error.code, error.reason.as_str()),
                (Code::NotFound, "PRODUCT.NOT_FOUND")
            );
        }
        assert_eq!(fixture.harness.published::<QuoteRequested>().await, []);
    }

    #[tokio::test]
    async fn catalog_outage_fails_new_requests_but_not_retries() {
        let fixture = Fixture::start().await;
        let first = RequestQuoteRequest {
            idempotency_key: "a".to_owned(),
            ..quote(WARDROBE)
        };
        let number = fixture.request_quote(first.clone()).await.unwrap();
        let replica = fixture.replica_without_catalog().await;
        assert_eq!(replica.request_quote(first).await.unwrap(), number);
        let error = replica.request_quote(quote(WARDROBE)).await.unwrap_err();
        assert_eq!(Failure::from_status(&error).code, Code::Unavailable);
    }
}
