//! The connection to NATS and the JetStream stream of all events.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_nats::{
    Client, ConnectOptions, Event, ServerAddr,
    connection::State,
    jetstream::{
        self, Context,
        stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream},
    },
};
use secrecy::ExposeSecret as _;

use crate::settings::{NatsSettings, StreamSettings};

/// Name of the stream.
pub const STREAM: &str = "STOREFRONT";

/// Time for which the stream keeps events: a consumer may be away over a weekend. The outboxes keep them for 35 days, and
/// publish them again if one was away for longer.
const MAX_AGE: Duration = Duration::from_hours(72);

/// Maximum wait for JetStream's acknowledgement that it stored a message.
const ACK_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection to NATS that reconnects in the background.
#[derive(Clone, Debug)]
pub struct Bus {
    client: Client,
    context: Context,
    settings: StreamSettings,
}

impl Bus {
    /// Starts to connect in the background, as the user of the first URL that names one.
    ///
    /// # Errors
    ///
    /// Fails if a URL is invalid.
    pub async fn connect(settings: &NatsSettings, name: &str) -> Result<Self, async_nats::ConnectError> {
        Self::connect_with(settings, name, |_| {}).await
    }

    /// As [`Bus::connect`]; `on_event` receives the changes and errors of the connection.
    ///
    /// # Errors
    ///
    /// Fails if a URL is invalid.
    pub async fn connect_with(
        settings: &NatsSettings,
        name: &str,
        on_event: impl Fn(&Event) + Send + Sync + 'static,
    ) -> Result<Self, async_nats::ConnectError> {
        let urls = settings.nats_url.expose_secret();
        let mut options = ConnectOptions::new();
        if let Some((user, password)) = credentials(urls) {
            // A user may receive responses on inboxes of its own only.
            options = options
                .custom_inbox_prefix(format!("_INBOX.{user}"))
                .user_and_password(user, password);
        }
        if let Some(file) = &settings.nats_ca_file {
            options = options.add_root_certificates(file.clone());
        }
        let log = ConnectionLog::default();
        let client = options
            .name(name)
            .retry_on_initial_connect()
            .max_reconnects(None)
            .connection_timeout(Duration::from_secs(2))
            .request_timeout(Some(Duration::from_secs(3)))
            // Detects an unresponsive server after two pings.
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|attempt| {
                Duration::from_millis(100).saturating_mul(u32::try_from(attempt.min(20)).unwrap_or(20))
            })
            .event_callback(move |event| {
                log.record(&event);
                on_event(&event);
                async {}
            })
            .connect(urls.split(',').map(str::trim).collect::<Vec<_>>())
            .await?;
        let context = jetstream::context::ContextBuilder::new()
            .timeout(Duration::from_secs(3))
            .ack_timeout(ACK_TIMEOUT)
            .build(client.clone());
        Ok(Self {
            client,
            context,
            settings: settings.stream,
        })
    }

    /// Returns whether the connection is up.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Returns the core NATS client, for subscriptions whose messages every replica receives.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the JetStream context.
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the stream, and creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// Fails if NATS is unreachable or rejects the request.
    pub async fn stream(&self) -> Result<Stream, jetstream::context::CreateStreamError> {
        self.context
            .get_or_create_stream(configuration(self.settings))
            .await
    }

    /// Creates the stream, or updates its configuration.
    ///
    /// # Errors
    ///
    /// Fails if NATS is unreachable or rejects the configuration.
    pub async fn create_or_update_stream(&self) -> Result<(), jetstream::context::CreateStreamError> {
        self.context
            .create_or_update_stream(configuration(self.settings))
            .await
            .map(|_| ())
    }
}

/// Logs the changes and errors of a connection. An error that repeats at each attempt is logged once.
#[derive(Debug, Default)]
struct ConnectionLog(Mutex<Option<String>>);

impl ConnectionLog {
    fn record(&self, event: &Event) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = event.to_string();
        match event {
            Event::Connected => {
                *last = None;
                tracing::info!("connected to NATS");
            }
            _ if last.as_deref() == Some(&text) => {}
            _ => {
                tracing::warn!(event = text, "NATS connection event");
                *last = Some(text);
            }
        }
    }
}

/// Returns the user and password of the first URL that has them, as the client ignores them.
fn credentials(urls: &str) -> Option<(String, String)> {
    urls.split(',').find_map(|url| {
        let server: ServerAddr = url.trim().parse().ok()?;
        Some((server.username()?.to_owned(), server.password()?.to_owned()))
    })
}

fn configuration(settings: StreamSettings) -> Config {
    Config {
        name: STREAM.to_owned(),
        subjects: vec!["storefront.>".to_owned()],
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        // A full stream rejects new events, which stay in the outboxes; the default would discard the oldest.
        discard: DiscardPolicy::New,
        max_age: MAX_AGE,
        max_bytes: settings.max_bytes,
        num_replicas: settings.replicas,
        duplicate_window: Duration::from_mins(2),
        ..Config::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_keeps_three_days_and_rejects_events_when_full() {
        let settings = StreamSettings {
            max_bytes: 5,
            replicas: 3,
        };
        let config = configuration(settings);
        assert_eq!(config.max_age, Duration::from_hours(72));
        assert_eq!((config.max_bytes, config.num_replicas), (5, 3));
        assert_eq!(config.discard, DiscardPolicy::New);
    }

    #[test]
    fn reads_user_and_password_from_the_urls() {
        let pair = Some(("shop".to_owned(), "secret".to_owned()));
        assert_eq!(credentials("nats://shop:secret@one:4222"), pair);
        assert_eq!(
            credentials("nats://shop:secret@one:4222, nats://shop:secret@two:4222"),
            pair
        );
        assert_eq!(credentials("nats://one:4222"), None);
        assert_eq!(credentials("one"), None);
    }
}
