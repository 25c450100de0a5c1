//! `POST orders/{number}/payments`.

use axum::extract::State;
use kit::{
    failure::Failure,
    validation::FieldErrors,
    vocabulary::order::{PaymentKind, PaymentMethod},
};
use proto::order::v1::RecordPaymentRequest;

use super::{
    NOT_FOUND,
    order::{DeskOrder, respond},
};
use crate::{
    convert::{self, Amount},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional, OrderNumber, PathOf},
    openapi::ErrorResponse,
    routes::desk::record::check_store,
    state::AppState,
    words,
};

/// Payment in or out.
#[request]
#[derive(Debug)]
pub(crate) struct RecordPayment {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Direction.
    #[schema(value_type = words::PaymentKind)]
    kind: Input<PaymentKind>,
    /// Amount in AZN, above 0.
    amount: Input<Amount>,
    /// Means.
    #[schema(value_type = words::PaymentMethod)]
    method: Input<PaymentMethod>,
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
        let kind = self.kind.required(&mut errors, "kind");
        let amount = self.amount.parse(|number| convert::parse_amount(&number));
        let amount = amount.required(&mut errors, "amount");
        let method = self.method.required(&mut errors, "method");
        let message = RecordPaymentRequest {
            idempotency_key,
            order_number: String::new(),
            version: version.unwrap_or_default(),
            kind: kind.map(Into::into).unwrap_or_default(),
            amount_minor: amount.unwrap_or_default(),
            method: method.map(Into::into).unwrap_or_default(),
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
    Keyed(key, Json(body)): Keyed<Json<RecordPayment>>,
) -> ApiResult<Envelope<DeskOrder>> {
    let message = body.into_message(key)?;
    let number = number.get(NOT_FOUND)?;
    check_store(&state, &message.store_id).await?;
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
