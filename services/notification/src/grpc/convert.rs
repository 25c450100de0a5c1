//! Conversions between protobuf and the service's types.

use kit::{
    convert::timestamp,
    domain::{Page, RecordKind, RecordNumber},
    failure::Failure,
    validation,
};
use proto::{common::v1 as common, notification::v1 as pb};

use crate::{
    mail::{self, Mail},
    notice::Notice,
};

/// Maximum size of a page.
const MAX_PAGE_SIZE: u32 = 100;

/// Default size of a page.
const DEFAULT_PAGE_SIZE: u32 = 50;

/// Returns the normal form of a number; another text names no record.
pub(super) fn number(text: &str, kind: RecordKind) -> String {
    RecordNumber::parse(text, kind).map_or_else(|| text.to_owned(), RecordNumber::into_string)
}

impl From<Mail> for pb::Mail {
    fn from(mail: Mail) -> Self {
        Self {
            id: mail.id.to_string(),
            event_id: mail.event.to_string(),
            kind: mail.kind,
            state: mail.state.into(),
            attempts: u32::try_from(mail.attempts).unwrap_or_default(),
            reason: mail.reason.unwrap_or_default(),
            about: mail.about.map(Into::into),
            message_id: mail.message.map(|id| id.to_string()).unwrap_or_default(),
            created_at: Some(timestamp(mail.created_at)),
            next_attempt_at: (mail.state == mail::State::Waiting).then(|| timestamp(mail.next_attempt_at)),
            sent_at: mail
                .ended_at
                .filter(|_| mail.state == mail::State::Sent)
                .map(timestamp),
        }
    }
}

impl From<mail::Subject> for pb::MailSubject {
    fn from(subject: mail::Subject) -> Self {
        Self {
            kind: subject.kind.name().to_owned(),
            number: subject.number,
            id: subject.id.to_string(),
        }
    }
}

/// Converts a number of the database that is not negative.
fn unsigned(number: i32) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

impl From<Notice> for pb::Notice {
    fn from(notice: Notice) -> Self {
        Self {
            id: notice.id.to_string(),
            kind: notice.kind.name().to_owned(),
            about_kind: notice.about.kind.name().to_owned(),
            number: notice.about.number,
            offer_id: notice.about.offer.map(|id| id.to_string()).unwrap_or_default(),
            actor: notice.actor.unwrap_or_default(),
            at: Some(timestamp(notice.at)),
            read_at: notice.read_at.map(timestamp),
            quotes: unsigned(notice.about.handed_over.quotes),
            orders: unsigned(notice.about.handed_over.orders),
            excess: notice.about.excess.map(|excess| pb::NoticeExcess {
                line: unsigned(excess.line),
                percent: unsigned(excess.percent),
                allowed: unsigned(excess.allowed),
            }),
        }
    }
}

/// Validates a page; the first one by default.
pub(super) fn page(page: Option<common::Page>) -> Result<Page, Failure> {
    validation::page(page, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_pages_out_of_range() {
        let parse = |number, size| page(Some(common::Page { number, size }));
        assert_eq!(page(None).unwrap(), Page { limit: 50, offset: 0 });
        assert_eq!(
            parse(3, 20).unwrap(),
            Page {
                limit: 20,
                offset: 40
            }
        );
        let error = parse(0, 101).unwrap_err();
        let names: Vec<_> = error.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["page", "limit"]);
    }
}
