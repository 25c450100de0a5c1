//! A piece of a quote.

use std::collections::HashMap;

use proto::{catalog::v1::Product, inquiry::v1 as inquiry};
use serde_json::{Value, json};

use super::row::QuoteProduct;
use crate::{convert, routes::measures::Measures, state::AppState, words::Measuring};

/// Piece of a quote: a product with its size.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct QuoteItem {
    #[serde(flatten)]
    product: QuoteProduct,
    /// Size.
    measuring: Measuring,
    /// The measures of `own`; `null` if the note describes the size.
    measures: Option<Measures>,
    /// Remark of the sender, at most 1,000 characters; with `visit`, the place. `null` without one and once wiped.
    note: Option<String>,
}

impl QuoteItem {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "productId": 205, "code": "MT-205", "productName": "Künc mətbəxi", "productNameAz": "Künc mətbəxi",
            "productNameRu": "Кухня угловая", "productNameEn": "Corner kitchen",
            "productImage": "/images/products/mt-205/1-960.webp", "quantity": 1, "color": "white", "measuring": "own",
            "measures": {"widthMm": 2850, "depthMm": 2150, "heightMm": 2400}, "note": "Радиатор слева",
        })
    }

    /// Converts a piece; `None` without a product.
    pub(super) fn new(
        state: &AppState,
        products: &HashMap<i64, Product>,
        item: inquiry::QuoteItem,
    ) -> Option<Self> {
        Some(Self {
            product: QuoteProduct::new(state, products, item.product?),
            measuring: Measuring::of_text(item.measuring),
            measures: item.measures.map(Into::into),
            note: convert::non_empty(item.note),
        })
    }
}
