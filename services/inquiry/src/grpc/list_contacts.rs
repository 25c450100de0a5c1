//! Staff: returns a page of the customers.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    convert::timestamp,
    cursor::{Fingerprint, Limit},
    domain::UserId,
    failure::Failure,
    validation::FieldErrors,
};
use proto::inquiry::v1::{self as wire, ListContactsRequest, ListContactsResponse};
use serde_json::json;

use super::{State, decode, filter};
use crate::{
    contact::Contact,
    store::contact::{self, Filter, Position},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListContactsRequest,
) -> Result<ListContactsResponse, Failure> {
    let mut errors = FieldErrors::default();
    let (from, to) = decode::days(&mut errors, &request.from, &request.to);
    let sort = errors.word("sort", request.sort);
    let filter = Filter {
        query: filter::query(&mut errors, &request.query),
        languages: request
            .languages
            .iter()
            .filter_map(|language| filter::language(&mut errors, *language))
            .collect(),
        has_account: request.has_account,
        from,
        to,
        sort: sort.unwrap_or_default(),
    };
    let limit = Limit::validate(&mut errors, request.limit);
    errors.into_result()?;
    let list = Fingerprint::new(&serde_json::to_string(&filter).unwrap_or_default());
    let after: Option<Position> = list.decode(&request.cursor)?;

    change::run(&state.pool, async |connection| {
        let (mut found, total_records) =
            contact::list(connection, &filter, after.as_ref(), limit.rows()).await?;
        let next_cursor = list.next(limit, &mut found, |last| Position {
            name: last.name.clone().unwrap_or_default(),
            at: last.last_contact_at,
            total: last.orders_total,
            id: last.id,
        })?;
        let detail = json!({"rows": found.len()});
        let response = ListContactsResponse {
            contacts: found.into_iter().map(Into::into).collect(),
            next_cursor,
            total_records,
        };
        if request.is_export {
            return Ok(Effect::none().with(response));
        }
        Ok(Effect::audited(&actor, "ListContacts", "*", detail).with(response))
    })
    .await
}

impl From<Contact> for wire::Contact {
    fn from(contact: Contact) -> Self {
        Self {
            id: contact.id.to_string(),
            is_wiped: contact.name.is_none(),
            name: contact.name.unwrap_or_default(),
            phones: contact.phones,
            emails: contact.emails,
            unproven: contact.unproven,
            language: contact.language.into(),
            user_id: contact.user.as_ref().map(UserId::to_string).unwrap_or_default(),
            last_contact_at: Some(timestamp(contact.last_contact_at)),
            inquiries_count: contact.inquiries_count,
            version: contact.version,
            changed_by: contact.changed_by.unwrap_or_default(),
            changed_at: Some(timestamp(contact.changed_at)),
            note: contact.note,
        }
    }
}
