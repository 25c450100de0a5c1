//! Users.

use kit::{
    domain::{Email, Language, Percent, UserId},
    vocabulary::account::Role,
};
use sqlx::PgConnection;

/// A user to insert.
pub(crate) struct NewUser<'a> {
    pub(crate) email: &'a Email,
    pub(crate) name: &'a str,
    pub(crate) lastname: &'a str,
    pub(crate) password_hash: &'a str,
    pub(crate) language: Language,
}

/// Id and password hash of a user.
pub(crate) struct Credentials {
    pub(crate) user: UserId,
    pub(crate) password_hash: String,
}

/// Profile of a user.
pub(crate) struct Profile {
    pub(crate) name: String,
    pub(crate) lastname: String,
    pub(crate) email: String,
    pub(crate) language: Language,
    pub(crate) discount: Percent,
    /// Whether the user has followed a link that was mailed to the address.
    pub(crate) is_email_verified: bool,
}

/// Inserts a user. Returns false if the e-mail is taken.
pub(crate) async fn insert(connection: &mut PgConnection, user: &NewUser<'_>) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "insert into app_user (user_id, email, name, lastname, password_hash, language)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (email) do nothing",
        UserId::generate().uuid(),
        user.email.as_str(),
        user.name,
        user.lastname,
        user.password_hash,
        user.language.name(),
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Returns the credentials of the user with this e-mail.
pub(crate) async fn find_credentials(
    connection: &mut PgConnection,
    email: &Email,
) -> Result<Option<Credentials>, sqlx::Error> {
    let row = sqlx::query!(
        "select user_id, password_hash from app_user where email = $1",
        email.as_str()
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Credentials {
        user: row.user_id,
        password_hash: row.password_hash,
    }))
}

/// Returns the password hash of a user.
pub(crate) async fn find_password_hash(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "select password_hash from app_user where user_id = $1",
        user.uuid()
    )
    .fetch_optional(connection)
    .await
}

/// Returns the profile of a user.
pub(crate) async fn find_profile(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<Profile>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select name, lastname, email, language, discount_percent,
                  email_verified_at is not null as "is_email_verified!"
           from app_user where user_id = $1"#,
        user.uuid()
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Profile {
        name: row.name,
        lastname: row.lastname,
        email: row.email,
        // A check constraint admits only the three languages.
        language: row.language.parse().unwrap_or_default(),
        discount: row.discount_percent,
        is_email_verified: row.is_email_verified,
    }))
}

/// Locks a user's row, which serialises changes of its addresses and wishes. Returns false if there is no such user.
pub(crate) async fn lock(connection: &mut PgConnection, user: UserId) -> Result<bool, sqlx::Error> {
    let row = sqlx::query_scalar!(
        "select user_id from app_user where user_id = $1 for no key update",
        user.uuid()
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// Locks a user's row and returns the role; `None` if `checked_hash` is not the current one.
pub(crate) async fn lock_role(
    connection: &mut PgConnection,
    user: UserId,
    checked_hash: &str,
) -> Result<Option<Role>, sqlx::Error> {
    sqlx::query_scalar!(
        "select role from app_user where user_id = $1 and password_hash = $2 for update",
        user.uuid(),
        checked_hash,
    )
    .fetch_optional(connection)
    .await
}

/// Deletes a user with all data. The caller holds the lock of the row.
pub(crate) async fn delete(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with sessions as (delete from session_family where user_id = $1),
              clients as (delete from known_client where user_id = $1),
              resets as (delete from password_reset where user_id = $1),
              verifications as (delete from email_verification where user_id = $1),
              addresses as (delete from address where user_id = $1),
              wishes as (delete from wish where user_id = $1)
         delete from app_user where user_id = $1",
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Locks the row and stores the language of a sign-in and the renewed password hash, if any are given; the language of staff is
/// the one that they choose at the desk. Returns false if the stored hash is not the verified one any more.
pub(crate) async fn record_sign_in(
    connection: &mut PgConnection,
    credentials: &Credentials,
    renewed_hash: Option<&str>,
    language: Option<Language>,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update app_user
         set language = case when exists (select from staff where staff.user_id = $1) then language
                             else coalesce($3, language) end,
             password_hash = coalesce($4, password_hash)
         where user_id = $1 and password_hash = $2",
        credentials.user.uuid(),
        credentials.password_hash,
        language.map(Language::name),
        renewed_hash,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Updates a user's name. Returns false if there is no such user.
pub(crate) async fn set_name(
    connection: &mut PgConnection,
    user: UserId,
    name: &str,
    lastname: &str,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update app_user set name = $2, lastname = $3 where user_id = $1",
        user.uuid(),
        name,
        lastname,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Replaces a user's password. Returns false if `checked_hash` is no longer the current one.
pub(crate) async fn replace_password(
    connection: &mut PgConnection,
    user: UserId,
    checked_hash: &str,
    new_hash: &str,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "update app_user set password_hash = $3 where user_id = $1 and password_hash = $2",
        user.uuid(),
        checked_hash,
        new_hash,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected() == 1)
}

/// Sets a user's password.
pub(crate) async fn set_password(
    connection: &mut PgConnection,
    user: UserId,
    new_hash: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update app_user set password_hash = $2 where user_id = $1",
        user.uuid(),
        new_hash
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Marks a user's e-mail as verified; keeps the time of the first verification.
pub(crate) async fn set_email_verified(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update app_user set email_verified_at = coalesce(email_verified_at, now()) where user_id = $1",
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Sets the role of the user with this e-mail and returns its id.
pub(crate) async fn set_role(
    connection: &mut PgConnection,
    email: &Email,
    role: Role,
) -> Result<Option<UserId>, sqlx::Error> {
    sqlx::query_scalar!(
        "update app_user set role = $2 where email = $1 returning user_id",
        email.as_str(),
        role.name(),
    )
    .fetch_optional(connection)
    .await
}

/// Id or e-mail of a user.
pub(crate) enum UserKey {
    Id(UserId),
    Email(Email),
}

/// Returns the id and discount of a user and locks its row.
pub(crate) async fn lock_discount(
    connection: &mut PgConnection,
    user: &UserKey,
) -> Result<Option<(UserId, Percent)>, sqlx::Error> {
    let (id, email) = match user {
        UserKey::Id(user) => (Some(user.uuid()), None),
        UserKey::Email(email) => (None, Some(email.as_str())),
    };
    let row = sqlx::query!(
        "select user_id, discount_percent from app_user where user_id = $1 or email = $2 for no key update",
        id,
        email,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| (row.user_id, row.discount_percent)))
}

/// Sets a user's discount.
pub(crate) async fn set_discount(
    connection: &mut PgConnection,
    user: UserId,
    discount: Percent,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update app_user set discount_percent = $2 where user_id = $1",
        user.uuid(),
        i16::from(discount),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts the wishes and addresses of a user.
pub(crate) async fn count_saved(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<(i64, i64), sqlx::Error> {
    let row = sqlx::query!(
        r#"select (select count(*) from wish where user_id = $1) as "wishes!",
                  (select count(*) from address where user_id = $1) as "addresses!""#,
        user.uuid(),
    )
    .fetch_one(connection)
    .await?;
    Ok((row.wishes, row.addresses))
}
