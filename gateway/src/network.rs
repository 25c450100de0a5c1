//! IP networks.

use std::net::IpAddr;

/// An address, or a network such as `10.0.0.0/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: u128,
    mask: u128,
}

/// Malformed network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected an address or a network such as 10.0.0.0/8")]
pub struct InvalidNetwork;

impl std::str::FromStr for Network {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let (address, length) = match text.trim().split_once('/') {
            Some((address, length)) => (address, Some(length.parse::<u32>().map_err(|_| InvalidNetwork)?)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| InvalidNetwork)?;
        // Addresses are compared as IPv6, which maps IPv4 to ::ffff:0:0/96.
        let (max_length, offset) = if address.is_ipv4() { (32, 96) } else { (128, 0) };
        let length = length.unwrap_or(max_length);
        if length > max_length {
            return Err(InvalidNetwork);
        }
        let mask = u128::MAX.checked_shl(128 - offset - length).unwrap_or(0);
        Ok(Self {
            address: bits(address) & mask,
            mask,
        })
    }
}

impl Network {
    /// Whether the network contains the address.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        bits(address) & self.mask == self.address
    }
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_malformed_networks() {
        for wrong in ["", "10.0.0.0/33", "10.0.0/8", "x", "::/129", "10.0.0.0/-1"] {
            assert_eq!(wrong.parse::<Network>(), Err(InvalidNetwork), "{wrong}");
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
