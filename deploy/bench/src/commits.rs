//! Commits of each database.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use sqlx::{Connection as _, PgConnection};

/// Commits of each database since it exists.
pub(crate) type Commits = BTreeMap<String, f64>;

/// Reads the commits of all databases of a server. `PostgreSQL` counts a session's commits up to 10 s late.
///
/// # Errors
/// If the server does not answer.
pub(crate) async fn read(server: &str) -> Result<Commits> {
    let work = async {
        let mut connection = PgConnection::connect(&local::database_url(server, "postgres")).await?;
        let rows: Vec<(String, f64)> = sqlx::query_as(
            "select datname::text, xact_commit::float8 from pg_stat_database
             where datname is not null and datname not like 'template%' and datname not in ('postgres', 'pgbench')",
        )
        .fetch_all(&mut connection)
        .await?;
        connection.close().await?;
        Ok::<_, sqlx::Error>(rows.into_iter().collect())
    };
    work.await.context("cannot read the databases' commits")
}

/// Returns the commits between two samples for one of `count` operations, without databases below 0.01.
pub(crate) fn per_operation(before: &Commits, after: &Commits, count: f64) -> Commits {
    after
        .iter()
        .map(|(database, commits)| {
            let earlier = before.get(database).copied().unwrap_or_default();
            (database.clone(), (commits - earlier) / count.max(1.0))
        })
        .filter(|(_, commits)| *commits >= 0.01)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_are_per_operation() {
        let sample = |cart: f64| Commits::from([("cart".to_owned(), cart), ("content".to_owned(), 5.0)]);
        let expected = Commits::from([("cart".to_owned(), 3.0)]);
        assert_eq!(per_operation(&sample(10.0), &sample(310.0), 100.0), expected);
    }
}
