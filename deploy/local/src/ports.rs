//! Free ports on the loopback address.

use std::{
    collections::BTreeSet,
    io::ErrorKind,
    net::{Ipv4Addr, Ipv6Addr, TcpListener},
    sync::atomic::{AtomicU32, Ordering},
};

use anyhow::{Result, bail};

/// The number of ports tried after the preferred one.
const PREFERRED_RANGE: u16 = 200;

/// The first port for services without a preferred one. The range lies below the ephemeral ports: an outgoing connection
/// could take one of those before the service listens on it.
const FIRST: u16 = 15_000;

/// The size of the range.
const COUNT: u16 = 17_000;

/// The number of ports tried by this process, shared by all its [`Ports`], so that shops that start in parallel do not get
/// the same ports.
static TRIED: AtomicU32 = AtomicU32::new(0);

/// Allocates free ports, none of them twice.
#[derive(Debug, Default)]
pub struct Ports {
    allocated: BTreeSet<u16>,
}

impl Ports {
    /// Allocates the preferred port, or one of the 200 after it.
    pub fn prefer(&mut self, preferred: u16) -> Result<u16> {
        for port in preferred..=preferred.saturating_add(PREFERRED_RANGE) {
            if !self.allocated.contains(&port) && is_free(port) {
                self.allocated.insert(port);
                return Ok(port);
            }
        }
        bail!(
            "ports {preferred} to {} are in use; stop a program, or choose another port",
            preferred.saturating_add(PREFERRED_RANGE)
        )
    }

    /// Allocates any free port.
    pub fn any(&mut self) -> Result<u16> {
        for _ in 0..COUNT {
            let port = next_candidate();
            if is_free(port) && self.allocated.insert(port) {
                return Ok(port);
            }
        }
        bail!("ports {FIRST} to {} are in use; stop a program", FIRST + COUNT)
    }
}

fn next_candidate() -> u16 {
    // Spreads the processes over the range: their ids are close to each other.
    let start = std::process::id().wrapping_mul(7_919);
    let offset = start.wrapping_add(TRIED.fetch_add(1, Ordering::Relaxed)) % u32::from(COUNT);
    FIRST + u16::try_from(offset).unwrap_or_default()
}

/// Whether the port is free on IPv4 and IPv6; `localhost` may resolve to either.
fn is_free(port: u16) -> bool {
    let is_used_on_ipv6 = TcpListener::bind((Ipv6Addr::LOCALHOST, port))
        .is_err_and(|error| error.kind() == ErrorKind::AddrInUse);
    !is_used_on_ipv6 && TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skips_a_port_in_use() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let chosen = Ports::default().prefer(port).unwrap();
        assert!(chosen > port, "{chosen} is not after {port}");
    }

    #[test]
    fn skips_a_port_in_use_on_ipv6_only() {
        // The machine may have no IPv6.
        let Ok(taken) = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)) else {
            return;
        };
        let port = taken.local_addr().unwrap().port();
        assert_ne!(Ports::default().prefer(port).unwrap(), port);
    }

    #[test]
    fn allocates_no_port_twice() {
        let mut ports = Ports::default();
        let first = ports.any().unwrap();
        assert_ne!(ports.prefer(first).unwrap(), first);
    }

    #[test]
    fn parallel_allocators_get_different_ports() {
        let (mut one, mut other) = (Ports::default(), Ports::default());
        for _ in 0..20 {
            assert_ne!(one.any().unwrap(), other.any().unwrap());
        }
    }
}
