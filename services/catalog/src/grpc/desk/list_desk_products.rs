//! Returns a page of the products.

use kit::{
    caller::StaffCaller,
    cursor::{Fingerprint, Limit},
    domain::CategoryId,
    failure::Failure,
    search::RecordQuery,
    validation::{FieldErrors, INVALID},
    vocabulary::ProtobufWord as _,
};
use prost::Message as _;
use proto::catalog::v1::{DeskProductFilter, ListDeskProductsRequest, ListDeskProductsResponse};

use super::{State, convert};
use crate::store::desk_list::{self, DeskFilter, DeskSort, Position};

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: ListDeskProductsRequest,
) -> Result<ListDeskProductsResponse, Failure> {
    let sort = DeskSort::known(request.sort).unwrap_or_default();
    let filter = request.filter.unwrap_or_default();
    let list = Fingerprint::new(&format!("products {sort:?} {:?}", filter.encode_to_vec()));
    let mut errors = FieldErrors::default();
    let limit = Limit::validate(&mut errors, request.limit);
    let after = errors.merge(list.decode::<Position>(&request.cursor)).flatten();
    let filter = parse(&mut errors, &filter);
    errors.into_result()?;
    let mut connection = state.pool.acquire().await?;
    let mut page = desk_list::page(&mut connection, &filter, sort, after.as_ref(), limit.rows()).await?;
    let found = i64::try_from(page.len()).unwrap_or(i64::MAX);
    let total_records = if after.is_none() && found < limit.rows() {
        found
    } else {
        desk_list::count(&mut connection, &filter).await?
    };
    let next_cursor = list.next(limit, &mut page, |last| desk_list::position(sort, last))?;
    let now = kit::clock::now();
    Ok(ListDeskProductsResponse {
        products: page.into_iter().map(|row| convert::row(row, now)).collect(),
        next_cursor,
        total_records,
    })
}

/// Validates a filter.
pub(in crate::grpc) fn parse(errors: &mut FieldErrors, request: &DeskProductFilter) -> DeskFilter {
    let category = request
        .category_id
        .map(|id| CategoryId::try_from(id).map_err(|_| INVALID));
    let query = if request.query.trim().is_empty() {
        None
    } else {
        errors
            .text::<2, 100>("q", &request.query)
            .map(|text| RecordQuery::parse(&text, &[]))
    };
    let missing = request.missing.iter();
    DeskFilter {
        category: errors.check("category", category.transpose()).flatten(),
        is_shown: request.is_active,
        stock: errors.word("stock", request.stock),
        missing: missing
            .filter_map(|number| errors.word("missing", *number))
            .collect(),
        query,
    }
}
