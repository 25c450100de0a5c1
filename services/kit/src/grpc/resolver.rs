//! Keeps a balanced channel supplied with the addresses behind a name that take calls.
//!
//! tonic balances over the endpoints that it is given: it never asks DNS again, so new pods would get no traffic, and
//! it goes on choosing one that takes no connection.

use std::{collections::HashSet, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::TcpStream,
    sync::{Notify, mpsc::Sender},
};
use tonic::transport::{Endpoint, channel::Change};

/// How often the name is looked up.
const INTERVAL: Duration = Duration::from_secs(5);

/// How long a connection may take to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// The least time between two looks, however often a call was not taken.
const LEAST_INTERVAL: Duration = Duration::from_millis(50);

/// How long an address may take to accept a connection while others are there.
const PROBE_TIMEOUT: Duration = Duration::from_millis(200);

/// Where a service is.
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

/// Looks for ever, also as soon as a call was not taken, and tells the channel what has changed. A failed look-up
/// changes nothing.
pub(super) async fn run(
    authorities: Vec<Authority>,
    changes: Sender<Change<SocketAddr, Endpoint>>,
    unreached: Arc<Notify>,
) {
    let mut known = HashSet::new();
    while !changes.is_closed() {
        let found = reachable(look_up(&authorities).await).await;
        if !found.is_empty() {
            for change in difference(&known, &found) {
                if changes.send(change).await.is_err() {
                    return;
                }
            }
            known = found;
        }
        tokio::time::sleep(LEAST_INTERVAL).await;
        let _ = tokio::time::timeout(INTERVAL, unreached.notified()).await;
    }
}

/// All addresses; none where a look-up fails, as the rest would get all the traffic.
async fn look_up(authorities: &[Authority]) -> HashSet<SocketAddr> {
    let mut found = HashSet::new();
    for authority in authorities {
        match tokio::net::lookup_host((authority.host.as_str(), authority.port)).await {
            Ok(addresses) => found.extend(addresses),
            Err(error) => {
                tracing::warn!(host = authority.host, %error, "the address cannot be looked up");
                return HashSet::new();
            }
        }
    }
    found
}

/// Those that accept a connection. All of them where none does: a call that fails at once says more than one that waits.
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
    let gone = known.difference(found).map(|address| Change::Remove(*address));
    let new = found
        .difference(known)
        .filter_map(|address| Some(Change::Insert(*address, endpoint(*address)?)));
    gone.chain(new).collect()
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
    fn only_what_changed_is_told() {
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
