//! Offers: revisions, their content and their states.

pub(crate) mod design;
pub(crate) mod edit;
mod effects;
pub(crate) mod error;
pub(crate) mod limit;
pub(crate) mod moves;
pub(crate) mod sums;
pub(crate) mod token;

use kit::{
    calendar,
    domain::{InquiryId, Language, Money, Percent, ProductId, Quantity},
    vocabulary::inquiry::{ApprovalState, CallWindow, OfferState, Reason, Via},
};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use self::design::LineDesign;
use crate::conversation::Attachment;

/// Maximum number of offers of an inquiry, without their revisions.
pub(crate) const MAX_NUMBERS: usize = 20;

/// Maximum number of revisions of an offer.
pub(crate) const MAX_REVISIONS: u32 = 100;

/// Maximum number of lines.
pub(crate) const MAX_LINES: usize = 100;

/// First payment of a new offer, in percent.
pub(crate) const DEPOSIT_PERCENT: u8 = 30;

/// Whether the customer can accept a revision.
pub(crate) const fn is_open(state: OfferState) -> bool {
    matches!(state, OfferState::Sent | OfferState::Opened)
}

/// Whether a revision can move to another state.
pub(crate) const fn can_change(from: OfferState, to: OfferState) -> bool {
    use OfferState::{Accepted, Declined, Draft, Expired, Opened, Sent, Superseded, Withdrawn};
    matches!(
        (from, to),
        (Draft, Sent)
            | (Sent, Opened)
            | (
                Sent | Opened,
                Accepted | Declined | Expired | Superseded | Withdrawn
            )
            | (Expired, Accepted | Superseded)
            | (Declined | Withdrawn, Superseded)
            | (Accepted | Declined, Opened | Expired)
    )
}

/// Whether a next revision can be made from one.
pub(crate) const fn is_revisable(state: OfferState) -> bool {
    use OfferState::{Declined, Expired, Opened, Sent, Withdrawn};
    matches!(state, Sent | Opened | Declined | Expired | Withdrawn)
}

/// A line.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) id: Uuid,
    /// `None` on a free line.
    pub(crate) product: Option<ProductId>,
    /// Article code; empty on a free line.
    pub(crate) code: String,
    /// In the language of the offer; empty once wiped.
    pub(crate) name: String,
    pub(crate) detail: String,
    /// Path of the image; empty = none.
    pub(crate) image: String,
    pub(crate) quantity: Quantity,
    /// Per unit, before the discount.
    pub(crate) list_price: Money,
    pub(crate) discount: Percent,
    /// Made for the customer: the order takes no piece from stock.
    pub(crate) is_made_to_order: bool,
    /// The price is the one of the catalog for another size, which nobody has checked.
    pub(crate) is_price_to_check: bool,
    /// Design of the piece, whose price of record is the list price. A line with a design has no product, and is made to order.
    pub(crate) design: Option<LineDesign>,
}

impl Line {
    /// Whether both lines say the same.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let other = Self {
            id: self.id,
            ..other.clone()
        };
        *self == other
    }

    /// Returns the line for another draft: with an id of its own, and without the customer's confirmation.
    pub(crate) fn copied(self) -> Self {
        Self {
            id: Uuid::now_v7(),
            design: self.design.map(LineDesign::unconfirmed),
            ..self
        }
    }
}

/// Content by staff.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) language: Language,
    /// Last day, in Asia/Baku.
    pub(crate) valid_until: Date,
    pub(crate) make_days: Option<u16>,
    /// First payment in percent of the total, 0 to 100.
    pub(crate) deposit_percent: u8,
    pub(crate) delivery_text: String,
    pub(crate) delivery_price: Money,
    pub(crate) message: String,
    /// Whether the customer is reminded before the end.
    pub(crate) is_reminded: bool,
    pub(crate) lines: Vec<Line>,
    /// PDF files for the customer, at most [`crate::conversation::MAX_FILES`].
    pub(crate) files: Vec<Attachment>,
}

/// Approval of discounts.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Approval {
    pub(crate) state: ApprovalState,
    pub(crate) asked: Option<Step>,
    pub(crate) decided: Option<Step>,
    /// Text of who decided, otherwise of who asked.
    pub(crate) text: String,
}

impl Approval {
    /// Returns an approval that nobody requested.
    pub(crate) const fn unasked() -> Self {
        Self {
            state: ApprovalState::Unasked,
            asked: None,
            decided: None,
            text: String::new(),
        }
    }
}

/// A step of staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    /// Staff UUID or `operator`.
    pub(crate) by: String,
    pub(crate) at: OffsetDateTime,
}

/// Acceptance or refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) at: OffsetDateTime,
    pub(crate) via: Via,
    /// Staff UUID or `operator` of a decision on the phone.
    pub(crate) by: Option<String>,
}

/// Wishes that the customer adds to the acceptance.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Wishes {
    /// Address of the delivery; empty = not specified.
    pub(crate) address: String,
    pub(crate) call_window: Option<CallWindow>,
}

impl Wishes {
    /// Returns the wishes as the text of a timeline entry, which staff of any language reads.
    pub(crate) fn text(&self) -> String {
        let window = self.call_window.map_or("", CallWindow::name);
        let parts = [self.address.as_str(), window];
        let told: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        told.join("\n")
    }
}

/// The live order of an accepted revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OfferOrder {
    pub(crate) id: Uuid,
    /// `None` until the creation of the order is consumed.
    pub(crate) number: Option<String>,
}

/// A revision.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) id: Uuid,
    pub(crate) number: String,
    pub(crate) revision: u32,
    pub(crate) inquiry: InquiryId,
    /// As stored; [`Offer::state_at`] knows the end.
    pub(crate) stored_state: OfferState,
    pub(crate) content: Content,
    pub(crate) approval: Approval,
    pub(crate) sent: Option<Step>,
    pub(crate) opened_at: Option<OffsetDateTime>,
    pub(crate) decision: Option<Decision>,
    /// Reason of a refusal.
    pub(crate) reason: Option<Reason>,
    /// Text of the refusal, the withdrawal or the acceptance on the phone.
    pub(crate) reason_text: String,
    pub(crate) is_mailed: bool,
    /// When the customer last asked for a change, or for a new offer.
    pub(crate) asked_at: Option<OffsetDateTime>,
    pub(crate) wishes: Wishes,
    pub(crate) order: Option<OfferOrder>,
    pub(crate) created: Step,
    pub(crate) version: i64,
    /// Staff UUID or `operator`; `None` for the system or the customer.
    pub(crate) changed_by: Option<String>,
    pub(crate) changed_at: OffsetDateTime,
}

/// Hides the offer from logs: its texts may contain personal data.
impl std::fmt::Debug for Offer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Offer({} {})", self.number, self.revision)
    }
}

impl Offer {
    /// Creates a draft.
    pub(crate) fn draft(
        number: String,
        revision: u32,
        inquiry: InquiryId,
        content: Content,
        created: Step,
    ) -> Self {
        Self {
            id: Uuid::now_v7(),
            number,
            revision,
            inquiry,
            stored_state: OfferState::Draft,
            content,
            approval: Approval::unasked(),
            sent: None,
            opened_at: None,
            decision: None,
            reason: None,
            reason_text: String::new(),
            is_mailed: false,
            asked_at: None,
            wishes: Wishes::default(),
            order: None,
            version: 1,
            changed_by: Some(created.by.clone()),
            changed_at: created.at,
            created,
        }
    }

    /// Returns the state at this time: an open revision is expired after the end of its last day in Asia/Baku.
    pub(crate) fn state_at(&self, now: OffsetDateTime) -> OfferState {
        if is_open(self.stored_state) && self.is_past(now) {
            OfferState::Expired
        } else {
            self.stored_state
        }
    }

    /// Whether the last day has passed.
    pub(crate) fn is_past(&self, now: OffsetDateTime) -> bool {
        calendar::date(now) > self.content.valid_until
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use time::macros::{date, datetime};

    use super::*;

    pub(crate) fn offer(state: OfferState) -> Offer {
        let content = Content {
            language: Language::Ru,
            valid_until: date!(2026 - 12 - 07),
            make_days: None,
            deposit_percent: DEPOSIT_PERCENT,
            delivery_text: String::new(),
            delivery_price: Money::ZERO,
            message: String::new(),
            is_reminded: true,
            files: Vec::new(),
            lines: Vec::new(),
        };
        let created = Step {
            by: "operator".to_owned(),
            at: datetime!(2026-11-23 12:00 +4),
        };
        let number = "ST-0M4K7Q2X".to_owned();
        Offer {
            stored_state: state,
            ..Offer::draft(number, 1, InquiryId::generate(), content, created)
        }
    }

    #[test]
    fn states_change_only_along_the_table() {
        // Rows are current, columns next states, in the order of `OfferState::ALL`: draft, sent, opened, accepted,
        // declined, expired, superseded, withdrawn.
        let table = [
            "-s------", // draft
            "--saests", // sent
            "---aests", // opened
            "--o--o--", // accepted
            "--o--os-", // declined
            "---a--s-", // expired
            "--------", // superseded
            "------s-", // withdrawn
        ];
        for (from, row) in OfferState::ALL.into_iter().zip(table) {
            for (to, cell) in OfferState::ALL.into_iter().zip(row.chars()) {
                assert_eq!(can_change(from, to), cell != '-', "{from:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn revisions_are_made_from_sent_revisions_that_are_neither_accepted_nor_superseded() {
        let revisable: Vec<_> = OfferState::ALL
            .into_iter()
            .filter(|state| is_revisable(*state))
            .map(OfferState::name)
            .collect();
        assert_eq!(revisable, ["sent", "opened", "declined", "expired", "withdrawn"]);
    }

    #[test]
    fn expires_at_the_end_of_the_last_day_in_baku() {
        let last_second = datetime!(2026-12-07 23:59:59 +4);
        let next_day = datetime!(2026-12-07 20:00 UTC);
        for state in [OfferState::Sent, OfferState::Opened] {
            assert_eq!(offer(state).state_at(last_second), state);
            assert_eq!(offer(state).state_at(next_day), OfferState::Expired);
        }
        for state in [OfferState::Draft, OfferState::Accepted, OfferState::Withdrawn] {
            assert_eq!(offer(state).state_at(next_day), state);
        }
    }

    #[test]
    fn debug_output_hides_the_texts() {
        let mut offer = offer(OfferState::Draft);
        offer.content.message = "Leyla".to_owned();
        assert!(!format!("{offer:?}").contains("Leyla"));
    }
}
