//! A TCP proxy in front of PostgreSQL, for tests of a slow or unreachable database.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use secrecy::{ExposeSecret as _, SecretString};
use sqlx::{ConnectOptions as _, postgres::PgConnectOptions};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};
use tokio_util::sync::{CancellationToken, DropGuard};

/// Forwards connections to a database until it is dropped.
pub struct DatabaseProxy {
    url: SecretString,
    is_held: watch::Sender<bool>,
    cuts: watch::Sender<Cuts>,
    requests: Arc<AtomicUsize>,
    _stop: DropGuard,
}

/// Holds back the database's responses until it is dropped.
#[must_use]
pub struct HeldResponses<'a>(&'a DatabaseProxy);

/// Whether connections are closed, and how often that began: a connection of before is closed also after a short outage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Cuts {
    count: u64,
    is_cut: bool,
}

/// Closes all connections, and new ones, until it is dropped.
#[must_use]
pub struct CutOff<'a>(&'a DatabaseProxy);

impl DatabaseProxy {
    /// Starts a proxy on a free port of this machine.
    pub async fn start(database: &SecretString) -> Self {
        let options: PgConnectOptions = database.expose_secret().parse().expect("a valid URL");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let target = (options.get_host().to_owned(), options.get_port());
        let url = options.host("127.0.0.1").port(port).to_url_lossy().to_string();
        let (is_held, held) = watch::channel(false);
        let (cuts, cut) = watch::channel(Cuts::default());
        let stop = CancellationToken::new();
        let requests = Arc::default();
        tokio::spawn(accept(
            listener,
            target,
            (held, cut),
            Arc::clone(&requests),
            stop.clone(),
        ));
        Self {
            url: url.into(),
            is_held,
            cuts,
            requests,
            _stop: stop.drop_guard(),
        }
    }

    /// Returns the URL of the database through the proxy.
    pub const fn url(&self) -> &SecretString {
        &self.url
    }

    /// Returns the number of packets that clients have sent.
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }

    /// Holds back all responses; requests are still forwarded.
    pub fn hold_responses(&self) -> HeldResponses<'_> {
        self.is_held.send_replace(true);
        HeldResponses(self)
    }

    /// Closes all connections, as a server that is killed, until the guard is dropped.
    pub fn cut_off(&self) -> CutOff<'_> {
        self.cuts.send_modify(|cuts| {
            cuts.count += 1;
            cuts.is_cut = true;
        });
        CutOff(self)
    }
}

impl Drop for CutOff<'_> {
    fn drop(&mut self) {
        self.0.cuts.send_modify(|cuts| cuts.is_cut = false);
    }
}

impl Drop for HeldResponses<'_> {
    fn drop(&mut self) {
        self.0.is_held.send_replace(false);
    }
}

async fn accept(
    listener: TcpListener,
    target: (String, u16),
    (held, cuts): (watch::Receiver<bool>, watch::Receiver<Cuts>),
    requests: Arc<AtomicUsize>,
    stop: CancellationToken,
) {
    while let Some(Ok((client, _))) = stop.run_until_cancelled(listener.accept()).await {
        let (target, held, requests, stop) =
            (target.clone(), held.clone(), Arc::clone(&requests), stop.clone());
        let mut cuts = cuts.clone();
        tokio::spawn(async move {
            let before = *cuts.borrow();
            if before.is_cut {
                return;
            }
            let Ok(server) = TcpStream::connect(target).await else {
                return;
            };
            let (client_read, client_write) = client.into_split();
            let (server_read, server_write) = server.into_split();
            let forwarded = async {
                tokio::join!(
                    forward_requests(client_read, server_write, &requests),
                    forward_responses(server_read, client_write, held),
                );
            };
            tokio::select! {
                () = forwarded => {}
                _ = cuts.wait_for(|cuts| cuts.count != before.count) => {}
                () = stop.cancelled() => {}
            }
        });
    }
}

async fn forward_requests(mut client: OwnedReadHalf, mut server: OwnedWriteHalf, requests: &AtomicUsize) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(length) = client.read(&mut buffer).await {
        if length == 0 || server.write_all(&buffer[..length]).await.is_err() {
            return;
        }
        requests.fetch_add(1, Ordering::Relaxed);
    }
}

async fn forward_responses(
    mut server: OwnedReadHalf,
    mut client: OwnedWriteHalf,
    mut held: watch::Receiver<bool>,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(length) = server.read(&mut buffer).await {
        let is_released = held.wait_for(|is_held| !is_held).await.is_ok();
        if length == 0 || !is_released || client.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}
