//! An import as a record.

use kit::{
    failure::{Code, Failure},
    vocabulary::catalog::{ImportFormat as Format, ImportSource as Source, ImportState as State},
};
use proto::catalog::v1::{GetImportRequest, ImportColumn as ColumnMessage, ProductImport as Message};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::{Member, is_conflict, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    people::{Names, Person},
    state::AppState,
    words::{ImportField, ImportFormat, ImportSource, ImportState},
};

/// Import of products.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProductImport {
    /// UUID.
    id: String,
    /// Name of the file.
    name: String,
    format: ImportFormat,
    source: ImportSource,
    state: ImportState,
    /// `;`, `,` or a tab; `null` in a workbook.
    separator: Option<String>,
    /// `,` or `.`.
    decimal: String,
    /// Text of a cell that empties a field.
    erase: String,
    /// Category of new products whose row names none that is known.
    category_id: Option<i32>,
    /// Columns in the order of the file.
    columns: Vec<ProductImportColumn>,
    /// Number of rows without the heads; of products once the dry run has begun.
    rows: i64,
    /// Products that the present step has finished.
    done: i64,
    /// Numbers of products by result; `null` before the dry run.
    counts: Option<ProductImportCounts>,
    /// Message key of the reason of a failed import.
    reason: Option<String>,
    /// Numbers of pictures that the file names by their addresses; `null` before the dry run. They are fetched once it is applied.
    pictures: Option<ProductImportPictures>,
    /// RFC 3339: time until which it can be undone; `null` if it cannot.
    undo_until: Option<Instant>,
    /// Author; `null` for the system.
    created_by: Option<Person>,
    /// RFC 3339.
    created_at: Option<Instant>,
    /// Version of the record.
    version: i64,
}

/// Column of an imported file.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProductImportColumn {
    /// Head.
    head: String,
    /// Field that it sets; `null` = none.
    field: Option<ImportField>,
    /// At most three values.
    examples: Vec<String>,
}

/// Numbers of products by result.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProductImportCounts {
    /// New products.
    new: i64,
    /// Products of which a field differs.
    changed: i64,
    /// Products of which nothing differs.
    unchanged: i64,
    /// Refused products.
    refused: i64,
    /// Products of which the undo kept something.
    kept: i64,
}

/// Numbers of pictures.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProductImportPictures {
    /// Not fetched yet.
    waiting: i64,
    /// Fetched and shown by their products.
    fetched: i64,
    /// Could not be fetched.
    failed: i64,
}

impl From<ColumnMessage> for ProductImportColumn {
    fn from(column: ColumnMessage) -> Self {
        Self {
            head: column.head,
            field: ImportField::of_optional_text(column.field),
            examples: column.examples,
        }
    }
}

impl ProductImport {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "id": "01936b2e-7c00-7000-8000-000000000901", "name": "shop.csv", "format": "csv", "source": "shopify",
            "state": "ready", "separator": ",", "decimal": ".", "erase": "-", "categoryId": 3,
            "columns": [{"head": "Handle", "field": "code", "examples": ["oak-chair"]},
                {"head": "Vendor", "field": null, "examples": ["Storefront"]}],
            "rows": 10, "done": 10, "counts": {"new": 1, "changed": 2, "unchanged": 3, "refused": 4, "kept": 0},
            "reason": null, "pictures": {"waiting": 3, "fetched": 0, "failed": 0}, "undoUntil": null, "createdBy": Person::example(), "createdAt": "2026-11-23T10:14:00Z",
            "version": 2,
        })
    }

    fn new(import: Message, names: &Names) -> Self {
        Self {
            format: ImportFormat::of_number_or(import.format, Format::Csv),
            source: ImportSource::of_number_or(import.source, Source::Other),
            state: ImportState::of_number_or(import.state, State::Failed),
            separator: convert::non_empty(import.separator),
            decimal: import.decimal,
            erase: import.erase,
            category_id: import.category_id,
            columns: import.columns.into_iter().map(Into::into).collect(),
            rows: import.rows,
            done: import.done,
            counts: import.counts.map(|counts| ProductImportCounts {
                new: counts.new,
                changed: counts.changed,
                unchanged: counts.unchanged,
                refused: counts.refused,
                kept: counts.kept,
            }),
            reason: convert::non_empty(import.reason),
            pictures: import.pictures.map(|pictures| ProductImportPictures {
                waiting: pictures.waiting,
                fetched: pictures.fetched,
                failed: pictures.failed,
            }),
            undo_until: convert::moment(import.undo_until),
            created_by: names.person(&import.created_by),
            created_at: convert::moment(import.created_at),
            version: import.version,
            id: import.id,
            name: import.name,
        }
    }
}

/// Converts imports, with the names of their people.
pub(super) async fn convert_all(
    state: &AppState,
    member: &Member,
    imports: Vec<Message>,
) -> Vec<ProductImport> {
    let actors = imports.iter().map(|import| import.created_by.as_str());
    let people = &state.desk.people;
    let names = people.names(&state.clients, &member.caller, actors).await;
    let imports = imports.into_iter();
    imports.map(|import| ProductImport::new(import, &names)).collect()
}

/// Converts an import, with the names of its people.
pub(super) async fn convert(
    state: &AppState,
    member: &Member,
    import: Option<Message>,
) -> ApiResult<ProductImport> {
    let imports = convert_all(state, member, import.into_iter().collect()).await;
    let malformed = || Failure::new(Code::Internal).with_source("catalog responded without an import");
    Ok(imports.into_iter().next().ok_or_else(malformed)?)
}

/// Returns the present import.
pub(super) async fn fetch(state: &AppState, member: &Member, id: &str) -> ApiResult<ProductImport> {
    let request = member.request(GetImportRequest { id: id.to_owned() });
    let response = state.clients.imports.clone().get_import(request).await?;
    convert(state, member, response.into_inner().import).await
}

/// Returns the import of a change; a conflict has the present one.
pub(super) async fn respond<R>(
    state: &AppState,
    member: &Member,
    id: &str,
    changed: Result<tonic::Response<R>, tonic::Status>,
    import: impl FnOnce(R) -> Option<Message>,
) -> ApiResult<Envelope<ProductImport>> {
    let changed = present_on_conflict(changed, is_conflict, || fetch(state, member, id)).await?;
    let import = convert(state, member, import(changed.into_inner())).await?;
    Ok(Envelope::new(import))
}
