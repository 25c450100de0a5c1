//! Whose request it is, as an address: what the limits on tries count by.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::request::Parts,
};
use http::HeaderMap;

use crate::{error::ApiError, state::AppState};

/// The client's address as text, an IPv6 one cut to its /64.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub(crate) String);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |info| info.0.ip());
        Ok(client_address(peer, &parts.headers, &state.trusted_proxies))
    }
}

/// A network of proxies: an address, or one with a prefix length such as `10.0.0.0/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: u128,
    mask: u128,
}

/// A text that is no network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected an address or a network such as 10.0.0.0/8")]
pub struct BadNetwork;

impl std::str::FromStr for Network {
    type Err = BadNetwork;

    fn from_str(text: &str) -> Result<Self, BadNetwork> {
        let (address, length) = match text.trim().split_once('/') {
            Some((address, length)) => (address, Some(length.parse::<u32>().map_err(|_| BadNetwork)?)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| BadNetwork)?;
        // Everything is compared as IPv6, where an IPv4 address is ::ffff:0:0/96.
        let (longest, before) = if address.is_ipv4() { (32, 96) } else { (128, 0) };
        let length = length.unwrap_or(longest);
        if length > longest {
            return Err(BadNetwork);
        }
        let mask = u128::MAX.checked_shl(128 - before - length).unwrap_or(0);
        Ok(Self {
            address: bits(address) & mask,
            mask,
        })
    }
}

impl Network {
    fn contains(&self, address: IpAddr) -> bool {
        bits(address) & self.mask == self.address
    }
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// The peer's address, or where a proxy of ours is the peer, the rightmost forwarded one that is no proxy of ours.
fn client_address(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> ClientAddress {
    let is_proxy = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
    let forwarded: Vec<_> = headers
        .get_all("x-forwarded-for")
        .iter()
        .flat_map(|value| value.to_str().unwrap_or("?").split(','))
        .collect();
    let mut client = peer;
    for entry in forwarded.into_iter().rev() {
        if !is_proxy(client) {
            break;
        }
        // What cannot be read was not written by a proxy of ours: the last one that was believed counts.
        let Some(address) = parse(entry) else { break };
        client = address;
    }
    ClientAddress(subject(client))
}

fn parse(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    entry
        .parse()
        .or_else(|_| entry.parse::<SocketAddr>().map(|address| address.ip()))
        .ok()
}

fn subject(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        // A household or a machine has a whole /64 to itself.
        IpAddr::V6(address) => {
            let network = Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64));
            format!("{network}/64")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(peer: &str, forwarded: &[&str], proxies: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let proxies: Vec<Network> = proxies.iter().map(|text| text.parse().unwrap()).collect();
        client_address(peer.parse().unwrap(), &headers, &proxies).0
    }

    #[test]
    fn nobody_is_believed_by_default() {
        assert_eq!(found("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9");
    }

    #[test]
    fn a_proxy_of_ours_says_who_came_to_it() {
        let proxies = ["10.0.0.0/8"];
        assert_eq!(found("10.1.2.3", &["198.51.100.1"], &proxies), "198.51.100.1");
        // The visitor wrote the first entry; our proxies wrote the others.
        assert_eq!(
            found("10.1.2.3", &["1.1.1.1, 198.51.100.1", "10.9.9.9"], &proxies),
            "198.51.100.1"
        );
        assert_eq!(found("203.0.113.9", &["198.51.100.1"], &proxies), "203.0.113.9");
        assert_eq!(found("10.1.2.3", &["1.1.1.1, unknown"], &proxies), "10.1.2.3");
        assert_eq!(
            found("10.1.2.3", &["198.51.100.1:4711"], &proxies),
            "198.51.100.1"
        );
        assert_eq!(
            found("::ffff:10.1.2.3", &["198.51.100.1"], &proxies),
            "198.51.100.1"
        );
    }

    #[test]
    fn an_ipv6_address_counts_by_its_network() {
        assert_eq!(found("2001:db8:1:2:3:4:5:6", &[], &[]), "2001:db8:1:2::/64");
        assert_eq!(found("::ffff:203.0.113.9", &[], &[]), "203.0.113.9");
    }

    #[test]
    fn a_wrong_network_is_refused_at_start() {
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "x", "::/129", "10.0.0.0/-1"] {
            assert_eq!(wrong.parse::<Network>(), Err(BadNetwork), "{wrong}");
        }
        assert!(
            "0.0.0.0/0"
                .parse::<Network>()
                .unwrap()
                .contains([1, 2, 3, 4].into())
        );
        assert!(
            !"0.0.0.0/0"
                .parse::<Network>()
                .unwrap()
                .contains("2001:db8::1".parse().unwrap())
        );
    }
}
