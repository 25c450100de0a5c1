//! How a shop's mail goes out.

use std::path::PathBuf;

/// Who the letters of a shop without settings are from; `example.com` is nobody's.
const FROM: &str = "Şəbəkə <shop@example.com>";

/// Where such a shop reads its mail.
const SHOP: &str = "orders@example.com";

/// See the module.
#[derive(Clone)]
pub struct MailOptions {
    /// The mail server, `smtp://…`; it may hold a password. Missing = the folder.
    pub smtp_url: Option<String>,
    /// The folder for letters as files.
    pub folder: PathBuf,
    /// Who the letters are from, `Name <address>`.
    pub from: String,
    /// Where the shop reads its mail.
    pub shop: String,
}

impl MailOptions {
    /// Files in this folder, between addresses that are nobody's.
    pub fn into_folder(folder: PathBuf) -> Self {
        Self {
            smtp_url: None,
            folder,
            from: FROM.to_owned(),
            shop: SHOP.to_owned(),
        }
    }
}
