//! Rate limits, counted in the service's database so that they hold across all replicas.
//!
//! A limit slides: attempts are counted in windows of its length, and those of the previous window count by the share of it
//! that lies within the last length. So twice the limit never fits around the boundary of two windows.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use crate::client_address::ClientAddress;

/// A rate limit.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Name of the limit, such as `sign-in-address`.
    pub scope: &'static str,
    /// Maximum number of attempts within the length of a window.
    pub max_attempts: i64,
    /// Length of a window.
    pub window: Duration,
}

/// Error of an attempt above the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many attempts, retry in {} s", retry_after.as_secs())]
pub struct LimitReached {
    /// Time until another attempt is within the limit, if there is none before.
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
               returning count, ceil(extract(epoch from window_start) + $3::float8 - extract(epoch from now()))::bigint as "left!",
                   (select before.count from rate_limit as before
                    where before.scope = present.scope and before.subject = present.subject
                      and before.window_start = present.window_start - make_interval(secs => $3::float8)) as previous"#,
            self.scope,
            hash(subject),
            self.window.as_secs_f64(),
        )
        .fetch_one(connection)
        .await?;
        Ok(self.allow(&Counts {
            present: row.count.saturating_sub(1),
            previous: row.previous.unwrap_or_default(),
            seconds_left: row.left,
        }))
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
                   ceil(extract(epoch from window_start) - extract(epoch from now()))::bigint as "start!",
                   (select before.count
                    from unnest($1::text[], $2::bytea[], $3::float8[]) as counted (scope, subject, seconds),
                        rate_limit as before
                    where counted.scope = present.scope and counted.subject = present.subject
                      and before.scope = present.scope and before.subject = present.subject
                      and before.window_start = present.window_start - make_interval(secs => counted.seconds)) as previous"#,
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
                let counts = Counts {
                    present: row.count.saturating_sub(1),
                    previous: row.previous.unwrap_or_default(),
                    seconds_left: row.start.saturating_add(limit.seconds()),
                };
                Some((index, limit.allow(&counts).err()?))
            });
        Ok(reached.map_or(Ok(()), Err))
    }

    /// Counts an attempt from an address, and from the networks around an IPv6 address, which may count as several ones.
    ///
    /// # Errors
    ///
    /// Fails if the query fails.
    pub async fn count_address(
        &self,
        connection: &mut PgConnection,
        address: &ClientAddress,
    ) -> Result<Result<(), LimitReached>, sqlx::Error> {
        let networks = address.networks();
        let result = Self::count_all(connection, &self.of_networks(&networks)).await?;
        Ok(result.map_err(|(_, reached)| reached))
    }

    /// Tells whether another attempt from an address would be within the limit, without counting it.
    ///
    /// # Errors
    ///
    /// Fails if the query fails.
    pub async fn check_address(
        &self,
        connection: &mut PgConnection,
        address: &ClientAddress,
    ) -> Result<Result<(), LimitReached>, sqlx::Error> {
        let networks = address.networks();
        let result = Self::check_all(connection, &self.of_networks(&networks)).await?;
        Ok(result.map_err(|(_, reached)| reached))
    }

    /// Returns the limit of each network.
    pub fn of_networks<'networks>(
        &self,
        networks: &'networks [(i64, String)],
    ) -> Vec<(Self, &'networks str)> {
        networks
            .iter()
            .map(|(share, network)| {
                let max_attempts = self.max_attempts.saturating_mul(*share);
                (
                    Self {
                        max_attempts,
                        ..*self
                    },
                    network.as_str(),
                )
            })
            .collect()
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
        Ok(Self::check_all(connection, &[(*self, subject)])
            .await?
            .map_err(|(_, reached)| reached))
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
            r#"select place as "place!", coalesce(present, 0) as "present!", coalesce(previous, 0) as "previous!",
                   ceil(extract(epoch from start) + seconds - extract(epoch from now()))::bigint as "left!"
               from unnest($1::text[], $2::bytea[], $3::float8[])
                        with ordinality as checked (scope, subject, seconds, place),
                    lateral (select to_timestamp(floor(extract(epoch from now()) / seconds) * seconds) as start) as window_of,
                    -- The limit keeps the planner from reading the whole table for a join.
                    lateral (
                        select max(count) filter (where window_start = start) as present,
                            max(count) filter (where window_start < start) as previous
                        from (
                            select window_start, count from rate_limit
                            where scope = checked.scope and subject = checked.subject
                              and window_start in (start, start - make_interval(secs => seconds))
                            limit 2
                        ) as windows
                    ) as counts
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
            let counts = Counts {
                present: row.present,
                previous: row.previous,
                seconds_left: row.left,
            };
            Some((index, limit.allow(&counts).err()?))
        });
        Ok(reached.map_or(Ok(()), Err))
    }

    /// Tells whether an attempt after these is within the limit.
    fn allow(&self, counts: &Counts) -> Result<(), LimitReached> {
        let length = self.seconds().max(1);
        let left = counts.seconds_left.clamp(1, length);
        // Refused attempts of the previous window delay nobody further.
        let previous = counts.previous.min(self.max_attempts);
        let weighted = previous.saturating_mul(left) / length;
        if counts.present.saturating_add(weighted) < self.max_attempts {
            return Ok(());
        }
        let seconds = if counts.present < self.max_attempts {
            // The share of the previous window shrinks until the sum is below the limit.
            let room = self.max_attempts.saturating_sub(counts.present);
            left.saturating_sub(last_second_below(room, previous, length))
        } else {
            let present = counts.present.min(self.max_attempts);
            let rest = length.saturating_sub(last_second_below(self.max_attempts, present, length));
            left.saturating_add(rest)
        };
        Err(LimitReached {
            retry_after: Duration::from_secs(u64::try_from(seconds.max(1)).unwrap_or(1)),
        })
    }

    /// Returns the length of a window in seconds.
    fn seconds(&self) -> i64 {
        i64::try_from(self.window.as_secs()).unwrap_or(i64::MAX)
    }
}

/// Attempts before one that is judged.
struct Counts {
    /// In the present window.
    present: i64,
    /// In the window before it.
    previous: i64,
    /// Seconds until the present window ends.
    seconds_left: i64,
}

/// Returns the largest number of remaining seconds of a window at which `count` attempts of the window before it weigh less
/// than `room`.
fn last_second_below(room: i64, count: i64, length: i64) -> i64 {
    let product = room.saturating_mul(length).saturating_sub(1);
    product.checked_div(count).unwrap_or(length).min(length)
}

/// Deletes windows that began more than two days ago, which no limit of up to a day weighs any more, in statements of at most 500 rows, and returns their number.
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
                 where window_start < now() - interval '2 days' order by window_start limit 500
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

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit::new("test", 10, Duration::from_secs(100));

    fn wait(present: i64, previous: i64, seconds_left: i64) -> Option<u64> {
        let counts = Counts {
            present,
            previous,
            seconds_left,
        };
        LIMIT
            .allow(&counts)
            .err()
            .map(|reached| reached.retry_after.as_secs())
    }

    #[test]
    fn previous_attempts_weigh_by_the_rest_of_their_window() {
        assert_eq!(wait(9, 0, 50), None);
        // Half of the previous ten lie within the last hundred seconds.
        assert_eq!(wait(4, 10, 50), None);
        assert_eq!(wait(5, 10, 50), Some(1));
        assert_eq!(wait(0, 10, 100), Some(1));
        assert_eq!(wait(1, 10, 100), Some(11));
    }

    #[test]
    fn reached_limit_ends_when_its_attempts_weigh_less() {
        // Ten attempts now: 50 seconds to the next window, of which one weighs less after a second.
        assert_eq!(wait(10, 0, 50), Some(51));
        // Refused attempts delay nobody further.
        assert_eq!(wait(1_000, 1_000, 50), Some(51));
    }

    #[test]
    fn attempts_are_allowed_after_the_delay_and_not_before() {
        for present in 0..=12 {
            for previous in 0..=12 {
                for left in 1..=100 {
                    let Some(seconds) = wait(present, previous, left) else {
                        continue;
                    };
                    let after = |seconds: i64| {
                        if seconds < left {
                            wait(present, previous, left - seconds)
                        } else {
                            wait(0, present, left + 100 - seconds)
                        }
                    };
                    let seconds = i64::try_from(seconds).unwrap();
                    assert_eq!(after(seconds), None, "{present} {previous} {left}");
                    assert!(after(seconds - 1).is_some(), "{present} {previous} {left}");
                }
            }
        }
    }
}
