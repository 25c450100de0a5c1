//! Service discovery: updates a balanced channel with the reachable addresses of its hosts.
//!
//! tonic balances over a fixed set of endpoints: it never repeats the DNS lookup, so that new pods would get no traffic,
//! and keeps unreachable endpoints.

use std::{collections::HashSet, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::TcpStream,
    sync::{Notify, mpsc::Sender},
};
use tonic::transport::{Endpoint, channel::Change};

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
    host: String,
    port: u16,
}

impl TryFrom<&http::Uri> for Authority {
    type Error = ();

    fn try_from(uri: &http::Uri) -> Result<Self, ()> {
        match (uri.scheme_str(), uri.host(), uri.port_u16()) {
            (Some("http"), Some(host), Some(port)) => Ok(Self {
                host: host.to_owned(),
                port,
            }),
            _ => Err(()),
        }
    }
}

/// Resolves periodically and on each notification, and applies the changes to the channel. A failed lookup changes
/// nothing.
pub(super) async fn run(
    authorities: Vec<Authority>,
    changes: Sender<Change<SocketAddr, Endpoint>>,
    unreachable: Arc<Notify>,
) {
    let mut known = HashSet::new();
    while !changes.is_closed() {
        let found = reachable(resolve(&authorities).await).await;
        if !found.is_empty() {
            for change in difference(&known, &found) {
                if changes.send(change).await.is_err() {
                    return;
                }
            }
            known = found;
        }
        tokio::time::sleep(MIN_INTERVAL).await;
        let _ = tokio::time::timeout(INTERVAL, unreachable.notified()).await;
    }
}

/// Returns all addresses, or none if a lookup fails, as the other hosts would get all the traffic.
async fn resolve(authorities: &[Authority]) -> HashSet<SocketAddr> {
    let mut found = HashSet::new();
    for authority in authorities {
        match tokio::net::lookup_host((authority.host.as_str(), authority.port)).await {
            Ok(addresses) => found.extend(addresses),
            Err(error) => {
                tracing::warn!(host = authority.host, %error, "DNS lookup failed");
                return HashSet::new();
            }
        }
    }
    found
}

/// Returns the addresses that accept a connection, or all if none does, so that calls fail at once instead of waiting.
async fn reachable(addresses: HashSet<SocketAddr>) -> HashSet<SocketAddr> {
    if addresses.len() < 2 {
        return addresses;
    }
    let probes = addresses.iter().map(|address| async move {
        let connected = tokio::time::timeout(PROBE_TIMEOUT, TcpStream::connect(address)).await;
        matches!(connected, Ok(Ok(_))).then_some(*address)
    });
    let accepting: HashSet<_> = futures::future::join_all(probes)
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

fn difference(known: &HashSet<SocketAddr>, found: &HashSet<SocketAddr>) -> Vec<Change<SocketAddr, Endpoint>> {
    let removed = known.difference(found).map(|address| Change::Remove(*address));
    let inserted = found
        .difference(known)
        .filter_map(|address| Some(Change::Insert(*address, endpoint(*address)?)));
    removed.chain(inserted).collect()
}

fn endpoint(address: SocketAddr) -> Option<Endpoint> {
    Some(
        Endpoint::from_shared(format!("http://{address}"))
            .ok()?
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

    #[test]
    fn emits_only_changed_addresses() {
        let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let known = HashSet::from([address(1), address(2)]);
        let found = HashSet::from([address(2), address(3)]);
        let (mut inserted, mut removed) = (Vec::new(), Vec::new());
        for change in difference(&known, &found) {
            match change {
                Change::Insert(address, _) => inserted.push(address),
                Change::Remove(address) => removed.push(address),
            }
        }
        assert_eq!(inserted, [address(3)]);
        assert_eq!(removed, [address(1)]);
        assert_eq!(difference(&found, &found).len(), 0);
    }
}
