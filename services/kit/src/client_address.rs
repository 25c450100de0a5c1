//! Client addresses as rate limits count them.

use std::net::{IpAddr, Ipv6Addr};

/// A client's address: a whole IPv4 address, or the /64 of an IPv6 address, as one household owns all of it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ClientAddress(String);

impl ClientAddress {
    /// Parses an address or a /64. All invalid addresses are one common client, so that they bypass no limit.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let address = text.strip_suffix("/64").unwrap_or(text).parse::<IpAddr>();
        let parsed = match address.map(|address| address.to_canonical()) {
            Ok(IpAddr::V4(address)) => address.to_string(),
            Ok(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            Err(_) => "unknown".to_owned(),
        };
        Self(parsed)
    }

    /// Returns the address, or `unknown`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Hides the address from logs: it is personal data.
impl std::fmt::Debug for ClientAddress {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ClientAddress(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_an_ipv6_64_as_one_client() {
        for (text, expected) in [
            ("203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
            // As the gateway sends it.
            ("2001:db8:1:2::/64", "2001:db8:1:2::/64"),
            ("", "unknown"),
            ("203.0.113.7:80", "unknown"),
        ] {
            assert_eq!(ClientAddress::parse(text).as_str(), expected);
        }
    }
}
