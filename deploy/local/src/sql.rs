//! What the runner asks of a PostgreSQL server: databases, nothing else.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

const DEADLINE: Duration = Duration::from_secs(30);

/// The address of a database on a server that is given without one (`postgres://user@host:port`, a query is kept).
pub fn database_url(server: &str, database: &str) -> String {
    let (address, query) = server
        .split_once('?')
        .map_or((server, String::new()), |(address, query)| {
            (address, format!("?{query}"))
        });
    format!("{}/{database}{query}", address.trim_end_matches('/'))
}

/// Creates a database unless it is there; answers whether it did.
pub async fn create_database(server: &str, name: &str) -> Result<bool> {
    check_name(name)?;
    tokio::time::timeout(DEADLINE, async {
        let mut connection = PgConnection::connect(&database_url(server, "postgres")).await?;
        let (exists,): (bool,) =
            sqlx::query_as("select exists(select 1 from pg_database where datname = $1)")
                .bind(name)
                .fetch_one(&mut connection)
                .await?;
        if !exists {
            // The name was checked above; a database's name cannot be a parameter.
            sqlx::query(AssertSqlSafe(format!("create database \"{name}\"")))
                .execute(&mut connection)
                .await?;
        }
        connection.close().await?;
        Ok::<_, sqlx::Error>(!exists)
    })
    .await
    .with_context(|| format!("PostgreSQL did not answer within {} s", DEADLINE.as_secs()))?
    .with_context(|| format!("the database {name} cannot be created; may this role create databases?"))
}

/// Drops a database, its connections too; done already where there is none.
pub async fn drop_database(server: &str, name: &str) -> Result<()> {
    check_name(name)?;
    tokio::time::timeout(DEADLINE, async {
        let mut connection = PgConnection::connect(&database_url(server, "postgres")).await?;
        sqlx::query(AssertSqlSafe(format!(
            "drop database if exists \"{name}\" with (force)"
        )))
        .execute(&mut connection)
        .await?;
        connection.close().await
    })
    .await
    .with_context(|| format!("PostgreSQL did not answer within {} s", DEADLINE.as_secs()))?
    .with_context(|| format!("the database {name} cannot be dropped"))
}

fn check_name(name: &str) -> Result<()> {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    ensure!(
        !name.is_empty() && name.len() <= 63 && name.chars().all(plain),
        "{name:?} cannot be a database's name: lower-case letters, digits and _ only, 63 at most"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_added_to_a_server_address() {
        assert_eq!(database_url("postgres://a@h:1", "cart"), "postgres://a@h:1/cart");
        assert_eq!(database_url("postgres://a@h:1/", "cart"), "postgres://a@h:1/cart");
        assert_eq!(
            database_url("postgres://a@h:1?sslmode=require", "cart"),
            "postgres://a@h:1/cart?sslmode=require"
        );
    }

    #[test]
    fn a_name_cannot_carry_sql() {
        assert!(check_name("catalog_1").is_ok());
        for name in ["", "a\"; drop table x; --", "Ə", &"a".repeat(64)] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
