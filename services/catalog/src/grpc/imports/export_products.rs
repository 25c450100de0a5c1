//! Returns a page of the products as a table.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    cursor::Fingerprint,
    domain::Language,
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID},
    vocabulary::ProtobufWord as _,
};
use prost::Message as _;
use proto::catalog::v1::{Cells, ExportProductsRequest, ExportProductsResponse};
use serde_json::json;

use super::{super::desk::parse_filter, State};
use crate::{
    import::{Column, cell, head},
    store::{
        self,
        desk_list::{self, DeskSort, Position},
    },
};

/// Maximum number of products of a page.
const PAGE: usize = 500;

/// Maximum number of products of an export.
const MAX_ROWS: i64 = 10_000;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ExportProductsRequest,
) -> Result<ExportProductsResponse, Failure> {
    let sort = DeskSort::known(request.sort).unwrap_or_default();
    let language = Language::known(request.language).unwrap_or(Language::Az);
    let wanted = request.filter.unwrap_or_default();
    let list = Fingerprint::new(&format!("export {sort:?} {:?}", wanted.encode_to_vec()));
    let mut errors = FieldErrors::default();
    let after = errors.merge(list.decode::<Position>(&request.cursor)).flatten();
    let filter = parse_filter(&mut errors, &wanted);
    let mut columns = Vec::new();
    for name in &request.columns {
        columns.extend(errors.check("columns", name.parse::<Column>().map_err(|_| INVALID)));
    }
    errors.into_result()?;
    if columns.is_empty() {
        let derived = [Column::Id, Column::Version, Column::ChangedAt];
        columns.extend(Column::ALL.into_iter().filter(|column| !derived.contains(column)));
    }
    change::run(&state.pool, async |connection| {
        let effect = if after.is_none() {
            let count = desk_list::count(connection, &filter).await?;
            if count > MAX_ROWS {
                return Err(Failure::with_reason(Code::Conflict, "DESK.TOO_MANY_ROWS"));
            }
            let names: Vec<_> = filter_names(&wanted);
            let detail = json!({ "filter": names, "rows": count });
            Effect::audited(&actor, "Export", "products", detail)
        } else {
            Effect::none()
        };
        let limit = i64::try_from(PAGE).unwrap_or(i64::MAX);
        let rows = desk_list::page(connection, &filter, sort, after.as_ref(), limit).await?;
        let last = rows.last().filter(|_| rows.len() == PAGE);
        let next_cursor = last.map_or_else(
            || Ok(String::new()),
            |last| list.encode(&desk_list::position(sort, last)),
        )?;
        let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
        let products = store::desk::find_many(connection, &ids).await?;
        let categories = store::category::find_all(connection).await?;
        let heads = columns.iter().map(|column| head(*column, language).to_owned());
        let rows = products.iter().map(|product| Cells {
            cells: columns
                .iter()
                .map(|column| cell(*column, product, &categories, language))
                .collect(),
        });
        Ok(effect.with(ExportProductsResponse {
            heads: after.is_none().then(|| Cells {
                cells: heads.collect(),
            }),
            rows: rows.collect(),
            next_cursor,
        }))
    })
    .await
}

/// Returns the names of the set filters.
fn filter_names(filter: &proto::catalog::v1::DeskProductFilter) -> Vec<&'static str> {
    let names = [
        ("category", filter.category_id.is_some()),
        ("isActive", filter.is_active.is_some()),
        ("stock", filter.stock != 0),
        ("missing", !filter.missing.is_empty()),
        ("q", !filter.query.is_empty()),
    ];
    names
        .into_iter()
        .filter(|(_, is_set)| *is_set)
        .map(|(name, _)| name)
        .collect()
}
