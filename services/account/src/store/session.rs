//! Session families and their token pairs, timed by the database clock.

use kit::domain::{FamilyId, UserId};
use sqlx::PgConnection;
use time::Duration;

use crate::{
    session::{FAMILY_TTL, REFRESH_TTL, RefreshState, SESSION_TTL, Session},
    token::{Token, TokenHash, TokenPair},
};

/// Ended families with their users.
pub(crate) type EndedFamilies = Vec<(UserId, FamilyId)>;

/// Inserts a family.
pub(crate) async fn insert_family(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<FamilyId, sqlx::Error> {
    let family = FamilyId::generate();
    sqlx::query!(
        "insert into session_family (family_id, user_id) values ($1, $2)",
        family.uuid(),
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(family)
}

/// Inserts a pair of a family. Its session starts now.
pub(crate) async fn insert_pair(
    connection: &mut PgConnection,
    family: FamilyId,
    pair: &TokenPair,
) -> Result<(), sqlx::Error> {
    let (session, refresh) = (pair.session.hash(), pair.refresh.hash());
    sqlx::query!(
        "insert into session_pair (session_hash, refresh_hash, family_id, session_expires_at)
         select $1, $2, family_id,
                least(clock_timestamp() + make_interval(secs => $4), created_at + make_interval(secs => $5))
         from session_family where family_id = $3",
        session.bytes(),
        refresh.bytes(),
        family.uuid(),
        SESSION_TTL.as_seconds_f64(),
        FAMILY_TTL.as_seconds_f64(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the live session of a token.
pub(crate) async fn find_live(
    connection: &mut PgConnection,
    session: &TokenHash,
) -> Result<Option<Session>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select app_user.user_id, app_user.role, discount_percent, session_family.family_id, session_expires_at,
                  staff.role as "staff_role?"
         from session_pair
         join session_family using (family_id)
         join app_user using (user_id)
         left join staff on staff.user_id = app_user.user_id and accepted_at is not null and disabled_at is null
         where session_hash = $1 and session_expires_at > clock_timestamp() and ended_at is null"#,
        session.bytes(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Session {
        user: row.user_id,
        family: row.family_id,
        role: row.role,
        staff_role: row.staff_role,
        discount: row.discount_percent,
        expires_at: row.session_expires_at,
    }))
}

/// Returns the state of a refresh token and locks its family.
pub(crate) async fn lock_refresh(
    connection: &mut PgConnection,
    refresh: &TokenHash,
) -> Result<Option<RefreshState>, sqlx::Error> {
    sqlx::query!(
        "select family_id from session_family
         where family_id = (select family_id from session_pair where refresh_hash = $1)
         for no key update",
        refresh.bytes(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    // A second statement, because it sees what was committed while the first one waited for the lock.
    find_refresh(connection, refresh).await
}

/// Returns the state of a refresh token.
pub(crate) async fn find_refresh(
    connection: &mut PgConnection,
    refresh: &TokenHash,
) -> Result<Option<RefreshState>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select family.family_id, family.user_id, ended_at is not null as "ended!",
                  extract(epoch from clock_timestamp() - family.created_at)::float8 as "family_age!",
                  extract(epoch from clock_timestamp() - pair.created_at)::float8 as "age!",
                  extract(epoch from clock_timestamp() - rotated_at)::float8 as rotated_ago
           from session_pair as pair
           join session_family as family using (family_id)
           where refresh_hash = $1"#,
        refresh.bytes(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| RefreshState {
        family: row.family_id,
        user: row.user_id,
        ended: row.ended,
        family_age: Duration::seconds_f64(row.family_age),
        age: Duration::seconds_f64(row.age),
        rotated_ago: row.rotated_ago.map(Duration::seconds_f64),
    }))
}

/// Records the first use of a refresh token and the last use of its family.
pub(crate) async fn mark_rotated(
    connection: &mut PgConnection,
    family: FamilyId,
    refresh: &TokenHash,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with rotated as (
             update session_pair set rotated_at = clock_timestamp() where refresh_hash = $2 and family_id = $1
         )
         update session_family set last_used_at = clock_timestamp() where family_id = $1",
        family.uuid(),
        refresh.bytes(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends one family.
pub(crate) async fn end(connection: &mut PgConnection, family: FamilyId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update session_family set ended_at = clock_timestamp() where family_id = $1 and ended_at is null",
        family.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
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
             select family_id from session_family
             where ended_at is null
               and family_id in (select family_id from session_pair where session_hash = $1 or refresh_hash = $2)
             order by family_id
             for no key update
         )
         update session_family set ended_at = clock_timestamp()
         from locked
         where session_family.family_id = locked.family_id
         returning session_family.user_id, session_family.family_id",
        session.as_ref().map(TokenHash::bytes),
        refresh.as_ref().map(TokenHash::bytes),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row.family_id)).collect())
}

/// Ends all families of a user except one.
pub(crate) async fn end_all(
    connection: &mut PgConnection,
    user: UserId,
    except: Option<FamilyId>,
) -> Result<EndedFamilies, sqlx::Error> {
    let rows = sqlx::query!(
        "with locked as (
             select family_id from session_family
             where user_id = $1 and ended_at is null and family_id is distinct from $2
             order by family_id
             for no key update
         )
         update session_family set ended_at = clock_timestamp()
         from locked
         where session_family.family_id = locked.family_id
         returning session_family.user_id, session_family.family_id",
        user.uuid(),
        except.map(FamilyId::uuid),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row.family_id)).collect())
}

/// Deletes at most `limit` ended or expired families with their pairs and returns their number.
pub(crate) async fn delete_expired(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from session_family
         where family_id in (
             select family_id from session_family
             where ended_at < now() - interval '1 day'
                or last_used_at < now() - make_interval(secs => $2)
                or created_at < now() - make_interval(secs => $3)
             limit $1
             for update skip locked
         )",
        limit,
        REFRESH_TTL.as_seconds_f64(),
        FAMILY_TTL.as_seconds_f64(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}
