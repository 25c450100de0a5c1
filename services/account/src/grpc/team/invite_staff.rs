//! Invites a person to the team.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    domain::{Language, Percent, UserId},
    failure::{Code, Failure},
    staff::StaffRole,
    validation::{FieldErrors, OUT_OF_RANGE, REQUIRED},
};
use proto::account::v1::{InviteStaffRequest, InviteStaffResponse};
use sqlx::PgConnection;

use super::{MAX_MEMBERS, OWNER_BY_COMMAND, State, conflict, convert, member, to_staff};
use crate::{
    events,
    store::{self, team::NewMember},
};

/// Discount limit of a member if none is given, in percent.
const DEFAULT_DISCOUNT_LIMIT: u32 = 15;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: InviteStaffRequest,
) -> Result<InviteStaffResponse, Failure> {
    let new = decode(&request, language)?;
    let member = Change::once(&actor, "InviteStaff", &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Ok(store::team::lock(connection).await?),
            async |connection, ()| invite(connection, &new, &actor).await,
            async |connection, user| member(connection, user).await,
        )
        .await?;
    Ok(InviteStaffResponse {
        staff: to_staff(state, vec![member]).await.pop(),
    })
}

fn decode(request: &InviteStaffRequest, language: Language) -> Result<NewMember, Failure> {
    let mut errors = FieldErrors::default();
    let email = errors.email("email", &request.email);
    let mut name = |field: &str, text: &str| match text.trim() {
        "" => Some(String::new()),
        text => errors.name::<2, 100>(field, text),
    };
    let (name, lastname) = (name("name", &request.name), name("lastname", &request.lastname));
    let is_role_given = request.role != 0;
    let role = errors.word("role", request.role);
    errors.ensure(is_role_given, "role", REQUIRED);
    errors.ensure(role != Some(StaffRole::Owner), "role", OWNER_BY_COMMAND);
    let store = convert::parse_store(&mut errors, &request.store_id);
    let limit = request.discount_limit_percent.unwrap_or(DEFAULT_DISCOUNT_LIMIT);
    let discount_limit = errors.check(
        "discountLimitPercent",
        Percent::try_from(limit).map_err(|_| OUT_OF_RANGE),
    );
    let language = errors.word("language", request.language).unwrap_or(language);
    let (email, name, lastname, role, discount_limit) =
        errors.finish((email, name, lastname, role, discount_limit))?;
    Ok(NewMember {
        email,
        name,
        lastname,
        language,
        role,
        store,
        discount_limit,
    })
}

async fn invite(connection: &mut PgConnection, new: &NewMember, actor: &Actor) -> Result<Effect, Failure> {
    if store::team::find_by_email(connection, &new.email)
        .await?
        .is_some()
    {
        return Err(Failure::new(Code::Conflict).with_field("email", "STAFF.EXISTS"));
    }
    if store::team::count(connection).await? >= MAX_MEMBERS {
        return Err(conflict("STAFF.TOO_MANY"));
    }
    let account = store::user::find_credentials(connection, &new.email).await?;
    let user = account.map_or_else(UserId::generate, |account| account.user);
    let invitation = store::team::invite(connection, user, new, actor).await?;
    kit::events::append(
        connection,
        &events::staff_invited(invitation, user, new.role, actor),
    )
    .await?;
    let detail = serde_json::json!({ "role": [null, new.role.name()] });
    let user = user.to_string();
    Ok(Effect::audited(actor, "InviteStaff", &user, detail).with(user))
}
