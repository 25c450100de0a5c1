//! TLS between services, over TCP.

use std::{path::Path, time::Duration};

use kit::{
    grpc::{Client, client::InvalidAddress},
    service::Service,
    settings::{CertificateSettings, GrpcSettings, ProcessSettings},
};
use local::Readiness;
use proto::common::v1::{ListAuditRequest, audit_service_client::AuditServiceClient};
use testkit::{
    Harness,
    certificates::{create_authority, create_certificate},
    eventually,
};
use tokio_util::sync::CancellationToken;
use tonic::Code;

use crate::DEFINITION;

/// A running service with a certificate of the authority `ours` for `localhost`.
struct Running {
    folder: tempfile::TempDir,
    port: u16,
    admin: String,
    process: ProcessSettings,
    harness: Harness,
}

impl Running {
    async fn start() -> Self {
        Self::start_with(GrpcSettings::default()).await
    }

    async fn start_with(grpc: GrpcSettings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["ours", "foreign"] {
            create_authority(folder.path(), name).await;
        }
        create_certificate(folder.path(), "ours", "server", "localhost").await;
        let harness = Harness::start(DEFINITION).await;
        let process = ProcessSettings {
            certificate: CertificateSettings {
                grpc_certificate_file: Some(folder.path().join("server.crt")),
                grpc_key_file: Some(folder.path().join("server.key")),
            },
            grpc,
            ..harness.process_settings()
        };
        let (port, admin) = serve(&harness, &process).await;
        Self {
            folder,
            port,
            admin,
            process,
            harness,
        }
    }

    /// Calls the service at a host, trusting the authority in this file of the folder; returns the status.
    async fn call(&self, scheme: &str, host: &str, authority: &str) -> Code {
        list(&self.client(scheme, host, &self.folder.path().join(authority))).await
    }

    fn client(&self, scheme: &str, host: &str, authority: &Path) -> Client {
        connect(&format!("{scheme}://{host}:{}", self.port), authority)
    }
}

/// Returns a client of these addresses that trusts the authority.
fn connect(addresses: &str, authority: &Path) -> Client {
    let settings = GrpcSettings {
        grpc_ca_file: Some(authority.to_owned()),
        grpc_allow_plain: false,
    };
    Client::new(addresses, testkit::signer(DEFINITION.name), &settings).unwrap()
}

/// Runs a replica of the service; returns its port and the address of its metrics.
async fn serve(harness: &Harness, process: &ProcessSettings) -> (u16, String) {
    let service = Service::bind(DEFINITION, process, &harness.database_settings())
        .await
        .unwrap();
    let addresses = (service.address().port(), service.admin_address().to_string());
    tokio::spawn(service.run(CancellationToken::new()));
    addresses
}

/// Calls an rpc, which is refused to services; returns the status.
async fn list(client: &Client) -> Code {
    let mut client = AuditServiceClient::new(client.clone());
    client
        .list_audit(ListAuditRequest::default())
        .await
        .map_or_else(|status| status.code(), |_| Code::Ok)
}

#[tokio::test]
async fn calls_only_servers_with_a_certificate_of_the_authority_for_the_host() {
    let running = Running::start().await;
    let refused_by_the_handler = Code::PermissionDenied;
    assert_eq!(
        running.call("https", "localhost", "ours.crt").await,
        refused_by_the_handler
    );
    for (scheme, host, authority) in [
        ("https", "localhost", "foreign.crt"),
        // Not a name of the certificate.
        ("https", "127.0.0.1", "ours.crt"),
        // The port has TLS only.
        ("http", "localhost", "ours.crt"),
    ] {
        let code = running.call(scheme, host, authority).await;
        assert_eq!(code, Code::Unavailable, "{scheme} {host} {authority}");
    }
    // The server is up.
    assert_eq!(
        running.call("https", "localhost", "ours.crt").await,
        refused_by_the_handler
    );
}

#[tokio::test]
async fn accepts_both_while_plain_connections_are_allowed() {
    let running = Running::start_with(GrpcSettings {
        grpc_allow_plain: true,
        ..GrpcSettings::default()
    })
    .await;
    for scheme in ["https", "http"] {
        let code = running.call(scheme, "localhost", "ours.crt").await;
        assert_eq!(code, Code::PermissionDenied, "{scheme}");
    }
    // TLS stays what it is.
    let code = running.call("https", "localhost", "foreign.crt").await;
    assert_eq!(code, Code::Unavailable);
}

#[tokio::test]
async fn calls_after_a_pause_succeed_at_each_replica() {
    let running = Running::start().await;
    let (other, _) = serve(&running.harness, &running.process).await;
    let addresses = format!("https://localhost:{},https://localhost:{other}", running.port);
    let client = connect(&addresses, &running.folder.path().join("ours.crt"));
    assert_eq!(list(&client).await, Code::PermissionDenied);
    // A server ends handshakes that take this long. One that the first call began, but did not need, would be among them.
    tokio::time::sleep(Duration::from_secs(6)).await;
    for _ in 0..8 {
        assert_eq!(list(&client).await, Code::PermissionDenied);
    }
}

#[tokio::test]
async fn trusts_a_renewed_authority_without_a_restart() {
    let running = Running::start().await;
    let folder = running.folder.path();
    let file = folder.join("ca.crt");
    std::fs::copy(folder.join("foreign.crt"), &file).unwrap();
    let client = running.client("https", "localhost", &file);
    assert_eq!(list(&client).await, Code::Unavailable);

    std::fs::copy(folder.join("ours.crt"), &file).unwrap();
    eventually("the client trusts the server", || async {
        (list(&client).await == Code::PermissionDenied).then_some(())
    })
    .await;
}

#[tokio::test]
async fn readiness_is_served_without_tls_on_the_admin_port() {
    let running = Running::start().await;
    let readiness = Readiness::Http(format!("http://{}/health/ready", running.admin));
    eventually("the service is ready", || async {
        readiness.is_ready().await.then_some(())
    })
    .await;
}

#[tokio::test]
async fn serves_other_machines_without_tls_only_if_the_settings_allow_it() {
    let harness = Harness::start(DEFINITION).await;
    let bind = async |allow_plain| {
        let process = ProcessSettings {
            listen: ([0, 0, 0, 0], 0).into(),
            grpc: GrpcSettings {
                grpc_allow_plain: allow_plain,
                ..GrpcSettings::default()
            },
            ..harness.process_settings()
        };
        let service = Service::bind(DEFINITION, &process, &harness.database_settings()).await;
        service.err().map(|error| error.to_string())
    };
    let error = bind(false).await.unwrap();
    assert!(error.contains("GRPC_CERTIFICATE_FILE"), "{error}");
    assert_eq!(bind(true).await, None);
}

#[tokio::test]
async fn calls_other_machines_without_tls_only_if_the_settings_allow_it() {
    let create = |address: &str, grpc_allow_plain| {
        let settings = GrpcSettings {
            grpc_ca_file: None,
            grpc_allow_plain,
        };
        Client::new(address, testkit::signer(DEFINITION.name), &settings).err()
    };
    for address in ["http://127.0.0.1:1", "http://localhost:1,http://[::1]:2"] {
        assert!(create(address, false).is_none(), "{address}");
    }
    for address in ["http://cart:9100", "http://127.0.0.1:1,http://10.0.0.1:1"] {
        let error = create(address, false);
        assert!(matches!(error, Some(InvalidAddress::Plain(_))), "{error:?}");
        assert!(create(address, true).is_none(), "{address}");
    }
    for allow_plain in [false, true] {
        let error = create("https://cart:9100", allow_plain);
        assert!(matches!(error, Some(InvalidAddress::NoAuthority(_))), "{error:?}");
    }
}
