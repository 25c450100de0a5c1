//! Readiness of a service: its schema is new enough and PostgreSQL answers.
//!
//! An overloaded service stays ready, because its requests would only move to the other replicas. Hence the checks have a
//! connection of their own, past the pools and the pooler, and late answers count as an outage only when they persist.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sqlx::{ConnectOptions as _, PgConnection, migrate::Migrator, postgres::PgConnectOptions};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic_health::{ServingStatus, server::HealthReporter};

use crate::{database, failure};

/// Interval of the checks while ready.
const INTERVAL: Duration = Duration::from_secs(1);

/// Interval of the checks while not ready.
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
}

/// The readiness as last reported, for HTTP. Not ready at first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ready(Arc<AtomicBool>);

impl Ready {
    /// Returns whether the service is ready.
    pub(crate) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, is_ready: bool) {
        self.0.store(is_ready, Ordering::Relaxed);
    }
}

/// Checks a service's database.
pub(crate) struct Health {
    migrations: &'static Migrator,
    options: PgConnectOptions,
    ready: Ready,
    connection: Option<PgConnection>,
    is_migrated: bool,
}

impl Health {
    /// Creates checks that connect with these options.
    pub(crate) const fn new(migrations: &'static Migrator, options: PgConnectOptions, ready: Ready) -> Self {
        Self {
            migrations,
            options,
            ready,
            connection: None,
            is_migrated: false,
        }
    }

    /// Reports each change of the readiness, at first not ready; reports not ready when cancelled.
    pub(crate) async fn run(mut self, reporter: HealthReporter, stop: CancellationToken) {
        let mut readiness = Readiness::default();
        let mut was_ready = false;
        loop {
            let is_ready = readiness.update(self.check().await, Instant::now());
            let (status, interval) = if is_ready {
                (ServingStatus::Serving, INTERVAL)
            } else {
                (ServingStatus::NotServing, RETRY_INTERVAL)
            };
            if is_ready != was_ready {
                tracing::info!(is_ready, "readiness changed");
                reporter.set_service_status("", status).await;
                self.ready.set(is_ready);
                was_ready = is_ready;
            }
            if stop
                .run_until_cancelled(tokio::time::sleep(interval))
                .await
                .is_none()
            {
                break;
            }
        }
        reporter.set_service_status("", ServingStatus::NotServing).await;
        self.ready.set(false);
    }

    async fn check(&mut self) -> Check {
        let result = tokio::time::timeout(TIMEOUT, self.query()).await;
        if !matches!(result, Ok(Ok(()))) {
            // Not closed properly: a connection to a lost server would wait for an answer.
            self.connection = None;
        }
        match result {
            Ok(Ok(())) => Check::Answered {
                is_migrated: self.is_migrated,
            },
            Ok(Err(sqlx::Error::Database(error)))
                if error.code().as_deref() == Some(TOO_MANY_CONNECTIONS) =>
            {
                Check::Overloaded
            }
            Ok(Err(error)) => {
                tracing::debug!(error = failure::error_chain(&error), "health check failed");
                Check::Failed
            }
            Err(_) => Check::Overloaded,
        }
    }

    async fn query(&mut self) -> Result<(), sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        if self.is_migrated {
            sqlx::query("select 1").execute(&mut connection).await?;
        } else {
            self.is_migrated = database::is_migrated(&mut connection, self.migrations).await?;
        }
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
            Check::Failed => self.is_ready = false,
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
    }
}
