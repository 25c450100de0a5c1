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

use tokio::sync::watch;
use tonic::transport::{Channel, Endpoint, channel::Change};

type Channels = Vec<(SocketAddr, Channel)>;

/// The endpoints of a service. Cheap to clone.
#[derive(Clone)]
pub(super) struct Endpoints {
    channels: watch::Receiver<Channels>,
    calls: Arc<AtomicUsize>,
}

/// Changes the endpoints of a service.
pub(super) struct EndpointsSender(watch::Sender<Channels>);

impl EndpointsSender {
    /// Returns whether all clones of the endpoints are dropped.
    pub(super) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    /// Applies changes. An endpoint that is inserted takes the place of the one with its address.
    pub(super) fn apply(&self, changes: Vec<Change<SocketAddr, Endpoint>>) {
        self.0.send_modify(|channels| {
            for change in changes {
                let (Change::Insert(address, _) | Change::Remove(address)) = change;
                channels.retain(|(known, _)| *known != address);
                if let Change::Insert(_, endpoint) = change {
                    channels.push((address, endpoint.connect_lazy()));
                }
            }
        });
    }
}

impl Endpoints {
    /// Creates an empty set, and the sender of its changes.
    pub(super) fn new() -> (Self, EndpointsSender) {
        let (sender, channels) = watch::channel(Channels::new());
        let endpoints = Self {
            channels,
            calls: Arc::default(),
        };
        (endpoints, EndpointsSender(sender))
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

    /// Waits until the endpoints have these addresses.
    #[cfg(test)]
    pub(super) async fn wait_until_they_are(&self, addresses: &[SocketAddr]) {
        let mut channels = self.channels.clone();
        let are_these = |channels: &Channels| channels.iter().map(|(address, _)| address).eq(addresses);
        assert!(channels.wait_for(are_these).await.is_ok());
    }
}
