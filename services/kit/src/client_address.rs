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

    /// Returns the networks that hold the address, the smallest first, each with the number of addresses that it may count as.
    ///
    /// A provider gives a customer up to a /48, so an attacker has many /64: 256 of a /56 count as 4, 65,536 of a /48 as 16.
    pub fn networks(&self) -> Vec<(i64, String)> {
        let mut networks = vec![(1, self.0.clone())];
        let address = self
            .0
            .strip_suffix("/64")
            .and_then(|address| address.parse::<Ipv6Addr>().ok());
        if let Some(address) = address {
            let [a, b, c, d, ..] = address.segments();
            networks.push((
                4,
                format!("{}/56", Ipv6Addr::new(a, b, c, d & 0xff00, 0, 0, 0, 0)),
            ));
            networks.push((16, format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))));
        }
        networks
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
    fn networks_of_an_ipv6_address_are_its_64_56_and_48() {
        let networks = |text| ClientAddress::parse(text).networks();
        let expected = [
            (1, "2001:db8:1:2ab::/64"),
            (4, "2001:db8:1:200::/56"),
            (16, "2001:db8:1::/48"),
        ];
        assert_eq!(
            networks("2001:db8:1:2ab::9"),
            expected.map(|(share, network)| (share, network.to_owned()))
        );
        assert_eq!(networks("203.0.113.7"), [(1, "203.0.113.7".to_owned())]);
        assert_eq!(networks(""), [(1, "unknown".to_owned())]);
    }

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
