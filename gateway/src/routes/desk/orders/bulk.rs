//! `POST orders/bulk`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors, vocabulary::order::Status};
use proto::order::v1::{ChangeDeskOrdersRequest, change_desk_orders_request::Change};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional},
    openapi::ErrorResponse,
    routes::desk::record::{BulkResult, BulkRow},
    state::AppState,
    words::{self, Word},
};

kit::words! {
    /// Kind of a change of several orders.
    pub(crate) enum Action("OrderAction") {
        /// A new status.
        Status = "status",
        /// Another assignee.
        Assign = "assign",
        /// Takes back the status that was set last.
        Undo = "undo",
    }
}

type OrderAction = Word<Action>;

/// Change of several orders.
#[request]
#[derive(Debug)]
pub(crate) struct ChangeOrders {
    /// Kind of the change.
    #[schema(value_type = OrderAction)]
    action: Input<Action>,
    /// New status, any but `Cancelled`, or id of the new assignee; `null` = unassigned. Not of `undo`.
    to: Optional<String>,
    /// Status to take back, of `undo`.
    from: Optional<String>,
    /// 1 to 200 numbers.
    numbers: Input<Vec<String>>,
}

/// Outcome for several orders.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ChangedOrders {
    #[serde(flatten)]
    result: BulkResult,
    /// RFC 3339: time until which the new statuses can be taken back; `null` for other changes.
    undo_until: Option<Instant>,
}

fn example() -> Value {
    json!({"undoUntil": "2026-11-16T07:20:08Z", "done": 1, "results": [{"number": "SB-4K7Q2M0X", "ok": true, "errors": null},
        {"number": "SB-8G5VE2RT", "ok": false, "errors": {"to": "ORDER.STATUS_NOT_REACHABLE"}}]})
}

impl ChangeOrders {
    fn into_message(self, idempotency_key: String) -> Result<ChangeDeskOrdersRequest, Failure> {
        let mut errors = FieldErrors::default();
        let order_numbers = self.numbers.required(&mut errors, "numbers").unwrap_or_default();
        let change = match self.action.required(&mut errors, "action") {
            Some(Action::Status) => self
                .to
                .parse(|name| words::in_any_case::<Status>(name.trim()))
                .required(&mut errors, "to")
                .map(|status| Change::Status(status.into())),
            Some(Action::Undo) => self
                .from
                .parse(|name| words::in_any_case::<Status>(name.trim()))
                .required(&mut errors, "from")
                .map(|status| Change::Undo(status.into())),
            Some(Action::Assign) => Some(Change::Assignee(self.to.text(&mut errors, "to"))),
            None => None,
        };
        let message = ChangeDeskOrdersRequest {
            idempotency_key,
            order_numbers,
            change,
        };
        errors.finish(Some(message))
    }
}

/// Changes the status or the assignee of several orders, each by its own rules.
#[utoipa::path(post, path = "/orders/bulk", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = ChangeOrders, example = json!({"action": "status", "to": "Processing",
        "numbers": ["SB-4K7Q2M0X", "SB-8G5VE2RT"]})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<ChangedOrders>, description = "Outcomes, also where all failed",
        example = json!(Envelope::new(example()))),
        ErrorResponse::<422>))]
pub(crate) async fn change_desk_orders(
    State(state): State<AppState>,
    member: Member,
    Keyed(key, Json(body)): Keyed<Json<ChangeOrders>>,
) -> ApiResult<Envelope<ChangedOrders>> {
    let request = member.request(body.into_message(key)?);
    let response = state
        .clients
        .desk_order
        .clone()
        .change_desk_orders(request)
        .await?;
    let response = response.into_inner();
    let results = response.results.into_iter().map(|result| {
        let error = (!result.error.is_empty()).then_some((result.field, result.error));
        BulkRow::new(result.order_number, error)
    });
    Ok(Envelope::new(ChangedOrders {
        result: results.collect(),
        undo_until: convert::moment(response.undo_until),
    }))
}
