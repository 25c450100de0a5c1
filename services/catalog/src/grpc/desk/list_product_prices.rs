//! Returns the prices of a product, newest first.

use kit::{caller::StaffCaller, domain::discounted_price, failure::Failure};
use proto::catalog::v1::{ListProductPricesRequest, ListProductPricesResponse};

use super::{State, convert, find};
use crate::store::desk::{self, Price};

/// Maximum number of prices of a response.
const MAX_PRICES: i64 = 200;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: ListProductPricesRequest,
) -> Result<ListProductPricesResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let product = find(&mut connection, &request.code).await?;
    let mut prices = desk::prices(&mut connection, product.id, MAX_PRICES).await?;
    if prices.is_empty() {
        // The price has never changed.
        let attributes = product.fields.attributes;
        prices.push(Price {
            at: attributes.created_at,
            full: attributes.price,
            discount: attributes.discount,
            discounted: discounted_price(attributes.price, attributes.discount),
            actor: String::new(),
        });
    }
    Ok(ListProductPricesResponse {
        prices: prices.into_iter().map(convert::price).collect(),
    })
}
