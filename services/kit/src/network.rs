//! Addresses to which the shop connects on behalf of others.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use http::Uri;

/// Decides whether an address may be connected to, as [`is_public`] does.
pub type IsAllowed = fn(IpAddr) -> bool;

/// Error of a name that cannot be connected to.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// The name cannot be resolved.
    #[error(transparent)]
    Lookup(#[from] std::io::Error),
    /// No address may be connected to.
    #[error("the address is not public")]
    NotAllowed,
}

/// Whether the host of a URL may be connected to: a name, whose addresses [`resolve`] checks later, or an allowed address.
pub fn is_allowed_host(host: &str, is_allowed: IsAllowed) -> bool {
    let literal = host.trim_start_matches('[').trim_end_matches(']');
    literal
        .parse()
        .map_or(!host.is_empty() && !host.starts_with('['), is_allowed)
}

/// Resolves a name to its allowed addresses, so that only what was checked is connected to.
///
/// # Errors
///
/// Fails if the name cannot be resolved, or has no allowed address.
pub async fn resolve(name: &str, is_allowed: IsAllowed) -> Result<Vec<SocketAddr>, ResolveError> {
    let found = tokio::net::lookup_host((name, 0)).await?;
    let allowed: Vec<SocketAddr> = found.filter(|address| is_allowed(address.ip())).collect();
    if allowed.is_empty() {
        return Err(ResolveError::NotAllowed);
    }
    Ok(allowed)
}

/// Whether a text is an https URL without credentials whose host is a name, or an address of the public internet. What a name
/// resolves to is to be checked by [`is_public`] when it is connected to.
pub fn is_public_https(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else {
        return false;
    };
    let Some(authority) = uri.authority() else {
        return false;
    };
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    let is_public_host = host.parse().map_or(host.contains('.'), is_public);
    uri.scheme_str() == Some("https") && !authority.as_str().contains('@') && is_public_host
}

/// Whether an address is of the public internet: none of this machine, of a private network or of a special purpose.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => address
            .to_ipv4_mapped()
            .map_or_else(|| is_public_v6(address), is_public_v4),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_special = matches!(
        address.octets(),
        [0 | 240..=255, ..] | [100, 64..=127, ..] | [192, 0, 0, _] | [198, 18 | 19, ..]
    );
    !(is_special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast())
}

/// Only global unicast, without what embeds or tunnels IPv4.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0x2001, 0 | 0xdb8, ..] | [0x2002, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_internet_are_public() {
        for (address, expected) in [
            ("8.8.8.8", true),
            ("2606:4700::1111", true),
            ("127.0.0.1", false),
            ("10.1.2.3", false),
            ("172.16.0.1", false),
            ("192.168.1.1", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("0.0.0.0", false),
            ("224.0.0.1", false),
            ("255.255.255.255", false),
            ("::1", false),
            ("::", false),
            ("fe80::1", false),
            ("fd00::1", false),
            ("::ffff:10.0.0.1", false),
            ("::ffff:8.8.8.8", true),
            ("64:ff9b::7f00:1", false),
            ("2002:7f00:1::", false),
        ] {
            assert_eq!(is_public(address.parse().unwrap()), expected, "{address}");
        }
    }

    #[test]
    fn only_https_to_public_hosts_is_allowed() {
        for (text, expected) in [
            ("https://fcm.googleapis.com/fcm/send/a", true),
            ("https://8.8.8.8:8443/", true),
            ("https://[2606:4700::1111]/", true),
            ("http://fcm.googleapis.com/", false),
            ("https://user:secret@fcm.googleapis.com/", false),
            ("https://localhost/", false),
            ("https://127.0.0.1/", false),
            ("https://[::1]/", false),
            ("https://10.0.0.1/", false),
            ("/fcm/send", false),
            ("", false),
        ] {
            assert_eq!(is_public_https(text), expected, "{text}");
        }
    }
}
