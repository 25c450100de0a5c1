//! Limits on tries, counted in the service's database so that they hold across all replicas.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

/// So many tries in each window.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// What is counted, such as `sign-in-address`.
    pub scope: &'static str,
    /// Tries in a window.
    pub tries: i64,
    /// Length of a window.
    pub window: Duration,
}

/// Too many tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many tries, again in {} s", retry_after.as_secs())]
pub struct LimitReached {
    /// Until the window ends.
    pub retry_after: Duration,
}

impl Limit {
    /// Counts one try of a subject (an address, an account) and says whether it is within the limit.
    pub async fn count(
        &self,
        connection: &mut PgConnection,
        subject: &str,
    ) -> Result<Result<(), LimitReached>, sqlx::Error> {
        let row = sqlx::query!(
            r#"insert into rate_limit as present (scope, subject, window_start, count)
               values ($1, $2, to_timestamp(floor(extract(epoch from now()) / $3::float8) * $3::float8), 1)
               on conflict (scope, subject, window_start) do update set count = present.count + 1
               returning count, ceil(extract(epoch from window_start) + $3::float8 - extract(epoch from now()))::bigint as "left!""#,
            self.scope,
            hash(subject),
            self.window.as_secs_f64(),
        )
        .fetch_one(connection)
        .await?;
        Ok(self.judge(row.count - 1, row.left))
    }

    /// Says whether another try would be within the limit, without counting one.
    pub async fn check(
        &self,
        connection: &mut PgConnection,
        subject: &str,
    ) -> Result<Result<(), LimitReached>, sqlx::Error> {
        let row = sqlx::query!(
            r#"select count, ceil(extract(epoch from window_start) + $3::float8 - extract(epoch from now()))::bigint as "left!"
               from rate_limit
               where scope = $1 and subject = $2
                 and window_start = to_timestamp(floor(extract(epoch from now()) / $3::float8) * $3::float8)"#,
            self.scope,
            hash(subject),
            self.window.as_secs_f64(),
        )
        .fetch_optional(connection)
        .await?;
        Ok(row.map_or(Ok(()), |row| self.judge(row.count, row.left)))
    }

    fn judge(&self, before: i64, seconds_left: i64) -> Result<(), LimitReached> {
        if before < self.tries {
            return Ok(());
        }
        Err(LimitReached {
            retry_after: Duration::from_secs(u64::try_from(seconds_left.max(1)).unwrap_or(1)),
        })
    }
}

/// Removes windows that ended long ago.
pub async fn sweep(connection: &mut PgConnection) -> Result<u64, sqlx::Error> {
    let done = sqlx::query!("delete from rate_limit where window_start < now() - interval '1 day'")
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

impl From<LimitReached> for crate::failure::Failure {
    fn from(limit: LimitReached) -> Self {
        Self::new(crate::failure::Code::LimitReached).with_retry_after(limit.retry_after)
    }
}

/// Addresses are personal: only their hash is kept.
fn hash(subject: &str) -> Vec<u8> {
    Sha256::digest(subject.as_bytes()).to_vec()
}
