//! The settings, read once.

use std::{path::PathBuf, time::Duration};

use kit::{
    command::Operation,
    domain::Language,
    settings::{DatabaseSettings, ProcessSettings},
};
use lettre::message::Mailbox;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

/// The notification service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "notification", version, about)]
pub struct Config {
    /// What every process has.
    #[command(flatten)]
    pub process: ProcessSettings,
    /// The service's own database.
    #[command(flatten)]
    pub database: DatabaseSettings,
    /// Where the accounts are, `http://host:port`.
    #[arg(long, env = "ACCOUNT_URL")]
    pub account_url: String,
    /// Where the orders are, `http://host:port`.
    #[arg(long, env = "ORDER_URL")]
    pub order_url: String,
    /// Where the inquiries are, `http://host:port`.
    #[arg(long, env = "INQUIRY_URL")]
    pub inquiry_url: String,
    /// Where the stores are, which know the catalogue's address, `http://host:port`.
    #[arg(long, env = "CONTENT_URL")]
    pub content_url: String,
    /// The shop's address as customers type it: all links lead there.
    #[arg(long, env = "PUBLIC_URL", default_value = "http://127.0.0.1:8080")]
    pub public_url: Url,
    /// The language of the shop's own mail and of who has chosen none: az, ru or en.
    #[arg(long, env = "DEFAULT_LANG", default_value = "en")]
    pub default_language: Language,
    /// What letters say.
    #[command(flatten)]
    pub letters: LetterSettings,
    /// How letters go out.
    #[command(flatten)]
    pub post: PostSettings,
    /// What to do instead of serving.
    #[command(subcommand)]
    pub operation: Option<Operation>,
}

/// What letters say.
#[derive(Debug, Clone, clap::Args)]
pub struct LetterSettings {
    /// The shop's name, as titles, search engines and letters show it.
    #[arg(long, env = "SHOP_NAME", default_value = "Şəbəkə")]
    pub shop_name: String,
    /// Who the letters are from, `Name <address>`.
    #[arg(long, env = "MAIL_FROM")]
    pub mail_from: Mailbox,
    /// Where the shop reads its mail: it is told of orders and inquiries, and customers' answers go there.
    #[arg(long, env = "SHOP_EMAIL")]
    pub shop_email: Mailbox,
}

/// How letters go out.
#[derive(Debug, Clone, clap::Args)]
pub struct PostSettings {
    /// The mail server, `smtp://user:password@host:587?tls=required` or `smtps://…`; empty or missing = the folder.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<SecretString>,
    /// The folder for letters as `.eml` files, where there is no mail server.
    #[arg(long, env = "MAIL_FOLDER", default_value = "mail")]
    pub mail_folder: PathBuf,
    /// Letters that are sent at a time, each over a connection of its own.
    #[arg(long, env = "MAIL_LANES", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=32))]
    pub mail_lanes: u8,
    /// Milliseconds between two looks for letters that are due.
    #[arg(long, env = "MAIL_LOOK_MILLISECONDS", default_value_t = 1_000)]
    pub mail_look_milliseconds: u64,
    /// Seconds that a letter waits at most before it is tried again.
    #[arg(long, env = "MAIL_LONGEST_WAIT_SECONDS", default_value_t = 300)]
    pub mail_longest_wait_seconds: u64,
}

impl PostSettings {
    /// The mail server, where there is one.
    pub fn smtp_url(&self) -> Option<&str> {
        let url = self.smtp_url.as_ref().map(ExposeSecret::expose_secret);
        url.filter(|url| !url.is_empty())
    }

    /// How long to wait between two looks for letters that are due.
    pub const fn look(&self) -> Duration {
        Duration::from_millis(self.mail_look_milliseconds)
    }

    /// How long a letter waits at most before it is tried again.
    pub const fn longest_wait(&self) -> Duration {
        Duration::from_secs(self.mail_longest_wait_seconds)
    }
}
