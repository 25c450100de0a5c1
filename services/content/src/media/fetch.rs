//! Fetches pictures from public addresses.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use kit::{
    network::{IsAllowed, ResolveError, is_allowed_host, resolve},
    vocabulary::content::MediaKind,
};
use reqwest::{
    Client, StatusCode, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};

use super::{child::ConvertError, max_size};

/// Message key of an address that is not public or redirects too often.
pub(crate) const ADDRESS: &str = "MEDIA.ADDRESS";

/// Message key of an address without a picture.
pub(crate) const FETCH: &str = "MEDIA.FETCH";

/// Maximum time of a request with its redirects and its body.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Maximum number of redirects.
const MAX_REDIRECTS: usize = 3;

/// Fetches from addresses that are allowed. Names are resolved once, and only what was checked is connected to.
#[derive(Debug, Clone)]
pub(crate) struct Fetcher {
    client: Client,
    is_allowed: IsAllowed,
}

impl Fetcher {
    /// Creates a client.
    ///
    /// # Errors
    ///
    /// Fails if the authorities of certificates cannot be read.
    pub(crate) fn new(is_allowed: IsAllowed) -> Result<Self, reqwest::Error> {
        let redirects = Policy::custom(move |attempt| {
            if attempt.previous().len() > MAX_REDIRECTS || !is_allowed_url(attempt.url(), is_allowed) {
                attempt.error(ResolveError::NotAllowed)
            } else {
                attempt.follow()
            }
        });
        let client = Client::builder()
            .dns_resolver(Resolver(is_allowed))
            .redirect(redirects)
            .timeout(TIMEOUT)
            .no_proxy()
            .build()?;
        Ok(Self { client, is_allowed })
    }

    /// Returns what is at an address.
    pub(crate) async fn fetch(&self, address: &str) -> Result<Bytes, ConvertError> {
        let url = parse(address).filter(|url| is_allowed_url(url, self.is_allowed));
        let url = url.ok_or(ConvertError::Refused(ADDRESS))?;
        let mut response = self
            .client
            .get(url)
            .send()
            .await
            .map_err(|error| failure(&error))?;
        let status = response.status();
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            return Err(ConvertError::Interrupted(status.to_string()));
        }
        if !status.is_success() {
            return Err(ConvertError::Refused(FETCH));
        }
        let max = usize::try_from(max_size(MediaKind::Picture)).unwrap_or_default();
        let mut content = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| failure(&error))? {
            if content.len() + chunk.len() > max {
                return Err(ConvertError::Refused("MEDIA.TOO_LARGE"));
            }
            content.extend_from_slice(&chunk);
        }
        Ok(content.freeze())
    }
}

/// Parses an address; `None` if it is none of http or https.
pub(crate) fn parse(address: &str) -> Option<Url> {
    let url = Url::parse(address).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// Whether a URL may be fetched; its name is resolved and checked later.
fn is_allowed_url(url: &Url, is_allowed: IsAllowed) -> bool {
    matches!(url.scheme(), "http" | "https")
        && is_allowed_host(url.host_str().unwrap_or_default(), is_allowed)
}

fn failure(error: &reqwest::Error) -> ConvertError {
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = source {
        if matches!(error.downcast_ref(), Some(ResolveError::NotAllowed)) {
            return ConvertError::Refused(ADDRESS);
        }
        source = error.source();
    }
    ConvertError::Interrupted(kit::failure::error_chain(error))
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

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };

    use kit::network::is_public;

    use super::*;

    /// Serves one response to each request of a local address.
    async fn serve(response: &[u8]) -> u16 {
        let response = response.to_vec();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(&response).await;
            }
        });
        port
    }

    fn refusal(result: &Result<Bytes, ConvertError>) -> Option<&'static str> {
        match result {
            Err(ConvertError::Refused(key)) => Some(key),
            _ => None,
        }
    }

    #[tokio::test]
    async fn never_connects_to_private_networks() {
        crate::server::install_crypto();
        let picture = serve(b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc").await;
        let public = Fetcher::new(is_public).unwrap();
        // Other machines may resolve `localhost` to `::1` first.
        for address in [
            format!("http://127.0.0.1:{picture}/"),
            format!("http://localhost:{picture}/"),
            format!("http://[::ffff:127.0.0.1]:{picture}/"),
            format!("http://2130706433:{picture}/"),
            "file:///etc/passwd".to_owned(),
            "ftp://example.com/a".to_owned(),
            "nonsense".to_owned(),
        ] {
            assert_eq!(refusal(&public.fetch(&address).await), Some(ADDRESS), "{address}");
        }
        // A name and an address are public, but where they redirect to is not.
        let local = Fetcher::new(|address| address == IpAddr::from([127, 0, 0, 1])).unwrap();
        let url = format!("http://127.0.0.1:{picture}/");
        assert_eq!(&*local.fetch(&url).await.unwrap(), b"abc");
        for (target, expected) in [
            ("http://10.0.0.1/", ADDRESS),
            ("http://127.0.0.2/", ADDRESS),
            // Not followed at all.
            ("file:///etc/passwd", FETCH),
        ] {
            let redirect = format!("HTTP/1.1 302 Found\r\nlocation: {target}\r\ncontent-length: 0\r\n\r\n");
            let port = serve(redirect.as_bytes()).await;
            let result = local.fetch(&format!("http://127.0.0.1:{port}/")).await;
            assert_eq!(refusal(&result), Some(expected), "{target}");
        }
    }

    #[tokio::test]
    async fn bounds_redirects_and_size_and_retries_what_may_succeed() {
        crate::server::install_crypto();
        let local = Fetcher::new(|_| true).unwrap();
        let get = async |response: &str| {
            let port = serve(response.as_bytes()).await;
            local.fetch(&format!("http://127.0.0.1:{port}/")).await
        };
        let endless = "HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(refusal(&get(endless).await), Some(ADDRESS));
        let missing = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(refusal(&get(missing).await), Some(FETCH));
        let body = "a".repeat(21 * 1024 * 1024);
        let large = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        assert_eq!(refusal(&get(&large).await), Some("MEDIA.TOO_LARGE"));
        let away = "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n";
        assert!(matches!(get(away).await, Err(ConvertError::Interrupted(_))));
    }
}
