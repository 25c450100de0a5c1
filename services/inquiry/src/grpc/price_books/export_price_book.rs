//! Staff: returns a price book with its costs for a file.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
};
use proto::inquiry::v1::{ExportPriceBookRequest, ExportPriceBookResponse};
use serde_json::json;

use super::State;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ExportPriceBookRequest,
) -> Result<ExportPriceBookResponse, Failure> {
    change::run(&state.pool, async |connection| {
        let book = super::find_or_draft(connection, state, request.version).await?;
        let version = book.head.version;
        let response = ExportPriceBookResponse {
            book: Some(book.into()),
        };
        Ok(Effect::audited(&actor, "ExportPriceBook", version.to_string(), json!({})).with(response))
    })
    .await
}
