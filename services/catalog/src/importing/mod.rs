//! Takes imports through their steps: the dry run, the applying and the undoing.
//!
//! A chunk of products commits together with the progress of its import, whose row is locked meanwhile. So an instance that
//! ends at any moment leaves whole chunks, and any instance continues after the last one.

mod apply;
mod check;
pub(crate) mod pictures;
#[cfg(test)]
mod tests;
mod undo;

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use kit::{
    failure::{Failure, error_chain},
    vocabulary::catalog::{ImportResult, ImportState},
};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use crate::{
    desk::DeskProduct,
    store::{
        self,
        import::{Import, Outcome, Refused, Row},
    },
};

/// Interval between looks for work.
const INTERVAL: Duration = Duration::from_millis(300);

/// Maximum number of products of a transaction, which bounds how long orders wait for their locks.
const CHUNK: usize = 50;

/// Maximum number of products of a transaction that locks none.
const DRY_CHUNK: usize = 500;

/// Pause after a chunk, in durations of the chunk: three quarters of the time are left to shoppers.
const PAUSE: u32 = 3;

/// Maximum pause after a chunk, so that 10,000 products take at most 20 s longer.
const MAX_PAUSE: Duration = Duration::from_millis(100);

/// Name of errors without a field.
const GENERAL: &str = "general";

/// Works until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("imports of products", INTERVAL, stop.clone(), || {
        work(&pool, &stop)
    })
    .await;
}

/// Works until nothing is left to do.
pub(crate) async fn work(pool: &PgPool, stop: &CancellationToken) -> Result<(), sqlx::Error> {
    let mut started = Instant::now();
    while !stop.is_cancelled() && step(pool).await? {
        let pause = tokio::time::sleep(pause_after(started.elapsed()));
        stop.run_until_cancelled(pause).await;
        started = Instant::now();
    }
    Ok(())
}

/// Returns the pause after a chunk: an import that works without one takes the processors and the disk from shoppers.
fn pause_after(chunk: Duration) -> Duration {
    chunk.saturating_mul(PAUSE).min(MAX_PAUSE)
}

/// Takes an import one chunk further; returns whether there was one.
pub(crate) async fn step(pool: &PgPool) -> Result<bool, sqlx::Error> {
    let mut transaction = kit::database::begin(pool).await?;
    let Some(import) = store::import::lock_next(&mut transaction).await? else {
        return Ok(false);
    };
    let id = import.id;
    match advance(&mut transaction, import).await {
        Ok(()) => transaction.commit().await?,
        Err(error) => {
            transaction.rollback().await?;
            tracing::warn!(error = error_chain(&error), import = %id, "chunk of an import failed");
            let mut connection = pool.acquire().await?;
            store::import::note_failure(&mut connection, id).await?;
        }
    }
    Ok(true)
}

/// Works at a chunk.
async fn advance(connection: &mut PgConnection, mut import: Import) -> Result<(), sqlx::Error> {
    if import.state == ImportState::Checking && import.last_row == 0 {
        check::begin(connection, &mut import).await?;
        return store::import::set_progress(connection, &import).await;
    }
    let chunk = if import.state == ImportState::Checking {
        DRY_CHUNK
    } else {
        CHUNK
    };
    let limit = i64::try_from(chunk).unwrap_or(i64::MAX);
    let rows = store::import::rows(connection, import.id, import.last_row, limit).await?;
    let (count, last_row) = (rows.len(), rows.last().map(|row| row.number));
    match import.state {
        ImportState::Checking => check::check(connection, &mut import, &rows).await?,
        ImportState::Applying => apply::apply(connection, &mut import, rows).await?,
        _ => undo::undo(connection, &mut import, rows).await?,
    }
    import.last_row = last_row.unwrap_or(import.last_row);
    import.done += i64::try_from(count).unwrap_or_default();
    if count < chunk {
        import.is_counted = true;
        import.state = match import.state {
            ImportState::Checking => {
                store::import_picture::insert(connection, import.id).await?;
                ImportState::Ready
            }
            ImportState::Applying => {
                store::import_picture::start(connection, import.id).await?;
                ImportState::Applied
            }
            _ => ImportState::Undone,
        };
    }
    store::import::set_progress(connection, &import).await
}

fn codes(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| row.code.clone()).collect()
}

/// Returns the products of rows by code, without discarded ones; locks them until the transaction ends, if they will be changed.
async fn find(
    connection: &mut PgConnection,
    rows: &[Row],
    is_locked: bool,
) -> Result<HashMap<String, DeskProduct>, sqlx::Error> {
    find_by_codes(connection, &codes(rows), is_locked).await
}

async fn find_by_codes(
    connection: &mut PgConnection,
    codes: &[String],
    is_locked: bool,
) -> Result<HashMap<String, DeskProduct>, sqlx::Error> {
    let ids = if is_locked {
        let locked = store::desk::lock_many(connection, codes).await?;
        locked.into_iter().map(|(id, _)| id).collect()
    } else {
        store::desk::find_ids(connection, codes).await?
    };
    let products = store::desk::find_many(connection, &ids).await?.into_iter();
    Ok(products
        .filter(|product| !product.fields.settings.is_discarded)
        .map(|product| (product.fields.attributes.code.clone(), product))
        .collect())
}

/// Returns the message keys of a failure by field.
fn reasons(failure: Failure) -> Refused {
    if failure.fields.is_empty() {
        return Refused::from([(GENERAL.to_owned(), failure.reason)]);
    }
    failure.fields.into_iter().collect()
}

/// Returns what is stored of a row.
fn stored(row: Row) -> Outcome {
    Outcome {
        number: row.number,
        result: row.result.unwrap_or(ImportResult::Refused),
        changes: row.changes.0,
        errors: row.errors.0,
        kept: row.kept.0,
        images: Vec::new(),
        base_version: row.base_version,
        applied_version: row.applied_version,
    }
}
