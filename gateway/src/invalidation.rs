//! Invalidates caches on events of the services.
//!
//! Every replica has a plain NATS subscription, which may miss messages. So all caches are cleared when the connection
//! is made or lost or drops a message, and have a short time to live.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event as Connection};
use futures::{StreamExt as _, stream};
use kit::domain::FamilyId;
use prost::Message as _;
use proto::{
    account::v1::{DiscountChanged, SessionRevoked},
    catalog::v1::{ProductChanged, StockChanged},
    content::v1::ContentChanged,
    event::Event,
};
use tokio_util::sync::CancellationToken;

use crate::state::AppState;

/// Delay before subscribing again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Starts connecting and returns at once. NATS need not be available yet.
pub(crate) async fn connect(urls: &str, state: &AppState) -> anyhow::Result<Client> {
    let state = state.clone();
    let client = ConnectOptions::new()
        .name("gateway")
        .retry_on_initial_connect()
        .max_reconnects(None)
        .connection_timeout(Duration::from_secs(2))
        // Two missed pings detect a frozen server.
        .ping_interval(Duration::from_secs(2))
        .reconnect_delay_callback(|attempt| {
            Duration::from_millis(100).saturating_mul(u32::try_from(attempt.min(20)).unwrap_or(20))
        })
        .event_callback(move |event| {
            on_connection(&state, &event);
            async {}
        })
        .connect(urls.split(',').map(str::trim).collect::<Vec<_>>())
        .await?;
    Ok(client)
}

fn on_connection(state: &AppState, event: &Connection) {
    match event {
        Connection::Connected | Connection::Disconnected | Connection::SlowConsumer(_) => {
            tracing::info!(%event, "NATS connection changed, clearing the caches");
            state.clear_caches();
        }
        other => tracing::debug!(event = %other, "NATS connection event"),
    }
}

/// Applies events until the token is cancelled.
pub(crate) async fn run(client: Client, state: AppState, stop: CancellationToken) {
    let consume = async {
        loop {
            if let Err(error) = subscribe(&client, &state).await {
                tracing::warn!(%error, "subscribing failed, retrying");
            }
            state.clear_caches();
            tokio::time::sleep(RETRY_DELAY).await;
        }
    };
    tokio::select! {
        () = consume => {}
        () = stop.cancelled() => {}
    }
}

async fn subscribe(client: &Client, state: &AppState) -> Result<(), async_nats::SubscribeError> {
    let mut messages = stream::select_all([
        client.subscribe(SessionRevoked::SUBJECT).await?,
        client.subscribe(DiscountChanged::SUBJECT).await?,
        client.subscribe(ProductChanged::SUBJECT).await?,
        client.subscribe(StockChanged::SUBJECT).await?,
        client.subscribe(ContentChanged::SUBJECT).await?,
    ]);
    // Events before the subscription were missed.
    state.clear_caches();
    while let Some(message) = messages.next().await {
        let subject = message.subject.as_str();
        if invalidate(state, subject, &message.payload).is_none() {
            tracing::warn!(subject, "malformed event, clearing the caches");
            state.clear_caches();
        }
    }
    Ok(())
}

/// Invalidates what the event changed; `None` if it is malformed.
fn invalidate(state: &AppState, subject: &str, payload: &[u8]) -> Option<()> {
    match subject {
        SessionRevoked::SUBJECT => {
            let event = SessionRevoked::decode(payload).ok()?;
            let families: Result<Vec<FamilyId>, _> = event.family_ids.iter().map(|id| id.parse()).collect();
            state.sessions.invalidate_families(&families.ok()?);
        }
        DiscountChanged::SUBJECT => {
            let event = DiscountChanged::decode(payload).ok()?;
            state.sessions.invalidate_user(event.user_id.parse().ok()?);
        }
        ProductChanged::SUBJECT | StockChanged::SUBJECT => state.clients.catalog.cache.invalidate_all(),
        ContentChanged::SUBJECT => state.clients.content.cache.invalidate_all(),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use local::{Nats, NatsOptions};
    use testkit::eventually;

    use super::*;
    use crate::{
        session::Session,
        testing::{self, Gateway},
    };

    fn cache(state: &AppState, token: &str) -> Session {
        let session = testing::session();
        state
            .sessions
            .insert(state.sessions.epoch(), token, session.clone());
        session
    }

    #[tokio::test]
    async fn invalidates_caches_on_events_and_connection_loss() {
        let store = tempfile::tempdir().unwrap();
        let options = NatsOptions {
            store: store.path().to_owned(),
            port: None,
        };
        let mut nats = Nats::start(options).await.unwrap();
        let state = Gateway::start().state;
        let client = connect(&nats.url(), &state).await.unwrap();
        let stop = CancellationToken::new();
        let invalidation = tokio::spawn(run(client.clone(), state.clone(), stop.clone()));
        client.flush().await.unwrap();

        // Connecting clears the caches, so a session cached earlier would be lost.
        let publish = |subject: &'static str, payload: Vec<u8>| client.publish(subject, payload.into());
        let invalidated = |token: &'static str| {
            let state = state.clone();
            move || {
                let state = state.clone();
                async move { state.sessions.get(token).is_none().then_some(()) }
            }
        };
        cache(&state, "probe");
        eventually("the subscription is made", || async {
            publish(SessionRevoked::SUBJECT, b"\xff".to_vec()).await.unwrap();
            state.sessions.get("probe").is_none().then_some(())
        })
        .await;

        let leyla = cache(&state, "leyla");
        let event = SessionRevoked {
            user_id: leyla.user_id.to_string(),
            family_ids: vec![leyla.family_id.to_string()],
        };
        publish(SessionRevoked::SUBJECT, event.encode_to_vec())
            .await
            .unwrap();
        eventually("the revoked session is invalidated", invalidated("leyla")).await;

        let ruslan = cache(&state, "ruslan");
        let event = DiscountChanged {
            user_id: ruslan.user_id.to_string(),
            discount_percent: 5,
        };
        publish(DiscountChanged::SUBJECT, event.encode_to_vec())
            .await
            .unwrap();
        eventually(
            "the session with the old discount is invalidated",
            invalidated("ruslan"),
        )
        .await;

        let categories = &state.clients.catalog.cache.categories;
        for subject in [ProductChanged::SUBJECT, StockChanged::SUBJECT] {
            categories.insert(categories.epoch(), (), Arc::default());
            publish(subject, Vec::new()).await.unwrap();
            eventually("catalog responses are invalidated", || async {
                categories.get(&()).is_none().then_some(())
            })
            .await;
        }

        let stores = &state.clients.content.cache.stores;
        stores.insert(stores.epoch(), (), Arc::default());
        publish(ContentChanged::SUBJECT, Vec::new()).await.unwrap();
        eventually("content responses are invalidated", || async {
            stores.get(&()).is_none().then_some(())
        })
        .await;

        cache(&state, "farid");
        nats.kill().unwrap();
        eventually("connection loss clears the caches", invalidated("farid")).await;

        stop.cancel();
        invalidation.await.unwrap();
    }
}
