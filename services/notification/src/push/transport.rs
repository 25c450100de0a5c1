//! Requests to push services (RFC 8030).

use std::time::Duration;

use kit::network::{IsAllowed, is_allowed_host, is_public, resolve};
use reqwest::{
    Client, StatusCode, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    header::{AUTHORIZATION, CONTENT_ENCODING, RETRY_AFTER},
    redirect::Policy,
};

use super::message::{PushKey, encrypt};
use crate::clients::PushSubscription;

/// Maximum time of a request.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum delay that a push service may ask for.
const MAX_DELAY: Duration = Duration::from_hours(1);

/// Result of a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Sent,
    /// The subscription has ended.
    Gone,
    /// Another attempt would fail too.
    Refused(String),
    /// To be tried again after a delay.
    Delayed(String, Duration),
}

/// The scheme and the addresses of the push services that may be connected to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowed {
    pub(crate) scheme: &'static str,
    pub(crate) address: IsAllowed,
}

impl Allowed {
    /// The addresses of the public internet, by https.
    pub(crate) const PUBLIC: Self = Self {
        scheme: "https",
        address: is_public,
    };

    /// Whether a URL may be requested; its name is resolved and checked later.
    fn is_allowed(self, url: &Url) -> bool {
        url.scheme() == self.scheme && is_allowed_host(url.host_str().unwrap_or_default(), self.address)
    }
}

/// Sends to push services.
pub(crate) struct PushTransport {
    client: Client,
    key: PushKey,
    /// Where push services reach the operator: a mail or web address.
    subject: String,
    allowed: Allowed,
}

impl PushTransport {
    /// Creates a client.
    ///
    /// # Errors
    ///
    /// Fails if the authorities of certificates cannot be read.
    pub(crate) fn new(key: PushKey, subject: String, allowed: Allowed) -> Result<Self, reqwest::Error> {
        // Fails if it is installed.
        let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .dns_resolver(Resolver(allowed.address))
            .redirect(Policy::none())
            .timeout(TIMEOUT)
            .no_proxy()
            .build()?;
        Ok(Self {
            client,
            key,
            subject,
            allowed,
        })
    }

    /// Sends a message to a browser. The push service keeps it for `lifetime`, in place of one with the same topic.
    pub(crate) async fn send(
        &self,
        subscription: &PushSubscription,
        payload: &[u8],
        topic: &str,
        lifetime: Duration,
    ) -> Outcome {
        let url = Url::parse(&subscription.endpoint).ok();
        let Some(url) = url.filter(|url| self.allowed.is_allowed(url)) else {
            return Outcome::Gone;
        };
        let origin = url.origin().ascii_serialization();
        let proof = self.key.proof(&origin, &self.subject, kit::clock::now());
        let (Ok(proof), Ok(body)) = (proof, encrypt(subscription, payload)) else {
            return Outcome::Gone;
        };
        let request = self
            .client
            .post(url)
            .header(AUTHORIZATION, proof)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header("TTL", lifetime.as_secs())
            .header("Topic", topic)
            .body(body);
        match request.send().await {
            Ok(response) => outcome(response.status(), response.headers()),
            // Without the URL, by which anyone could send to the browser.
            Err(error) => Outcome::Delayed(kit::failure::error_chain(&error.without_url()), Duration::ZERO),
        }
    }
}

fn outcome(status: StatusCode, headers: &reqwest::header::HeaderMap) -> Outcome {
    let asked = headers
        .get(RETRY_AFTER)
        .and_then(|value| value.to_str().ok()?.parse().ok());
    match status {
        status if status.is_success() => Outcome::Sent,
        StatusCode::NOT_FOUND | StatusCode::GONE => Outcome::Gone,
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            let delay = asked.map_or(Duration::ZERO, Duration::from_secs);
            Outcome::Delayed(status.to_string(), delay.min(MAX_DELAY))
        }
        status => Outcome::Refused(status.to_string()),
    }
}

/// Resolves names to the addresses that may be connected to.
#[derive(Debug)]
struct Resolver(IsAllowed);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let is_allowed = self.0;
        Box::pin(async move {
            let allowed = resolve(name.as_str(), is_allowed).await?;
            Ok::<Addrs, _>(Box::new(allowed.into_iter()))
        })
    }
}
