//! Returns a product.

use kit::{caller::StaffCaller, failure::Failure};
use proto::catalog::v1::{GetDeskProductRequest, GetDeskProductResponse};

use super::{State, load};

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: GetDeskProductRequest,
) -> Result<GetDeskProductResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let product = Some(load(&mut connection, state, &request.code).await?);
    Ok(GetDeskProductResponse { product })
}
