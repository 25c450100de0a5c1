//! `GET products/imports/{id}/rows`.

use std::collections::BTreeMap;

use axum::extract::State;
use kit::vocabulary::catalog::ImportResult as ResultWord;
use proto::catalog::v1::{ImportRow as Message, ListImportRowsRequest, RefusedField};
use serde_json::{Value, json};

use super::{super::bulk::ChangedValue, NOT_FOUND};
use crate::{
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
    /// What differs, by field name.
    changes: BTreeMap<String, ChangedValue>,
    /// Message keys by the name of the refused field.
    errors: BTreeMap<String, String>,
    /// Message keys by the name of the field that the undo kept.
    kept: BTreeMap<String, String>,
}

impl ProductImportRow {
    fn example() -> Value {
        json!({"row": 2, "code": "SK-101", "result": "changed", "changes": {"price": {"from": 1000, "to": 1200}},
            "errors": {}, "kept": {}})
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
        cursor: page.cursor,
        limit: page.limit.0,
    });
    let list = state.clients.imports.clone().list_import_rows(request).await?;
    let list = list.into_inner();
    let rows = list.rows.into_iter().map(Into::into).collect();
    Ok(DeskList::new(rows, list.next_cursor, list.total_records))
}
