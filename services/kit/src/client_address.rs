//! Where a request comes from, as the limits count it.

use std::net::{IpAddr, Ipv6Addr};

/// A client's address: IPv4 as it is, IPv6 by its /64, since a household has all of one.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientAddress(String);

impl ClientAddress {
    /// Folds an address, or one that the gateway has folded already. What is no address counts as one common client,
    /// so that no limit can be passed by it.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let address = text.strip_suffix("/64").unwrap_or(text).parse::<IpAddr>();
        let folded = match address.map(|address| address.to_canonical()) {
            Ok(IpAddr::V4(address)) => address.to_string(),
            Ok(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            Err(_) => "unknown".to_owned(),
        };
        Self(folded)
    }

    /// What the limits count.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An address is personal: it never shows in logs.
impl std::fmt::Debug for ClientAddress {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ClientAddress(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_counts_as_one_client() {
        for (text, folded) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
            // As the gateway sends it.
            ("2001:db8:1:2::/64", "2001:db8:1:2::/64"),
            ("", "unknown"),
            ("203.0.113.7:80", "unknown"),
        ] {
            assert_eq!(ClientAddress::parse(text).as_str(), folded);
        }
    }
}
