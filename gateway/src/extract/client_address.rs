//! The client's address, by which rate limits count.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv6Addr, SocketAddr},
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::request::Parts,
};
use http::HeaderMap;

use crate::{network::Network, state::AppState};

/// The client's address as text, IPv6 by its /64.
pub(crate) struct ClientAddress(pub(crate) String);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |info| info.0.ip());
        Ok(Self(client_address(peer, &parts.headers, &state.trusted_proxies)))
    }
}

/// Returns the peer, or if it is a trusted proxy, the rightmost `X-Forwarded-For` entry that is not one.
fn client_address(peer: IpAddr, headers: &HeaderMap, trusted_proxies: &[Network]) -> String {
    let is_trusted = |address: IpAddr| trusted_proxies.iter().any(|network| network.contains(address));
    let forwarded: Vec<_> = headers
        .get_all("x-forwarded-for")
        .iter()
        .flat_map(|value| value.to_str().unwrap_or("?").split(','))
        .collect();
    let mut client = peer;
    for entry in forwarded.into_iter().rev() {
        if !is_trusted(client) {
            break;
        }
        // A trusted proxy writes no malformed entry: the last trusted address counts.
        let Some(address) = parse(entry) else { break };
        client = address;
    }
    kit::client_address::ClientAddress::parse(&client.to_string())
        .as_str()
        .to_owned()
}

fn parse(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    entry
        .parse()
        .or_else(|_| entry.parse::<SocketAddr>().map(|address| address.ip()))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(peer: &str, forwarded: &[&str], proxies: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let proxies: Vec<Network> = proxies.iter().map(|text| text.parse().unwrap()).collect();
        client_address(peer.parse().unwrap(), &headers, &proxies)
    }

    #[test]
    fn ignores_forwarded_addresses_by_default() {
        assert_eq!(address("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9");
    }

    #[test]
    fn takes_the_rightmost_untrusted_address_behind_trusted_proxies() {
        let proxies = ["10.0.0.0/8"];
        assert_eq!(address("10.1.2.3", &["198.51.100.1"], &proxies), "198.51.100.1");
        // The client wrote the first entry, the proxies the others.
        assert_eq!(
            address("10.1.2.3", &["1.1.1.1, 198.51.100.1", "10.9.9.9"], &proxies),
            "198.51.100.1"
        );
        assert_eq!(address("203.0.113.9", &["198.51.100.1"], &proxies), "203.0.113.9");
        assert_eq!(address("10.1.2.3", &["1.1.1.1, unknown"], &proxies), "10.1.2.3");
        assert_eq!(
            address("10.1.2.3", &["198.51.100.1:4711"], &proxies),
            "198.51.100.1"
        );
        assert_eq!(
            address("::ffff:10.1.2.3", &["198.51.100.1"], &proxies),
            "198.51.100.1"
        );
    }

    #[test]
    fn ipv6_addresses_count_by_their_64() {
        assert_eq!(address("2001:db8:1:2:3:4:5:6", &[], &[]), "2001:db8:1:2::/64");
        assert_eq!(address("::ffff:203.0.113.9", &[], &[]), "203.0.113.9");
    }
}
