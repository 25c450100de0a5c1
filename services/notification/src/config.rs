//! Settings.

use std::{path::PathBuf, time::Duration};

use kit::{command::ServiceSettings, domain::Language};
use lettre::message::Mailbox;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::push::{InvalidPushKey, PushKey};

/// The notification service.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "notification", version, about)]
pub struct Config {
    /// Settings of every service.
    #[command(flatten)]
    pub service: ServiceSettings,
    /// URL of the account service, `https://host:port`.
    #[arg(long, env = "ACCOUNT_URL")]
    pub account_url: String,
    /// URL of the order service, `https://host:port`.
    #[arg(long, env = "ORDER_URL")]
    pub order_url: String,
    /// URL of the inquiry service, `https://host:port`.
    #[arg(long, env = "INQUIRY_URL")]
    pub inquiry_url: String,
    /// URL of the content service, `https://host:port`.
    #[arg(long, env = "CONTENT_URL")]
    pub content_url: String,
    /// Public URL of the shop, the base of all links.
    #[arg(long, env = "PUBLIC_URL", default_value = "http://127.0.0.1:8080")]
    pub public_url: Url,
    /// Language of mails to the shop, and to users without a language: az, ru or en.
    #[arg(long, env = "DEFAULT_LANG", default_value = "en")]
    pub default_language: Language,
    /// Private key by which push services know the shop: of P-256 in PKCS#8, as base64 on one line, such as of `openssl genpkey
    /// -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -outform DER | base64 -w0`; if empty, the desk sends no push messages.
    #[arg(long, env = "PUSH_KEY", hide_env_values = true)]
    pub push_key: Option<SecretString>,
    /// Settings of the content.
    #[command(flatten)]
    pub mail: MailSettings,
    /// Settings of the delivery.
    #[command(flatten)]
    pub transport: TransportSettings,
}

impl Config {
    /// Returns the key of push messages, if configured.
    ///
    /// # Errors
    ///
    /// Fails if it is none.
    pub(crate) fn push_key(&self) -> Result<Option<PushKey>, InvalidPushKey> {
        let key = self.push_key.as_ref().map(ExposeSecret::expose_secret);
        key.filter(|key| !key.is_empty()).map(str::parse).transpose()
    }
}

/// Settings of the content of e-mails.
#[derive(Debug, Clone, clap::Args)]
pub struct MailSettings {
    /// Name of the shop.
    #[arg(long, env = "SHOP_NAME", default_value = "Şəbəkə")]
    pub shop_name: String,
    /// Sender of all e-mails, `Name <address>`.
    #[arg(long, env = "MAIL_FROM")]
    pub mail_from: Mailbox,
    /// The shop's mailbox for notifications of orders and inquiries, and for customers' replies.
    #[arg(long, env = "SHOP_EMAIL")]
    pub shop_email: Mailbox,
    /// The workshop's mailbox for notifications of orders with designed pieces; without one it gets none.
    #[arg(long, env = "WORKSHOP_EMAIL")]
    pub workshop_email: Option<Mailbox>,
}

/// Settings of the delivery.
#[derive(Debug, Clone, clap::Args)]
pub struct TransportSettings {
    /// URL of the SMTP server, `smtp://user:password@host:587?tls=required` or `smtps://…`; if empty, mails are files.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<SecretString>,
    /// Folder of `.eml` files if there is no SMTP server.
    #[arg(long, env = "MAIL_FOLDER", default_value = "mail")]
    pub mail_folder: PathBuf,
    /// Number of workers, each with its own connection.
    #[arg(long, env = "MAIL_LANES", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=32))]
    pub mail_lanes: u8,
    /// Interval between polls for due mails, in milliseconds.
    #[arg(long, env = "MAIL_LOOK_MILLISECONDS", default_value_t = 1_000)]
    pub mail_look_milliseconds: u64,
    /// Maximum delay before an attempt is repeated, in seconds.
    #[arg(long, env = "MAIL_LONGEST_WAIT_SECONDS", default_value_t = 300)]
    pub mail_longest_wait_seconds: u64,
    /// Maximum number of mails to one customer or visitor in an hour; further ones fail.
    #[arg(long, env = "MAIL_RECIPIENT_HOUR", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub mail_recipient_hour: u32,
    /// Maximum number of mails to one customer or visitor in a day; further ones fail.
    #[arg(long, env = "MAIL_RECIPIENT_DAY", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub mail_recipient_day: u32,
    /// Maximum number of mails a day that strangers cause to one mailbox which its owner has not verified: confirmations of
    /// forms, links of orders, mails to unverified accounts. Further ones fail.
    #[arg(long, env = "MAIL_UNPROVEN_DAY", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub mail_unproven_day: u32,
    /// Maximum number of mails a day about the delivery of one order; further ones fail.
    #[arg(long, env = "MAIL_DELIVERY_DAY", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub mail_delivery_day: u32,
    /// Maximum number of mails an hour to the shop about forms: quotes, messages, brochures. Further ones come in a digest, ten
    /// minutes after the first of them.
    #[arg(long, env = "MAIL_SHOP_HOUR", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub mail_shop_hour: u32,
}

impl TransportSettings {
    /// Returns the URL of the SMTP server, if configured.
    pub fn smtp_url(&self) -> Option<&str> {
        let url = self.smtp_url.as_ref().map(ExposeSecret::expose_secret);
        url.filter(|url| !url.is_empty())
    }

    /// Returns the interval between polls for due mails.
    pub const fn poll_interval(&self) -> Duration {
        Duration::from_millis(self.mail_look_milliseconds)
    }

    /// Returns the maximum delay before an attempt is repeated.
    pub const fn max_retry_delay(&self) -> Duration {
        Duration::from_secs(self.mail_longest_wait_seconds)
    }
}
