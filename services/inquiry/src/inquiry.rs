//! Inquiries.

use kit::domain::{InquiryId, Language, RecordKind, UserId, Visit};
pub(crate) use kit::vocabulary::inquiry::Kind;
use time::OffsetDateTime;

use crate::{
    item::Item,
    work::{Due, StatusNotReachable, Work},
};

/// Returns the kind of the numbers of inquiries.
pub(crate) const fn record(kind: Kind) -> RecordKind {
    match kind {
        Kind::Quote => RecordKind::Quote,
        Kind::Contact => RecordKind::Message,
        Kind::Brochure => RecordKind::Catalogue,
    }
}

/// Subject of an inquiry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Subject {
    /// A quote for these pieces, at most [`crate::item::MAX_ITEMS`]; none if staff noted the request without a product.
    Quote(Vec<Item>),
    /// A contact message.
    Contact,
    /// The brochure.
    Brochure,
}

impl Subject {
    /// Returns the kind.
    pub(crate) const fn kind(&self) -> Kind {
        match self {
            Self::Quote(_) => Kind::Quote,
            Self::Contact => Kind::Contact,
            Self::Brochure => Kind::Brochure,
        }
    }

    /// Returns the pieces of a quote; none for other kinds.
    pub(crate) fn items(&self) -> &[Item] {
        match self {
            Self::Quote(items) => items,
            Self::Contact | Self::Brochure => &[],
        }
    }

    /// Returns the first piece of a quote.
    pub(crate) fn first_item(&self) -> Option<&Item> {
        self.items().first()
    }
}

/// Sender of an inquiry, with the message.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Sender {
    /// The full name in forms with a single name field.
    pub(crate) name: String,
    /// Empty if the form has no such field.
    pub(crate) surname: String,
    /// Normalised, but for contact messages.
    pub(crate) phone: String,
    pub(crate) email: String,
    /// Empty if the form has no such field.
    pub(crate) message: String,
}

impl Sender {
    /// Returns the whole name.
    pub(crate) fn full_name(&self) -> String {
        format!("{} {}", self.name, self.surname).trim().to_owned()
    }
}

/// Hides the sender from logs: it is personal data.
impl std::fmt::Debug for Sender {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Sender(…)")
    }
}

/// An inquiry to insert.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewInquiry {
    pub(crate) id: InquiryId,
    /// The public number, such as `SQ-7Q2M04XK`.
    pub(crate) number: String,
    pub(crate) subject: Subject,
    pub(crate) sender: Sender,
    /// The signed-in user.
    pub(crate) user: Option<UserId>,
    pub(crate) language: Language,
    /// How the sender came to the shop.
    pub(crate) visit: Visit,
    pub(crate) work: Work,
}

/// An inquiry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Inquiry {
    pub(crate) id: InquiryId,
    /// The public number, such as `SQ-7Q2M04XK`.
    pub(crate) number: String,
    pub(crate) subject: Subject,
    /// `None` after the personal data was wiped.
    pub(crate) sender: Option<Sender>,
    /// The signed-in user.
    pub(crate) user: Option<UserId>,
    pub(crate) language: Language,
    pub(crate) created_at: OffsetDateTime,
    /// How the sender came to the shop; only the channel after the personal data was wiped.
    pub(crate) visit: Visit,
    /// State of the staff's work.
    pub(crate) work: Work,
}

/// Reason that an inquiry cannot be updated.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UpdateError {
    /// The status cannot change this way.
    #[error(transparent)]
    StatusNotReachable(#[from] StatusNotReachable),
    /// Status or assignee are not those that the caller changes from.
    #[error("the inquiry was changed meanwhile")]
    FromChanged,
    /// The version is not the present one.
    #[error("the inquiry was changed meanwhile")]
    VersionChanged,
    /// The personal data was wiped, and a text could contain it again.
    #[error("the inquiry was wiped")]
    Wiped,
    /// The inquiry has the maximum number of notes or timeline entries.
    #[error("an inquiry has at most {MAX_NOTES} notes")]
    TooManyNotes,
    /// The inquiry has the maximum number of planned steps.
    #[error("an inquiry has too many planned steps")]
    TooManySteps,
    /// The step is not planned.
    #[error("the step is not planned")]
    UnknownStep,
    /// The timeline has no such entry.
    #[error("no such entry")]
    UnknownEntry,
    /// The entry is another one's, too old, or was corrected too often.
    #[error("the entry can no longer be corrected")]
    EntryFinal,
    /// The inquiry has no designed piece at the position.
    #[error("no such piece")]
    UnknownPiece,
    /// The piece has another design than the one that the caller changes.
    #[error("the design was changed meanwhile")]
    DesignChanged,
    /// An order was made from the inquiry.
    #[error("an order was made from the inquiry")]
    HasOrder,
    /// The conversation has the maximum number of messages.
    #[error("a conversation has too many messages")]
    TooManyMessages,
    /// The conversation has the maximum number of photos.
    #[error("a conversation has too many photos")]
    TooManyPhotos,
    /// The customer has no e-mail.
    #[error("the customer has no e-mail")]
    NoEmail,
    /// The inquiry belongs to another staff member.
    #[error("the inquiry belongs to another staff member")]
    NotYours,
}

/// Maximum number of notes on an inquiry, with entries of attached files.
pub(crate) const MAX_NOTES: i64 = 100;

/// Maximum number of timeline entries before the staff can add no more.
pub(crate) const MAX_ENTRIES: i64 = 1_000;

/// Numbers of an inquiry's timeline entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EntryCounts {
    /// All entries.
    pub(crate) entries: i64,
    /// Notes.
    pub(crate) notes: i64,
}

impl Inquiry {
    /// Fails if the personal data was wiped.
    pub(crate) const fn check_not_wiped(&self) -> Result<(), UpdateError> {
        if self.sender.is_none() {
            Err(UpdateError::Wiped)
        } else {
            Ok(())
        }
    }

    /// Fails if no entry with a text can be added to the timeline.
    pub(crate) const fn check_entry(&self, counts: EntryCounts) -> Result<(), UpdateError> {
        if self.sender.is_none() {
            Err(UpdateError::Wiped)
        } else if counts.entries >= MAX_ENTRIES {
            Err(UpdateError::TooManyNotes)
        } else {
            Ok(())
        }
    }

    /// Fails if no note can be added to the timeline.
    pub(crate) const fn check_note(&self, counts: EntryCounts) -> Result<(), UpdateError> {
        if self.sender.is_some() && counts.notes >= MAX_NOTES {
            return Err(UpdateError::TooManyNotes);
        }
        self.check_entry(counts)
    }

    /// Returns the time since which the customer waits for an answer.
    pub(crate) fn waiting_since(&self) -> Option<OffsetDateTime> {
        self.work.waiting_since()
    }

    /// Returns the group of the inbox at this time.
    pub(crate) fn due(&self, now: OffsetDateTime) -> Due {
        self.work.due(now)
    }
}

/// A note by staff.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) text: String,
    pub(crate) author: String,
    pub(crate) at: OffsetDateTime,
}

/// Hides the note from logs: it may contain personal data.
impl std::fmt::Debug for Note {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Note(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn inquiry() -> Inquiry {
        Inquiry {
            id: InquiryId::generate(),
            number: "SM-00000000".to_owned(),
            subject: Subject::Contact,
            sender: Some(Sender {
                name: "Leyla".to_owned(),
                surname: String::new(),
                phone: "050".to_owned(),
                email: "leyla@example.az".to_owned(),
                message: "Salam".to_owned(),
            }),
            user: None,
            language: Language::Az,
            created_at: OffsetDateTime::UNIX_EPOCH,
            visit: Visit::default(),
            work: Work::new(
                kit::vocabulary::inquiry::Source::Website,
                OffsetDateTime::UNIX_EPOCH,
                600,
            ),
        }
    }

    #[test]
    fn rejects_notes_above_the_maximum_or_after_wiping() {
        let mut inquiry = inquiry();
        let counts = |notes, entries| EntryCounts { entries, notes };
        assert_eq!(inquiry.check_note(counts(99, 999)), Ok(()));
        assert_eq!(
            inquiry.check_note(counts(100, 100)),
            Err(UpdateError::TooManyNotes)
        );
        assert_eq!(
            inquiry.check_note(counts(0, 1_000)),
            Err(UpdateError::TooManyNotes)
        );
        assert_eq!(inquiry.check_entry(counts(100, 999)), Ok(()));
        inquiry.sender = None;
        assert_eq!(inquiry.check_note(counts(0, 0)), Err(UpdateError::Wiped));
    }

    #[test]
    fn debug_output_hides_the_sender() {
        assert!(!format!("{:?}", inquiry()).contains("Leyla"));
    }

    proptest! {
        #[test]
        fn accepts_notes_below_the_maximum_and_before_wiping(notes in 0..200_i64, is_wiped: bool) {
            let mut inquiry = inquiry();
            if is_wiped {
                inquiry.sender = None;
            }
            let counts = EntryCounts { entries: notes, notes };
            prop_assert_eq!(inquiry.check_note(counts).is_ok(), !is_wiped && notes < MAX_NOTES);
        }
    }
}
