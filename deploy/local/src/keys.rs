//! The keys of an installation.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::services::callers;

/// The keys of one installation.
#[derive(Clone, Serialize, Deserialize)]
pub struct Keys {
    /// Derives the keys for the claims of callers.
    pub caller: String,
    /// Derives CSRF tokens.
    pub csrf: String,
    /// Derives refresh tokens.
    pub refresh: String,
}

impl Keys {
    /// Returns the key for the claims of a caller at a service. None follows from another.
    pub fn pair(&self, caller: &str, service: &str) -> String {
        [self.caller.as_str(), caller, service]
            .iter()
            .fold(Sha256::new(), |hash, part| {
                hash.chain_update(Sha256::digest(part))
            })
            .finalize()
            .iter()
            .fold(String::new(), |key, byte| key + &format!("{byte:02x}"))
    }

    /// Returns the key that signs the links to offers. It follows from the key of callers, so that the record of an older
    /// installation needs no new one.
    pub(crate) fn offer(&self) -> String {
        self.pair("offer", "links")
    }

    /// Returns the key that encrypts the secrets of second factors. As [`Self::offer`].
    pub(crate) fn second_factor(&self) -> String {
        self.pair("account", "second-factors")
    }

    /// Returns the key that signs the links to orders. As [`Self::offer`].
    pub(crate) fn order_link(&self) -> String {
        self.pair("order", "links")
    }

    /// Returns `SIGNING_KEYS` of a caller: its key for each service that it calls.
    pub fn signing(&self, caller: &str, services: &[&str]) -> String {
        let keys: Vec<_> = services
            .iter()
            .map(|service| format!("{service}={}", self.pair(caller, service)))
            .collect();
        keys.join(";")
    }

    /// Returns `VERIFICATION_KEYS` of a service: the key of each of its callers.
    pub(crate) fn verification(&self, service: &str) -> String {
        let keys: Vec<_> = callers(service)
            .map(|caller| format!("{caller}={}", self.pair(caller, service)))
            .collect();
        keys.join(";")
    }
}
