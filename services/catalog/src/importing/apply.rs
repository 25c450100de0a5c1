//! The applying: makes the counted changes.

use kit::{failure::Failure, vocabulary::catalog::ImportResult};
use sqlx::PgConnection;

use super::{find, reasons, stored};
use crate::{
    desk::{Cause, DeskProduct, Fields},
    import::restore,
    patch::{self, Known},
    save,
    store::{
        self,
        import::{Import, Outcome, Refused, Row},
    },
};

/// Makes the counted changes of products.
pub(super) async fn apply(
    connection: &mut PgConnection,
    import: &mut Import,
    rows: Vec<Row>,
) -> Result<(), sqlx::Error> {
    let rows: Vec<_> = rows
        .into_iter()
        .filter(|row| matches!(row.result, Some(ImportResult::New | ImportResult::Changed)))
        .collect();
    let products = find(connection, &rows, true).await?;
    let known = Known::categories(store::category::find_all(connection).await?);
    let cause = Cause::import(&import.actor, &import.name);
    let (mut changed, mut created, mut results) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let present = products.get(&row.code);
        let after = apply_one(&known, &row, present, &import.actor);
        let mut outcome = stored(row);
        match (after, present) {
            (Ok(after), Some(product)) => {
                let is_edited = !product.fields.differences(&after).is_empty();
                outcome.applied_version = Some(product.version + i64::from(is_edited));
                changed.push((product, after));
            }
            (Ok(after), None) => created.push((results.len(), after)),
            (Err(failure), _) => refuse(import, &mut outcome, reasons(failure)),
        }
        results.push(outcome);
    }
    save::save_all(connection, changed, &cause).await?;
    let (places, created): (Vec<_>, Vec<_>) = created.into_iter().unzip();
    let created = save::create_all(connection, created, &cause).await?;
    for (place, created) in places.into_iter().zip(created) {
        let Some(outcome) = results.get_mut(place) else {
            continue;
        };
        if let Some(created) = created {
            outcome.applied_version = Some(created.version);
        } else {
            // Somebody has created it since the products were read.
            let taken = ("code".to_owned(), "PRODUCT.CODE_TAKEN".to_owned());
            refuse(import, outcome, Refused::from([taken]));
        }
    }
    store::import::set_results(connection, import.id, &results).await
}

/// Counts a product as refused that the dry run did not refuse.
fn refuse(import: &mut Import, outcome: &mut Outcome, errors: Refused) {
    let counted = if outcome.result == ImportResult::New {
        &mut import.new_count
    } else {
        &mut import.changed_count
    };
    *counted -= 1;
    import.refused_count += 1;
    outcome.result = ImportResult::Refused;
    outcome.errors = errors;
    outcome.applied_version = None;
}

/// Returns a product after the changes of its row.
fn apply_one(
    known: &Known,
    row: &Row,
    present: Option<&DeskProduct>,
    author: &str,
) -> Result<Fields, Failure> {
    let is_new = row.result == Some(ImportResult::New);
    match present {
        Some(_) if is_new => Err(Failure::invalid_field("code", "PRODUCT.CODE_TAKEN")),
        None if !is_new => Err(Failure::invalid_field("code", "PRODUCT.NOT_FOUND")),
        Some(product) => {
            let after = restore(known, &product.fields, &row.changes, false)?;
            patch::check_version(product, &after, author, row.base_version, false)?;
            Ok(after)
        }
        None => {
            let category = row.changes.get("categoryId");
            let category = category.and_then(|(_, id)| i32::try_from(id.as_i64()?).ok());
            let wanted = patch::minimal(category);
            let mut errors = kit::validation::FieldErrors::default();
            let empty = patch::new_product(&mut errors, &row.code, &wanted);
            restore(known, &errors.finish(empty)?, &row.changes, false)
        }
    }
}
