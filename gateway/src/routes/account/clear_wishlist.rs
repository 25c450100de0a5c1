//! `DELETE account/wishlist`.

use axum::extract::State;
use proto::account::v1::ClearWishesRequest;

use crate::{envelope::Acknowledgement, error::ApiResult, extract::Customer, state::AppState};

/// Removes all products from the wishlist.
#[utoipa::path(delete, path = "/account/wishlist", tag = "account", security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Wishlist cleared",
        example = Acknowledgement::success)))]
pub(crate) async fn clear_wishlist(
    State(state): State<AppState>,
    customer: Customer,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(ClearWishesRequest {});
    state.clients.account.clone().clear_wishes(request).await?;
    Ok(Acknowledgement::success())
}
