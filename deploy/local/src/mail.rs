//! Mail settings of a shop.

use std::path::PathBuf;

/// The default sender; `example.com` is reserved.
const DEFAULT_FROM: &str = "Şəbəkə <shop@example.com>";

/// The default address of the shop.
const DEFAULT_SHOP: &str = "orders@example.com";

/// Mail settings of a shop.
#[derive(Clone)]
pub struct MailOptions {
    /// The mail server, `smtp://…`; may contain a password. Missing = files in `folder`.
    pub smtp_url: Option<String>,
    /// The folder for mail as files.
    pub folder: PathBuf,
    /// The sender, `Name <address>`.
    pub from: String,
    /// The address at which the shop receives mail.
    pub shop: String,
}

impl MailOptions {
    /// Returns settings that write mail as files into this folder, with reserved addresses.
    pub fn file_based(folder: PathBuf) -> Self {
        Self {
            smtp_url: None,
            folder,
            from: DEFAULT_FROM.to_owned(),
            shop: DEFAULT_SHOP.to_owned(),
        }
    }
}
