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

    /// Reason that the shop does not show a product.
    pub enum Absence("AbsenceReason"): wire::AbsenceReason {
        /// Staff hides it.
        Hidden = "hidden",
        /// Its price is 0.
        NoPrice = "noPrice",
        /// It has no picture.
        NoPicture = "noPicture",
        /// Its name is missing in a language.
        NameMissing = "nameMissing",
        /// The time from which it is shown has not come.
        NotYet = "notYet",
        /// The time until which it is shown has passed.
        Ended = "ended",
        /// The search index does not contain it yet; not in lists.
        NotIndexedYet = "notIndexedYet",
    }

    /// Stock of the products of a list.
    pub enum StockLevel("StockLevel"): wire::StockLevel {
        /// At least one piece.
        In = "in",
        /// Sold out.
        Out = "out",
        /// At most as many pieces as the reorder point.
        Low = "low",
        /// Made to order.
        MadeToOrder = "madeToOrder",
    }

    /// Order of a list of products at the desk.
    #[derive(Default)]
    pub enum DeskSort("DeskProductSort"): wire::DeskProductSort {
        /// By code.
        #[default]
        Code = "code",
        /// By Azerbaijani name.
        Name = "name",
        /// By price, lowest first.
        Price = "price",
        /// By stock, lowest first; those made to order last.
        Stock = "stock",
        /// Last changed first.
        ChangedDescending = "-changed",
    }

    /// Reason of a stock move.
    pub enum StockReason("StockReason"): wire::StockReason {
        /// Pieces came.
        Received = "received",
        /// Pieces went.
        Issued = "issued",
        /// A count found another number.
        Counted = "counted",
        /// Pieces are damaged.
        Damaged = "damaged",
        /// An order took them.
        Order = "order",
        /// An order gave them back.
        Returned = "returned",
        /// The number was set.
        Set = "set",
    }
}
