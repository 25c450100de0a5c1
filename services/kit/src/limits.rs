//! Rate limits, counted in the service's database so that they hold across all replicas.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

/// A fixed-window rate limit.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Name of the limit, such as `sign-in-address`.
    pub scope: &'static str,
    /// Maximum number of attempts in a window.
    pub max_attempts: i64,
    /// Length of a window.
    pub window: Duration,
}

/// Error of an attempt above the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many attempts, retry in {} s", retry_after.as_secs())]
pub struct LimitReached {
    /// Time until the window ends.
    pub retry_after: Duration,
}

impl Limit {
    /// Creates a limit of a number of attempts in a window.
    pub const fn new(scope: &'static str, max_attempts: i64, window: Duration) -> Self {
        Self {
            scope,
            max_attempts,
            window,
        }
    }

    /// Counts an attempt of a subject (an address, an account); the inner result tells whether it is within the limit.
    ///
    /// # Errors
    ///
    /// Fails if the query fails.
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
        Ok(self.allow_after(row.count - 1, row.left))
    }

    /// Counts an attempt against several limits, each with its subject, in one statement. The inner error has the index of
    /// the first reached limit.
    ///
    /// # Errors
    ///
    /// Fails if the query fails.
    pub async fn count_all(
        connection: &mut PgConnection,
        limits: &[(Self, &str)],
    ) -> Result<Result<(), (usize, LimitReached)>, sqlx::Error> {
        let (scopes, windows): (Vec<_>, Vec<_>) = limits
            .iter()
            .map(|(limit, _)| (limit.scope.to_owned(), limit.window.as_secs_f64()))
            .unzip();
        let subjects: Vec<_> = limits.iter().map(|(_, subject)| hash(subject)).collect();
        let rows = sqlx::query!(
            r#"insert into rate_limit as present (scope, subject, window_start, count)
               select scope, subject, to_timestamp(floor(extract(epoch from now()) / seconds) * seconds), 1
               from unnest($1::text[], $2::bytea[], $3::float8[]) with ordinality as counted (scope, subject, seconds, place)
               order by place
               on conflict (scope, subject, window_start) do update set count = present.count + 1
               returning scope, subject, count,
                   ceil(extract(epoch from window_start) - extract(epoch from now()))::bigint as "start!""#,
            &scopes,
            &subjects,
            &windows,
        )
        .fetch_all(connection)
        .await?;
        let reached = limits
            .iter()
            .zip(subjects)
            .enumerate()
            .find_map(|(index, ((limit, _), subject))| {
                let row = rows
                    .iter()
                    .find(|row| row.scope == limit.scope && row.subject == subject)?;
                let window = i64::try_from(limit.window.as_secs()).unwrap_or(i64::MAX);
                let reached = limit
                    .allow_after(row.count - 1, row.start.saturating_add(window))
                    .err()?;
                Some((index, reached))
            });
        Ok(reached.map_or(Ok(()), Err))
    }

    /// Tells whether another attempt would be within the limit, without counting it.
    ///
    /// # Errors
    ///
    /// Fails if the query fails.
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
        Ok(row.map_or(Ok(()), |row| self.allow_after(row.count, row.left)))
    }

    /// Tells whether another attempt would be within several limits, each with its subject, in one statement. The inner
    /// error has the index of the first reached limit.
    ///
    /// # Errors
    ///
    /// Fails if the query fails.
    pub async fn check_all(
        connection: &mut PgConnection,
        limits: &[(Self, &str)],
    ) -> Result<Result<(), (usize, LimitReached)>, sqlx::Error> {
        let (scopes, windows): (Vec<_>, Vec<_>) = limits
            .iter()
            .map(|(limit, _)| (limit.scope.to_owned(), limit.window.as_secs_f64()))
            .unzip();
        let subjects: Vec<_> = limits.iter().map(|(_, subject)| hash(subject)).collect();
        let rows = sqlx::query!(
            r#"select place as "place!", count as "count!", seconds_left as "left!"
               from unnest($1::text[], $2::bytea[], $3::float8[])
                        with ordinality as checked (scope, subject, seconds, place),
                    -- The limit keeps the planner from reading the whole table for a join.
                    lateral (
                        select count, ceil(extract(epoch from window_start) + seconds - extract(epoch from now()))::bigint as seconds_left
                        from rate_limit
                        where scope = checked.scope and subject = checked.subject
                          and window_start = to_timestamp(floor(extract(epoch from now()) / seconds) * seconds)
                        limit 1
                    ) as present
               order by place"#,
            &scopes,
            &subjects,
            &windows,
        )
        .fetch_all(connection)
        .await?;
        let reached = rows.into_iter().find_map(|row| {
            let index = usize::try_from(row.place).ok()?.checked_sub(1)?;
            let (limit, _) = limits.get(index)?;
            let reached = limit.allow_after(row.count, row.left).err()?;
            Some((index, reached))
        });
        Ok(reached.map_or(Ok(()), Err))
    }

    fn allow_after(&self, previous: i64, seconds_left: i64) -> Result<(), LimitReached> {
        if previous < self.max_attempts {
            return Ok(());
        }
        Err(LimitReached {
            retry_after: Duration::from_secs(u64::try_from(seconds_left.max(1)).unwrap_or(1)),
        })
    }
}

/// Deletes windows that began more than a day ago, in statements of at most 500 rows, and returns their number.
///
/// # Errors
///
/// Fails if a query fails.
pub async fn sweep(connection: &mut PgConnection) -> Result<u64, sqlx::Error> {
    let mut total: u64 = 0;
    loop {
        let deleted = sqlx::query!(
            "delete from rate_limit where (scope, subject, window_start) in (
                 select scope, subject, window_start from rate_limit
                 where window_start < now() - interval '1 day' order by window_start limit 500
             )"
        )
        .execute(&mut *connection)
        .await?
        .rows_affected();
        if deleted == 0 {
            return Ok(total);
        }
        total = total.saturating_add(deleted);
    }
}

impl From<LimitReached> for crate::failure::Failure {
    fn from(limit: LimitReached) -> Self {
        Self::new(crate::failure::Code::LimitReached).with_retry_after(limit.retry_after)
    }
}

/// Hashes a subject, as addresses are personal data.
fn hash(subject: &str) -> Vec<u8> {
    Sha256::digest(subject.as_bytes()).to_vec()
}
