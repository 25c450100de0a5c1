//! Words of visits.

crate::words! {
    /// Way on which a visitor came to the shop.
    #[derive(Default)]
    pub enum Channel("VisitChannel") {
        /// By the address, a bookmark or an untold link.
        Direct = "direct",
        /// A search engine.
        Search = "search",
        /// A social network.
        Social = "social",
        /// A paid advertisement.
        Ads = "ads",
        /// A product feed of a shopping service.
        Feed = "feed",
        /// A mail.
        Mail = "mail",
        /// A link on another site.
        Referral = "referral",
        /// Not recorded.
        #[default]
        Unknown = "unknown",
    }
}
