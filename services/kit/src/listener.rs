//! A TCP listener with a maximum number of open connections.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
};

/// Delay after a failed `accept`.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// A bound TCP port. Dropping it closes the port, but not the open connections.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
    permits: Arc<Semaphore>,
}

/// An accepted connection.
#[derive(Debug)]
pub struct Connection {
    /// The connection itself.
    pub stream: TcpStream,
    /// Remote address.
    pub peer: SocketAddr,
    /// Counts the connection as open until dropped.
    pub permit: OwnedSemaphorePermit,
}

impl Listener {
    /// Binds a port for at most `connections` open connections; port 0 picks a free port.
    ///
    /// # Errors
    ///
    /// Fails if the address is in use or cannot be bound.
    pub async fn bind(address: SocketAddr, connections: usize) -> io::Result<Self> {
        let socket = TcpListener::bind(address).await?;
        Ok(Self {
            address: socket.local_addr()?,
            socket,
            permits: Arc::new(Semaphore::new(connections)),
        })
    }

    /// Returns the bound address.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Accepts a connection. Waits while the maximum is open; further clients wait in the kernel's backlog. Cancel safe.
    pub async fn accept(&self) -> Connection {
        loop {
            match self.try_accept().await {
                Ok(connection) => return connection,
                Err(error) => {
                    // Usually out of file descriptors, until open connections close.
                    tracing::warn!(%error, address = %self.address, "accept failed, retrying");
                    tokio::time::sleep(RETRY_DELAY).await;
                }
            }
        }
    }

    async fn try_accept(&self) -> anyhow::Result<Connection> {
        let permit = Arc::clone(&self.permits).acquire_owned().await?;
        let (stream, peer) = self.socket.accept().await?;
        // Fails if the client has disconnected, which serving detects too.
        let _ = stream.set_nodelay(true);
        Ok(Connection { stream, peer, permit })
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn accepts_no_more_than_the_maximum_until_a_connection_closes() {
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
