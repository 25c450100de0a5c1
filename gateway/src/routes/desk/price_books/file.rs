//! `GET price-books/{version}.csv` and `POST price-books/draft/csv`.

use std::{borrow::Cow, collections::BTreeMap};

use axum::{extract::State, response::Response};
use kit::{domain::Language, failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{
    ExportPriceBookRequest, GetPriceBookRequest, PriceBookCell, UpdatePriceBookRequest,
};
use rules::{Cell, Unit};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, Type},
    },
};

use super::{
    book::{BookPath, DRAFT, PriceBook},
    cells,
    table::{self, Table, Wrong},
};
use crate::{
    convert::{self, Amount},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{FileLimit, Filter, Form},
    openapi::ErrorResponse,
    routes::desk::csv::attachment,
    state::AppState,
    words::LanguageCode,
};

/// Form of a file.
#[filter]
pub(crate) struct FileOptions {
    /// Language of heads, names and decimal signs, by default the caller's
    #[param(value_type = Option<LanguageCode>, inline)]
    lang: Option<Language>,
}

impl FileOptions {
    /// Returns the language of a file for a caller whose request asks for a language.
    pub(super) fn language(&self, member: &Member, requested: Language) -> Language {
        self.lang.or(member.session.language).unwrap_or(requested)
    }
}

/// Downloads a price book as CSV: key, name, cost or share, waste and sheet. Needs a step-up. Uploaded unchanged, the file changes
/// nothing.
#[utoipa::path(get, path = "/price-books/{version}.csv", tag = "desk", security(("desk" = [])),
    params(("version" = String, Path, description = "Version of the price book, or `draft`"), FileOptions),
    responses((status = 200, body = String, content_type = "text/csv", description = "Price book",
        example = "\u{feff}Açar;Ad;Qiymət, AZN və ya %;İtki, %;Vərəq, mm\r\nwork.part;Kəsim və kənar, hissə;1,90;;\r\n"),
        ErrorResponse::<404>))]
pub(super) async fn export_price_book(
    state: &AppState,
    member: Member,
    path: BookPath,
    language: Language,
) -> ApiResult<Response> {
    let member = member.with_step_up(state).await?;
    let version = path.version()?;
    let request = member.request(ExportPriceBookRequest { version });
    let response = state
        .clients
        .price_books
        .clone()
        .export_price_book(request)
        .await?;
    let book = response.into_inner().book.unwrap_or_default();
    let version = book.row.unwrap_or_default().version;
    let file = table::write(&book.cells, language);
    Ok(attachment(&format!("price-book-{version}.csv"), file.into()))
}

/// Limit of a table: many times what a book has.
pub(crate) struct TableLimit;

impl FileLimit for TableLimit {
    const MAX: u64 = 256 * 1024;
}

/// Body with a file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the body")]
pub(crate) struct PriceBookFile {
    /// CSV with `;` or tabs, at most 256 KiB.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// Way of an import.
#[filter]
pub(crate) struct ImportOptions {
    /// Whether nothing is stored
    dry_run: Option<bool>,
    /// Version of the record that the caller saw; by default any
    record_version: Option<i64>,
}

/// Differences between a file and the draft.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PriceBookImport {
    /// Cells that differ, by name.
    changes: BTreeMap<String, PriceBookDifference>,
    /// Cells of the file that cannot be read, at most about 100. Only a dry run has them.
    errors: Vec<PriceBookRowError>,
    /// The changed draft; `null` in a dry run.
    book: Option<PriceBook>,
}

/// A cell of the draft that a file changes.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PriceBookDifference {
    /// Present value; `null` if the book lacks it.
    from: Option<PriceBookValue>,
    /// Value of the file.
    to: Option<PriceBookValue>,
}

/// Value of a cell: a cost in AZN, a share in whole percent, or length and width of a sheet in millimetres.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum PriceBookValue {
    Number(Amount),
    Sheet(Vec<i64>),
}

impl PartialSchema for PriceBookValue {
    fn schema() -> RefOr<Schema> {
        let integer = ObjectBuilder::new().schema_type(Type::Integer);
        let value = OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Number))
            .item(ArrayBuilder::new().items(integer));
        RefOr::T(Schema::OneOf(value.build()))
    }
}

impl ToSchema for PriceBookValue {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("PriceBookValue")
    }
}

/// A cell of a file that cannot be read.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PriceBookRowError {
    /// Line in the file, from 1.
    row: u64,
    /// Name of the cell; the key of the row if the book has no such cell.
    name: String,
    /// Message key.
    error: String,
}

impl From<&Wrong> for PriceBookRowError {
    fn from(wrong: &Wrong) -> Self {
        Self {
            row: wrong.row,
            name: wrong.name.clone(),
            error: wrong.error.to_owned(),
        }
    }
}

impl PriceBookImport {
    /// The OpenAPI example.
    fn example() -> Value {
        json!({"changes": {"boards.wood19.perM2.oak": {"from": 41, "to": 45.5}},
            "errors": [{"row": 7, "name": "work.part", "error": "FIELD.INVALID"}], "book": null})
    }
}

/// Compares a table with the draft. Without `dryRun` the differences become cells of the draft; then a cell that cannot be read is
/// refused as `rows[7]`. A file without the key of a price: 400 `file: FIELD.INVALID`.
#[utoipa::path(post, path = "/price-books/draft/csv", tag = "desk", params(ImportOptions),
    request_body(content = PriceBookFile, content_type = "multipart/form-data"),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<PriceBookImport>, description = "Differences",
        example = json!(Envelope::new(PriceBookImport::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<413>, ErrorResponse::<415>))]
pub(crate) async fn import_price_book(
    State(state): State<AppState>,
    member: Member,
    Filter(options): Filter<ImportOptions>,
    mut form: Form<TableLimit>,
) -> ApiResult<Envelope<PriceBookImport>> {
    let mut part = form.file().await?;
    let mut file = Vec::new();
    while let Some(bytes) = part.chunk().await? {
        file.extend_from_slice(&bytes);
    }
    let table = table::read(&file)?;
    let is_dry_run = options.dry_run.unwrap_or_default();
    if !is_dry_run {
        refuse(&table.wrong)?;
    }
    let request = member.request(GetPriceBookRequest { version: DRAFT });
    let draft = state.clients.price_books.clone().get_price_book(request).await?;
    let draft = draft.into_inner().book.unwrap_or_default();
    let cells = differences(&draft.cells, &table);
    let changes = cells.iter().map(|(cell, from, to)| {
        let (from, to) = (value(*cell, from), value(*cell, to));
        (cell.name(), PriceBookDifference { from, to })
    });
    let changes = changes.collect();
    let errors = table.wrong.iter().map(Into::into).collect();
    let book = if is_dry_run {
        None
    } else {
        let seen = draft.row.map(|row| row.record_version).unwrap_or_default();
        let message = UpdatePriceBookRequest {
            record_version: options.record_version.unwrap_or(seen),
            cells: cells
                .into_iter()
                .map(|(cell, _, numbers)| PriceBookCell {
                    name: cell.name(),
                    numbers,
                })
                .collect(),
        };
        Some(cells::send(&state, &member, message).await?)
    };
    Ok(Envelope::new(PriceBookImport {
        changes,
        errors,
        book,
    }))
}

/// Fails if a cell of a file cannot be read.
fn refuse(wrong: &[Wrong]) -> Result<(), Failure> {
    let mut errors = FieldErrors::default();
    for Wrong { row, error, .. } in wrong {
        errors.push(format!("rows[{row}]"), error);
    }
    errors.into_result()
}

/// Returns the cells of a file that differ from a book, in its order, with the numbers of both.
fn differences(book: &[PriceBookCell], table: &Table) -> Vec<(Cell, Vec<i64>, Vec<i64>)> {
    let cells = Cell::all().into_iter().filter_map(|cell| {
        let name = cell.name();
        let after = table.cells.get(&name)?;
        let before = book.iter().find(|present| present.name == name);
        let before = before.map(|present| present.numbers.clone()).unwrap_or_default();
        (before != *after).then(|| (cell, before, after.clone()))
    });
    cells.collect()
}

/// Returns the value of a cell as the contract has it; `None` for a cell that a book lacks.
fn value(cell: Cell, numbers: &[i64]) -> Option<PriceBookValue> {
    let (&first, rest) = numbers.split_first()?;
    Some(match (cell.unit(), rest) {
        (Unit::Qepik, []) => PriceBookValue::Number(convert::amount(first)),
        (_, []) => PriceBookValue::Number(first.into()),
        (_, _) => PriceBookValue::Sheet(numbers.to_vec()),
    })
}
