//! Returns the highest discount of the products that are sold.

use kit::{caller::StaffCaller, failure::Failure};
use proto::catalog::v1::{GetHighestDiscountRequest, GetHighestDiscountResponse};

use super::State;
use crate::store::product;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    _: GetHighestDiscountRequest,
) -> Result<GetHighestDiscountResponse, Failure> {
    let discount = product::highest_discount(&mut *state.pool.acquire().await?).await?;
    Ok(GetHighestDiscountResponse {
        discount_percent: discount.into(),
    })
}
