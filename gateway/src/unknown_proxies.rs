//! Notices a proxy that is missing in `TRUSTED_PROXIES`.
//!
//! Behind such a proxy all visitors have its address, and share the limits of one: nobody can register any more after a minute.
//! It shows as few addresses that send most of the requests, each with `X-Forwarded-For`.

use std::{
    collections::HashMap,
    fmt::Write as _,
    net::{IpAddr, SocketAddr},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::extract::{ConnectInfo, Request};
use ipnet::IpNet;
use kit::metrics::{Gauge, Metrics};
use tokio::time::Instant;

use crate::extract::is_in;

/// Time in which requests are counted.
const WINDOW: Duration = Duration::from_mins(1);

/// Minimum number of requests in the window to tell a proxy from a visitor.
const MIN_REQUESTS: u64 = 30;

/// Percent of the requests that come from unknown proxies, if there are any.
const MIN_PERCENT: u64 = 80;

/// Maximum number of addresses that may be proxies.
const MAX_ADDRESSES: usize = 8;

/// Minimum interval of the warnings.
const WARNING_INTERVAL: Duration = Duration::from_mins(10);

/// Counts the requests that were forwarded by an address which is not trusted.
pub(crate) struct UnknownProxies {
    trusted: Vec<IpNet>,
    counted: Mutex<Counted>,
    gauge: Gauge,
}

struct Counted {
    since: Instant,
    requests: u64,
    /// Forwarded requests by address, of the first [`MAX_ADDRESSES`].
    forwarded: HashMap<IpAddr, u64>,
    /// The proxies of the last window.
    found: Vec<Found>,
    warned_at: Option<Instant>,
}

/// An address that is probably a proxy.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    address: IpAddr,
    /// Share of the requests of the window in percent.
    percent: u64,
}

impl UnknownProxies {
    /// Creates the counter.
    pub(crate) fn new(trusted: Vec<IpNet>, metrics: &Metrics) -> Self {
        let gauges = metrics.gauges(
            "storefront_gateway_unknown_proxies",
            "Addresses that forward most requests and are not trusted, so that their visitors share the limits of one address",
        );
        let gauge = gauges.get_or_create_owned(&[]);
        gauge.set(0);
        Self {
            trusted,
            counted: Mutex::new(Counted {
                since: Instant::now(),
                requests: 0,
                forwarded: HashMap::new(),
                found: Vec::new(),
                warned_at: None,
            }),
            gauge,
        }
    }

    /// Counts a request.
    pub(crate) fn count(&self, request: &Request) {
        let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() else {
            return;
        };
        let address = peer.ip().to_canonical();
        let is_forwarded =
            request.headers().contains_key("x-forwarded-for") && !is_in(&self.trusted, address);
        self.record(address, is_forwarded, Instant::now());
    }

    /// Returns lines for the operator; empty without unknown proxies.
    pub(crate) fn details(&self) -> String {
        let mut lines = String::new();
        for Found { address, percent } in &self.lock().found {
            let _ = writeln!(
                lines,
                "{address} forwards {percent} % of the requests and is not in TRUSTED_PROXIES: its visitors share the limits of one address"
            );
        }
        lines
    }

    fn record(&self, address: IpAddr, is_forwarded: bool, now: Instant) {
        let mut counted = self.lock();
        counted.requests += 1;
        if is_forwarded {
            let has_room = counted.forwarded.len() < MAX_ADDRESSES;
            if has_room || counted.forwarded.contains_key(&address) {
                *counted.forwarded.entry(address).or_default() += 1;
            }
        }
        if now.saturating_duration_since(counted.since) < WINDOW {
            return;
        }
        counted.found = find(counted.requests, &counted.forwarded);
        (counted.since, counted.requests) = (now, 0);
        counted.forwarded.clear();
        self.gauge
            .set(i64::try_from(counted.found.len()).unwrap_or(i64::MAX));
        let is_told = counted
            .warned_at
            .is_some_and(|at| now.saturating_duration_since(at) < WARNING_INTERVAL);
        if counted.found.is_empty() || is_told {
            return;
        }
        counted.warned_at = Some(now);
        let addresses: Vec<_> = counted.found.iter().map(|one| one.address.to_string()).collect();
        tracing::warn!(
            trusted_proxies = addresses.join(","),
            "most requests come through proxies that are not trusted, so that all visitors share the limits of one address: \
             add them to TRUSTED_PROXIES if they are yours"
        );
    }

    fn lock(&self) -> MutexGuard<'_, Counted> {
        // The counts are only numbers, valid after a panic too.
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the addresses that forwarded most of the requests, the most active first.
fn find(requests: u64, forwarded: &HashMap<IpAddr, u64>) -> Vec<Found> {
    let all: u64 = forwarded.values().sum();
    if requests < MIN_REQUESTS || all * 100 < requests * MIN_PERCENT {
        return Vec::new();
    }
    let mut found: Vec<_> = forwarded
        .iter()
        .map(|(address, count)| Found {
            address: *address,
            percent: count * 100 / requests,
        })
        .filter(|found| found.percent > 0)
        .collect();
    found.sort_by_key(|found| (u64::MAX - found.percent, found.address));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROXY: [u8; 4] = [10, 244, 0, 7];

    fn proxies(trusted: &[&str]) -> (UnknownProxies, Metrics) {
        let metrics = Metrics::new("test");
        let trusted = trusted.iter().map(|text| text.parse().unwrap()).collect();
        (UnknownProxies::new(trusted, &metrics), metrics)
    }

    fn request(peer: [u8; 4], forwarded_for: Option<&str>) -> Request {
        let mut request = Request::default();
        request
            .extensions_mut()
            .insert(ConnectInfo(SocketAddr::from((peer, 4711))));
        if let Some(address) = forwarded_for {
            let headers = request.headers_mut();
            headers.insert("x-forwarded-for", address.parse().unwrap());
        }
        request
    }

    fn gauge(metrics: &Metrics) -> bool {
        let text = metrics.encode().unwrap();
        let mut lines = text
            .lines()
            .filter(|line| line.starts_with("storefront_gateway_unknown_proxies"));
        lines.any(|line| line.ends_with(" 1"))
    }

    #[tokio::test(start_paused = true)]
    async fn names_the_address_that_forwards_most_requests_until_it_is_trusted() {
        for (trusted, is_named) in [(&[][..], true), (&["10.244.0.0/16"][..], false)] {
            let (proxies, metrics) = proxies(trusted);
            for visitor in 0..MIN_REQUESTS {
                proxies.count(&request(PROXY, Some(&format!("203.0.113.{visitor}"))));
            }
            assert_eq!(proxies.details(), "");
            tokio::time::advance(WINDOW).await;
            proxies.count(&request(PROXY, Some("203.0.113.99")));
            assert_eq!(proxies.details().contains("10.244.0.7 forwards 100 %"), is_named);
            assert_eq!(gauge(&metrics), is_named);
            // The warning ends with the next window.
            tokio::time::advance(WINDOW).await;
            for _ in 0..MIN_REQUESTS {
                proxies.count(&request([203, 0, 113, 9], None));
            }
            tokio::time::advance(WINDOW).await;
            proxies.count(&request([203, 0, 113, 9], None));
            assert_eq!(proxies.details(), "");
            assert!(!gauge(&metrics));
        }
    }

    #[test]
    fn few_or_direct_requests_name_nobody() {
        let forwarded = |count| HashMap::from([(IpAddr::from(PROXY), count)]);
        assert_eq!(find(MIN_REQUESTS - 1, &forwarded(MIN_REQUESTS - 1)), []);
        // A visitor who sends the header among others who do not.
        assert_eq!(find(100, &forwarded(79)), []);
        assert_eq!(find(100, &forwarded(80)).len(), 1);
        assert_eq!(find(0, &HashMap::new()), []);
    }

    #[tokio::test(start_paused = true)]
    async fn remembers_few_addresses() {
        let (proxies, _) = proxies(&[]);
        for last in 0..100 {
            proxies.count(&request([10, 0, 0, last], Some("203.0.113.1")));
        }
        assert_eq!(proxies.lock().forwarded.len(), MAX_ADDRESSES);
    }
}
