//! `GET products/imports/{id}/rows`.

use std::collections::BTreeMap;

use axum::extract::State;
use kit::vocabulary::catalog::ImportResult as ResultWord;
use proto::catalog::v1::{ImportPicture, ImportRow as Message, ListImportRowsRequest, RefusedField};
use serde_json::{Value, json};

use super::{super::bulk::ChangedValue, NOT_FOUND};
use crate::{
    convert,
    desk::Member,
    envelope::DeskList,
    error::ApiResult,
    extract::{Filter, Limit, PathOf, RecordId},
    state::AppState,
    words::ImportResult,
};

/// Page of the products of an import.
#[filter]
pub(crate) struct ImportRowPage {
    /// Only products of this result
    #[param(value_type = Option<ImportResult>, inline)]
    result: Option<ResultWord>,
    /// Only products of which the undo kept something
    kept: Option<bool>,
    /// Only products of which a picture could not be fetched
    failed_pictures: Option<bool>,
    /// `nextCursor` of the page before
    cursor: String,
    /// 1 to 100, 50 by default
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// Product of an import.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProductImportRow {
    /// Number of its first row in the file; the heads are row 1.
    row: i64,
    /// Code.
    code: String,
    result: ImportResult,
    /// Differences by field name.
    changes: BTreeMap<String, ChangedValue>,
    /// Message keys by the name of the refused field.
    errors: BTreeMap<String, String>,
    /// Message keys by the name of the field that the undo kept.
    kept: BTreeMap<String, String>,
    /// Pictures that the file names by their addresses.
    pictures: Vec<ProductImportPicture>,
}

/// Picture of a product of an import.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProductImportPicture {
    /// Address.
    url: String,
    /// Whether it is not fetched yet.
    is_waiting: bool,
    /// Message key of the reason why it could not be fetched.
    reason: Option<String>,
}

impl From<ImportPicture> for ProductImportPicture {
    fn from(picture: ImportPicture) -> Self {
        Self {
            url: picture.url,
            is_waiting: picture.is_waiting,
            reason: convert::non_empty(picture.reason),
        }
    }
}

impl ProductImportRow {
    fn example() -> Value {
        json!({"row": 2, "code": "SK-101", "result": "changed", "changes": {"price": {"from": 1000, "to": 1200}},
            "errors": {}, "kept": {},
            "pictures": [{"url": "https://cdn.example/oak.jpg", "isWaiting": false, "reason": "MEDIA.FETCH"}]})
    }
}

impl From<Message> for ProductImportRow {
    fn from(row: Message) -> Self {
        let keys = |fields: Vec<RefusedField>| {
            let fields = fields.into_iter();
            fields.map(|refused| (refused.field, refused.key)).collect()
        };
        let changes = row.changes.into_iter();
        Self {
            row: row.row,
            code: row.code,
            result: ImportResult::of_number(row.result),
            changes: changes.map(ChangedValue::named).collect(),
            errors: keys(row.errors),
            kept: keys(row.kept),
            pictures: row.pictures.into_iter().map(Into::into).collect(),
        }
    }
}

/// Lists the products of an import in the order of the file.
#[utoipa::path(get, path = "/products/imports/{id}/rows", tag = "desk", security(("desk" = [])),
    params(("id" = String, Path, description = "Import id"), ImportRowPage),
    responses((status = 200, body = DeskList<ProductImportRow>, description = "Page of products",
        example = json!(DeskList::new(vec![ProductImportRow::example()], String::new(), 1)))))]
pub(crate) async fn list_product_import_rows(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Filter(page): Filter<ImportRowPage>,
) -> ApiResult<DeskList<ProductImportRow>> {
    let request = member.request(ListImportRowsRequest {
        id: id.get(NOT_FOUND)?.to_string(),
        result: page.result.map(Into::into).unwrap_or_default(),
        is_kept: page.kept.unwrap_or_default(),
        is_picture_failed: page.failed_pictures.unwrap_or_default(),
        cursor: page.cursor,
        limit: page.limit.0,
    });
    let list = state.clients.imports.clone().list_import_rows(request).await?;
    let list = list.into_inner();
    let rows = list.rows.into_iter().map(Into::into).collect();
    Ok(DeskList::new(rows, list.next_cursor, list.total_records))
}
