//! Orders and their status changes.

use kit::{
    domain::{LocalizedText, Money, OrderId, Percent, ProductId, Quantity, UserId},
    staff::Permission,
};
use time::OffsetDateTime;

use crate::address::Address;

/// An order that lapses soon.
pub(crate) struct LapsingOrder {
    pub(crate) id: OrderId,
    pub(crate) number: String,
    /// `None` without an account.
    pub(crate) user: Option<UserId>,
    pub(crate) lapses_at: OffsetDateTime,
}

/// Status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum Status {
    Pending,
    Processing,
    Shipped,
    Delivered,
    Completed,
    Cancelled,
}

impl Status {
    /// All statuses.
    pub(crate) const ALL: [Self; 6] = [
        Self::Pending,
        Self::Processing,
        Self::Shipped,
        Self::Delivered,
        Self::Completed,
        Self::Cancelled,
    ];

    /// Returns the lower-case name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Shipped => "shipped",
            Self::Delivered => "delivered",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Returns the permission that a change to this status needs.
    pub(crate) const fn permission(self) -> Permission {
        match self {
            // No status becomes pending.
            Self::Pending | Self::Processing => Permission::OrdersProcess,
            Self::Shipped | Self::Delivered => Permission::OrdersShip,
            Self::Completed => Permission::OrdersComplete,
            Self::Cancelled => Permission::OrdersCancel,
        }
    }

    /// Whether staff may change this status to the next one.
    pub(crate) const fn can_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Pending, Self::Processing | Self::Cancelled)
                | (Self::Processing, Self::Shipped | Self::Cancelled)
                | (Self::Shipped, Self::Delivered)
                | (Self::Delivered, Self::Completed)
        )
    }
}

/// Status of an order's payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type, serde::Serialize, serde::Deserialize)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub(crate) enum PaymentStatus {
    Pending,
    Processing,
    Paid,
    Unpaid,
    Refunded,
}

impl PaymentStatus {
    /// Returns the lower-case name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Paid => "paid",
            Self::Unpaid => "unpaid",
            Self::Refunded => "refunded",
        }
    }

    const fn can_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Pending | Self::Unpaid, Self::Processing)
                | (Self::Processing, Self::Paid | Self::Unpaid)
                | (Self::Paid, Self::Refunded)
        )
    }
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
    /// Whether the line reserves no stock.
    pub(crate) is_made_to_order: bool,
}

/// Reason of a cancellation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum CancellationReason {
    /// Cancelled by the customer.
    Customer,
    /// Cancelled by staff.
    Staff,
    /// Pending for too long without an action of staff.
    Lapsed,
}

impl CancellationReason {
    /// Returns the lower-case name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Staff => "staff",
            Self::Lapsed => "lapsed",
        }
    }
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
    #[error("a {} order cannot be cancelled", .0.name())]
    NotCancellable(Status),
    /// The status of an order cannot change this way.
    #[error("a {} order cannot become {}", from.name(), to.name())]
    StatusNotReachable {
        /// Current status.
        from: Status,
        /// Requested status.
        to: Status,
    },
    /// The status of a payment cannot change this way.
    #[error("a {} payment cannot become {}", from.name(), to.name())]
    PaymentNotReachable {
        /// Current status.
        from: PaymentStatus,
        /// Requested status.
        to: PaymentStatus,
    },
}

impl Order {
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
    /// The status and the payment status never become pending again, so they tell whether staff has changed one.
    pub(crate) fn lapse(&mut self) -> Option<Change> {
        let is_untouched = self.status == Status::Pending && self.payment == PaymentStatus::Pending;
        is_untouched.then(|| {
            self.status = Status::Cancelled;
            Change::Cancelled(CancellationReason::Lapsed)
        })
    }

    /// Changes the status for staff.
    pub(crate) fn change_status(&mut self, next: Status) -> Result<Change, TransitionError> {
        if !self.status.can_become(next) {
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
        if !self.payment.can_become(next) {
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

    const STATUSES: [Status; 6] = Status::ALL;

    const PAYMENTS: [PaymentStatus; 5] = [
        PaymentStatus::Pending,
        PaymentStatus::Processing,
        PaymentStatus::Paid,
        PaymentStatus::Unpaid,
        PaymentStatus::Refunded,
    ];

    fn order(status: Status, payment: PaymentStatus) -> Order {
        Order {
            id: OrderId::generate(),
            number: "SB-00000000".to_owned(),
            user: Some(UserId::generate()),
            status,
            payment,
            total: Money::ZERO,
            delivery_price: Money::ZERO,
            ordered_at: OffsetDateTime::UNIX_EPOCH,
            lines: Vec::new(),
            shipping: Address::default(),
            billing: Address::default(),
        }
    }

    #[test]
    fn order_status_changes_only_along_the_table() {
        // Rows are current, columns next statuses, in the order of STATUSES.
        let table = [
            "-s---c", // pending
            "--s--c", // processing
            "---s--", // shipped
            "----s-", // delivered
            "------", // completed
            "------", // cancelled
        ];
        for (from, row) in STATUSES.into_iter().zip(table) {
            for (to, cell) in STATUSES.into_iter().zip(row.chars()) {
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
        for (from, row) in PAYMENTS.into_iter().zip(table) {
            for (to, cell) in PAYMENTS.into_iter().zip(row.chars()) {
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
        for status in STATUSES {
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
        for status in STATUSES {
            for payment in PAYMENTS {
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
