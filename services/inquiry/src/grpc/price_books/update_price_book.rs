//! Staff: changes cells of the draft.

use std::collections::HashSet;

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
};
use proto::inquiry::v1::{PriceBookCell, UpdatePriceBookRequest, UpdatePriceBookResponse};
use rules::{Cell, CellError, PriceBook};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;

use super::State;
use crate::{
    price_book::{Record, Unaudited},
    store,
};

/// Maximum number of cells of a change: more than a book has.
const MAX_CELLS: usize = 200;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UpdatePriceBookRequest,
) -> Result<UpdatePriceBookResponse, Failure> {
    let cells = decode(request.cells)?;
    let book = change::run(&state.pool, async |connection| {
        let draft = super::lock_draft(connection).await?;
        update(connection, &actor, draft, request.record_version, &cells).await
    })
    .await?;
    Ok(UpdatePriceBookResponse {
        book: Some(book.into()),
    })
}

fn decode(cells: Vec<PriceBookCell>) -> Result<Vec<(Cell, Vec<i64>)>, Failure> {
    if cells.len() > MAX_CELLS {
        return Err(Failure::invalid_field("cells", OUT_OF_RANGE));
    }
    let mut errors = FieldErrors::default();
    let mut names = HashSet::new();
    let mut decoded = Vec::new();
    for PriceBookCell { name, numbers } in cells {
        match Cell::find(&name) {
            Some(cell) if names.insert(name.clone()) => decoded.push((cell, numbers)),
            // Not the whole name: it may be as long as a message.
            _ => errors.push(name.chars().take(80).collect::<String>(), INVALID),
        }
    }
    errors.into_result()?;
    Ok(decoded)
}

async fn update(
    connection: &mut PgConnection,
    actor: &Actor,
    draft: Record,
    record_version: i64,
    cells: &[(Cell, Vec<i64>)],
) -> Result<Effect<Record>, Failure> {
    let mut book = draft.book.clone();
    set(&mut book, cells)?;
    if draft.head.record_version != record_version {
        return Err(conflict(&draft.book, cells));
    }
    let detail = detail(&draft.book, &book);
    if detail.is_empty() {
        return Ok(Effect::none().with(draft));
    }
    let version = draft.head.version;
    let now = store::inquiry::now(connection).await?.unix_timestamp();
    let (waiting, due) = Unaudited::add(draft.unaudited, actor, now, detail);
    store::price_book::desk::update_draft(connection, &book, waiting, actor).await?;
    let updated = super::find(connection, version).await?;
    Ok(super::audited(due, version)?.with(updated))
}

fn set(book: &mut PriceBook, cells: &[(Cell, Vec<i64>)]) -> Result<(), Failure> {
    let mut errors = FieldErrors::default();
    for (cell, numbers) in cells {
        match cell.set(book, numbers) {
            Ok(()) => {}
            Err(CellError::WrongCount) => errors.push(cell.name(), INVALID),
            Err(CellError::OutOfRange) => errors.push(cell.name(), OUT_OF_RANGE),
        }
    }
    errors.into_result()
}

/// Returns the failure of a stale version, with the cells whose present numbers are others than those sent.
fn conflict(present: &PriceBook, cells: &[(Cell, Vec<i64>)]) -> Failure {
    let differing = cells
        .iter()
        .filter(|(cell, numbers)| cell.get(present) != *numbers);
    differing.fold(super::changed(), |failure, (cell, _)| {
        failure.with_field(cell.name(), "DESK.CHANGED")
    })
}

/// Returns the changed cells with their old and new numbers.
fn detail(before: &PriceBook, after: &PriceBook) -> Map<String, Value> {
    let changes = Cell::all().into_iter().filter_map(|cell| {
        let (old, new) = (cell.get(before), cell.get(after));
        let value = |numbers: &[i64]| match numbers {
            [number] => json!(number),
            numbers => json!(numbers),
        };
        (old != new).then(|| (cell.name(), json!([value(&old), value(&new)])))
    });
    changes.collect()
}
