//! Words of statuses, kinds and groups in JSON and queries.

use proto::inquiry::v1::{InquiryDue, InquiryKind, InquiryStatus};

const STATUSES: [(InquiryStatus, &str); 7] = [
    (InquiryStatus::New, "new"),
    (InquiryStatus::Assigned, "assigned"),
    (InquiryStatus::Waiting, "waiting"),
    (InquiryStatus::Offered, "offered"),
    (InquiryStatus::Won, "won"),
    (InquiryStatus::Lost, "lost"),
    (InquiryStatus::Closed, "closed"),
];

const KINDS: [(InquiryKind, &str); 3] = [
    (InquiryKind::Quote, "quote"),
    (InquiryKind::Contact, "contact"),
    (InquiryKind::Catalogue, "catalogue"),
];

const DUES: [(InquiryDue, &str); 6] = [
    (InquiryDue::Overdue, "overdue"),
    (InquiryDue::Today, "today"),
    (InquiryDue::New, "new"),
    (InquiryDue::Waiting, "waiting"),
    (InquiryDue::Later, "later"),
    (InquiryDue::Done, "done"),
];

fn parse<T: Copy>(words: &[(T, &str)], text: &str) -> Option<T> {
    let found = words.iter().find(|(_, word)| *word == text);
    found.map(|(value, _)| *value)
}

fn name<T: Copy + PartialEq>(words: &[(T, &'static str)], value: T) -> &'static str {
    let found = words.iter().find(|(known, _)| *known == value);
    found.map_or("", |(_, word)| word)
}

/// Parses a status.
pub(super) fn parse_status(text: &str) -> Option<InquiryStatus> {
    parse(&STATUSES, text)
}

/// Parses a kind.
pub(super) fn parse_kind(text: &str) -> Option<InquiryKind> {
    parse(&KINDS, text)
}

/// Parses a group.
pub(super) fn parse_due(text: &str) -> Option<InquiryDue> {
    parse(&DUES, text)
}

/// Returns the word of a status.
pub(super) fn status(status: InquiryStatus) -> &'static str {
    name(&STATUSES, status)
}

/// Returns the word of a status in a message; empty if it is unknown.
pub(super) fn status_of(status: i32) -> &'static str {
    InquiryStatus::try_from(status).map_or("", self::status)
}

/// Returns the word of a kind.
pub(super) fn kind(kind: InquiryKind) -> &'static str {
    name(&KINDS, kind)
}

/// Returns the word of a group.
pub(super) fn due(due: InquiryDue) -> &'static str {
    name(&DUES, due)
}

/// Returns all words of statuses.
pub(super) fn statuses() -> impl Iterator<Item = (InquiryStatus, &'static str)> {
    STATUSES.into_iter()
}
