//! Starts, stops and restarts a service's process, with a shell script as the service.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::{collections::BTreeMap, fs, os::unix::fs::PermissionsExt as _, path::Path, time::Duration};

use local::{Readiness, Service, ServiceSpec};

/// A service that logs its arguments, and exits on SIGTERM.
fn spec(folder: &Path) -> ServiceSpec {
    let binary = folder.join("service");
    fs::write(
        &binary,
        "#!/bin/sh\ntrap 'echo drained; exit 0' TERM\necho \"$1 $GREETING\"\nwhile :; do sleep 0.05; done\n",
    )
    .unwrap();
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
    ServiceSpec {
        name: "service".to_owned(),
        binary,
        environment: BTreeMap::from([("GREETING".to_owned(), "salam".to_owned())]),
        log: folder.join("logs/service.log"),
        readiness: Readiness::Http("http://127.0.0.1:9/health/ready".to_owned()),
    }
}

async fn wait_for_log(spec: &ServiceSpec, expected: &str) {
    for _ in 0..200 {
        if fs::read_to_string(&spec.log).is_ok_and(|log| log == expected) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the log is {:?}, not {expected:?}", fs::read_to_string(&spec.log));
}

#[tokio::test]
async fn restart_stops_and_starts_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let spec = spec(folder.path());
    let mut service = Service::start(spec.clone()).unwrap();
    wait_for_log(&spec, "serve salam\n").await;
    let first = service.pid();

    service.restart().await.unwrap();
    assert_ne!(service.pid(), first);
    wait_for_log(&spec, "serve salam\ndrained\nserve salam\n").await;

    service.kill().unwrap();
    assert!(service.has_exited());
}

#[tokio::test]
async fn error_of_a_service_that_exits_names_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let mut service = Service::start(spec(folder.path())).unwrap();
    service.kill().unwrap();
    let error = service
        .wait_ready(Duration::from_mins(1))
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("before it was ready") && error.contains("service.log"),
        "{error}"
    );
}
