//! Reads and steps of an import.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::catalog::v1::{
    ApplyImportRequest, ListImportsRequest, MapImportRequest, RetryImportPicturesRequest, UndoImportRequest,
};

use super::{
    NOT_FOUND,
    import::{ProductImport, convert_all, fetch, respond},
};
use crate::{
    desk::Member,
    envelope::{DeskList, Envelope},
    error::ApiResult,
    extract::{Filter, Input, Json, Keyed, Limit, NoFields, Optional, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
    words::ImportField,
};

/// Page of a list of imports.
#[filter]
pub(crate) struct ImportPage {
    /// `nextCursor` of the page before
    cursor: String,
    /// 1 to 100, 50 by default
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// Lists the imports of products, newest first. They are kept for 30 days.
#[utoipa::path(get, path = "/products/imports", tag = "desk", security(("desk" = [])), params(ImportPage),
    responses((status = 200, body = DeskList<ProductImport>, description = "Page of imports",
        example = json!(DeskList::new(vec![ProductImport::example()], String::new(), 1)))))]
pub(crate) async fn list_product_imports(
    State(state): State<AppState>,
    member: Member,
    Filter(page): Filter<ImportPage>,
) -> ApiResult<DeskList<ProductImport>> {
    let request = member.request(ListImportsRequest {
        cursor: page.cursor,
        limit: page.limit.0,
    });
    let list = state.clients.imports.clone().list_imports(request).await?;
    let list = list.into_inner();
    let imports = convert_all(&state, &member, list.imports).await;
    Ok(DeskList::new(imports, list.next_cursor, list.total_records))
}

/// Returns an import of products.
#[utoipa::path(get, path = "/products/imports/{id}", tag = "desk", security(("desk" = [])),
    params(("id" = String, Path, description = "Import id")),
    responses((status = 200, body = Envelope<ProductImport>, description = "Import",
        example = json!(Envelope::new(ProductImport::example())))))]
pub(crate) async fn get_product_import(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Envelope<ProductImport>> {
    let id = id.get(NOT_FOUND)?.to_string();
    Ok(Envelope::new(fetch(&state, &member, &id).await?))
}

/// Mapping of the columns of an import.
#[request]
#[derive(Debug)]
pub(crate) struct MapProductImport {
    /// Version that the caller saw.
    version: Input<i64>,
    /// Field of each column in the order of the file; `null` = none. `code` is required.
    #[schema(value_type = Vec<Option<ImportField>>)]
    fields: Input<Vec<Option<String>>>,
    /// `,` or `.`; as before if it is missing.
    decimal: Optional<String>,
    /// Text of a cell that empties a field, 1 to 20 characters; as before if it is missing.
    erase: Optional<String>,
    /// Category of new products whose row names none that is known; `null` = such rows are refused.
    category_id: Optional<i32>,
}

/// Sets the mapping of an import's columns and starts the dry run: nothing is stored in products. A column without a field
/// and an empty cell change nothing. Allowed until the import is applied, and again when it was undone; otherwise 409
/// `general: IMPORT.STATE`.
#[utoipa::path(put, path = "/products/imports/{id}/mapping", tag = "desk",
    params(("id" = String, Path, description = "Import id")),
    request_body(content = MapProductImport, example = json!({"version": 1, "fields": ["code", null],
        "decimal": ".", "erase": "-", "categoryId": 3})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<ProductImport>, description = "Import",
        example = json!(Envelope::new(ProductImport::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn map_product_import(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<MapProductImport>,
) -> ApiResult<Envelope<ProductImport>> {
    let mut errors = FieldErrors::default();
    let version = body.version.required(&mut errors, "version");
    let fields = body.fields.required(&mut errors, "fields").unwrap_or_default();
    let decimal = body.decimal.optional(&mut errors, "decimal").unwrap_or_default();
    let erase = body.erase.optional(&mut errors, "erase").unwrap_or_default();
    let category_id = body.category_id.optional(&mut errors, "categoryId");
    let version = errors.finish(version)?;
    let id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(MapImportRequest {
        id: id.clone(),
        version,
        fields: fields.into_iter().map(Option::unwrap_or_default).collect(),
        decimal,
        erase,
        category_id,
    });
    let changed = state.clients.imports.clone().map_import(request).await;
    respond(&state, &member, &id, changed, |response| response.import).await
}

/// Step of an import.
#[request]
#[derive(Debug)]
pub(crate) struct ApplyProductImport {
    /// Version that the caller saw.
    version: Input<i64>,
}

/// Starts to apply an import whose dry run has ended; otherwise 409 `general: IMPORT.STATE`. A product that somebody has
/// changed since the dry run is merged by field, or refused with the field's name.
#[utoipa::path(post, path = "/products/imports/{id}/apply", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters"),
        ("id" = String, Path, description = "Import id")),
    request_body(content = ApplyProductImport, example = json!({"version": 2})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<ProductImport>, description = "Import",
        example = json!(Envelope::new(ProductImport::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn apply_product_import(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<ApplyProductImport>>,
) -> ApiResult<Envelope<ProductImport>> {
    let mut errors = FieldErrors::default();
    let version = body.version.required(&mut errors, "version");
    let version = errors.finish(version)?;
    let id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(ApplyImportRequest {
        idempotency_key,
        id: id.clone(),
        version,
    });
    let changed = state.clients.imports.clone().apply_import(request).await;
    respond(&state, &member, &id, changed, |response| response.import).await
}

/// Starts to undo an import, for 30 days: each field that nobody has changed since gets its former value, and new products
/// that nobody has changed since leave the lists, or are hidden if an order or a quote names them. What is kept stands in
/// the rows. Otherwise 409 `general: IMPORT.STATE`.
#[utoipa::path(post, path = "/products/imports/{id}/undo", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters"),
        ("id" = String, Path, description = "Import id")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<ProductImport>, description = "Import",
        example = json!(Envelope::new(ProductImport::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn undo_product_import(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Keyed(idempotency_key, NoFields {}): Keyed<NoFields>,
) -> ApiResult<Envelope<ProductImport>> {
    let id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(UndoImportRequest {
        idempotency_key,
        id: id.clone(),
    });
    let changed = state.clients.imports.clone().undo_import(request).await;
    respond(&state, &member, &id, changed, |response| response.import).await
}

/// Fetches the pictures of an applied import again that could not be fetched; otherwise 409 `general: IMPORT.STATE`.
#[utoipa::path(post, path = "/products/imports/{id}/pictures/retry", tag = "desk",
    params(("id" = String, Path, description = "Import id")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<ProductImport>, description = "Import",
        example = json!(Envelope::new(ProductImport::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn retry_product_import_pictures(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Envelope<ProductImport>> {
    let id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(RetryImportPicturesRequest { id: id.clone() });
    let changed = state.clients.imports.clone().retry_import_pictures(request).await;
    respond(&state, &member, &id, changed, |response| response.import).await
}
