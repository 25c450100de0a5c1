//! `GET quotes/{number}`.

use axum::extract::State;
use proto::inquiry::v1::GetStaffInquiryRequest;

use super::quote::{self, Quote};
use crate::{
    desk::{InquiryNumber, Member, PathOf},
    envelope::Envelope,
    error::ApiResult,
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
    let request = member.request(GetStaffInquiryRequest { number });
    let response = state.clients.inbox.clone().get_staff_inquiry(request).await?;
    let quote = quote::convert(&state, &member, response.into_inner().inquiry).await?;
    Ok(Envelope::new(quote))
}
