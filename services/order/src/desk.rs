//! Orders at the desk: their origin, delivery and assignee, and the rules of the staff's roles.

pub(crate) use kit::vocabulary::order::{DeliveryMethod, Source, StaffReason};
use kit::{
    caller::{Actor, StaffMember},
    domain::{CartId, Language, Money, OrderId, UserId, Visit},
    staff::{Access, Permission, StaffRole},
    vocabulary::order::TimelineKind,
};
use time::{Date, OffsetDateTime, Time};
use uuid::Uuid;

use crate::{
    address::Address,
    correction::LineChange,
    error::OrderError,
    order::{self, CancellationReason, HistoryEntry, Line, PaymentStatus, Status},
    payment::{Balance, Method, Payment},
    store::undo::OpenStep,
};

/// The staff member of a change, with the reason and text given for it.
pub(crate) struct StaffChange<'change> {
    pub(crate) actor: &'change Actor,
    pub(crate) reason: Option<StaffReason>,
    pub(crate) text: &'change str,
    /// Whether the customer gets a mail.
    pub(crate) is_mailed: bool,
}

/// Plan of a delivery, in Asia/Baku.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Delivery {
    pub(crate) method: DeliveryMethod,
    pub(crate) on: Option<Date>,
    /// Beginning and end of the time of day.
    pub(crate) hours: Option<(Time, Time)>,
    /// Missing in a wiped timeline, as is the note.
    #[serde(default)]
    pub(crate) crew: String,
    #[serde(default)]
    pub(crate) note: String,
}

impl Delivery {
    /// Removes what staff wrote for each other.
    pub(crate) fn without_texts(self) -> Self {
        Self {
            crew: String::new(),
            note: String::new(),
            ..self
        }
    }
}

/// Returns a time of day as `10:00`.
pub(crate) fn hour(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

/// Source, author and assignee of an order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    pub(crate) source: Source,
    /// Id and number of the accepted offer.
    pub(crate) offer: Option<(Uuid, String)>,
    /// Id and number of the quote.
    pub(crate) quote: Option<(Uuid, String)>,
    /// Id and version of the cart that becomes the order; `None` in what the desk reads.
    pub(crate) cart: Option<(CartId, i64)>,
    /// Whether the e-mail of the account was not verified; false in what the desk reads.
    pub(crate) is_unverified: bool,
    /// UUID of a staff member, or `operator`.
    pub(crate) assignee: Option<String>,
    /// The same of its author; `None` for the customer.
    pub(crate) created_by: Option<String>,
    pub(crate) delivery: Option<Delivery>,
    /// How the customer came to the shop; only the channel after the personal data was wiped.
    pub(crate) visit: Visit,
}

/// Summary of an order, as a list shows it.
#[derive(Debug, Clone)]
pub(crate) struct OrderSummary {
    pub(crate) id: OrderId,
    pub(crate) number: String,
    pub(crate) ordered_at: OffsetDateTime,
    pub(crate) status: Status,
    pub(crate) payment: PaymentStatus,
    pub(crate) total: Money,
    pub(crate) paid: Money,
    pub(crate) refunded: Money,
    pub(crate) user: Option<UserId>,
    pub(crate) language: Language,
    pub(crate) origin: Origin,
    pub(crate) delivery_price: Money,
    pub(crate) cancel_reason: Option<StaffReason>,
    pub(crate) version: i64,
    pub(crate) changed_by: Option<String>,
    pub(crate) changed_at: OffsetDateTime,
    pub(crate) customer_name: String,
    pub(crate) customer_phone: String,
    pub(crate) customer_email: String,
    pub(crate) city: String,
    pub(crate) item_count: i64,
    /// Path of the first line's image; empty if there is none.
    pub(crate) image: String,
}

impl OrderSummary {
    /// Returns the sums of the payments.
    pub(crate) const fn balance(&self) -> Balance {
        Balance {
            status: self.status,
            payment: self.payment,
            total: self.total,
            paid: self.paid,
            refunded: self.refunded,
        }
    }
}

/// An order with all that the desk shows of it.
#[derive(Debug, Clone)]
pub(crate) struct DeskOrder {
    pub(crate) summary: OrderSummary,
    pub(crate) lines: Vec<Line>,
    pub(crate) shipping: Address,
    pub(crate) billing: Address,
    /// Oldest first.
    pub(crate) payments: Vec<Payment>,
    /// Oldest first.
    pub(crate) history: Vec<HistoryEntry>,
    /// Oldest first.
    pub(crate) timeline: Vec<TimelineEntry>,
    /// Orders of the same phone or e-mail, newest first.
    pub(crate) others: Vec<OtherOrder>,
    /// The last step, while it can be taken back.
    pub(crate) open_step: Option<OpenStep>,
}

/// An entry of the timeline.
#[derive(Debug, Clone)]
pub(crate) struct TimelineEntry {
    pub(crate) id: Uuid,
    pub(crate) at: OffsetDateTime,
    /// `None` for the customer and the system.
    pub(crate) actor: Option<String>,
    pub(crate) text: String,
    pub(crate) detail: TimelineDetail,
}

/// Details of an entry, by its kind.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum TimelineDetail {
    /// A new status. Stored in `order_history`.
    #[serde(skip)]
    Status {
        from: Option<Status>,
        to: Status,
        reason: Option<CancellationReason>,
        staff_reason: Option<StaffReason>,
    },
    /// A payment. Stored in `payment`.
    #[serde(skip)]
    Payment(Payment),
    /// A new payment status.
    PaymentStatus { from: PaymentStatus, to: PaymentStatus },
    /// Another plan of the delivery.
    Delivery { from: Option<Delivery>, to: Delivery },
    /// Another assignee.
    Assigned {
        from: Option<String>,
        to: Option<String>,
    },
    /// A note with the mentioned staff members.
    Note {
        mentions: Vec<UserId>,
        /// Texts that the author has corrected, oldest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        former: Vec<FormerText>,
        /// At most [`MAX_FILES`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        files: Vec<NoteFile>,
    },
    /// Corrected fields of the addresses.
    Corrected { fields: Vec<String> },
    /// Corrected lines, with the totals in qəpik.
    Lines {
        changes: Vec<LineChange>,
        from: i64,
        to: i64,
    },
    /// The customer added the order to an account. Stored in `customer_order`.
    #[serde(skip)]
    Claimed,
}

/// A text of a note that its author has corrected.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct FormerText {
    pub(crate) text: String,
    /// Time of the correction.
    #[serde(with = "time::serde::timestamp")]
    pub(crate) until: OffsetDateTime,
}

/// Maximum number of files of a note.
pub(crate) const MAX_FILES: usize = 10;

/// Maximum number of notes of an order.
pub(crate) const MAX_NOTES: i64 = 500;

/// A file of a note. Its content is with the service content.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NoteFile {
    pub(crate) media_id: Uuid,
    pub(crate) name: String,
    /// Media type of what was uploaded.
    #[serde(rename = "type")]
    pub(crate) media_type: String,
    /// Bytes of what was uploaded.
    pub(crate) size: i64,
}

/// Hides the name from logs: it may contain personal data.
impl std::fmt::Debug for NoteFile {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "NoteFile({})", self.media_id)
    }
}

impl TimelineDetail {
    /// Returns the kind.
    pub(crate) const fn kind(&self) -> TimelineKind {
        match self {
            Self::Status { .. } => TimelineKind::Status,
            Self::Payment(_) => TimelineKind::Payment,
            Self::PaymentStatus { .. } => TimelineKind::PaymentStatus,
            Self::Delivery { .. } => TimelineKind::Delivery,
            Self::Assigned { .. } => TimelineKind::Assigned,
            Self::Note { .. } => TimelineKind::Note,
            Self::Corrected { .. } => TimelineKind::Corrected,
            Self::Lines { .. } => TimelineKind::Lines,
            Self::Claimed => TimelineKind::Claimed,
        }
    }
}

/// Another order of the same customer.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(crate) struct OtherOrder {
    pub(crate) number: String,
    pub(crate) status: Status,
    pub(crate) total_minor: Money,
    pub(crate) ordered_at: OffsetDateTime,
}

/// Returns the statuses whose orders the actor may read.
pub(crate) fn visible_statuses(actor: &Actor) -> &'static [Status] {
    match actor.access(Permission::OrdersRead) {
        Access::Always => &Status::ALL,
        Access::PerRecord => &[Status::Processing, Status::Shipped, Status::Delivered],
        Access::Never => &[],
    }
}

/// Whether the actor sees e-mails, billing addresses and the other orders of a customer.
pub(crate) fn sees_contacts(actor: &Actor) -> bool {
    actor.access(Permission::OrdersRead) == Access::Always
}

/// Whether the actor may record a payment of a customer: the warehouse takes cash at the door.
pub(crate) fn may_take(actor: &Actor, status: Status, method: Method) -> bool {
    match actor.access(Permission::PaymentsTake) {
        Access::Always => true,
        Access::PerRecord => method == Method::Cash && matches!(status, Status::Shipped | Status::Delivered),
        Access::Never => false,
    }
}

/// Checks that the actor may see the designed pieces of an order: the workshop from the beginning of the work until the delivery.
///
/// # Errors
///
/// Fails with [`OrderError::TooEarly`] before the order is processing, and with [`OrderError::NotFound`] if the actor may not
/// read it.
pub(crate) fn check_sheet(actor: &Actor, status: Status) -> Result<(), OrderError> {
    match actor.access(Permission::WorkshopRead) {
        Access::Always => Ok(()),
        Access::PerRecord if status == Status::Pending => Err(OrderError::TooEarly),
        Access::PerRecord if visible_statuses(actor).contains(&status) => Ok(()),
        Access::PerRecord | Access::Never => Err(OrderError::NotFound),
    }
}

/// Whether the addresses and lines of an order can still be corrected.
pub(crate) const fn is_correctable(status: Status) -> bool {
    matches!(status, Status::Pending | Status::Processing)
}

/// Whether the actor may change the status of an order this way, if the status is reachable. `is_made` tells whether a line is
/// made for this order.
pub(crate) fn may_move(actor: &Actor, from: Status, to: Status, is_made: bool) -> bool {
    match actor.access(order::permission(to)) {
        Access::Always => true,
        Access::Never => false,
        // Only the cancellation depends on the order: sales cancels what the workshop has not begun.
        Access::PerRecord => match actor {
            Actor::Member(StaffMember {
                role: StaffRole::Sales,
                ..
            }) => from != Status::Processing || !is_made,
            Actor::Member(_) | Actor::Operator => true,
        },
    }
}

/// Returns the status to which the actor may take an order back.
pub(crate) fn previous_status(actor: &Actor, from: Status) -> Option<Status> {
    order::previous(from).filter(|_| leads(actor))
}

/// Whether the actor may take back the step of a staff member.
pub(crate) fn may_undo(actor: &Actor, by: Option<&str>) -> bool {
    leads(actor) || by == Some(actor.to_string().as_str())
}

/// Whether the actor may take back steps of others.
fn leads(actor: &Actor) -> bool {
    actor.access(Permission::OrdersComplete) == Access::Always
}

/// Returns the statuses to which the actor may change an order now.
pub(crate) fn allowed_statuses(actor: &Actor, from: Status, is_made: bool) -> Vec<Status> {
    Status::ALL
        .into_iter()
        .filter(|to| order::can_change(from, *to) && may_move(actor, from, *to, is_made))
        .collect()
}

/// Whether an order can be shipped: it has an address, or its customer collects it.
pub(crate) fn has_destination(shipping: &Address, method: Option<DeliveryMethod>) -> bool {
    method == Some(DeliveryMethod::Pickup) || !(shipping.street.is_empty() || shipping.city.is_empty())
}

/// Whether the delivery of an order can still be planned.
pub(crate) const fn is_delivery_open(status: Status) -> bool {
    matches!(status, Status::Pending | Status::Processing | Status::Shipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(role: StaffRole) -> Actor {
        Actor::Member(StaffMember {
            user: UserId::generate(),
            role,
            is_stepped_up: false,
        })
    }

    #[test]
    fn roles_change_statuses_along_the_table_of_the_contract() {
        use Status::{Cancelled, Completed, Delivered, Pending, Processing, Shipped};
        // The allowed next statuses from pending, processing, shipped, delivered.
        let table: [(Option<StaffRole>, [&[Status]; 4]); 6] = [
            (
                Some(StaffRole::Owner),
                [
                    &[Processing, Cancelled],
                    &[Shipped, Cancelled],
                    &[Delivered],
                    &[Completed],
                ],
            ),
            (
                Some(StaffRole::Manager),
                [
                    &[Processing, Cancelled],
                    &[Shipped, Cancelled],
                    &[Delivered],
                    &[Completed],
                ],
            ),
            (Some(StaffRole::Sales), [&[Processing, Cancelled], &[], &[], &[]]),
            (Some(StaffRole::Warehouse), [&[], &[Shipped], &[Delivered], &[]]),
            (Some(StaffRole::Editor), [&[], &[], &[], &[]]),
            (
                None,
                [
                    &[Processing, Cancelled],
                    &[Shipped, Cancelled],
                    &[Delivered],
                    &[Completed],
                ],
            ),
        ];
        for (role, rows) in table {
            let actor = role.map_or(Actor::Operator, member);
            for (from, allowed) in [Pending, Processing, Shipped, Delivered].into_iter().zip(rows) {
                assert_eq!(allowed_statuses(&actor, from, true), allowed, "{role:?} {from:?}");
            }
            for from in [Completed, Cancelled] {
                assert_eq!(allowed_statuses(&actor, from, true), [], "{role:?} {from:?}");
            }
        }
        let sales = member(StaffRole::Sales);
        assert_eq!(allowed_statuses(&sales, Processing, false), [Cancelled]);
    }

    #[test]
    fn warehouse_sees_orders_in_work_without_contacts() {
        let warehouse = member(StaffRole::Warehouse);
        assert_eq!(
            visible_statuses(&warehouse),
            [Status::Processing, Status::Shipped, Status::Delivered]
        );
        assert!(!sees_contacts(&warehouse));
        assert!(sees_contacts(&member(StaffRole::Sales)));
        assert_eq!(visible_statuses(&member(StaffRole::Sales)), Status::ALL);
        assert!(visible_statuses(&member(StaffRole::Editor)).is_empty());
    }

    #[test]
    fn order_without_an_address_has_a_destination_only_as_pickup() {
        let nowhere = Address::default();
        assert!(!has_destination(&nowhere, None));
        assert!(!has_destination(&nowhere, Some(DeliveryMethod::Delivery)));
        assert!(has_destination(&nowhere, Some(DeliveryMethod::Pickup)));
        let somewhere = Address {
            street: "Nizami 1".to_owned(),
            city: "Bakı".to_owned(),
            ..nowhere
        };
        assert!(has_destination(&somewhere, None));
    }
}
