//! Second factors, recovery codes and remembered devices.

use kit::domain::{DeviceId, FactorId, FamilyId, UserId};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::{desk::Lifetimes, sealing::SealedSecret, second_factor::RecoveryCode, token::TokenHash};

/// A second factor.
#[derive(Debug, Clone)]
pub(crate) struct Factor {
    pub(crate) id: FactorId,
    pub(crate) name: String,
    pub(crate) is_confirmed: bool,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) last_used_at: Option<OffsetDateTime>,
}

/// A factor whose code is checked.
#[derive(Debug, Clone)]
pub(crate) struct CheckedFactor {
    pub(crate) id: FactorId,
    pub(crate) secret: SealedSecret,
    pub(crate) last_step: Option<i64>,
    /// Present time by the database clock, in seconds since 1970.
    pub(crate) now: i64,
}

/// A remembered device.
#[derive(Debug, Clone)]
pub(crate) struct Device {
    pub(crate) id: DeviceId,
    pub(crate) name: String,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) last_used_at: OffsetDateTime,
    pub(crate) expires_at: OffsetDateTime,
    pub(crate) is_current: bool,
}

/// Returns the factors of a user, oldest first. Those unconfirmed for 10 minutes are gone.
pub(crate) async fn list(connection: &mut PgConnection, user: UserId) -> Result<Vec<Factor>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select factor_id, name, confirmed_at is not null as "is_confirmed!", created_at, last_used_at
           from second_factor
           where user_id = $1 and (confirmed_at is not null or created_at > now() - interval '10 minutes')
           order by created_at"#,
        user.uuid(),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Factor {
            id: row.factor_id,
            name: row.name,
            is_confirmed: row.is_confirmed,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        })
        .collect())
}

/// Renames the factor that a session is setting up; `None` if there is none.
pub(crate) async fn rename_pending(
    connection: &mut PgConnection,
    family: FamilyId,
    name: &str,
) -> Result<Option<(Factor, SealedSecret)>, sqlx::Error> {
    let row = sqlx::query!(
        "update second_factor set name = $2
         where factor_id = (
             select factor_id from second_factor
             where family_id = $1 and confirmed_at is null and created_at > now() - interval '10 minutes'
             order by created_at desc limit 1
         )
         returning factor_id, secret, key_id, created_at",
        family.uuid(),
        name,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| {
        let factor = Factor {
            id: row.factor_id,
            name: name.to_owned(),
            is_confirmed: false,
            created_at: row.created_at,
            last_used_at: None,
        };
        let secret = SealedSecret {
            bytes: row.secret,
            key_id: row.key_id,
        };
        (factor, secret)
    }))
}

/// Inserts an unconfirmed factor that a session sets up, and deletes those that stayed unconfirmed.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    id: FactorId,
    (user, family): (UserId, FamilyId),
    name: &str,
    secret: &SealedSecret,
) -> Result<Factor, sqlx::Error> {
    sqlx::query!(
        "delete from second_factor
         where user_id = $1 and confirmed_at is null and created_at <= now() - interval '10 minutes'",
        user.uuid(),
    )
    .execute(&mut *connection)
    .await?;
    let created_at = sqlx::query_scalar!(
        "insert into second_factor (factor_id, user_id, name, secret, key_id, family_id) values ($1, $2, $3, $4, $5, $6)
         returning created_at",
        id.uuid(),
        user.uuid(),
        name,
        &secret.bytes,
        secret.key_id.as_deref(),
        family.uuid(),
    )
    .fetch_one(connection)
    .await?;
    Ok(Factor {
        id,
        name: name.to_owned(),
        is_confirmed: false,
        created_at,
        last_used_at: None,
    })
}

/// Returns the confirmed factors of a user; with `unconfirmed`, that factor too.
pub(crate) async fn find_checked(
    connection: &mut PgConnection,
    user: UserId,
    unconfirmed: Option<FactorId>,
) -> Result<Vec<CheckedFactor>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select factor_id, secret, key_id, last_step, extract(epoch from clock_timestamp())::bigint as "now!"
           from second_factor
           where user_id = $1
             and case when $2::uuid is null then confirmed_at is not null
                 else factor_id = $2 and confirmed_at is null and created_at > now() - interval '10 minutes' end
           order by created_at"#,
        user.uuid(),
        unconfirmed.map(FactorId::uuid),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| CheckedFactor {
            id: row.factor_id,
            secret: SealedSecret {
                bytes: row.secret,
                key_id: row.key_id,
            },
            last_step: row.last_step,
            now: row.now,
        })
        .collect())
}

/// Locks up to `limit` factors whose secrets the current key does not encrypt, and returns their secrets.
pub(crate) async fn lock_outdated(
    connection: &mut PgConnection,
    current_key: &[u8],
    limit: i64,
) -> Result<Vec<(FactorId, SealedSecret)>, sqlx::Error> {
    let rows = sqlx::query!(
        "select factor_id, secret, key_id from second_factor
         where key_id is distinct from $1
         order by factor_id limit $2
         for update skip locked",
        current_key,
        limit,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let secret = SealedSecret {
                bytes: row.secret,
                key_id: row.key_id,
            };
            (row.factor_id, secret)
        })
        .collect())
}

/// Replaces the encrypted secret of a factor.
pub(crate) async fn update_secret(
    connection: &mut PgConnection,
    factor: FactorId,
    secret: &SealedSecret,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update second_factor set secret = $2, key_id = $3 where factor_id = $1",
        factor.uuid(),
        &secret.bytes,
        secret.key_id.as_deref(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Records an accepted code; confirms the factor with its first one.
pub(crate) async fn mark_used(
    connection: &mut PgConnection,
    factor: FactorId,
    step: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update second_factor
         set last_step = $2, last_used_at = clock_timestamp(), confirmed_at = coalesce(confirmed_at, clock_timestamp())
         where factor_id = $1",
        factor.uuid(),
        step,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes a factor of a user. Returns whether it was confirmed; `None` if there is no such factor.
pub(crate) async fn delete(
    connection: &mut PgConnection,
    user: UserId,
    factor: FactorId,
) -> Result<Option<bool>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"delete from second_factor where factor_id = $1 and user_id = $2
           returning confirmed_at is not null as "is_confirmed!""#,
        factor.uuid(),
        user.uuid(),
    )
    .fetch_optional(connection)
    .await
}

/// Returns the number of wrong codes of a user that [`forgive_wrong_codes`] has not taken back.
pub(crate) async fn count_wrong_codes(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar!("select wrong_codes from staff where user_id = $1", user.uuid())
        .fetch_one(connection)
        .await
}

/// Counts a wrong code of a session and returns the user's number. The caller holds the lock of the staff row.
pub(crate) async fn count_wrong_code(
    connection: &mut PgConnection,
    user: UserId,
    family: FamilyId,
) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar!(
        "with own as (update desk_family set wrong_codes = wrong_codes + 1 where family_id = $2)
         update staff set wrong_codes = wrong_codes + 1 where user_id = $1 returning wrong_codes",
        user.uuid(),
        family.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Takes the wrong codes of a session back, which has given a right one. Those of other sessions stay: they may be somebody
/// else's. The caller holds the lock of the staff row.
pub(crate) async fn forgive_wrong_codes(
    connection: &mut PgConnection,
    user: UserId,
    family: FamilyId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with own as (
             select family_id, wrong_codes from desk_family where family_id = $2 and wrong_codes > 0 for no key update
         ), cleared as (
             update desk_family set wrong_codes = 0 from own where desk_family.family_id = own.family_id
         )
         update staff set wrong_codes = greatest(0, staff.wrong_codes - own.wrong_codes)
         from own where user_id = $1",
        user.uuid(),
        family.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Replaces the recovery codes of a user.
pub(crate) async fn replace_recovery_codes(
    connection: &mut PgConnection,
    user: UserId,
    codes: &[RecoveryCode],
) -> Result<(), sqlx::Error> {
    let hashes: Vec<Vec<u8>> = codes.iter().map(|code| code.hash(user).to_vec()).collect();
    sqlx::query!("delete from recovery_code where user_id = $1", user.uuid())
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "insert into recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])",
        user.uuid(),
        &hashes,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Uses a recovery code. Returns false if the user has no such unused code.
pub(crate) async fn use_recovery_code(
    connection: &mut PgConnection,
    user: UserId,
    code: &RecoveryCode,
) -> Result<bool, sqlx::Error> {
    let hash = code.hash(user);
    let result = sqlx::query!(
        "update recovery_code set used_at = clock_timestamp()
         where user_id = $1 and code_hash = $2 and used_at is null",
        user.uuid(),
        hash.as_slice(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Returns the number of unused recovery codes and when the codes were made.
pub(crate) async fn count_recovery_codes(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<(i64, Option<OffsetDateTime>), sqlx::Error> {
    let row = sqlx::query!(
        r#"select count(*) filter (where used_at is null) as "left!", max(created_at) as created_at
           from recovery_code where user_id = $1"#,
        user.uuid(),
    )
    .fetch_one(connection)
    .await?;
    Ok((row.left, row.created_at))
}

/// Remembers a device.
pub(crate) async fn insert_device(
    connection: &mut PgConnection,
    user: UserId,
    token: &TokenHash,
    name: &str,
    lifetimes: &Lifetimes,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into remembered_device (device_id, user_id, token_hash, name, expires_at)
         values ($1, $2, $3, $4, now() + make_interval(secs => $5))",
        DeviceId::generate().uuid(),
        user.uuid(),
        token.bytes(),
        name,
        lifetimes.device.as_seconds_f64(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Records a sign-in on a remembered device. Returns false if the user has no such device.
pub(crate) async fn use_device(
    connection: &mut PgConnection,
    user: UserId,
    token: &TokenHash,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update remembered_device set last_used_at = clock_timestamp()
         where user_id = $1 and token_hash = $2 and expires_at > clock_timestamp()",
        user.uuid(),
        token.bytes(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Returns the newest 100 devices of a user, newest first; `current` is the token of the request.
pub(crate) async fn list_devices(
    connection: &mut PgConnection,
    user: UserId,
    current: Option<&TokenHash>,
) -> Result<Vec<Device>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select device_id, name, created_at, last_used_at, expires_at,
                  coalesce(token_hash = $2, false) as "is_current!"
           from remembered_device
           where user_id = $1 and expires_at > now()
           order by created_at desc limit 100"#,
        user.uuid(),
        current.map(TokenHash::bytes),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Device {
            id: row.device_id,
            name: row.name,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            expires_at: row.expires_at,
            is_current: row.is_current,
        })
        .collect())
}

/// Forgets one device of a user, or all, and returns their number.
pub(crate) async fn delete_devices(
    connection: &mut PgConnection,
    user: UserId,
    device: Option<DeviceId>,
) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from remembered_device where user_id = $1 and ($2::uuid is null or device_id = $2)",
        user.uuid(),
        device.map(DeviceId::uuid),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}

/// Deletes at most `limit` expired devices and returns their number.
pub(crate) async fn delete_expired_devices(
    connection: &mut PgConnection,
    limit: i64,
) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from remembered_device where device_id in (
             select device_id from remembered_device where expires_at < now() limit $1 for update skip locked
         )",
        limit,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}
