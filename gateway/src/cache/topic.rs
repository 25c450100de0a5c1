//! Topics on which the responses of the services depend.

use proto::catalog::v1::{Availability, ListProductsRequest, Product, ProductChanged, StockChanged};

/// Data that changes as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    /// A product with the number of pieces in stock.
    Product(i64),
    /// The products of a category, or of all, and their order: what lists hold besides stock.
    Products(Option<i32>),
    /// A product has just become sold out.
    SoldOut(i64),
    /// A product is, or may be, in stock.
    InStock(i64),
    /// Availability of products: in stock or made to order.
    Availability,
    /// Everything of the content service.
    Content,
    /// The rates of the price book in force.
    Rates,
}

impl Topic {
    /// Returns the topics of the response to a request. Facets count the products of all categories.
    pub(crate) fn of_products(request: &ListProductsRequest, products: &[Product]) -> Vec<Self> {
        let category = request.category_id.filter(|_| !request.with_facets);
        let mut topics = Self::of_list(category, products);
        if request.with_facets || request.availability() != Availability::Unspecified {
            topics.push(Self::Availability);
        }
        topics
    }

    /// Returns the topics of a list of products in a category, or of all.
    ///
    /// Of the stock, a list shows whether a product is sold out. The number of pieces in it is as old as the list.
    pub(crate) fn of_list(category: Option<i32>, products: &[Product]) -> Vec<Self> {
        let stock = products.iter().filter_map(Self::of_availability);
        [Self::Products(category)].into_iter().chain(stock).collect()
    }

    /// Returns the change of stock that changes what a list shows of a product; none for one made to order.
    fn of_availability(product: &Product) -> Option<Self> {
        let stock = product.stock_quantity?;
        Some(if stock > 0 {
            Self::SoldOut(product.id)
        } else {
            Self::InStock(product.id)
        })
    }

    /// Returns what changed with a product; `None` if that is unknown.
    ///
    /// A list of its category can gain it, lose it or show it at another place.
    pub(crate) fn of_product_changed(event: &ProductChanged) -> Option<Vec<Self>> {
        let category = event.category_id?;
        (event.product_id > 0).then(|| {
            vec![
                Self::Product(event.product_id),
                Self::Products(None),
                Self::Products(Some(category)),
            ]
        })
    }

    /// Returns what changed with the stock of products; `None` if that is unknown.
    pub(crate) fn of_stock_changed(event: &StockChanged) -> Option<Vec<Self>> {
        if event.product_ids.is_empty() {
            return None;
        }
        let mut topics = Vec::with_capacity(3 * event.product_ids.len() + 1);
        if event.is_availability_changed != Some(false) {
            topics.push(Self::Availability);
        }
        for &id in &event.product_ids {
            topics.push(Self::Product(id));
            match event.quantities.get(&id) {
                Some(0) => topics.push(Self::SoldOut(id)),
                Some(_) => topics.push(Self::InStock(id)),
                None => topics.extend([Self::SoldOut(id), Self::InStock(id)]),
            }
        }
        Some(topics)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, time::Duration};

    use super::*;
    use crate::{
        cache::{Changes, changes::Provenance},
        testing::product,
    };

    /// Whether a list with the product of id 1 in a category, in stock or not, is current after a change.
    fn keeps(category: Option<i32>, stock: Option<i64>, change: Option<Vec<Topic>>) -> bool {
        let mut listed = product(1);
        listed.stock_quantity = stock;
        let changes = Changes::new(Duration::from_secs(30));
        let provenance = Provenance::new(Topic::of_list(category, &[listed]), changes.now());
        changes.record(change.unwrap());
        changes.is_current(&provenance)
    }

    fn stock_changed(id: i64, quantity: Option<i64>) -> Option<Vec<Topic>> {
        Topic::of_stock_changed(&StockChanged {
            product_ids: vec![id],
            quantities: quantity.map(|quantity| (id, quantity)).into_iter().collect(),
            is_availability_changed: Some(false),
        })
    }

    #[tokio::test]
    async fn lists_change_with_the_products_of_their_category() {
        let changed = |category_id| {
            Topic::of_product_changed(&ProductChanged {
                product_id: 7,
                category_id,
                ..ProductChanged::default()
            })
        };
        assert!(!keeps(None, Some(4), changed(Some(1))));
        assert!(!keeps(Some(1), Some(4), changed(Some(1))));
        assert!(keeps(Some(1), Some(4), changed(Some(2))));
        assert_eq!(changed(None), None);
    }

    #[tokio::test]
    async fn lists_change_with_stock_if_a_product_becomes_sold_out_or_available() {
        assert!(keeps(None, Some(4), stock_changed(1, Some(3))));
        assert!(!keeps(None, Some(4), stock_changed(1, Some(0))));
        assert!(!keeps(None, Some(0), stock_changed(1, Some(2))));
        assert!(keeps(None, Some(0), stock_changed(1, Some(0))));
        assert!(keeps(None, Some(4), stock_changed(2, Some(0))));
        assert!(keeps(None, None, stock_changed(1, Some(0))));
    }

    #[tokio::test]
    async fn lists_change_with_stock_of_an_unknown_quantity() {
        assert!(!keeps(None, Some(4), stock_changed(1, None)));
        assert!(!keeps(None, Some(0), stock_changed(1, None)));
        assert!(keeps(None, Some(4), stock_changed(2, None)));
    }

    #[tokio::test]
    async fn lists_by_availability_change_with_that_of_any_product() {
        let keeps = |request: ListProductsRequest, is_availability_changed| {
            let changes = Changes::new(Duration::from_secs(30));
            let provenance = Provenance::new(Topic::of_products(&request, &[]), changes.now());
            let event = StockChanged {
                product_ids: vec![7],
                quantities: HashMap::from([(7, 3)]),
                is_availability_changed,
            };
            changes.record(Topic::of_stock_changed(&event).unwrap());
            changes.is_current(&provenance)
        };
        let all = ListProductsRequest::default();
        let in_stock = ListProductsRequest {
            availability: Availability::InStock.into(),
            ..all.clone()
        };
        let with_facets = ListProductsRequest {
            with_facets: true,
            ..all.clone()
        };
        assert!(keeps(all, None));
        for request in [in_stock, with_facets] {
            assert!(keeps(request.clone(), Some(false)));
            assert!(!keeps(request.clone(), Some(true)));
            assert!(!keeps(request, None));
        }
    }

    #[test]
    fn facets_depend_on_all_categories() {
        let request = ListProductsRequest {
            category_id: Some(1),
            with_facets: true,
            ..ListProductsRequest::default()
        };
        assert!(Topic::of_products(&request, &[]).contains(&Topic::Products(None)));
    }

    #[test]
    fn products_change_with_every_change_of_their_stock() {
        let event = StockChanged {
            product_ids: vec![1, 2],
            quantities: HashMap::from([(1, 3)]),
            is_availability_changed: None,
        };
        let topics = Topic::of_stock_changed(&event).unwrap();
        assert!(topics.contains(&Topic::Product(1)) && topics.contains(&Topic::Product(2)));
        assert_eq!(Topic::of_stock_changed(&StockChanged::default()), None);
    }
}
