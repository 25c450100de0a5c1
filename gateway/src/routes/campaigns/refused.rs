//! Calls that changed campaigns before the desk did.

use kit::failure::{Code, Failure};

use crate::{
    envelope::Acknowledgement,
    error::{ApiError, ApiResult},
    extract::Customer,
};

/// Refuses to create a campaign: campaigns are changed at the desk, by `POST desk/content/campaigns`.
#[utoipa::path(post, path = "/campaign", tag = "content",
    security(("session" = [], "xsrf" = [])), responses((status = 200, body = Acknowledgement, description = "Not answered any more",
        example = Acknowledgement::success)))]
pub(crate) async fn create_campaign(_: Customer) -> ApiResult<Acknowledgement> {
    Err(changed_at_the_desk())
}

/// Refuses to replace a campaign: campaigns are changed at the desk, by `PUT desk/content/campaigns/{id}`.
#[utoipa::path(put, path = "/campaign/{id}", tag = "content",
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")),
    security(("session" = [], "xsrf" = [])), responses((status = 200, body = Acknowledgement, description = "Not answered any more",
        example = Acknowledgement::success)))]
pub(crate) async fn update_campaign(_: Customer) -> ApiResult<Acknowledgement> {
    Err(changed_at_the_desk())
}

/// Refuses to delete a campaign: campaigns are changed at the desk, by `DELETE desk/content/campaigns/{id}`.
#[utoipa::path(delete, path = "/campaign/{id}", tag = "content",
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")),
    security(("session" = [], "xsrf" = [])), responses((status = 200, body = Acknowledgement, description = "Not answered any more",
        example = Acknowledgement::success)))]
pub(crate) async fn delete_campaign(_: Customer) -> ApiResult<Acknowledgement> {
    Err(changed_at_the_desk())
}

/// Returns the failure for a change by a session of the shop, which needs a password alone.
fn changed_at_the_desk() -> ApiError {
    Failure::with_reason(Code::Forbidden, "CAMPAIGN.CHANGED_AT_THE_DESK").into()
}
