//! `cargo xtask staff orders` and `order`.

use anyhow::{Context as _, Result};
use proto::{
    common::v1::Page,
    order::v1::{
        self as order, ListAllOrdersRequest, Order, UpdateOrderStatusRequest, UpdatePaymentStatusRequest,
    },
};
use toolkit::console::{format_table, print_status};

use super::{enum_label, format_price, format_time};
use crate::clients::{Clients, call, request};

/// Orders per page.
const PAGE_SIZE: u32 = 50;

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Status {
    /// Received.
    Pending,
    /// In production.
    Processing,
    /// Handed to the carrier.
    Shipped,
    /// Delivered to the customer.
    Delivered,
    /// Closed.
    Completed,
    /// Cancelled.
    Cancelled,
}

/// The payment status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Payment {
    /// Not due yet.
    Pending,
    /// In progress.
    Processing,
    /// Received.
    Paid,
    /// Not received.
    Unpaid,
    /// Refunded.
    Refunded,
}

/// Filters of the list.
#[derive(Debug, clap::Args)]
pub struct ListArguments {
    /// Only orders with this status.
    #[arg(long)]
    status: Option<Status>,
    /// The page, 50 orders each.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    page: u32,
}

/// An order and its changes; without changes it is only printed.
#[derive(Debug, clap::Args)]
pub struct OrderArguments {
    /// The number, as its customer knows it.
    number: String,
    /// The new status.
    #[arg(long)]
    status: Option<Status>,
    /// The new payment status.
    #[arg(long)]
    payment: Option<Payment>,
}

impl From<Status> for order::OrderStatus {
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

impl From<Payment> for order::PaymentStatus {
    fn from(payment: Payment) -> Self {
        match payment {
            Payment::Pending => Self::Pending,
            Payment::Processing => Self::Processing,
            Payment::Paid => Self::Paid,
            Payment::Unpaid => Self::Unpaid,
            Payment::Refunded => Self::Refunded,
        }
    }
}

/// Prints a page of orders.
pub(crate) async fn list(clients: &Clients, arguments: ListArguments) -> Result<()> {
    let status = arguments
        .status
        .map_or(order::OrderStatus::Unspecified, Into::into);
    let message = ListAllOrdersRequest {
        page: Some(Page {
            number: arguments.page,
            size: PAGE_SIZE,
        }),
        status: status.into(),
        order_number: String::new(),
    };
    let answer = call(clients.order()?.list_all_orders(request(message))).await?;
    print_status(&format_list(&answer.orders));
    print_status(&format!(
        "{} of {} orders",
        answer.orders.len(),
        answer.total_records
    ));
    Ok(())
}

/// Sets the statuses, and prints the order.
pub(crate) async fn update(clients: &Clients, arguments: OrderArguments) -> Result<()> {
    let number = arguments.number;
    let mut client = clients.order()?;
    if let Some(status) = arguments.status {
        let message = UpdateOrderStatusRequest {
            order_number: number.clone(),
            status: order::OrderStatus::from(status).into(),
        };
        call(client.update_order_status(request(message))).await?;
    }
    if let Some(payment) = arguments.payment {
        let message = UpdatePaymentStatusRequest {
            order_number: number.clone(),
            payment_status: order::PaymentStatus::from(payment).into(),
        };
        call(client.update_payment_status(request(message))).await?;
    }
    let message = ListAllOrdersRequest {
        page: Some(Page { number: 1, size: 1 }),
        status: order::OrderStatus::Unspecified.into(),
        order_number: number.clone(),
    };
    let mut answer = call(client.list_all_orders(request(message))).await?;
    let order = answer
        .orders
        .pop()
        .with_context(|| format!("there is no order {number}"))?;
    print_status(&format_list(std::slice::from_ref(&order)));
    print_status(&format_lines(&order));
    Ok(())
}

fn format_list(orders: &[Order]) -> String {
    let heading = [
        "Number",
        "Ordered at (UTC)",
        "Status",
        "Payment",
        "Pieces",
        "Total",
    ];
    let rows = orders.iter().map(|order| {
        [
            order.order_number.clone(),
            order.ordered_at.as_ref().map(format_time).unwrap_or_default(),
            enum_label(order.status().as_str_name(), "ORDER_STATUS_"),
            enum_label(order.payment_status().as_str_name(), "PAYMENT_STATUS_"),
            order
                .items
                .iter()
                .map(|item| u64::from(item.quantity))
                .sum::<u64>()
                .to_string(),
            format_price(order.total_minor),
        ]
    });
    format_table(heading, rows)
}

fn format_lines(order: &Order) -> String {
    let heading = ["Product", "Pieces", "Each", "Together"];
    let rows = order.items.iter().map(|item| {
        [
            item.product_name
                .as_ref()
                .map(|name| name.en.clone())
                .unwrap_or_default(),
            item.quantity.to_string(),
            format_price(item.unit_price_minor),
            format_price(item.subtotal_minor),
        ]
    });
    format_table(heading, rows)
}

#[cfg(test)]
mod tests {
    use proto::{common::v1::LocalizedText, order::v1::OrderItem};

    use super::*;

    #[test]
    fn formats_an_order_as_one_line() {
        let order = Order {
            order_number: "SH-1001".to_owned(),
            ordered_at: Some(prost_types::Timestamp {
                seconds: 1_700_000_000,
                nanos: 0,
            }),
            status: order::OrderStatus::Pending.into(),
            payment_status: order::PaymentStatus::Unpaid.into(),
            total_minor: 124_955,
            items: vec![OrderItem {
                product_name: Some(LocalizedText {
                    en: "Oak wardrobe".to_owned(),
                    ..LocalizedText::default()
                }),
                quantity: 2,
                unit_price_minor: 100,
                subtotal_minor: 200,
                ..OrderItem::default()
            }],
            ..Order::default()
        };
        let line = format_list(std::slice::from_ref(&order))
            .lines()
            .nth(1)
            .unwrap()
            .to_owned();
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(
            words,
            [
                "SH-1001",
                "2023-11-14",
                "22:13",
                "pending",
                "unpaid",
                "2",
                "1249.55",
                "AZN"
            ]
        );
        assert!(format_lines(&order).contains("Oak wardrobe"));
    }
}
