//! Users.

use kit::domain::{Email, Language, Percent, UserId};
use sqlx::PgConnection;

use crate::role::Role;

/// A user to be.
pub(crate) struct NewUser<'a> {
    pub(crate) email: &'a Email,
    pub(crate) name: &'a str,
    pub(crate) lastname: &'a str,
    pub(crate) password_hash: &'a str,
    pub(crate) language: Language,
}

/// What a sign-in is checked against.
pub(crate) struct Credentials {
    pub(crate) user: UserId,
    pub(crate) password_hash: String,
}

/// Who a user is.
pub(crate) struct Profile {
    pub(crate) name: String,
    pub(crate) lastname: String,
    pub(crate) email: String,
    pub(crate) language: Language,
    pub(crate) discount: Percent,
}

/// Makes an account, where the e-mail has none. Answers whether it did.
pub(crate) async fn insert(connection: &mut PgConnection, user: &NewUser<'_>) -> Result<bool, sqlx::Error> {
    let done = sqlx::query!(
        "insert into app_user (user_id, email, name, lastname, password_hash, language)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (email) do nothing",
        UserId::generate().uuid(),
        user.email.as_str(),
        user.name,
        user.lastname,
        user.password_hash,
        user.language.code(),
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The account of an e-mail.
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

/// The password hash of a user.
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

/// Who a user is.
pub(crate) async fn find_profile(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<Profile>, sqlx::Error> {
    let row = sqlx::query!(
        "select name, lastname, email, language, discount_percent from app_user where user_id = $1",
        user.uuid()
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Profile {
        name: row.name,
        lastname: row.lastname,
        email: row.email,
        // The column admits these three only.
        language: row.language.parse().unwrap_or_default(),
        discount: row.discount_percent,
    }))
}

/// Keeps a user's row to this transaction, so that what it has is counted right. Answers whether there is one.
pub(crate) async fn lock(connection: &mut PgConnection, user: UserId) -> Result<bool, sqlx::Error> {
    let row = sqlx::query_scalar!(
        "select user_id from app_user where user_id = $1 for no key update",
        user.uuid()
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// Notes a sign-in and its language, and locks the row. Answers false where the password is another one by now.
pub(crate) async fn sign_in(
    connection: &mut PgConnection,
    credentials: &Credentials,
    language: Language,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query!(
        "update app_user set language = $3 where user_id = $1 and password_hash = $2",
        credentials.user.uuid(),
        credentials.password_hash,
        language.code(),
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Changes a user's name. Answers whether there is such a user.
pub(crate) async fn set_name(
    connection: &mut PgConnection,
    user: UserId,
    name: &str,
    lastname: &str,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query!(
        "update app_user set name = $2, lastname = $3 where user_id = $1",
        user.uuid(),
        name,
        lastname,
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Changes a user's password, where it still is the one that was checked. Answers whether it did.
pub(crate) async fn replace_password(
    connection: &mut PgConnection,
    user: UserId,
    checked_hash: &str,
    new_hash: &str,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query!(
        "update app_user set password_hash = $3 where user_id = $1 and password_hash = $2",
        user.uuid(),
        checked_hash,
        new_hash,
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
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

/// Sets the role of the user with this e-mail, where there is one.
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

/// The discount of the user with this e-mail, whose row this transaction keeps.
pub(crate) async fn lock_discount(
    connection: &mut PgConnection,
    email: &Email,
) -> Result<Option<(UserId, Percent)>, sqlx::Error> {
    let row = sqlx::query!(
        "select user_id, discount_percent from app_user where email = $1 for no key update",
        email.as_str(),
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

/// Wishes and addresses of a user.
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
