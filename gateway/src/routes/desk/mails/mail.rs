//! A mail in responses.

use proto::notification::v1 as notification;
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    words::{MailKind, MailState, MailSubjectKind},
};

/// Record that a mail is about.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct MailSubject {
    /// Kind.
    kind: MailSubjectKind,
    /// Number.
    number: String,
}

/// Mail. It has no personal data.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Mail {
    /// UUID.
    id: String,
    /// UUID of the event that caused it.
    event_id: String,
    /// Kind.
    kind: MailKind,
    /// Record that it is about.
    about: Option<MailSubject>,
    /// State.
    state: MailState,
    /// Number of attempts.
    attempts: u32,
    /// Error of the last failed attempt.
    reason: Option<String>,
    /// RFC 3339.
    created_at: Option<Instant>,
    /// RFC 3339; only of a waiting mail.
    next_attempt_at: Option<Instant>,
    /// RFC 3339.
    sent_at: Option<Instant>,
}

impl Mail {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000601", "eventId": "01936b2e-7c00-7000-8000-000000000602",
            "kind": "offer_sent", "about": {"kind": "offer", "number": "ST-0M4K7Q2X"}, "state": "failed",
            "attempts": 3, "reason": "550", "createdAt": "2026-11-23T10:40:00Z", "nextAttemptAt": null,
            "sentAt": null})
    }
}

impl From<notification::Mail> for Mail {
    fn from(mail: notification::Mail) -> Self {
        Self {
            state: MailState::of_number(mail.state),
            id: mail.id,
            event_id: mail.event_id,
            kind: MailKind::of_text(mail.kind),
            about: mail.about.map(|about| MailSubject {
                kind: MailSubjectKind::of_text(about.kind),
                number: about.number,
            }),
            attempts: mail.attempts,
            reason: convert::non_empty(mail.reason),
            created_at: convert::moment(mail.created_at),
            next_attempt_at: convert::moment(mail.next_attempt_at),
            sent_at: convert::moment(mail.sent_at),
        }
    }
}
