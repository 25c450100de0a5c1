//! Words of the shop's content.

use proto::content::v1 as wire;

crate::words! {
    /// Project category.
    pub enum ProjectCategory("ProjectCategory"): wire::ProjectCategory {
        /// Wardrobes.
        Wardrobe = "wardrobe",
        /// Kitchens.
        Kitchen = "kitchen",
        /// Garden furniture.
        Garden = "garden",
    }
}
