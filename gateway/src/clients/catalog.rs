//! The catalog service. Its responses are the same for all users, so they are requested anonymously and cached.

use std::{collections::HashMap, sync::Arc, time::Duration};

use kit::{
    caller::Caller,
    domain::ProductId,
    grpc::{Client, client::on_behalf_of},
};
use prost::Message as _;
use proto::{
    catalog::v1::{
        GetProductRequest, GetProductResponse, GetProductsRequest, ListCategoriesRequest,
        ListCategoriesResponse, ListProductIdsRequest, ListProductIdsResponse, ListProductsRequest,
        ListProductsResponse, Product, SearchProductsRequest, SearchProductsResponse,
        catalog_service_client::CatalogServiceClient,
    },
    common::v1::Page,
};
use tonic::Status;

use super::CacheSettings;
use crate::cache::{Cache, Entry, Fetched, Kept, Topic};

/// Client with a cache.
pub(crate) struct CatalogClient {
    rpcs: CatalogServiceClient<Client>,
    caller: Caller,
    cache: ProductCache,
}

/// Maximum age of a list that lacks changes of the last second, whose events may have come before it.
const BEHIND_LIFETIME: Duration = Duration::from_secs(1);

/// Maximum age of a search's response. Its index follows a change after the change's event, within a second.
const SEARCH_LIFETIME: Duration = Duration::from_secs(1);

/// Maximum number of ids in a call of `GetProducts`.
const PRODUCTS_PER_CALL: usize = 500;

/// Cached products and categories. Of searches only finished responses are cached, and responses kept for when catalog does not
/// answer.
struct ProductCache {
    /// Lists by their encoded request.
    lists: Cache<Vec<u8>, ListProductsResponse>,
    products: Cache<i64, GetProductResponse>,
    categories: Cache<(), ListCategoriesResponse>,
    /// By their encoded request.
    searches: Kept<SearchProductsResponse>,
}

impl ProductCache {
    fn new(settings: &CacheSettings) -> Self {
        Self {
            lists: settings.cache("product_lists", 4),
            products: settings.cache("products", 4),
            categories: settings.cache("categories", 32),
            searches: settings.kept("searches", 16),
        }
    }
}

impl CatalogClient {
    pub(super) fn new(rpcs: CatalogServiceClient<Client>, caller: Caller, cache: &CacheSettings) -> Self {
        Self {
            rpcs,
            caller,
            cache: ProductCache::new(cache),
        }
    }

    /// Returns a page of active products.
    pub(crate) async fn list_products(
        &self,
        request: ListProductsRequest,
    ) -> Result<Arc<Entry<ListProductsResponse>>, Status> {
        let fetch = || async {
            let request = self.request(request.clone());
            let response = self.rpcs.clone().list_products(request).await?;
            let lifetime = response.get_ref().is_behind.then_some(BEHIND_LIFETIME);
            Ok(Fetched::of(response).with_lifetime(lifetime))
        };
        let topics = |list: &ListProductsResponse| Topic::of_products(&request, &list.products);
        self.cache
            .lists
            .get_or_fetch(request.encode_to_vec(), topics, fetch)
            .await
    }

    /// Returns the ids of a page of active products, bypassing the cache.
    pub(crate) async fn list_product_ids(&self, page: Page) -> Result<ListProductIdsResponse, Status> {
        let request = self.request(ListProductIdsRequest { page: Some(page) });
        let response = self.rpcs.clone().list_product_ids(request).await?;
        Ok(response.into_inner())
    }

    /// Returns an active product; `NOT_FOUND` for any other.
    pub(crate) async fn get_product(&self, id: ProductId) -> Result<Arc<Entry<GetProductResponse>>, Status> {
        let fetch = || async {
            let request = self.request(GetProductRequest { product_id: id.get() });
            let response = self.rpcs.clone().get_product(request).await;
            response.map(Fetched::of)
        };
        let topics = |_: &_| vec![Topic::Product(id.get())];
        self.cache.products.get_or_fetch(id.get(), topics, fetch).await
    }

    /// Returns all categories.
    pub(crate) async fn list_categories(&self) -> Result<Arc<Entry<ListCategoriesResponse>>, Status> {
        let fetch = || async {
            let request = self.request(ListCategoriesRequest {});
            let response = self.rpcs.clone().list_categories(request).await;
            response.map(Fetched::of)
        };
        let topics = |_: &_| vec![Topic::Products(None)];
        self.cache.categories.get_or_fetch((), topics, fetch).await
    }

    /// Returns products by id, inactive ones too, bypassing the cache. Unknown ids are left out. A response made of stale ones is
    /// marked as such.
    pub(crate) async fn get_products(&self, product_ids: Vec<i64>) -> Result<HashMap<i64, Product>, Status> {
        let mut found = HashMap::with_capacity(product_ids.len());
        for ids in product_ids.chunks(PRODUCTS_PER_CALL) {
            let request = self.request(GetProductsRequest {
                product_ids: ids.to_vec(),
                only_stock: false,
            });
            let response = self.rpcs.clone().get_products(request).await?;
            if let Some(at) = kit::copies::stale_since(response.metadata()) {
                kit::copies::mark(at);
            }
            let products = response.into_inner().products.into_iter();
            found.extend(products.map(|product| (product.id, product)));
        }
        Ok(found)
    }

    /// Returns a page of the active products that match a term.
    pub(crate) async fn search_products(
        &self,
        request: SearchProductsRequest,
    ) -> Result<Arc<Entry<SearchProductsResponse>>, Status> {
        let key = request.encode_to_vec();
        let fetch = async {
            let response = self.rpcs.clone().search_products(self.request(request)).await;
            response.map(|response| Fetched::of(response).with_lifetime(Some(SEARCH_LIFETIME)))
        };
        let topics = |found: &SearchProductsResponse| Topic::of_list(None, &found.products);
        self.cache.searches.fetch(key, topics, fetch).await
    }

    fn request<T>(&self, message: T) -> tonic::Request<T> {
        on_behalf_of(&self.caller, message)
    }
}
