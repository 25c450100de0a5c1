//! JSON of the facets of a list.

use std::collections::BTreeMap;

use proto::catalog::v1 as catalog;
use serde_json::{Value, json};

/// Number of steps of the prices.
const BARS: usize = 12;

/// Qəpik in a manat.
const MANAT: i64 = 100;

/// Numbers of products by the values of each filter, each counted with all other filters applied.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProductFacets {
    /// By category id.
    categories: BTreeMap<String, i64>,
    /// By slug: all colors that active products have, and those of the request.
    colors: BTreeMap<String, i64>,
    availability: AvailabilityFacet,
    /// Products with a discount.
    discount: i64,
    price: PriceFacet,
    width: WidthFacet,
}

/// Numbers of products by availability.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct AvailabilityFacet {
    /// In stock.
    stock: i64,
    /// Made to order.
    order: i64,
}

/// Distribution of the discounted prices.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PriceFacet {
    /// Lowest price, rounded down to whole AZN; null without products.
    min: Option<i64>,
    /// Highest price, rounded up to whole AZN; null without products.
    max: Option<i64>,
    /// Numbers of products in 12 equal steps from the lowest to the highest price.
    #[schema(min_items = 12, max_items = 12)]
    bars: Vec<i64>,
}

/// Widths of the products.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WidthFacet {
    /// Lowest width, rounded down to whole centimetres; null without products of known width.
    min: Option<u32>,
    /// Highest width, rounded up to whole centimetres; null without products of known width.
    max: Option<u32>,
}

impl From<&catalog::Facets> for ProductFacets {
    fn from(facets: &catalog::Facets) -> Self {
        let categories = facets.categories.iter();
        let colors = facets.colors.iter();
        let prices = facets.prices.as_ref();
        let mut bars = prices.map(|prices| prices.bars.clone()).unwrap_or_default();
        bars.resize(BARS, 0);
        Self {
            categories: categories.map(|(id, count)| (id.to_string(), *count)).collect(),
            colors: colors.map(|(slug, count)| (slug.clone(), *count)).collect(),
            availability: AvailabilityFacet {
                stock: facets.in_stock,
                order: facets.made_to_order,
            },
            discount: facets.discounted,
            price: PriceFacet {
                min: prices.map(|prices| prices.min_minor / MANAT),
                max: prices.map(|prices| prices.max_minor / MANAT),
                bars,
            },
            width: WidthFacet {
                min: facets.widths.map(|widths| widths.min_mm / 10),
                max: facets.widths.map(|widths| widths.max_mm.div_ceil(10)),
            },
        }
    }
}

impl ProductFacets {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "categories": {"1": 11, "2": 2, "3": 0},
            "colors": {"oak": 10, "walnut": 7, "white": 7},
            "availability": {"stock": 8, "order": 1},
            "discount": 3,
            "price": {"min": 712, "max": 2790, "bars": [3, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1]},
            "width": {"min": 50, "max": 300},
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facets(facets: &catalog::Facets) -> Value {
        serde_json::to_value(ProductFacets::from(facets)).unwrap()
    }

    #[test]
    fn has_the_names_and_units_of_the_contract() {
        let message = catalog::Facets {
            categories: [(1, 11), (2, 2), (3, 0)].into(),
            colors: [
                ("walnut".to_owned(), 7),
                ("oak".to_owned(), 10),
                ("white".to_owned(), 7),
            ]
            .into(),
            in_stock: 8,
            made_to_order: 1,
            discounted: 3,
            prices: Some(catalog::PriceFacet {
                min_minor: 71_200,
                max_minor: 279_000,
                bars: vec![3, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1],
            }),
            widths: Some(catalog::MeasureRange {
                min_mm: 509,
                max_mm: 2991,
            }),
        };
        assert_eq!(facets(&message), ProductFacets::example());
    }

    #[test]
    fn without_products_bounds_are_null() {
        assert_eq!(
            facets(&catalog::Facets::default()),
            json!({
                "categories": {},
                "colors": {},
                "availability": {"stock": 0, "order": 0},
                "discount": 0,
                "price": {"min": null, "max": null, "bars": vec![0; 12]},
                "width": {"min": null, "max": null},
            })
        );
    }
}
