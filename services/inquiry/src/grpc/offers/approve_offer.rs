//! Staff: approves or refuses the discounts of a draft.

use kit::{
    caller::{Actor, StaffCaller},
    failure::Failure,
    validation::FieldErrors,
};
use proto::inquiry::v1::{ApproveOfferRequest, ApproveOfferResponse};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{convert, edit::OfferEdit, view};
use crate::{
    error::InquiryError,
    grpc::State,
    offer::{Step, error::OfferError, moves::Move},
    words::ApprovalState,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ApproveOfferRequest,
) -> Result<ApproveOfferResponse, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.text::<0, 500>("text", &request.text);
    let text = errors.finish(text)?;
    let id = convert::offer_id(&request.offer_id)?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    decide(&mut transaction, &actor, id, &request, text).await?;
    transaction.commit().await?;
    Ok(ApproveOfferResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

async fn decide(
    connection: &mut PgConnection,
    actor: &Actor,
    id: Uuid,
    request: &ApproveOfferRequest,
    text: String,
) -> Result<(), InquiryError> {
    let mut edit = OfferEdit::open(connection, actor, id).await?;
    edit.check_version(request.version)?;
    edit.inquiry.inquiry.check_not_wiped()?;
    edit.check_draft()?;
    if edit.offer.approval.state != ApprovalState::Asked {
        return Err(OfferError::NotAsked.into());
    }
    let (state, happened) = if request.is_approved {
        (ApprovalState::Given, Move::Approved)
    } else {
        (ApprovalState::Refused, Move::Refused)
    };
    edit.record(connection, happened, &text).await?;
    let now = edit.inquiry.now;
    let approval = &mut edit.offer.approval;
    approval.state = state;
    approval.decided = Some(Step {
        by: actor.to_string(),
        at: now,
    });
    if !text.is_empty() {
        approval.text = text;
    }
    edit.count_change();
    edit.save(connection).await?;
    let detail = json!({"approval": ["asked", state.name()]});
    edit.audit(connection, "ApproveOffer", detail).await
}
