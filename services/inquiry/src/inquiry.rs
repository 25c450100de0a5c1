//! Inquiries, their status changes and notes.

use kit::domain::{InquiryId, Language, LocalizedText, ProductId, Quantity, UserId};
use time::OffsetDateTime;

/// Kind of an inquiry, by its form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum Kind {
    Quote,
    Contact,
    #[sqlx(rename = "catalogue")]
    Brochure,
}

impl Kind {
    /// Returns the stored name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Quote => "quote",
            Self::Contact => "contact",
            Self::Brochure => "catalogue",
        }
    }

    /// Returns the prefix of inquiry numbers.
    pub(crate) const fn number_prefix(self) -> &'static str {
        match self {
            Self::Quote => "SQ-",
            Self::Contact => "SM-",
            Self::Brochure => "SC-",
        }
    }
}

/// Status of an inquiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum Status {
    New,
    Answered,
    Closed,
}

impl Status {
    /// Returns the stored name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Answered => "answered",
            Self::Closed => "closed",
        }
    }

    /// Whether staff may change this status to the next one.
    const fn can_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::New, Self::Answered | Self::Closed) | (Self::Answered, Self::Closed)
        )
    }
}

/// Subject of an inquiry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Subject {
    /// A quote for a product.
    Quote(Quote),
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
}

/// Product and options of a quote.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Quote {
    /// As it was when the quote was requested.
    pub(crate) product: Product,
    pub(crate) quantity: Option<Quantity>,
    /// Slug of a colour.
    pub(crate) color: Option<String>,
}

/// Stored copy of a product.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Product {
    pub(crate) id: ProductId,
    pub(crate) name: LocalizedText,
    /// Path of the first image; empty if there is none.
    pub(crate) image: String,
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
}

/// An inquiry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Inquiry {
    pub(crate) id: InquiryId,
    /// The public number, such as `SQ-7Q2M04XK`.
    pub(crate) number: String,
    pub(crate) subject: Subject,
    pub(crate) status: Status,
    /// `None` after the personal data was wiped.
    pub(crate) sender: Option<Sender>,
    /// The signed-in user.
    pub(crate) user: Option<UserId>,
    pub(crate) language: Language,
    pub(crate) created_at: OffsetDateTime,
}

/// Reason that an inquiry cannot be updated.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UpdateError {
    /// The status cannot change this way.
    #[error("a {} inquiry cannot become {}", from.name(), to.name())]
    StatusNotReachable {
        /// Current status.
        from: Status,
        /// Requested status.
        to: Status,
    },
    /// The personal data was wiped, and a note could contain it again.
    #[error("the inquiry was wiped")]
    Wiped,
    /// The inquiry has the maximum number of notes.
    #[error("an inquiry has at most {MAX_NOTES} notes")]
    TooManyNotes,
}

/// Maximum number of notes on an inquiry.
pub(crate) const MAX_NOTES: i64 = 100;

impl Inquiry {
    /// Changes the status for staff.
    pub(crate) fn change_status(&mut self, next: Status) -> Result<(), UpdateError> {
        if !self.status.can_become(next) {
            return Err(UpdateError::StatusNotReachable {
                from: self.status,
                to: next,
            });
        }
        self.status = next;
        Ok(())
    }

    /// Fails if no note can be added to this number of notes.
    pub(crate) const fn check_note(&self, notes: i64) -> Result<(), UpdateError> {
        if self.sender.is_none() {
            Err(UpdateError::Wiped)
        } else if notes >= MAX_NOTES {
            Err(UpdateError::TooManyNotes)
        } else {
            Ok(())
        }
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

    const STATUSES: [Status; 3] = [Status::New, Status::Answered, Status::Closed];

    fn inquiry(status: Status) -> Inquiry {
        Inquiry {
            id: InquiryId::generate(),
            number: "SM-00000000".to_owned(),
            subject: Subject::Contact,
            status,
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
        }
    }

    #[test]
    fn status_changes_only_along_the_table() {
        // Rows are current, columns next statuses, in the order of STATUSES.
        let table = [
            "-ss", // new
            "--s", // answered
            "---", // closed
        ];
        for (from, row) in STATUSES.into_iter().zip(table) {
            for (to, cell) in STATUSES.into_iter().zip(row.chars()) {
                let mut inquiry = inquiry(from);
                let (outcome, after) = if cell == 's' {
                    (Ok(()), to)
                } else {
                    (Err(UpdateError::StatusNotReachable { from, to }), from)
                };
                assert_eq!(inquiry.change_status(to), outcome, "{from:?} -> {to:?}");
                assert_eq!(inquiry.status, after, "{from:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn rejects_notes_above_the_maximum_or_after_wiping() {
        let mut inquiry = inquiry(Status::Closed);
        assert_eq!(inquiry.check_note(99), Ok(()));
        assert_eq!(inquiry.check_note(100), Err(UpdateError::TooManyNotes));
        inquiry.sender = None;
        assert_eq!(inquiry.check_note(0), Err(UpdateError::Wiped));
    }

    #[test]
    fn debug_output_hides_the_sender() {
        assert!(!format!("{:?}", inquiry(Status::New)).contains("Leyla"));
    }

    proptest! {
        #[test]
        fn status_never_moves_back(
            changes in prop::collection::vec(prop::sample::select(STATUSES.to_vec()), 0..12),
        ) {
            let mut inquiry = inquiry(Status::New);
            let rank = |status| STATUSES.iter().position(|other| *other == status);
            for next in changes {
                let before = inquiry.status;
                let changed = inquiry.change_status(next);
                prop_assert_eq!(changed.is_ok(), rank(next) > rank(before));
                prop_assert_eq!(inquiry.status, if changed.is_ok() { next } else { before });
            }
        }

        #[test]
        fn accepts_notes_below_the_maximum_and_before_wiping(notes in 0..200_i64, is_wiped: bool) {
            let mut inquiry = inquiry(Status::Answered);
            if is_wiped {
                inquiry.sender = None;
            }
            prop_assert_eq!(inquiry.check_note(notes).is_ok(), !is_wiped && notes < MAX_NOTES);
        }
    }
}
