//! Removes mails that ended long ago.

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
                "old mails stay until the next hour"
            );
        }
    }
}

async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    while store::sweep(&mut connection, BATCH).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::domain::{EventId, UserId};

    use super::*;
    use crate::{DEFINITION, mail::Occasion};

    #[tokio::test]
    async fn what_ended_long_ago_goes_and_what_waits_stays() {
        let harness = testkit::Harness::start(DEFINITION).await;
        let pool = harness.pool();
        let mut connection = pool.acquire().await.unwrap();
        for _ in 0..4 {
            let user = UserId::generate();
            store::insert(
                &mut connection,
                EventId::generate(),
                Occasion::Welcome { user },
                None,
            )
            .await
            .unwrap();
        }
        for statement in [
            "update mail set created_at = now() - interval '90 days'",
            "update mail set state = 'sent', ended_at = now() - interval '31 days'
             where id = (select id from mail where state = 'waiting' limit 1)",
            "update mail set state = 'failed', ended_at = now() - interval '31 days'
             where id = (select id from mail where state = 'waiting' limit 1)",
            "update mail set state = 'sent', ended_at = now() - interval '29 days'
             where id = (select id from mail where state = 'waiting' limit 1)",
        ] {
            sqlx::query(statement).execute(pool).await.unwrap();
        }
        sweep(pool).await.unwrap();
        let left: Vec<String> = sqlx::query_scalar("select state from mail order by state")
            .fetch_all(pool)
            .await
            .unwrap();
        assert_eq!(left, ["sent", "waiting"]);
    }
}
