//! Statuses of orders and payments, and reasons of cancellations: parsed in any case, written as `Pending`.

use proto::order::v1::{self as order, OrderStatus, PaymentStatus};
use serde::Serialize;
use utoipa::ToSchema;

/// Order status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OrderStatus)]
pub(crate) enum Status {
    Pending,
    Processing,
    Shipped,
    Delivered,
    Completed,
    Cancelled,
}

/// Payment status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PaymentStatus)]
pub(crate) enum Payment {
    Pending,
    Processing,
    Paid,
    Unpaid,
    Refunded,
}

/// Reason of a cancellation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) enum CancellationReason {
    /// Cancelled by the customer.
    Customer,
    /// Cancelled by the shop.
    Staff,
    /// Pending for too long.
    Lapsed,
}

impl CancellationReason {
    /// Converts a reason; `None` if it is unspecified.
    pub(crate) const fn parse(reason: order::CancellationReason) -> Option<Self> {
        match reason {
            order::CancellationReason::Unspecified => None,
            order::CancellationReason::Customer => Some(Self::Customer),
            order::CancellationReason::Staff => Some(Self::Staff),
            order::CancellationReason::Lapsed => Some(Self::Lapsed),
        }
    }
}

impl From<OrderStatus> for Status {
    fn from(status: OrderStatus) -> Self {
        match status {
            OrderStatus::Unspecified | OrderStatus::Pending => Self::Pending,
            OrderStatus::Processing => Self::Processing,
            OrderStatus::Shipped => Self::Shipped,
            OrderStatus::Delivered => Self::Delivered,
            OrderStatus::Completed => Self::Completed,
            OrderStatus::Cancelled => Self::Cancelled,
        }
    }
}

impl From<PaymentStatus> for Payment {
    fn from(status: PaymentStatus) -> Self {
        match status {
            PaymentStatus::Unspecified | PaymentStatus::Pending => Self::Pending,
            PaymentStatus::Processing => Self::Processing,
            PaymentStatus::Paid => Self::Paid,
            PaymentStatus::Unpaid => Self::Unpaid,
            PaymentStatus::Refunded => Self::Refunded,
        }
    }
}

/// Parses the name of a status.
pub(crate) fn parse(text: &str) -> Option<OrderStatus> {
    match text.trim().to_ascii_lowercase().as_str() {
        "pending" => Some(OrderStatus::Pending),
        "processing" => Some(OrderStatus::Processing),
        "shipped" => Some(OrderStatus::Shipped),
        "delivered" => Some(OrderStatus::Delivered),
        "completed" => Some(OrderStatus::Completed),
        "cancelled" => Some(OrderStatus::Cancelled),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_any_case_and_writes_pascal_case() {
        for text in ["pending", "PENDING", " Pending "] {
            assert_eq!(parse(text), Some(OrderStatus::Pending), "{text}");
        }
        assert_eq!(parse("lost"), None);
        assert_eq!(
            serde_json::to_value(Status::from(OrderStatus::Pending)).unwrap(),
            "Pending"
        );
        assert_eq!(
            serde_json::to_value(Payment::from(PaymentStatus::Paid)).unwrap(),
            "Paid"
        );
    }
}
