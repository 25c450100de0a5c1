//! Validation of the filter of the inbox.

use kit::{
    caller::Actor,
    domain::{Language, StoreId, UserId},
    validation::{FieldErrors, INVALID},
};
use proto::inquiry::v1 as wire;

use super::{convert as inquiry_convert, decode};
use crate::{contact::Query, store::inbox::Filter, words::Source, work::Due};

/// Maximum number of values of one filter.
const MAX_VALUES: usize = 100;

/// Validates a filter.
pub(super) fn filter(errors: &mut FieldErrors, actor: &Actor, filter: &wire::InboxFilter) -> Filter {
    let (from, to) = decode::days(errors, &filter.from, &filter.to);
    let mut decoded = Filter {
        contact: optional(errors, "customer", &filter.contact_id),
        from,
        to,
        query: query(errors, &filter.query),
        products: filter.product_ids.clone(),
        ..Filter::default()
    };
    let lengths = [
        filter.statuses.len(),
        filter.kinds.len(),
        filter.assignees.len(),
        filter.store_ids.len(),
        filter.languages.len(),
        filter.sources.len(),
        filter.product_ids.len(),
        filter.dues.len(),
    ];
    errors.ensure(
        lengths.iter().all(|length| *length <= MAX_VALUES),
        "general",
        INVALID,
    );
    for status in &filter.statuses {
        let status = errors.merge(inquiry_convert::status("status", *status)).flatten();
        decoded
            .statuses
            .extend(status.map(|status| status.name().to_owned()));
    }
    for kind in &filter.kinds {
        let kind = errors.merge(inquiry_convert::kind(*kind)).flatten();
        decoded.kinds.extend(kind.map(|kind| kind.name().to_owned()));
    }
    for assignee in &filter.assignees {
        match (assignee.as_str(), actor.user()) {
            ("none", _) => decoded.is_unassigned = true,
            // The command line has no inquiries of its own.
            ("me", user) => decoded.assignees.push(user.map(UserId::uuid).unwrap_or_default()),
            (id, _) => decoded.assignees.extend(
                errors
                    .check("assignee", id.parse::<UserId>().map_err(|_| INVALID))
                    .map(UserId::uuid),
            ),
        }
    }
    for store in &filter.store_ids {
        let store = errors.check("store", store.parse::<StoreId>().map_err(|_| INVALID));
        decoded.stores.extend(store.map(StoreId::uuid));
    }
    for language in &filter.languages {
        decoded.languages.extend(self::language(errors, *language));
    }
    for source in &filter.sources {
        let source = errors.check("source", Source::parse(source).ok_or(INVALID));
        decoded
            .sources
            .extend(source.map(|source| source.name().to_owned()));
    }
    for due in &filter.dues {
        let due = Due::ALL
            .into_iter()
            .find(|known| i32::from(wire::InquiryDue::from(*known)) == *due);
        let due = errors.check("due", due.ok_or(INVALID));
        decoded.dues.extend(due.map(|due| due.name().to_owned()));
    }
    decoded
}

/// Validates a language of a filter.
pub(super) fn language(errors: &mut FieldErrors, language: i32) -> Option<String> {
    let language = Language::ALL
        .into_iter()
        .find(|known| i32::from(proto::common::v1::Language::from(*known)) == language);
    errors
        .check("language", language.ok_or(INVALID))
        .map(|language| language.code().to_owned())
}

/// Validates a search text of 2 to 100 characters; empty = none.
pub(super) fn query(errors: &mut FieldErrors, text: &str) -> Option<Query> {
    if text.trim().is_empty() {
        return None;
    }
    errors.text::<2, 100>("q", text).map(|text| Query::parse(&text))
}

fn optional<T: std::str::FromStr>(errors: &mut FieldErrors, field: &str, text: &str) -> Option<T> {
    (!text.is_empty())
        .then(|| errors.check(field, text.parse().map_err(|_| INVALID)))
        .flatten()
}
