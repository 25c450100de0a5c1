//! Conversions between protobuf messages and domain types.

use kit::{
    convert::timestamp,
    domain::{OrderId, Page, ProductId, RecordKind, RecordNumber},
    failure::Failure,
    validation,
};
use proto::{common::v1 as common, order::v1 as wire};

use crate::{
    address::Address,
    design::LineDesign,
    error::OrderError,
    order::{HistoryEntry, Line, Order},
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
            paid_minor: order.paid.minor(),
            refunded_minor: order.refunded.minor(),
            balance_minor: order.balance().owed().minor(),
            visit: None,
            id: order.id.to_string(),
            order_number: order.number,
            ordered_at: Some(timestamp(order.ordered_at)),
            status: order.status.into(),
            payment_status: order.payment.into(),
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
            detail: line.detail,
            design_code: design_code(line.design.as_ref()),
        }
    }
}

/// Returns the code of a design; empty without one.
pub(super) fn design_code(design: Option<&LineDesign>) -> String {
    design.map(|design| design.code().to_owned()).unwrap_or_default()
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
            status: entry.status.into(),
            at: Some(timestamp(entry.at)),
            reason: entry.reason.map(Into::into).unwrap_or_default(),
        }
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
}
