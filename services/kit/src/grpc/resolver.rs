//! Service discovery: updates the endpoints of a service with the reachable addresses of its hosts.
//!
//! tonic connects to a fixed set of endpoints: it never repeats the DNS lookup, so that new pods would get no traffic, and keeps
//! unreachable ones.

use std::{
    collections::HashMap,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use tokio::{net::TcpStream, sync::Notify};
use tonic::transport::{Endpoint, channel::Change};

use super::{client_tls::Authorities, endpoints::EndpointsSender};

/// Interval between DNS lookups.
const INTERVAL: Duration = Duration::from_secs(5);

/// Timeout of connecting to an endpoint.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// Minimum interval between DNS lookups, also after failed calls.
const MIN_INTERVAL: Duration = Duration::from_millis(50);

/// Timeout of the connection that tests an address, if there are several.
const PROBE_TIMEOUT: Duration = Duration::from_millis(200);

/// Host and port of a service.
#[derive(Debug, Clone)]
pub(super) struct Authority {
    host: Arc<str>,
    port: u16,
    is_encrypted: bool,
}

impl Authority {
    /// Returns whether the scheme is `https`.
    pub(super) const fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// Returns whether the host is `localhost` or a loopback address.
    pub(super) fn is_loopback(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        address.map_or(&*self.host == "localhost", |address| address.is_loopback())
    }
}

impl TryFrom<&http::Uri> for Authority {
    type Error = ();

    fn try_from(uri: &http::Uri) -> Result<Self, ()> {
        match (uri.scheme_str(), uri.host(), uri.port_u16()) {
            (Some(scheme @ ("http" | "https")), Some(host), Some(port)) => Ok(Self {
                // Without the brackets of an IPv6 address.
                host: host.trim_start_matches('[').trim_end_matches(']').into(),
                port,
                is_encrypted: scheme == "https",
            }),
            _ => Err(()),
        }
    }
}

/// The addresses of a service, with the host that each belongs to.
type Addresses = HashMap<SocketAddr, Arc<str>>;

/// Looks up the addresses of hosts.
pub(super) trait Lookup: Send + Sync {
    /// Returns the addresses of a host.
    ///
    /// # Errors
    ///
    /// Fails if the host is unknown, or its server does not answer.
    fn lookup(&self, host: &str, port: u16) -> impl Future<Output = io::Result<Vec<SocketAddr>>> + Send;
}

/// The resolver of the system.
pub(super) struct SystemLookup;

impl Lookup for SystemLookup {
    async fn lookup(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok(tokio::net::lookup_host((host, port)).await?.collect())
    }
}

/// Resolves periodically and on each notification, and applies the changes to the endpoints. A failed lookup changes
/// nothing. Replaces all endpoints if the trusted authorities have changed.
///
/// A cache in front of the name server may return the same addresses for 30 s. Lookups after failed calls do not get past it,
/// so a stopping process serves for the cache's time and [`INTERVAL`] longer (`SHUTDOWN_DELAY_SECONDS`).
pub(super) async fn run(
    lookup: impl Lookup,
    authorities: Vec<Authority>,
    mut trusted: Option<Authorities>,
    endpoints: EndpointsSender,
    unreachable: Arc<Notify>,
) {
    let mut known = Addresses::new();
    let mut is_stale = false;
    while !endpoints.is_closed() {
        if let Some(trusted) = &mut trusted {
            is_stale |= trusted.reload().await;
        }
        let found = reachable(resolve(&lookup, &authorities).await).await;
        if !found.is_empty() {
            endpoints.apply(difference(&known, &found, is_stale, trusted.as_ref()));
            known = found;
            is_stale = false;
        }
        tokio::time::sleep(MIN_INTERVAL).await;
        let _ = tokio::time::timeout(INTERVAL, unreachable.notified()).await;
    }
}

/// Returns all addresses, or none if a lookup fails, as the other hosts would get all the traffic.
async fn resolve(lookup: &impl Lookup, authorities: &[Authority]) -> Addresses {
    let mut found = Addresses::new();
    for authority in authorities {
        let host = &authority.host;
        match lookup.lookup(host, authority.port).await {
            Ok(addresses) => found.extend(addresses.into_iter().map(|address| (address, Arc::clone(host)))),
            Err(error) => {
                tracing::warn!(%host, %error, "DNS lookup failed");
                return Addresses::new();
            }
        }
    }
    found
}

/// Returns the addresses that accept a connection, or all if none does, so that calls fail at once instead of waiting.
async fn reachable(addresses: Addresses) -> Addresses {
    if addresses.len() < 2 {
        return addresses;
    }
    let probes = addresses.iter().map(|(address, host)| async move {
        let connected = tokio::time::timeout(PROBE_TIMEOUT, TcpStream::connect(address)).await;
        matches!(connected, Ok(Ok(_))).then(|| (*address, Arc::clone(host)))
    });
    let accepting: Addresses = futures::future::join_all(probes)
        .await
        .into_iter()
        .flatten()
        .collect();
    if accepting.is_empty() {
        addresses
    } else {
        accepting
    }
}

/// Returns the changes from the known to the found addresses; a change of each found address if the endpoints are stale.
fn difference(
    known: &Addresses,
    found: &Addresses,
    is_stale: bool,
    trusted: Option<&Authorities>,
) -> Vec<Change<SocketAddr, Endpoint>> {
    let removed = known
        .keys()
        .filter(|address| !found.contains_key(address))
        .map(|address| Change::Remove(*address));
    let inserted = found
        .iter()
        .filter(|(address, _)| is_stale || !known.contains_key(address))
        .filter_map(|(address, host)| Some(Change::Insert(*address, endpoint(*address, host, trusted)?)));
    removed.chain(inserted).collect()
}

/// Returns an endpoint that connects to the address and, with TLS, requires a certificate of the host.
fn endpoint(address: SocketAddr, host: &str, trusted: Option<&Authorities>) -> Option<Endpoint> {
    let endpoint = match trusted {
        None => Endpoint::from_shared(format!("http://{address}")).ok()?,
        Some(trusted) => Endpoint::from_shared(format!("https://{address}"))
            .ok()?
            .tls_config(trusted.config(host))
            .inspect_err(|error| tracing::error!(host, %error, "TLS cannot be used"))
            .ok()?,
    };
    Some(
        endpoint
            .connect_timeout(CONNECT_TIMEOUT)
            .http2_keep_alive_interval(Duration::from_secs(10))
            .keep_alive_timeout(Duration::from_secs(5))
            .keep_alive_while_idle(true)
            .tcp_nodelay(true),
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tokio::time::Instant;

    use super::{super::endpoints::Endpoints, *};

    fn addresses(ports: &[u16]) -> Addresses {
        let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
        ports.iter().map(|port| (address(*port), "cart".into())).collect()
    }

    fn ports(changes: Vec<Change<SocketAddr, Endpoint>>) -> (Vec<u16>, Vec<u16>) {
        let (mut inserted, mut removed) = (Vec::new(), Vec::new());
        for change in changes {
            match change {
                Change::Insert(address, _) => inserted.push(address.port()),
                Change::Remove(address) => removed.push(address.port()),
            }
        }
        inserted.sort_unstable();
        (inserted, removed)
    }

    #[test]
    fn emits_only_changed_addresses() {
        let (known, found) = (addresses(&[1, 2]), addresses(&[2, 3]));
        assert_eq!(ports(difference(&known, &found, false, None)), (vec![3], vec![1]));
        assert_eq!(ports(difference(&found, &found, false, None)), (vec![], vec![]));
    }

    #[test]
    fn stale_endpoints_are_replaced() {
        let (known, found) = (addresses(&[1, 2]), addresses(&[2, 3]));
        assert_eq!(
            ports(difference(&known, &found, true, None)),
            (vec![2, 3], vec![1])
        );
    }

    /// Time that the cache in front of a name server keeps an answer.
    const CACHE_TTL: Duration = Duration::from_secs(30);

    /// A name server behind a cache. Its address changes from the first to the second at a time.
    struct CachedLookup {
        changes_at: Instant,
        addresses: [SocketAddr; 2],
        cached: Mutex<Option<(Instant, SocketAddr)>>,
    }

    impl Lookup for CachedLookup {
        async fn lookup(&self, _: &str, _: u16) -> io::Result<Vec<SocketAddr>> {
            let now = Instant::now();
            let [old, new] = self.addresses;
            let current = if now < self.changes_at { old } else { new };
            let mut cached = self.cached.lock().unwrap();
            let answer = match *cached {
                Some((at, address)) if now < at + CACHE_TTL => address,
                _ => {
                    *cached = Some((now, current));
                    current
                }
            };
            Ok(vec![answer])
        }
    }

    #[tokio::test(start_paused = true)]
    async fn follows_a_change_behind_a_cache_before_the_old_process_stops_serving() {
        let [old, new] = [1, 2].map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        // Right after the cache has asked.
        let changes_at = Instant::now() + Duration::from_millis(1);
        let lookup = CachedLookup {
            changes_at,
            addresses: [old, new],
            cached: Mutex::default(),
        };
        let authority = Authority::try_from(&"http://cart:1".parse().unwrap()).unwrap();
        let (endpoints, sender) = Endpoints::new();
        let unreachable = Arc::new(Notify::new());
        let resolving = tokio::spawn(run(
            lookup,
            vec![authority],
            None,
            sender,
            Arc::clone(&unreachable),
        ));
        endpoints.wait_until_they_are(&[old]).await;
        endpoints.wait_until_they_are(&[new]).await;
        // As `k8s/service/deployment.yaml` has it, which a check of the manifests compares.
        let shutdown_delay = CACHE_TTL + 2 * INTERVAL;
        assert!(
            changes_at.elapsed() < shutdown_delay,
            "{:?}",
            changes_at.elapsed()
        );
        // No earlier: another lookup after a failed call returns what the cache has.
        assert!(changes_at.elapsed() + Duration::from_secs(1) >= CACHE_TTL);
        resolving.abort();
    }

    #[test]
    fn loopback_hosts() {
        for (uri, expected) in [
            ("http://127.0.0.1:1", true),
            ("http://127.1.2.3:1", true),
            ("http://[::1]:1", true),
            ("http://localhost:1", true),
            ("http://10.0.0.1:1", false),
            ("http://[fd00::1]:1", false),
            ("http://cart:1", false),
            ("http://localhost.example:1", false),
        ] {
            let authority = Authority::try_from(&uri.parse().unwrap()).unwrap();
            assert_eq!(authority.is_loopback(), expected, "{uri}");
        }
    }
}
