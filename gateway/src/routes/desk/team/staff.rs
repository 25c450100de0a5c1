//! A member of the team in responses.

use kit::{
    failure::{Code, Failure},
    vocabulary::account::StaffState as State,
};
use proto::account::v1 as account;
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::Member,
    error::ApiResult,
    people::{Names, Person},
    state::AppState,
    words::{LanguageCode, Role, StaffState},
};

/// Member of the team.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Staff {
    /// UUID of the user.
    pub(super) id: String,
    /// E-mail.
    email: String,
    /// First name.
    name: String,
    /// Last name.
    lastname: String,
    /// Role.
    role: Option<Role>,
    /// State.
    state: StaffState,
    /// UUID of the store.
    store_id: Option<String>,
    /// Discount limit of offers in whole percent; counts for sales only.
    discount_limit_percent: u32,
    /// Phone.
    phone: Option<String>,
    /// Language.
    language: Option<LanguageCode>,
    /// Whether a second factor is confirmed.
    has_second_factor: bool,
    /// Own quotes in work; `null` while they cannot be counted.
    open_quotes: Option<i64>,
    /// Whether the member has a stream open.
    is_online: bool,
    /// RFC 3339; `null` if the member was never at the desk.
    last_seen_at: Option<Instant>,
    /// RFC 3339; `null` if the role was granted by command.
    invited_at: Option<Instant>,
    /// RFC 3339; `null` once the invitation is accepted.
    invitation_expires_at: Option<Instant>,
    /// Version of the record.
    version: i64,
    /// Author of the last change; `null` for the system.
    changed_by: Option<Person>,
    /// RFC 3339.
    changed_at: Option<Instant>,
}

impl Staff {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "id": "01936b2e-7c00-7000-8000-000000000007", "email": "sabina@example.com", "name": "Səbinə",
            "lastname": "Kərimova", "role": "editor", "state": "invited", "storeId": null,
            "discountLimitPercent": 15, "phone": null, "language": "az", "hasSecondFactor": false,
            "openQuotes": 0, "isOnline": false, "lastSeenAt": null, "invitedAt": "2026-11-20T08:00:00Z",
            "invitationExpiresAt": "2026-11-27T08:00:00Z", "version": 1,
            "changedBy": Person::example(), "changedAt": "2026-11-20T08:00:00Z",
        })
    }

    fn new(staff: account::Staff, names: &Names, state: &AppState) -> Self {
        Self {
            role: Role::of_optional_number(staff.role),
            state: StaffState::of_number_or(staff.state, State::Active),
            language: LanguageCode::of_optional_number(staff.language),
            is_online: staff
                .user_id
                .parse()
                .is_ok_and(|user| state.desk.live.is_online(user)),
            changed_by: names.person(&staff.changed_by),
            id: staff.user_id,
            email: staff.email,
            name: staff.name,
            lastname: staff.lastname,
            store_id: convert::non_empty(staff.store_id),
            discount_limit_percent: staff.discount_limit_percent,
            phone: convert::non_empty(staff.phone),
            has_second_factor: staff.has_second_factor,
            open_quotes: staff.open_quotes,
            last_seen_at: convert::moment(staff.last_seen_at),
            invited_at: convert::moment(staff.invited_at),
            invitation_expires_at: convert::moment(staff.invitation_expires_at),
            version: staff.version,
            changed_at: convert::moment(staff.changed_at),
        }
    }
}

/// Converts members of the team, with the names of those who changed them.
pub(super) async fn convert(state: &AppState, member: &Member, staff: Vec<account::Staff>) -> Vec<Staff> {
    let actors = staff.iter().map(|staff| staff.changed_by.as_str());
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, actors)
        .await;
    let staff = staff.into_iter().map(|staff| Staff::new(staff, &names, state));
    staff.collect()
}

/// Converts the member in a response.
pub(super) async fn convert_one(
    state: &AppState,
    member: &Member,
    staff: Option<account::Staff>,
) -> ApiResult<Staff> {
    let converted = convert(state, member, staff.into_iter().collect()).await;
    converted.into_iter().next().ok_or_else(|| {
        Failure::new(Code::Internal)
            .with_source("account responded without a staff member")
            .into()
    })
}

/// Returns the first member that a filter finds.
pub(super) async fn first(
    state: &AppState,
    member: &Member,
    filter: account::ListStaffRequest,
) -> ApiResult<Staff> {
    let request = member.request(filter);
    let response = state.clients.team.clone().list_staff(request).await?;
    convert_one(state, member, response.into_inner().staff.into_iter().next()).await
}

/// Filter that finds a member by id.
pub(super) fn by_id(id: &impl ToString) -> account::ListStaffRequest {
    account::ListStaffRequest {
        user_ids: vec![id.to_string()],
        ..account::ListStaffRequest::default()
    }
}
