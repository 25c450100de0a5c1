//! Validation of the filter of the inbox.

use kit::{
    caller::Actor,
    domain::{Language, RecordKind, StoreId, UserId},
    search::RecordQuery,
    validation::{FieldErrors, INVALID},
    vocabulary::{
        ProtobufWord as _,
        inquiry::{Due, Kind, Source, Status},
        visit::Channel,
    },
};
use proto::inquiry::v1 as wire;

use super::decode;
use crate::store::inbox::Filter;

/// Maximum number of values of one filter.
const MAX_VALUES: usize = 100;

/// Records whose numbers a search text may name: an offer stands for its inquiry.
const SEARCHED: [RecordKind; 4] = [
    RecordKind::Quote,
    RecordKind::Message,
    RecordKind::Catalogue,
    RecordKind::Offer,
];

/// Validates a filter.
pub(super) fn filter(errors: &mut FieldErrors, actor: &Actor, filter: &wire::InboxFilter) -> Filter {
    let (from, to) = decode::days(errors, &filter.from, &filter.to);
    let (follow_up_from, follow_up_to) = decode::days_of(
        errors,
        ("followUpFrom", &filter.follow_up_from),
        ("followUpTo", &filter.follow_up_to),
    );
    let (accepted_from, accepted_to) = decode::days_of(
        errors,
        ("acceptedFrom", &filter.accepted_from),
        ("acceptedTo", &filter.accepted_to),
    );
    let mut decoded = Filter {
        contact: optional(errors, "customer", &filter.contact_id),
        from,
        to,
        query: query(errors, &filter.query),
        products: filter.product_ids.clone(),
        is_waiting: filter.is_waiting,
        follow_up_from,
        follow_up_to,
        accepted_from,
        accepted_to,
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
        filter.channels.len(),
    ];
    errors.ensure(
        lengths.iter().all(|length| *length <= MAX_VALUES),
        "general",
        INVALID,
    );
    for status in &filter.statuses {
        let status = errors.word::<Status>("status", *status);
        decoded
            .statuses
            .extend(status.map(|status| status.name().to_owned()));
    }
    for kind in &filter.kinds {
        let kind = errors.word::<Kind>("kind", *kind);
        decoded.kinds.extend(kind.map(|kind| kind.name().to_owned()));
    }
    for assignee in &filter.assignees {
        match (assignee.as_str(), actor.user()) {
            ("none", _) => decoded.is_unassigned = true,
            // The command line has no inquiries of its own.
            ("me", user) => decoded.assignees.push(user.map(UserId::uuid).unwrap_or_default()),
            (id, _) => decoded
                .assignees
                .extend(errors.parse::<UserId>("assignee", id).map(UserId::uuid)),
        }
    }
    for store in &filter.store_ids {
        let store = errors.parse::<StoreId>("store", store);
        decoded.stores.extend(store.map(StoreId::uuid));
    }
    for language in &filter.languages {
        decoded.languages.extend(self::language(errors, *language));
    }
    for source in &filter.sources {
        let source = errors.parse::<Source>("source", source);
        decoded
            .sources
            .extend(source.map(|source| source.name().to_owned()));
    }
    for channel in &filter.channels {
        let channel = errors.parse::<Channel>("channel", channel);
        decoded
            .channels
            .extend(channel.map(|channel| channel.name().to_owned()));
    }
    for due in &filter.dues {
        let due = errors.check("due", Due::known(*due).ok_or(INVALID));
        decoded.dues.extend(due.map(|due| due.name().to_owned()));
    }
    decoded
}

/// Validates a language of a filter.
pub(super) fn language(errors: &mut FieldErrors, language: i32) -> Option<String> {
    errors
        .check("language", Language::known(language).ok_or(INVALID))
        .map(|language| language.name().to_owned())
}

/// Validates a search text of 2 to 100 characters; empty = none.
pub(super) fn query(errors: &mut FieldErrors, text: &str) -> Option<RecordQuery> {
    if text.trim().is_empty() {
        return None;
    }
    errors
        .text::<2, 100>("q", text)
        .map(|text| RecordQuery::parse(&text, &SEARCHED))
}

/// Parses a text; `None` if it is empty.
pub(super) fn optional<T: std::str::FromStr>(errors: &mut FieldErrors, field: &str, text: &str) -> Option<T> {
    (!text.is_empty()).then(|| errors.parse(field, text)).flatten()
}
