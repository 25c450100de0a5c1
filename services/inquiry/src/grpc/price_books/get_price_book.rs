//! Staff: returns a price book with its costs.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::inquiry::v1::{GetPriceBookRequest, GetPriceBookResponse};
use serde_json::json;

use super::State;
use crate::store;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetPriceBookRequest,
) -> Result<GetPriceBookResponse, Failure> {
    let version = u16::try_from(request.version).map_err(|_| super::not_found())?;
    change::run(&state.pool, async |connection| {
        let book = if version == 0 {
            store::price_book::desk::find_draft(connection).await?
        } else {
            store::price_book::in_force(connection, &state.first_book).await?;
            store::price_book::desk::find(connection, version).await?
        };
        let book = book.ok_or_else(super::not_found)?;
        let version = book.head.version;
        let response = GetPriceBookResponse {
            book: Some(book.into()),
        };
        // The desk reads a book again and again while it is open.
        if store::price_book::desk::was_just_read(connection, &actor, version).await? {
            return Ok::<_, Failure>(Effect::none().with(response));
        }
        Ok(Effect::audited(&actor, "GetPriceBook", version.to_string(), json!({})).with(response))
    })
    .await
}
