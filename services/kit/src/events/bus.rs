//! The JetStream stream that carries all events.

use std::time::Duration;

use async_nats::{
    Client, ConnectOptions, ServerAddr,
    jetstream::{
        self, Context,
        stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream},
    },
};

/// The stream's name.
pub const STREAM: &str = "STOREFRONT";

/// How long JetStream has to say that it stored a message.
const ACK_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection to NATS that is made, and made again, in the background.
#[derive(Clone, Debug)]
pub struct Bus {
    client: Client,
    context: Context,
}

impl Bus {
    /// Starts connecting and returns at once; NATS may come later.
    pub async fn connect(urls: &str, service: &str) -> Result<Self, async_nats::ConnectError> {
        let mut options = ConnectOptions::new();
        if let Some((user, password)) = credentials(urls) {
            options = options.user_and_password(user, password);
        }
        let client = options
            .name(service)
            .retry_on_initial_connect()
            .max_reconnects(None)
            .connection_timeout(Duration::from_secs(2))
            .request_timeout(Some(Duration::from_secs(3)))
            // A frozen server is noticed after two pings.
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|attempt| {
                Duration::from_millis(100).saturating_mul(u32::try_from(attempt.min(20)).unwrap_or(20))
            })
            .connect(urls.split(',').map(str::trim).collect::<Vec<_>>())
            .await?;
        let context = jetstream::context::ContextBuilder::new()
            .timeout(Duration::from_secs(3))
            .ack_timeout(ACK_TIMEOUT)
            .build(client.clone());
        Ok(Self { client, context })
    }

    /// The plain connection, for subscriptions that every replica must hear.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// JetStream on this connection.
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// The stream; made with the defaults where it is missing, and left as it is where it is there.
    pub async fn stream(&self) -> Result<Stream, jetstream::context::CreateStreamError> {
        self.context
            .get_or_create_stream(configuration(StreamSettings::default()))
            .await
    }

    /// Gives the stream this configuration, whatever it had before.
    pub async fn set_up(
        &self,
        settings: StreamSettings,
    ) -> Result<(), jetstream::context::CreateStreamError> {
        self.context
            .create_or_update_stream(configuration(settings))
            .await
            .map(|_| ())
    }
}

/// The user and password that an address carries; the client itself leaves them unused.
fn credentials(urls: &str) -> Option<(String, String)> {
    urls.split(',').find_map(|url| {
        let server: ServerAddr = url.trim().parse().ok()?;
        Some((server.username()?.to_owned(), server.password()?.to_owned()))
    })
}

/// What operators may choose about the stream.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct StreamSettings {
    /// Bytes that the stream may take on disk; when it is full, events wait in the outboxes.
    #[arg(long, env = "BUS_MAX_BYTES", default_value_t = 1 << 30)]
    pub max_bytes: i64,
    /// Copies in the cluster.
    #[arg(long, env = "BUS_REPLICAS", default_value_t = 1)]
    pub replicas: usize,
}

impl Default for StreamSettings {
    fn default() -> Self {
        Self {
            max_bytes: 1 << 30,
            replicas: 1,
        }
    }
}

fn configuration(settings: StreamSettings) -> Config {
    Config {
        name: STREAM.to_owned(),
        subjects: vec!["storefront.>".to_owned()],
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        // Full: refuse the new, which waits in its outbox. The default would drop the oldest.
        discard: DiscardPolicy::New,
        max_age: Duration::from_hours(720),
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
    fn an_address_may_carry_a_user_and_a_password() {
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
