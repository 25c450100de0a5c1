//! Joins: the catalogue's products for lines and wishes that only know their ids.

use std::collections::HashMap;

use kit::{caller::Caller, grpc::client::on_behalf_of};
use proto::catalog::v1::{GetProductsRequest, Product};

use crate::{error::ApiResult, state::AppState};

/// A message to the catalogue. It is the same for all visitors, so it names none.
pub(crate) fn asks<T>(state: &AppState, message: T) -> tonic::Request<T> {
    on_behalf_of(&Caller::anonymous(state.default_language), message)
}

/// The products of these ids, inactive ones too; unknown ids are left out.
pub(crate) async fn products(state: &AppState, product_ids: Vec<i64>) -> ApiResult<HashMap<i64, Product>> {
    if product_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let request = asks(state, GetProductsRequest { product_ids });
    let answer = state
        .clients
        .catalog
        .clone()
        .get_products(request)
        .await?
        .into_inner();
    Ok(answer
        .products
        .into_iter()
        .map(|product| (product.id, product))
        .collect())
}

/// The picture that stands for a product: its first.
pub(crate) fn picture(product: &Product) -> Option<String> {
    product.images.first().map(|image| image.url.clone())
}
