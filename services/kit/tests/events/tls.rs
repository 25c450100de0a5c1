//! TLS connections to NATS.

use std::path::Path;

use kit::{events::bus::Bus, settings::NatsSettings};

use super::*;

/// Creates the authority `NAME.crt` and a certificate of it for `localhost`, `NAME-server.crt`, each with its key.
async fn create_certificates(folder: &Path, name: &str) {
    let authority = format!("-subj /CN={name} -keyout {name}.key -out {name}.crt");
    let server = format!(
        "-subj /CN=server -keyout {name}-server.key -out {name}-server.crt -CA {name}.crt -CAkey {name}.key \
         -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE"
    );
    for arguments in [authority, server] {
        let output = tokio::process::Command::new("openssl")
            .args("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 1".split(' '))
            .args(arguments.split_whitespace())
            .current_dir(folder)
            .output()
            .await
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[tokio::test]
async fn trusts_only_the_authority_of_its_settings() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["ours", "foreign"] {
        create_certificates(folder.path(), name).await;
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
