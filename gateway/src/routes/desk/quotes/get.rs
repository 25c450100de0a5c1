//! `GET quotes/{number}`.

use axum::extract::State;

use super::quote::{self, Quote};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{InquiryNumber, PathOf},
    state::AppState,
};

/// Returns a quote with its timeline.
#[utoipa::path(get, path = "/quotes/{number}", tag = "desk",
    params(("number" = String, Path, description = "Number")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example())))))]
pub(crate) async fn get_quote(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
) -> ApiResult<Envelope<Quote>> {
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    Ok(Envelope::new(quote::fetch(&state, &member, &number).await?))
}
