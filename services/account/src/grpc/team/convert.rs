//! Conversions between protobuf messages and domain types.

use kit::{convert::timestamp, domain::StoreId, validation::FieldErrors, vocabulary::account::StaffState};
use proto::account::v1 as wire;
use time::Duration;

use crate::store::team::{Member, MemberName};

/// Returns the state of a member.
pub(super) const fn state(member: &Member) -> StaffState {
    match (member.is_accepted, member.is_disabled) {
        (_, true) => StaffState::Disabled,
        (true, false) => StaffState::Active,
        (false, false) => StaffState::Invited,
    }
}

/// Converts a member. `open_quotes` is the number of the inquiry service, if it answers.
pub(super) fn staff(member: Member, invitation: Duration, open_quotes: Option<i64>) -> wire::Staff {
    wire::Staff {
        state: state(&member).into(),
        user_id: member.user.to_string(),
        email: member.email,
        name: member.name,
        lastname: member.lastname,
        role: member.role.into(),
        store_id: store_id(member.store),
        discount_limit_percent: member.discount_limit.into(),
        phone: member.phone.unwrap_or_default(),
        language: member.language.into(),
        has_second_factor: member.has_second_factor,
        last_seen_at: member.last_seen_at.map(timestamp),
        invited_at: member.invited_at.map(timestamp),
        invitation_expires_at: member.invitation_sent_at.map(|at| timestamp(at + invitation)),
        version: member.version,
        changed_by: member.changed_by.unwrap_or_default(),
        changed_at: Some(timestamp(member.changed_at)),
        open_quotes,
    }
}

/// Converts a name.
pub(super) fn name(name: MemberName) -> wire::StaffName {
    wire::StaffName {
        user_id: name.user.to_string(),
        name: name.name,
        lastname: name.lastname,
        role: name.role.map(Into::into).unwrap_or_default(),
        store_id: store_id(name.store),
    }
}

/// Converts an optional store.
pub(super) fn store_id(store: Option<StoreId>) -> String {
    store.map(|store| store.to_string()).unwrap_or_default()
}

/// Parses a store; empty for none.
pub(super) fn parse_store(errors: &mut FieldErrors, text: &str) -> Option<StoreId> {
    if text.is_empty() {
        return None;
    }
    errors.parse("storeId", text)
}
