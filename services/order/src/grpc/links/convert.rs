//! Conversion of an order to what the page of a link shows.

use kit::{convert::timestamp, domain::ProductId};
use proto::order::v1::{self as wire, linked_order_event::What};

use crate::{
    city,
    desk::{Delivery, DeskOrder, TimelineDetail, TimelineEntry},
    grpc::{convert::design_code, desk::convert::wire_delivery},
    order::{HistoryEntry, Line},
    payment::Kind,
};

/// Converts an order, without phone, e-mail, surname, the address but for a known city, and all that staff wrote.
pub(super) fn linked_order(order: DeskOrder) -> wire::LinkedOrder {
    let DeskOrder {
        summary,
        lines,
        shipping,
        history,
        timeline,
        ..
    } = order;
    let balance = summary.balance().owed();
    wire::LinkedOrder {
        order_number: summary.number,
        ordered_at: Some(timestamp(summary.ordered_at)),
        status: summary.status.into(),
        payment_status: summary.payment.into(),
        language: summary.language.into(),
        offer_number: summary.origin.offer.map(|(_, number)| number).unwrap_or_default(),
        customer_name: shipping.first_name,
        lines: lines.into_iter().map(line).collect(),
        delivery_price_minor: summary.delivery_price.minor(),
        total_minor: summary.total.minor(),
        paid_minor: summary.paid.minor().saturating_sub(summary.refunded.minor()),
        balance_minor: balance.minor(),
        delivery: summary.origin.delivery.map(delivery),
        city: city::known(&shipping.city),
        // No part of a typed street is safe to show.
        street: String::new(),
        steps: history.into_iter().map(Into::into).collect(),
        history: timeline.into_iter().filter_map(event).collect(),
        assignee: summary.origin.assignee.unwrap_or_default(),
        has_account: summary.user.is_some(),
    }
}

fn line(line: Line) -> wire::LinkedOrderLine {
    wire::LinkedOrderLine {
        product_id: line.product.map(ProductId::get),
        product_name: Some(line.name.into()),
        product_image: line.image,
        detail: line.detail,
        quantity: line.quantity.into(),
        list_price_minor: line.list_price.map(|(price, _)| price.minor()),
        unit_price_minor: line.unit_price.minor(),
        subtotal_minor: line.subtotal.minor(),
        is_made_to_order: line.is_made_to_order,
        design_code: design_code(line.design.as_ref()),
    }
}

/// Converts an entry of the timeline; `None` for one that is not for the customer.
fn event(entry: TimelineEntry) -> Option<wire::LinkedOrderEvent> {
    let what = match entry.detail {
        TimelineDetail::Status { to, reason, .. } => {
            let entry = HistoryEntry {
                status: to,
                at: entry.at,
                reason,
            };
            What::Status(entry.into())
        }
        TimelineDetail::Payment(payment) => {
            let amount = payment.amount_minor.minor();
            match payment.kind {
                Kind::In => What::PaidMinor(amount),
                Kind::Out => What::ReturnedMinor(amount),
            }
        }
        TimelineDetail::Delivery { to, .. } => What::Delivery(delivery(to)),
        TimelineDetail::PaymentStatus { .. }
        | TimelineDetail::Assigned { .. }
        | TimelineDetail::Note { .. }
        | TimelineDetail::Corrected { .. }
        | TimelineDetail::Lines { .. }
        | TimelineDetail::Claimed => return None,
    };
    Some(wire::LinkedOrderEvent {
        at: Some(timestamp(entry.at)),
        what: Some(what),
    })
}

/// Converts a plan of a delivery without what staff wrote for each other.
fn delivery(delivery: Delivery) -> wire::Delivery {
    wire_delivery(delivery.without_texts())
}
