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
use tonic::{Response, Status};

use super::shared;
use crate::cache::Cache;

/// Time to live of a cached response. Changes invalidate it earlier.
const TTL: Duration = Duration::from_secs(30);

/// Maximum number of cached responses of each rpc.
const CAPACITY: usize = 256;

/// Maximum length of a cached list; longer ones are rare and large.
const MAX_CACHED_PRODUCTS: usize = 100;

/// Client with a cache.
pub(crate) struct CatalogClient {
    rpcs: CatalogServiceClient<Client>,
    caller: Caller,
    pub(crate) cache: ProductCache,
}

/// Cached products and categories. Searches are not cached: few are repeated.
pub(crate) struct ProductCache {
    /// Lists by their encoded request.
    lists: Cache<Vec<u8>, Arc<ListProductsResponse>>,
    products: Cache<i64, Arc<GetProductResponse>>,
    pub(crate) categories: Cache<(), Arc<ListCategoriesResponse>>,
}

impl ProductCache {
    fn new() -> Self {
        Self {
            lists: Cache::new(TTL, CAPACITY),
            products: Cache::new(TTL, CAPACITY),
            categories: Cache::new(TTL, 1),
        }
    }

    /// Drops everything: a product is in many lists.
    pub(crate) fn invalidate_all(&self) {
        self.lists.invalidate_all();
        self.products.invalidate_all();
        self.categories.invalidate_all();
    }
}

impl CatalogClient {
    pub(super) fn new(rpcs: CatalogServiceClient<Client>, caller: Caller) -> Self {
        Self {
            rpcs,
            caller,
            cache: ProductCache::new(),
        }
    }

    /// Returns a page of active products.
    pub(crate) async fn list_products(
        &self,
        request: ListProductsRequest,
    ) -> Result<Arc<ListProductsResponse>, Status> {
        let cache = &self.cache.lists;
        let key = request.encode_to_vec();
        if let Some(cached) = cache.get(&key) {
            return Ok(cached);
        }
        let epoch = cache.epoch();
        let list = self
            .rpcs
            .clone()
            .list_products(self.request(request))
            .await
            .map(shared)?;
        if list.products.len() <= MAX_CACHED_PRODUCTS {
            cache.insert(epoch, key, Arc::clone(&list));
        }
        Ok(list)
    }

    /// Returns the ids of a page of active products, bypassing the cache.
    pub(crate) async fn list_product_ids(&self, page: Page) -> Result<ListProductIdsResponse, Status> {
        let request = self.request(ListProductIdsRequest { page: Some(page) });
        let response = self.rpcs.clone().list_product_ids(request).await?;
        Ok(response.into_inner())
    }

    /// Returns an active product; `NOT_FOUND` for any other.
    pub(crate) async fn get_product(&self, id: ProductId) -> Result<Arc<GetProductResponse>, Status> {
        let request = self.request(GetProductRequest { product_id: id.get() });
        let fetch = async { self.rpcs.clone().get_product(request).await.map(shared) };
        self.cache.products.get_or_fetch(id.get(), fetch).await
    }

    /// Returns all categories.
    pub(crate) async fn list_categories(&self) -> Result<Arc<ListCategoriesResponse>, Status> {
        let request = self.request(ListCategoriesRequest {});
        let fetch = async { self.rpcs.clone().list_categories(request).await.map(shared) };
        self.cache.categories.get_or_fetch((), fetch).await
    }

    /// Returns products by id, inactive ones too, bypassing the cache. Unknown ids are left out.
    pub(crate) async fn get_products(&self, product_ids: Vec<i64>) -> Result<HashMap<i64, Product>, Status> {
        if product_ids.is_empty() {
            return Ok(HashMap::new());
        }
        let request = self.request(GetProductsRequest {
            product_ids,
            only_stock: false,
        });
        let products = self
            .rpcs
            .clone()
            .get_products(request)
            .await?
            .into_inner()
            .products;
        Ok(products
            .into_iter()
            .map(|product| (product.id, product))
            .collect())
    }

    /// Returns a page of the active products that match a term.
    pub(crate) async fn search_products(
        &self,
        request: SearchProductsRequest,
    ) -> Result<SearchProductsResponse, Status> {
        let response = self.rpcs.clone().search_products(self.request(request)).await;
        response.map(Response::into_inner)
    }

    fn request<T>(&self, message: T) -> tonic::Request<T> {
        on_behalf_of(&self.caller, message)
    }
}
