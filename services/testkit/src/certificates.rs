//! Certificates for tests of TLS, created by `openssl`.

use std::path::Path;

/// Creates an authority: `NAME.crt` and `NAME.key` in the folder, in PEM format.
pub async fn create_authority(folder: &Path, name: &str) {
    create(
        folder,
        &format!("-subj /CN={name} -keyout {name}.key -out {name}.crt"),
    )
    .await;
}

/// Creates a certificate of an authority for a host name: `NAME.crt` and `NAME.key` in the folder, in PEM format.
pub async fn create_certificate(folder: &Path, authority: &str, name: &str, host: &str) {
    create(
        folder,
        &format!(
            "-subj /CN=server -keyout {name}.key -out {name}.crt -CA {authority}.crt -CAkey {authority}.key \
             -addext subjectAltName=DNS:{host} -addext basicConstraints=critical,CA:FALSE"
        ),
    )
    .await;
}

async fn create(folder: &Path, arguments: &str) {
    let output = tokio::process::Command::new("openssl")
        .args("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 1".split(' '))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .await
        .expect("openssl starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
