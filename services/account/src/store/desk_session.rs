//! Session families of the desk and their token pairs, timed by the database clock.

use kit::domain::{FamilyId, UserId};
use sqlx::PgConnection;
use time::Duration;

use super::session::EndedFamilies;
use crate::{
    desk::{DeskSession, Lifetimes, RefreshState, Step},
    token::{Token, TokenHash, TokenPair},
};

/// Inserts a family. It may enrol a first factor if `is_invited`, or while the operator's grant permits it.
pub(crate) async fn insert_family(
    connection: &mut PgConnection,
    user: UserId,
    step: Step,
    is_invited: bool,
) -> Result<FamilyId, sqlx::Error> {
    let family = FamilyId::generate();
    sqlx::query!(
        "insert into desk_family (family_id, user_id, step, may_enrol)
         select $1, user_id, $3, $4 or coalesce(enrolment_until > clock_timestamp(), false)
         from staff where user_id = $2",
        family.uuid(),
        user.uuid(),
        step.name(),
        is_invited,
    )
    .execute(connection)
    .await?;
    Ok(family)
}

/// Inserts a pair of a family. Its session starts now; one whose second factor is missing ends with the pending time.
pub(crate) async fn insert_pair(
    connection: &mut PgConnection,
    family: FamilyId,
    pair: &TokenPair,
    lifetimes: &Lifetimes,
) -> Result<(), sqlx::Error> {
    let (session, refresh) = (pair.session.hash(), pair.refresh.hash());
    sqlx::query!(
        "insert into desk_pair (session_hash, refresh_hash, family_id, session_expires_at)
         select $1, $2, family_id,
                case step when 'done'
                    then least(clock_timestamp() + make_interval(secs => $4), created_at + make_interval(secs => $5))
                    else created_at + make_interval(secs => $6)
                end
         from desk_family where family_id = $3",
        session.bytes(),
        refresh.bytes(),
        family.uuid(),
        lifetimes.session.as_seconds_f64(),
        lifetimes.family.as_seconds_f64(),
        lifetimes.pending.as_seconds_f64(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Completes a family and deletes the pairs of its earlier steps.
pub(crate) async fn complete(connection: &mut PgConnection, family: FamilyId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with pairs as (delete from desk_pair where family_id = $1)
         update desk_family set step = 'done' where family_id = $1",
        family.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the live session of a token, of active staff.
pub(crate) async fn find_live(
    connection: &mut PgConnection,
    session: &TokenHash,
) -> Result<Option<DeskSession>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select staff.user_id, staff.role, desk_family.family_id, step, may_enrol, session_expires_at,
                  desk_family.created_at as signed_in_at,
                  case when step_up_until > clock_timestamp() then step_up_until end as step_up_until
           from desk_pair
           join desk_family using (family_id)
           join staff using (user_id)
           where session_hash = $1 and session_expires_at > clock_timestamp() and ended_at is null
             and accepted_at is not null and disabled_at is null"#,
        session.bytes(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| DeskSession {
        user: row.user_id,
        family: row.family_id,
        step: row.step,
        may_enrol: row.may_enrol,
        role: row.role,
        expires_at: row.session_expires_at,
        signed_in_at: row.signed_in_at,
        step_up_until: row.step_up_until,
    }))
}

/// Returns the state of a refresh token and locks its family.
pub(crate) async fn lock_refresh(
    connection: &mut PgConnection,
    refresh: &TokenHash,
) -> Result<Option<RefreshState>, sqlx::Error> {
    sqlx::query!(
        "select family_id from desk_family
         where family_id = (select family_id from desk_pair where refresh_hash = $1)
         for no key update",
        refresh.bytes(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    // A second statement, because it sees what was committed while the first one waited for the lock.
    let row = sqlx::query!(
        r#"select family.family_id, family.user_id, step, ended_at is not null as "ended!",
                  extract(epoch from clock_timestamp() - family.created_at)::float8 as "family_age!",
                  extract(epoch from clock_timestamp() - rotated_at)::float8 as rotated_ago
           from desk_pair as pair
           join desk_family as family using (family_id)
           where refresh_hash = $1"#,
        refresh.bytes(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| RefreshState {
        family: row.family_id,
        user: row.user_id,
        step: row.step,
        ended: row.ended,
        family_age: Duration::seconds_f64(row.family_age),
        rotated_ago: row.rotated_ago.map(Duration::seconds_f64),
    }))
}

/// Records the first use of a refresh token and of the desk by its user.
pub(crate) async fn mark_rotated(
    connection: &mut PgConnection,
    user: UserId,
    refresh: &TokenHash,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with rotated as (update desk_pair set rotated_at = clock_timestamp() where refresh_hash = $2)
         update staff set last_seen_at = clock_timestamp() where user_id = $1",
        user.uuid(),
        refresh.bytes(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Records that a staff member uses the desk.
pub(crate) async fn mark_seen(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff set last_seen_at = clock_timestamp() where user_id = $1",
        user.uuid()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Opens the calls that need a step-up, for this time.
pub(crate) async fn step_up(
    connection: &mut PgConnection,
    family: FamilyId,
    lifetimes: &Lifetimes,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update desk_family set step_up_until = clock_timestamp() + make_interval(secs => $2) where family_id = $1",
        family.uuid(),
        lifetimes.step_up.as_seconds_f64(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends one family.
pub(crate) async fn end(connection: &mut PgConnection, family: FamilyId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update desk_family set ended_at = clock_timestamp() where family_id = $1 and ended_at is null",
        family.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns whether somebody who manages the team ended the family of these tokens.
pub(crate) async fn is_ended_by_owner(
    connection: &mut PgConnection,
    session: Option<&Token>,
    refresh: Option<&Token>,
) -> Result<bool, sqlx::Error> {
    let (session, refresh) = (session.map(Token::hash), refresh.map(Token::hash));
    sqlx::query_scalar!(
        r#"select exists (
               select from desk_family
               where ended_by_owner
                 and family_id in (select family_id from desk_pair where session_hash = $1 or refresh_hash = $2)
           ) as "is_ended!""#,
        session.as_ref().map(TokenHash::bytes),
        refresh.as_ref().map(TokenHash::bytes),
    )
    .fetch_one(connection)
    .await
}

/// Ends the families of these tokens, expired or not.
pub(crate) async fn end_by_tokens(
    connection: &mut PgConnection,
    session: Option<&Token>,
    refresh: Option<&Token>,
) -> Result<EndedFamilies, sqlx::Error> {
    let (session, refresh) = (session.map(Token::hash), refresh.map(Token::hash));
    // Locks in a fixed order, so that requests for the same families do not deadlock.
    let rows = sqlx::query!(
        "with locked as (
             select family_id from desk_family
             where ended_at is null
               and family_id in (select family_id from desk_pair where session_hash = $1 or refresh_hash = $2)
             order by family_id
             for no key update
         )
         update desk_family set ended_at = clock_timestamp()
         from locked
         where desk_family.family_id = locked.family_id
         returning desk_family.user_id, desk_family.family_id",
        session.as_ref().map(TokenHash::bytes),
        refresh.as_ref().map(TokenHash::bytes),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row.family_id)).collect())
}

/// Ends the families of a user in the step `enrol`.
pub(crate) async fn end_enrolling(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<EndedFamilies, sqlx::Error> {
    let rows = sqlx::query!(
        "with locked as (
             select family_id from desk_family
             where user_id = $1 and ended_at is null and step = 'enrol'
             order by family_id
             for no key update
         )
         update desk_family set ended_at = clock_timestamp()
         from locked
         where desk_family.family_id = locked.family_id
         returning desk_family.user_id, desk_family.family_id",
        user.uuid(),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row.family_id)).collect())
}

/// Ends all families of a user; `by_owner` is true if somebody who manages the team does.
pub(crate) async fn end_all(
    connection: &mut PgConnection,
    user: UserId,
    by_owner: bool,
) -> Result<EndedFamilies, sqlx::Error> {
    let rows = sqlx::query!(
        "with locked as (
             select family_id from desk_family
             where user_id = $1 and ended_at is null
             order by family_id
             for no key update
         )
         update desk_family set ended_at = clock_timestamp(), ended_by_owner = $2
         from locked
         where desk_family.family_id = locked.family_id
         returning desk_family.user_id, desk_family.family_id",
        user.uuid(),
        by_owner,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row.family_id)).collect())
}

/// Deletes at most `limit` ended or expired families with their pairs and returns their number.
pub(crate) async fn delete_expired(
    connection: &mut PgConnection,
    lifetimes: &Lifetimes,
    limit: i64,
) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from desk_family
         where family_id in (
             select family_id from desk_family
             where ended_at < now() - interval '1 day'
                or created_at < now() - interval '1 day' - make_interval(secs => $2)
             limit $1
             for update skip locked
         )",
        limit,
        lifetimes.family.as_seconds_f64(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}
