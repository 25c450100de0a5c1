//! Orders and their status changes.

pub(crate) use kit::vocabulary::order::{CancellationReason, PaymentStatus, Status};
use kit::{
    domain::{LocalizedText, Money, OrderId, Percent, ProductId, Quantity, UserId},
    staff::Permission,
};
use time::OffsetDateTime;

use crate::{address::Address, design::LineDesign, payment::Balance};

/// An order that lapses soon.
pub(crate) struct LapsingOrder {
    pub(crate) id: OrderId,
    pub(crate) number: String,
    /// `None` without an account.
    pub(crate) user: Option<UserId>,
    pub(crate) lapses_at: OffsetDateTime,
}

/// Returns the permission that a change to this status needs.
pub(crate) const fn permission(to: Status) -> Permission {
    match to {
        // No status becomes pending.
        Status::Pending | Status::Processing => Permission::OrdersProcess,
        Status::Shipped | Status::Delivered => Permission::OrdersShip,
        Status::Completed => Permission::OrdersComplete,
        Status::Cancelled => Permission::OrdersCancel,
    }
}

/// Whether staff may change a status this way.
pub(crate) const fn can_change(from: Status, to: Status) -> bool {
    matches!(
        (from, to),
        (Status::Pending, Status::Processing | Status::Cancelled)
            | (Status::Processing, Status::Shipped | Status::Cancelled)
            | (Status::Shipped, Status::Delivered)
            | (Status::Delivered, Status::Completed)
    )
}

/// Returns the status before this one, to which staff may take an order back. The stock of a cancelled order is released.
pub(crate) const fn previous(status: Status) -> Option<Status> {
    match status {
        Status::Pending | Status::Cancelled => None,
        Status::Processing => Some(Status::Pending),
        Status::Shipped => Some(Status::Processing),
        Status::Delivered => Some(Status::Shipped),
        Status::Completed => Some(Status::Delivered),
    }
}

/// Whether a payment status may change this way.
const fn can_change_payment(from: PaymentStatus, to: PaymentStatus) -> bool {
    matches!(
        (from, to),
        (
            PaymentStatus::Pending | PaymentStatus::Unpaid,
            PaymentStatus::Processing
        ) | (
            PaymentStatus::Processing,
            PaymentStatus::Paid | PaymentStatus::Unpaid
        ) | (PaymentStatus::Paid, PaymentStatus::Refunded)
    )
}

/// An order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Order {
    pub(crate) id: OrderId,
    /// The public number, such as `SB-7Q2M04XK`.
    pub(crate) number: String,
    /// `None` without an account.
    pub(crate) user: Option<UserId>,
    pub(crate) status: Status,
    pub(crate) payment: PaymentStatus,
    /// With the delivery.
    pub(crate) total: Money,
    pub(crate) delivery_price: Money,
    /// Received.
    pub(crate) paid: Money,
    /// Returned.
    pub(crate) refunded: Money,
    pub(crate) ordered_at: OffsetDateTime,
    /// In the order of the request.
    pub(crate) lines: Vec<Line>,
    pub(crate) shipping: Address,
    pub(crate) billing: Address,
}

/// A line of an order, with its name and price at that time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// `None` for a line that is not from the catalog.
    pub(crate) product: Option<ProductId>,
    /// Article code; `None` if unknown.
    pub(crate) code: Option<String>,
    pub(crate) name: LocalizedText,
    /// Path of the image; empty = none.
    pub(crate) image: String,
    /// Details such as sizes.
    pub(crate) detail: String,
    pub(crate) quantity: Quantity,
    /// Price of one piece before the discount and the discount; `None` on orders of earlier versions.
    pub(crate) list_price: Option<(Money, Percent)>,
    /// Price of one piece after the discount.
    pub(crate) unit_price: Money,
    pub(crate) subtotal: Money,
    /// Whether the line reserves no stock; always with a design.
    pub(crate) is_made_to_order: bool,
    /// `None` for a piece that nobody designed.
    pub(crate) design: Option<LineDesign>,
}

/// An entry of an order's status history.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct HistoryEntry {
    pub(crate) status: Status,
    pub(crate) at: OffsetDateTime,
    /// `None` for other statuses than cancelled, and in entries without a recorded reason.
    pub(crate) reason: Option<CancellationReason>,
}

/// Change of an order, by its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// The order was cancelled.
    Cancelled(CancellationReason),
    /// The status of the order or its payment has changed.
    StatusChanged,
}

impl Change {
    /// Returns the reason of a cancellation.
    pub(crate) const fn reason(self) -> Option<CancellationReason> {
        match self {
            Self::Cancelled(reason) => Some(reason),
            Self::StatusChanged => None,
        }
    }
}

/// Reason that a status cannot change.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TransitionError {
    /// The customer cannot cancel an order with this status.
    #[error("a {0} order cannot be cancelled")]
    NotCancellable(Status),
    /// The status of an order cannot change this way.
    #[error("a {from} order cannot become {to}")]
    StatusNotReachable {
        /// Current status.
        from: Status,
        /// Requested status.
        to: Status,
    },
    /// The status of a payment cannot change this way.
    #[error("a {from} payment cannot become {to}")]
    PaymentNotReachable {
        /// Current status.
        from: PaymentStatus,
        /// Requested status.
        to: PaymentStatus,
    },
}

impl Order {
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

    /// Cancels a pending order for its customer.
    pub(crate) fn cancel(&mut self) -> Result<Change, TransitionError> {
        match self.status {
            Status::Pending => {
                self.status = Status::Cancelled;
                Ok(Change::Cancelled(CancellationReason::Customer))
            }
            status => Err(TransitionError::NotCancellable(status)),
        }
    }

    /// Cancels an order that staff has not touched. Returns `None`, without effect, for any other order.
    ///
    /// The payment status never becomes pending again, and an order that staff has taken back to pending is not offered by the
    /// sweep, so they tell whether staff has changed one.
    pub(crate) fn lapse(&mut self) -> Option<Change> {
        let is_untouched = self.status == Status::Pending && self.payment == PaymentStatus::Pending;
        is_untouched.then(|| {
            self.status = Status::Cancelled;
            Change::Cancelled(CancellationReason::Lapsed)
        })
    }

    /// Changes the status for staff.
    pub(crate) fn change_status(&mut self, next: Status) -> Result<Change, TransitionError> {
        if !can_change(self.status, next) {
            return Err(TransitionError::StatusNotReachable {
                from: self.status,
                to: next,
            });
        }
        self.status = next;
        Ok(match next {
            Status::Cancelled => Change::Cancelled(CancellationReason::Staff),
            _ => Change::StatusChanged,
        })
    }

    /// Changes the payment status for staff.
    pub(crate) fn change_payment_status(&mut self, next: PaymentStatus) -> Result<Change, TransitionError> {
        if !can_change_payment(self.payment, next) {
            return Err(TransitionError::PaymentNotReachable {
                from: self.payment,
                to: next,
            });
        }
        self.payment = next;
        Ok(Change::StatusChanged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(status: Status, payment: PaymentStatus) -> Order {
        Order {
            id: OrderId::generate(),
            number: "SB-00000000".to_owned(),
            user: Some(UserId::generate()),
            status,
            payment,
            total: Money::ZERO,
            delivery_price: Money::ZERO,
            paid: Money::ZERO,
            refunded: Money::ZERO,
            ordered_at: OffsetDateTime::UNIX_EPOCH,
            lines: Vec::new(),
            shipping: Address::default(),
            billing: Address::default(),
        }
    }

    #[test]
    fn order_status_changes_only_along_the_table() {
        // Rows are current, columns next statuses, in the order of Status::ALL.
        let table = [
            "-s---c", // pending
            "--s--c", // processing
            "---s--", // shipped
            "----s-", // delivered
            "------", // completed
            "------", // cancelled
        ];
        for (from, row) in Status::ALL.into_iter().zip(table) {
            for (to, cell) in Status::ALL.into_iter().zip(row.chars()) {
                let mut order = order(from, PaymentStatus::Pending);
                let (outcome, after) = match cell {
                    's' => (Some(Change::StatusChanged), to),
                    'c' => (Some(Change::Cancelled(CancellationReason::Staff)), to),
                    _ => (None, from),
                };
                assert_eq!(order.change_status(to).ok(), outcome, "{from:?} -> {to:?}");
                assert_eq!(order.status, after, "{from:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn payment_status_changes_only_along_the_table() {
        let table = [
            "-s---", // pending
            "--ss-", // processing
            "----s", // paid
            "-s---", // unpaid
            "-----", // refunded
        ];
        for (from, row) in PaymentStatus::ALL.into_iter().zip(table) {
            for (to, cell) in PaymentStatus::ALL.into_iter().zip(row.chars()) {
                let mut order = order(Status::Pending, from);
                let (outcome, after) = match cell {
                    's' => (Some(Change::StatusChanged), to),
                    _ => (None, from),
                };
                assert_eq!(
                    order.change_payment_status(to).ok(),
                    outcome,
                    "{from:?} -> {to:?}"
                );
                assert_eq!(order.payment, after, "{from:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn customer_can_cancel_only_a_pending_order() {
        for status in Status::ALL {
            let mut order = order(status, PaymentStatus::Pending);
            let cancelled = order.cancel();
            if status == Status::Pending {
                assert_eq!(
                    cancelled.ok(),
                    Some(Change::Cancelled(CancellationReason::Customer))
                );
                assert_eq!(order.status, Status::Cancelled);
            } else {
                assert!(matches!(cancelled, Err(TransitionError::NotCancellable(now)) if now == status));
                assert_eq!(order.status, status);
            }
        }
    }

    #[test]
    fn only_an_untouched_pending_order_lapses() {
        for status in Status::ALL {
            for payment in PaymentStatus::ALL {
                let mut order = order(status, payment);
                let lapsed = order.lapse();
                if status == Status::Pending && payment == PaymentStatus::Pending {
                    assert_eq!(lapsed, Some(Change::Cancelled(CancellationReason::Lapsed)));
                    assert_eq!(order.status, Status::Cancelled);
                } else {
                    assert_eq!((lapsed, order.status), (None, status), "{payment:?}");
                }
            }
        }
    }
}
