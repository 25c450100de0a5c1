//! Staff: approves or refuses the discounts of a draft.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    validation::FieldErrors,
    vocabulary::inquiry::ApprovalState,
};
use proto::inquiry::v1::{ApproveOfferRequest, ApproveOfferResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{convert, view};
use crate::{
    error::InquiryError,
    grpc::State,
    offer::edit::OfferEdit,
    offer::{Step, error::OfferError, moves::Move},
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
    change::run(&state.pool, async |connection| {
        let edit = OfferEdit::open(connection, &actor, id).await?;
        decide(connection, &actor, edit, &request, text).await
    })
    .await?;
    Ok(ApproveOfferResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

async fn decide(
    connection: &mut PgConnection,
    actor: &Actor,
    mut edit: OfferEdit,
    request: &ApproveOfferRequest,
    text: String,
) -> Result<Effect, InquiryError> {
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
    Ok(edit.audited("ApproveOffer", detail))
}
