//! The options that etcd and the API server have in every control plane, and the end of a server's log.

use std::{fs, path::Path};

use crate::pki::Pki;

/// The network of the cluster's services.
pub(crate) const SERVICE_NETWORK: &str = "10.96.0.0/12";

/// Lines of a log that an error shows.
const SHOWN_LINES: usize = 15;

/// Options of a program: names and values.
pub(crate) type Options = Vec<(&'static str, String)>;

/// The options of an etcd whose data ends with the cluster, with its addresses for clients and peers.
pub(crate) fn etcd(folder: &Path, client: &str, peer: &str) -> Options {
    vec![
        ("data-dir", folder.join("etcd").display().to_string()),
        ("listen-client-urls", client.to_owned()),
        ("advertise-client-urls", client.to_owned()),
        ("listen-peer-urls", peer.to_owned()),
        ("initial-advertise-peer-urls", peer.to_owned()),
        ("initial-cluster", format!("default={peer}")),
        ("unsafe-no-fsync", "true".to_owned()),
    ]
}

/// The options of an API server at an address, but for its authorization and what it has of nodes.
pub(crate) fn api_server(etcd: &str, address: &str, port: u16, pki: &Pki) -> Options {
    let file = |name: &str| pki.path(name).display().to_string();
    vec![
        ("etcd-servers", etcd.to_owned()),
        ("bind-address", address.to_owned()),
        ("advertise-address", address.to_owned()),
        ("secure-port", port.to_string()),
        ("service-cluster-ip-range", SERVICE_NETWORK.to_owned()),
        ("client-ca-file", file("ca.crt")),
        ("tls-cert-file", file("apiserver.crt")),
        ("tls-private-key-file", file("apiserver.key")),
        (
            "service-account-issuer",
            "https://kubernetes.default.svc.cluster.local".to_owned(),
        ),
        ("service-account-key-file", file("sa.key")),
        ("service-account-signing-key-file", file("sa.key")),
        ("allow-privileged", "true".to_owned()),
    ]
}

/// Returns options as arguments, `--name=value`.
pub(crate) fn arguments(options: &Options) -> Vec<String> {
    options
        .iter()
        .map(|(name, value)| format!("--{name}={value}"))
        .collect()
}

/// Returns the last lines of a log; nothing if it cannot be read.
pub(crate) fn end_of_log(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines: Vec<_> = text.lines().collect();
    lines
        .get(lines.len().saturating_sub(SHOWN_LINES)..)
        .unwrap_or_default()
        .join("\n")
}
