//! Staff.

use kit::{
    domain::{Language, Percent, StoreId, UserId},
    staff::StaffRole,
};
use sqlx::PgConnection;

/// A staff member as seen by themselves.
#[derive(Debug, Clone)]
pub(crate) struct OwnStaff {
    pub(crate) name: String,
    pub(crate) lastname: String,
    pub(crate) email: String,
    pub(crate) language: Language,
    pub(crate) role: StaffRole,
    pub(crate) store: Option<StoreId>,
    pub(crate) discount_limit: Percent,
    pub(crate) settings: OwnSettings,
    pub(crate) recovery_codes_left: i64,
    pub(crate) version: i64,
}

/// Settings that staff change themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent settings")]
pub(crate) struct OwnSettings {
    pub(crate) phone: Option<String>,
    pub(crate) signature: String,
    pub(crate) shortcuts: bool,
    pub(crate) notify_new_quote: bool,
    pub(crate) notify_follow_up_due: bool,
    pub(crate) notify_offer: bool,
    pub(crate) notify_mention: bool,
}

/// Whether a user may sign in to the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Admission {
    pub(crate) role: StaffRole,
    pub(crate) is_disabled: bool,
    pub(crate) has_second_factor: bool,
}

/// Returns the admission of a user who has accepted a role; `None` for others.
pub(crate) async fn find_admission(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<Admission>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select role, disabled_at is not null as "is_disabled!",
                  exists (select from second_factor as factor
                          where factor.user_id = staff.user_id and confirmed_at is not null) as "has_second_factor!"
           from staff where user_id = $1 and accepted_at is not null"#,
        user.uuid(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Admission {
        role: row.role,
        is_disabled: row.is_disabled,
        has_second_factor: row.has_second_factor,
    }))
}

/// Locks a staff member's row, which serialises checks of codes and changes of factors. Returns false for other users.
pub(crate) async fn lock(connection: &mut PgConnection, user: UserId) -> Result<bool, sqlx::Error> {
    let row = sqlx::query_scalar!(
        "select user_id from staff where user_id = $1 for no key update",
        user.uuid()
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// Returns an active staff member.
pub(crate) async fn find_own(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<OwnStaff>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select name, lastname, email, language, staff.role, store_id, discount_limit_percent, phone, signature,
                  shortcuts, notify_new_quote, notify_follow_up_due, notify_offer, notify_mention, version,
                  (select count(*) from recovery_code as code
                   where code.user_id = staff.user_id and used_at is null) as "recovery_codes_left!"
           from staff join app_user using (user_id)
           where user_id = $1 and accepted_at is not null and disabled_at is null"#,
        user.uuid(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| OwnStaff {
        name: row.name,
        lastname: row.lastname,
        email: row.email,
        language: row.language.parse().unwrap_or_default(),
        role: row.role,
        store: row.store_id,
        discount_limit: row.discount_limit_percent,
        settings: OwnSettings {
            phone: row.phone,
            signature: row.signature,
            shortcuts: row.shortcuts,
            notify_new_quote: row.notify_new_quote,
            notify_follow_up_due: row.notify_follow_up_due,
            notify_offer: row.notify_offer,
            notify_mention: row.notify_mention,
        },
        recovery_codes_left: row.recovery_codes_left,
        version: row.version,
    }))
}

/// Stores the settings of a staff member and raises the version. The caller holds the lock of the row.
pub(crate) async fn update_own(
    connection: &mut PgConnection,
    user: UserId,
    settings: &OwnSettings,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff
         set phone = $2, signature = $3, shortcuts = $4, notify_new_quote = $5, notify_follow_up_due = $6,
             notify_offer = $7, notify_mention = $8, version = version + 1, changed_by = user_id::text,
             changed_at = clock_timestamp()
         where user_id = $1",
        user.uuid(),
        settings.phone,
        settings.signature,
        settings.shortcuts,
        settings.notify_new_quote,
        settings.notify_follow_up_due,
        settings.notify_offer,
        settings.notify_mention,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Sets the language of a user.
pub(crate) async fn set_language(
    connection: &mut PgConnection,
    user: UserId,
    language: Language,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update app_user set language = $2 where user_id = $1",
        user.uuid(),
        language.name(),
    )
    .execute(connection)
    .await?;
    Ok(())
}
