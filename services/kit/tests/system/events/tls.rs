//! TLS connections to NATS.

use kit::{events::bus::Bus, settings::NatsSettings};
use testkit::certificates::{create_authority, create_certificate};

use super::*;

#[tokio::test]
async fn trusts_only_the_authority_of_its_settings() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["ours", "foreign"] {
        create_authority(folder.path(), name).await;
        create_certificate(folder.path(), name, &format!("{name}-server"), "localhost").await;
    }
    let program = tokio::task::spawn_blocking(local::nats_server)
        .await
        .unwrap()
        .unwrap();
    let port = local::Ports::default().any().unwrap();
    let _server = tokio::process::Command::new(program)
        .args(["--addr", "127.0.0.1", "--port", &port.to_string(), "--tls"])
        .args(["--tlscert", "ours-server.crt", "--tlskey", "ours-server.key"])
        .current_dir(folder.path())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut settings = NatsSettings::new(format!("tls://localhost:{port}"));
    settings.nats_ca_file = Some(folder.path().join("ours.crt"));
    let trusting = Bus::connect(&settings, "kit").await.unwrap();
    eventually("the connection is up", || async {
        trusting.is_connected().then_some(())
    })
    .await;
    trusting.client().flush().await.unwrap();

    // Without the setting, the system's authorities.
    for authority in [None, Some(folder.path().join("foreign.crt"))] {
        settings.nats_ca_file = authority;
        let has_failed = Arc::new(AtomicBool::new(false));
        let record = Arc::clone(&has_failed);
        let refusing = Bus::connect_with(&settings, "kit", move |event| {
            if matches!(event, async_nats::Event::ClientError(_)) {
                record.store(true, Ordering::SeqCst);
            }
        })
        .await
        .unwrap();
        eventually("an attempt to connect fails", || async {
            has_failed.load(Ordering::SeqCst).then_some(())
        })
        .await;
        // The server is up.
        trusting.client().flush().await.unwrap();
        assert!(!refusing.is_connected());
    }
}
