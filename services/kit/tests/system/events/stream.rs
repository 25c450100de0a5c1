//! The stream that a process creates.

use kit::{events::bus::Bus, settings::NatsSettings};
use local::{Nats, NatsOptions};

/// Maximum size of the stream, in bytes.
const MAX_BYTES: i64 = 5_000_000;

#[tokio::test]
async fn the_first_stream_has_the_settings_of_the_process_and_a_present_one_keeps_its_own() {
    let store = tempfile::tempdir().unwrap();
    let options = NatsOptions {
        store: store.path().to_owned(),
        port: None,
    };
    let server = Nats::start(options).await.unwrap();
    let mut settings = NatsSettings::new(server.url());
    for wanted in [MAX_BYTES, 2 * MAX_BYTES] {
        settings.stream.max_bytes = wanted;
        let bus = Bus::connect(&settings, "test").await.unwrap();
        let stream = bus.stream().await.unwrap();
        assert_eq!(stream.cached_info().config.max_bytes, MAX_BYTES);
    }
    let bus = Bus::connect(&settings, "test").await.unwrap();
    bus.create_or_update_stream().await.unwrap();
    let stream = bus.stream().await.unwrap();
    assert_eq!(stream.cached_info().config.max_bytes, 2 * MAX_BYTES);
}
