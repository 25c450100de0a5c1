//! Free ports on the loopback address.

use std::{
    collections::BTreeSet,
    io::ErrorKind,
    net::{Ipv4Addr, Ipv6Addr, TcpListener},
    sync::atomic::{AtomicU32, Ordering},
};

use anyhow::{Result, bail};

/// How many ports after the preferred one are tried.
const STEPS: u16 = 200;

/// The first of the ports that are looked through where none is preferred. They are below those that systems give to
/// outgoing connections, any of which could take a port before the service for which it was chosen listens there.
const FIRST: u16 = 15_000;

/// How many they are.
const COUNT: u16 = 17_000;

/// How many of them this process has looked at, in all its [`Ports`]: of shops that start beside each other none is
/// given a port that another one was given and does not listen on yet.
static LOOKS: AtomicU32 = AtomicU32::new(0);

/// Hands out ports that are free now, none of them twice.
#[derive(Debug, Default)]
pub struct Ports {
    given: BTreeSet<u16>,
}

impl Ports {
    /// The preferred port, or the next free one after it.
    pub fn prefer(&mut self, preferred: u16) -> Result<u16> {
        for port in preferred..=preferred.saturating_add(STEPS) {
            if !self.given.contains(&port) && is_free(port) {
                self.given.insert(port);
                return Ok(port);
            }
        }
        bail!("no port is free from {preferred} on; stop what listens there, or choose another port")
    }

    /// Any free port.
    pub fn any(&mut self) -> Result<u16> {
        for _ in 0..COUNT {
            let port = next();
            if is_free(port) && self.given.insert(port) {
                return Ok(port);
            }
        }
        bail!("no port is free from {FIRST} on; stop what listens there")
    }
}

/// The port to look at after the last one.
fn next() -> u16 {
    // Processes that were started one after the other begin far from each other.
    let start = std::process::id().wrapping_mul(7_919);
    let place = start.wrapping_add(LOOKS.fetch_add(1, Ordering::Relaxed)) % u32::from(COUNT);
    FIRST + u16::try_from(place).unwrap_or_default()
}

/// Whether nobody listens there, by either family: `localhost` may lead a browser to both.
fn is_free(port: u16) -> bool {
    let taken_on_ipv6 = TcpListener::bind((Ipv6Addr::LOCALHOST, port))
        .is_err_and(|error| error.kind() == ErrorKind::AddrInUse);
    !taken_on_ipv6 && TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_stepped_around() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let chosen = Ports::default().prefer(port).unwrap();
        assert!(chosen > port, "{chosen} is not after {port}");
    }

    #[test]
    fn a_port_taken_on_ipv6_alone_is_stepped_around() {
        // A machine without IPv6 has nothing to show here.
        let Ok(taken) = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)) else {
            return;
        };
        let port = taken.local_addr().unwrap().port();
        assert_ne!(Ports::default().prefer(port).unwrap(), port);
    }

    #[test]
    fn no_port_is_given_twice() {
        let mut ports = Ports::default();
        let first = ports.any().unwrap();
        assert_ne!(ports.prefer(first).unwrap(), first);
    }

    #[test]
    fn two_that_choose_at_once_get_different_ports() {
        let (mut one, mut other) = (Ports::default(), Ports::default());
        for _ in 0..20 {
            assert_ne!(one.any().unwrap(), other.any().unwrap());
        }
    }
}
