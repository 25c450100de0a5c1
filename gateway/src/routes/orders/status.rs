//! The words for where an order and its payment stand: read in any case, written as `Pending`.

use proto::order::v1::{OrderStatus, PaymentStatus};
use serde::Serialize;
use utoipa::ToSchema;

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OrderStatus)]
pub(crate) enum Status {
    /// Taken in.
    Pending,
    /// Being made.
    Processing,
    /// On its way.
    Shipped,
    /// At the customer's.
    Delivered,
    /// Done.
    Completed,
    /// Called off.
    Cancelled,
}

/// Where its payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PaymentStatus)]
pub(crate) enum Payment {
    /// Not asked for yet.
    Pending,
    /// Under way.
    Processing,
    /// Received.
    Paid,
    /// Not received.
    Unpaid,
    /// Given back.
    Refunded,
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

/// The status of that name, in any case.
pub(crate) fn read(text: &str) -> Option<OrderStatus> {
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
    fn a_status_is_read_in_any_case_and_written_in_one() {
        for text in ["pending", "PENDING", " Pending "] {
            assert_eq!(read(text), Some(OrderStatus::Pending), "{text}");
        }
        assert_eq!(read("lost"), None);
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
