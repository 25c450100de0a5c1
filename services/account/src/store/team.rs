//! The team: members, invitations and roles.

use kit::{
    caller::Actor,
    domain::{Email, InvitationId, Language, Percent, StoreId, UserId},
    staff::StaffRole,
};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::user::NewUser;
use crate::token::TokenHash;

/// A member of the team.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) user: UserId,
    pub(crate) email: String,
    /// Empty if unknown.
    pub(crate) name: String,
    /// Empty if unknown.
    pub(crate) lastname: String,
    pub(crate) language: Language,
    pub(crate) role: StaffRole,
    pub(crate) store: Option<StoreId>,
    pub(crate) discount_limit: Percent,
    pub(crate) phone: Option<String>,
    pub(crate) signature: String,
    pub(crate) notifications: Notifications,
    pub(crate) has_second_factor: bool,
    pub(crate) is_accepted: bool,
    pub(crate) is_disabled: bool,
    pub(crate) last_seen_at: Option<OffsetDateTime>,
    pub(crate) invited_at: Option<OffsetDateTime>,
    /// Time at which the open invitation was last sent.
    pub(crate) invitation_sent_at: Option<OffsetDateTime>,
    pub(crate) version: i64,
    pub(crate) changed_by: Option<String>,
    pub(crate) changed_at: OffsetDateTime,
}

/// Notices that a member wants by mail.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent settings")]
pub(crate) struct Notifications {
    pub(crate) new_quote: bool,
    pub(crate) follow_up_due: bool,
    pub(crate) offer: bool,
    pub(crate) mention: bool,
}

/// An invitation to the team.
#[derive(Debug)]
pub(crate) struct Invitation {
    pub(crate) id: InvitationId,
    pub(crate) user: UserId,
    pub(crate) email: String,
    pub(crate) name: String,
    pub(crate) lastname: String,
    pub(crate) language: Language,
    pub(crate) role: StaffRole,
    pub(crate) sent_at: OffsetDateTime,
    pub(crate) is_expired: bool,
    /// Whether the e-mail has an account.
    pub(crate) has_account: bool,
}

/// A person to invite.
#[derive(Debug)]
pub(crate) struct NewMember {
    pub(crate) email: Email,
    pub(crate) name: String,
    pub(crate) lastname: String,
    pub(crate) language: Language,
    pub(crate) role: StaffRole,
    pub(crate) store: Option<StoreId>,
    pub(crate) discount_limit: Percent,
}

/// Name of a user.
#[derive(Debug)]
pub(crate) struct MemberName {
    pub(crate) user: UserId,
    pub(crate) name: String,
    pub(crate) lastname: String,
    /// `None` for a user who is not staff.
    pub(crate) role: Option<StaffRole>,
    pub(crate) store: Option<StoreId>,
}

/// Serialises changes of the team until the transaction ends, so that two of them cannot remove the last owner.
pub(crate) async fn lock(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('account team', 0)) is null as locked")
        .fetch_one(connection)
        .await?;
    Ok(())
}

/// Returns at most 200 members by name; all if `users` is empty.
pub(crate) async fn list(
    connection: &mut PgConnection,
    users: &[UserId],
) -> Result<Vec<Member>, sqlx::Error> {
    let users: Vec<Uuid> = users.iter().map(|user| user.uuid()).collect();
    let rows = sqlx::query!(
        r#"select staff.user_id, coalesce(app_user.email, invitation.email, '') as "email!",
                  coalesce(app_user.name, invitation.name, '') as "name!",
                  coalesce(app_user.lastname, invitation.lastname, '') as "lastname!",
                  coalesce(app_user.language, invitation.language, '') as "language!",
                  staff.role, store_id, discount_limit_percent, phone, signature,
                  notify_new_quote, notify_follow_up_due, notify_offer, notify_mention,
                  exists (select from second_factor as factor
                          where factor.user_id = staff.user_id and confirmed_at is not null) as "has_second_factor!",
                  accepted_at is not null as "is_accepted!", disabled_at is not null as "is_disabled!",
                  last_seen_at, invited_at, invitation.created_at as "invitation_sent_at?",
                  version, changed_by, changed_at
           from staff
           left join app_user on app_user.user_id = staff.user_id
           left join staff_invitation as invitation on invitation.user_id = staff.user_id
           where cardinality($1::uuid[]) = 0 or staff.user_id = any($1)
           order by 3, 4, staff.user_id
           limit 200"#,
        &users,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Member {
            user: row.user_id,
            email: row.email,
            name: row.name,
            lastname: row.lastname,
            language: row.language.parse().unwrap_or_default(),
            role: row.role,
            store: row.store_id,
            discount_limit: row.discount_limit_percent,
            phone: row.phone,
            signature: row.signature,
            notifications: Notifications {
                new_quote: row.notify_new_quote,
                follow_up_due: row.notify_follow_up_due,
                offer: row.notify_offer,
                mention: row.notify_mention,
            },
            has_second_factor: row.has_second_factor,
            is_accepted: row.is_accepted,
            is_disabled: row.is_disabled,
            last_seen_at: row.last_seen_at,
            invited_at: row.invited_at,
            invitation_sent_at: row.invitation_sent_at,
            version: row.version,
            changed_by: row.changed_by,
            changed_at: row.changed_at,
        })
        .collect())
}

/// Returns the number of members.
pub(crate) async fn count(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from staff"#)
        .fetch_one(connection)
        .await
}

/// Returns the number of members and invited persons of a store who are not disabled.
pub(crate) async fn count_of_store(
    connection: &mut PgConnection,
    store: StoreId,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from staff where store_id = $1 and disabled_at is null"#,
        store.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Returns the number of owners who may sign in.
pub(crate) async fn count_active_owners(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from staff
           where role = 'owner' and accepted_at is not null and disabled_at is null"#
    )
    .fetch_one(connection)
    .await
}

/// Returns the names of active staff, or of those of these users who are or were members, at most 200.
pub(crate) async fn list_names(
    connection: &mut PgConnection,
    users: &[UserId],
) -> Result<Vec<MemberName>, sqlx::Error> {
    let users: Vec<Uuid> = users.iter().map(|user| user.uuid()).collect();
    let rows = sqlx::query!(
        r#"select app_user.user_id, name, lastname, staff.role as "role?", store_id as "store_id?"
           from app_user left join staff on staff.user_id = app_user.user_id and accepted_at is not null
           where app_user.user_id = any($1)
                 and (staff.user_id is not null or app_user.user_id in (select user_id from former_staff))
              or (cardinality($1::uuid[]) = 0 and app_user.user_id in (
                      select user_id from staff where accepted_at is not null and disabled_at is null))
           order by name collate "az-x-icu", lastname collate "az-x-icu", app_user.user_id
           limit 200"#,
        &users,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| MemberName {
            user: row.user_id,
            name: row.name,
            lastname: row.lastname,
            role: row.role,
            store: row.store_id,
        })
        .collect())
}

/// Makes a user staff, or changes and enables a member, by the command line.
pub(crate) async fn grant(
    connection: &mut PgConnection,
    user: UserId,
    role: StaffRole,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into staff (user_id, role, accepted_at, changed_by) values ($1, $2, now(), 'operator')
         on conflict (user_id) do update
         set role = excluded.role, accepted_at = coalesce(staff.accepted_at, excluded.accepted_at),
             disabled_at = null, version = staff.version + 1, changed_by = 'operator', changed_at = now()",
        user.uuid(),
        role.name(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the open invitation of an e-mail, with a member that it prepared under another id than the account's.
pub(crate) async fn withdraw_invitation(
    connection: &mut PgConnection,
    email: &Email,
    user: UserId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with invitation as (delete from staff_invitation where email = $1 returning user_id)
         delete from staff using invitation
         where staff.user_id = invitation.user_id and staff.user_id <> $2",
        email.as_str(),
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the open invitations of a user's account and of its e-mail.
pub(crate) async fn withdraw_invitations_of(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from staff
         where accepted_at is null
           and (user_id = $1 or user_id in (
               select invitation.user_id from staff_invitation as invitation join app_user using (email)
               where app_user.user_id = $1))",
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes a member with sessions, factors and invitation. Returns false if there is none.
pub(crate) async fn delete(connection: &mut PgConnection, user: UserId) -> Result<bool, sqlx::Error> {
    sqlx::query!(
        "insert into former_staff (user_id)
         select user_id from staff join app_user using (user_id) where user_id = $1 and accepted_at is not null
         on conflict (user_id) do nothing",
        user.uuid(),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from saved_view where owner_id = $1 and not is_shared",
        user.uuid()
    )
    .execute(&mut *connection)
    .await?;
    let result = sqlx::query!("delete from staff where user_id = $1", user.uuid())
        .execute(connection)
        .await?;
    Ok(result.rows_affected() == 1)
}

/// Returns the member or invited person with this e-mail.
pub(crate) async fn find_by_email(
    connection: &mut PgConnection,
    email: &Email,
) -> Result<Option<UserId>, sqlx::Error> {
    sqlx::query_scalar!(
        "select user_id from staff
         where user_id in (select user_id from app_user where email = $1)
            or user_id in (select user_id from staff_invitation where email = $1)
         limit 1",
        email.as_str(),
    )
    .fetch_optional(connection)
    .await
}

/// Inserts an invited member with the invitation.
pub(crate) async fn invite(
    connection: &mut PgConnection,
    user: UserId,
    member: &NewMember,
    actor: &Actor,
) -> Result<InvitationId, sqlx::Error> {
    let invitation = InvitationId::generate();
    sqlx::query!(
        "insert into staff (user_id, role, store_id, discount_limit_percent, invited_at, changed_by)
         values ($1, $2, $3, $4, now(), $5)",
        user.uuid(),
        member.role.name(),
        member.store.map(StoreId::uuid),
        i16::from(member.discount_limit),
        actor.to_string(),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into staff_invitation (invitation_id, user_id, email, name, lastname, language)
         values ($1, $2, $3, $4, $5, $6)",
        invitation.uuid(),
        user.uuid(),
        member.email.as_str(),
        member.name,
        member.lastname,
        member.language.name(),
    )
    .execute(connection)
    .await?;
    Ok(invitation)
}

/// Renews the invitation of a member, whose earlier link is dead. Returns none if the member is not invited.
pub(crate) async fn renew_invitation(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<InvitationId>, sqlx::Error> {
    sqlx::query_scalar!(
        "update staff_invitation set created_at = now(), token_hash = null where user_id = $1
         returning invitation_id",
        user.uuid(),
    )
    .fetch_optional(connection)
    .await
}

/// Stores the hash of a new token of an invitation.
pub(crate) async fn set_invitation_token(
    connection: &mut PgConnection,
    invitation: InvitationId,
    token: &TokenHash,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff_invitation set token_hash = $2 where invitation_id = $1",
        invitation.uuid(),
        token.bytes(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the invitation with this id or token.
pub(crate) async fn find_invitation(
    connection: &mut PgConnection,
    id: Option<InvitationId>,
    token: Option<&TokenHash>,
    lifetime: Duration,
) -> Result<Option<Invitation>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select invitation_id, invitation.user_id, email, name, lastname, language, staff.role, created_at,
                  created_at + make_interval(secs => $3) <= now() as "is_expired!",
                  exists (select from app_user where app_user.email = invitation.email) as "has_account!"
           from staff_invitation as invitation join staff using (user_id)
           where invitation_id = $1 or token_hash = $2"#,
        id.map(InvitationId::uuid),
        token.map(TokenHash::bytes),
        lifetime.as_seconds_f64(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Invitation {
        id: row.invitation_id,
        user: row.user_id,
        email: row.email,
        name: row.name,
        lastname: row.lastname,
        language: row.language.parse().unwrap_or_default(),
        role: row.role,
        sent_at: row.created_at,
        is_expired: row.is_expired,
        has_account: row.has_account,
    }))
}

/// Inserts the account of an invited person, with a verified e-mail. Returns false if the e-mail is taken.
pub(crate) async fn insert_account(
    connection: &mut PgConnection,
    id: UserId,
    user: &NewUser<'_>,
) -> Result<bool, sqlx::Error> {
    let result = sqlx::query!(
        "insert into app_user (user_id, email, name, lastname, password_hash, language, email_verified_at)
         values ($1, $2, $3, $4, $5, $6, now())
         on conflict do nothing",
        id.uuid(),
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

/// Accepts an invitation for an account. The member gets the id of an account that was registered after the invitation.
pub(crate) async fn accept(
    connection: &mut PgConnection,
    invited: UserId,
    account: UserId,
) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from staff_invitation where user_id = $1", invited.uuid())
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "update staff
         set user_id = $2, accepted_at = now(), version = version + 1, changed_by = $3, changed_at = now()
         where user_id = $1",
        invited.uuid(),
        account.uuid(),
        account.to_string(),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update app_user
         set role = 'staff', email_verified_at = coalesce(email_verified_at, now()) where user_id = $1",
        account.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the changed fields of a member and raises the version.
pub(crate) async fn update(
    connection: &mut PgConnection,
    member: &Member,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update staff
         set role = $2, store_id = $3, discount_limit_percent = $4, phone = $5,
             disabled_at = case when $6 then coalesce(disabled_at, now()) end,
             version = version + 1, changed_by = $7, changed_at = clock_timestamp()
         where user_id = $1",
        member.user.uuid(),
        member.role.name(),
        member.store.map(StoreId::uuid),
        i16::from(member.discount_limit),
        member.phone,
        member.is_disabled,
        actor.to_string(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Makes a user a customer again in the role that processes of the previous version read.
pub(crate) async fn clear_shop_role(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update app_user set role = 'customer' where user_id = $1",
        user.uuid()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the second factors, recovery codes, devices, permissions and links to enrol of a member, and forgets wrong codes.
pub(crate) async fn reset_second_factor(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with codes as (delete from recovery_code where user_id = $1),
              devices as (delete from remembered_device where user_id = $1),
              links as (delete from enrolment_link where user_id = $1),
              factors as (delete from second_factor where user_id = $1)
         update staff set wrong_codes = 0, enrolment_until = null where user_id = $1",
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}
