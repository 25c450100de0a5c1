//! Periodic deletion of expired rows, and encryption of secrets with the current key.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{desk::Lifetimes, error::AccountError, sealing::FactorKeys, store};

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

/// Encrypts the secrets of second factors that the current key does not encrypt, every hour until cancelled.
pub(crate) async fn seal(pool: PgPool, keys: FactorKeys, stop: CancellationToken) {
    // During a rollout, processes of the previous version, which do not decrypt, run beside this one.
    tokio::select! {
        () = tokio::time::sleep(INTERVAL) => {}
        () = stop.cancelled() => return,
    }
    kit::periodic::run("encryption of second factors", INTERVAL, stop, || {
        seal_outdated(&pool, &keys)
    })
    .await;
}

/// Encrypts a batch of secrets. Those that no key decrypts stay as they are, and the first one's error is returned.
pub(crate) async fn seal_outdated(pool: &PgPool, keys: &FactorKeys) -> Result<(), AccountError> {
    let mut transaction = kit::database::begin(pool).await?;
    let outdated = store::second_factor::lock_outdated(&mut transaction, &keys.current_id(), BATCH).await?;
    let mut result = Ok(());
    for (factor, sealed) in outdated {
        match keys.open(factor, &sealed) {
            Ok(secret) => {
                let sealed = keys.seal(factor, &secret)?;
                store::second_factor::update_secret(&mut transaction, factor, &sealed).await?;
            }
            Err(error) => result = result.and(Err(error.into())),
        }
    }
    transaction.commit().await?;
    result
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
