//! Free ports on the loopback address.

use std::{
    collections::BTreeSet,
    io::ErrorKind,
    net::{Ipv4Addr, Ipv6Addr, TcpListener},
};

use anyhow::{Context as _, Result, bail};

/// How many ports after the preferred one are tried.
const STEPS: u16 = 200;

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
        loop {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port is free")?;
            let port = listener
                .local_addr()
                .context("a listener without an address")?
                .port();
            if self.given.insert(port) {
                return Ok(port);
            }
        }
    }
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
}
