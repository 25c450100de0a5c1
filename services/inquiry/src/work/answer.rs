//! The answers to a customer: contacts, how long the customer waits, and the group of the inbox.

use kit::{
    calendar,
    vocabulary::inquiry::{Channel, Direction, Due, Outcome, Reason, Status},
};
use time::OffsetDateTime;

use super::Work;
use crate::hours;

/// Number of calls without an answer that suggest the status lost.
const LOST_CALLS: usize = 3;

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

/// Whether a contact answers the customer: a call or a visit in which both talked, or a message that was sent.
pub(crate) const fn is_answer(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Talked | Outcome::Sent)
}

impl Work {
    /// Returns the time since which the customer waits: the last message, unless the staff answered it, or the mail with the
    /// brochure.
    pub(crate) fn waiting_since(&self) -> Option<OffsetDateTime> {
        let is_answered = self
            .answered_at
            .is_some_and(|answered| answered >= self.last_customer_at);
        (!is_answered).then_some(self.last_customer_at)
    }

    /// Returns the group of the inbox at this time.
    pub(crate) fn due(&self, now: OffsetDateTime) -> Due {
        let waiting_since = self.waiting_since();
        let promise = waiting_since.and(self.promise_at);
        let follow_up = self.follow_up().map(|follow_up| follow_up.at);
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
                Status::New if waiting_since.is_some() => Due::New,
                _ if waiting_since.is_some() => Due::Unanswered,
                Status::New | Status::Waiting | Status::Offered => Due::Waiting,
                _ => Due::Later,
            }
        }
    }

    /// Records that the mail with the brochure was sent: it answers the request, and closes it unless somebody works on it.
    pub(crate) fn brochure_sent(&mut self, at: OffsetDateTime) {
        self.mail_failed_at = None;
        self.answered_at = self.answered_at.max(Some(at));
        if self.status == Status::New && self.follow_ups.is_empty() {
            self.status = Status::Closed;
            self.reason = Some(Reason::Catalogue);
        }
    }

    /// Records that the mail with the brochure failed for good, unless the request was answered: the customer waits.
    pub(crate) fn brochure_failed(&mut self, at: OffsetDateTime) {
        if self.waiting_since().is_none() {
            return;
        }
        self.mail_failed_at = Some(at);
        if self.status == Status::Closed && self.reason == Some(Reason::Catalogue) {
            self.status = Status::New;
            self.reason = None;
        }
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
        if !is_answer(contact.outcome) {
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

    /// Assigns lost or closed work again: the customer wrote a message.
    pub(crate) fn take_up(&mut self) {
        if matches!(self.status, Status::Lost | Status::Closed) {
            self.status = Status::Assigned;
            self.reason = None;
        }
    }

    /// Withdraws an answer at this time: the first one and the last one are among the other answers.
    pub(crate) fn withdraw_answer(
        &mut self,
        at: OffsetDateTime,
        others: impl Iterator<Item = OffsetDateTime>,
        created_at: OffsetDateTime,
    ) {
        let others: Vec<_> = others.map(|at| at.max(created_at)).collect();
        self.answered_at = others.iter().max().copied();
        if self
            .first_answer
            .is_some_and(|first| first.at == at.max(created_at))
        {
            self.first_answer = others.iter().min().map(|first| FirstAnswer {
                at: *first,
                minutes: hours::minutes_between(created_at, *first),
            });
        }
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
    use kit::vocabulary::inquiry::{FollowUpKind, Source};
    use proptest::prelude::*;
    use time::{Duration, macros::datetime};

    use super::{super::FollowUp, *};

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

    fn step(kind: FollowUpKind, hours: i64) -> FollowUp {
        FollowUp {
            kind,
            at: NOON + Duration::hours(hours),
            text: String::new(),
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
    fn first_answer_counts_working_minutes_and_ends_the_waiting() {
        let mut work = work(Status::Assigned);
        assert_eq!(work.waiting_since(), Some(NOON));
        assert!(!work.record_contact(
            contact(Channel::Call, Direction::Out, Outcome::NoAnswer, 10),
            NOON,
            600
        ));
        assert_eq!(work.waiting_since(), Some(NOON));
        assert!(work.record_contact(
            contact(Channel::Call, Direction::Out, Outcome::Talked, 34),
            NOON,
            600
        ));
        assert_eq!(work.first_answer.unwrap().minutes, 34);
        assert_eq!(work.waiting_since(), None);
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
        assert_eq!(work.waiting_since(), Some(NOON + Duration::minutes(30)));
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
        let follow_up = |hours| Some(step(FollowUpKind::Call, hours));
        let due = |status, follow_up: Option<FollowUp>| {
            let mut work = work(status);
            if let Some(step) = follow_up {
                work.plan(step);
            }
            work.due(NOON)
        };
        assert_eq!(due(Status::Won, follow_up(-1)), Due::Done);
        assert_eq!(due(Status::New, follow_up(-1)), Due::Overdue);
        assert_eq!(due(Status::Waiting, follow_up(1)), Due::Today);
        assert_eq!(due(Status::Waiting, follow_up(24)), Due::Unanswered);
        assert_eq!(due(Status::New, None), Due::New);
        for (status, waits, answered) in [
            (Status::New, Due::New, Due::Waiting),
            (Status::Offered, Due::Unanswered, Due::Waiting),
            (Status::Assigned, Due::Unanswered, Due::Later),
        ] {
            // The customer waits, whatever the status is.
            assert_eq!(due(status, None), waits);
            let work = Work {
                answered_at: Some(NOON),
                ..work(status)
            };
            assert_eq!(work.due(NOON), answered);
        }
        let late = work(Status::Assigned).due(datetime!(2026-11-24 12:01 +4));
        assert_eq!(late, Due::Overdue);
    }

    #[test]
    fn the_mail_with_the_brochure_closes_a_request_that_nobody_took() {
        let mut request = work(Status::New);
        assert_eq!(request.due(NOON), Due::New);
        request.brochure_failed(NOON);
        assert_eq!(
            (request.due(NOON), request.mail_failed_at),
            (Due::New, Some(NOON))
        );
        request.brochure_sent(NOON);
        assert_eq!(
            (request.due(NOON), request.reason),
            (Due::Done, Some(Reason::Catalogue))
        );
        // The events of two attempts may come in another order.
        let sent = request.clone();
        request.brochure_failed(NOON);
        assert_eq!(request, sent);
        // As a process of the previous version stores it.
        let mut closed = Work {
            reason: Some(Reason::Catalogue),
            ..work(Status::Closed)
        };
        closed.brochure_failed(NOON);
        assert_eq!((closed.status, closed.reason), (Status::New, None));
        let mut taken = work(Status::Assigned);
        taken.brochure_sent(NOON);
        assert_eq!((taken.status, taken.waiting_since()), (Status::Assigned, None));
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
            prop_assert_eq!(work.waiting_since().is_some(), waits);
        }
    }
}
