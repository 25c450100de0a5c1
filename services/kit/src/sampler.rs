//! Metrics that are sampled periodically.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    database::background_name,
    events::{bus::Bus, consumer, dead_letters, relay},
    metrics::{Metrics, instruments::consumer_labels},
};

const INTERVAL: Duration = Duration::from_secs(5);

const TIMEOUT: Duration = Duration::from_secs(5);

/// Samples the connections, the outbox, the dead letters and the consumers' lag.
pub(crate) struct Sampler {
    pub(crate) name: &'static str,
    pub(crate) pool: PgPool,
    pub(crate) background_pool: PgPool,
    pub(crate) bus: Bus,
    pub(crate) consumers: Vec<&'static str>,
    pub(crate) metrics: Metrics,
}

impl Sampler {
    /// Samples until cancelled. A metric whose sample fails keeps its last value.
    pub(crate) async fn run(self, stop: CancellationToken) {
        for consumer in &self.consumers {
            self.metrics.instruments().init_consumer(consumer);
        }
        loop {
            self.sample_connections();
            let samples = async {
                tokio::join!(
                    tokio::time::timeout(
                        TIMEOUT,
                        sample_database(&self.background_pool, &self.consumers, &self.metrics),
                    ),
                    tokio::time::timeout(TIMEOUT, self.sample_lag()),
                )
            };
            let (database, lag) = tokio::select! {
                results = samples => results,
                () = stop.cancelled() => return,
            };
            if let Ok(Err(error)) = database {
                tracing::debug!(%error, "sampling the database failed");
            }
            if let Ok(Err(error)) = lag {
                tracing::debug!(error, "sampling the consumers' lag failed");
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = stop.cancelled() => return,
            }
        }
    }

    fn sample_connections(&self) {
        let instruments = self.metrics.instruments();
        let pools = [
            (self.name.to_owned(), &self.pool),
            (background_name(self.name), &self.background_pool),
        ];
        for (name, pool) in pools {
            let label = || ("db_client_connection_pool_name", name.clone().into());
            let idle = i64::try_from(pool.num_idle()).unwrap_or(i64::MAX);
            let used = i64::from(pool.size()).saturating_sub(idle).max(0);
            for (state, count) in [("idle", idle), ("used", used)] {
                let labels = [label(), ("db_client_connection_state", state.into())];
                instruments.connections.get_or_create_owned(&labels).set(count);
            }
            instruments
                .max_connections
                .get_or_create_owned(&[label()])
                .set(pool.options().get_max_connections().into());
        }
        self.metrics.set_bus_connected(self.bus.is_connected());
    }

    async fn sample_lag(&self) -> Result<(), String> {
        for name in &self.consumers {
            let lag = consumer::lag(&self.bus, name).await?;
            self.metrics
                .instruments()
                .lag
                .get_or_create_owned(&consumer_labels(name))
                .set(lag);
        }
        Ok(())
    }
}

/// Samples the outbox and the dead letters.
async fn sample_database(
    pool: &PgPool,
    consumers: &[&'static str],
    metrics: &Metrics,
) -> Result<(), sqlx::Error> {
    let instruments = metrics.instruments();
    let backlog = relay::backlog(pool).await?;
    instruments
        .outbox_events
        .get_or_create_owned(&[])
        .set(backlog.events);
    instruments
        .outbox_age
        .get_or_create_owned(&[])
        .set(backlog.age.as_secs_f64());
    let counts = dead_letters::counts(pool).await?;
    for consumer in consumers {
        let count = counts.get(*consumer).copied().unwrap_or_default();
        instruments
            .dead_letters
            .get_or_create_owned(&consumer_labels(consumer))
            .set(count);
    }
    Ok(())
}
