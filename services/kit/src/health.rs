//! Readiness of a service: its schema is new enough and PostgreSQL answers, by itself and through the pooler.
//!
//! An overloaded service stays ready, because its requests would only move to the other replicas. Hence the checks have
//! connections of their own, past the pools, and late answers count as an outage only when they persist. A service with a copy
//! of its data stays ready for reads.

use std::time::Duration;

use sqlx::{
    ConnectOptions as _, Connection as _, PgConnection, migrate::Migrator, postgres::PgConnectOptions,
};
use tokio::{sync::watch, time::Instant};
use tokio_util::sync::CancellationToken;
use tonic_health::{ServingStatus, server::HealthReporter};

use crate::{
    copies::DatabaseStatus,
    database, failure,
    metrics::{Gauges, Metrics},
};

/// Interval of the checks while ready.
const INTERVAL: Duration = Duration::from_secs(1);

/// Interval of the checks while the database does not answer.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// Maximum duration of a check.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Time without an answer after which a database counts as unreachable, even if no connection failed.
const OUTAGE_AFTER: Duration = Duration::from_secs(6);

/// Too many connections.
const TOO_MANY_CONNECTIONS: &str = "53300";

/// Result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Check {
    /// The database answered; the schema may still be too old.
    Answered { is_migrated: bool },
    /// The database refused the connection for lack of a free one, or did not answer in time.
    Overloaded,
    /// The connection or the query failed.
    Failed,
    /// The database answered, but the pooler in front of it accepts no connection.
    PoolerFailed,
}

/// State of a service, for HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HealthState {
    /// The first check is not done, or the service stops.
    NotServing,
    Ready,
    /// Reads are answered from a copy.
    FromCopy,
    SchemaTooOld,
    DatabaseAway,
    PoolerAway,
}

impl HealthState {
    /// Whether the service takes requests.
    pub(crate) const fn is_ready(self) -> bool {
        matches!(self, Self::Ready | Self::FromCopy)
    }

    /// Returns a line for people.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::NotServing => "not ready: starting or stopping\n",
            Self::Ready => "ready\n",
            Self::FromCopy => "ready for reads: the database is away, answers come from the copy\n",
            Self::SchemaTooOld => "not ready: migrations are missing\n",
            Self::DatabaseAway => "not ready: the database does not answer\n",
            Self::PoolerAway => "not ready: the pooler in front of the database accepts no connection\n",
        }
    }
}

/// The state as last reported.
#[derive(Debug, Clone)]
pub(crate) struct Ready(watch::Sender<HealthState>);

impl Default for Ready {
    fn default() -> Self {
        Self(watch::Sender::new(HealthState::NotServing))
    }
}

impl Ready {
    /// Returns the state.
    pub(crate) fn get(&self) -> HealthState {
        *self.0.borrow()
    }

    pub(crate) fn set(&self, state: HealthState) {
        self.0.send_replace(state);
    }
}

/// Returns whether a service has a copy of its data.
pub(crate) type HasCopy = Box<dyn Fn() -> bool + Send>;

/// Checks a service's database.
pub(crate) struct Health {
    migrations: &'static Migrator,
    /// The database itself.
    direct: PgConnectOptions,
    connection: Option<PgConnection>,
    pooler: Option<Pooler>,
    ready: Ready,
    status: DatabaseStatus,
    has_copy: Option<HasCopy>,
    is_migrated: bool,
    database_up: Gauges<1>,
    serving_from_copy: Gauges<0>,
}

/// The pooler in front of a database.
struct Pooler {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

impl Health {
    /// Creates checks that connect with these options; `pooler` are those of the pools, if they differ.
    pub(crate) fn new(
        migrations: &'static Migrator,
        direct: PgConnectOptions,
        pooler: Option<PgConnectOptions>,
        status: DatabaseStatus,
        metrics: &Metrics,
    ) -> Self {
        Self {
            migrations,
            direct,
            connection: None,
            pooler: pooler.map(|options| Pooler {
                options,
                connection: None,
            }),
            ready: Ready::default(),
            status,
            has_copy: None,
            is_migrated: false,
            database_up: metrics.gauges(
                "storefront_database_up",
                "1 if the database answers, by itself or through its pooler, else 0",
            ),
            serving_from_copy: metrics.gauges(
                "storefront_serving_from_copy",
                "1 while reads are answered from a copy, as the database does not answer, else 0",
            ),
        }
    }

    /// Keeps the service ready for reads while the database is away and it has a copy.
    pub(crate) fn with_copy(self, has_copy: HasCopy) -> Self {
        Self {
            has_copy: Some(has_copy),
            ..self
        }
    }

    /// Returns the state as last reported.
    pub(crate) fn ready(&self) -> Ready {
        self.ready.clone()
    }

    /// Reports each change of the state, at first not ready; reports not ready when cancelled.
    pub(crate) async fn run(mut self, reporter: HealthReporter, stop: CancellationToken) {
        let mut readiness = Readiness::default();
        loop {
            let check = self.check().await;
            let answers = readiness.update(check, Instant::now());
            let is_too_old = check == Check::Answered { is_migrated: false };
            self.status.set(answers || is_too_old);
            let state = match check {
                _ if answers => HealthState::Ready,
                Check::Answered { .. } => HealthState::SchemaTooOld,
                _ if self.has_copy.as_ref().is_some_and(|has_copy| has_copy()) => HealthState::FromCopy,
                Check::PoolerFailed => HealthState::PoolerAway,
                Check::Overloaded | Check::Failed => HealthState::DatabaseAway,
            };
            self.record(check, answers, state);
            let before = self.ready.get();
            if state != before {
                tracing::info!(
                    is_ready = state.is_ready(),
                    state = state.text().trim_end(),
                    "readiness changed"
                );
                let status = if state.is_ready() {
                    ServingStatus::Serving
                } else {
                    ServingStatus::NotServing
                };
                if state.is_ready() != before.is_ready() {
                    reporter.set_service_status("", status).await;
                }
                self.ready.set(state);
            }
            let interval = if answers { INTERVAL } else { RETRY_INTERVAL };
            if stop
                .run_until_cancelled(tokio::time::sleep(interval))
                .await
                .is_none()
            {
                break;
            }
        }
        reporter.set_service_status("", ServingStatus::NotServing).await;
        self.ready.set(HealthState::NotServing);
    }

    fn record(&self, check: Check, answers: bool, state: HealthState) {
        let up = |path: &'static str, is_up: bool| {
            let gauge = self.database_up.get_or_create_owned(&[("path", path.into())]);
            gauge.set(i64::from(is_up));
        };
        up(
            "direct",
            answers || matches!(check, Check::Answered { .. } | Check::PoolerFailed),
        );
        if self.pooler.is_some() {
            up("pooler", answers);
        }
        if self.has_copy.is_some() {
            let gauge = self.serving_from_copy.get_or_create_owned(&[]);
            gauge.set(i64::from(state == HealthState::FromCopy));
        }
    }

    async fn check(&mut self) -> Check {
        let result = tokio::time::timeout(TIMEOUT, self.query()).await;
        if !matches!(result, Ok(Ok(()))) {
            // Not closed properly: a connection to a lost server would wait for an answer.
            self.connection = None;
        }
        match result {
            Ok(Ok(())) => self.check_pooler().await,
            Ok(Err(sqlx::Error::Database(error)))
                if error.code().as_deref() == Some(TOO_MANY_CONNECTIONS) =>
            {
                Check::Overloaded
            }
            Ok(Err(error)) => {
                self.log("direct", &error);
                Check::Failed
            }
            Err(_) => Check::Overloaded,
        }
    }

    async fn query(&mut self) -> Result<(), sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.direct.connect().await?,
        };
        if self.is_migrated {
            sqlx::query("select 1").execute(&mut connection).await?;
        } else {
            self.is_migrated = database::is_migrated(&mut connection, self.migrations).await?;
        }
        self.connection = Some(connection);
        Ok(())
    }

    /// Checks that the pooler accepts connections. A busy one may answer late, and refuse some: it is not away.
    async fn check_pooler(&mut self) -> Check {
        let answered = Check::Answered {
            is_migrated: self.is_migrated,
        };
        let Some(pooler) = &mut self.pooler else {
            return answered;
        };
        match tokio::time::timeout(TIMEOUT, pooler.ping()).await {
            Ok(Err(error @ (sqlx::Error::Io(_) | sqlx::Error::Tls(_)))) => {
                self.log("pooler", &error);
                Check::PoolerFailed
            }
            Ok(_) | Err(_) => answered,
        }
    }

    /// Logs why a check failed, as a warning if it is the first that does.
    fn log(&self, path: &str, error: &sqlx::Error) {
        let cause = failure::error_chain(error);
        if self.status.away_since().is_none() {
            tracing::warn!(path, cause, "the database cannot be reached");
        } else {
            tracing::debug!(path, cause, "health check failed");
        }
    }
}

impl Pooler {
    async fn ping(&mut self) -> Result<(), sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        connection.ping().await?;
        self.connection = Some(connection);
        Ok(())
    }
}

/// Readiness as of the latest check.
#[derive(Debug, Default)]
struct Readiness {
    is_ready: bool,
    answered_at: Option<Instant>,
}

impl Readiness {
    /// Returns the readiness after a check at `now`.
    fn update(&mut self, check: Check, now: Instant) -> bool {
        match check {
            Check::Answered { is_migrated } => {
                self.is_ready = is_migrated;
                self.answered_at = Some(now);
            }
            Check::Overloaded => {
                self.is_ready &= self
                    .answered_at
                    .is_some_and(|answered_at| now.saturating_duration_since(answered_at) < OUTAGE_AFTER);
            }
            Check::Failed | Check::PoolerFailed => self.is_ready = false,
        }
        self.is_ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWERED: Check = Check::Answered { is_migrated: true };

    #[test]
    fn late_answers_end_readiness_only_when_they_persist() {
        let start = Instant::now();
        let mut readiness = Readiness::default();
        assert!(!readiness.update(Check::Overloaded, start));
        assert!(!readiness.update(Check::Answered { is_migrated: false }, start));
        assert!(readiness.update(ANSWERED, start));
        assert!(readiness.update(Check::Overloaded, start + OUTAGE_AFTER / 2));
        assert!(!readiness.update(Check::Overloaded, start + OUTAGE_AFTER));
        assert!(readiness.update(ANSWERED, start + OUTAGE_AFTER));
    }

    #[test]
    fn a_failed_connection_ends_readiness_at_once() {
        let start = Instant::now();
        let mut readiness = Readiness::default();
        assert!(readiness.update(ANSWERED, start));
        assert!(!readiness.update(Check::Failed, start));
        assert!(!readiness.update(Check::Overloaded, start));
        assert!(readiness.update(ANSWERED, start));
        assert!(!readiness.update(Check::PoolerFailed, start));
    }
}
