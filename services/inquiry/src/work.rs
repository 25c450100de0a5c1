//! The staff's work on an inquiry: status, assignee and planned steps.

mod answer;

pub(crate) use answer::{Contact, FirstAnswer, fits, is_answer, suggests_lost};
pub(crate) use kit::vocabulary::inquiry::{Due, Status};
use kit::{
    calendar,
    domain::{StoreId, UserId},
    vocabulary::inquiry::{CallWindow, Channel, FollowUpKind, Outcome, Reason, Source},
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

/// Next step of the staff.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct FollowUp {
    pub(crate) kind: FollowUpKind,
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) at: OffsetDateTime,
    #[serde(default)]
    pub(crate) text: String,
}

/// A planned step, as stored in JSON.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub(crate) struct Step {
    pub(crate) id: Uuid,
    #[serde(flatten)]
    pub(crate) follow_up: FollowUp,
}

/// Hides the text from logs: it may contain personal data.
impl std::fmt::Debug for FollowUp {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "FollowUp({}, {})", self.kind.name(), self.at)
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
    /// Planned steps, earliest first.
    pub(crate) follow_ups: Vec<Step>,
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
    /// Address of the measuring visit; empty if there is none.
    pub(crate) visit_address: String,
    /// When the mail with the brochure failed for good.
    pub(crate) mail_failed_at: Option<OffsetDateTime>,
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
            follow_ups: Vec::new(),
            last_customer_at: at,
            answered_at: None,
            last_contact_at: at,
            promise_at: Some(hours::add_minutes(at, promise_minutes)),
            first_answer: None,
            offer_ends: None,
            is_to_order: false,
            change_asked_at: None,
            visit_address: String::new(),
            mail_failed_at: None,
            version: 1,
            changed_by: None,
            changed_at: at,
        }
    }

    /// Whether no work is left.
    pub(crate) const fn is_done(&self) -> bool {
        matches!(self.status, Status::Won | Status::Lost | Status::Closed)
    }

    /// Returns the earliest planned step.
    pub(crate) fn follow_up(&self) -> Option<&FollowUp> {
        self.follow_ups.first().map(|step| &step.follow_up)
    }

    /// Plans another step.
    pub(crate) fn plan(&mut self, follow_up: FollowUp) {
        self.put_step(Uuid::now_v7(), follow_up);
    }

    /// Replaces or removes a planned step. Returns false if it is not planned.
    pub(crate) fn change_step(&mut self, id: Uuid, follow_up: Option<FollowUp>) -> bool {
        let before = self.follow_ups.len();
        self.follow_ups.retain(|step| step.id != id);
        if self.follow_ups.len() == before {
            return false;
        }
        if let Some(follow_up) = follow_up {
            self.put_step(id, follow_up);
        }
        true
    }

    fn put_step(&mut self, id: Uuid, follow_up: FollowUp) {
        self.follow_ups.push(Step { id, follow_up });
        self.follow_ups.sort_by_key(|step| (step.follow_up.at, step.id));
    }

    /// Returns the steps that a contact completes: those of its kind up to its day, if both talked or a next step
    /// follows.
    pub(crate) fn steps_completed_by(&self, contact: Contact, has_next: bool) -> Vec<Uuid> {
        let is_reached = contact.outcome == Outcome::Talked || has_next;
        let is_kind = |kind| match contact.channel {
            Channel::Call => kind == FollowUpKind::Call,
            Channel::Visit => matches!(kind, FollowUpKind::Visit | FollowUpKind::Measure),
            Channel::Whatsapp | Channel::Mail => false,
        };
        self.follow_ups
            .iter()
            .filter(|step| is_reached && is_kind(step.follow_up.kind))
            .filter(|step| calendar::date(step.follow_up.at) <= calendar::date(contact.at))
            .map(|step| step.id)
            .collect()
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

    /// Whether the fields that the version counts differ.
    pub(crate) fn differs_from(&self, before: &Self) -> bool {
        (
            self.status,
            self.reason,
            self.assignee,
            self.store,
            &self.follow_ups,
            self.last_customer_at,
            &self.visit_address,
        ) != (
            before.status,
            before.reason,
            before.assignee,
            before.store,
            &before.follow_ups,
            before.last_customer_at,
            &before.visit_address,
        )
    }
}

#[cfg(test)]
mod tests {
    use kit::vocabulary::inquiry::Direction;
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

    fn step(kind: FollowUpKind, hours: i64) -> FollowUp {
        FollowUp {
            kind,
            at: NOON + Duration::hours(hours),
            text: String::new(),
        }
    }

    #[test]
    fn a_new_step_keeps_the_planned_ones() {
        let mut work = work(Status::Assigned);
        work.plan(step(FollowUpKind::Measure, 48));
        work.plan(step(FollowUpKind::Call, 1));
        let kinds = |work: &Work| {
            work.follow_ups
                .iter()
                .map(|step| step.follow_up.kind)
                .collect::<Vec<_>>()
        };
        assert_eq!(kinds(&work), [FollowUpKind::Call, FollowUpKind::Measure]);
        assert_eq!(work.follow_up(), Some(&step(FollowUpKind::Call, 1)));
        let call = work.follow_ups[0].id;
        assert!(work.change_step(call, Some(step(FollowUpKind::Call, 72))));
        assert_eq!(kinds(&work), [FollowUpKind::Measure, FollowUpKind::Call]);
        assert!(work.change_step(call, None) && !work.change_step(call, None));
        assert_eq!(kinds(&work), [FollowUpKind::Measure]);
    }

    #[test]
    fn a_contact_completes_the_steps_of_its_kind_up_to_its_day() {
        let mut work = work(Status::Assigned);
        for (kind, hours) in [
            (FollowUpKind::Call, -30),
            (FollowUpKind::Call, 2),
            (FollowUpKind::Call, 24),
            (FollowUpKind::Measure, 1),
        ] {
            work.plan(step(kind, hours));
        }
        let ids = |indices: &[usize]| -> Vec<_> {
            indices.iter().map(|index| work.follow_ups[*index].id).collect()
        };
        let completed = |channel, outcome, has_next| {
            work.steps_completed_by(contact(channel, Direction::Out, outcome, 0), has_next)
        };
        // In the order of time: the late call, the measuring, the call of today and that of tomorrow.
        assert_eq!(completed(Channel::Call, Outcome::Talked, false), ids(&[0, 2]));
        assert_eq!(completed(Channel::Call, Outcome::NoAnswer, false), ids(&[]));
        assert_eq!(completed(Channel::Call, Outcome::NoAnswer, true), ids(&[0, 2]));
        assert_eq!(completed(Channel::Visit, Outcome::Talked, false), ids(&[1]));
        assert_eq!(completed(Channel::Mail, Outcome::Sent, true), ids(&[]));
    }
}
