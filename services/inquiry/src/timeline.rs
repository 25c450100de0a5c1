//! The timeline of an inquiry.

use kit::{
    domain::UserId,
    vocabulary::inquiry::{Channel, Direction, Outcome, Reason, Source},
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    conversation::Attachment,
    work::{FollowUp, Status, is_answer},
};

/// Time for which an author can correct an entry.
const CORRECTABLE: Duration = Duration::HOUR;

/// Maximum number of corrections of an entry.
const MAX_CORRECTIONS: usize = 20;

/// Facts of an entry, stored as its kind and a JSON object.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", content = "detail", rename_all = "camelCase")]
pub(crate) enum Detail {
    /// The inquiry came in.
    Created { source: Source },
    /// The status changed.
    Status {
        from: Status,
        to: Status,
        reason: Option<Reason>,
    },
    /// The assignee changed.
    Assigned {
        from: Option<UserId>,
        to: Option<UserId>,
    },
    /// A note.
    Note {
        mentions: Vec<UserId>,
        /// Empty once wiped.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<Attachment>,
        /// Texts that the author has corrected, oldest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        former: Vec<FormerEntry>,
    },
    /// A contact with the customer.
    Contact {
        channel: Channel,
        direction: Direction,
        outcome: Outcome,
        minutes: Option<u32>,
        /// Texts and outcomes that the author has corrected, oldest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        former: Vec<FormerEntry>,
    },
    /// A mail by staff. The id of the entry is the id of the mail.
    Mail {
        /// `None` once wiped.
        subject: Option<String>,
    },
    /// The follow-up changed.
    FollowUp {
        from: Option<FollowUp>,
        to: Option<FollowUp>,
        /// Whether the step is done, rather than removed.
        #[serde(default)]
        is_done: bool,
    },
    /// An offer changed its state.
    #[serde(rename_all = "camelCase")]
    Offer {
        offer_id: Uuid,
        number: String,
        revision: u32,
        what: String,
        total_minor: i64,
        via: Option<String>,
        reason: Option<String>,
    },
    /// An order was made.
    #[serde(rename_all = "camelCase")]
    Order { order_number: String },
    /// The design of a piece, or the price book of its price, changed.
    Design(DesignChange),
    /// A designed piece was measured on site.
    #[serde(rename_all = "camelCase")]
    Measured {
        /// Counted from 1.
        position: u32,
        code: String,
    },
    /// Attached files.
    File {
        /// Empty once wiped.
        #[serde(default)]
        files: Vec<Attachment>,
    },
    /// A message of the conversation, which has a table of its own.
    #[serde(rename_all = "camelCase")]
    Message { is_from_staff: bool, photos: u32 },
}

/// A change of a design with its prices, in qəpik with VAT.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DesignChange {
    /// Position of the piece, counted from 1.
    pub(crate) position: u32,
    pub(crate) from_code: String,
    pub(crate) to_code: String,
    /// `None` for a wish that cannot be built.
    pub(crate) from_total_minor: Option<i64>,
    pub(crate) to_total_minor: Option<i64>,
}

/// A text that its author has corrected.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct FormerEntry {
    pub(crate) text: String,
    /// Outcome of a contact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<Outcome>,
    /// Time of the correction.
    #[serde(with = "time::serde::timestamp")]
    pub(crate) until: OffsetDateTime,
}

/// Hides the text from logs: it may contain personal data.
impl std::fmt::Debug for FormerEntry {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "FormerEntry(…, {})", self.until)
    }
}

/// An entry.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) id: Uuid,
    pub(crate) at: OffsetDateTime,
    /// Staff UUID or `operator`; `None` for the system or the customer.
    pub(crate) actor: Option<String>,
    pub(crate) text: String,
    pub(crate) detail: Detail,
}

impl Entry {
    /// Creates an entry.
    pub(crate) fn new(at: OffsetDateTime, actor: Option<String>, detail: Detail) -> Self {
        Self {
            id: Uuid::now_v7(),
            at,
            actor,
            text: String::new(),
            detail,
        }
    }

    /// Sets the text.
    pub(crate) fn with_text(self, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..self
        }
    }

    /// Returns the outcome if the entry is a contact, a mail or a message.
    pub(crate) const fn outcome(&self) -> Option<Outcome> {
        match &self.detail {
            Detail::Contact { outcome, .. } => Some(*outcome),
            Detail::Mail { .. }
            | Detail::Message {
                is_from_staff: true, ..
            } => Some(Outcome::Sent),
            Detail::Message { .. } => Some(Outcome::Replied),
            _ => None,
        }
    }

    /// Whether an author can correct the entry: for an hour after it was written, which the id tells, since a contact
    /// can be earlier.
    pub(crate) fn is_correctable_by(&self, author: &str, now: OffsetDateTime) -> bool {
        let corrections = match &self.detail {
            Detail::Note { former, .. } | Detail::Contact { former, .. } => former.len(),
            _ => return false,
        };
        let written = self.id.get_timestamp().map(|timestamp| timestamp.to_unix().0);
        let since = (now - CORRECTABLE).unix_timestamp();
        self.actor.as_deref() == Some(author)
            && corrections < MAX_CORRECTIONS
            && written.is_some_and(|seconds| i64::try_from(seconds).is_ok_and(|seconds| seconds >= since))
    }

    /// Whether the entry answers the customer: a contact in which both talked, or a message or an offer that was sent.
    /// A customer who asks in the shop is answered at once.
    pub(crate) fn is_answer(&self) -> bool {
        match &self.detail {
            Detail::Created { source } => *source == Source::WalkIn,
            Detail::Offer { what, .. } => what == "sent",
            _ => self.outcome().is_some_and(is_answer),
        }
    }
}

/// Hides the entry from logs: it may contain personal data.
impl std::fmt::Debug for Entry {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Entry(…)")
    }
}
