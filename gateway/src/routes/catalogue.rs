//! The catalogue as all calls ask it: remembered answers, and the products for lines and wishes that know only ids.

use std::{collections::HashMap, sync::Arc};

use kit::{caller::Caller, domain::ProductId, grpc::client::on_behalf_of};
use prost::Message as _;
use proto::catalog::v1::{
    GetProductRequest, GetProductResponse, GetProductsRequest, ListCategoriesRequest, ListCategoriesResponse,
    ListProductsRequest, ListProductsResponse, Product,
};

use crate::{error::ApiResult, state::AppState};

/// Products in a list that is worth remembering; longer ones are rare and large.
const LONGEST_REMEMBERED: usize = 100;

/// A message to the catalogue. It is the same for all visitors, so it names none.
pub(crate) fn asks<T>(state: &AppState, message: T) -> tonic::Request<T> {
    on_behalf_of(&Caller::anonymous(state.default_language), message)
}

/// A page of products.
pub(crate) async fn list(
    state: &AppState,
    request: ListProductsRequest,
) -> ApiResult<Arc<ListProductsResponse>> {
    let cache = &state.catalogue.lists;
    let key = request.encode_to_vec();
    if let Some(known) = cache.get(&key) {
        return Ok(known);
    }
    let since = cache.epoch();
    let request = asks(state, request);
    let answer = state
        .clients
        .catalog
        .clone()
        .list_products(request)
        .await?
        .into_inner();
    let answer = Arc::new(answer);
    if answer.products.len() <= LONGEST_REMEMBERED {
        cache.store(since, key, Arc::clone(&answer));
    }
    Ok(answer)
}

/// One active product; `NOT_FOUND` for any other.
pub(crate) async fn product(
    state: &AppState,
    id: ProductId,
) -> Result<Arc<GetProductResponse>, tonic::Status> {
    let cache = &state.catalogue.products;
    if let Some(known) = cache.get(&id.get()) {
        return Ok(known);
    }
    let since = cache.epoch();
    let request = asks(state, GetProductRequest { product_id: id.get() });
    let answer = state
        .clients
        .catalog
        .clone()
        .get_product(request)
        .await?
        .into_inner();
    let answer = Arc::new(answer);
    cache.store(since, id.get(), Arc::clone(&answer));
    Ok(answer)
}

/// All categories.
pub(crate) async fn categories(state: &AppState) -> ApiResult<Arc<ListCategoriesResponse>> {
    let cache = &state.catalogue.categories;
    if let Some(known) = cache.get(&()) {
        return Ok(known);
    }
    let since = cache.epoch();
    let request = asks(state, ListCategoriesRequest {});
    let answer = state
        .clients
        .catalog
        .clone()
        .list_categories(request)
        .await?
        .into_inner();
    let answer = Arc::new(answer);
    cache.store(since, (), Arc::clone(&answer));
    Ok(answer)
}

/// The products of these ids, inactive ones too, as they are now; unknown ids are left out.
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
