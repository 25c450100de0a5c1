//! Whose request it is, as an address: what the limits on tries count by.

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

/// The client's address as text, an IPv6 one cut to its /64.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub(crate) String);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |info| info.0.ip());
        Ok(client_address(peer, &parts.headers, &state.trusted_proxies))
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
}
