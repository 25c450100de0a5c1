//! An order and how it moves.

use kit::domain::{LocalizedText, Money, OrderId, ProductId, Quantity, UserId};
use time::OffsetDateTime;

use crate::address::Address;

/// Where an order stands.
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
    /// The lower-case name.
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

    /// Whether the staff may move an order from here to there.
    const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Pending, Self::Processing | Self::Cancelled)
                | (Self::Processing, Self::Shipped | Self::Cancelled)
                | (Self::Shipped, Self::Delivered)
                | (Self::Delivered, Self::Completed)
        )
    }
}

/// Where an order's payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub(crate) enum PaymentStatus {
    Pending,
    Processing,
    Paid,
    Unpaid,
    Refunded,
}

impl PaymentStatus {
    /// The lower-case name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Paid => "paid",
            Self::Unpaid => "unpaid",
            Self::Refunded => "refunded",
        }
    }

    const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Pending, Self::Processing)
                | (Self::Processing, Self::Paid | Self::Unpaid)
                | (Self::Paid, Self::Refunded)
        )
    }
}

/// An order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Order {
    pub(crate) id: OrderId,
    /// The number that people use.
    pub(crate) number: String,
    pub(crate) user: UserId,
    pub(crate) status: Status,
    pub(crate) payment: PaymentStatus,
    pub(crate) total: Money,
    pub(crate) ordered_at: OffsetDateTime,
    /// In the order in which they were asked for.
    pub(crate) lines: Vec<Line>,
    pub(crate) shipping: Address,
    pub(crate) billing: Address,
}

/// One product of an order, as it was when it was ordered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) product: ProductId,
    pub(crate) name: LocalizedText,
    /// Path of its picture.
    pub(crate) image: String,
    pub(crate) quantity: Quantity,
    /// Of one piece, after the discount.
    pub(crate) unit_price: Money,
    pub(crate) subtotal: Money,
}

/// A step of an order's history.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    pub(crate) status: Status,
    pub(crate) at: OffsetDateTime,
}

/// What happened to an order, for those who listen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// It was called off.
    Cancelled,
    /// It or its payment has another status.
    Moved,
}

/// Why an order stays as it is.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    /// Only a pending order can be cancelled by its customer.
    #[error("a {} order cannot be cancelled", .0.name())]
    NotCancellable(Status),
    /// An order never goes from this status to that one.
    #[error("a {} order cannot become {}", from.name(), to.name())]
    StatusNotReachable {
        /// What it is.
        from: Status,
        /// What was asked for.
        to: Status,
    },
    /// A payment never goes from this status to that one.
    #[error("a {} payment cannot become {}", from.name(), to.name())]
    PaymentNotReachable {
        /// What it is.
        from: PaymentStatus,
        /// What was asked for.
        to: PaymentStatus,
    },
}

impl Order {
    /// Called off by its customer, which is possible only until somebody works on it.
    pub(crate) fn cancel(&mut self) -> Result<Change, Refused> {
        match self.status {
            Status::Pending => {
                self.status = Status::Cancelled;
                Ok(Change::Cancelled)
            }
            status => Err(Refused::NotCancellable(status)),
        }
    }

    /// Moved by the staff.
    pub(crate) fn move_to(&mut self, next: Status) -> Result<Change, Refused> {
        if !self.status.may_become(next) {
            return Err(Refused::StatusNotReachable {
                from: self.status,
                to: next,
            });
        }
        self.status = next;
        Ok(match next {
            Status::Cancelled => Change::Cancelled,
            _ => Change::Moved,
        })
    }

    /// Its payment moved by the staff.
    pub(crate) fn move_payment(&mut self, next: PaymentStatus) -> Result<Change, Refused> {
        if !self.payment.may_become(next) {
            return Err(Refused::PaymentNotReachable {
                from: self.payment,
                to: next,
            });
        }
        self.payment = next;
        Ok(Change::Moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATUSES: [Status; 6] = [
        Status::Pending,
        Status::Processing,
        Status::Shipped,
        Status::Delivered,
        Status::Completed,
        Status::Cancelled,
    ];

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
            user: UserId::generate(),
            status,
            payment,
            total: Money::ZERO,
            ordered_at: OffsetDateTime::UNIX_EPOCH,
            lines: Vec::new(),
            shipping: Address::default(),
            billing: Address::default(),
        }
    }

    #[test]
    fn an_order_takes_these_ways_and_no_other() {
        // One row for each status, one column for where it is asked to go, in the order of STATUSES.
        let table = [
            "-m---c", // pending
            "--m--c", // processing
            "---m--", // shipped
            "----m-", // delivered
            "------", // completed
            "------", // cancelled
        ];
        for (from, row) in STATUSES.into_iter().zip(table) {
            for (to, cell) in STATUSES.into_iter().zip(row.chars()) {
                let mut order = order(from, PaymentStatus::Pending);
                let (outcome, after) = match cell {
                    'm' => (Some(Change::Moved), to),
                    'c' => (Some(Change::Cancelled), to),
                    _ => (None, from),
                };
                assert_eq!(order.move_to(to).ok(), outcome, "{from:?} -> {to:?}");
                assert_eq!(order.status, after, "{from:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn a_payment_takes_these_ways_and_no_other() {
        let table = [
            "-m---", // pending
            "--mm-", // processing
            "----m", // paid
            "-----", // unpaid
            "-----", // refunded
        ];
        for (from, row) in PAYMENTS.into_iter().zip(table) {
            for (to, cell) in PAYMENTS.into_iter().zip(row.chars()) {
                let mut order = order(Status::Pending, from);
                let (outcome, after) = match cell {
                    'm' => (Some(Change::Moved), to),
                    _ => (None, from),
                };
                assert_eq!(order.move_payment(to).ok(), outcome, "{from:?} -> {to:?}");
                assert_eq!(order.payment, after, "{from:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn a_customer_cancels_only_a_pending_order() {
        for status in STATUSES {
            let mut order = order(status, PaymentStatus::Pending);
            let cancelled = order.cancel();
            if status == Status::Pending {
                assert_eq!(cancelled.ok(), Some(Change::Cancelled));
                assert_eq!(order.status, Status::Cancelled);
            } else {
                assert!(matches!(cancelled, Err(Refused::NotCancellable(now)) if now == status));
                assert_eq!(order.status, status);
            }
        }
    }
}
