//! Between protobuf and the service's own types.

use kit::{domain::Text, failure::Failure};
use proto::{common::v1 as common, order::v1 as wire};

use crate::{
    address::Address,
    error::OrderError,
    events::timestamp,
    order::{Line, Order, PaymentStatus, Status, Step},
    store::listing::Page,
};

/// Orders on a page at most.
const LARGEST_PAGE: u32 = 100;

/// Characters of an order's number at most, with room for a longer kind.
pub(super) const LONGEST_NUMBER: usize = 20;

/// Orders on a page where nobody says how many.
const USUAL_PAGE: u32 = 10;

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
            user_id: order.user.to_string(),
        }
    }
}

impl From<Line> for wire::OrderItem {
    fn from(line: Line) -> Self {
        Self {
            product_id: line.product.get(),
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

impl From<Step> for wire::HistoryEntry {
    fn from(step: Step) -> Self {
        Self {
            status: wire::OrderStatus::from(step.status).into(),
            at: Some(timestamp(step.at)),
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

/// A status, or none where the number says so.
pub(super) fn status(number: i32) -> Result<Option<Status>, Failure> {
    match wire::OrderStatus::try_from(number) {
        Ok(wire::OrderStatus::Unspecified) => Ok(None),
        Ok(wire::OrderStatus::Pending) => Ok(Some(Status::Pending)),
        Ok(wire::OrderStatus::Processing) => Ok(Some(Status::Processing)),
        Ok(wire::OrderStatus::Shipped) => Ok(Some(Status::Shipped)),
        Ok(wire::OrderStatus::Delivered) => Ok(Some(Status::Delivered)),
        Ok(wire::OrderStatus::Completed) => Ok(Some(Status::Completed)),
        Ok(wire::OrderStatus::Cancelled) => Ok(Some(Status::Cancelled)),
        Err(_) => Err(Failure::invalid_field("status", "FIELD.INVALID")),
    }
}

/// A payment status, or none where the number says so.
pub(super) fn payment_status(number: i32) -> Result<Option<PaymentStatus>, Failure> {
    match wire::PaymentStatus::try_from(number) {
        Ok(wire::PaymentStatus::Unspecified) => Ok(None),
        Ok(wire::PaymentStatus::Pending) => Ok(Some(PaymentStatus::Pending)),
        Ok(wire::PaymentStatus::Processing) => Ok(Some(PaymentStatus::Processing)),
        Ok(wire::PaymentStatus::Paid) => Ok(Some(PaymentStatus::Paid)),
        Ok(wire::PaymentStatus::Unpaid) => Ok(Some(PaymentStatus::Unpaid)),
        Ok(wire::PaymentStatus::Refunded) => Ok(Some(PaymentStatus::Refunded)),
        Err(_) => Err(Failure::invalid_field("paymentStatus", "FIELD.INVALID")),
    }
}

/// The number that people use; what cannot be one names no order.
pub(super) fn number(given: &str) -> Result<String, OrderError> {
    Text::<1, LONGEST_NUMBER>::parse(given)
        .map(Text::into_string)
        .map_err(|_| OrderError::NotFound)
}

/// Which part of a list; the first, where nobody says.
pub(super) fn page(page: Option<common::Page>) -> Result<Page, Failure> {
    let common::Page { number, size } = page.unwrap_or(common::Page {
        number: 1,
        size: USUAL_PAGE,
    });
    let mut failure = Failure::new(kit::failure::Code::Invalid);
    if number == 0 {
        failure = failure.with_field("page", "FIELD.OUT_OF_RANGE");
    }
    if size == 0 || size > LARGEST_PAGE {
        failure = failure.with_field("limit", "FIELD.OUT_OF_RANGE");
    }
    if !failure.fields.is_empty() {
        return Err(failure);
    }
    Ok(Page {
        limit: size.into(),
        offset: i64::from(number - 1) * i64::from(size),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_held_to_its_bounds() {
        let ask = |number, size| page(Some(common::Page { number, size }));
        assert_eq!(page(None).unwrap(), Page { limit: 10, offset: 0 });
        assert_eq!(
            ask(3, 20).unwrap(),
            Page {
                limit: 20,
                offset: 40
            }
        );
        assert!(ask(u32::MAX, 100).unwrap().offset > 0);
        let wrong = ask(0, 101).unwrap_err();
        let names: Vec<_> = wrong.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["page", "limit"]);
        assert!(ask(1, 0).is_err());
    }

    #[test]
    fn every_status_comes_back_as_itself() {
        for number in 1..=6 {
            let read = status(number).unwrap().unwrap();
            assert_eq!(i32::from(wire::OrderStatus::from(read)), number);
        }
        for number in 1..=5 {
            let read = payment_status(number).unwrap().unwrap();
            assert_eq!(i32::from(wire::PaymentStatus::from(read)), number);
        }
        assert!(status(0).unwrap().is_none() && payment_status(0).unwrap().is_none());
        assert!(status(7).is_err() && payment_status(6).is_err());
    }
}
