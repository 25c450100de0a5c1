//! The service's PostgreSQL database.

use std::{
    ops::{Deref, DerefMut},
    time::Duration,
};

use secrecy::{ExposeSecret as _, SecretString};
use sqlx::{
    ConnectOptions as _, Connection as _, PgConnection, PgPool, Postgres,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::time::Instant;
use tracing::Instrument as _;

use crate::{copies::DatabaseStatus, failure, outbox, settings::DatabaseSettings};

/// Migrations of the kit's tables (outbox, inbox, dead letters, limits, audit), applied before the service's.
pub static KIT_MIGRATIONS: Migrator = sqlx::migrate!();

/// Maximum wait of an rpc for a connection; it then fails as unavailable.
const ACQUIRE_TIMEOUT: Duration = Duration::from_millis(900);

/// Maximum wait of consumers and tasks for a connection; they then retry.
const BACKGROUND_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Idle time after which a connection is tested before use; the server may have closed it.
const TEST_AFTER_IDLE: Duration = Duration::from_secs(10);

/// SQLSTATE of a lock timeout.
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// Creates the pool for rpcs. It connects on first use, so that processes start in any order.
///
/// # Errors
///
/// Fails if the URL is invalid.
pub fn pool(settings: &DatabaseSettings, service: &str) -> Result<PgPool, sqlx::Error> {
    pool_with_status(settings, service, DatabaseStatus::default())
}

/// As [`pool`], without the connections of before an outage, which the server may have closed.
pub(crate) fn pool_with_status(
    settings: &DatabaseSettings,
    service: &str,
    status: DatabaseStatus,
) -> Result<PgPool, sqlx::Error> {
    let options = connect_options(&settings.postgres_url, service)?;
    Ok(create_pool(
        options,
        settings.postgres_connections,
        ACQUIRE_TIMEOUT,
        status,
    ))
}

/// Creates the pool for consumers, the outbox relay and tasks, whose load must not delay rpcs. It connects on first use.
///
/// # Errors
///
/// Fails if the URL is invalid.
pub(crate) fn background_pool(
    settings: &DatabaseSettings,
    service: &str,
    status: DatabaseStatus,
) -> Result<PgPool, sqlx::Error> {
    let options = connect_options(&settings.postgres_url, &background_name(service))?;
    Ok(create_pool(
        options,
        settings.postgres_background_connections,
        BACKGROUND_ACQUIRE_TIMEOUT,
        status,
    ))
}

/// Returns the name of a service's background pool, in metrics and as `application_name`.
pub(crate) fn background_name(service: &str) -> String {
    format!("{service}-background")
}

fn create_pool(
    options: PgConnectOptions,
    max_connections: u32,
    acquire_timeout: Duration,
    status: DatabaseStatus,
) -> PgPool {
    PgPoolOptions::new()
        .max_connections(max_connections)
        .acquire_timeout(acquire_timeout)
        // The test is a round trip to the database. It is left to `before_acquire`.
        .test_before_acquire(false)
        .before_acquire(move |connection, metadata| {
            let is_outdated = status.is_outdated(metadata.age);
            Box::pin(async move {
                if is_outdated {
                    return Ok(false);
                }
                if metadata.idle_for >= TEST_AFTER_IDLE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .idle_timeout(Duration::from_mins(5))
        .max_lifetime(Duration::from_mins(30))
        .connect_lazy_with(options)
}

/// A transaction, rolled back if it is dropped. Its commit wakes the relay if it appended to the outbox.
#[derive(Debug)]
pub struct Transaction {
    inner: sqlx::Transaction<'static, Postgres>,
    /// Appends of the process before it began.
    appends: u64,
}

impl Transaction {
    /// Commits the transaction.
    ///
    /// # Errors
    ///
    /// Fails if the database fails; the transaction may have committed then.
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        let _wake = outbox::WakeRelay::new(self.appends);
        self.inner.commit().await
    }

    /// Rolls the transaction back.
    ///
    /// # Errors
    ///
    /// Fails if the database fails.
    pub async fn rollback(self) -> Result<(), sqlx::Error> {
        self.inner.rollback().await
    }
}

impl Deref for Transaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.inner
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.inner
    }
}

/// Begins a transaction; use it instead of [`PgPool::begin`].
///
/// `PgPool::begin` of sqlx 0.9.0 leaves the transaction open if its caller is cancelled, as by a deadline, between sending
/// `BEGIN` and receiving the response: the next user of the connection then writes into a transaction that never commits
/// (<https://github.com/transact-rs/sqlx/issues/4393>). Here a task of its own always awaits the response.
///
/// # Errors
///
/// Fails if there is no connection within 900 ms, or if the database fails.
pub async fn begin(pool: &PgPool) -> Result<Transaction, sqlx::Error> {
    let pool = pool.clone();
    let begin = async move {
        // A failover closes all connections. Each attempt removes one from the pool.
        let mut attempts = pool.size();
        loop {
            #[expect(clippy::disallowed_methods, reason = "the task is never cancelled")]
            match pool.begin().await {
                Err(error) if attempts > 0 && is_closed(&error) => attempts -= 1,
                result => return result,
            }
        }
    };
    let appends = outbox::appends();
    match tokio::spawn(begin.in_current_span()).await {
        Ok(result) => Ok(Transaction {
            inner: result?,
            appends,
        }),
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        // The runtime is shutting down.
        Err(_) => Err(sqlx::Error::PoolClosed),
    }
}

/// SQLSTATEs of a connection that the server closes: it is shut down, by an administrator or after a crash.
const CLOSED: [&str; 2] = ["57P01", "57P02"];

/// Whether a transaction did not begin because its connection was closed.
fn is_closed(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| CLOSED.contains(&code.as_ref())),
        _ => false,
    }
}

/// Returns connection options with timeouts of 10 s for a statement and 30 s for an idle transaction.
///
/// # Errors
///
/// Fails if the URL is invalid.
pub fn connect_options(url: &SecretString, service: &str) -> Result<PgConnectOptions, sqlx::Error> {
    Ok(url
        .expose_secret()
        .parse::<PgConnectOptions>()?
        .application_name(service)
        .options([
            ("statement_timeout", "10s"),
            ("idle_in_transaction_session_timeout", "30s"),
        ]))
}

/// First and longest pause between attempts to reach a database.
const CONNECT_PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(5)];

/// Classes of SQLSTATEs of a database that is being set up or starts: connection, unknown role or wrong password, unknown
/// database, resources, operator intervention.
const NOT_READY: [&str; 5] = ["08", "28", "3D", "53", "57"];

/// Waits until the database accepts a connection. Pauses between the attempts, at first 250 ms, then up to 5 s, and logs why
/// each fails.
///
/// # Errors
///
/// Fails if the URL is invalid, if the database does not accept a connection within `wait`, or for a cause that no waiting
/// mends.
pub async fn wait_until_reachable(url: &SecretString, wait: Duration) -> Result<(), sqlx::Error> {
    let options = url.expose_secret().parse::<PgConnectOptions>()?;
    let options = options.application_name("migrate");
    let deadline = Instant::now() + wait;
    let [mut pause, longest] = CONNECT_PAUSES;
    loop {
        let error = match tokio::time::timeout_at(deadline, options.connect()).await {
            Ok(Ok(connection)) => return connection.close().await,
            Ok(Err(error)) => error,
            Err(_) => sqlx::Error::PoolTimedOut,
        };
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || !is_not_ready(&error) {
            return Err(error);
        }
        tracing::warn!(
            cause = failure::error_chain(&error),
            ?left,
            "the database cannot be reached, retrying"
        );
        tokio::time::sleep(pause.min(left)).await;
        pause = longest.min(2 * pause);
    }
}

fn is_not_ready(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(error) => error
            .code()
            .is_some_and(|code| NOT_READY.iter().any(|class| code.starts_with(class))),
        _ => false,
    }
}

/// How migrations wait for locks. While one waits, the statements behind it wait too, hence a short timeout and retries.
#[derive(Debug, Clone, Copy)]
pub struct LockWait {
    /// Maximum wait for a lock.
    pub timeout: Duration,
    /// Pause after a timeout, in which the waiting statements run.
    pub pause: Duration,
    /// Maximum number of attempts.
    pub attempts: u32,
}

impl Default for LockWait {
    /// 10 attempts of 5 s with pauses of 2 s.
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(5),
            pause: Duration::from_secs(2),
            attempts: 10,
        }
    }
}

/// Applies the pending migrations of the kit and the service.
///
/// # Errors
///
/// Fails if the URL is invalid, the database is unreachable, a migration fails or a lock is not free in any attempt.
pub async fn migrate(url: &SecretString, service: &Migrator, wait: LockWait) -> anyhow::Result<()> {
    let options = url
        .expose_secret()
        .parse::<PgConnectOptions>()?
        .application_name("migrate")
        .options([("lock_timeout", format!("{}ms", wait.timeout.as_millis()))]);
    let mut attempt = 1;
    loop {
        match apply(&options, service).await {
            Err(error) if is_lock_timeout(&error) && attempt < wait.attempts => {
                tracing::warn!(attempt, pause = ?wait.pause, "migration timed out waiting for a lock, retrying");
                tokio::time::sleep(wait.pause).await;
                attempt += 1;
            }
            result => return Ok(result?),
        }
    }
}

async fn apply(options: &PgConnectOptions, service: &Migrator) -> Result<(), MigrateError> {
    let mut connection = options.connect().await?;
    for migrator in [&KIT_MIGRATIONS, service] {
        // An older version must still start on a newer schema.
        let mut migrator = copy(migrator);
        migrator.set_ignore_missing(true);
        migrator.run(&mut connection).await?;
    }
    connection.close().await?;
    Ok(())
}

fn is_lock_timeout(error: &MigrateError) -> bool {
    let (MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) = error else {
        return false;
    };
    matches!(error, sqlx::Error::Database(error) if error.code().as_deref() == Some(LOCK_NOT_AVAILABLE))
}

/// Returns whether all migrations of the kit and the service are applied.
///
/// # Errors
///
/// Fails if a query fails, for one because there is no migrations table yet.
pub async fn is_migrated(connection: &mut PgConnection, service: &Migrator) -> Result<bool, sqlx::Error> {
    for migrator in [&KIT_MIGRATIONS, service] {
        let Some(latest) = migrator.iter().map(|migration| migration.version).max() else {
            continue;
        };
        let applied: Option<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
            "select max(version) from {} where success",
            migrator.table_name
        )))
        .fetch_one(&mut *connection)
        .await?;
        if applied.is_none_or(|applied| applied < latest) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn copy(migrator: &Migrator) -> Migrator {
    let mut copy = Migrator::with_migrations(migrator.iter().cloned().collect());
    copy.dangerous_set_table_name(migrator.table_name.clone());
    copy
}
