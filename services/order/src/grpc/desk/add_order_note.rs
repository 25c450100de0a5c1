//! Adds a note to the timeline of an order.

use std::collections::BTreeSet;

use kit::{
    audit,
    caller::StaffCaller,
    domain::UserId,
    failure::Failure,
    idempotency::{Attempt, Started},
    validation::{FieldErrors, INVALID, TOO_LONG},
};
use proto::order::v1::{AddOrderNoteRequest, AddOrderNoteResponse};
use serde_json::json;

use super::{State, idempotency_key, load, lock, number};
use crate::{desk::Happening, error::OrderError, events, store};

/// Maximum number of mentioned staff members.
const MAX_MENTIONS: usize = 20;

/// Maximum number of notes of an order.
const MAX_NOTES: i64 = 500;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: AddOrderNoteRequest,
) -> Result<AddOrderNoteResponse, Failure> {
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    let text = errors.text::<1, 1000>("text", &request.text);
    errors.ensure(request.mentions.len() <= MAX_MENTIONS, "mentions", TOO_LONG);
    let mut mentions = BTreeSet::new();
    if request.mentions.len() <= MAX_MENTIONS {
        for (index, id) in request.mentions.iter().enumerate() {
            let user = id.parse::<UserId>().map_err(|_| INVALID);
            mentions.extend(errors.check(format!("mentions[{index}]"), user));
        }
    }
    let text = errors.finish(text)?;
    let mentions: Vec<UserId> = mentions.into_iter().collect();
    check_active(state, &mentions, &request.mentions).await?;
    let number = number(&request.order_number)?;
    let attempt = Attempt::new(
        &actor,
        format!("AddOrderNote {number}"),
        &request.idempotency_key,
        &request,
    );
    let mut transaction = kit::database::begin(&state.pool).await?;
    if attempt.start(&mut transaction).await? == Started::New {
        let facts = lock(&mut transaction, &actor, &number).await?;
        if store::timeline::count_notes(&mut transaction, facts.id).await? >= MAX_NOTES {
            return Err(OrderError::TooManyNotes { most: MAX_NOTES }.into());
        }
        if !mentions.is_empty() {
            events::mentioned(&mut transaction, facts.subject(), &mentions, &actor).await?;
        }
        let happening = Happening::Note { mentions };
        let id = store::timeline::insert(&mut transaction, facts.id, &actor, &text, &happening).await?;
        events::facts_changed(&mut transaction, facts.subject(), "note", facts.version, &actor).await?;
        audit::record(&mut transaction, &actor, "AddOrderNote", &number, json!({})).await?;
        attempt.finish(&mut transaction, &id.to_string()).await?;
    }
    let order = load(&mut transaction, &actor, &number).await?;
    transaction.commit().await.map_err(OrderError::Database)?;
    Ok(AddOrderNoteResponse { order: Some(order) })
}

/// Fails with the fields of the mentioned ones who are not active staff members.
async fn check_active(state: &State, mentions: &[UserId], requested: &[String]) -> Result<(), Failure> {
    if mentions.is_empty() {
        return Ok(());
    }
    let members = state.account.get_staff_members(mentions).await?;
    let mut errors = FieldErrors::default();
    for (index, id) in requested.iter().enumerate() {
        let is_active = members
            .iter()
            .any(|member| member.is_active && member.user.to_string() == id.to_lowercase());
        errors.ensure(is_active, format!("mentions[{index}]"), INVALID);
    }
    errors.into_result()
}
