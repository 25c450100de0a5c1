//! Products and categories as the catalog knows them.

use kit::domain::{CategoryId, LocalizedText, Money, Percent, ProductId};
use time::OffsetDateTime;

/// A product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Product {
    pub(crate) id: ProductId,
    pub(crate) category: Category,
    pub(crate) facts: Facts,
}

/// All of a product but its id and its category's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The maker's own code, unique.
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    pub(crate) description: LocalizedText,
    pub(crate) external_measurement: LocalizedText,
    /// May be empty.
    pub(crate) internal_measurement: LocalizedText,
    /// A line each.
    pub(crate) features: LocalizedText,
    /// Before any discount.
    pub(crate) price: Money,
    pub(crate) discount: Percent,
    pub(crate) stock: Stock,
    /// Whether it is sold.
    pub(crate) is_active: bool,
    pub(crate) created_at: OffsetDateTime,
    /// Pieces ordered so far, and what the seed began with.
    pub(crate) popularity: i64,
    /// Tenths of a star, 0 to 50.
    pub(crate) rating_tenths: i16,
    pub(crate) review_count: i32,
    /// Slugs of the palette.
    pub(crate) colors: Vec<String>,
    /// The whole first.
    pub(crate) images: Vec<Image>,
}

/// What there is of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stock {
    /// No stock is kept, it can always be sold.
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
    /// Path below the shop's root.
    pub(crate) url: String,
    /// Pixels.
    pub(crate) width: u32,
    /// Pixels.
    pub(crate) height: u32,
    /// The colour it shows; empty = all.
    pub(crate) color: String,
    /// What to show until it is loaded.
    pub(crate) placeholder: String,
}

/// A category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Category {
    pub(crate) id: CategoryId,
    pub(crate) slug: String,
    pub(crate) name: LocalizedText,
    /// Its active products.
    pub(crate) product_count: i64,
}
