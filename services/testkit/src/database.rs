//! A fresh database for each test, copied from a migrated template.

use std::time::Duration;

use kit::service::Definition;
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::{Connection as _, PgConnection, PgPool, postgres::PgPoolOptions};

/// A database that is dropped with this value.
pub struct TestDatabase {
    server: String,
    name: String,
    url: SecretString,
    pool: PgPool,
}

impl TestDatabase {
    /// A fresh, migrated database for a service.
    pub async fn create(definition: Definition) -> Self {
        let server = server();
        let template = template(&server, definition).await;
        let name = format!("test_{}_{}", definition.name, uuid::Uuid::now_v7().simple());
        let mut connection = connect(&local::database_url(&server, "postgres")).await;
        execute(
            &mut connection,
            &format!("create database {name} template {template}"),
        )
        .await;
        let url = local::database_url(&server, &name);
        let pool = PgPoolOptions::new()
            .max_connections(5)
            .acquire_timeout(Duration::from_secs(10))
            .connect_lazy(&url)
            .expect("the address was made here");
        Self {
            server,
            name,
            url: url.into(),
            pool,
        }
    }

    /// Its address.
    pub const fn url(&self) -> &SecretString {
        &self.url
    }

    /// Connections to it, beside the service's own.
    pub const fn pool(&self) -> &PgPool {
        &self.pool
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        // A runtime of its own: this one may be ending.
        let dropped = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime")
                .block_on(async { local::drop_database(&server, &name).await })
        })
        .join();
        if !matches!(dropped, Ok(Ok(()))) {
            eprintln!("the database {} was left behind", self.name);
        }
    }
}

/// The server for tests.
#[expect(
    clippy::disallowed_methods,
    reason = "tests have no config.rs; this is their one setting"
)]
pub(crate) fn server() -> String {
    std::env::var("STOREFRONT_TEST_POSTGRES_URL").expect(
        "set STOREFRONT_TEST_POSTGRES_URL to a PostgreSQL where databases may be created, or run `cargo xtask test`",
    )
}

/// The migrated template of a service, made by whichever test needs it first.
async fn template(server: &str, definition: Definition) -> String {
    // The name says which migrations it has: a changed schema gets a template of its own.
    let mut fingerprint = 0_u32;
    for migrator in [&kit::database::KIT_MIGRATIONS, definition.migrations] {
        for migration in migrator.iter() {
            for byte in migration.checksum.iter() {
                fingerprint = fingerprint.rotate_left(5) ^ u32::from(*byte);
            }
        }
    }
    let name = format!("template_{}_{fingerprint:08x}", definition.name);
    let mut connection = connect(&local::database_url(server, "postgres")).await;
    // Held until the connection ends: tests in other processes wait for the same template.
    sqlx::query("select pg_advisory_lock(hashtext($1))")
        .bind(&name)
        .execute(&mut connection)
        .await
        .expect("a lock");
    let ready: bool =
        sqlx::query_scalar("select exists (select from pg_database where datname = $1 and datistemplate)")
            .bind(&name)
            .fetch_one(&mut connection)
            .await
            .expect("pg_database");
    if !ready {
        execute(&mut connection, &format!("drop database if exists {name}")).await;
        execute(&mut connection, &format!("create database {name}")).await;
        let url = SecretString::from(local::database_url(server, &name));
        kit::database::migrate(&url, definition.migrations)
            .await
            .expect("the migrations");
        execute(
            &mut connection,
            &format!("alter database {name} is_template true"),
        )
        .await;
    }
    connection.close().await.expect("a clean end");
    name
}

async fn connect(url: &str) -> PgConnection {
    PgConnection::connect(url)
        .await
        .expect("PostgreSQL for tests is away")
}

async fn execute(connection: &mut PgConnection, statement: &str) {
    sqlx::query(sqlx::AssertSqlSafe(statement.to_owned()))
        .execute(connection)
        .await
        .expect(statement);
}

impl std::fmt::Debug for TestDatabase {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.url.expose_secret())
    }
}
