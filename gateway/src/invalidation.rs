//! Invalidates caches on events of the services.
//!
//! Every replica has a plain NATS subscription, which may miss messages. So all caches are cleared when the connection
//! is made or lost or drops a message, and have a short time to live.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_nats::{Client, Event as Connection, Message};
use futures::{FutureExt as _, Stream, StreamExt as _, stream};
use kit::{domain::FamilyId, events::bus::Bus, settings::NatsSettings};
use prost::Message as _;
use proto::{
    account::v1::{DiscountChanged, SessionRevoked, StaffChanged},
    catalog::v1::{ProductChanged, StockChanged},
    content::v1::ContentChanged,
    event::Event,
    inquiry::v1::PriceBookPublished,
};
use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    cache::{Throttle, Topic},
    live,
    state::AppState,
};

/// Delay before subscribing again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Time without a rejection after which subscriptions count as accepted; NATS sends no confirmation.
const ACCEPTANCE_DELAY: Duration = Duration::from_secs(1);

/// Interval of the metric of the connection.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// The connection to NATS and its subscriptions.
pub(crate) struct Invalidation {
    bus: Bus,
    state: AppState,
    status: Arc<Status>,
}

/// Status of the subscriptions.
#[derive(Default)]
struct Status {
    is_subscribed: AtomicBool,
    rejected: Notify,
}

/// Error of a subscription; the gateway subscribes again.
#[derive(Debug, thiserror::Error)]
enum SubscriptionError {
    #[error(transparent)]
    Subscribe(#[from] async_nats::SubscribeError),
    #[error("NATS rejected a subscription")]
    Rejected,
    #[error("a subscription ended")]
    Ended,
}

impl Invalidation {
    /// Starts connecting and returns at once. NATS need not be available yet.
    pub(crate) async fn connect(settings: &NatsSettings, state: &AppState) -> anyhow::Result<Self> {
        let status = Arc::<Status>::default();
        let bus = {
            let (state, status) = (state.clone(), Arc::clone(&status));
            Bus::connect_with(settings, "gateway", move |event| match event {
                Connection::Connected | Connection::Disconnected | Connection::SlowConsumer(_) => {
                    state.clear_caches();
                }
                Connection::ServerError(_) => status.rejected.notify_one(),
                _ => {}
            })
            .await?
        };
        Ok(Self {
            bus,
            state: state.clone(),
            status,
        })
    }

    /// Applies events until the token is cancelled.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let consume = async {
            loop {
                let Err(error) = self.consume().await;
                self.status.is_subscribed.store(false, Ordering::Relaxed);
                tracing::warn!(%error, "cache invalidation interrupted, subscribing again");
                self.state.clear_caches();
                tokio::time::sleep(RETRY_DELAY).await;
            }
        };
        let report = async {
            loop {
                let is_subscribed = self.status.is_subscribed.load(Ordering::Relaxed);
                let is_connected = self.bus.is_connected() && is_subscribed;
                self.state.metrics.set_bus_connected(is_connected);
                tokio::time::sleep(REPORT_INTERVAL).await;
            }
        };
        tokio::select! {
            () = consume => {}
            () = report => {}
            () = stop.cancelled() => {}
        }
    }

    /// Subscribes and applies events until a subscription is rejected or ends.
    async fn consume(&self) -> Result<std::convert::Infallible, SubscriptionError> {
        // Rejections of earlier subscriptions.
        let _ = self.status.rejected.notified().now_or_never();
        let mut messages = subscribe(self.bus.client()).await?;
        // Events before the subscription were missed.
        self.state.clear_caches();
        let gossip = live::run_gossip(Arc::clone(&self.state.desk.live), self.bus.client().clone());
        tokio::pin!(gossip);
        let accepted = tokio::time::sleep(ACCEPTANCE_DELAY);
        tokio::pin!(accepted);
        let mut is_accepted = false;
        let mut throttle = Throttle::default();
        loop {
            let due = throttle.due();
            tokio::select! {
                message = messages.next() => match message.flatten() {
                    Some(message) => apply(&self.state, &mut throttle, &message),
                    None => return Err(SubscriptionError::Ended),
                },
                () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    self.state.changes.record(throttle.take_due(Instant::now()));
                }
                never = &mut gossip => match never {},
                () = self.status.rejected.notified() => return Err(SubscriptionError::Rejected),
                () = &mut accepted, if !is_accepted => {
                    is_accepted = true;
                    self.status.is_subscribed.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

/// Subscribes to all subjects; the stream yields `None` when one of the subscriptions ends.
async fn subscribe(
    client: &Client,
) -> Result<impl Stream<Item = Option<Message>> + Unpin, async_nats::SubscribeError> {
    let mut subscriptions = Vec::new();
    for subject in [
        SessionRevoked::SUBJECT,
        DiscountChanged::SUBJECT,
        ProductChanged::SUBJECT,
        StockChanged::SUBJECT,
        ContentChanged::SUBJECT,
        PriceBookPublished::SUBJECT,
        live::PRESENCE_SUBJECT,
    ]
    .iter()
    .chain(live::SUBJECTS)
    {
        let end = stream::once(std::future::ready(None));
        subscriptions.push(client.subscribe(*subject).await?.map(Some).chain(end));
    }
    Ok(stream::select_all(subscriptions))
}

fn apply(state: &AppState, throttle: &mut Throttle, message: &Message) {
    let subject = message.subject.as_str();
    if subject == live::PRESENCE_SUBJECT {
        if !state.desk.live.hear(&message.payload) {
            tracing::warn!("malformed message of another gateway");
        }
        return;
    }
    if live::SUBJECTS.contains(&subject) {
        invalidate_staff(state, subject, &message.payload);
    } else if invalidate(state, throttle, subject, &message.payload).is_none() {
        tracing::warn!(
            subject,
            "malformed event, or one of an earlier version, clearing the caches"
        );
        state.clear_caches();
    }
    for change in live::change_of(subject, &message.payload) {
        state.desk.live.changed(change);
    }
}

/// Drops the cached values of a changed staff member.
fn invalidate_staff(state: &AppState, subject: &str, payload: &[u8]) {
    if subject != StaffChanged::SUBJECT {
        return;
    }
    match StaffChanged::decode(payload).map(|event| event.user_id.parse()) {
        Ok(Ok(user)) => state.invalidate_member(user),
        _ => state.clear_caches(),
    }
}

/// Invalidates what the event changed; `None` if it is malformed or does not tell.
fn invalidate(state: &AppState, throttle: &mut Throttle, subject: &str, payload: &[u8]) -> Option<()> {
    match subject {
        SessionRevoked::SUBJECT => {
            let event = SessionRevoked::decode(payload).ok()?;
            let families: Result<Vec<FamilyId>, _> = event.family_ids.iter().map(|id| id.parse()).collect();
            let families = families.ok()?;
            state.sessions.invalidate_families(&families);
            state.desk.sessions.invalidate_families(&families);
            state.desk.live.end(&families);
        }
        DiscountChanged::SUBJECT => {
            let event = DiscountChanged::decode(payload).ok()?;
            state.sessions.invalidate_user(event.user_id.parse().ok()?);
        }
        ProductChanged::SUBJECT => {
            let event = ProductChanged::decode(payload).ok()?;
            let changed = throttle.admit(Topic::of_product_changed(&event)?, Instant::now());
            state.changes.record(changed);
        }
        StockChanged::SUBJECT => {
            let event = StockChanged::decode(payload).ok()?;
            state.changes.record(Topic::of_stock_changed(&event)?);
        }
        ContentChanged::SUBJECT => {
            ContentChanged::decode(payload).ok()?;
            state.changes.record([Topic::Content]);
        }
        PriceBookPublished::SUBJECT => {
            PriceBookPublished::decode(payload).ok()?;
            state.changes.record([Topic::Rates]);
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use local::{Nats, NatsOptions, nats_url_for};
    use testkit::eventually;

    use super::*;
    use crate::{
        cache::Provenance,
        session::Session,
        testing::{self, Gateway},
    };

    fn cache(state: &AppState, token: &str) -> Session {
        let session = testing::session();
        state
            .sessions
            .insert(state.sessions.now(), token, session.clone());
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
        let settings = NatsSettings::new(nats_url_for(&nats.url(), "gateway"));
        let invalidation = Invalidation::connect(&settings, &state).await.unwrap();
        let stop = CancellationToken::new();
        let running = tokio::spawn(invalidation.run(stop.clone()));
        let services = Bus::connect(&NatsSettings::new(nats.url()), "test")
            .await
            .unwrap();
        let client = services.client();
        eventually("the subscriptions are accepted", || async {
            reports_connected(&state, true).then_some(())
        })
        .await;

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

        invalidates_responses(&state, client).await;

        cache(&state, "farid");
        nats.kill().unwrap();
        eventually("connection loss clears the caches", invalidated("farid")).await;
        eventually("the metric shows the loss", || async {
            reports_connected(&state, false).then_some(())
        })
        .await;

        stop.cancel();
        running.await.unwrap();
    }

    /// Asserts that events invalidate the responses made from what they change, and no others.
    async fn invalidates_responses(state: &AppState, client: &Client) {
        let made_from = |topics: &[Topic]| Provenance::new(topics.to_vec(), state.changes.now());
        let product_changed = ProductChanged {
            product_id: 7,
            category_id: Some(1),
            ..ProductChanged::default()
        };
        let stock_changed = StockChanged {
            product_ids: vec![7],
            quantities: [(7, 3)].into(),
            is_availability_changed: Some(false),
        };
        let in_stock = Topic::SoldOut(7);
        for (subject, payload, outdated, current) in [
            (
                ProductChanged::SUBJECT,
                product_changed.encode_to_vec(),
                Topic::Products(None),
                Topic::Products(Some(2)),
            ),
            (
                StockChanged::SUBJECT,
                stock_changed.encode_to_vec(),
                Topic::Product(7),
                in_stock,
            ),
            (
                ContentChanged::SUBJECT,
                Vec::new(),
                Topic::Content,
                Topic::Product(7),
            ),
            (
                PriceBookPublished::SUBJECT,
                Vec::new(),
                Topic::Rates,
                Topic::Content,
            ),
        ] {
            let (outdated, current) = (made_from(&[outdated]), made_from(&[current]));
            client.publish(subject, payload.into()).await.unwrap();
            eventually("changed responses are invalidated", || async {
                (!state.changes.is_current(&outdated)).then_some(())
            })
            .await;
            assert!(state.changes.is_current(&current), "{subject}");
        }
        // Soon after the one above, so that it waits for the end of its interval.
        let list = made_from(&[Topic::Products(None)]);
        let payload = product_changed.encode_to_vec();
        client
            .publish(ProductChanged::SUBJECT, payload.into())
            .await
            .unwrap();
        eventually("lists are invalidated by the last of several changes", || async {
            (!state.changes.is_current(&list)).then_some(())
        })
        .await;
        for subject in [ProductChanged::SUBJECT, StockChanged::SUBJECT] {
            let any = made_from(&[]);
            client.publish(subject, Vec::new().into()).await.unwrap();
            eventually("events that do not tell invalidate all responses", || async {
                (!state.changes.is_current(&any)).then_some(())
            })
            .await;
        }
    }

    #[tokio::test]
    async fn metric_shows_rejected_subscriptions_and_a_wrong_password() {
        let store = tempfile::tempdir().unwrap();
        let options = NatsOptions {
            store: store.path().to_owned(),
            port: None,
        };
        let nats = Nats::start(options).await.unwrap();
        let other_user = nats_url_for(&nats.url(), "cart");
        let wrong_password = other_user.replace(":local@", ":wrong@");
        for url in [other_user, wrong_password] {
            let state = Gateway::start().state;
            let invalidation = Invalidation::connect(&NatsSettings::new(url), &state)
                .await
                .unwrap();
            let stop = CancellationToken::new();
            let running = tokio::spawn(invalidation.run(stop.clone()));
            // Longer than a subscription takes to count as accepted.
            tokio::time::sleep(2 * ACCEPTANCE_DELAY).await;
            assert!(reports_connected(&state, false));
            stop.cancel();
            running.await.unwrap();
        }
    }

    fn reports_connected(state: &AppState, is_connected: bool) -> bool {
        let text = state.metrics.encode().unwrap();
        let mut lines = text.lines();
        let line = lines.find(|line| line.starts_with("storefront_bus_connected"));
        line.is_some_and(|line| line.ends_with(if is_connected { " 1" } else { " 0" }))
    }
}
