//! `PUT orders/{number}/delivery`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors, vocabulary::order::DeliveryMethod};
use proto::order::v1::{self as wire, PlanDeliveryRequest};

use super::{
    NOT_FOUND,
    order::{DeskOrder, respond},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Optional, OrderNumber, PathOf},
    openapi::ErrorResponse,
    state::AppState,
    words,
};

/// Plan of a delivery.
#[request]
#[derive(Debug)]
#[schema(as = DeliveryPlan)]
pub(crate) struct DeliveryInput {
    /// Method.
    #[schema(value_type = words::DeliveryMethod)]
    method: Input<DeliveryMethod>,
    /// Day, from today to a year ahead.
    on: Optional<String>,
    /// Beginning of the time of day as `10:00`; needs `to`.
    from: Optional<String>,
    /// End of the time of day; needs `from`.
    to: Optional<String>,
    /// At most 200 characters.
    crew: Optional<String>,
    /// At most 500 characters.
    note: Optional<String>,
}

impl DeliveryInput {
    /// Converts to a message. The service validates the day and the texts.
    pub(super) fn into_message(self, errors: &mut FieldErrors) -> wire::Delivery {
        wire::Delivery {
            method: self
                .method
                .required(errors, "method")
                .map(Into::into)
                .unwrap_or_default(),
            on: self.on.text(errors, "on"),
            from: self.from.text(errors, "from"),
            to: self.to.text(errors, "to"),
            crew: self.crew.text(errors, "crew"),
            note: self.note.text(errors, "note"),
        }
    }
}

/// Plan of the delivery of an order.
#[request]
#[derive(Debug)]
pub(crate) struct PlanDelivery {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Whether the customer gets a mail.
    notify: Optional<bool>,
    #[serde(flatten)]
    plan: DeliveryInput,
}

impl PlanDelivery {
    /// Converts to a message without the number.
    fn into_message(self) -> Result<PlanDeliveryRequest, Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version");
        let message = PlanDeliveryRequest {
            order_number: String::new(),
            version: version.unwrap_or_default(),
            is_notified: self.notify.optional(&mut errors, "notify").unwrap_or_default(),
            delivery: Some(self.plan.into_message(&mut errors)),
        };
        errors.finish(Some(message))
    }
}

/// Plans the delivery of an order.
#[utoipa::path(put, path = "/orders/{number}/delivery", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")),
    request_body(content = PlanDelivery, example = json!({"version": 5, "method": "delivery", "on": "2026-11-25",
        "from": "10:00", "to": "14:00", "crew": "Elçin", "note": "", "notify": true})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn plan_delivery(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Json(body): Json<PlanDelivery>,
) -> ApiResult<Envelope<DeskOrder>> {
    let message = body.into_message()?;
    let number = number.get(NOT_FOUND)?;
    let request = member.request(PlanDeliveryRequest {
        order_number: number.as_str().to_owned(),
        ..message
    });
    let changed = state.clients.desk_order.clone().plan_delivery(request).await;
    respond(&state, &member, number.as_str(), changed, |response| {
        response.order
    })
    .await
}
