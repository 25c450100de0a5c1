//! Changes of an order.

use axum::extract::State;
use kit::{
    failure::Failure,
    validation::FieldErrors,
    vocabulary::order::{StaffReason, Status},
};
use proto::{
    inquiry::v1::ConversationFile,
    order::v1::{
        AddOrderNoteRequest, AssignOrderRequest, MoveDeskOrderRequest, NoteFile, UndoOrderStepRequest,
    },
};

use super::{
    NOT_FOUND,
    order::{DeskOrder, convert, respond},
};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Keyed, Optional, OrderNumber, PathOf},
    openapi::ErrorResponse,
    routes::desk::{
        media::check_files,
        record::{AssigneeChange, NewNote},
    },
    state::AppState,
    words,
};

/// Changes the assignee of an order.
#[utoipa::path(put, path = "/orders/{number}/assignee", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")),
    request_body(content = AssigneeChange, example = json!({"from": null,
        "to": "01936b2e-7c00-7000-8000-000000000001"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn assign_order(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Json(body): Json<AssigneeChange>,
) -> ApiResult<Envelope<DeskOrder>> {
    let (from, to) = body.parse()?;
    let number = number.get(NOT_FOUND)?;
    let request = member.request(AssignOrderRequest {
        order_number: number.as_str().to_owned(),
        from,
        to,
    });
    let changed = state.clients.desk_order.clone().assign_order(request).await;
    respond(&state, &member, number.as_str(), changed, |response| {
        response.order
    })
    .await
}

/// Change of an order's status.
#[request]
#[derive(Debug)]
pub(crate) struct MoveOrder {
    /// Status that the caller saw.
    #[schema(value_type = words::OrderStatus)]
    from: Input<String>,
    /// New status.
    #[schema(value_type = words::OrderStatus)]
    to: Input<String>,
    /// Needed to cancel and to go back.
    #[schema(value_type = Option<words::StaffCancellationReason>)]
    reason: Optional<StaffReason>,
    /// At most 1,000 characters; needed for the reason `other`.
    text: Optional<String>,
    /// Whether the customer gets a mail of a step back; other steps are always mailed. Default: false.
    notify: Optional<bool>,
}

impl MoveOrder {
    /// Converts to a message without the number.
    fn into_message(self) -> Result<MoveDeskOrderRequest, Failure> {
        let mut errors = FieldErrors::default();
        let from = self
            .from
            .parse(|name| words::in_any_case::<Status>(name.trim()))
            .required(&mut errors, "from");
        let to = self
            .to
            .parse(|name| words::in_any_case::<Status>(name.trim()))
            .required(&mut errors, "to");
        let reason = self.reason.optional(&mut errors, "reason");
        let message = MoveDeskOrderRequest {
            order_number: String::new(),
            from: from.map(Into::into).unwrap_or_default(),
            to: to.map(Into::into).unwrap_or_default(),
            reason: reason.map(Into::into).unwrap_or_default(),
            text: self.text.text(&mut errors, "text"),
            is_notified: self.notify.optional(&mut errors, "notify").unwrap_or_default(),
        };
        errors.finish(Some(message))
    }
}

/// Changes the status of an order.
#[utoipa::path(post, path = "/orders/{number}/status", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")),
    request_body(content = MoveOrder, example = json!({"from": "Processing", "to": "Cancelled",
        "reason": "customerChangedMind", "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn move_desk_order(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Json(body): Json<MoveOrder>,
) -> ApiResult<Envelope<DeskOrder>> {
    let message = body.into_message()?;
    let number = number.get(NOT_FOUND)?;
    let request = member.request(MoveDeskOrderRequest {
        order_number: number.as_str().to_owned(),
        ..message
    });
    let changed = state.clients.desk_order.clone().move_desk_order(request).await;
    respond(&state, &member, number.as_str(), changed, |response| {
        response.order
    })
    .await
}

/// Taking back of an order's last step.
#[request]
#[derive(Debug)]
pub(crate) struct UndoStep {
    /// Status that the caller saw.
    #[schema(value_type = words::OrderStatus)]
    from: Input<String>,
}

/// Takes back the last step of an order, within some seconds and before its mail leaves.
#[utoipa::path(post, path = "/orders/{number}/status/undo", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")),
    request_body(content = UndoStep, example = json!({"from": "Shipped"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn undo_order_step(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Json(body): Json<UndoStep>,
) -> ApiResult<Envelope<DeskOrder>> {
    let mut errors = FieldErrors::default();
    let from = body
        .from
        .parse(|name| words::in_any_case::<Status>(name.trim()))
        .required(&mut errors, "from");
    let from = errors.finish(from)?;
    let number = number.get(NOT_FOUND)?;
    let request = member.request(UndoOrderStepRequest {
        order_number: number.as_str().to_owned(),
        from: from.into(),
    });
    let changed = state.clients.desk_order.clone().undo_order_step(request).await;
    respond(&state, &member, number.as_str(), changed, |response| {
        response.order
    })
    .await
}

/// Adds a note to the timeline of an order. Its files are read by `GET media/{id}/content`, by whoever may read the order.
#[utoipa::path(post, path = "/orders/{number}/notes", tag = "desk",
    params(("number" = String, Path, description = "Number of the order"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = NewNote, example = json!({"text": "Zəng edin", "mentions": []})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskOrder>, description = "Order",
        example = json!(Envelope::new(DeskOrder::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn add_order_note(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<OrderNumber>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<NewNote>>,
) -> ApiResult<Envelope<DeskOrder>> {
    let note = body.parse()?;
    let order_number = number.get(NOT_FOUND)?.into_string();
    let files = check_files(&state, &member, note.media_ids, &[]).await?;
    let request = member.request(AddOrderNoteRequest {
        idempotency_key,
        order_number,
        text: note.text,
        mentions: note.mentions,
        files: files.into_iter().map(note_file).collect(),
    });
    let response = state.clients.desk_order.clone().add_order_note(request).await?;
    let order = convert(&state, &member, response.into_inner().order).await?;
    Ok(Envelope::new(order))
}

fn note_file(file: ConversationFile) -> NoteFile {
    NoteFile {
        media_id: file.media_id,
        name: file.name,
        media_type: file.media_type,
        size_bytes: file.size_bytes,
    }
}
