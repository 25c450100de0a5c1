//! An inquiry and how it moves.

use kit::domain::{InquiryId, Language, LocalizedText, ProductId, Quantity, UserId};
use time::OffsetDateTime;

/// Which form it came by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum Kind {
    Quote,
    Contact,
    Catalogue,
}

impl Kind {
    /// The lower-case name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Quote => "quote",
            Self::Contact => "contact",
            Self::Catalogue => "catalogue",
        }
    }
}

/// Where an inquiry stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum Status {
    New,
    Answered,
    Closed,
}

impl Status {
    /// The lower-case name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Answered => "answered",
            Self::Closed => "closed",
        }
    }

    /// Whether the staff may move an inquiry from here to there.
    const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::New, Self::Answered | Self::Closed) | (Self::Answered, Self::Closed)
        )
    }
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Subject {
    /// A price for this.
    Quote(Quote),
    /// An answer to a message.
    Contact,
    /// The catalogue.
    Catalogue,
}

impl Subject {
    /// The form for it.
    pub(crate) const fn kind(&self) -> Kind {
        match self {
            Self::Quote(_) => Kind::Quote,
            Self::Contact => Kind::Contact,
            Self::Catalogue => Kind::Catalogue,
        }
    }
}

/// What a price is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Quote {
    /// As the catalogue had it then.
    pub(crate) product: Product,
    pub(crate) quantity: Option<Quantity>,
    /// A slug of the palette.
    pub(crate) color: Option<String>,
}

/// What is kept of a product.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Product {
    pub(crate) id: ProductId,
    pub(crate) name: LocalizedText,
    /// Path of its first picture; empty = none.
    pub(crate) image: String,
}

/// Who wrote, and what. Checked when it was given.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Sender {
    /// The whole name where the form has one field for it.
    pub(crate) name: String,
    /// Empty where the form does not ask for it.
    pub(crate) surname: String,
    /// As digits; in a contact message as it was typed.
    pub(crate) phone: String,
    pub(crate) email: String,
    /// Empty where the form does not ask for it.
    pub(crate) message: String,
}

/// Who wrote is personal: it never shows in logs.
impl std::fmt::Debug for Sender {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Sender(…)")
    }
}

/// An inquiry that is being taken in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewInquiry {
    pub(crate) id: InquiryId,
    /// The number that people use.
    pub(crate) number: String,
    pub(crate) subject: Subject,
    pub(crate) sender: Sender,
    /// Who was signed in.
    pub(crate) user: Option<UserId>,
    pub(crate) language: Language,
}

/// An inquiry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Inquiry {
    pub(crate) id: InquiryId,
    /// The number that people use.
    pub(crate) number: String,
    pub(crate) subject: Subject,
    pub(crate) status: Status,
    /// Nobody once it was wiped.
    pub(crate) sender: Option<Sender>,
    /// Who was signed in.
    pub(crate) user: Option<UserId>,
    pub(crate) language: Language,
    pub(crate) created_at: OffsetDateTime,
}

/// Why an inquiry stays as it is.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    /// An inquiry never goes from this status to that one.
    #[error("a {} inquiry cannot become {}", from.name(), to.name())]
    StatusNotReachable {
        /// What it is.
        from: Status,
        /// What was asked for.
        to: Status,
    },
    /// Who wrote may be known no longer, and no note may say it again.
    #[error("the inquiry was wiped")]
    Wiped,
    /// There is no room for another note.
    #[error("an inquiry has at most {MOST_NOTES} notes")]
    TooManyNotes,
}

/// Notes on one inquiry at most.
pub(crate) const MOST_NOTES: i64 = 100;

impl Inquiry {
    /// Moved by the staff.
    pub(crate) fn move_to(&mut self, next: Status) -> Result<(), Refused> {
        if !self.status.may_become(next) {
            return Err(Refused::StatusNotReachable {
                from: self.status,
                to: next,
            });
        }
        self.status = next;
        Ok(())
    }

    /// Whether there may be a note beside those that there are.
    pub(crate) const fn may_take_note(&self, notes: i64) -> Result<(), Refused> {
        if self.sender.is_none() {
            Err(Refused::Wiped)
        } else if notes >= MOST_NOTES {
            Err(Refused::TooManyNotes)
        } else {
            Ok(())
        }
    }
}

/// What the staff has noted.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) text: String,
    pub(crate) author: String,
    pub(crate) at: OffsetDateTime,
}

/// A note may be personal: it never shows in logs.
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
    fn an_inquiry_takes_these_ways_and_no_other() {
        // One row for each status, one column for where it is asked to go, in the order of STATUSES.
        let table = [
            "-mm", // new
            "--m", // answered
            "---", // closed
        ];
        for (from, row) in STATUSES.into_iter().zip(table) {
            for (to, cell) in STATUSES.into_iter().zip(row.chars()) {
                let mut inquiry = inquiry(from);
                let (outcome, after) = if cell == 'm' {
                    (Ok(()), to)
                } else {
                    (Err(Refused::StatusNotReachable { from, to }), from)
                };
                assert_eq!(inquiry.move_to(to), outcome, "{from:?} -> {to:?}");
                assert_eq!(inquiry.status, after, "{from:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn notes_are_bounded_and_end_with_the_sender() {
        let mut inquiry = inquiry(Status::Closed);
        assert_eq!(inquiry.may_take_note(99), Ok(()));
        assert_eq!(inquiry.may_take_note(100), Err(Refused::TooManyNotes));
        inquiry.sender = None;
        assert_eq!(inquiry.may_take_note(0), Err(Refused::Wiped));
    }

    #[test]
    fn who_wrote_does_not_show_in_logs() {
        assert!(!format!("{:?}", inquiry(Status::New)).contains("Leyla"));
    }

    proptest! {
        #[test]
        fn whatever_the_staff_tries_an_inquiry_never_goes_back(
            tries in prop::collection::vec(prop::sample::select(STATUSES.to_vec()), 0..12),
        ) {
            let mut inquiry = inquiry(Status::New);
            let place = |status| STATUSES.iter().position(|one| *one == status);
            for next in tries {
                let before = inquiry.status;
                let moved = inquiry.move_to(next);
                prop_assert_eq!(moved.is_ok(), place(next) > place(before));
                prop_assert_eq!(inquiry.status, if moved.is_ok() { next } else { before });
            }
        }

        #[test]
        fn notes_are_taken_exactly_where_there_is_room_and_a_sender(notes in 0..200_i64, is_wiped: bool) {
            let mut inquiry = inquiry(Status::Answered);
            if is_wiped {
                inquiry.sender = None;
            }
            prop_assert_eq!(inquiry.may_take_note(notes).is_ok(), !is_wiped && notes < MOST_NOTES);
        }
    }
}
