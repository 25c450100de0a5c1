//! Staff: asks a manager to approve the discounts of a draft.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::Failure,
    validation::FieldErrors,
    vocabulary::inquiry::ApprovalState,
};
use proto::inquiry::v1::{RequestApprovalRequest, RequestApprovalResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{convert, limits::Limits, view};
use crate::{
    error::InquiryError,
    grpc::State,
    offer::edit::OfferEdit,
    offer::{Approval, Step, error::OfferError, moves::Move},
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
    let operation = format!("RequestApproval {id}");
    Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| OfferEdit::open_to_write(connection, &actor, id).await,
            async |connection, edit| {
                let limits = Limits::load(state, &actor, &edit.offer).await?;
                ask(connection, &actor, edit, request.version, text, &limits).await
            },
            async |_, _| Ok(()),
        )
        .await?;
    Ok(RequestApprovalResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

async fn ask(
    connection: &mut PgConnection,
    actor: &Actor,
    mut edit: OfferEdit,
    version: i64,
    text: String,
    limits: &Limits,
) -> Result<Effect, InquiryError> {
    edit.check_write(version)?;
    edit.check_draft()?;
    let is_given = edit.offer.approval.state == ApprovalState::Given;
    let excess = limits
        .excess(&edit.offer.content.lines)
        .filter(|_| !is_given)
        .ok_or(OfferError::NoApprovalNeeded)?;
    edit.record(connection, Move::ApprovalAsked(excess), &text)
        .await?;
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
    Ok(edit.audited("RequestApproval", detail))
}
