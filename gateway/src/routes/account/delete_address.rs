//! `DELETE account/addresses/{id}`.

use axum::extract::State;
use kit::domain::AddressId;
use proto::account::v1::DeleteAddressRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{Customer, PathId},
    state::AppState,
};

/// Removes a saved address.
#[utoipa::path(delete, path = "/account/addresses/{id}", tag = "account",
    params(("id" = String, Path, format = Uuid, description = "Address id")),
    security(("session" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Address removed",
        example = Acknowledgement::success)))]
pub(crate) async fn delete_address(
    State(state): State<AppState>,
    customer: Customer,
    PathId(id): PathId<AddressId>,
) -> ApiResult<Acknowledgement> {
    let request = customer.request(DeleteAddressRequest {
        address_id: id.to_string(),
    });
    state.clients.account.clone().delete_address(request).await?;
    Ok(Acknowledgement::success())
}
