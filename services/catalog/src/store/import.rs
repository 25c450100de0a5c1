//! Imports of products, their rows, and files that are being uploaded.

use std::collections::{BTreeMap, HashMap};

use kit::{
    domain::{CategoryId, EventId, ImportId},
    vocabulary::catalog::{ImportField, ImportFormat, ImportResult, ImportSource, ImportState},
};
use serde::Serialize;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::{
    desk::Differences,
    import::{Grouped, Table},
};

/// Message keys by field.
pub(crate) type Refused = BTreeMap<String, String>;

/// An import.
#[derive(Debug, Clone)]
pub(crate) struct Import {
    pub(crate) id: ImportId,
    pub(crate) name: String,
    pub(crate) format: ImportFormat,
    pub(crate) source: ImportSource,
    pub(crate) state: ImportState,
    pub(crate) separator: Option<String>,
    pub(crate) decimal: String,
    pub(crate) erase: String,
    pub(crate) category_id: Option<CategoryId>,
    pub(crate) heads: Vec<String>,
    /// Field of each column; empty = none.
    pub(crate) fields: Vec<String>,
    pub(crate) examples: Json<Vec<Vec<String>>>,
    pub(crate) row_count: i64,
    pub(crate) done: i64,
    /// Row of the last finished product of the present step; 0 = the step has not begun.
    pub(crate) last_row: i64,
    pub(crate) new_count: i64,
    pub(crate) changed_count: i64,
    pub(crate) unchanged_count: i64,
    pub(crate) refused_count: i64,
    pub(crate) kept_count: i64,
    pub(crate) is_counted: bool,
    pub(crate) reason: String,
    /// Author of the present step.
    pub(crate) actor: String,
    pub(crate) applied_at: Option<OffsetDateTime>,
    pub(crate) created_by: String,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) version: i64,
    pub(crate) waiting_pictures: i64,
    pub(crate) fetched_pictures: i64,
    pub(crate) failed_pictures: i64,
}

impl Import {
    /// Returns the field of each column.
    pub(crate) fn mapping(&self) -> Vec<Option<ImportField>> {
        self.fields.iter().map(|name| name.parse().ok()).collect()
    }
}

/// Selects imports with a condition.
macro_rules! select {
    ($rest:literal, $($argument:expr),*) => {
        sqlx::query_as!(
            Import,
            r#"select id, name, format as "format: ImportFormat", source as "source: ImportSource",
                      state as "state: ImportState", separator, decimal, erase, category_id, heads, fields,
                      examples as "examples: Json<Vec<Vec<String>>>", row_count, done, last_row, new_count, changed_count,
                      unchanged_count, refused_count, kept_count, is_counted, reason, actor, applied_at, created_by,
                      created_at, version,
                      (select count(*) from product_import_picture p
                       where p.import_id = product_import.id and p.due_at is not null) as "waiting_pictures!",
                      (select count(*) from product_import_picture p
                       where p.import_id = product_import.id and p.due_at is null and p.reason = '') as "fetched_pictures!",
                      (select count(*) from product_import_picture p
                       where p.import_id = product_import.id and p.reason <> '') as "failed_pictures!"
               from product_import "#
                + $rest,
            $($argument),*
        )
    };
}

/// Stores a part of a file.
pub(crate) async fn append_upload(
    connection: &mut PgConnection,
    upload: EventId,
    position: i64,
    data: &[u8],
    author: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into product_import_upload (upload_id, position, data, created_by) values ($1, $2, $3, $4)
         on conflict do nothing",
        upload.uuid(),
        position,
        data,
        author,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the file of an author's upload and returns it.
pub(crate) async fn take_upload(
    connection: &mut PgConnection,
    upload: EventId,
    author: &str,
) -> Result<Vec<u8>, sqlx::Error> {
    let mut parts = sqlx::query!(
        "delete from product_import_upload where upload_id = $1 and created_by = $2 returning position, data",
        upload.uuid(),
        author,
    )
    .fetch_all(connection)
    .await?;
    parts.sort_by_key(|part| part.position);
    Ok(parts.into_iter().flat_map(|part| part.data).collect())
}

/// A new import.
pub(crate) struct NewImport<'a> {
    pub(crate) id: ImportId,
    pub(crate) name: &'a str,
    pub(crate) source: ImportSource,
    pub(crate) table: &'a Table,
    pub(crate) fields: &'a [String],
    pub(crate) decimal: &'a str,
    pub(crate) erase: &'a str,
    pub(crate) author: &'a str,
}

/// Inserts an import with its rows.
pub(crate) async fn insert(connection: &mut PgConnection, import: &NewImport<'_>) -> Result<(), sqlx::Error> {
    let table = import.table;
    let examples: Vec<Vec<&String>> = (0..table.heads.len())
        .map(|column| {
            let cells = table.rows.iter().filter_map(|(_, cells)| cells.get(column));
            cells.filter(|cell| !cell.trim().is_empty()).take(3).collect()
        })
        .collect();
    sqlx::query!(
        "insert into product_import (
             id, name, format, source, state, separator, decimal, erase, heads, fields, examples, row_count, actor,
             created_by
         ) values ($1, $2, $3, $4, 'mapping', $5, $6, $7, $8, $9, $10, $11, $12, $12)",
        import.id.uuid(),
        import.name,
        table.format.name(),
        import.source.name(),
        table.separator.map(String::from),
        import.decimal,
        import.erase,
        &table.heads,
        import.fields,
        Json(&examples) as _,
        i64::try_from(table.rows.len()).unwrap_or(i64::MAX),
        import.author,
    )
    .execute(&mut *connection)
    .await?;
    // Statements of bounded size.
    for rows in table.rows.chunks(1_000) {
        sqlx::query!(
            "insert into product_import_row (import_id, number, cells)
             select $1, number, cells from jsonb_to_recordset($2) as added (number bigint, cells text[])",
            import.id.uuid(),
            Json(
                rows.iter()
                    .map(|(number, cells)| serde_json::json!({ "number": number, "cells": cells }))
                    .collect::<Vec<_>>()
            ) as _,
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Returns an import.
pub(crate) async fn find(connection: &mut PgConnection, id: ImportId) -> Result<Option<Import>, sqlx::Error> {
    select!("where id = $1", id.uuid())
        .fetch_optional(connection)
        .await
}

/// Returns an import and locks it until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection, id: ImportId) -> Result<Option<Import>, sqlx::Error> {
    select!("where id = $1 for no key update", id.uuid())
        .fetch_optional(connection)
        .await
}

/// Returns the oldest import at work that no other instance works at, and locks it until the transaction ends.
pub(crate) async fn lock_next(connection: &mut PgConnection) -> Result<Option<Import>, sqlx::Error> {
    select!(
        "where state in ('checking', 'applying', 'undoing') and retry_at <= now()
         order by created_at, id limit 1 for no key update skip locked",
    )
    .fetch_optional(connection)
    .await
}

/// Returns at most `limit` imports before a position, newest first.
pub(crate) async fn page(
    connection: &mut PgConnection,
    before: Option<(OffsetDateTime, ImportId)>,
    limit: i64,
) -> Result<Vec<Import>, sqlx::Error> {
    let (at, id) = before.unzip();
    select!(
        "where $1::timestamptz is null or (created_at, id) < ($1, $2) order by created_at desc, id desc limit $3",
        at,
        id.map(ImportId::uuid),
        limit
    )
    .fetch_all(connection)
    .await
}

/// Counts the imports.
pub(crate) async fn count(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from product_import"#)
        .fetch_one(connection)
        .await
}

/// A mapping of columns.
#[derive(Debug)]
pub(crate) struct Mapping {
    pub(crate) fields: Vec<String>,
    pub(crate) decimal: String,
    pub(crate) erase: String,
}

/// Returns the last mapping that a person chose for the same heads.
pub(crate) async fn find_mapping(
    connection: &mut PgConnection,
    person: &str,
    heads: &[String],
) -> Result<Option<Mapping>, sqlx::Error> {
    sqlx::query_as!(
        Mapping,
        "select fields, decimal, erase from product_import_mapping
         where person = $1 and heads = sha256(convert_to(to_json($2::text[])::text, 'utf8'))",
        person,
        heads,
    )
    .fetch_optional(connection)
    .await
}

/// Stores the mapping of an import, also for its author's next file with the same heads, and starts its dry run.
pub(crate) async fn map(
    connection: &mut PgConnection,
    import: &Import,
    mapping: &Mapping,
    category: Option<CategoryId>,
    author: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with kept as (
             insert into product_import_mapping (person, heads, fields, decimal, erase)
             values ($6, sha256(convert_to(to_json($7::text[])::text, 'utf8')), $2, $3, $4)
             on conflict (person, heads)
             do update set fields = $2, decimal = $3, erase = $4, used_at = now()
         )
         update product_import
         set state = 'checking', fields = $2, decimal = $3, erase = $4, category_id = $5, actor = $6, done = 0,
             last_row = 0, new_count = 0, changed_count = 0, unchanged_count = 0, refused_count = 0, kept_count = 0,
             is_counted = false, applied_at = null, reason = '', attempts = 0, retry_at = now(), version = version + 1
         where id = $1",
        import.id.uuid(),
        &mapping.fields,
        mapping.decimal,
        mapping.erase,
        category.map(CategoryId::get),
        author,
        &import.heads,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Starts the step of a state.
pub(crate) async fn start(
    connection: &mut PgConnection,
    id: ImportId,
    state: ImportState,
    author: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product_import
         set state = $2, actor = $3, done = 0, last_row = 0, reason = '', attempts = 0, retry_at = now(),
             version = version + 1, applied_at = case when $2 = 'applying' then now() else applied_at end
         where id = $1",
        id.uuid(),
        state.name(),
        author,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the numbers of all rows with the cells of two columns, counted from 1; 0 = none.
pub(crate) async fn keys(
    connection: &mut PgConnection,
    id: ImportId,
    [code, parent]: [i32; 2],
) -> Result<Vec<(i64, String, String)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select number, coalesce(cells[$2::integer], '') as "code!", coalesce(cells[$3::integer], '') as "parent!"
           from product_import_row where import_id = $1 order by number"#,
        id.uuid(),
        code,
        parent,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.number, row.code, row.parent))
        .collect())
}

/// Stores the products of the rows, without results.
pub(crate) async fn set_products(
    connection: &mut PgConnection,
    id: ImportId,
    rows: &[Grouped],
) -> Result<(), sqlx::Error> {
    let numbers: Vec<_> = rows.iter().map(|row| row.number).collect();
    let first_rows: Vec<_> = rows.iter().map(|row| row.first_row).collect();
    let codes: Vec<_> = rows.iter().map(|row| row.code.clone()).collect();
    sqlx::query!(
        "update product_import_row r
         set first_row = grouped.first_row, code = grouped.code, result = null, changes = '{}', errors = '{}', kept = '{}',
             images = '{}', base_version = 0, applied_version = null
         from unnest($2::bigint[], $3::bigint[], $4::text[]) as grouped (number, first_row, code)
         where import_id = $1 and r.number = grouped.number",
        id.uuid(),
        &numbers,
        &first_rows,
        &codes,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A product of an import.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) number: i64,
    pub(crate) code: String,
    pub(crate) result: Option<ImportResult>,
    pub(crate) changes: Json<Differences>,
    pub(crate) errors: Json<Refused>,
    pub(crate) kept: Json<Refused>,
    pub(crate) base_version: i64,
    pub(crate) applied_version: Option<i64>,
}

/// Returns at most `limit` products of an import after a row.
pub(crate) async fn rows(
    connection: &mut PgConnection,
    id: ImportId,
    after: i64,
    limit: i64,
) -> Result<Vec<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        r#"select number, code, result as "result: ImportResult", changes as "changes: Json<Differences>",
                  errors as "errors: Json<Refused>", kept as "kept: Json<Refused>", base_version, applied_version
           from product_import_row
           where import_id = $1 and number > $2 and first_row = number
           order by number limit $3"#,
        id.uuid(),
        after,
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Returns the code of a product of an import.
pub(crate) async fn code(
    connection: &mut PgConnection,
    id: ImportId,
    row: i64,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "select code from product_import_row where import_id = $1 and number = $2",
        id.uuid(),
        row,
    )
    .fetch_optional(connection)
    .await
}

/// Notes that an import has changed a product once more, unless somebody else had changed it before.
pub(crate) async fn raise_version(
    connection: &mut PgConnection,
    id: ImportId,
    row: i64,
    before: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product_import_row set applied_version = $3 + 1
         where import_id = $1 and number = $2 and coalesce(applied_version, $3) = $3",
        id.uuid(),
        row,
        before,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Selects products of an import; `None` and `false` select all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowFilter {
    pub(crate) result: Option<ImportResult>,
    /// Only those of which the undo kept something.
    pub(crate) is_kept: bool,
    /// Only those of which a picture could not be fetched.
    pub(crate) is_picture_failed: bool,
}

/// Returns at most `limit` products with a result after a row.
pub(crate) async fn rows_of(
    connection: &mut PgConnection,
    id: ImportId,
    filter: RowFilter,
    after: i64,
    limit: i64,
) -> Result<Vec<Row>, sqlx::Error> {
    sqlx::query_as!(
        Row,
        r#"select number, code, result as "result: ImportResult", changes as "changes: Json<Differences>",
                  errors as "errors: Json<Refused>", kept as "kept: Json<Refused>", base_version, applied_version
           from product_import_row
           where import_id = $1 and number > $2 and result is not null and ($4::text is null or result = $4)
             and (not $5 or kept <> '{}')
             and (not $6 or exists (
                 select from product_import_picture p
                 where p.import_id = $1 and p.row = number and p.reason <> ''
             ))
           order by number limit $3"#,
        id.uuid(),
        after,
        limit,
        filter.result.map(ImportResult::name),
        filter.is_kept,
        filter.is_picture_failed,
    )
    .fetch_all(connection)
    .await
}

/// Returns the first row of each product with one of these codes.
pub(crate) async fn repeated(
    connection: &mut PgConnection,
    id: ImportId,
    codes: &[String],
) -> Result<HashMap<String, i64>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select code, min(number) as "number!" from product_import_row
           where import_id = $1 and code = any($2) and first_row = number group by code"#,
        id.uuid(),
        codes,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.code, row.number)).collect())
}

/// Returns the cells of all rows of products, by the first row of each.
pub(crate) async fn cells(
    connection: &mut PgConnection,
    id: ImportId,
    first_rows: &[i64],
) -> Result<Vec<(i64, Vec<String>)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select first_row as "first_row!", cells from product_import_row
           where import_id = $1 and first_row = any($2) order by first_row, number"#,
        id.uuid(),
        first_rows,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.first_row, row.cells)).collect())
}

/// A row of a refused product, with the message keys in the first one.
#[derive(Debug)]
pub(crate) struct RefusedRow {
    pub(crate) number: i64,
    pub(crate) cells: Vec<String>,
    pub(crate) errors: Json<Refused>,
}

/// Returns at most `limit` rows of refused products after a row.
pub(crate) async fn refused(
    connection: &mut PgConnection,
    id: ImportId,
    after: i64,
    limit: i64,
) -> Result<Vec<RefusedRow>, sqlx::Error> {
    sqlx::query_as!(
        RefusedRow,
        r#"select r.number, r.cells, r.errors as "errors: Json<Refused>"
           from product_import_row r
           join product_import_row first on first.import_id = r.import_id and first.number = r.first_row
           where r.import_id = $1 and r.number > $2 and first.result = 'refused'
           order by r.number limit $3"#,
        id.uuid(),
        after,
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Fields of a product that a step stores.
#[derive(Debug, Serialize)]
pub(crate) struct Outcome {
    pub(crate) number: i64,
    pub(crate) result: ImportResult,
    pub(crate) changes: Differences,
    pub(crate) errors: Refused,
    pub(crate) kept: Refused,
    pub(crate) images: Vec<String>,
    pub(crate) base_version: i64,
    pub(crate) applied_version: Option<i64>,
}

/// Stores results of products.
pub(crate) async fn set_results(
    connection: &mut PgConnection,
    id: ImportId,
    results: &[Outcome],
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product_import_row r
         set result = s.result, changes = s.changes, errors = s.errors, kept = s.kept,
             images = case when $3 then s.images else r.images end, base_version = s.base_version,
             applied_version = s.applied_version
         from jsonb_to_recordset($2) as s (
             number bigint, result text, changes jsonb, errors jsonb, kept jsonb, images text[], base_version bigint,
             applied_version bigint
         )
         where import_id = $1 and r.number = s.number",
        id.uuid(),
        Json(results) as _,
        results.iter().any(|result| !result.images.is_empty()),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the progress of an import's step.
pub(crate) async fn set_progress(connection: &mut PgConnection, import: &Import) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product_import
         set state = $2, done = $3, last_row = $4, row_count = $5, new_count = $6, changed_count = $7,
             unchanged_count = $8, refused_count = $9, kept_count = $10, is_counted = $11, attempts = 0
         where id = $1",
        import.id.uuid(),
        import.state.name(),
        import.done,
        import.last_row,
        import.row_count,
        import.new_count,
        import.changed_count,
        import.unchanged_count,
        import.refused_count,
        import.kept_count,
        import.is_counted,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes a failed attempt: the import is retried later, and fails after five.
pub(crate) async fn note_failure(connection: &mut PgConnection, id: ImportId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product_import
         set attempts = attempts + 1, retry_at = now() + (attempts + 1) * interval '1 second',
             state = case when attempts < 4 then state else 'failed' end,
             reason = case when attempts < 4 then reason else 'IMPORT.FAILED' end
         where id = $1 and state in ('checking', 'applying', 'undoing')",
        id.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes imports 30 days after their last step, mappings that nobody used for a year, and parts of files after an hour.
pub(crate) async fn delete_expired(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from product_import
         where greatest(created_at, applied_at) < now() - interval '30 days'
           and state not in ('checking', 'applying', 'undoing')"
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("delete from product_import_mapping where used_at < now() - interval '1 year'")
        .execute(&mut *connection)
        .await?;
    sqlx::query!("delete from product_import_upload where created_at < now() - interval '1 hour'")
        .execute(connection)
        .await?;
    Ok(())
}
