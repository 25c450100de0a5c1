//! The settings of the catalog service.

use std::path::PathBuf;

use kit::command::ServiceSettings;

/// All settings, from the environment or the command line.
#[derive(Debug, Clone, clap::Parser)]
#[command(
    name = "catalog",
    about = "Products, categories, stock and its reservations, search"
)]
pub struct Config {
    /// Settings of every service.
    #[command(flatten)]
    pub service: ServiceSettings,
    /// Address of the content service, `https://host:port`.
    #[arg(long, env = "CONTENT_URL")]
    pub content_url: String,
    /// Folder of the search index, which no other process may use; a temporary folder by default. The index is built
    /// again from the database if it is missing.
    #[arg(long, env = "SEARCH_INDEX_FOLDER")]
    pub search_index_folder: Option<PathBuf>,
}
