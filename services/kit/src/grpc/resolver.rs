//! Service discovery: updates a balanced channel with the reachable addresses of its hosts.
//!
//! tonic balances over a fixed set of endpoints: it never repeats the DNS lookup, so that new pods would get no traffic,
//! and keeps unreachable endpoints.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use tokio::{
    net::TcpStream,
    sync::{Notify, mpsc::Sender},
};
use tonic::transport::{Endpoint, channel::Change};

use super::client_tls::Authorities;

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

/// Resolves periodically and on each notification, and applies the changes to the channel. A failed lookup changes
/// nothing. Replaces all endpoints if the trusted authorities have changed.
pub(super) async fn run(
    authorities: Vec<Authority>,
    mut trusted: Option<Authorities>,
    changes: Sender<Change<SocketAddr, Endpoint>>,
    unreachable: Arc<Notify>,
) {
    let mut known = Addresses::new();
    let mut is_stale = false;
    while !changes.is_closed() {
        if let Some(trusted) = &mut trusted {
            is_stale |= trusted.reload().await;
        }
        let found = reachable(resolve(&authorities).await).await;
        if !found.is_empty() {
            for change in difference(&known, &found, is_stale, trusted.as_ref()) {
                if changes.send(change).await.is_err() {
                    return;
                }
            }
            known = found;
            is_stale = false;
        }
        tokio::time::sleep(MIN_INTERVAL).await;
        let _ = tokio::time::timeout(INTERVAL, unreachable.notified()).await;
    }
}

/// Returns all addresses, or none if a lookup fails, as the other hosts would get all the traffic.
async fn resolve(authorities: &[Authority]) -> Addresses {
    let mut found = Addresses::new();
    for authority in authorities {
        let host = &authority.host;
        match tokio::net::lookup_host((&**host, authority.port)).await {
            Ok(addresses) => found.extend(addresses.map(|address| (address, Arc::clone(host)))),
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
    use super::*;

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
