//! Takes imports through their steps: the dry run, the applying and the undoing.
//!
//! A chunk of products commits together with the progress of its import, whose row is locked meanwhile. So an instance that
//! ends at any moment leaves whole chunks, and any instance continues after the last one.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use kit::{
    failure::{Failure, error_chain},
    vocabulary::catalog::{ImportField, ImportResult, ImportState},
};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use crate::{
    desk::{Cause, DeskProduct, Differences, Fields},
    import::{Form, compare, group, merge, restore},
    patch::{self, Known},
    save,
    store::{
        self,
        import::{Import, Outcome, Refused, Row},
    },
};

/// Interval between looks for work.
const INTERVAL: Duration = Duration::from_millis(300);

/// Maximum number of products of a transaction, which bounds how long orders wait for their locks.
const CHUNK: usize = 200;

/// Maximum number of products of a transaction that locks none.
const DRY_CHUNK: usize = 1_000;

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
    while !stop.is_cancelled() && step(pool).await? {}
    Ok(())
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
        begin_check(connection, &mut import).await?;
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
        ImportState::Checking => check(connection, &mut import, &rows).await?,
        ImportState::Applying => apply(connection, &mut import, rows).await?,
        _ => undo(connection, &mut import, rows).await?,
    }
    import.last_row = last_row.unwrap_or(import.last_row);
    import.done += i64::try_from(count).unwrap_or_default();
    if count < chunk {
        import.is_counted = true;
        import.state = match import.state {
            ImportState::Checking => ImportState::Ready,
            ImportState::Applying => ImportState::Applied,
            _ => ImportState::Undone,
        };
    }
    store::import::set_progress(connection, &import).await
}

/// Finds the products of the rows.
async fn begin_check(connection: &mut PgConnection, import: &mut Import) -> Result<(), sqlx::Error> {
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
    store::import::set_products(connection, import.id, &grouped).await
}

/// Compares products with their rows.
async fn check(connection: &mut PgConnection, import: &mut Import, rows: &[Row]) -> Result<(), sqlx::Error> {
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

fn codes(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| row.code.clone()).collect()
}

/// Returns the products of rows by code; locks them until the transaction ends, if they will be changed.
async fn find(
    connection: &mut PgConnection,
    rows: &[Row],
    is_locked: bool,
) -> Result<HashMap<String, DeskProduct>, sqlx::Error> {
    let codes = codes(rows);
    let ids = if is_locked {
        let locked = store::desk::lock_many(connection, &codes).await?;
        locked.into_iter().map(|(id, _)| id).collect()
    } else {
        store::desk::find_ids(connection, &codes).await?
    };
    let products = store::desk::find_many(connection, &ids).await?.into_iter();
    Ok(products
        .map(|product| (product.fields.attributes.code.clone(), product))
        .collect())
}

/// Makes the counted changes of products.
async fn apply(
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
            (Ok(after), None) => {
                outcome.applied_version = Some(1);
                created.push((results.len(), after));
            }
            (Err(failure), _) => refuse(import, &mut outcome, reasons(failure)),
        }
        results.push(outcome);
    }
    save::save_all(connection, changed, &cause).await?;
    let (places, created): (Vec<_>, Vec<_>) = created.into_iter().unzip();
    let ids = save::create_all(connection, created, &cause).await?;
    for (place, _) in places.into_iter().zip(ids).filter(|(_, id)| id.is_none()) {
        // Somebody has created it since the products were read.
        if let Some(outcome) = results.get_mut(place) {
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

/// Takes the changes of products back where nobody has changed the fields since.
async fn undo(connection: &mut PgConnection, import: &mut Import, rows: Vec<Row>) -> Result<(), sqlx::Error> {
    let rows: Vec<_> = rows
        .into_iter()
        .filter(|row| row.applied_version.is_some())
        .collect();
    let products = find(connection, &rows, true).await?;
    let known = Known::categories(store::category::find_all(connection).await?);
    let cause = Cause::import(&import.actor, &import.name);
    let (mut changed, mut results) = (Vec::new(), Vec::new());
    for row in rows {
        let Some(product) = products.get(&row.code) else {
            continue;
        };
        let (after, kept) = undo_one(&known, &row, product);
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
fn undo_one(known: &Known, row: &Row, product: &DeskProduct) -> (Option<Fields>, Refused) {
    let since = row.applied_version.unwrap_or_default();
    let changed = |field: &str| (field.to_owned(), "DESK.CHANGED".to_owned());
    if row.result == Some(ImportResult::New) {
        if product.version > since {
            return (None, Refused::from([changed(GENERAL)]));
        }
        let mut after = product.fields.clone();
        after.settings.is_shown = false;
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

#[cfg(test)]
mod tests {
    use kit::{caller::Actor, domain::ImportId, vocabulary::catalog::StockReason};
    use testkit::TestDatabase;

    use super::*;
    use crate::{
        DEFINITION,
        import::{Column, cell, head, propose, read, source_of},
        product::Stock,
        store::import::{Mapping, NewImport},
    };

    const NIGAR: &str = "01936b2e-7c00-7000-8000-000000000001";
    const RAUF: &str = "01936b2e-7c00-7000-8000-000000000002";

    /// Returns a table with a row for each number.
    fn table(heads: &str, count: usize, row: impl Fn(usize) -> String) -> String {
        let rows: Vec<_> = [heads.to_owned()]
            .into_iter()
            .chain((0..count).map(row))
            .collect();
        rows.join("\n")
    }

    struct Catalog {
        database: TestDatabase,
    }

    impl Catalog {
        async fn start() -> Self {
            Self {
                database: TestDatabase::create(DEFINITION).await,
            }
        }

        const fn pool(&self) -> &PgPool {
            self.database.pool()
        }

        /// Inserts an import with a mapping, which is the proposed one unless it is given.
        async fn upload(&self, file: &str, fields: &[&str]) -> ImportId {
            let mut connection = self.pool().acquire().await.unwrap();
            let table = read(file.as_bytes()).unwrap();
            let source = source_of(&table.heads);
            let proposed = propose(&table.heads, source).into_iter();
            let mut mapping = Mapping {
                fields: proposed
                    .map(|field| field.map_or("", ImportField::name).to_owned())
                    .collect(),
                decimal: if file.contains("1.50") { "." } else { "," }.to_owned(),
                erase: "-".to_owned(),
            };
            if !fields.is_empty() {
                mapping.fields = fields.iter().map(ToString::to_string).collect();
            }
            let import = NewImport {
                id: ImportId::generate(),
                name: "shop.csv",
                source,
                table: &table,
                fields: &mapping.fields,
                decimal: &mapping.decimal,
                erase: &mapping.erase,
                author: NIGAR,
            };
            store::import::insert(&mut connection, &import).await.unwrap();
            self.map(import.id, &mapping).await;
            import.id
        }

        async fn map(&self, id: ImportId, mapping: &Mapping) {
            let mut connection = self.pool().acquire().await.unwrap();
            let import = store::import::find(&mut connection, id).await.unwrap().unwrap();
            let category = Some(1.try_into().unwrap());
            store::import::map(&mut connection, &import, mapping, category, NIGAR)
                .await
                .unwrap();
        }

        async fn start_step(&self, id: ImportId, state: ImportState) {
            let mut connection = self.pool().acquire().await.unwrap();
            store::import::start(&mut connection, id, state, NIGAR)
                .await
                .unwrap();
        }

        async fn work(&self) {
            work(self.pool(), &CancellationToken::new()).await.unwrap();
        }

        /// Returns the import, and by code the result, changed fields, errors and kept fields of each product.
        async fn rows(&self, id: ImportId) -> (Import, Vec<String>) {
            let mut connection = self.pool().acquire().await.unwrap();
            let import = store::import::find(&mut connection, id).await.unwrap().unwrap();
            let rows = store::import::rows(&mut connection, id, 0, 1_000).await.unwrap();
            let rows = rows.into_iter().map(|row| {
                let result = row.result.map_or("", ImportResult::name);
                let changes: Vec<_> = row
                    .changes
                    .iter()
                    .map(|(field, (from, to))| format!("{field} {from} {to}"))
                    .collect();
                let notes = |fields: &Refused| {
                    fields
                        .iter()
                        .map(|(field, key)| format!("{field} {key}"))
                        .collect::<Vec<_>>()
                };
                let parts = [changes, notes(&row.errors), notes(&row.kept)].concat();
                format!("{} {result}: {}", row.code, parts.join(", "))
            });
            (import, rows.collect())
        }

        fn counts(import: &Import) -> [i64; 5] {
            [
                import.new_count,
                import.changed_count,
                import.unchanged_count,
                import.refused_count,
                import.kept_count,
            ]
        }

        async fn product(&self, code: &str) -> DeskProduct {
            let mut connection = self.pool().acquire().await.unwrap();
            let ids = store::desk::find_ids(&mut connection, &[code.to_owned()])
                .await
                .unwrap();
            store::desk::find_many(&mut connection, &ids)
                .await
                .unwrap()
                .remove(0)
        }

        /// Saves a product as another person.
        async fn change(&self, code: &str, change: impl FnOnce(&mut Fields)) {
            let product = self.product(code).await;
            let mut after = product.fields.clone();
            change(&mut after);
            let cause = Cause {
                author: RAUF.to_owned(),
                stock_reason: StockReason::Order,
                ..Cause::staff(&Actor::Operator)
            };
            let mut connection = self.pool().acquire().await.unwrap();
            save::save(&mut connection, &product, after, &[], &cause)
                .await
                .unwrap();
        }

        /// Returns the export in a language.
        async fn export(&self, language: kit::domain::Language) -> String {
            let mut connection = self.pool().acquire().await.unwrap();
            let ids: Vec<_> = sqlx::query_scalar("select id from product order by code")
                .fetch_all(&mut *connection)
                .await
                .unwrap();
            let products = store::desk::find_many(&mut connection, &ids).await.unwrap();
            let categories = store::category::find_all(&mut connection).await.unwrap();
            let heads = Column::ALL.map(|column| head(column, language));
            let mut text = kit::csv::BOM.to_owned() + &kit::csv::row(heads, ';');
            for product in &products {
                let cells = Column::ALL.map(|column| cell(column, product, &categories, language));
                text += &kit::csv::row(cells.iter().map(String::as_str), ';');
            }
            text
        }
    }

    #[tokio::test]
    async fn counts_what_it_then_changes_and_takes_back() {
        let catalog = Catalog::start().await;
        let first = catalog
            .upload("Kod;Ad (az);Qiymət;Anbarda;Təsvir (az)\nA-1;Şkaf;1200;5;Palıd\nA-2;Divan;300,5;2;\nA-3;Kürsü;90;1;\n", &[])
            .await;
        catalog.work().await;
        let (import, _) = catalog.rows(first).await;
        assert_eq!(
            (import.state, Catalog::counts(&import)),
            (ImportState::Ready, [3, 0, 0, 0, 0])
        );
        assert_eq!(
            sqlx::query_scalar::<_, i64>("select count(*) from product")
                .fetch_one(catalog.pool())
                .await
                .unwrap(),
            0
        );
        catalog.start_step(first, ImportState::Applying).await;
        catalog.work().await;
        assert_eq!(
            catalog.product("A-2").await.fields.attributes.price.minor(),
            30_050
        );

        // Absent columns and empty cells change nothing, the word empties, and everything wrong is named.
        let second = catalog
            .upload(
                "Kod;Ad (az);Qiymət;Anbarda;Təsvir (az);Endirim, %\n\
                 A-1;;1300;7;-;\nA-2;Divan;;2;;\nA-3;-;x;-1;;100\nA-4;;;;;\na-1;Şkaf;;;;\nA-5;Yeni;1.50;;;\n",
                &[],
            )
            .await;
        catalog.work().await;
        let (import, rows) = catalog.rows(second).await;
        assert_eq!(Catalog::counts(&import), [1, 1, 1, 3, 0]);
        assert_eq!(
            rows[0],
            "A-1 changed: descriptionAz \"Palıd\" \"\", price 1200 1300, stockQuantity 5 7"
        );
        assert_eq!(rows[1], "A-2 unchanged: ");
        assert_eq!(
            rows[2],
            "A-3 refused: discount FIELD.OUT_OF_RANGE, nameAz FIELD.REQUIRED, price FIELD.INVALID, stockQuantity FIELD.OUT_OF_RANGE"
        );
        assert_eq!(rows[3], "A-4 refused: nameAz FIELD.REQUIRED");
        assert_eq!(rows[4], "A-1 refused: code IMPORT.DUPLICATE");
        assert!(rows[5].starts_with("A-5 new: "), "{rows:?}");

        // Another person changes one of the fields, another field, and sells a piece.
        catalog
            .change("A-1", |fields| {
                fields.attributes.name.ru = "Шкаф".to_owned();
                fields.attributes.stock = Stock::Pieces(4);
            })
            .await;
        catalog.start_step(second, ImportState::Applying).await;
        catalog.work().await;
        let product = catalog.product("A-1").await;
        let attributes = &product.fields.attributes;
        assert_eq!(
            (
                attributes.price.minor(),
                attributes.stock,
                attributes.name.ru.as_str(),
                attributes.description.az.as_str()
            ),
            (130_000, Stock::Pieces(6), "Шкаф", "")
        );
        let moves: Vec<(i64, String)> =
            sqlx::query_as("select delta, reason from stock_move where product_id = $1 order by id")
                .bind(product.id.get())
                .fetch_all(catalog.pool())
                .await
                .unwrap();
        let expected = [(5, "counted"), (-1, "order"), (2, "counted")];
        assert_eq!(moves, expected.map(|(delta, reason)| (delta, reason.to_owned())));

        // What somebody has changed since is kept and named.
        catalog
            .change("A-1", |fields| {
                fields.attributes.price = kit::domain::Money::from_minor(1).unwrap();
            })
            .await;
        catalog.start_step(second, ImportState::Undoing).await;
        catalog.work().await;
        let (import, rows) = catalog.rows(second).await;
        assert_eq!((import.state, import.kept_count), (ImportState::Undone, 1));
        assert!(rows[0].ends_with("price DESK.CHANGED"), "{rows:?}");
        let attributes = catalog.product("A-1").await.fields.attributes;
        assert_eq!(
            (
                attributes.price.minor(),
                attributes.stock,
                attributes.description.az.as_str()
            ),
            (1, Stock::Pieces(4), "Palıd")
        );
    }

    #[tokio::test]
    async fn refuses_at_applying_what_somebody_else_has_changed_or_created() {
        let catalog = Catalog::start().await;
        let seed = catalog
            .upload("Kod;Ad (az);Qiymət\nB-1;Şkaf;10\nB-2;Divan;10\n", &[])
            .await;
        catalog.work().await;
        catalog.start_step(seed, ImportState::Applying).await;
        catalog.work().await;
        let file = "Kod;Ad (az);Qiymət\nB-1;Dolab;20\nB-2;Divan;20\nB-3;Masa;20\n";
        let [first, second] = [catalog.upload(file, &[]).await, catalog.upload(file, &[]).await];
        catalog.work().await;
        catalog
            .change("B-1", |fields| fields.attributes.name.az = "Şifoner".to_owned())
            .await;
        catalog.start_step(first, ImportState::Applying).await;
        catalog.work().await;
        let (import, rows) = catalog.rows(first).await;
        assert_eq!(Catalog::counts(&import), [1, 1, 0, 1, 0]);
        assert!(rows[0].starts_with("B-1 refused: "), "{rows:?}");
        assert!(
            rows[0].ends_with("nameAz DESK.CHANGED, version DESK.CHANGED"),
            "{rows:?}"
        );
        let attributes = catalog.product("B-1").await.fields.attributes;
        assert_eq!(
            (attributes.name.az.as_str(), attributes.price.minor()),
            ("Şifoner", 1_000)
        );
        // The other import had counted B-3 as new.
        catalog.start_step(second, ImportState::Applying).await;
        catalog.work().await;
        let (_, rows) = catalog.rows(second).await;
        assert!(rows[2].ends_with("code PRODUCT.CODE_TAKEN"), "{rows:?}");
    }

    #[tokio::test]
    async fn an_instance_that_ends_leaves_whole_chunks_and_no_product_twice() {
        let catalog = Catalog::start().await;
        let count = CHUNK + 50;
        let row = |number| format!("C-{number};Şkaf {number};10;3");
        let import = catalog
            .upload(&table("Kod;Ad (az);Qiymət;Anbarda", count, row), &[])
            .await;
        catalog.work().await;
        catalog.start_step(import, ImportState::Applying).await;
        let products =
            || sqlx::query_scalar::<_, i64>("select count(*) from product").fetch_one(catalog.pool());

        // The first chunk is done but not committed when the instance ends.
        let mut transaction = kit::database::begin(catalog.pool()).await.unwrap();
        let locked = store::import::lock_next(&mut transaction).await.unwrap().unwrap();
        advance(&mut transaction, locked).await.unwrap();
        assert!(
            !step(catalog.pool()).await.unwrap(),
            "another instance waits for the first one"
        );
        transaction.rollback().await.unwrap();
        assert_eq!(products().await.unwrap(), 0);

        // Another one commits the first chunk and ends; a third continues.
        assert!(step(catalog.pool()).await.unwrap());
        let (present, _) = catalog.rows(import).await;
        let chunk = i64::try_from(CHUNK).unwrap();
        assert_eq!((present.state, present.done), (ImportState::Applying, chunk));
        assert_eq!(products().await.unwrap(), chunk);
        catalog.work().await;
        let (present, _) = catalog.rows(import).await;
        let count = i64::try_from(count).unwrap();
        assert_eq!(
            (present.state, present.done, present.new_count),
            (ImportState::Applied, count, count)
        );
        assert_eq!(products().await.unwrap(), count);
        let moves: i64 = sqlx::query_scalar("select count(*) from stock_move")
            .fetch_one(catalog.pool())
            .await
            .unwrap();
        assert_eq!(moves, count);
    }

    #[tokio::test]
    async fn an_import_of_the_export_changes_nothing() {
        let catalog = Catalog::start().await;
        let awkward = [
            "=1+1",
            "'=1",
            "''",
            "'quoted'",
            "\"a\"; b, c",
            "one\ntwo\n\nthree",
            "-",
            "-5",
            "+994 50",
            "@x",
            "ə ğ İ ж",
            "1,50",
            "- a",
            "null",
            "0",
            "\t tab",
            "a\r\nb",
        ];
        let row = |number| format!("D-{number:02};Ad;{number},05;4");
        let seed = catalog
            .upload(&table("Kod;Ad (az);Qiymət;Anbarda", awkward.len(), row), &[])
            .await;
        catalog.work().await;
        catalog.start_step(seed, ImportState::Applying).await;
        catalog.work().await;
        for (number, text) in awkward.iter().enumerate() {
            catalog
                .change(&format!("D-{number:02}"), |fields| {
                    let text = text.trim().to_owned();
                    fields.attributes.name.az = text.replace(['\n', '\r', '\t'], " ");
                    fields.attributes.description.ru.clone_from(&text);
                    fields.attributes.features.en = text;
                    fields.attributes.colors = vec!["smoked-oak".to_owned(), "own-colour".to_owned()];
                    fields.settings.show_at = Some(kit::clock::now());
                    fields.settings.reorder_at = (number % 2 == 0).then_some(2);
                    if number % 3 == 0 {
                        fields.attributes.stock = Stock::MadeToOrder;
                    }
                })
                .await;
        }
        for language in kit::domain::Language::ALL {
            let export = catalog.export(language).await;
            let table = read(export.as_bytes()).unwrap();
            let fields = propose(&table.heads, source_of(&table.heads));
            let fields: Vec<_> = fields
                .iter()
                .map(|field| field.map_or("", ImportField::name))
                .collect();
            let import = catalog.upload(&export, &fields).await;
            if language == kit::domain::Language::En {
                sqlx::query("update product_import set decimal = '.' where id = $1")
                    .bind(import.uuid())
                    .execute(catalog.pool())
                    .await
                    .unwrap();
            }
            catalog.work().await;
            let (present, rows) = catalog.rows(import).await;
            let expected = i64::try_from(awkward.len()).unwrap();
            assert_eq!(
                Catalog::counts(&present),
                [0, 0, expected, 0, 0],
                "{language} {rows:?}"
            );
        }
    }

    #[tokio::test]
    async fn variants_of_other_shops_are_one_product() {
        let catalog = Catalog::start().await;
        let shopify = "Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status\n\
            oak-chair,Oak chair,\"<p>Oak &amp; wool</p><p>Two legs</p>\",X,Wardrobes,Colour,White,3,75.00,100.00,https://cdn.example/1.jpg,active\n\
            oak-chair,,,,,,Smoked Oak,-1,75.00,100.00,https://cdn.example/2.jpg,\n\
            a-very-long-handle-of-a-table,Table,,X,Unknown,Title,Default Title,2,10.00,,,active\n";
        let fields = "code,nameAz,descriptionAz,,categoryId,optionName,optionValue,stockQuantity,salePrice,price,images,";
        let fields: Vec<_> = fields.split(',').collect();
        let import = catalog.upload(shopify, &fields).await;
        sqlx::query("update product_import set decimal = '.'")
            .execute(catalog.pool())
            .await
            .unwrap();
        catalog.work().await;
        let (present, rows) = catalog.rows(import).await;
        assert_eq!(
            (present.row_count, Catalog::counts(&present)),
            (2, [2, 0, 0, 0, 0]),
            "{rows:?}"
        );
        catalog.start_step(import, ImportState::Applying).await;
        catalog.work().await;
        let chair = catalog.product("OAK-CHAIR").await.fields;
        let attributes = &chair.attributes;
        assert_eq!(attributes.description.az, "Oak & wool\nTwo legs");
        assert_eq!(
            (attributes.price.minor(), u32::from(attributes.discount)),
            (10_000, 25)
        );
        assert_eq!(
            (attributes.stock, &attributes.colors[..]),
            (
                Stock::Pieces(3),
                &["white".to_owned(), "smoked-oak".to_owned()][..]
            )
        );
        assert!(!chair.settings.is_shown);
        let images: Vec<String> =
            sqlx::query_scalar("select images from product_import_row where number = 2")
                .fetch_one(catalog.pool())
                .await
                .unwrap();
        assert_eq!(images, ["https://cdn.example/1.jpg", "https://cdn.example/2.jpg"]);

        let woocommerce = "Type,SKU,Name,Regular price,Sale price,Stock,Parent,Attribute 1 name,Attribute 1 value(s)\n\
            variable,w-1,Sofa,200,150,,,Colour,\"White, Black\"\n\
            variation,w-1-white,Sofa - White,200,150,2,w-1,Colour,White\n\
            simple,w-2,Lamp,20,,1,,,\n";
        let import = catalog.upload(woocommerce, &[]).await;
        catalog.work().await;
        let (present, rows) = catalog.rows(import).await;
        assert_eq!(
            (present.row_count, Catalog::counts(&present)),
            (2, [2, 0, 0, 0, 0]),
            "{rows:?}"
        );
        assert!(
            rows[0].contains("colors [] [\"white\",\"black\"]") && rows[0].contains("stockQuantity 0 2"),
            "{rows:?}"
        );
        assert!(
            rows[0].contains("discount 0 25") && rows[0].contains("price 0 200"),
            "{rows:?}"
        );
    }

    /// Prints how long 10,000 products take.
    #[tokio::test]
    #[ignore = "a measurement"]
    async fn measure_ten_thousand_products() {
        let catalog = Catalog::start().await;
        for price in [10, 20] {
            let row = |number| format!("M-{number};Şkaf {number};{price};{price};Təsvir {price} {number}");
            let import = catalog
                .upload(&table("Kod;Ad (az);Qiymət;Anbarda;Təsvir (az)", 10_000, row), &[])
                .await;
            let started = std::time::Instant::now();
            catalog.work().await;
            println!("dry run: {:?}", started.elapsed());
            catalog.start_step(import, ImportState::Applying).await;
            let started = std::time::Instant::now();
            catalog.work().await;
            println!("applied: {:?}", started.elapsed());
        }
    }
}
