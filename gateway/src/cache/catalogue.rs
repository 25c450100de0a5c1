//! What the catalogue answered a moment ago. It is the same for all visitors.

use std::{sync::Arc, time::Duration};

use proto::catalog::v1::{GetProductResponse, ListCategoriesResponse, ListProductsResponse};

use super::Cache;

/// How long an answer is shown without asking, where no change was heard of.
const LIFETIME: Duration = Duration::from_secs(30);

/// Answers of each kind at most.
const CAPACITY: usize = 256;

/// Answers about products and categories. Search is not remembered: few ask for the same.
pub(crate) struct CatalogueCache {
    /// Lists by their encoded request.
    pub(crate) lists: Cache<Vec<u8>, Arc<ListProductsResponse>>,
    /// Products by id.
    pub(crate) products: Cache<i64, Arc<GetProductResponse>>,
    /// All categories.
    pub(crate) categories: Cache<(), Arc<ListCategoriesResponse>>,
}

impl Default for CatalogueCache {
    fn default() -> Self {
        Self {
            lists: Cache::new(LIFETIME, CAPACITY),
            products: Cache::new(LIFETIME, CAPACITY),
            categories: Cache::new(LIFETIME, 1),
        }
    }
}

impl CatalogueCache {
    /// Drops everything: a product is in many lists.
    pub(crate) fn clear(&self) {
        self.lists.drop_where(|_, _| true);
        self.products.drop_where(|_, _| true);
        self.categories.drop_where(|(), _| true);
    }
}
