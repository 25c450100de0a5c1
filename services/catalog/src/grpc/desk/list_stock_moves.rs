//! Returns a page of the stock moves of a product, newest first.

use kit::{
    caller::StaffCaller,
    cursor::{Fingerprint, Limit},
    failure::Failure,
    validation::FieldErrors,
};
use proto::catalog::v1::{ListStockMovesRequest, ListStockMovesResponse};

use super::{State, convert, find};
use crate::store::desk;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: ListStockMovesRequest,
) -> Result<ListStockMovesResponse, Failure> {
    let list = Fingerprint::new(&format!("stock {}", request.code));
    let mut errors = FieldErrors::default();
    let limit = Limit::validate(&mut errors, request.limit);
    let before = errors.merge(list.decode::<i64>(&request.cursor)).flatten();
    errors.into_result()?;
    let mut connection = state.pool.acquire().await?;
    let product = find(&mut connection, &request.code).await?.id;
    let before = before.unwrap_or(i64::MAX);
    let mut moves = desk::moves(&mut connection, product, before, limit.rows()).await?;
    let next_cursor = list.next(limit, &mut moves, |last| last.id)?;
    Ok(ListStockMovesResponse {
        moves: moves.into_iter().map(convert::stock_move).collect(),
        next_cursor,
        total_records: desk::count_moves(&mut connection, product).await?,
    })
}
