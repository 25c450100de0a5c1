//! The staff's work on an inquiry: status, assignee, follow-up, and how long the customer waits.

pub(crate) use kit::vocabulary::inquiry::{Due, Status};
use kit::{
    calendar,
    domain::{StoreId, UserId},
    vocabulary::inquiry::{CallWindow, Channel, Direction, FollowUpKind, Kind, Outcome, Reason, Source},
};
use time::{Date, OffsetDateTime, Time, macros::time};
use uuid::Uuid;

use crate::hours;

/// Working minutes after which a due follow-up is overdue.
pub(crate) const OVERDUE_MINUTES: u32 = 120;

/// Returns the first and the last time of a window, in Asia/Baku.
pub(crate) const fn times(window: CallWindow) -> (Time, Time) {
    match window {
        CallWindow::Morning => (time!(10:00), time!(13:00)),
        CallWindow::Afternoon => (time!(13:00), time!(17:00)),
        CallWindow::Evening => (time!(17:00), time!(20:00)),
    }
}

/// Number of calls without an answer that suggest the status lost.
const LOST_CALLS: usize = 3;

/// Error of a status that the present one cannot change to.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {from} inquiry cannot become {to}")]
pub(crate) struct StatusNotReachable {
    pub(crate) from: Status,
    pub(crate) to: Status,
}

/// Whether staff may change a status this way by hand.
pub(crate) const fn can_change(from: Status, to: Status) -> bool {
    matches!(
        (from, to),
        (
            Status::New,
            Status::Assigned | Status::Waiting | Status::Lost | Status::Closed
        ) | (Status::Assigned, Status::Waiting | Status::Lost | Status::Closed)
            | (Status::Waiting | Status::Offered, Status::Assigned | Status::Lost)
            | (Status::Won | Status::Lost | Status::Closed, Status::Assigned)
    )
}

/// Whether a status has a reason.
pub(crate) const fn needs_reason(status: Status) -> bool {
    matches!(status, Status::Lost | Status::Closed)
}

/// Whether a reason is one of a status.
pub(crate) const fn allows_reason(status: Status, reason: Reason) -> bool {
    match status {
        Status::Lost => matches!(
            reason,
            Reason::Price
                | Reason::Time
                | Reason::Competitor
                | Reason::NoAnswer
                | Reason::NotMade
                | Reason::Other
        ),
        Status::Closed => matches!(
            reason,
            Reason::Catalogue | Reason::Question | Reason::Spam | Reason::Duplicate | Reason::Other
        ),
        _ => false,
    }
}

/// Whether a contact can have an outcome.
pub(crate) const fn fits(outcome: Outcome, channel: Channel, direction: Direction) -> bool {
    match (channel, direction) {
        (Channel::Call, _) => matches!(
            outcome,
            Outcome::Talked | Outcome::NoAnswer | Outcome::Busy | Outcome::WrongNumber
        ),
        (Channel::Visit, _) => matches!(outcome, Outcome::Talked),
        (Channel::Whatsapp | Channel::Mail, Direction::Out) => matches!(outcome, Outcome::Sent),
        (Channel::Whatsapp | Channel::Mail, Direction::In) => matches!(outcome, Outcome::Replied),
    }
}

/// Next step of the staff.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct FollowUp {
    pub(crate) kind: FollowUpKind,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) at: OffsetDateTime,
    #[serde(default)]
    pub(crate) text: String,
}

/// Hides the text from logs: it may contain personal data.
impl std::fmt::Debug for FollowUp {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "FollowUp({}, {})", self.kind.name(), self.at)
    }
}

/// The first answer to an inquiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FirstAnswer {
    pub(crate) at: OffsetDateTime,
    /// Working minutes since the inquiry came.
    pub(crate) minutes: u32,
}

/// A contact with the customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contact {
    pub(crate) channel: Channel,
    pub(crate) direction: Direction,
    pub(crate) outcome: Outcome,
    pub(crate) at: OffsetDateTime,
}

impl Contact {
    /// Whether it answers the customer: a call or a visit in which both talked, or a message that was sent.
    const fn is_answer(self) -> bool {
        matches!(self.outcome, Outcome::Talked | Outcome::Sent)
    }
}

/// A new assignee.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Assignee {
    pub(crate) user: UserId,
    /// Store of the assignee, for inquiries without one.
    pub(crate) store: Option<StoreId>,
}

/// State of the staff's work on an inquiry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) status: Status,
    /// Reason of lost and closed.
    pub(crate) reason: Option<Reason>,
    pub(crate) source: Source,
    pub(crate) assignee: Option<UserId>,
    pub(crate) store: Option<StoreId>,
    /// `None` until adopted, and once wiped.
    pub(crate) contact: Option<Uuid>,
    /// `+` and digits.
    pub(crate) phone: Option<String>,
    pub(crate) follow_up: Option<FollowUp>,
    /// Time of the customer's last message.
    pub(crate) last_customer_at: OffsetDateTime,
    /// Time of the staff's last answer.
    pub(crate) answered_at: Option<OffsetDateTime>,
    /// Time of the last contact in any direction.
    pub(crate) last_contact_at: OffsetDateTime,
    /// Promised time of the answer to the customer's last message; `None` until adopted.
    pub(crate) promise_at: Option<OffsetDateTime>,
    pub(crate) first_answer: Option<FirstAnswer>,
    /// Earliest last day of the open offers, in Asia/Baku.
    pub(crate) offer_ends: Option<Date>,
    /// Whether an offer is accepted and has no live order, as stored.
    pub(crate) is_to_order: bool,
    /// When the customer last asked for a change of an offer, or for a new one, as stored.
    pub(crate) change_asked_at: Option<OffsetDateTime>,
    pub(crate) version: i64,
    /// Staff UUID or `operator`; `None` for the system or a customer.
    pub(crate) changed_by: Option<String>,
    pub(crate) changed_at: OffsetDateTime,
}

impl Work {
    /// Creates the work on an inquiry that came at this time. The shop promises an answer within these working minutes.
    pub(crate) fn new(source: Source, at: OffsetDateTime, promise_minutes: u32) -> Self {
        Self {
            status: Status::New,
            reason: None,
            source,
            assignee: None,
            store: None,
            contact: None,
            phone: None,
            follow_up: None,
            last_customer_at: at,
            answered_at: None,
            last_contact_at: at,
            promise_at: Some(hours::add_minutes(at, promise_minutes)),
            first_answer: None,
            offer_ends: None,
            is_to_order: false,
            change_asked_at: None,
            version: 1,
            changed_by: None,
            changed_at: at,
        }
    }

    /// Returns the time since which the customer waits: the last message, unless the staff answered it. A mail answers
    /// brochure requests at once.
    pub(crate) fn waiting_since(&self, kind: Kind) -> Option<OffsetDateTime> {
        let is_answered = self
            .answered_at
            .is_some_and(|answered| answered >= self.last_customer_at);
        (kind != Kind::Brochure && !is_answered).then_some(self.last_customer_at)
    }

    /// Whether no work is left.
    pub(crate) const fn is_done(&self) -> bool {
        matches!(self.status, Status::Won | Status::Lost | Status::Closed)
    }

    /// Returns the group of the inbox at this time.
    pub(crate) fn due(&self, kind: Kind, now: OffsetDateTime) -> Due {
        let waiting_since = self.waiting_since(kind);
        let promise = waiting_since.and(self.promise_at);
        let follow_up = self.follow_up.as_ref().map(|follow_up| follow_up.at);
        let today = calendar::date(now);
        let is_past = |at: Option<OffsetDateTime>| at.is_some_and(|at| at < now);
        if self.is_to_order {
            Due::ToOrder
        } else if self.is_done() {
            Due::Done
        } else if self.change_asked_at.is_some() && self.change_asked_at > self.answered_at {
            Due::ChangeWanted
        } else if is_past(follow_up) || is_past(promise) {
            Due::Overdue
        } else if follow_up.map(calendar::date) == Some(today) || self.offer_ends == Some(today) {
            Due::Today
        } else {
            match self.status {
                Status::New => Due::New,
                _ if waiting_since.is_some() => Due::Unanswered,
                Status::Waiting | Status::Offered => Due::Waiting,
                _ => Due::Later,
            }
        }
    }

    /// Closes a brochure request, which its mail answers.
    pub(crate) const fn answered_by_brochure(&mut self) {
        self.status = Status::Closed;
        self.reason = Some(Reason::Catalogue);
    }

    /// Changes the status by hand; `user` becomes the assignee of an inquiry without one that becomes assigned.
    pub(crate) fn change_status(
        &mut self,
        next: Status,
        reason: Option<Reason>,
        user: Option<UserId>,
    ) -> Result<(), StatusNotReachable> {
        if !can_change(self.status, next) {
            return Err(StatusNotReachable {
                from: self.status,
                to: next,
            });
        }
        self.status = next;
        self.reason = reason;
        if next == Status::Assigned && self.assignee.is_none() {
            self.assignee = user;
        }
        Ok(())
    }

    /// Changes the assignee. A new inquiry becomes assigned; an assigned one without an assignee becomes new.
    pub(crate) fn assign(&mut self, next: Option<UserId>) {
        self.assignee = next;
        self.status = match (self.status, next) {
            (Status::New, Some(_)) => Status::Assigned,
            (Status::Assigned, None) => Status::New,
            (status, _) => status,
        };
    }

    /// Records a contact. Returns whether it is the first answer. A message of the customer ends the status waiting.
    pub(crate) fn record_contact(
        &mut self,
        contact: Contact,
        created_at: OffsetDateTime,
        promise_minutes: u32,
    ) -> bool {
        self.last_contact_at = self.last_contact_at.max(contact.at);
        if contact.direction == Direction::In {
            if contact.at > self.last_customer_at {
                self.last_customer_at = contact.at;
                self.promise_at = Some(hours::add_minutes(contact.at, promise_minutes));
            }
            if self.status == Status::Waiting {
                self.status = Status::Assigned;
            }
        }
        if !contact.is_answer() {
            return false;
        }
        let at = contact.at.max(created_at);
        self.answered_at = self.answered_at.max(Some(at));
        let is_first = self.first_answer.is_none();
        if is_first {
            self.first_answer = Some(FirstAnswer {
                at,
                minutes: hours::minutes_between(created_at, at),
            });
        }
        is_first
    }

    /// Whether the fields that the version counts differ.
    pub(crate) fn differs_from(&self, before: &Self) -> bool {
        (
            self.status,
            self.reason,
            self.assignee,
            self.store,
            &self.follow_up,
            self.last_customer_at,
        ) != (
            before.status,
            before.reason,
            before.assignee,
            before.store,
            &before.follow_up,
            before.last_customer_at,
        )
    }
}

/// Whether the last contacts, oldest first, suggest the status lost: 3 calls without an answer since the last one with
/// an answer.
pub(crate) fn suggests_lost(outcomes: impl DoubleEndedIterator<Item = Outcome>) -> bool {
    outcomes
        .rev()
        .take_while(|outcome| matches!(outcome, Outcome::NoAnswer | Outcome::Busy | Outcome::WrongNumber))
        .take(LOST_CALLS)
        .count()
        == LOST_CALLS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::{Duration, macros::datetime};

    use super::*;

    const NOON: OffsetDateTime = datetime!(2026-11-23 12:00 +4);

    fn work(status: Status) -> Work {
        Work {
            status,
            ..Work::new(Source::Website, NOON, 600)
        }
    }

    fn contact(channel: Channel, direction: Direction, outcome: Outcome, minutes: i64) -> Contact {
        Contact {
            channel,
            direction,
            outcome,
            at: NOON + Duration::minutes(minutes),
        }
    }

    #[test]
    fn status_changes_by_hand_only_along_the_table() {
        // Rows are current, columns next statuses, in the order of `Status::ALL`.
        let table = [
            "-hh--hh", // new
            "--h--hh", // assigned
            "-h---h-", // waiting
            "-h---h-", // offered
            "-h-----", // won
            "-h-----", // lost
            "-h-----", // closed
        ];
        for (from, row) in Status::ALL.into_iter().zip(table) {
            for (to, cell) in Status::ALL.into_iter().zip(row.chars()) {
                let mut work = work(from);
                let (outcome, after) = if cell == 'h' {
                    (Ok(()), to)
                } else {
                    (Err(StatusNotReachable { from, to }), from)
                };
                assert_eq!(work.change_status(to, None, None), outcome, "{from:?} -> {to:?}");
                assert_eq!(work.status, after, "{from:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn outcomes_fit_their_channel_and_direction() {
        let fitting = |channel, direction| -> Vec<_> {
            let all = Outcome::ALL.into_iter();
            all.filter(|outcome| fits(*outcome, channel, direction))
                .map(Outcome::name)
                .collect()
        };
        for direction in [Direction::Out, Direction::In] {
            assert_eq!(
                fitting(Channel::Call, direction),
                ["talked", "noAnswer", "busy", "wrongNumber"]
            );
            assert_eq!(fitting(Channel::Visit, direction), ["talked"]);
        }
        for channel in [Channel::Whatsapp, Channel::Mail] {
            assert_eq!(fitting(channel, Direction::Out), ["sent"]);
            assert_eq!(fitting(channel, Direction::In), ["replied"]);
        }
    }

    #[test]
    fn reasons_belong_to_lost_or_closed() {
        let of = |status: Status| -> Vec<_> {
            let all = Reason::ALL.into_iter();
            all.filter(|reason| allows_reason(status, *reason))
                .map(Reason::name)
                .collect()
        };
        assert_eq!(
            of(Status::Lost),
            ["price", "time", "competitor", "noAnswer", "notMade", "other"]
        );
        assert_eq!(
            of(Status::Closed),
            ["catalogue", "question", "spam", "duplicate", "other"]
        );
        assert_eq!(of(Status::Won), [""; 0]);
    }

    #[test]
    fn assignment_follows_the_status_and_the_status_the_assignment() {
        let (one, other) = (UserId::generate(), UserId::generate());
        let mut work = work(Status::New);
        work.change_status(Status::Assigned, None, Some(one)).unwrap();
        assert_eq!(work.assignee, Some(one));
        work.assign(Some(other));
        assert_eq!((work.status, work.assignee), (Status::Assigned, Some(other)));
        work.assign(None);
        assert_eq!((work.status, work.assignee), (Status::New, None));
        work.assign(Some(one));
        assert_eq!(work.status, Status::Assigned);
        work.change_status(Status::Closed, Some(Reason::Spam), Some(other))
            .unwrap();
        assert_eq!(work.assignee, Some(one));
    }

    #[test]
    fn first_answer_counts_working_minutes_and_ends_the_waiting() {
        let mut work = work(Status::Assigned);
        assert_eq!(work.waiting_since(Kind::Quote), Some(NOON));
        assert_eq!(work.waiting_since(Kind::Brochure), None);
        assert!(!work.record_contact(
            contact(Channel::Call, Direction::Out, Outcome::NoAnswer, 10),
            NOON,
            600
        ));
        assert_eq!(work.waiting_since(Kind::Quote), Some(NOON));
        assert!(work.record_contact(
            contact(Channel::Call, Direction::Out, Outcome::Talked, 34),
            NOON,
            600
        ));
        assert_eq!(work.first_answer.unwrap().minutes, 34);
        assert_eq!(work.waiting_since(Kind::Quote), None);
        // A later answer is not the first one.
        assert!(!work.record_contact(
            contact(Channel::Mail, Direction::Out, Outcome::Sent, 60),
            NOON,
            600
        ));
        assert_eq!(work.first_answer.unwrap().minutes, 34);
    }

    #[test]
    fn a_reply_starts_the_waiting_and_ends_the_status_waiting() {
        let mut work = work(Status::Waiting);
        work.answered_at = Some(NOON);
        let before = work.clone();
        assert!(!work.record_contact(
            contact(Channel::Whatsapp, Direction::In, Outcome::Replied, 30),
            NOON,
            600
        ));
        assert_eq!(work.status, Status::Assigned);
        assert_eq!(
            work.waiting_since(Kind::Quote),
            Some(NOON + Duration::minutes(30))
        );
        assert_eq!(work.promise_at, Some(datetime!(2026-11-24 12:30 +4)));
        assert!(work.differs_from(&before));
    }

    #[test]
    fn outgoing_contacts_do_not_count_as_changes() {
        let mut work = work(Status::Assigned);
        let before = work.clone();
        work.record_contact(
            contact(Channel::Call, Direction::Out, Outcome::Talked, 1),
            NOON,
            600,
        );
        assert!(!work.differs_from(&before));
    }

    #[test]
    fn three_calls_without_an_answer_suggest_lost() {
        use Outcome::{Busy, NoAnswer, Sent, Talked};
        let suggests = |outcomes: &[Outcome]| suggests_lost(outcomes.iter().copied());
        assert!(suggests(&[Talked, NoAnswer, Busy, NoAnswer]));
        assert!(!suggests(&[NoAnswer, NoAnswer]));
        assert!(!suggests(&[NoAnswer, NoAnswer, Sent, NoAnswer]));
        assert!(!suggests(&[NoAnswer, NoAnswer, NoAnswer, Talked]));
    }

    #[test]
    fn groups_follow_the_contract() {
        let follow_up = |hours| {
            Some(FollowUp {
                kind: FollowUpKind::Call,
                at: NOON + Duration::hours(hours),
                text: String::new(),
            })
        };
        let due = |status, follow_up| {
            Work {
                follow_up,
                ..work(status)
            }
            .due(Kind::Quote, NOON)
        };
        assert_eq!(due(Status::Won, follow_up(-1)), Due::Done);
        assert_eq!(due(Status::New, follow_up(-1)), Due::Overdue);
        assert_eq!(due(Status::Waiting, follow_up(1)), Due::Today);
        assert_eq!(due(Status::Waiting, follow_up(24)), Due::Unanswered);
        assert_eq!(due(Status::New, None), Due::New);
        for (status, answered) in [(Status::Offered, Due::Waiting), (Status::Assigned, Due::Later)] {
            // The customer waits, whatever the status is.
            assert_eq!(due(status, None), Due::Unanswered);
            let work = Work {
                answered_at: Some(NOON),
                ..work(status)
            };
            assert_eq!(work.due(Kind::Quote, NOON), answered);
        }
        let late = work(Status::Assigned).due(Kind::Quote, datetime!(2026-11-24 12:01 +4));
        assert_eq!(late, Due::Overdue);
    }

    proptest! {
        #[test]
        fn an_answer_after_the_last_message_always_ends_the_waiting(
            contacts in prop::collection::vec((any::<bool>(), any::<bool>(), 0..10_000_i64), 0..12),
        ) {
            let mut work = work(Status::Assigned);
            let (mut message, mut answer) = (0, None);
            for (is_incoming, is_call, minutes) in contacts {
                let (channel, direction, outcome) = match (is_incoming, is_call) {
                    (true, _) => (Channel::Mail, Direction::In, Outcome::Replied),
                    (false, true) => (Channel::Call, Direction::Out, Outcome::Talked),
                    (false, false) => (Channel::Call, Direction::Out, Outcome::Busy),
                };
                work.record_contact(contact(channel, direction, outcome, minutes), NOON, 600);
                if is_incoming {
                    message = minutes.max(message);
                } else if is_call {
                    answer = answer.max(Some(minutes));
                }
            }
            let waits = answer.is_none_or(|answer| answer < message);
            prop_assert_eq!(work.waiting_since(Kind::Contact).is_some(), waits);
        }
    }
}
