//! Submits a request for a quote.

use kit::{caller::Caller, convert::timestamp, failure::Failure, validation::FieldErrors};
use prost::Message as _;
use proto::inquiry::v1::{RequestQuoteRequest, RequestQuoteResponse};

use super::{
    State,
    quote_items::{self, ItemInputs},
    submit::{self, Visitor},
};
use crate::{
    error::InquiryError,
    hours,
    inquiry::{Kind, Sender, Subject},
    store,
    submission::{Key, Receipt},
};

/// A valid request.
struct QuoteRequest {
    sender: Sender,
    items: ItemInputs,
    key: Key,
}

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: RequestQuoteRequest,
) -> Result<RequestQuoteResponse, Failure> {
    let visitor = Visitor::new(&caller, &request.client_address, request.visit.as_ref());
    let request = decode(&visitor, &request)?;
    let receipt = submit(state, &visitor, request).await?;
    let promised_at = hours::add_minutes(receipt.at, state.promise_minutes);
    Ok(RequestQuoteResponse {
        conversation_token: state.offer_keys.sign_conversation(&receipt.number),
        number: receipt.number,
        promised_at: Some(timestamp(promised_at)),
    })
}

fn decode(visitor: &Visitor, request: &RequestQuoteRequest) -> Result<QuoteRequest, Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.name::<1, 100>("name", &request.name);
    let surname = errors.name::<1, 100>("surname", &request.surname);
    let phone = errors.phone("phone", &request.phone);
    let email = errors.email("email", &request.email);
    let items = quote_items::decode(&mut errors, request);
    let key = errors.idempotency_key(&request.idempotency_key);
    let (name, surname, phone, email, items, key) =
        errors.finish((name, surname, phone, email, items, key))?;
    let sender = Sender {
        name,
        surname,
        phone: phone.as_str().to_owned(),
        email: email.as_str().to_owned(),
        message: String::new(),
    };
    let mut content = RequestQuoteRequest {
        name: sender.name.clone(),
        surname: sender.surname.clone(),
        phone: sender.phone.clone(),
        email: sender.email.clone(),
        ..RequestQuoteRequest::default()
    };
    items.add_to(&mut content);
    Ok(QuoteRequest {
        sender,
        items,
        key: Key::new(&visitor.name(), key, &content.encode_to_vec()),
    })
}

async fn submit(state: &State, visitor: &Visitor, request: QuoteRequest) -> Result<Receipt, InquiryError> {
    if let Some(receipt) = submit::find_repeated(&state.pool, Kind::Quote, visitor, &request.key).await? {
        return Ok(receipt);
    }
    let offers = state
        .catalog
        .get_active_products(request.items.products())
        .await?;
    let book = if request.items.has_designs() {
        let mut connection = state.pool.acquire().await?;
        Some(store::price_book::in_force(&mut connection, &state.first_book).await?)
    } else {
        None
    };
    let items = request.items.complete(&offers, book.as_ref())?;
    submit::insert(
        state,
        visitor,
        &request.key,
        Subject::Quote(items),
        request.sender,
    )
    .await
}

#[cfg(test)]
mod tests {
    use kit::{
        failure::{Code, Failure},
        grpc::client::on_behalf_of,
    };
    use proto::{
        common::v1 as common,
        inquiry::v1::{GetInquiryRequest, InquiryKind, InquiryStatus, QuoteRequested, QuoteRequestedItem},
    };

    use super::*;
    use crate::testing::{Fixture, RETIRED, WARDROBE, fields, quote};

    #[tokio::test]
    async fn stores_the_picture_of_the_color_if_there_is_one() {
        let fixture = Fixture::start().await;
        for (color, picture) in [("white", "2"), ("oak", "1"), ("", "1")] {
            let request = RequestQuoteRequest {
                color: color.to_owned(),
                ..quote(WARDROBE)
            };
            let number = fixture.request_quote(request).await.unwrap();
            let product = fixture.read(&number).await.product.unwrap();
            assert_eq!(
                product.image,
                format!("/images/products/wardrobe/{picture}-960.webp"),
                "{color}"
            );
        }
    }

    #[tokio::test]
    async fn stores_the_product_as_the_catalog_returns_it() {
        let fixture = Fixture::start().await;
        let number = fixture
            .request_quote(RequestQuoteRequest {
                name: " Ley\u{200d}la ".to_owned(),
                phone: "+994 (0)50 123.45.67".to_owned(),
                email: "Leyla@Example.AZ".to_owned(),
                quantity: Some(2),
                color: "oak".to_owned(),
                ..quote(WARDROBE)
            })
            .await
            .unwrap();
        assert!(number.starts_with("SQ-"), "{number}");

        let found = fixture.read(&number).await;
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
                items: vec![QuoteRequestedItem {
                    product_id: WARDROBE,
                    quantity: Some(2),
                }],
                design_count: 0,
            }]
        );
    }

    #[tokio::test]
    async fn a_retry_gets_the_promise_of_the_first_request() {
        let fixture = Fixture::start().await;
        let mut answers = Vec::new();
        for _ in 0..2 {
            let request = on_behalf_of(&testkit::caller::anonymous(), quote(WARDROBE));
            let response = fixture.client().request_quote(request).await.unwrap();
            answers.push(response.into_inner());
        }
        assert_eq!(answers[0], answers[1]);
        // The sender's mail and the desk name the same time.
        let read = fixture.read(&answers[0].number).await;
        assert_eq!(answers[0].promised_at, read.work.unwrap().promise_at);
        let request = GetInquiryRequest { inquiry_id: read.id };
        let request = on_behalf_of(&testkit::caller::service("notification"), request);
        let response = fixture.client().get_inquiry(request).await.unwrap();
        assert_eq!(response.into_inner().promised_at, answers[0].promised_at);
    }

    #[tokio::test]
    async fn quantity_and_colour_are_optional() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let product = fixture.read(&number).await.product.unwrap();
        assert_eq!((product.quantity, product.color.as_str()), (None, ""));
    }

    #[tokio::test]
    async fn stores_user_and_language() {
        let fixture = Fixture::start().await;
        let user = kit::domain::UserId::generate();
        let mut caller = testkit::caller::customer(user);
        caller.language = kit::domain::Language::Ru;
        let number = fixture.request_quote_as(&caller, quote(WARDROBE)).await.unwrap();
        let found = fixture.read(&number).await;
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
                ..RequestQuoteRequest::default()
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
