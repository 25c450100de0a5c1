//! The keys and certificates of a control plane, made by OpenSSL.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use tokio::process::Command;
use toolkit::command;

const TIMEOUT: Duration = Duration::from_secs(30);

/// A folder with an authority, the certificates that it signed, and the key of the service accounts.
#[derive(Debug, Clone)]
pub(crate) struct Pki {
    folder: PathBuf,
}

impl Pki {
    /// Creates an authority and the key of the service accounts in an existing folder.
    pub(crate) async fn create(folder: &Path) -> Result<Self> {
        let pki = Self {
            folder: folder.to_owned(),
        };
        pki.create_authority("ca").await?;
        openssl(
            &pki.folder,
            &[
                "ecparam",
                "-name",
                "prime256v1",
                "-genkey",
                "-noout",
                "-out",
                "sa.key",
            ],
        )
        .await?;
        Ok(pki)
    }

    /// Creates an authority.
    async fn create_authority(&self, name: &str) -> Result<()> {
        let (key, certificate) = (format!("{name}.key"), format!("{name}.crt"));
        let arguments = [
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "3650",
            "-subj",
            &format!("/CN={name}"),
            "-keyout",
            &key,
            "-out",
            &certificate,
        ];
        openssl(&self.folder, &arguments).await
    }

    /// Creates a certificate for client and server authentication, signed by the authority. `subject` is such as
    /// `/O=system:masters/CN=admin`; `names` such as `DNS:localhost`.
    pub(crate) async fn sign(&self, name: &str, subject: &str, names: &[&str]) -> Result<()> {
        let mut extensions = "extendedKeyUsage=serverAuth,clientAuth\n".to_owned();
        if !names.is_empty() {
            extensions = format!("{extensions}subjectAltName={}\n", names.join(","));
        }
        let file = |suffix: &str| format!("{name}.{suffix}");
        fs::write(self.folder.join(file("ext")), extensions)
            .context("cannot write a certificate's extensions")?;
        let request = [
            "req",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-subj",
            subject,
            "-keyout",
            &file("key"),
            "-out",
            &file("csr"),
        ];
        openssl(&self.folder, &request).await?;
        let sign = [
            "x509",
            "-req",
            "-in",
            &file("csr"),
            "-CA",
            "ca.crt",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "3650",
            "-extfile",
            &file("ext"),
            "-out",
            &file("crt"),
        ];
        openssl(&self.folder, &sign).await
    }

    /// The path of a file, such as `ca.crt`.
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Writes a kubeconfig for a signed client, and returns its path.
    pub(crate) fn write_kubeconfig(&self, client: &str, server: &str) -> Result<PathBuf> {
        let path = self.folder.join(format!("{client}.kubeconfig"));
        let config = serde_json::json!({
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": "storefront", "cluster": {
                "server": server,
                "certificate-authority": self.path("ca.crt"),
            }}],
            "users": [{"name": client, "user": {
                "client-certificate": self.path(&format!("{client}.crt")),
                "client-key": self.path(&format!("{client}.key")),
            }}],
            "contexts": [{"name": "storefront", "context": {"cluster": "storefront", "user": client}}],
            "current-context": "storefront",
        });
        fs::write(&path, serde_json::to_vec_pretty(&config)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }
}

async fn openssl(folder: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("openssl");
    command.args(arguments).current_dir(folder);
    command::capture("openssl", command, TIMEOUT, |_| {})
        .await
        .map(drop)
}
