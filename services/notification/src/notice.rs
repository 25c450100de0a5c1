//! Notices to the staff.

pub(crate) use kit::vocabulary::mail::NoticeKind;
use kit::{
    domain::{EventId, UserId},
    hours,
};
use time::{OffsetDateTime, Time};
use uuid::Uuid;

use crate::mail::SubjectKind;

/// Working minutes after which an unread notice is mailed.
const MAIL_MINUTES: u32 = 30;

/// A notice to insert for each of some members.
#[derive(Debug)]
pub(crate) struct NewNotice {
    pub(crate) event: EventId,
    pub(crate) kind: NoticeKind,
    pub(crate) staff: Vec<UserId>,
    pub(crate) about: About,
    /// Staff UUID or `operator`; `None` for a customer or the system.
    pub(crate) actor: Option<String>,
    pub(crate) at: OffsetDateTime,
}

impl NewNotice {
    /// Returns the time after which the notice is mailed unless it is read.
    pub(crate) fn mail_due_at(&self) -> OffsetDateTime {
        hours::add_minutes(self.at, MAIL_MINUTES)
    }

    /// Returns the time from which the notice is pushed: at once, or with the next working hours.
    pub(crate) fn push_at(&self) -> OffsetDateTime {
        hours::first_within((Time::MIDNIGHT, Time::MAX), self.at)
    }
}

/// The record that a notice is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct About {
    /// A quote, also of a notice about its offer, or an order.
    pub(crate) kind: SubjectKind,
    pub(crate) number: String,
    /// The revision, of a notice about an offer.
    pub(crate) offer: Option<Uuid>,
    pub(crate) handed_over: HandedOver,
    /// Of an asked approval.
    pub(crate) excess: Option<Excess>,
}

/// Excess of an offer over the limit of the member who asks for an approval, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Excess {
    /// Position of the line, from 1; 0 for the share of the lines without a product.
    pub(crate) line: i32,
    pub(crate) percent: i32,
    pub(crate) allowed: i32,
}

/// Numbers of the records that were handed over to the member.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct HandedOver {
    pub(crate) quotes: i32,
    pub(crate) orders: i32,
}

/// A notice to a member.
#[derive(Debug, Clone)]
pub(crate) struct Notice {
    pub(crate) id: Uuid,
    pub(crate) kind: NoticeKind,
    pub(crate) about: About,
    pub(crate) actor: Option<String>,
    pub(crate) at: OffsetDateTime,
    pub(crate) read_at: Option<OffsetDateTime>,
}

/// Notices that a member wants by mail.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent settings")]
pub(crate) struct MailedKinds {
    /// New quotes, messages of customers, and records assigned to the member or taken from them.
    pub(crate) new_quote: bool,
    pub(crate) follow_up_due: bool,
    /// Offers and their approvals.
    pub(crate) offer: bool,
    pub(crate) mention: bool,
}

impl MailedKinds {
    /// Whether notices of a kind are mailed.
    pub(crate) const fn contain(self, kind: NoticeKind) -> bool {
        match kind {
            NoticeKind::Mention => self.mention,
            NoticeKind::FollowUpDue | NoticeKind::FollowUpOverdue => self.follow_up_due,
            NoticeKind::NewQuote
            | NoticeKind::CustomerMessage
            | NoticeKind::QuoteAssigned
            | NoticeKind::QuoteTaken
            | NoticeKind::OrderAssigned
            | NoticeKind::OrderTaken
            | NoticeKind::WorkHandedOver => self.new_quote,
            NoticeKind::ApprovalAsked
            | NoticeKind::ApprovalGiven
            | NoticeKind::ApprovalRefused
            | NoticeKind::OfferOpened
            | NoticeKind::OfferAccepted
            | NoticeKind::OfferDeclined
            | NoticeKind::ChangeAsked
            | NoticeKind::OfferWanted => self.offer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_selects_its_kinds() {
        let none = MailedKinds {
            new_quote: false,
            follow_up_due: false,
            offer: false,
            mention: false,
        };
        let kinds = |wanted: MailedKinds| -> Vec<_> {
            let kinds = NoticeKind::ALL.into_iter();
            kinds
                .filter(|kind| wanted.contain(*kind))
                .map(NoticeKind::name)
                .collect()
        };
        assert_eq!(kinds(none), Vec::<&str>::new());
        assert_eq!(
            kinds(MailedKinds {
                mention: true,
                ..none
            }),
            ["mention"]
        );
        let due = MailedKinds {
            follow_up_due: true,
            ..none
        };
        assert_eq!(kinds(due), ["followUpDue", "followUpOverdue"]);
        let quotes = MailedKinds {
            new_quote: true,
            ..none
        };
        assert_eq!(
            kinds(quotes),
            [
                "quoteAssigned",
                "quoteTaken",
                "orderAssigned",
                "orderTaken",
                "workHandedOver",
                "newQuote",
                "customerMessage"
            ]
        );
        assert_eq!(kinds(MailedKinds { offer: true, ..none }).len(), 8);
    }

    #[test]
    fn a_notice_in_the_evening_is_due_the_next_morning() {
        use time::macros::datetime;
        let notice = NewNotice {
            event: EventId::generate(),
            kind: NoticeKind::Mention,
            staff: Vec::new(),
            about: About {
                kind: SubjectKind::Quote,
                number: "SQ-7Q2M04XK".to_owned(),
                offer: None,
                handed_over: HandedOver::default(),
                excess: None,
            },
            actor: None,
            at: datetime!(2026-11-23 19:50 +4),
        };
        assert_eq!(notice.mail_due_at(), datetime!(2026-11-24 10:20 +4));
        assert_eq!(notice.push_at(), notice.at);
        let in_the_night = NewNotice {
            at: datetime!(2026-11-23 21:00 +4),
            ..notice
        };
        assert_eq!(in_the_night.push_at(), datetime!(2026-11-24 10:00 +4));
    }
}
