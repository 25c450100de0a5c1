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

    /// Whether the shop shows a record.
    pub enum PublicationState("PublicationState"): wire::PublicationState {
        /// Staff works on it.
        Draft = "draft",
        /// Its time has not come.
        Planned = "planned",
        /// The shop shows it.
        Shown = "shown",
        /// Its time is over.
        Ended = "ended",
    }

    /// Kind of what staff changes on the home page.
    pub enum HomeTextKind("HomeTextKind") {
        /// A text in each language.
        Text = "text",
        /// A picture.
        Image = "image",
    }

    /// Kind of an upload.
    pub enum MediaKind("MediaKind"): wire::MediaKind {
        /// A picture of the shop.
        Picture = "picture",
        /// A file of a quote or order.
        File = "file",
        /// A photo of a conversation.
        Photo = "photo",
    }

    /// State of a picture or file.
    pub enum MediaState("MediaState"): wire::MediaState {
        /// Bytes are missing.
        Uploading = "uploading",
        /// Its sizes are being made.
        Processing = "processing",
        /// It can be used.
        Ready = "ready",
        /// It cannot be converted or fetched.
        Failed = "failed",
    }
}
