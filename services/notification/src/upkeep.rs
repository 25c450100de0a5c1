//! Deletes old mails and notices.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store;

/// Interval between sweeps.
const INTERVAL: Duration = Duration::from_hours(1);

/// Maximum rows per statement, which bounds its duration.
const BATCH_SIZE: i64 = 500;

/// Sweeps until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("deletion of old mails and notices", INTERVAL, stop, || {
        sweep(&pool)
    })
    .await;
}

async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    while store::sweep(&mut connection, BATCH_SIZE).await? > 0 {}
    while store::notice::sweep(&mut connection, BATCH_SIZE).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::domain::{EventId, UserId};

    use super::*;
    use crate::{
        DEFINITION,
        mail::{MailKind, NewMail},
    };

    #[tokio::test]
    async fn deletes_mails_that_ended_over_30_days_ago() {
        let harness = testkit::Harness::start(DEFINITION).await;
        let pool = harness.pool();
        let mut connection = pool.acquire().await.unwrap();
        for _ in 0..4 {
            let user = UserId::generate();
            let kind = MailKind::Welcome {
                user,
                verification: None,
            };
            let mail = NewMail {
                event: EventId::generate(),
                kind,
                about: None,
                traceparent: None,
            };
            store::insert(&mut connection, &[mail]).await.unwrap();
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
        let remaining: Vec<String> = sqlx::query_scalar("select state from mail order by state")
            .fetch_all(pool)
            .await
            .unwrap();
        assert_eq!(remaining, ["sent", "waiting"]);
    }
}
