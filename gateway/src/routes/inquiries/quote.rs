//! `POST ProductInquiries/submit`.

use axum::extract::State;
use kit::{failure::Failure, grpc::client::on_behalf_of, validation::REQUIRED};
use proto::{
    content::v1::Store,
    inquiry::v1::{QuoteItemInput, RequestQuoteRequest},
};

use crate::{
    convert::{self, Instant},
    envelope::Envelope,
    error::ApiResult,
    extract::{ClientAddress, FormCaller, IdempotencyKey, Json},
    openapi::ErrorResponse,
    routes::{
        designs::{self, SentDesign},
        measures::Measures,
        visit::SentVisit,
    },
    state::AppState,
    words,
};

/// Quote request for one product, or for the pieces of `items`.
#[request]
pub(crate) struct RequestQuote {
    /// First name, at most 100 characters.
    #[serde(default)]
    #[schema(required)]
    name: String,
    /// Last name, at most 100 characters.
    #[serde(default)]
    #[schema(required)]
    surname: String,
    /// Phone number: an optional `+` and 10 to 15 digits; spaces, dashes and brackets are ignored.
    #[serde(default)]
    #[schema(required)]
    phone: String,
    /// E-mail address, at most 254 characters.
    #[serde(default)]
    #[schema(required)]
    email: String,
    /// Product id; with `items`, that of the first one. Missing where the first piece is a design.
    #[serde(default)]
    #[schema(minimum = 1)]
    product_id: i64,
    /// Number of pieces, 1 to 99; optional.
    #[schema(minimum = 1, maximum = 99)]
    quantity: Option<i64>,
    /// Color of the product; optional.
    color: Option<String>,
    /// By default `standard`.
    #[schema(value_type = Option<words::Measuring>)]
    measuring: Option<String>,
    /// Only with `own`, which needs them unless there is a note.
    measures: Option<Measures>,
    /// By default `piece`. `niche` only with measures that leave a piece of 100 mm.
    #[schema(value_type = Option<words::MeasuresOf>)]
    measures_of: Option<String>,
    /// Remark, at most 1,000 characters; with `visit`, the place. Beside `items` it is that of their only piece, if that is a design
    /// without one.
    #[schema(max_length = 1_000)]
    note: Option<String>,
    /// All pieces, 1 to 20. They replace the other fields of a single piece, which are ignored then.
    #[schema(min_items = 1, max_items = 20)]
    items: Option<Vec<RequestQuoteItem>>,
    /// How the visitor came to the shop, in the form of the example; what is not valid is left out, and refuses nothing.
    #[serde(default)]
    #[schema(value_type = serde_json::Value)]
    visit: SentVisit,
    /// Ignored; the server uses its own product data.
    #[expect(dead_code, reason = "part of the public API")]
    product_name: Option<String>,
    /// Ignored; the server uses its own product data.
    #[expect(dead_code, reason = "part of the public API")]
    product_image: Option<String>,
}

/// Receipt of a quote request.
#[response]
pub(crate) struct QuoteReceipt {
    /// Human-readable inquiry number; a repeated request returns the same number.
    #[schema(example = "SQ-7Q2M04XK")]
    number: String,
    /// RFC 3339 timestamp in UTC, until which the shop calls: one working day by its hours. `null` if it is unknown.
    promised_at: Option<Instant>,
    /// The shop's number to write to, `+` and digits; `null` if it has none, or the stores cannot be read.
    whatsapp: Option<String>,
    /// Token of the conversation about the request, for `conversations/view`.
    conversation_token: String,
}

/// Requests a quote. A repeated request (same `Idempotency-Key`, or without a key same content within a minute)
/// returns the first number. Errors of `items` are named `items[0].measures.widthMm` and so on. A design whose sender saw another
/// price is `items[0].design: DESIGN.PRICE_CHANGED`, one that cannot be built and is no wish `DESIGN.IMPOSSIBLE`; `data` has the
/// present price and the reasons. One of older rules is `DESIGN.OLD_RULES`; `data` has its code under the newest.
#[utoipa::path(post, path = "/submit", tag = "inquiries",
    request_body(content = RequestQuote, example = json!({
        "name": "Leyla", "surname": "Nümunə", "phone": "+994500000000", "email": "leyla@example.com",
        "productId": 1, "quantity": 2, "color": "oak", "measuring": "own",
        "measures": {"widthMm": 1800, "depthMm": 600, "heightMm": 2620}, "measuresOf": "niche",
        "note": "A radiator is on the left"})),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255,
        description = "Unique key per attempt; the same key for its retries")),
    security((), ("session" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<QuoteReceipt>, description = "Accepted",
        example = json!({"success": true, "message": null, "data": {
            "number": "SQ-7Q2M04XK", "promisedAt": "2026-11-24T10:20:00Z", "whatsapp": "+994500000000",
            "conversationToken": "SQ-7Q2M04XK.k3J9wQ7dYx2LmT0aVb5cZg"}})),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<422>, ErrorResponse::<429>))]
pub(crate) async fn request_quote(
    State(state): State<AppState>,
    FormCaller(caller): FormCaller,
    ClientAddress(client_address): ClientAddress,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<RequestQuote>,
) -> ApiResult<Envelope<QuoteReceipt>> {
    let request = request(body, key, client_address)?;
    let codes: Vec<_> = request
        .items
        .iter()
        .map(|item| item.design_code.clone())
        .collect();
    let mut client = state.clients.inquiry.clone();
    let response = match client.request_quote(on_behalf_of(&caller, request)).await {
        Ok(response) => response.into_inner(),
        Err(status) => return Err(designs::refused(&state, &caller, &codes, status).await),
    };
    // The request is recorded, so that the stores, which the cache has most of the time, must not fail it.
    let stores = state.clients.content.list_stores().await.ok();
    Ok(Envelope::new(QuoteReceipt {
        conversation_token: response.conversation_token,
        number: response.number,
        promised_at: convert::non_empty(convert::precise(response.promised_at)),
        whatsapp: stores.and_then(|response| whatsapp(&response.stores)),
    }))
}

/// Returns the first number to write to of the stores, of which the main one is the first.
fn whatsapp(stores: &[Store]) -> Option<String> {
    let mut numbers = stores.iter().map(|store| &store.whatsapp);
    numbers.find(|number| !number.is_empty()).cloned()
}

fn request(
    mut body: RequestQuote,
    idempotency_key: String,
    client_address: String,
) -> Result<RequestQuoteRequest, Failure> {
    if body.items.as_ref().is_some_and(Vec::is_empty) {
        return Err(Failure::invalid_field("items", REQUIRED));
    }
    let mut items = body.items.unwrap_or_default();
    if let Some(index) = items.iter().position(RequestQuoteItem::has_design_without_code) {
        return Err(Failure::invalid_field(
            format!("items[{index}].design.code"),
            REQUIRED,
        ));
    }
    if let [only] = items.as_mut_slice()
        && only.design.is_some()
    {
        only.note = only.note.take().or_else(|| body.note.take());
    }
    Ok(RequestQuoteRequest {
        name: body.name,
        surname: body.surname,
        phone: body.phone,
        email: body.email,
        product_id: body.product_id,
        quantity: body.quantity.map(convert::quantity),
        color: body.color.unwrap_or_default(),
        idempotency_key,
        client_address,
        measuring: body.measuring.unwrap_or_default(),
        measures: body.measures.map(Into::into),
        measures_of: body.measures_of.unwrap_or_default(),
        note: body.note.unwrap_or_default(),
        items: items.into_iter().map(Into::into).collect(),
        visit: body.visit.0,
    })
}

/// Piece to request a quote for.
#[request]
pub(crate) struct RequestQuoteItem {
    /// Product id; optional with a design.
    #[schema(minimum = 1)]
    product_id: Option<i64>,
    /// Number of pieces, 1 to 99; optional.
    #[schema(minimum = 1, maximum = 99)]
    quantity: Option<i64>,
    /// Color of the product; optional.
    color: Option<String>,
    /// By default `standard`.
    #[schema(value_type = Option<words::Measuring>)]
    measuring: Option<String>,
    /// Only with `own`, which needs them unless there is a note.
    measures: Option<Measures>,
    /// By default `piece`. `niche` only with measures that leave a piece of 100 mm.
    #[schema(value_type = Option<words::MeasuresOf>)]
    measures_of: Option<String>,
    /// Remark, at most 1,000 characters; with `visit`, the place.
    #[schema(max_length = 1_000)]
    note: Option<String>,
    /// Design whose measures the piece has; without `measuring` and `measures`.
    design: Option<SentDesign>,
}

impl RequestQuoteItem {
    fn has_design_without_code(&self) -> bool {
        self.design.as_ref().is_some_and(SentDesign::is_without_code)
    }
}

impl From<RequestQuoteItem> for QuoteItemInput {
    fn from(item: RequestQuoteItem) -> Self {
        let mut input = Self {
            product_id: item.product_id.unwrap_or_default(),
            quantity: item.quantity.map(convert::quantity),
            color: item.color.unwrap_or_default(),
            measuring: item.measuring.unwrap_or_default(),
            measures: item.measures.map(Into::into),
            measures_of: item.measures_of.unwrap_or_default(),
            note: item.note.unwrap_or_default(),
            ..Self::default()
        };
        if let Some(design) = item.design {
            design.write(&mut input);
        }
        input
    }
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1 as inquiry;
    use serde_json::{Value, json};

    use super::*;

    fn parse(body: Value) -> Result<RequestQuoteRequest, Failure> {
        let body = serde_json::from_value(body).unwrap();
        request(body, "key".to_owned(), "203.0.113.9".to_owned())
    }

    #[test]
    fn ignores_product_name_and_image() {
        let request = parse(json!({
            "name": "Leyla",
            "surname": "Məmmədova",
            "phone": "+994 50 123 45 67",
            "email": "leyla@example.az",
            "productId": 7,
            "quantity": 2,
            "color": "oak",
            "productName": "another wardrobe",
            "productImage": null,
        }));
        assert_eq!(
            request.unwrap(),
            RequestQuoteRequest {
                name: "Leyla".to_owned(),
                surname: "Məmmədova".to_owned(),
                phone: "+994 50 123 45 67".to_owned(),
                email: "leyla@example.az".to_owned(),
                product_id: 7,
                quantity: Some(2),
                color: "oak".to_owned(),
                idempotency_key: "key".to_owned(),
                client_address: "203.0.113.9".to_owned(),
                ..RequestQuoteRequest::default()
            }
        );
    }

    #[test]
    fn passes_on_measures_and_items() {
        let piece = json!({
            "productId": 7, "quantity": 2, "color": "oak", "measuring": "own",
            "measures": {"widthMm": 1800, "depthMm": -1, "heightMm": i64::MAX}, "measuresOf": "niche", "note": "left",
        });
        let mut body = piece.clone();
        body["items"] = json!([piece, {"productId": 8}]);
        let request = parse(body).unwrap();
        let measures = inquiry::Measures {
            width_mm: 1_800,
            // Neither fits, so that the service rejects it.
            depth_mm: 0,
            height_mm: 0,
        };
        assert_eq!(
            [request.measuring.as_str(), &request.measures_of, &request.note],
            ["own", "niche", "left"]
        );
        assert_eq!(request.measures, Some(measures));
        let first = inquiry::QuoteItemInput {
            product_id: 7,
            quantity: Some(2),
            color: "oak".to_owned(),
            measuring: "own".to_owned(),
            measures: Some(measures),
            measures_of: "niche".to_owned(),
            note: "left".to_owned(),
            ..inquiry::QuoteItemInput::default()
        };
        let second = inquiry::QuoteItemInput {
            product_id: 8,
            ..inquiry::QuoteItemInput::default()
        };
        assert_eq!(request.items, [first, second]);
    }

    #[test]
    fn the_remark_beside_a_design_is_that_of_its_piece() {
        let design = json!({"code": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja"});
        let body = |items: Value| json!({"note": "A radiator is on the left", "items": items});
        let notes = |items: Value| {
            let items = parse(body(items)).unwrap().items.into_iter();
            items.map(|item| item.note).collect::<Vec<_>>()
        };
        assert_eq!(notes(json!([{"design": design}])), ["A radiator is on the left"]);
        assert_eq!(notes(json!([{"design": design, "note": "own"}])), ["own"]);
        assert_eq!(notes(json!([{"productId": 1}])), [""]);
        assert_eq!(notes(json!([{"design": design}, {"design": design}])), ["", ""]);
    }

    #[test]
    fn rejects_a_design_without_a_code() {
        let failure =
            parse(json!({"items": [{"productId": 7}, {"productId": 7, "design": {"low": 1}}]})).unwrap_err();
        assert_eq!(
            failure.fields,
            [("items[1].design.code".to_owned(), REQUIRED.to_owned())]
        );
    }

    #[test]
    fn rejects_an_empty_list_of_items() {
        let failure = parse(json!({"productId": 7, "items": []})).unwrap_err();
        assert_eq!(failure.fields, [("items".to_owned(), REQUIRED.to_owned())]);
        assert!(parse(json!({"productId": 7, "items": null})).is_ok());
    }

    #[test]
    fn ignored_fields_must_have_their_type() {
        for name in ["productName", "productImage"] {
            assert!(
                serde_json::from_value::<RequestQuote>(json!({ name: {} })).is_err(),
                "{name}"
            );
        }
    }

    #[test]
    fn quantities_that_do_not_fit_become_zero() {
        let quantity = |quantity: Value| parse(json!({ "quantity": quantity })).unwrap().quantity;
        assert_eq!(quantity(json!(null)), None);
        assert_eq!(quantity(json!(-1)), Some(0));
        assert_eq!(quantity(json!(i64::MAX)), Some(0));
    }

    #[test]
    fn takes_the_first_number_of_the_stores() {
        let store = |whatsapp: &str| Store {
            whatsapp: whatsapp.to_owned(),
            ..Store::default()
        };
        assert_eq!(whatsapp(&[]), None);
        assert_eq!(whatsapp(&[store("")]), None);
        let stores = [store(""), store("+994120000001"), store("+994120000002")];
        assert_eq!(whatsapp(&stores).as_deref(), Some("+994120000001"));
    }
}
