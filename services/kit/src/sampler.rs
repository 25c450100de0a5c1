//! What is not counted as it happens but looked at every few seconds.

use std::time::Duration;

use async_nats::connection::State;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    events::{bus::Bus, consumer, dead_letters, relay},
    metrics::{Metrics, instruments::of},
};

/// How often.
const INTERVAL: Duration = Duration::from_secs(5);

/// How long one look may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is looked at.
pub(crate) struct Sampler {
    pub(crate) name: &'static str,
    pub(crate) pool: PgPool,
    pub(crate) bus: Bus,
    pub(crate) consumers: Vec<&'static str>,
    pub(crate) metrics: Metrics,
}

impl Sampler {
    /// Looks until it is cancelled. What cannot be seen keeps its last value.
    pub(crate) async fn run(self, stop: CancellationToken) {
        for consumer in &self.consumers {
            self.metrics.instruments().expect(consumer);
        }
        loop {
            self.look_at_connections();
            let looks = async { tokio::join!(self.look_at_database(), self.look_at_consumers()) };
            let (database, consumers) = tokio::select! {
                looked = tokio::time::timeout(PATIENCE, looks) => looked.unwrap_or((Ok(()), Ok(()))),
                () = stop.cancelled() => return,
            };
            if let Err(error) = database {
                tracing::debug!(%error, "the outbox was not looked at");
            }
            if let Err(error) = consumers {
                tracing::debug!(error, "the consumers were not looked at");
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = stop.cancelled() => return,
            }
        }
    }

    fn look_at_connections(&self) {
        let instruments = self.metrics.instruments();
        let pool = || ("db_client_connection_pool_name", self.name.into());
        let idle = i64::try_from(self.pool.num_idle()).unwrap_or(i64::MAX);
        let used = i64::from(self.pool.size()).saturating_sub(idle).max(0);
        for (state, count) in [("idle", idle), ("used", used)] {
            let labels = [pool(), ("db_client_connection_state", state.into())];
            instruments.connections.get_or_create_owned(&labels).set(count);
        }
        instruments
            .connections_most
            .get_or_create_owned(&[pool()])
            .set(self.pool.options().get_max_connections().into());
        let connected = self.bus.client().connection_state() == State::Connected;
        instruments
            .bus_connected
            .get_or_create_owned(&[])
            .set(connected.into());
    }

    async fn look_at_database(&self) -> Result<(), sqlx::Error> {
        let instruments = self.metrics.instruments();
        let backlog = relay::backlog(&self.pool).await?;
        instruments
            .outbox_events
            .get_or_create_owned(&[])
            .set(backlog.events);
        instruments
            .outbox_age
            .get_or_create_owned(&[])
            .set(backlog.age.as_secs_f64());
        let letters = dead_letters::counts(&self.pool).await?;
        for consumer in &self.consumers {
            let count = letters.get(*consumer).copied().unwrap_or_default();
            instruments
                .dead_letters
                .get_or_create_owned(&of(consumer))
                .set(count);
        }
        Ok(())
    }

    async fn look_at_consumers(&self) -> Result<(), String> {
        for name in &self.consumers {
            let lag = consumer::lag(&self.bus, name).await?;
            self.metrics
                .instruments()
                .lag
                .get_or_create_owned(&of(name))
                .set(lag);
        }
        Ok(())
    }
}
