//! Products and categories.

use kit::domain::{CategoryId, LocalizedText, Money, Percent, ProductId};
use time::OffsetDateTime;

/// A product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Product {
    pub(crate) id: ProductId,
    pub(crate) category: Category,
    pub(crate) attributes: Attributes,
}

/// Attributes of a product, without its id and category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attributes {
    /// The manufacturer's code, unique.
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    pub(crate) description: LocalizedText,
    pub(crate) external_measurement: LocalizedText,
    pub(crate) internal_measurement: LocalizedText,
    /// One feature per line.
    pub(crate) features: LocalizedText,
    /// Before any discount.
    pub(crate) price: Money,
    pub(crate) discount: Percent,
    pub(crate) stock: Stock,
    pub(crate) is_active: bool,
    pub(crate) created_at: OffsetDateTime,
    /// Sum of ordered pieces, quote requests and the initial value.
    pub(crate) popularity: i64,
    /// Tenths of a star, 0 to 50.
    pub(crate) rating_tenths: i16,
    pub(crate) review_count: i32,
    /// Slugs of colours.
    pub(crate) colors: Vec<String>,
    /// The main picture is the first.
    pub(crate) images: Vec<Image>,
}

/// Availability of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stock {
    /// Always available.
    MadeToOrder,
    /// Pieces on hand, never negative.
    Pieces(i64),
}

impl From<Option<i64>> for Stock {
    fn from(column: Option<i64>) -> Self {
        column.map_or(Self::MadeToOrder, Self::Pieces)
    }
}

impl From<Stock> for Option<i64> {
    fn from(stock: Stock) -> Self {
        match stock {
            Stock::MadeToOrder => None,
            Stock::Pieces(pieces) => Some(pieces),
        }
    }
}

/// A picture of a product.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Image {
    /// Absolute path on the shop's host.
    pub(crate) url: String,
    /// Width in pixels.
    pub(crate) width: u32,
    /// Height in pixels.
    pub(crate) height: u32,
    /// Slug of the product's colour in the picture; empty if it applies to all.
    pub(crate) color: String,
    /// CSS background until the picture is loaded.
    pub(crate) placeholder: String,
}

/// A category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Category {
    pub(crate) id: CategoryId,
    pub(crate) slug: String,
    pub(crate) name: LocalizedText,
    /// Number of active products.
    pub(crate) product_count: i64,
}
