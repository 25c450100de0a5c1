//! Words of products.

use proto::catalog::v1 as wire;

crate::words! {
    /// Kind of a front: doors, an open frame, or furniture to sit on and at.
    pub enum FrontKind("FrontKind"): wire::FrontKind {
        /// Hinged doors.
        Doors = "doors",
        /// Sliding doors.
        Sliding = "sliding",
        /// No doors.
        Open = "open",
        /// A top on legs, such as a table or a stool.
        Table = "table",
        /// A seat with a back.
        Bench = "bench",
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
        /// Shown, and at most as many pieces as are sold in 14 days.
        RunningOut = "runningOut",
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

    /// Type of an imported file.
    pub enum ImportFormat("ImportFormat"): wire::ImportFormat {
        /// Text with separators.
        Csv = "csv",
        /// Workbook, of which the first sheet is read.
        Xlsx = "xlsx",
    }

    /// Origin of an imported file.
    pub enum ImportSource("ImportSource"): wire::ImportSource {
        /// The export of this shop.
        Own = "own",
        /// Product export of Shopify.
        Shopify = "shopify",
        /// Product export of `WooCommerce`.
        Woocommerce = "woocommerce",
        /// Another.
        Other = "other",
    }

    /// State of an import.
    pub enum ImportState("ImportState"): wire::ImportState {
        /// Waits for the mapping of its columns.
        Mapping = "mapping",
        /// The dry run is in progress.
        Checking = "checking",
        /// The dry run has ended.
        Ready = "ready",
        /// Is being applied.
        Applying = "applying",
        /// Was applied.
        Applied = "applied",
        /// Ended with a reason.
        Failed = "failed",
        /// Is being undone.
        Undoing = "undoing",
        /// Was undone.
        Undone = "undone",
    }

    /// Result for a product of an import.
    pub enum ImportResult("ImportResult"): wire::ImportResult {
        /// A new product.
        New = "new",
        /// A field differs.
        Changed = "changed",
        /// No difference.
        Unchanged = "unchanged",
        /// A value is wrong, or somebody else has changed the product since the dry run.
        Refused = "refused",
    }

    /// Field of a product that a column of an imported file sets.
    pub enum ImportField("ImportField") {
        /// Code, by which the product is found.
        Code = "code",
        /// Azerbaijani name.
        NameAz = "nameAz",
        /// Russian name.
        NameRu = "nameRu",
        /// English name.
        NameEn = "nameEn",
        /// Category by its name or id.
        CategoryId = "categoryId",
        /// AZN, before the discount.
        Price = "price",
        /// Whole percent.
        Discount = "discount",
        /// AZN, after the discount, which follows from both prices.
        SalePrice = "salePrice",
        /// Pieces that were counted.
        StockQuantity = "stockQuantity",
        /// Whether it is made to order.
        IsMadeToOrder = "isMadeToOrder",
        /// Stock at which to reorder.
        ReorderAt = "reorderAt",
        /// Whether staff shows it.
        IsActive = "isActive",
        /// Time from which the shop shows it.
        ShowAt = "showAt",
        /// Time until which the shop shows it.
        HideAt = "hideAt",
        /// Azerbaijani description.
        DescriptionAz = "descriptionAz",
        /// Russian description.
        DescriptionRu = "descriptionRu",
        /// English description.
        DescriptionEn = "descriptionEn",
        /// Azerbaijani features.
        FeaturesAz = "featuresAz",
        /// Russian features.
        FeaturesRu = "featuresRu",
        /// English features.
        FeaturesEn = "featuresEn",
        /// Azerbaijani external dimensions.
        ExternalMeasurementAz = "externalMeasurementAz",
        /// Russian external dimensions.
        ExternalMeasurementRu = "externalMeasurementRu",
        /// English external dimensions.
        ExternalMeasurementEn = "externalMeasurementEn",
        /// Azerbaijani internal dimensions.
        InternalMeasurementAz = "internalMeasurementAz",
        /// Russian internal dimensions.
        InternalMeasurementRu = "internalMeasurementRu",
        /// English internal dimensions.
        InternalMeasurementEn = "internalMeasurementEn",
        /// Azerbaijani materials.
        MaterialsAz = "materialsAz",
        /// Russian materials.
        MaterialsRu = "materialsRu",
        /// English materials.
        MaterialsEn = "materialsEn",
        /// Azerbaijani care.
        CareAz = "careAz",
        /// Russian care.
        CareRu = "careRu",
        /// English care.
        CareEn = "careEn",
        /// Azerbaijani contents of the boxes.
        BoxContentsAz = "boxContentsAz",
        /// Russian contents of the boxes.
        BoxContentsRu = "boxContentsRu",
        /// English contents of the boxes.
        BoxContentsEn = "boxContentsEn",
        /// Grams; empty if it is unknown.
        WeightGrams = "weightGrams",
        /// Slugs of colours.
        Colors = "colors",
        /// Addresses of pictures.
        Images = "images",
        /// Name of an option of a variant; the value is in the next column of `optionValue`.
        OptionName = "optionName",
        /// Value of an option of a variant.
        OptionValue = "optionValue",
        /// Code of the product of which the row is a variant.
        Parent = "parent",
    }
}
