//! Settings, read once at start.

use std::{net::SocketAddr, num::ParseIntError, path::PathBuf, time::Duration};

use clap::{CommandFactory as _, Parser};
use http::Uri;
use ipnet::IpNet;
use kit::{
    domain::Language,
    settings::{self, ProcessSettings},
};

use crate::{csrf::CsrfKeys, extract::parse_network};

/// Default listen address.
const DEFAULT_LISTEN: &str = "127.0.0.1:8080";

/// Settings of the gateway.
#[derive(Debug, Clone, Parser)]
#[command(name = "gateway", about = "The shop's public face: REST, sessions and pages")]
pub struct Config {
    /// Settings of every process.
    #[command(flatten)]
    pub process: ProcessSettings,
    /// Address of the catalog service, `https://host:port`.
    #[arg(long, env = "CATALOG_URL")]
    pub catalog_url: String,
    /// Address of the account service, `https://host:port`.
    #[arg(long, env = "ACCOUNT_URL")]
    pub account_url: String,
    /// Address of the cart service, `https://host:port`.
    #[arg(long, env = "CART_URL")]
    pub cart_url: String,
    /// Address of the order service, `https://host:port`.
    #[arg(long, env = "ORDER_URL")]
    pub order_url: String,
    /// Address of the inquiry service, `https://host:port`.
    #[arg(long, env = "INQUIRY_URL")]
    pub inquiry_url: String,
    /// Address of the content service, `https://host:port`.
    #[arg(long, env = "CONTENT_URL")]
    pub content_url: String,
    /// Address of the notification service, `https://host:port`.
    #[arg(long, env = "NOTIFICATION_URL")]
    pub notification_url: String,
    /// One or two keys for the XSRF-TOKEN cookie; the first signs, all verify.
    #[arg(long, env = "CSRF_KEYS", hide_env_values = true)]
    pub csrf_keys: CsrfKeys,
    /// Public address of the shop; determines absolute URLs, cookie flags and the allowed origin.
    #[arg(long, env = "PUBLIC_URL", default_value = "http://127.0.0.1:8080")]
    pub public_url: PublicUrl,
    /// Folder of the built web app; if missing, only the API is served.
    #[arg(long, env = "WEB_DIST")]
    pub web_dist: Option<PathBuf>,
    /// Folder that all gateways share, for the hashed files of earlier builds of the web app; missing = none are kept.
    #[arg(long, env = "STATIC_ARCHIVE")]
    pub static_archive: Option<PathBuf>,
    /// Folder of the built desk; if missing, its pages are 404.
    #[arg(long, env = "DESK_DIST")]
    pub desk_dist: Option<PathBuf>,
    /// Default language: az, ru or en.
    #[arg(long, env = "DEFAULT_LANG", default_value = "en")]
    pub default_language: Language,
    /// Name of the shop in titles, search results and mails.
    #[arg(long, env = "SHOP_NAME", default_value = "Şəbəkə")]
    pub shop_name: String,
    /// Company, tax number and telephone on printed papers and in the footer, separated by semicolons; missing = the name of the
    /// shop alone.
    #[arg(long, env = "COMPANY_DETAILS", value_delimiter = ';')]
    pub company_details: Vec<String>,
    /// Address of the Home link instead of the shop's home page; `{language}` is replaced.
    #[arg(long, env = "SITE_ROOT")]
    pub site_root: Option<String>,
    /// Whether visitors without a session have a cart in their browser: on or off. Off sends them to the sign-in screen
    /// when they add a product, which is added after signing in.
    #[arg(long, env = "GUEST_CART", default_value = "off")]
    pub guest_cart: Switch,
    /// Networks of proxies whose X-Forwarded-For is trusted, separated by commas.
    #[arg(long, env = "TRUSTED_PROXIES", value_delimiter = ',', value_parser = parse_network)]
    pub trusted_proxies: Vec<IpNet>,
    /// Maximum number of concurrent requests; above it, 503.
    #[arg(long, env = "MAX_REQUESTS", default_value_t = 512)]
    pub max_requests: usize,
    /// Maximum number of open connections; above it, new ones wait.
    #[arg(long, env = "MAX_CONNECTIONS", default_value_t = 4096)]
    pub max_connections: usize,
    /// Maximum number of open connections of a client address, of a /64 for IPv6; above it, new ones are closed.
    /// Trusted proxies are exempt.
    #[arg(long, env = "MAX_CONNECTIONS_PER_ADDRESS", default_value_t = 256)]
    pub max_connections_per_address: usize,
    /// Seconds for a request's head to arrive, also while a kept connection is idle; then the connection is closed.
    #[arg(long = "header-timeout-seconds", env = "HEADER_TIMEOUT_SECONDS", value_name = "SECONDS",
        default_value = "30", value_parser = seconds)]
    pub header_timeout: Duration,
    /// Seconds that a client may take nothing of a response that waits to be sent; then the connection is closed.
    #[arg(long = "write-timeout-seconds", env = "WRITE_TIMEOUT_SECONDS", value_name = "SECONDS",
        default_value = "20", value_parser = seconds)]
    pub write_timeout: Duration,
    /// Maximum memory of cached responses in MiB.
    #[arg(long, env = "CACHE_MIB", default_value_t = 32)]
    pub cache_mib: u32,
    /// Subcommand; `serve` if missing.
    #[command(subcommand)]
    pub operation: Option<Operation>,
}

/// A setting that is on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

impl Switch {
    /// Whether it is on.
    pub(crate) const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }
}

fn seconds(value: &str) -> Result<Duration, ParseIntError> {
    value.parse().map(Duration::from_secs)
}

/// Subcommands of the gateway.
#[derive(Debug, Clone, Copy, clap::Subcommand)]
pub enum Operation {
    /// Serve until a shutdown signal.
    Serve,
}

impl Config {
    /// Returns the command line.
    pub fn program() -> clap::Command {
        // Unlike the services, the gateway has a default port: users look for the shop at a known one.
        Self::command().mut_arg("listen", |listen| listen.default_value(DEFAULT_LISTEN))
    }

    /// Parses the command line and the environment; exits with a hint on errors.
    pub fn from_arguments() -> Self {
        settings::read(Self::program())
    }

    /// Checks that a shop at a public address has keys of its own.
    ///
    /// # Errors
    ///
    /// Fails if `PUBLIC_URL` is https and a key is one that the project publishes.
    pub(crate) fn check_keys(&self) -> Result<(), PublishedKeys> {
        let signing = self.process.callers.signing_keys.as_ref();
        let are_published =
            self.csrf_keys.are_published() || signing.is_some_and(kit::keys::NamedKeys::are_published);
        if self.public_url.is_secure() && are_published {
            return Err(PublishedKeys);
        }
        Ok(())
    }

    /// Returns the maximum memory of cached responses in bytes.
    pub(crate) fn cache_bytes(&self) -> u64 {
        u64::from(self.cache_mib) * 1024 * 1024
    }

    /// Returns the listen address.
    pub const fn listen(&self) -> SocketAddr {
        self.process.listen
    }
}

/// Error of a shop at a public address with the keys for trying the project out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "CSRF_KEYS or SIGNING_KEYS is a published key for trying the shop out, and PUBLIC_URL is https: create keys of \
     your own, for Kubernetes by k8s/secrets.sh"
)]
pub(crate) struct PublishedKeys;

/// Public address of the shop: https, or http on a local host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    host: String,
    port: Option<u16>,
    is_secure: bool,
}

/// Malformed or insecure public address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected https://host, or http://localhost:port or http://127.0.0.1:port, without a path")]
pub struct InvalidPublicUrl;

impl std::str::FromStr for PublicUrl {
    type Err = InvalidPublicUrl;

    fn from_str(text: &str) -> Result<Self, InvalidPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| InvalidPublicUrl)?;
        let host = uri.host().ok_or(InvalidPublicUrl)?.to_ascii_lowercase();
        let is_secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") if is_local(&host) => false,
            _ => return Err(InvalidPublicUrl),
        };
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(InvalidPublicUrl);
        }
        let default_port = if is_secure { 443 } else { 80 };
        let port = uri.port_u16().filter(|port| *port != default_port);
        Ok(Self {
            host,
            port,
            is_secure,
        })
    }
}

impl PublicUrl {
    /// Whether the scheme is https.
    pub const fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// Returns the origin, without a trailing slash.
    pub fn origin(&self) -> String {
        self.with_host(&self.host)
    }

    fn with_host(&self, host: &str) -> String {
        let scheme = if self.is_secure { "https" } else { "http" };
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("{scheme}://{host}{port}")
    }

    /// Returns the origins of the shop's pages. A local shop has one by name and one by IP address.
    pub fn origins(&self) -> Vec<String> {
        let mut hosts = vec![self.host.as_str()];
        if is_local(&self.host) {
            hosts.extend(
                ["localhost", "127.0.0.1"]
                    .into_iter()
                    .filter(|host| *host != self.host),
            );
        }
        hosts.into_iter().map(|host| self.with_host(host)).collect()
    }
}

fn is_local(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requires_tls_except_on_local_hosts() {
        assert!("https://shop.example".parse::<PublicUrl>().unwrap().is_secure());
        assert!(!"http://localhost:8080".parse::<PublicUrl>().unwrap().is_secure());
        for wrong in [
            "http://shop.example",
            "shop.example",
            "https://a.az/shop",
            "ftp://a.az",
            "",
        ] {
            assert_eq!(wrong.parse::<PublicUrl>(), Err(InvalidPublicUrl), "{wrong}");
        }
    }

    #[test]
    fn origins_omit_the_default_port() {
        let origins = |text: &str| text.parse::<PublicUrl>().unwrap().origins();
        assert_eq!(origins("https://Shop.example:443/"), ["https://shop.example"]);
        assert_eq!(
            origins("https://shop.example:8443"),
            ["https://shop.example:8443"]
        );
        assert_eq!(
            origins("http://127.0.0.1:8080"),
            ["http://127.0.0.1:8080", "http://localhost:8080"]
        );
    }

    #[test]
    fn refuses_published_keys_at_a_public_address() {
        const OWN: &str = "fedcba9876543210fedcba9876543210";
        let check = |public_url: &str, csrf: &str, signing: &str| {
            let signing = format!("catalog={signing}");
            let arguments = [
                "gateway",
                "--public-url",
                public_url,
                "--csrf-keys",
                csrf,
                "--signing-keys",
                &signing,
                "--catalog-url",
                "http://c",
                "--account-url",
                "http://c",
                "--cart-url",
                "http://c",
                "--order-url",
                "http://c",
                "--inquiry-url",
                "http://c",
                "--content-url",
                "http://c",
                "--notification-url",
                "http://c",
            ];
            Config::try_parse_from(arguments).unwrap().check_keys()
        };
        let (local, public) = ("http://localhost:8080", "https://shop.example");
        let csrf = "trying-out-csrf-key-trying-out-csrf-key";
        let caller = "trying-out-key-from-gateway-to-catalog";
        assert_eq!(check(public, OWN, OWN), Ok(()));
        assert_eq!(check(local, csrf, caller), Ok(()));
        assert_eq!(check(public, csrf, OWN), Err(PublishedKeys));
        assert_eq!(check(public, OWN, caller), Err(PublishedKeys));
    }

    #[test]
    fn command_line_is_consistent() {
        Config::program().debug_assert();
    }
}
