//! Effects of offers on the work on their inquiry.

use kit::{
    domain::UserId,
    vocabulary::inquiry::{CallWindow, FollowUpKind, Reason},
};
use time::OffsetDateTime;

use super::error::OfferError;
use crate::{
    hours,
    work::{FollowUp, Status, Work, times},
};

impl Work {
    /// An offer was sent; `user` becomes the assignee of an inquiry without one. Fails if no work is left.
    pub(crate) fn offer_sent(&mut self, user: Option<UserId>) -> Result<(), OfferError> {
        if self.is_done() {
            return Err(OfferError::InquiryDone);
        }
        self.status = Status::Offered;
        self.assignee = self.assignee.or(user);
        Ok(())
    }

    /// An offer was accepted, whatever the status is. The customer wants a call in this window; a planned step stays.
    pub(crate) fn offer_accepted(&mut self, at: OffsetDateTime, call_window: Option<CallWindow>) {
        self.status = Status::Won;
        self.reason = None;
        if let Some(window) = call_window {
            self.plan(FollowUp {
                kind: FollowUpKind::Call,
                at: hours::first_within(times(window), at),
                text: String::new(),
            });
        }
    }

    /// An offer was declined: open work without another open offer is lost.
    pub(crate) fn offer_declined(&mut self, reason: Reason, has_open_offer: bool) {
        if !self.is_done() && !has_open_offer {
            self.status = Status::Lost;
            self.reason = Some(reason);
        }
    }

    /// An offer was withdrawn: without another open offer the inquiry is assigned again.
    pub(crate) fn offer_withdrawn(&mut self, has_open_offer: bool) {
        if self.status == Status::Offered && !has_open_offer {
            self.status = Status::Assigned;
        }
    }

    /// The customer asked for a change of an offer or for a new one: work that is not won is assigned again, and the
    /// customer waits for an answer within these working minutes.
    pub(crate) fn customer_asked(&mut self, at: OffsetDateTime, promise_minutes: u32) {
        if self.status != Status::Won {
            self.status = Status::Assigned;
            self.reason = None;
        }
        if at > self.last_customer_at {
            self.last_customer_at = at;
            self.promise_at = Some(hours::add_minutes(at, promise_minutes));
        }
    }

    /// An accepted or declined offer was reopened; `user` becomes the assignee of an inquiry without one.
    pub(crate) fn offer_reopened(&mut self, user: Option<UserId>) {
        self.status = Status::Assigned;
        self.reason = None;
        self.assignee = self.assignee.or(user);
    }
}

#[cfg(test)]
mod tests {
    use kit::vocabulary::inquiry::Source;
    use time::macros::datetime;

    use super::*;
    use crate::work::needs_reason;

    fn work(status: Status) -> Work {
        Work {
            status,
            reason: needs_reason(status).then_some(Reason::Time),
            ..Work::new(Source::Website, datetime!(2026-11-23 12:00 +4), 600)
        }
    }

    /// Returns the status after an effect from each status, in the order of `Status::ALL`.
    fn after(effect: impl Fn(&mut Work)) -> Vec<&'static str> {
        Status::ALL
            .into_iter()
            .map(|status| {
                let mut work = work(status);
                effect(&mut work);
                assert_eq!(work.reason.is_some(), needs_reason(work.status), "{status:?}");
                work.status.name()
            })
            .collect()
    }

    #[test]
    fn sending_offers_open_work_to_the_sender_and_keeps_an_assignee() {
        let (sender, other) = (UserId::generate(), UserId::generate());
        for status in Status::ALL {
            let mut sent = work(status);
            let result = sent.offer_sent(Some(sender));
            if work(status).is_done() {
                assert_eq!((result, sent), (Err(OfferError::InquiryDone), work(status)));
            } else {
                assert_eq!((result, sent.status), (Ok(()), Status::Offered));
                assert_eq!(sent.assignee, Some(sender));
            }
        }
        let mut owned = Work {
            assignee: Some(other),
            ..work(Status::New)
        };
        assert_eq!(owned.offer_sent(Some(sender)), Ok(()));
        assert_eq!(owned.assignee, Some(other));
    }

    #[test]
    fn an_acceptance_wins_from_any_status_and_reopening_assigns() {
        let at = datetime!(2026-11-24 12:00 +4);
        assert_eq!(after(|work| work.offer_accepted(at, None)), ["won"; 7]);
        assert_eq!(after(|work| work.offer_reopened(None)), ["assigned"; 7]);
    }

    #[test]
    fn an_acceptance_plans_the_wanted_call_and_keeps_a_planned_step() {
        let at = datetime!(2026-11-24 18:00 +4);
        let accepted = |planned: Option<&FollowUp>, window| {
            let mut work = work(Status::Offered);
            if let Some(step) = planned {
                work.plan(step.clone());
            }
            work.offer_accepted(at, window);
            let steps = work.follow_ups.into_iter().map(|step| step.follow_up);
            steps.collect::<Vec<_>>()
        };
        let call = |at| FollowUp {
            kind: FollowUpKind::Call,
            at,
            text: String::new(),
        };
        let wanted = Some(CallWindow::Afternoon);
        let expected = call(datetime!(2026-11-25 13:00 +4));
        assert_eq!(accepted(None, None), []);
        assert_eq!(accepted(None, wanted).first(), Some(&expected));
        let planned = call(datetime!(2026-12-01 10:00 +4));
        let both = accepted(Some(&planned), wanted);
        assert_eq!(both.iter().collect::<Vec<_>>(), [&expected, &planned]);
        assert_eq!(accepted(Some(&planned), None), [planned]);
    }

    #[test]
    fn a_request_of_the_customer_assigns_what_is_not_won() {
        let at = datetime!(2026-11-24 12:00 +4);
        assert_eq!(
            after(|work| work.customer_asked(at, 600)),
            [
                "assigned", "assigned", "assigned", "assigned", "won", "assigned", "assigned"
            ]
        );
        let mut asked = work(Status::Offered);
        asked.answered_at = Some(asked.last_customer_at);
        asked.customer_asked(at, 600);
        assert_eq!(asked.waiting_since(), Some(at));
        assert_eq!(asked.promise_at, Some(hours::add_minutes(at, 600)));
    }

    #[test]
    fn a_refusal_loses_open_work_without_another_open_offer() {
        let present = Status::ALL.map(Status::name);
        assert_eq!(after(|work| work.offer_declined(Reason::Price, true)), present);
        assert_eq!(
            after(|work| work.offer_declined(Reason::Price, false)),
            ["lost", "lost", "lost", "lost", "won", "lost", "closed"]
        );
    }

    #[test]
    fn a_withdrawal_of_the_last_open_offer_assigns_offered_work() {
        let present = Status::ALL.map(Status::name);
        assert_eq!(after(|work| work.offer_withdrawn(true)), present);
        assert_eq!(
            after(|work| work.offer_withdrawn(false)),
            ["new", "assigned", "waiting", "assigned", "won", "lost", "closed"]
        );
    }
}
