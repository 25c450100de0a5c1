//! Periodic deletion of expired rows.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{desk::Lifetimes, store};

/// Time between two runs.
const INTERVAL: Duration = Duration::from_hours(1);

/// Maximum number of rows per statement, so that none exceeds the statement timeout.
const BATCH: i64 = 500;

/// Deletes expired rows every hour until cancelled.
pub(crate) async fn run(pool: PgPool, desk: Lifetimes, stop: CancellationToken) {
    kit::periodic::run("deletion of expired rows", INTERVAL, stop, || {
        delete_expired(&pool, &desk)
    })
    .await;
}

/// Deletes expired sessions, devices, requests for links and known clients.
async fn delete_expired(pool: &PgPool, desk: &Lifetimes) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    while store::session::delete_expired(&mut connection, BATCH).await? > 0 {}
    while store::desk_session::delete_expired(&mut connection, desk, BATCH).await? > 0 {}
    while store::second_factor::delete_expired_devices(&mut connection, BATCH).await? > 0 {}
    while store::reset::delete_expired(&mut connection, BATCH).await? > 0 {}
    while store::verification::delete_expired(&mut connection, BATCH).await? > 0 {}
    while store::enrolment::delete_expired(&mut connection, BATCH).await? > 0 {}
    while store::known_client::delete_expired(&mut connection, BATCH).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{
        testing::{Fixture, run_sql},
        upkeep::delete_expired,
    };

    #[tokio::test]
    async fn deletes_only_expired_rows() {
        let fixture = Fixture::start().await;
        let (old, young) = (fixture.customer().await, fixture.customer().await);
        fixture.forgot(&old).await;
        fixture.forgot(&young).await;
        let pool = fixture.harness.pool();
        for statement in [
            "update session_family set last_used_at = now() - interval '31 days' where user_id = $1",
            "update password_reset set created_at = now() - interval '31 days' where user_id = $1",
            "update email_verification set created_at = now() - interval '31 days' where user_id = $1",
            "update known_client set last_used_at = now() - interval '181 days' where user_id = $1",
        ] {
            run_sql(pool, statement, old.user).await;
        }

        delete_expired(pool, &Fixture::lifetimes()).await.unwrap();

        for table in [
            "session_family",
            "password_reset",
            "email_verification",
            "known_client",
        ] {
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
