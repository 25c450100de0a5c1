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
    change::run(&state.pool, async |connection| {
        let book = super::find_or_draft(connection, state, request.version).await?;
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
