//! A TCP port, with a bound on how many connections are open at a time.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
};

/// How long to wait where no connection can be taken.
const PAUSE: Duration = Duration::from_millis(100);

/// A port that is bound. Dropping it closes the port; open connections stay.
#[derive(Debug)]
pub struct Listener {
    port: TcpListener,
    address: SocketAddr,
    places: Arc<Semaphore>,
}

/// A visitor's connection.
#[derive(Debug)]
pub struct Connection {
    /// What goes to and fro.
    pub stream: TcpStream,
    /// The other end.
    pub peer: SocketAddr,
    /// Counted as open until this is dropped.
    pub place: OwnedSemaphorePermit,
}

impl Listener {
    /// Binds a port for so many connections at a time; port 0 picks a free one.
    pub async fn bind(address: SocketAddr, connections: usize) -> io::Result<Self> {
        let port = TcpListener::bind(address).await?;
        Ok(Self {
            address: port.local_addr()?,
            port,
            places: Arc::new(Semaphore::new(connections)),
        })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for a place, then for a visitor; those above the bound wait in the system's queue. May be cancelled.
    pub async fn accept(&self) -> Connection {
        loop {
            match self.next().await {
                Ok(connection) => return connection,
                Err(error) => {
                    // Out of file descriptors, as a rule: the open connections will free some.
                    tracing::warn!(%error, address = %self.address, "a connection cannot be taken");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn next(&self) -> anyhow::Result<Connection> {
        let place = Arc::clone(&self.places).acquire_owned().await?;
        let (stream, peer) = self.port.accept().await?;
        // Fails where the visitor has left already, which serving will notice too.
        let _ = stream.set_nodelay(true);
        Ok(Connection { stream, peer, place })
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn a_visitor_above_the_bound_waits_until_another_has_left() {
        let listener = Listener::bind((Ipv4Addr::LOCALHOST, 0).into(), 1).await.unwrap();
        let first = TcpStream::connect(listener.address()).await.unwrap();
        let second = TcpStream::connect(listener.address()).await.unwrap();

        let open = listener.accept().await;
        assert_eq!(open.peer, first.local_addr().unwrap());
        assert!(listener.accept().now_or_never().is_none());

        drop(open);
        assert_eq!(listener.accept().await.peer, second.local_addr().unwrap());
    }
}
