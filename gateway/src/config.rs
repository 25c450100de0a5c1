//! The settings, read once.

use std::{net::SocketAddr, path::PathBuf};

use clap::{CommandFactory as _, Parser};
use http::Uri;
use kit::{
    domain::Language,
    settings::{self, ProcessSettings},
};

use crate::{csrf::CsrfKeys, network::Network};

/// Where the gateway listens unless told otherwise.
const DEFAULT_LISTEN: &str = "127.0.0.1:8080";

/// The settings of the gateway.
#[derive(Debug, Clone, Parser)]
#[command(name = "gateway", about = "The shop's public face: REST, sessions and pages")]
pub struct Config {
    /// Settings of every process.
    #[command(flatten)]
    pub process: ProcessSettings,
    /// The catalog service, `http://host:port`.
    #[arg(long, env = "CATALOG_URL")]
    pub catalog_url: String,
    /// The account service, `http://host:port`.
    #[arg(long, env = "ACCOUNT_URL")]
    pub account_url: String,
    /// The cart service, `http://host:port`.
    #[arg(long, env = "CART_URL")]
    pub cart_url: String,
    /// The order service, `http://host:port`.
    #[arg(long, env = "ORDER_URL")]
    pub order_url: String,
    /// The inquiry service, `http://host:port`.
    #[arg(long, env = "INQUIRY_URL")]
    pub inquiry_url: String,
    /// The content service, `http://host:port`.
    #[arg(long, env = "CONTENT_URL")]
    pub content_url: String,
    /// One or two keys behind the XSRF-TOKEN cookie; the first signs, all verify.
    #[arg(long, env = "CSRF_KEYS", hide_env_values = true)]
    pub csrf_keys: CsrfKeys,
    /// The shop's address as customers see it; decides cookie flags and whose calls are ours.
    #[arg(long, env = "PUBLIC_URL", default_value = "http://127.0.0.1:8080")]
    pub public_url: PublicUrl,
    /// The folder of the built web app; missing = no pages, only the API.
    #[arg(long, env = "WEB_DIST")]
    pub web_dist: Option<PathBuf>,
    /// The language of who has chosen none: az, ru or en.
    #[arg(long, env = "DEFAULT_LANG", default_value = "en")]
    pub default_language: Language,
    /// The shop's name, as titles, search engines and letters show it.
    #[arg(long, env = "SHOP_NAME", default_value = "Şəbəkə")]
    pub shop_name: String,
    /// Where Home leads instead of the shop's own first page; `{language}` in it is replaced.
    #[arg(long, env = "SITE_ROOT")]
    pub site_root: Option<String>,
    /// Networks whose X-Forwarded-For is believed, parted by commas.
    #[arg(long, env = "TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<Network>,
    /// Requests that are worked on at a time; above it, 503.
    #[arg(long, env = "MAX_REQUESTS", default_value_t = 512)]
    pub max_requests: usize,
    /// Connections that are open at a time; above it, new ones wait.
    #[arg(long, env = "MAX_CONNECTIONS", default_value_t = 4096)]
    pub max_connections: usize,
    /// What to do; missing = serve.
    #[command(subcommand)]
    pub operation: Option<Operation>,
}

/// What the gateway can do.
#[derive(Debug, Clone, Copy, clap::Subcommand)]
pub enum Operation {
    /// Serve until told to stop.
    Serve,
}

impl Config {
    /// The gateway's command line.
    pub fn program() -> clap::Command {
        // The shop is looked for at a known port, so unlike the services the gateway has one by default.
        Self::command().mut_arg("listen", |listen| listen.default_value(DEFAULT_LISTEN))
    }

    /// Reads the command line and the environment; ends the process with a hint where something is wrong.
    pub fn from_arguments() -> Self {
        settings::read(Self::program())
    }

    /// Where to listen.
    pub const fn listen(&self) -> SocketAddr {
        self.process.listen
    }
}

/// The shop's address: https, or http on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl {
    host: String,
    port: Option<u16>,
    is_secure: bool,
}

/// An address that the shop cannot have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected https://host, or http://localhost:port or http://127.0.0.1:port, without a path")]
pub struct BadPublicUrl;

impl std::str::FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<Self, BadPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| BadPublicUrl)?;
        let host = uri.host().ok_or(BadPublicUrl)?.to_ascii_lowercase();
        let is_secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") if is_this_machine(&host) => false,
            _ => return Err(BadPublicUrl),
        };
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(BadPublicUrl);
        }
        let usual = if is_secure { 443 } else { 80 };
        let port = uri.port_u16().filter(|port| *port != usual);
        Ok(Self {
            host,
            port,
            is_secure,
        })
    }
}

impl PublicUrl {
    /// Whether it is https.
    pub const fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// The address without a slash at its end, from which all absolute addresses are made.
    pub fn origin(&self) -> String {
        self.with_host(&self.host)
    }

    fn with_host(&self, host: &str) -> String {
        let scheme = if self.is_secure { "https" } else { "http" };
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("{scheme}://{host}{port}")
    }

    /// The origins whose pages are ours. A machine's own shop is reached by either of its names.
    pub fn origins(&self) -> Vec<String> {
        let mut hosts = vec![self.host.as_str()];
        if is_this_machine(&self.host) {
            hosts.extend(
                ["localhost", "127.0.0.1"]
                    .into_iter()
                    .filter(|host| *host != self.host),
            );
        }
        hosts.into_iter().map(|host| self.with_host(host)).collect()
    }
}

fn is_this_machine(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_may_go_without_tls() {
        assert!("https://shop.example".parse::<PublicUrl>().unwrap().is_secure());
        assert!(!"http://localhost:8080".parse::<PublicUrl>().unwrap().is_secure());
        for wrong in [
            "http://shop.example",
            "shop.example",
            "https://a.az/shop",
            "ftp://a.az",
            "",
        ] {
            assert_eq!(wrong.parse::<PublicUrl>(), Err(BadPublicUrl), "{wrong}");
        }
    }

    #[test]
    fn a_browser_names_our_origin_without_the_usual_port() {
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
    fn the_settings_are_consistent() {
        Config::program().debug_assert();
    }
}
