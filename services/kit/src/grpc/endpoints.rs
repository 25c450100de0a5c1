//! The endpoints of a service, called in turn.
//!
//! tonic's balanced channel polls a connection only while a call waits in it. One that begins while another endpoint is ready stands
//! still until the next call. By then the server has closed it, and the call fails. Here each endpoint has a channel of its own, in
//! which a call waits for its connection.

use std::{
    future,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::{mpsc, watch};
use tonic::transport::{Channel, Endpoint, channel::Change};

/// Changes that wait until they are applied.
const CAPACITY: usize = 64;

type Channels = Vec<(SocketAddr, Channel)>;

/// The endpoints of a service. Cheap to clone.
#[derive(Clone)]
pub(super) struct Endpoints {
    channels: watch::Receiver<Channels>,
    calls: Arc<AtomicUsize>,
}

impl Endpoints {
    /// Creates an empty set, and the sender of its changes, which is closed once all clones of the set are dropped.
    pub(super) fn new() -> (Self, mpsc::Sender<Change<SocketAddr, Endpoint>>) {
        let (sender, mut changes) = mpsc::channel(CAPACITY);
        let (channels, receiver) = watch::channel(Channels::new());
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    change = changes.recv() => match change {
                        Some(change) => channels.send_modify(|channels| apply(channels, change)),
                        None => break,
                    },
                    () = channels.closed() => break,
                }
            }
        });
        let endpoints = Self {
            channels: receiver,
            calls: Arc::default(),
        };
        (endpoints, sender)
    }

    /// Returns the channel of the next endpoint; waits for the first one.
    pub(super) async fn next(&self) -> Channel {
        let mut channels = self.channels.clone();
        let found = channels.wait_for(|channels| !channels.is_empty()).await;
        let next = found.ok().and_then(|channels| {
            let call = self.calls.fetch_add(1, Ordering::Relaxed);
            let (_, channel) = channels.get(call.checked_rem(channels.len())?)?;
            Some(channel.clone())
        });
        match next {
            Some(channel) => channel,
            // The process stops.
            None => future::pending().await,
        }
    }
}

fn apply(channels: &mut Channels, change: Change<SocketAddr, Endpoint>) {
    match change {
        Change::Insert(address, endpoint) => {
            channels.retain(|(known, _)| *known != address);
            channels.push((address, endpoint.connect_lazy()));
        }
        Change::Remove(address) => channels.retain(|(known, _)| *known != address),
    }
}
