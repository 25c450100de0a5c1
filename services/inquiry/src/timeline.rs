//! The timeline of an inquiry.

use kit::{
    domain::UserId,
    vocabulary::inquiry::{Channel, Direction, Outcome, Reason, Source},
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::{FollowUp, Status};

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
    Note { mentions: Vec<UserId> },
    /// A contact with the customer.
    Contact {
        channel: Channel,
        direction: Direction,
        outcome: Outcome,
        minutes: Option<u32>,
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

    /// Returns the outcome if the entry is a contact or a mail.
    pub(crate) const fn outcome(&self) -> Option<Outcome> {
        match &self.detail {
            Detail::Contact { outcome, .. } => Some(*outcome),
            Detail::Mail { .. } => Some(Outcome::Sent),
            _ => None,
        }
    }
}

/// Hides the entry from logs: it may contain personal data.
impl std::fmt::Debug for Entry {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Entry(…)")
    }
}
