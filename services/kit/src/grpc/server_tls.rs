//! TLS of the gRPC server. The certificate is read again when its files change, as cert-manager renews it.

use std::{
    io::{self, IoSlice},
    path::{Path, PathBuf},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use anyhow::Context as _;
use futures::{Stream, StreamExt as _};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    sync::watch,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::{CryptoProvider, ring},
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
        server::{ClientHello, ResolvesServerCert},
        sign::CertifiedKey,
        version::TLS13,
    },
    server::TlsStream,
};
use tokio_util::sync::CancellationToken;
use tonic::transport::server::{Connected, TcpConnectInfo};

/// Interval of reading the files.
pub(crate) const RELOAD_INTERVAL: Duration = Duration::from_secs(30);

/// Maximum duration of a handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum number of concurrent handshakes; further connections wait in the kernel's backlog.
const MAX_HANDSHAKES: usize = 256;

/// First byte of a handshake.
const HANDSHAKE: u8 = 22;

/// Name of HTTP/2 in the handshake.
const HTTP2: &[u8] = b"h2";

/// The certificate of the server.
pub(crate) struct ServerTls {
    files: Files,
    current: Pem,
    key: watch::Sender<Arc<CertifiedKey>>,
}

struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// Contents of the files.
#[derive(PartialEq, Eq)]
struct Pem {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl ServerTls {
    /// Reads the certificate, with its intermediates, and its key, both in PEM format.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or parsed, or the key is not that of the certificate.
    pub(crate) async fn read(certificate: &Path, key: &Path) -> anyhow::Result<Self> {
        let files = Files {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
        };
        let current = files.read().await?;
        let key = watch::Sender::new(Arc::new(current.parse()?));
        Ok(Self { files, current, key })
    }

    /// Encrypts the connections of a stream, in TLS 1.3, unless they are plain and `allows_plain`. Connections whose handshake
    /// fails are dropped.
    ///
    /// # Errors
    ///
    /// Fails if the cryptography does not support TLS 1.3.
    pub(crate) fn accept<T>(
        &self,
        incoming: T,
        allows_plain: bool,
    ) -> anyhow::Result<impl Stream<Item = io::Result<Connection>> + use<T>>
    where
        T: Stream<Item = io::Result<TcpStream>>,
    {
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_protocol_versions(&[&TLS13])?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(Resolver(self.key.subscribe())));
        config.alpn_protocols = vec![HTTP2.to_owned()];
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let handshakes = incoming.map(move |socket| accept(acceptor.clone(), allows_plain, socket));
        Ok(handshakes
            .buffer_unordered(MAX_HANDSHAKES)
            .filter_map(std::future::ready))
    }

    /// Reads the files at each interval until cancelled. Keeps the certificate while they cannot be read or parsed.
    pub(crate) async fn reload(mut self, interval: Duration, stop: CancellationToken) {
        while stop
            .run_until_cancelled(tokio::time::sleep(interval))
            .await
            .is_some()
        {
            match self.reload_once().await {
                Ok(true) => tracing::info!("certificate of the server reloaded"),
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(error = format!("{error:#}"), "certificate not reloaded, retrying");
                }
            }
        }
    }

    /// Returns whether the certificate has changed.
    async fn reload_once(&mut self) -> anyhow::Result<bool> {
        let pem = self.files.read().await?;
        if pem == self.current {
            return Ok(false);
        }
        let key = pem.parse()?;
        self.key.send_replace(Arc::new(key));
        self.current = pem;
        Ok(true)
    }
}

impl Files {
    async fn read(&self) -> anyhow::Result<Pem> {
        let read = async |file: &Path| {
            let contents = tokio::fs::read(file).await;
            contents.with_context(|| format!("cannot read {}", file.display()))
        };
        Ok(Pem {
            certificate: read(&self.certificate).await?,
            key: read(&self.key).await?,
        })
    }
}

impl Pem {
    fn parse(&self) -> anyhow::Result<CertifiedKey> {
        let chain: Vec<_> = CertificateDer::pem_slice_iter(&self.certificate)
            .collect::<Result<_, _>>()
            .context("the certificate is not in PEM format")?;
        let key = PrivateKeyDer::from_pem_slice(&self.key).context("the key is not in PEM format")?;
        // Fails if the chain is empty or the key is another one's.
        CertifiedKey::from_der(chain, key, &provider()).context("unusable certificate")
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// Presents the current certificate.
#[derive(Debug)]
struct Resolver(watch::Receiver<Arc<CertifiedKey>>);

impl ResolvesServerCert for Resolver {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.borrow()))
    }
}

/// Returns the connection, the error of an accept, or `None` if the handshake failed.
async fn accept(
    acceptor: TlsAcceptor,
    allows_plain: bool,
    socket: io::Result<TcpStream>,
) -> Option<io::Result<Connection>> {
    let socket = match socket {
        Ok(socket) => socket,
        Err(error) => return Some(Err(error)),
    };
    let handshake = async {
        if allows_plain && !starts_handshake(&socket).await? {
            return Ok(Connection::Plain(socket));
        }
        let stream = acceptor.accept(socket).await?;
        Ok::<_, io::Error>(Connection::Tls(Box::new(stream)))
    };
    match tokio::time::timeout(HANDSHAKE_TIMEOUT, handshake).await {
        Ok(Ok(connection)) => Some(Ok(connection)),
        Ok(Err(error)) => {
            tracing::debug!(%error, "TLS handshake failed");
            None
        }
        Err(_) => {
            tracing::debug!("TLS handshake timed out");
            None
        }
    }
}

/// Returns whether the client starts a handshake; plain HTTP/2 starts with a letter.
async fn starts_handshake(socket: &TcpStream) -> io::Result<bool> {
    let mut first = [0];
    socket.peek(&mut first).await?;
    Ok(first == [HANDSHAKE])
}

/// A connection to the server.
pub(crate) enum Connection {
    Tls(Box<TlsStream<TcpStream>>),
    Plain(TcpStream),
}

impl Connected for Connection {
    type ConnectInfo = TcpConnectInfo;

    fn connect_info(&self) -> TcpConnectInfo {
        match self {
            Self::Tls(stream) => stream.get_ref().0.connect_info(),
            Self::Plain(stream) => stream.connect_info(),
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Plain(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tls(stream) => Pin::new(stream).poll_write(context, buffer),
            Self::Plain(stream) => Pin::new(stream).poll_write(context, buffer),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tls(stream) => Pin::new(stream).poll_write_vectored(context, buffers),
            Self::Plain(stream) => Pin::new(stream).poll_write_vectored(context, buffers),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Tls(stream) => stream.is_write_vectored(),
            Self::Plain(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tls(stream) => Pin::new(stream).poll_flush(context),
            Self::Plain(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use testkit::certificates::{create_authority, create_certificate};
    use tokio::net::TcpListener;
    use tokio_rustls::{
        TlsConnector,
        rustls::{ClientConfig, RootCertStore},
    };
    use tokio_stream::wrappers::TcpListenerStream;

    use super::*;

    /// Creates the authorities `old` and `new`, and the server's files with a certificate of `old`.
    async fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in ["old", "new"] {
            create_authority(folder.path(), name).await;
            create_certificate(folder.path(), name, &format!("{name}-server"), "localhost").await;
        }
        present(folder.path(), "old-server.crt", "old-server.key");
        folder
    }

    /// Overwrites the server's files.
    fn present(folder: &Path, certificate: &str, key: &str) {
        for (from, to) in [(certificate, "tls.crt"), (key, "tls.key")] {
            std::fs::copy(folder.join(from), folder.join(to)).unwrap();
        }
    }

    async fn read(folder: &Path) -> anyhow::Result<ServerTls> {
        ServerTls::read(&folder.join("tls.crt"), &folder.join("tls.key")).await
    }

    /// Returns whether a client that trusts this authority accepts the server.
    async fn trusts(folder: &Path, authority: &str, address: std::net::SocketAddr) -> bool {
        let mut roots = RootCertStore::empty();
        let pem = std::fs::read(folder.join(format!("{authority}.crt"))).unwrap();
        roots.add_parsable_certificates(CertificateDer::pem_slice_iter(&pem).map(Result::unwrap));
        let config = ClientConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let socket = TcpStream::connect(address).await.unwrap();
        TlsConnector::from(Arc::new(config))
            .connect("localhost".try_into().unwrap(), socket)
            .await
            .is_ok()
    }

    #[tokio::test]
    async fn presents_a_renewed_certificate_without_a_restart() {
        let folder = folder().await;
        let tls = read(folder.path()).await.unwrap();
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let incoming = tls.accept(TcpListenerStream::new(socket), false).unwrap();
        tokio::spawn(incoming.for_each(|_| std::future::ready(())));
        let stop = CancellationToken::new();
        let _stop = stop.clone().drop_guard();
        tokio::spawn(tls.reload(Duration::from_millis(20), stop));
        assert!(trusts(folder.path(), "old", address).await);
        assert!(!trusts(folder.path(), "new", address).await);

        present(folder.path(), "new-server.crt", "new-server.key");
        testkit::eventually("the new certificate is presented", || async {
            trusts(folder.path(), "new", address).await.then_some(())
        })
        .await;
        assert!(!trusts(folder.path(), "old", address).await);
    }

    #[tokio::test]
    async fn keeps_the_certificate_while_the_files_do_not_fit() {
        let folder = folder().await;
        let mut tls = read(folder.path()).await.unwrap();
        let before = Arc::clone(&tls.key.borrow());
        assert!(!tls.reload_once().await.unwrap());

        // Between the writes of both files.
        present(folder.path(), "new-server.crt", "old-server.key");
        assert!(tls.reload_once().await.is_err());
        std::fs::remove_file(folder.path().join("tls.key")).unwrap();
        assert!(tls.reload_once().await.is_err());
        assert_eq!(tls.key.borrow().cert, before.cert);

        present(folder.path(), "new-server.crt", "new-server.key");
        assert!(tls.reload_once().await.unwrap());
        assert_ne!(tls.key.borrow().cert, before.cert);
    }

    #[tokio::test]
    async fn rejects_files_without_a_certificate_and_its_key() {
        let folder = folder().await;
        present(folder.path(), "new-server.crt", "old-server.key");
        assert!(read(folder.path()).await.is_err());
        present(folder.path(), "old-server.key", "old-server.key");
        assert!(read(folder.path()).await.is_err());
        present(folder.path(), "old-server.crt", "old-server.crt");
        assert!(read(folder.path()).await.is_err());
    }
}
