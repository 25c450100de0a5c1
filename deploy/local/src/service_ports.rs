//! The ports of the services.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::{
    Ports,
    services::{FIRST_ADMIN_PORT, GATEWAY, SERVICES, ServiceDefinition},
};

/// The ports of each service, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServicePorts {
    serving: BTreeMap<String, u16>,
    /// Ports for metrics and health; 0 = the service picks one and logs it.
    admin: BTreeMap<String, u16>,
}

impl ServicePorts {
    /// Allocates the preferred ports, or the next free ones; `gateway` replaces the preferred port of the gateway.
    pub fn choose(free: &mut Ports, gateway: Option<u16>) -> Result<Self> {
        // The requested port comes first, before another service takes it.
        let mut services: Vec<_> = SERVICES.iter().collect();
        services.sort_by_key(|service| !service.is_public);
        let port =
            |service: &ServiceDefinition| gateway.filter(|_| service.is_public).unwrap_or(service.port);
        let serving = services
            .into_iter()
            .map(|service| Ok((service.name.to_owned(), free.prefer(port(service))?)))
            .collect::<Result<_>>()?;
        let admin = SERVICES
            .iter()
            .zip(FIRST_ADMIN_PORT..)
            .map(|(service, port)| Ok((service.name.to_owned(), free.prefer(port)?)))
            .collect::<Result<_>>()?;
        Ok(Self { serving, admin })
    }

    /// Allocates any free ports, for shops that start in parallel.
    pub fn any(ports: &mut Ports) -> Result<Self> {
        let serving = SERVICES
            .iter()
            .map(|service| Ok((service.name.to_owned(), ports.any()?)))
            .collect::<Result<_>>()?;
        Ok(Self {
            serving,
            admin: BTreeMap::new(),
        })
    }

    /// The port of a service; 0 for an unknown name.
    pub(crate) fn serving(&self, service: &str) -> u16 {
        self.serving.get(service).copied().unwrap_or_default()
    }

    pub(crate) fn admin(&self, service: &str) -> u16 {
        self.admin.get(service).copied().unwrap_or_default()
    }

    /// The port of the gateway.
    pub fn gateway(&self) -> u16 {
        self.serving(GATEWAY)
    }
}

#[cfg(test)]
impl<const N: usize> From<[(&str, u16); N]> for ServicePorts {
    fn from(serving: [(&str, u16); N]) -> Self {
        Self {
            serving: serving.map(|(name, port)| (name.to_owned(), port)).into(),
            admin: BTreeMap::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gateway_gets_the_requested_port() {
        let mut ports = Ports::default();
        let requested = ports.any().unwrap();
        let chosen = ServicePorts::choose(&mut Ports::default(), Some(requested)).unwrap();
        assert_eq!(chosen.gateway(), requested);
        // All ports differ, admin ports included.
        let allocated: std::collections::BTreeSet<_> =
            chosen.serving.values().chain(chosen.admin.values()).collect();
        assert_eq!(allocated.len(), 2 * SERVICES.len());
    }
}
