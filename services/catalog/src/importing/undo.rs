//! The undo: takes changes back.

use std::collections::HashSet;

use kit::{domain::ProductId, vocabulary::catalog::ImportResult};
use sqlx::PgConnection;

use super::{GENERAL, find, reasons, stored};
use crate::{
    desk::{Cause, DeskProduct, Differences, Fields},
    import::restore,
    patch::Known,
    save,
    store::{
        self,
        import::{Import, Refused, Row},
    },
};

/// Takes the changes of products back where nobody has changed the fields since.
pub(super) async fn undo(
    connection: &mut PgConnection,
    import: &mut Import,
    rows: Vec<Row>,
) -> Result<(), sqlx::Error> {
    let rows: Vec<_> = rows
        .into_iter()
        .filter(|row| row.applied_version.is_some())
        .collect();
    let cause = Cause::import(&import.actor, &import.name);
    let products = find(connection, &rows, true).await?;
    let ids: Vec<_> = products.values().map(|product| product.id).collect();
    let untouched = store::desk::find_untouched(connection, &ids, import.applied_at, &cause.text).await?;
    let known = Known::categories(store::category::find_all(connection).await?);
    let (mut changed, mut results) = (Vec::new(), Vec::new());
    for row in rows {
        let Some(product) = products.get(&row.code) else {
            continue;
        };
        let (mut after, kept) = undo_one(&known, &row, product, &untouched);
        let loses_pictures =
            |after: &Fields| row.result != Some(ImportResult::New) || after.settings.is_discarded;
        if let Some(after) = after.as_mut().filter(|after| loses_pictures(after)) {
            let added = store::import_picture::places(connection, import.id, row.number).await?;
            after
                .attributes
                .images
                .retain(|image| !added.contains_key(&image.media_id));
        }
        changed.extend(after.map(|after| (product, after)));
        import.kept_count += i64::from(!kept.is_empty());
        let mut outcome = stored(row);
        outcome.kept = kept;
        results.push(outcome);
    }
    save::save_all(connection, changed, &cause).await?;
    store::import::set_results(connection, import.id, &results).await
}

/// Returns a product without the changes of its row, and what is kept with the reasons.
///
/// A created product is hidden, and discarded if it is one of the `untouched`: orders and quotes name the others.
fn undo_one(
    known: &Known,
    row: &Row,
    product: &DeskProduct,
    untouched: &HashSet<ProductId>,
) -> (Option<Fields>, Refused) {
    let since = row.applied_version.unwrap_or_default();
    let changed = |field: &str| (field.to_owned(), "DESK.CHANGED".to_owned());
    if row.result == Some(ImportResult::New) {
        if product.version > since {
            return (None, Refused::from([changed(GENERAL)]));
        }
        let mut after = product.fields.clone();
        after.settings.is_shown = false;
        after.settings.is_discarded = untouched.contains(&product.id);
        return (Some(after), Refused::new());
    }
    let (kept, changes): (Vec<_>, Vec<_>) = row
        .changes
        .iter()
        .partition(|(field, _)| product.changes.is_changed(field, since));
    let mut kept: Refused = kept.into_iter().map(|(field, _)| changed(field)).collect();
    let changes: Differences = changes
        .into_iter()
        .map(|(field, values)| (field.clone(), values.clone()))
        .collect();
    match restore(known, &product.fields, &changes, true) {
        Ok(after) => (Some(after), kept),
        Err(failure) => {
            kept.extend(reasons(failure));
            (None, kept)
        }
    }
}
