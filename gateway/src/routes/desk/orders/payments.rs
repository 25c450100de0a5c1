//! `POST orders/{number}/payments`.

use axum::extract::State;
use kit::{
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::order::v1::RecordPaymentRequest;

use super::{
    NOT_FOUND,
    order::{DeskOrder, respond},
    words,
};
use crate::{
    convert::{self, Amount},
    desk::{Body, Input, Keyed, Member, Optional, OrderNumber, PathOf},
    envelope::Envelope,
    error::ApiResult,
    openapi::ErrorResponse,
    state::AppState,
};

/// Payment in or out.
#[request]
#[derive(Debug)]
pub(crate) struct RecordPayment {
    /// Version that the caller saw.
    version: Input<i64>,
    /// `in` or `out`.
    kind: Input<String>,
    /// Amount in AZN, above 0.
    amount: Input<Amount>,
    /// `cash`, `card`, `transfer` or `other`.
    method: Input<String>,
    /// UUID of the store.
    store_id: Optional<String>,
    /// At most 500 characters.
    text: Optional<String>,
}

impl RecordPayment {
    /// Converts to a message without the number.
    fn into_message(self, idempotency_key: String) -> Result<RecordPaymentRequest, Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version");
        let kind = self
            .kind
            .parse(|name| words::payment_kind(&name))
            .required(&mut errors, "kind");
        let amount = self.amount.parse(|number| convert::parse_amount(&number));
        let amount = amount.required(&mut errors, "amount");
        errors.ensure(amount != Some(0), "amount", OUT_OF_RANGE);
        let method = self.method.parse(|name| words::payment_method(&name));
        let method = method.required(&mut errors, "method");
        let message = RecordPaymentRequest {
            idempotency_key,
            order_number: String::new(),
            version: version.unwrap_or_default(),
            kind: kind.unwrap_or_default().into(),
            amount_minor: amount.unwrap_or_default(),
            method: method.unwrap_or_default().into(),
            store_id: self.store_id.text(&mut errors, "storeId"),
            text: self.text.text(&mut errors, "text"),
        };
        errors.finish(Some(message))
    }
}

/// Records a payment; the payment status follows from the sums.
#[utoipa::path(post, path = "/orders/{number}/payments", tag = "desk",
    params(("number" = String, Path, description = "Number of the order"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = RecordPayment, example = json!({"version": 5, "kind": "in", "amount": 662.12,
        "method": "cash", "storeId": null, "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn record_payment(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Keyed {
        key,
        body: Body(body),
    }: Keyed<Body<RecordPayment>>,
) -> ApiResult<Envelope<DeskOrder>> {
    let message = body.into_message(key)?;
    let number = number.get(NOT_FOUND)?;
    let request = member.request(RecordPaymentRequest {
        order_number: number.as_str().to_owned(),
        ..message
    });
    let changed = state.clients.desk_order.clone().record_payment(request).await;
    respond(&state, &member, number.as_str(), changed, |response| {
        response.order
    })
    .await
}
