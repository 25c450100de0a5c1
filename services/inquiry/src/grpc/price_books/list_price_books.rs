//! Staff: returns the price books without their costs.

use kit::{caller::StaffCaller, failure::Failure};
use proto::inquiry::v1::{ListPriceBooksRequest, ListPriceBooksResponse};

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    _: ListPriceBooksRequest,
) -> Result<ListPriceBooksResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    store::price_book::in_force(&mut connection, &state.first_book).await?;
    let books = store::price_book::desk::list(&mut connection).await?;
    Ok(ListPriceBooksResponse {
        books: books.into_iter().map(Into::into).collect(),
    })
}
