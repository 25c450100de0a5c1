//! Conversions between protobuf messages and domain types.

use kit::{
    convert::timestamp,
    domain::{OrderId, Page, ProductId, RecordKind, RecordNumber},
    failure::Failure,
    validation::{self, INVALID},
};
use proto::{common::v1 as common, order::v1 as wire};

use crate::{
    address::Address,
    error::OrderError,
    order::{CancellationReason, HistoryEntry, Line, Order, PaymentStatus, Status},
};

/// Maximum page size.
const MAX_PAGE_SIZE: u32 = 100;

/// Maximum length of a malformed order number, in characters.
pub(super) const MAX_NUMBER_LENGTH: usize = 20;

/// Page size of a request without a page.
const DEFAULT_PAGE_SIZE: u32 = 10;

impl From<Order> for wire::Order {
    fn from(order: Order) -> Self {
        Self {
            id: order.id.to_string(),
            order_number: order.number,
            ordered_at: Some(timestamp(order.ordered_at)),
            status: wire::OrderStatus::from(order.status).into(),
            payment_status: wire::PaymentStatus::from(order.payment).into(),
            total_minor: order.total.minor(),
            items: order.lines.into_iter().map(Into::into).collect(),
            shipping_address: Some(order.shipping.into()),
            billing_address: Some(order.billing.into()),
            user_id: order.user.map(|user| user.to_string()).unwrap_or_default(),
            delivery_price_minor: order.delivery_price.minor(),
        }
    }
}

impl From<Line> for wire::OrderItem {
    fn from(line: Line) -> Self {
        Self {
            product_id: line.product.map_or(0, ProductId::get),
            product_name: Some(line.name.into()),
            product_image: line.image,
            quantity: line.quantity.into(),
            unit_price_minor: line.unit_price.minor(),
            subtotal_minor: line.subtotal.minor(),
        }
    }
}

impl From<Address> for wire::PostalAddress {
    fn from(address: Address) -> Self {
        Self {
            first_name: address.first_name,
            last_name: address.last_name,
            email: address.email,
            phone: address.phone,
            address: address.street,
            city: address.city,
            state: address.state,
            postal_code: address.postal_code,
            country: address.country,
        }
    }
}

impl From<wire::PostalAddress> for Address {
    fn from(address: wire::PostalAddress) -> Self {
        Self {
            first_name: address.first_name,
            last_name: address.last_name,
            email: address.email,
            phone: address.phone,
            street: address.address,
            city: address.city,
            state: address.state,
            postal_code: address.postal_code,
            country: address.country,
        }
    }
}

impl From<HistoryEntry> for wire::HistoryEntry {
    fn from(entry: HistoryEntry) -> Self {
        Self {
            status: wire::OrderStatus::from(entry.status).into(),
            at: Some(timestamp(entry.at)),
            reason: entry
                .reason
                .map_or(wire::CancellationReason::Unspecified, Into::into)
                .into(),
        }
    }
}

impl From<CancellationReason> for wire::CancellationReason {
    fn from(reason: CancellationReason) -> Self {
        match reason {
            CancellationReason::Customer => Self::Customer,
            CancellationReason::Staff => Self::Staff,
            CancellationReason::Lapsed => Self::Lapsed,
        }
    }
}

impl From<Status> for wire::OrderStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Self::Pending,
            Status::Processing => Self::Processing,
            Status::Shipped => Self::Shipped,
            Status::Delivered => Self::Delivered,
            Status::Completed => Self::Completed,
            Status::Cancelled => Self::Cancelled,
        }
    }
}

impl From<PaymentStatus> for wire::PaymentStatus {
    fn from(status: PaymentStatus) -> Self {
        match status {
            PaymentStatus::Pending => Self::Pending,
            PaymentStatus::Processing => Self::Processing,
            PaymentStatus::Paid => Self::Paid,
            PaymentStatus::Unpaid => Self::Unpaid,
            PaymentStatus::Refunded => Self::Refunded,
        }
    }
}

/// Parses a status; `None` if it is unspecified.
pub(super) fn status(number: i32) -> Result<Option<Status>, Failure> {
    match wire::OrderStatus::try_from(number) {
        Ok(wire::OrderStatus::Unspecified) => Ok(None),
        Ok(wire::OrderStatus::Pending) => Ok(Some(Status::Pending)),
        Ok(wire::OrderStatus::Processing) => Ok(Some(Status::Processing)),
        Ok(wire::OrderStatus::Shipped) => Ok(Some(Status::Shipped)),
        Ok(wire::OrderStatus::Delivered) => Ok(Some(Status::Delivered)),
        Ok(wire::OrderStatus::Completed) => Ok(Some(Status::Completed)),
        Ok(wire::OrderStatus::Cancelled) => Ok(Some(Status::Cancelled)),
        Err(_) => Err(Failure::invalid_field("status", INVALID)),
    }
}

/// Parses a payment status; `None` if it is unspecified.
pub(super) fn payment_status(number: i32) -> Result<Option<PaymentStatus>, Failure> {
    match wire::PaymentStatus::try_from(number) {
        Ok(wire::PaymentStatus::Unspecified) => Ok(None),
        Ok(wire::PaymentStatus::Pending) => Ok(Some(PaymentStatus::Pending)),
        Ok(wire::PaymentStatus::Processing) => Ok(Some(PaymentStatus::Processing)),
        Ok(wire::PaymentStatus::Paid) => Ok(Some(PaymentStatus::Paid)),
        Ok(wire::PaymentStatus::Unpaid) => Ok(Some(PaymentStatus::Unpaid)),
        Ok(wire::PaymentStatus::Refunded) => Ok(Some(PaymentStatus::Refunded)),
        Err(_) => Err(Failure::invalid_field("paymentStatus", INVALID)),
    }
}

/// Parses an order id. A malformed one is an unknown one.
pub(super) fn order_id(text: &str) -> Result<OrderId, OrderError> {
    text.parse().map_err(|_| OrderError::NotFound)
}

/// Parses an order number in any spelling. A malformed one is an unknown one.
pub(super) fn number(text: &str) -> Result<String, OrderError> {
    RecordNumber::parse(text, RecordKind::Order)
        .map(RecordNumber::into_string)
        .ok_or(OrderError::NotFound)
}

/// Parses a page, by default the first one.
pub(super) fn page(page: Option<common::Page>) -> Result<Page, Failure> {
    validation::page(page, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validates_page_number_and_size() {
        let parse = |number, size| page(Some(common::Page { number, size }));
        assert_eq!(page(None).unwrap(), Page { limit: 10, offset: 0 });
        assert_eq!(
            parse(3, 20).unwrap(),
            Page {
                limit: 20,
                offset: 40
            }
        );
        assert!(parse(u32::MAX, 100).unwrap().offset > 0);
        let failure = parse(0, 101).unwrap_err();
        let names: Vec<_> = failure.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["page", "limit"]);
        assert!(parse(1, 0).is_err());
    }

    #[test]
    fn statuses_round_trip() {
        for number in 1..=6 {
            let parsed = status(number).unwrap().unwrap();
            assert_eq!(i32::from(wire::OrderStatus::from(parsed)), number);
        }
        for number in 1..=5 {
            let parsed = payment_status(number).unwrap().unwrap();
            assert_eq!(i32::from(wire::PaymentStatus::from(parsed)), number);
        }
        assert!(status(0).unwrap().is_none() && payment_status(0).unwrap().is_none());
        assert!(status(7).is_err() && payment_status(6).is_err());
    }
}
