//! Words of products.

use proto::catalog::v1 as wire;

crate::words! {
    /// Kind of a front: hinged doors, sliding doors, or none.
    pub enum FrontKind("FrontKind"): wire::FrontKind {
        /// Hinged doors.
        Doors = "doors",
        /// Sliding doors.
        Sliding = "sliding",
        /// No doors.
        Open = "open",
    }

    /// Sort order of a list.
    pub enum Sort("ProductSort"): wire::ProductSort {
        /// Id.
        Id = "default" => Unspecified,
        /// Most popular first.
        Popularity = "popularity",
        /// Best rated first.
        Rating = "rating",
        /// Newest first.
        Latest = "latest",
        /// Lowest discounted price first.
        PriceLow = "price_low",
        /// Highest discounted price first.
        PriceHigh = "price_high",
    }

    /// Availability of a product.
    pub enum Availability("Availability"): wire::Availability {
        /// In stock.
        InStock = "stock",
        /// Made to order.
        MadeToOrder = "order",
    }
}
