//! A database per test, cloned from a migrated template.

use std::time::Duration;

use kit::{database::LockWait, service::Definition};
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::{Connection as _, PgConnection, PgPool, postgres::PgPoolOptions};

/// A database that is deleted on drop.
pub struct TestDatabase {
    server: String,
    name: String,
    url: SecretString,
    pool: PgPool,
}

impl TestDatabase {
    /// Creates a migrated database for a service.
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
            .expect("a valid URL");
        Self {
            server,
            name,
            url: url.into(),
            pool,
        }
    }

    /// Returns its URL.
    pub const fn url(&self) -> &SecretString {
        &self.url
    }

    /// Returns a connection pool of the test.
    pub const fn pool(&self) -> &PgPool {
        &self.pool
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        // Uses its own runtime, as the test's may be shutting down.
        let dropped = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime")
                .block_on(async { local::drop_database(&server, &name).await })
        })
        .join();
        if !matches!(dropped, Ok(Ok(()))) {
            eprintln!("database {} was not deleted", self.name);
        }
    }
}

/// Returns the URL of the PostgreSQL server for tests.
#[expect(clippy::disallowed_methods, reason = "the only setting of tests")]
pub(crate) fn server() -> String {
    std::env::var("STOREFRONT_TEST_POSTGRES_URL").expect(
        "set STOREFRONT_TEST_POSTGRES_URL to a PostgreSQL where databases may be created, or run `cargo xtask test`",
    )
}

/// Returns the columns of all tables that contain one of these texts in any case, as `table.column`, in order.
pub async fn text_columns_with(pool: &PgPool, texts: &[&str]) -> Vec<String> {
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "select table_name::text, column_name::text, data_type::text
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
         where table_schema = 'public' and table_type = 'BASE TABLE'
           and data_type in ('text', 'jsonb', 'ARRAY', 'bytea')
         order by table_name, column_name",
    )
    .fetch_all(pool)
    .await
    .expect("information_schema");
    let patterns: Vec<_> = texts.iter().map(|text| format!("%{text}%")).collect();
    let mut found = Vec::new();
    for (table, column, data_type) in columns {
        let text = match data_type.as_str() {
            "bytea" => format!("encode({column}, 'escape')"),
            _ => format!("{column}::text"),
        };
        let statement = format!("select exists (select from {table} where {text} ilike any($1))");
        let is_there: bool = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
            .bind(&patterns)
            .fetch_one(pool)
            .await
            .expect("a column of texts");
        if is_there {
            found.push(format!("{table}.{column}"));
        }
    }
    found
}

/// Returns the migrated template of a service; the first test that needs it creates it.
async fn template(server: &str, definition: Definition) -> String {
    // The name contains a fingerprint of the migrations, so that a changed schema gets a new template.
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
    // Holds the lock until the connection closes; other test processes wait for the template.
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
        kit::database::migrate(&url, definition.migrations, LockWait::default())
            .await
            .expect("the migrations");
        execute(
            &mut connection,
            &format!("alter database {name} is_template true"),
        )
        .await;
    }
    connection.close().await.expect("connection closes");
    name
}

async fn connect(url: &str) -> PgConnection {
    PgConnection::connect(url)
        .await
        .expect("connection to PostgreSQL")
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
