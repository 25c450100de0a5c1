//! The generated files of `k8s/` about TLS between the services.

use local::{ServiceDefinition, Topology};

use super::{Output, join_lines};

pub(super) fn outputs() -> Vec<Output> {
    vec![
        Output::file("k8s/components/grpc-tls/certificates.yaml", &grpc_certificates()),
        Output::section(
            "k8s/components/grpc-tls/kustomization.yaml",
            "servers",
            grpc_server_patches(),
        ),
        Output::section(
            "k8s/components/grpc-plain/kustomization.yaml",
            "addresses",
            plain_addresses(),
        ),
        Output::section(
            "k8s/components/grpc-plain/kustomization.yaml",
            "seed",
            plain_operator_address(&["catalog", "content"]),
        ),
        Output::section(
            "k8s/components/grpc-plain/kustomization.yaml",
            "operator",
            plain_operator_address(Topology::operator_calls()),
        ),
    ]
}

/// The addresses of the services that a service calls, as settings.
pub(super) fn call_addresses(scheme: &str, service: &ServiceDefinition) -> String {
    let addresses = service.calls.iter();
    join_lines(
        addresses.map(|called| format!("      - {}_URL={scheme}://{called}:9100", called.to_uppercase())),
    )
}

/// The services that serve rpcs.
fn grpc_servers() -> impl Iterator<Item = &'static str> {
    let services = Topology::definitions().iter();
    services
        .filter(|service| !service.is_public)
        .map(|service| service.name)
}

/// The certificates of the services, each for its own host name.
fn grpc_certificates() -> String {
    let documents: Vec<_> = grpc_servers()
        .map(|name| {
            format!(
                "apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: {name}-grpc
  namespace: storefront
spec:
  secretName: {name}-grpc
  duration: 2160h
  renewBefore: 720h
  privateKey:
    algorithm: ECDSA
    size: 256
    rotationPolicy: Always
  usages: [digital signature, server auth]
  dnsNames: [{name}]
  issuerRef:
    group: cert-manager.io
    kind: Issuer
    name: grpc-ca
"
            )
        })
        .collect();
    documents.join("---\n")
}

/// The patches that mount the certificate of each service.
fn grpc_server_patches() -> String {
    join_lines(grpc_servers().map(|name| {
        format!(
            "  - target:
      kind: Deployment
      name: {name}
    patch: |
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: {name}
      spec:
        template:
          spec:
            volumes:
              - name: grpc-certificate
                secret:
                  secretName: {name}-grpc
                  items:
                    - {{key: tls.crt, path: tls.crt}}
                    - {{key: tls.key, path: tls.key}}
            containers:
              - name: service
                env:
                  - name: GRPC_CERTIFICATE_FILE
                    value: /etc/grpc-certificate/tls.crt
                  - name: GRPC_KEY_FILE
                    value: /etc/grpc-certificate/tls.key
                volumeMounts:
                  - name: grpc-certificate
                    mountPath: /etc/grpc-certificate
                    readOnly: true"
        )
    }))
}

/// The settings of the services without TLS.
fn plain_addresses() -> String {
    let services = Topology::definitions().iter();
    let settings = services
        .filter(|service| !service.calls.is_empty())
        .map(|service| {
            format!(
                "  - name: {}
    namespace: storefront
    behavior: merge
    literals:
{}",
                service.name,
                call_addresses("http", service).trim_end()
            )
        });
    join_lines(settings)
}

/// The addresses of the services for the operator's commands without TLS.
fn plain_operator_address(services: &[&str]) -> String {
    let addresses: Vec<_> = services
        .iter()
        .map(|service| format!("{service}=http://{service}:9100"))
        .collect();
    format!("                        value: {}\n", addresses.join(","))
}
