//! The dry run: compares products with their rows.

use std::collections::{BTreeMap, HashMap};

use kit::vocabulary::catalog::{ImportField, ImportResult};
use sqlx::PgConnection;

use super::{codes, find};
use crate::{
    desk::Differences,
    import::{Form, compare, group, merge},
    patch::Known,
    store::{
        self,
        import::{Import, Outcome, Refused, Row},
    },
};

/// Finds the products of the rows.
pub(super) async fn begin(connection: &mut PgConnection, import: &mut Import) -> Result<(), sqlx::Error> {
    let mapping = import.mapping();
    let column = |field| {
        let place = mapping.iter().position(|own| *own == Some(field));
        place
            .and_then(|place| i32::try_from(place + 1).ok())
            .unwrap_or_default()
    };
    let columns = [column(ImportField::Code), column(ImportField::Parent)];
    let keys = store::import::keys(connection, import.id, columns).await?;
    let grouped = group(import.source, &keys);
    let products = grouped.iter().filter(|row| row.first_row == row.number);
    import.row_count = i64::try_from(products.count()).unwrap_or(i64::MAX);
    // The heads are row 1.
    import.last_row = 1;
    store::import_picture::delete(connection, import.id).await?;
    store::import::set_products(connection, import.id, &grouped).await
}

/// Compares products with their rows.
pub(super) async fn check(
    connection: &mut PgConnection,
    import: &mut Import,
    rows: &[Row],
) -> Result<(), sqlx::Error> {
    let numbers: Vec<_> = rows.iter().map(|row| row.number).collect();
    let mut cells: HashMap<i64, Vec<Vec<String>>> = HashMap::new();
    for (first_row, row) in store::import::cells(connection, import.id, &numbers).await? {
        cells.entry(first_row).or_default().push(row);
    }
    let products = find(connection, rows, false).await?;
    let repeated = store::import::repeated(connection, import.id, &codes(rows)).await?;
    let known = Known::categories(store::category::find_all(connection).await?);
    let form = Form {
        source: import.source,
        decimal: import.decimal.chars().next().unwrap_or(','),
        erase: &import.erase,
        category: import.category_id,
        known: &known,
    };
    let mapping = import.mapping();
    let mut results = Vec::with_capacity(rows.len());
    let mut counts: BTreeMap<ImportResult, i64> = BTreeMap::new();
    for row in rows {
        let own = cells.remove(&row.number).unwrap_or_default();
        let product = products.get(&row.code);
        let mut compared = compare(&form, &row.code, &merge(&mapping, &own), product);
        if repeated.get(&row.code).is_some_and(|first| *first != row.number) {
            compared
                .errors
                .insert("code".to_owned(), "IMPORT.DUPLICATE".to_owned());
        }
        let result = if !compared.errors.is_empty() {
            ImportResult::Refused
        } else if compared.is_new {
            ImportResult::New
        } else if compared.changes.is_empty() {
            ImportResult::Unchanged
        } else {
            ImportResult::Changed
        };
        *counts.entry(result).or_default() += 1;
        results.push(Outcome {
            number: row.number,
            result,
            changes: if result == ImportResult::Refused {
                Differences::new()
            } else {
                compared.changes
            },
            errors: compared.errors,
            kept: Refused::new(),
            images: compared.images,
            base_version: product.map_or(0, |product| product.version),
            applied_version: None,
        });
    }
    let count = |result| counts.get(&result).copied().unwrap_or_default();
    import.new_count += count(ImportResult::New);
    import.changed_count += count(ImportResult::Changed);
    import.unchanged_count += count(ImportResult::Unchanged);
    import.refused_count += count(ImportResult::Refused);
    store::import::set_results(connection, import.id, &results).await
}
