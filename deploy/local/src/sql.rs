//! Creates and drops databases on a PostgreSQL server.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

const TIMEOUT: Duration = Duration::from_secs(30);

/// Adds a database to a server's address (`postgres://user@host:port`), keeping its query.
pub fn database_url(server: &str, database: &str) -> String {
    let (address, query) = server
        .split_once('?')
        .map_or((server, String::new()), |(address, query)| {
            (address, format!("?{query}"))
        });
    format!("{}/{database}{query}", address.trim_end_matches('/'))
}

/// Creates a database if it does not exist; returns whether it did.
pub async fn create_database(server: &str, name: &str) -> Result<bool> {
    validate_name(name)?;
    tokio::time::timeout(TIMEOUT, async {
        let mut connection = PgConnection::connect(&database_url(server, "postgres")).await?;
        let (exists,): (bool,) =
            sqlx::query_as("select exists(select 1 from pg_database where datname = $1)")
                .bind(name)
                .fetch_one(&mut connection)
                .await?;
        if !exists {
            // A database's name cannot be a parameter; it was validated above.
            sqlx::query(AssertSqlSafe(format!("create database \"{name}\"")))
                .execute(&mut connection)
                .await?;
        }
        connection.close().await?;
        Ok::<_, sqlx::Error>(!exists)
    })
    .await
    .with_context(|| format!("PostgreSQL did not answer within {} s", TIMEOUT.as_secs()))?
    .with_context(|| format!("cannot create the database {name}; may this role create databases?"))
}

/// Drops a database and its connections, if it exists.
pub async fn drop_database(server: &str, name: &str) -> Result<()> {
    validate_name(name)?;
    tokio::time::timeout(TIMEOUT, async {
        let mut connection = PgConnection::connect(&database_url(server, "postgres")).await?;
        sqlx::query(AssertSqlSafe(format!(
            "drop database if exists \"{name}\" with (force)"
        )))
        .execute(&mut connection)
        .await?;
        connection.close().await
    })
    .await
    .with_context(|| format!("PostgreSQL did not answer within {} s", TIMEOUT.as_secs()))?
    .with_context(|| format!("cannot drop the database {name}"))
}

fn validate_name(name: &str) -> Result<()> {
    let is_allowed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    ensure!(
        !name.is_empty() && name.len() <= 63 && name.chars().all(is_allowed),
        "invalid database name {name:?}: expected 1 to 63 lower-case letters, digits and _"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_a_database_to_a_server_address() {
        assert_eq!(database_url("postgres://a@h:1", "cart"), "postgres://a@h:1/cart");
        assert_eq!(database_url("postgres://a@h:1/", "cart"), "postgres://a@h:1/cart");
        assert_eq!(
            database_url("postgres://a@h:1?sslmode=require", "cart"),
            "postgres://a@h:1/cart?sslmode=require"
        );
    }

    #[test]
    fn rejects_names_with_sql() {
        assert!(validate_name("catalog_1").is_ok());
        for name in ["", "a\"; drop table x; --", "Ə", &"a".repeat(64)] {
            assert!(validate_name(name).is_err(), "{name}");
        }
    }
}
