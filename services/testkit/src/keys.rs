//! Keys for the claims of callers in tests.

use kit::{
    caller::{CallerSettings, OPERATOR, Signer},
    keys::{Keys, NamedKeys},
};
use local::Topology;

/// The name of the test as a calling service.
pub(crate) const TEST: &str = "test";

/// Returns settings that accept every caller, and sign calls to every service.
pub fn caller_settings() -> CallerSettings {
    let named = |names: &mut dyn Iterator<Item = &str>| -> NamedKeys {
        let keys: Vec<_> = names.map(|name| format!("{name}={}", text(name))).collect();
        keys.join(";").parse().expect("names and keys")
    };
    CallerSettings {
        signing_keys: Some(named(&mut Topology::programs())),
        verification_keys: Some(named(&mut issuers())),
        ..CallerSettings::default()
    }
}

/// Returns a signer for calls to a service of [`caller_settings`], on behalf of every caller.
pub fn signer(audience: &str) -> Signer {
    let keys = issuers().map(|name| (name.to_owned(), key(name)));
    Signer::with_issuers(TEST, audience, keys)
}

fn issuers() -> impl Iterator<Item = &'static str> {
    Topology::programs().chain([OPERATOR, TEST])
}

fn key(issuer: &str) -> Keys {
    text(issuer).parse().expect("a key that is long enough")
}

fn text(name: &str) -> String {
    format!("a key for tests and for nothing else: {name}")
}
