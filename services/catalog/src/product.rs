//! Products and categories.

use kit::domain::{CategoryId, LocalizedText, Money, Percent, ProductId};
pub(crate) use kit::vocabulary::catalog::Availability;
use time::OffsetDateTime;

use crate::{
    measures::{Measures, UsualMeasures},
    passive::PassiveAttributes,
};

/// A product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Product {
    pub(crate) id: ProductId,
    pub(crate) category: Category,
    pub(crate) category_measures: CategoryMeasures,
    pub(crate) attributes: Attributes,
}

impl Product {
    /// Whether it is made in its own measures only.
    pub(crate) const fn is_fixed(&self) -> bool {
        self.attributes.passive.is_fixed || self.category_measures.is_fixed
    }

    /// Returns the measures that it is usually made in; `None` if they are unknown, or if it is made in its own only.
    pub(crate) fn usual_measures(&self) -> Option<UsualMeasures> {
        if self.is_fixed() {
            return None;
        }
        let usual = self.attributes.passive.usual_measures;
        let usual = usual.or(self.category_measures.usual)?;
        let own = self.attributes.measures;
        Some(own.map_or(usual, |own| usual.including(own)))
    }
}

/// Attributes of a product, without its id and category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attributes {
    /// The manufacturer's code, unique.
    pub(crate) code: String,
    pub(crate) name: LocalizedText,
    pub(crate) description: LocalizedText,
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
    /// Own measures; `None` = unknown.
    pub(crate) measures: Option<Measures>,
    pub(crate) passive: PassiveAttributes,
}

/// Stock of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stock {
    /// Always available.
    MadeToOrder,
    /// Pieces on hand, never negative.
    Pieces(i64),
}

impl Stock {
    /// Returns the availability. What is sold out is made again.
    pub(crate) const fn availability(self) -> Availability {
        match self {
            Self::Pieces(1..) => Availability::InStock,
            Self::MadeToOrder | Self::Pieces(_) => Availability::MadeToOrder,
        }
    }

    /// Whether there were pieces, and none is left.
    pub(crate) const fn is_sold_out(self) -> bool {
        matches!(self, Self::Pieces(..=0))
    }
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
    /// Alternative text.
    #[serde(default)]
    pub(crate) alt: LocalizedText,
    /// Focal point, in percent from the left and the top.
    #[serde(default = "centre")]
    pub(crate) focus: [u8; 2],
    /// Id of the media whose size it is; empty for a picture of the shop's build.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) media_id: String,
}

/// Returns the middle of a picture.
pub(crate) const fn centre() -> [u8; 2] {
    [50, 50]
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

/// Default measures of the products of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CategoryMeasures {
    /// Whether its products are made in their own measures only.
    pub(crate) is_fixed: bool,
    /// Measures that its products are usually made in; `None` = unknown.
    pub(crate) usual: Option<UsualMeasures>,
}
