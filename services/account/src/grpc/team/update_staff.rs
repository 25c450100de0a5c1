//! Changes a member of the team; absent fields stay.

use std::collections::HashMap;

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::{Percent, StoreId},
    failure::{Code, Failure},
    staff::{Access, Permission, StaffRole},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
    vocabulary::account::StaffState,
};
use proto::account::v1::{UpdateStaffRequest, UpdateStaffResponse};
use sqlx::PgConnection;

use super::{
    HAS_OPEN_QUOTES, OWNER_BY_COMMAND, State, conflict,
    convert::{self, state as state_of},
    has_open_quotes, member, to_staff,
};
use crate::{
    error::AccountError,
    events::{self, publish_ended},
    store::{self, team::Member},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UpdateStaffRequest,
) -> Result<UpdateStaffResponse, Failure> {
    // The call needs no connection of the database, and its outcome matters only after the checks below.
    let open_quotes = match request.user_id.parse() {
        Ok(user) if request.is_disabled == Some(true) && request.hand_over_to.is_none() => {
            state.inquiry.count_open_quotes(&[user]).await
        }
        _ => Ok(HashMap::new()),
    };
    let member = change::run(&state.pool, async |connection| {
        store::team::lock(connection).await?;
        let changes = decode(&request)?;
        let present = member(connection, &request.user_id).await?;
        if present.version != request.version {
            return Err(AccountError::Changed.into());
        }
        let changed = changes.apply(&request, &present);
        check(connection, &present, &changed).await?;
        let is_disabling = changed.is_disabled && !present.is_disabled;
        if is_disabling && request.hand_over_to.is_none() && has_open_quotes(open_quotes, present.user)? {
            return Err(conflict(HAS_OPEN_QUOTES).with_field("isDisabled", HAS_OPEN_QUOTES));
        }
        let receiver = match &request.hand_over_to {
            Some(to) => Some(receiver(connection, &changed, to).await?),
            None => None,
        };
        let effect = store(connection, &present, &changed, receiver.as_ref(), &actor).await?;
        Ok::<_, Failure>(effect.with(member(connection, &request.user_id).await?))
    })
    .await?;
    Ok(UpdateStaffResponse {
        staff: to_staff(state, vec![member]).await.pop(),
    })
}

/// New values of the fields that change.
struct Changes {
    role: Option<StaffRole>,
    /// `None` if absent or empty.
    store: Option<StoreId>,
    discount_limit: Option<Percent>,
    /// `None` if absent or empty.
    phone: Option<String>,
}

impl Changes {
    fn apply(self, request: &UpdateStaffRequest, present: &Member) -> Member {
        Member {
            role: self.role.unwrap_or(present.role),
            store: match request.store_id {
                Some(_) => self.store,
                None => present.store,
            },
            discount_limit: self.discount_limit.unwrap_or(present.discount_limit),
            phone: match request.phone {
                Some(_) => self.phone,
                None => present.phone.clone(),
            },
            is_disabled: request.is_disabled.unwrap_or(present.is_disabled),
            ..present.clone()
        }
    }
}

fn decode(request: &UpdateStaffRequest) -> Result<Changes, Failure> {
    let mut errors = FieldErrors::default();
    let role = errors.word("role", request.role);
    errors.ensure(role != Some(StaffRole::Owner), "role", OWNER_BY_COMMAND);
    let store = request
        .store_id
        .as_deref()
        .and_then(|store| convert::parse_store(&mut errors, store));
    let discount_limit = request.discount_limit_percent.and_then(|limit| {
        let limit = Percent::try_from(limit).map_err(|_| OUT_OF_RANGE);
        errors.check("discountLimitPercent", limit)
    });
    let phone = request
        .phone
        .as_deref()
        .map(str::trim)
        .and_then(|phone| match phone {
            "" => None,
            phone => errors
                .phone("phone", phone)
                .map(|phone| phone.as_str().to_owned()),
        });
    errors.into_result()?;
    Ok(Changes {
        role,
        store,
        discount_limit,
        phone,
    })
}

/// Checks the rules that protect owners.
async fn check(connection: &mut PgConnection, present: &Member, changed: &Member) -> Result<(), Failure> {
    if present.role != StaffRole::Owner {
        return Ok(());
    }
    if changed.role != present.role {
        return Err(Failure::new(Code::Conflict).with_field("role", OWNER_BY_COMMAND));
    }
    let is_disabling = changed.is_disabled && !present.is_disabled;
    if is_disabling && store::team::count_active_owners(connection).await? <= 1 {
        return Err(conflict("STAFF.LAST_OWNER"));
    }
    Ok(())
}

/// Returns the active member who gets the open work of a disabled one; `None` for no id.
async fn receiver(
    connection: &mut PgConnection,
    disabled: &Member,
    id: &str,
) -> Result<Option<Member>, Failure> {
    const FIELD: &str = "handOverTo";
    if !disabled.is_disabled {
        return Err(Failure::invalid_field(FIELD, INVALID));
    }
    if id.is_empty() {
        return Ok(None);
    }
    let receiver = member(connection, id).await.ok();
    receiver
        .filter(|receiver| {
            let takes_quotes = receiver.role.access(Permission::QuotesWrite) != Access::Never;
            takes_quotes && state_of(receiver) == StaffState::Active && receiver.user != disabled.user
        })
        .map(Some)
        .ok_or_else(|| Failure::invalid_field(FIELD, "STAFF.NOT_ASSIGNABLE"))
}

/// Stores a change; a new role or the end of access ends all sessions. `receiver` is set if the open work is handed over.
async fn store(
    connection: &mut PgConnection,
    present: &Member,
    changed: &Member,
    receiver: Option<&Option<Member>>,
    actor: &Actor,
) -> Result<Effect, Failure> {
    let mut detail = detail(present, changed);
    if let Some(receiver) = receiver {
        let to = receiver.as_ref().map(|receiver| receiver.user.to_string());
        detail.insert("handOverTo".to_owned(), serde_json::json!([null, to]));
    }
    if detail.is_empty() {
        return Ok(Effect::none());
    }
    store::team::update(connection, changed, actor).await?;
    if changed.role != present.role || changed.is_disabled {
        let ended = store::desk_session::end_all(connection, changed.user, true).await?;
        publish_ended(connection, ended).await?;
    }
    let event = if let Some(receiver) = receiver {
        events::staff_handed_over(changed.user, changed.role, receiver.as_ref(), actor)
    } else {
        let is_active = changed.is_accepted && !changed.is_disabled;
        events::staff_changed(changed.user, Some(changed.role), is_active, actor)
    };
    kit::events::append(connection, &event).await?;
    Ok(Effect::audited(
        actor,
        "UpdateStaff",
        changed.user.to_string(),
        detail.into(),
    ))
}

/// Returns the changed fields with their old and new values, the telephone hidden.
fn detail(present: &Member, changed: &Member) -> serde_json::Map<String, serde_json::Value> {
    let mut detail = serde_json::Map::new();
    let mut insert = |field: &str, old: serde_json::Value, new: serde_json::Value| {
        if old != new {
            detail.insert(field.to_owned(), serde_json::json!([old, new]));
        }
    };
    insert("role", present.role.name().into(), changed.role.name().into());
    let store = |member: &Member| member.store.map(|store| store.to_string()).into();
    insert("storeId", store(present), store(changed));
    let limit = |member: &Member| u32::from(member.discount_limit).into();
    insert("discountLimitPercent", limit(present), limit(changed));
    insert(
        "isDisabled",
        present.is_disabled.into(),
        changed.is_disabled.into(),
    );
    if present.phone != changed.phone {
        detail.insert("phone".to_owned(), serde_json::json!(["…", "…"]));
    }
    detail
}
