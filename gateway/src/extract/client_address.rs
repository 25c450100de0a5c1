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
use ipnet::IpNet;

use crate::state::AppState;

/// The client's address as text, IPv6 by its /64.
pub(crate) struct ClientAddress(pub(crate) String);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|info| info.0.ip());
        Ok(Self(client_address(peer, &parts.headers, &state.trusted_proxies)))
    }
}

/// Parses a network such as `10.0.0.0/8`, or an address.
pub(crate) fn parse_network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| "expected an address or a network such as 10.0.0.0/8".to_owned())
}

/// Whether one of the networks contains the address. An IPv4 address and its mapped IPv6 address are the same.
pub(crate) fn is_in(networks: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    let mapped = match address {
        IpAddr::V4(address) => address.to_ipv6_mapped(),
        IpAddr::V6(address) => address,
    };
    networks
        .iter()
        .any(|network| network.contains(&address) || network.contains(&IpAddr::V6(mapped)))
}

/// Returns the peer, or if it is a trusted proxy, the rightmost `X-Forwarded-For` entry that is not one.
pub(crate) fn client_address(peer: Option<IpAddr>, headers: &HeaderMap, trusted_proxies: &[IpNet]) -> String {
    let forwarded: Vec<_> = headers
        .get_all("x-forwarded-for")
        .iter()
        .flat_map(|value| value.to_str().unwrap_or("?").split(','))
        .collect();
    let mut client = peer.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
    for entry in forwarded.into_iter().rev() {
        if !is_in(trusted_proxies, client) {
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
        let proxies: Vec<IpNet> = proxies.iter().map(|text| parse_network(text).unwrap()).collect();
        client_address(Some(peer.parse().unwrap()), &headers, &proxies)
    }

    #[test]
    fn rejects_malformed_networks() {
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "x", "::/129", "10.0.0.0/-1"] {
            assert!(parse_network(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn networks_contain_mapped_addresses() {
        let contains = |network: &str, address: &str| {
            is_in(&[parse_network(network).unwrap()], address.parse().unwrap())
        };
        assert!(contains("0.0.0.0/0", "1.2.3.4"));
        assert!(!contains("0.0.0.0/0", "2001:db8::1"));
        assert!(contains(" 10.1.2.3", "::ffff:10.1.2.3"));
        assert!(contains("::/0", "10.1.2.3"));
        assert!(contains("::ffff:10.0.0.0/104", "10.1.2.3"));
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
