//! The service's own PostgreSQL database.

use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use sqlx::{
    PgPool,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use crate::settings::DatabaseSettings;

/// The kit's own tables: outbox, inbox, dead letters, limits, audit. They are migrated before the service's.
pub static KIT_MIGRATIONS: Migrator = sqlx::migrate!();

/// How long a request waits for a connection before it is told that the database is away.
const ACQUIRE_TIMEOUT: Duration = Duration::from_millis(900);

/// A pool that connects when it is first used, so that processes start in any order.
pub fn pool(settings: &DatabaseSettings, service: &str) -> Result<PgPool, sqlx::Error> {
    let options = connect_options(&settings.postgres_url, service)?;
    Ok(PgPoolOptions::new()
        .max_connections(settings.postgres_connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .idle_timeout(Duration::from_mins(5))
        .max_lifetime(Duration::from_mins(30))
        .connect_lazy_with(options))
}

/// Options for one connection. Statements and idle transactions are bounded, so that nothing is held for ever.
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

/// Brings the database to this version of the kit and the service.
pub async fn migrate(url: &SecretString, service: &Migrator) -> anyhow::Result<()> {
    let options = url
        .expose_secret()
        .parse::<PgConnectOptions>()?
        .application_name("migrate");
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await?;
    for migrator in [&KIT_MIGRATIONS, service] {
        // An older version must start, and migrate nothing, beside a newer schema.
        let mut migrator = copy(migrator);
        migrator.set_ignore_missing(true);
        migrator.run(&pool).await?;
    }
    pool.close().await;
    Ok(())
}

/// Whether all migrations of the kit and the service were applied.
pub async fn is_migrated(pool: &PgPool, service: &Migrator) -> Result<bool, sqlx::Error> {
    for migrator in [&KIT_MIGRATIONS, service] {
        let Some(newest) = migrator.iter().map(|migration| migration.version).max() else {
            continue;
        };
        let applied: Option<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
            "select max(version) from {} where success",
            migrator.table_name
        )))
        .fetch_one(pool)
        .await?;
        if applied.is_none_or(|applied| applied < newest) {
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
