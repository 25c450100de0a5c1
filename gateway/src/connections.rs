//! Bounds on client connections: how many an address has, and how long it may take nothing of a response.

use std::{
    collections::HashMap,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use ipnet::IpNet;
use kit::{
    client_address::ClientAddress,
    metrics::{Counter, Metrics},
};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;

use crate::extract::is_in;

/// Limits the open connections of each client address; IPv6 addresses count by their /64.
///
/// Trusted proxies are exempt, as their connections are those of many clients.
pub(crate) struct ConnectionLimit {
    max: usize,
    trusted_proxies: Vec<IpNet>,
    /// Open connections by address. As large as the number of all open connections at most.
    open: Mutex<HashMap<String, usize>>,
    rejected: Counter,
}

/// Counts a connection as open until dropped.
pub(crate) struct ConnectionPermit {
    limit: Arc<ConnectionLimit>,
    address: String,
}

impl ConnectionLimit {
    /// Creates a limit of `max` connections for each address.
    pub(crate) fn new(max: usize, trusted_proxies: Vec<IpNet>, metrics: &Metrics) -> Arc<Self> {
        Arc::new(Self {
            max,
            trusted_proxies,
            open: Mutex::default(),
            rejected: metrics.counter(
                "storefront_gateway_connections_rejected",
                "Connections closed at once because their address had too many",
            ),
        })
    }

    /// Counts a connection; `Err` if its address has the maximum, `None` for a trusted proxy.
    pub(crate) fn acquire(
        self: &Arc<Self>,
        peer: SocketAddr,
    ) -> Result<Option<ConnectionPermit>, TooManyConnections> {
        if is_in(&self.trusted_proxies, peer.ip()) {
            return Ok(None);
        }
        let address = ClientAddress::parse(&peer.ip().to_string()).as_str().to_owned();
        let mut open = self.open();
        let count = open.entry(address.clone()).or_default();
        if *count >= self.max {
            // An entry of zero, if `max` is zero, would stay.
            open.retain(|_, count| *count > 0);
            drop(open);
            self.rejected.inc();
            return Err(TooManyConnections);
        }
        *count += 1;
        drop(open);
        Ok(Some(ConnectionPermit {
            limit: Arc::clone(self),
            address,
        }))
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The client's address has the maximum of open connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooManyConnections;

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limit.open();
        if let Some(count) = open.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// Returns a stream whose writes fail once the client has taken nothing for this duration.
pub(crate) fn with_write_timeout(stream: TcpStream, timeout: Duration) -> Pin<Box<TimeoutStream<TcpStream>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(timeout));
    Box::pin(stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(address: &str) -> SocketAddr {
        SocketAddr::new(address.parse().unwrap(), 4711)
    }

    fn limit(max: usize) -> Arc<ConnectionLimit> {
        let proxies = vec!["10.0.0.0/8".parse().unwrap()];
        ConnectionLimit::new(max, proxies, &Metrics::new("test"))
    }

    #[test]
    fn counts_open_connections_by_address() {
        let limit = limit(2);
        let first = limit.acquire(peer("203.0.113.9")).unwrap();
        let _second = limit.acquire(peer("203.0.113.9")).unwrap();
        assert_eq!(limit.acquire(peer("203.0.113.9")).err(), Some(TooManyConnections));
        assert!(limit.acquire(peer("203.0.113.10")).is_ok());
        drop(first);
        assert!(limit.acquire(peer("203.0.113.9")).is_ok());
    }

    #[test]
    fn ipv6_addresses_count_by_their_64() {
        let limit = limit(1);
        let _first = limit.acquire(peer("2001:db8:1:2::1")).unwrap();
        assert!(limit.acquire(peer("2001:db8:1:2::2")).is_err());
        assert!(limit.acquire(peer("2001:db8:1:3::1")).is_ok());
    }

    #[test]
    fn trusted_proxies_are_exempt() {
        let limit = limit(1);
        let permits: Vec<_> = (0..3).map(|_| limit.acquire(peer("10.1.2.3"))).collect();
        assert!(permits.iter().all(Result::is_ok));
    }

    #[test]
    fn forgets_addresses_without_connections() {
        let limit = limit(1);
        let permit = limit.acquire(peer("203.0.113.9")).unwrap();
        let _ = limit.acquire(peer("203.0.113.9"));
        drop(permit);
        assert!(limit.open().is_empty());
    }
}
