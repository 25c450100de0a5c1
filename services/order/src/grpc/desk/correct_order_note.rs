//! Corrects the text of a note.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    validation::FieldErrors,
};
use proto::order::v1::{CorrectOrderNoteRequest, CorrectOrderNoteResponse};
use serde_json::json;
use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

use super::{State, load, lock, number};
use crate::{
    desk::{FormerText, OrderSummary, TimelineDetail},
    error::OrderError,
    events, store,
};

/// Time for which an author can correct a note.
const CORRECTABLE: Duration = Duration::HOUR;

/// Maximum number of corrections of a note.
const MAX_CORRECTIONS: usize = 20;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CorrectOrderNoteRequest,
) -> Result<CorrectOrderNoteResponse, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.text::<1, 1000>("text", &request.text);
    let text = errors.finish(text)?;
    let number = number(&request.order_number)?;
    let id = request.note_id.parse().map_err(|_| OrderError::NotFound)?;
    change::run(&state.pool, async |connection| {
        let order = lock(connection, &actor, &number).await?;
        let effect = correct(connection, &actor, &order, id, &text).await?;
        let order = Some(load(connection, &actor, &number).await?);
        Ok(effect.with(CorrectOrderNoteResponse { order }))
    })
    .await
}

/// Corrects a note of a locked order, without effect if it has the text.
async fn correct(
    connection: &mut PgConnection,
    actor: &Actor,
    order: &OrderSummary,
    id: Uuid,
    text: &str,
) -> Result<Effect, OrderError> {
    let entry = store::timeline::find(connection, order.id, id)
        .await?
        .ok_or(OrderError::NotFound)?;
    let now = kit::clock::now();
    let is_own = entry.actor.as_deref() == Some(actor.to_string().as_str());
    let TimelineDetail::Note {
        mentions,
        mut former,
        files,
    } = entry.detail
    else {
        return Err(OrderError::NotFound);
    };
    if !is_own || now - entry.at > CORRECTABLE || former.len() >= MAX_CORRECTIONS {
        return Err(OrderError::EntryFinal);
    }
    if entry.text == text {
        return Ok(Effect::none());
    }
    former.push(FormerText {
        text: entry.text,
        until: now,
    });
    let detail = TimelineDetail::Note {
        mentions,
        former,
        files,
    };
    store::timeline::update(connection, id, text, &detail).await?;
    events::facts_changed(connection, order.subject(), "note", order.version, actor).await?;
    Ok(Effect::audited(
        actor,
        "CorrectOrderNote",
        &order.number,
        json!({}),
    ))
}
