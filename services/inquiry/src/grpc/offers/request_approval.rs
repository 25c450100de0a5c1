//! Staff: asks a manager to approve the discounts of a draft.

use kit::{
    caller::{Actor, StaffCaller},
    failure::Failure,
    idempotency::{Attempt, Started},
    validation::FieldErrors,
};
use proto::inquiry::v1::{RequestApprovalRequest, RequestApprovalResponse};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{convert, edit::OfferEdit, limits::Limits, view};
use crate::{
    error::InquiryError,
    grpc::State,
    offer::{Approval, Step, error::OfferError, moves::Move},
    store,
    words::ApprovalState,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: RequestApprovalRequest,
) -> Result<RequestApprovalResponse, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.text::<0, 500>("text", &request.text);
    errors.idempotency_key(&request.idempotency_key);
    let text = errors.finish(text)?;
    let id = convert::offer_id(&request.offer_id)?;
    let limits = load_limits(state, &actor, id).await?;
    let operation = format!("RequestApproval {id}");
    let attempt = Attempt::new(&actor, operation, &request.idempotency_key, &request);
    let mut transaction = kit::database::begin(&state.pool).await?;
    if attempt.start(&mut transaction).await? == Started::New {
        ask(&mut transaction, &actor, id, request.version, text, &limits).await?;
        attempt.finish(&mut transaction, &id.to_string()).await?;
    }
    transaction.commit().await?;
    Ok(RequestApprovalResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

/// Returns the caller's limit and the catalog's facts for a revision. The version that the caller names is not newer, so
/// the lines are those of the call.
pub(super) async fn load_limits(state: &State, actor: &Actor, id: Uuid) -> Result<Limits, Failure> {
    let offer = store::offer::find(&mut *state.pool.acquire().await?, id)
        .await?
        .ok_or(OfferError::NotFound)?;
    Limits::load(state, actor, &offer).await
}

async fn ask(
    connection: &mut PgConnection,
    actor: &Actor,
    id: Uuid,
    version: i64,
    text: String,
    limits: &Limits,
) -> Result<(), InquiryError> {
    let mut edit = OfferEdit::open(connection, actor, id).await?;
    edit.check_write(version)?;
    edit.check_draft()?;
    let is_given = edit.offer.approval.state == ApprovalState::Given;
    if is_given || !limits.is_over(&edit.offer.content.lines) {
        return Err(OfferError::NoApprovalNeeded.into());
    }
    edit.record(connection, Move::ApprovalAsked, &text).await?;
    edit.offer.approval = Approval {
        state: ApprovalState::Asked,
        asked: Some(Step {
            by: actor.to_string(),
            at: edit.inquiry.now,
        }),
        decided: None,
        text,
    };
    edit.count_change();
    edit.save(connection).await?;
    let detail = json!({"approval": [null, "asked"]});
    edit.audit(connection, "RequestApproval", detail).await
}
