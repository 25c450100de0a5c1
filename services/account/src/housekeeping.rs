//! Removes what has no use any more.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store;

/// How often.
const INTERVAL: Duration = Duration::from_hours(1);

/// Rows that one statement removes, so that none runs into its time limit.
const BATCH: i64 = 500;

/// Sweeps once an hour until it is stopped.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = sweep(&pool).await {
            tracing::warn!(
                error = kit::failure::error_chain(&error),
                "old rows stay until the next hour"
            );
        }
    }
}

/// Removes dead sessions, old reset requests and addresses that were not used for long.
async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    while store::session::sweep(&mut connection, BATCH).await? > 0 {}
    while store::reset::sweep(&mut connection, BATCH).await? > 0 {}
    while store::known_client::sweep(&mut connection, BATCH).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{
        housekeeping::sweep,
        testing::{Fixture, run_sql},
    };

    #[tokio::test]
    async fn only_what_is_dead_goes() {
        let fixture = Fixture::start().await;
        let (old, young) = (fixture.customer().await, fixture.customer().await);
        fixture.forgot(&old).await;
        fixture.forgot(&young).await;
        let pool = fixture.harness.pool();
        for statement in [
            "update session_family set last_used_at = now() - interval '31 days' where user_id = $1",
            "update password_reset set created_at = now() - interval '31 days' where user_id = $1",
            "update known_client set last_used_at = now() - interval '181 days' where user_id = $1",
        ] {
            run_sql(pool, statement, old.user).await;
        }

        sweep(pool).await.unwrap();

        for table in ["session_family", "password_reset", "known_client"] {
            let left: Vec<uuid::Uuid> =
                sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select user_id from {table}")))
                    .fetch_all(pool)
                    .await
                    .unwrap();
            assert_eq!(left, [young.user.uuid()], "{table}");
        }
        assert!(!fixture.is_live(&old).await);
        assert!(fixture.is_live(&young).await);
    }
}
