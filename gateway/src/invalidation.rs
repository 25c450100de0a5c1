//! What other processes changed, heard at once by every gateway.
//!
//! A plain subscription may miss messages, so all caches start empty, are emptied whenever the connection is made or
//! lost or has dropped a message, and keep nothing for long.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event as Connection, Message};
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

/// Before a subscription that has ended is made again.
const PAUSE: Duration = Duration::from_secs(1);

/// Starts connecting and returns at once; NATS may come later.
pub(crate) async fn connect(urls: &str, state: &AppState) -> anyhow::Result<Client> {
    let state = state.clone();
    let client = ConnectOptions::new()
        .name("gateway")
        .retry_on_initial_connect()
        .max_reconnects(None)
        .connection_timeout(Duration::from_secs(2))
        // A frozen server is noticed after two pings.
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
            tracing::info!(%event, "the caches are emptied");
            state.empty_caches();
        }
        other => tracing::debug!(event = %other, "the bus"),
    }
}

/// Listens until the token is cancelled.
pub(crate) async fn listen(client: Client, state: AppState, stop: CancellationToken) {
    let listening = async {
        loop {
            if let Err(error) = hear(&client, &state).await {
                tracing::warn!(%error, "changes cannot be heard");
            }
            state.empty_caches();
            tokio::time::sleep(PAUSE).await;
        }
    };
    tokio::select! {
        () = listening => {}
        () = stop.cancelled() => {}
    }
}

async fn hear(client: &Client, state: &AppState) -> Result<(), async_nats::SubscribeError> {
    let mut messages = stream::select_all([
        client.subscribe(SessionRevoked::SUBJECT).await?,
        client.subscribe(DiscountChanged::SUBJECT).await?,
        client.subscribe(ProductChanged::SUBJECT).await?,
        client.subscribe(StockChanged::SUBJECT).await?,
        client.subscribe(ContentChanged::SUBJECT).await?,
    ]);
    // Between the cache's start and the subscription something may have been missed.
    state.empty_caches();
    while let Some(message) = messages.next().await {
        apply(state, &message);
    }
    Ok(())
}

fn apply(state: &AppState, message: &Message) {
    if drop_what_changed(state, message.subject.as_str(), &message.payload).is_none() {
        tracing::warn!(
            subject = message.subject.as_str(),
            "a change cannot be read: the caches are emptied"
        );
        state.empty_caches();
    }
}

fn drop_what_changed(state: &AppState, subject: &str, payload: &[u8]) -> Option<()> {
    match subject {
        SessionRevoked::SUBJECT => {
            let event = SessionRevoked::decode(payload).ok()?;
            let families: Result<Vec<FamilyId>, _> = event.family_ids.iter().map(|id| id.parse()).collect();
            state.sessions.drop_families(&families.ok()?);
        }
        DiscountChanged::SUBJECT => {
            let event = DiscountChanged::decode(payload).ok()?;
            state.sessions.drop_user(event.user_id.parse().ok()?);
        }
        ProductChanged::SUBJECT | StockChanged::SUBJECT => state.catalogue.clear(),
        ContentChanged::SUBJECT => state.content.clear(),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kit::domain::{Percent, UserId};
    use local::{Nats, NatsOptions};
    use testkit::eventually;

    use super::*;
    use crate::{session::Session, testing::Gateway};

    fn remember(state: &AppState, token: &str) -> Session {
        let session = Session {
            user_id: UserId::generate(),
            family_id: FamilyId::generate(),
            is_staff: false,
            discount: Percent::ZERO,
        };
        state
            .sessions
            .store(state.sessions.epoch(), token, session.clone());
        session
    }

    #[tokio::test]
    async fn what_changes_elsewhere_is_forgotten_here() {
        let store = tempfile::tempdir().unwrap();
        let options = NatsOptions {
            store: store.path().to_owned(),
            port: None,
        };
        let mut nats = Nats::start(options).await.unwrap();
        let state = Gateway::start().state;
        let client = connect(&nats.url(), &state).await.unwrap();
        let stop = CancellationToken::new();
        let listening = tokio::spawn(listen(client.clone(), state.clone(), stop.clone()));
        client.flush().await.unwrap();

        // Caches are emptied as the connection is made, so what is remembered too early is gone.
        let publish = |subject: &'static str, payload: Vec<u8>| client.publish(subject, payload.into());
        let forgotten = |token: &'static str| {
            let state = state.clone();
            move || {
                let state = state.clone();
                async move { state.sessions.get(token).is_none().then_some(()) }
            }
        };
        remember(&state, "probe");
        eventually("the subscription is made", || async {
            publish(SessionRevoked::SUBJECT, b"\xff".to_vec()).await.unwrap();
            state.sessions.get("probe").is_none().then_some(())
        })
        .await;

        let leyla = remember(&state, "leyla");
        let event = SessionRevoked {
            user_id: leyla.user_id.to_string(),
            family_ids: vec![leyla.family_id.to_string()],
        };
        publish(SessionRevoked::SUBJECT, event.encode_to_vec())
            .await
            .unwrap();
        eventually("the revoked session is forgotten", forgotten("leyla")).await;

        let ruslan = remember(&state, "ruslan");
        let event = DiscountChanged {
            user_id: ruslan.user_id.to_string(),
            discount_percent: 5,
        };
        publish(DiscountChanged::SUBJECT, event.encode_to_vec())
            .await
            .unwrap();
        eventually(
            "the session with the old discount is forgotten",
            forgotten("ruslan"),
        )
        .await;

        let categories = &state.catalogue.categories;
        for subject in [ProductChanged::SUBJECT, StockChanged::SUBJECT] {
            categories.store(categories.epoch(), (), Arc::default());
            publish(subject, Vec::new()).await.unwrap();
            eventually("the catalogue's answers are forgotten", || async {
                categories.get(&()).is_none().then_some(())
            })
            .await;
        }

        let stores = &state.content.stores;
        stores.store(stores.epoch(), (), Arc::default());
        publish(ContentChanged::SUBJECT, Vec::new()).await.unwrap();
        eventually("the content's answers are forgotten", || async {
            stores.get(&()).is_none().then_some(())
        })
        .await;

        remember(&state, "farid");
        nats.kill().unwrap();
        eventually("nothing is remembered once the bus is lost", forgotten("farid")).await;

        stop.cancel();
        listening.await.unwrap();
    }
}
