//! Adds a note to the timeline of an order.

use std::collections::BTreeSet;

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    domain::UserId,
    failure::Failure,
    validation::{FieldErrors, INVALID, TOO_LONG},
};
use proto::order::v1::{AddOrderNoteRequest, AddOrderNoteResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{State, convert::note_files, idempotency_key, load, lock, number};
use crate::{
    desk::{MAX_NOTES, NoteFile, OrderSummary, TimelineDetail},
    error::OrderError,
    events, store,
};

/// Maximum number of mentioned staff members.
const MAX_MENTIONS: usize = 20;

/// A valid note.
struct NewNote {
    text: String,
    mentions: Vec<UserId>,
    files: Vec<NoteFile>,
}

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
    let files = note_files(&mut errors, &request.files);
    let note = errors.finish(text.map(|text| NewNote {
        text,
        mentions: mentions.into_iter().collect(),
        files,
    }))?;
    check_active(state, &note.mentions, &request.mentions).await?;
    let number = number(&request.order_number)?;
    let operation = format!("AddOrderNote {number}");
    let order = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| lock(connection, &actor, &number).await,
            async |connection, order| add(connection, &actor, &order, note).await,
            async |connection, _| load(connection, &actor, &number).await,
        )
        .await?;
    Ok(AddOrderNoteResponse { order: Some(order) })
}

/// Adds a note to a locked order.
async fn add(
    connection: &mut PgConnection,
    actor: &Actor,
    order: &OrderSummary,
    note: NewNote,
) -> Result<Effect, OrderError> {
    if store::timeline::count_notes(connection, order.id).await? >= MAX_NOTES {
        return Err(OrderError::TooManyNotes { most: MAX_NOTES });
    }
    if !note.mentions.is_empty() {
        events::mentioned(connection, order.subject(), &note.mentions, actor).await?;
    }
    let has_files = !note.files.is_empty();
    let timeline_detail = TimelineDetail::Note {
        mentions: note.mentions,
        former: Vec::new(),
        files: note.files,
    };
    let id = store::timeline::insert(connection, order.id, actor, &note.text, &timeline_detail).await?;
    if has_files {
        events::files_changed(connection, order.subject(), false).await?;
    }
    events::facts_changed(connection, order.subject(), "note", order.version, actor).await?;
    Ok(Effect::audited(actor, "AddOrderNote", &order.number, json!({})).with(id.to_string()))
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
