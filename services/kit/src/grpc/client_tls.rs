//! TLS of the gRPC client. The authorities are read again when their file changes.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use tokio_rustls::rustls::pki_types::{CertificateDer, pem::PemObject as _};
use tonic::transport::{Certificate, ClientTlsConfig};

/// Maximum duration of a handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(2);

/// The authorities whose certificates a client trusts.
#[derive(Debug, Clone)]
pub(super) struct Authorities {
    file: PathBuf,
    pem: Vec<u8>,
}

impl Authorities {
    /// Reads the authorities from a file in PEM format.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or has no certificate.
    pub(super) fn read(file: &Path) -> io::Result<Self> {
        let pem = std::fs::read(file)?;
        validate(&pem)?;
        Ok(Self {
            file: file.to_owned(),
            pem,
        })
    }

    /// Reads the file again and returns whether the authorities have changed. Keeps them while it cannot be read or parsed.
    pub(super) async fn reload(&mut self) -> bool {
        let read = async {
            let pem = tokio::fs::read(&self.file).await?;
            if pem == self.pem {
                return Ok(None);
            }
            validate(&pem)?;
            Ok::<_, io::Error>(Some(pem))
        };
        match read.await {
            Ok(Some(pem)) => {
                tracing::info!("authorities of the services reloaded");
                self.pem = pem;
                true
            }
            Ok(None) => false,
            Err(error) => {
                tracing::warn!(file = %self.file.display(), %error, "authorities not reloaded, retrying");
                false
            }
        }
    }

    /// Returns settings that require a certificate for this host name, whatever the address.
    pub(super) fn config(&self, host: &str) -> ClientTlsConfig {
        ClientTlsConfig::new()
            .ca_certificate(Certificate::from_pem(&self.pem))
            .domain_name(host)
            .timeout(HANDSHAKE_TIMEOUT)
    }
}

fn validate(pem: &[u8]) -> io::Result<()> {
    let certificates: Vec<_> = CertificateDer::pem_slice_iter(pem)
        .collect::<Result<_, _>>()
        .map_err(io::Error::other)?;
    if certificates.is_empty() {
        return Err(io::Error::other("no certificate in PEM format"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keeps_the_authorities_while_the_file_has_none() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["old", "new"] {
            testkit::certificates::create_authority(folder.path(), name).await;
        }
        let file = folder.path().join("ca.crt");
        let write = |name: &str| std::fs::copy(folder.path().join(name), &file).unwrap();
        write("old.key");
        assert!(Authorities::read(&file).is_err());
        write("old.crt");
        let mut authorities = Authorities::read(&file).unwrap();
        let old = authorities.pem.clone();
        assert!(!authorities.reload().await);

        write("new.key");
        assert!(!authorities.reload().await);
        std::fs::remove_file(&file).unwrap();
        assert!(!authorities.reload().await);
        assert_eq!(authorities.pem, old);
        write("new.crt");
        assert!(authorities.reload().await);
        assert_ne!(authorities.pem, old);
    }
}
