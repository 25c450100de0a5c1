//! Designs and price books of tests.

use kit::{failure::Failure, grpc::client::on_behalf_of};
use proto::inquiry::v1::{
    GetRatesRequest, Inquiry, PriceDesignRequest, PriceDesignResponse, QuoteItemInput, Rates,
    RecordMeasuringRequest, RequestQuoteRequest, design_service_client::DesignServiceClient,
    price_design_request,
};
use rules::Design;
use serde_json::Value;
use testkit::caller;
use uuid::Uuid;

use super::{Fixture, quote as product_quote};

/// A niche with lattice doors, of the rule book's vectors. Its price is 2,914 AZN.
pub(crate) const NICHE: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";

/// Returns the rates in force.
pub(crate) async fn rates(fixture: &Fixture) -> Rates {
    let mut client = DesignServiceClient::new(fixture.raw_client());
    let request = on_behalf_of(&caller::anonymous(), GetRatesRequest {});
    client
        .get_rates(request)
        .await
        .unwrap()
        .into_inner()
        .rates
        .unwrap()
}

/// Prices a design.
pub(crate) async fn price(
    fixture: &Fixture,
    design: price_design_request::Design,
) -> Result<PriceDesignResponse, Failure> {
    let mut client = DesignServiceClient::new(fixture.raw_client());
    let request = PriceDesignRequest {
        design: Some(design),
        under_prices_in_force: false,
    };
    let response = client
        .price_design(on_behalf_of(&caller::anonymous(), request))
        .await;
    let response = response.map_err(|status| Failure::from_status(&status))?;
    Ok(response.into_inner())
}

/// Prices the design of a code.
pub(crate) async fn price_code(fixture: &Fixture, code: &str) -> Result<PriceDesignResponse, Failure> {
    price(fixture, price_design_request::Design::Code(code.to_owned())).await
}

/// Returns a request for a quote of one piece.
pub(crate) fn request(item: QuoteItemInput) -> RequestQuoteRequest {
    RequestQuoteRequest {
        items: vec![item],
        ..product_quote(0)
    }
}

/// Publishes a book in which work costs twice as much, and which comes into force after these minutes.
pub(crate) async fn publish_dearer(fixture: &Fixture, version: u16, minutes: i32) {
    let mut book: rules::PriceBook = serde_json::from_str(rules::MADE_UP_PRICE_BOOK).unwrap();
    book.version = version;
    for cost in book.work.values_mut() {
        *cost *= 2;
    }
    sqlx::query(
        "insert into price_book (version, rules, state, book, rates, valid_from, published_at)
         values ($1, 1, 'published', $2, $3, now() + make_interval(mins => $4), now())",
    )
    .bind(i32::from(version))
    .bind(serde_json::to_value(&book).unwrap())
    .bind(serde_json::to_value(book.rates().unwrap()).unwrap())
    .bind(minutes)
    .execute(fixture.harness.pool())
    .await
    .unwrap();
}

/// Lets the time of a planned book pass.
pub(crate) async fn come_into_force(fixture: &Fixture, version: u16) {
    sqlx::query("update price_book set valid_from = now() where version = $1")
        .bind(i32::from(version))
        .execute(fixture.harness.pool())
        .await
        .unwrap();
}

/// Returns the code of a design with another value of a field.
pub(crate) fn with(code: &str, field: &str, value: &Value) -> String {
    let design = Design::from_code(code).unwrap();
    let mut json: Value = serde_json::from_str(&design.to_json()).unwrap();
    json[field] = value.clone();
    Design::from_json(&json).unwrap().code()
}

/// Requests a quote for the designed niche.
pub(crate) async fn quote(fixture: &Fixture) -> String {
    rates(fixture).await;
    let item = QuoteItemInput {
        design_code: NICHE.to_owned(),
        ..QuoteItemInput::default()
    };
    let request = RequestQuoteRequest {
        // Equal requests without a key are one.
        idempotency_key: Uuid::now_v7().to_string(),
        ..request(item)
    };
    fixture.request_quote(request).await.unwrap()
}

/// Records that the first piece of a quote was measured.
pub(crate) async fn measure(
    fixture: &Fixture,
    number: &str,
    code: &str,
    key: &str,
) -> Result<Inquiry, Failure> {
    let request = RecordMeasuringRequest {
        number: number.to_owned(),
        position: 1,
        code: code.to_owned(),
        text: "Divar əyridir".to_owned(),
        idempotency_key: key.to_owned(),
    };
    let response = fixture
        .inbox()
        .record_measuring(on_behalf_of(&caller::staff(), request))
        .await;
    let response = response.map_err(|status| Failure::from_status(&status))?;
    Ok(response.into_inner().inquiry.unwrap())
}
