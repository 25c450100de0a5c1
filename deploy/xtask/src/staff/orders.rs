//! Orders: seeing them and moving them on.

use anyhow::{Context as _, Result};
use proto::{
    common::v1::Page,
    order::v1::{
        self as order, ListAllOrdersRequest, Order, UpdateOrderStatusRequest, UpdatePaymentStatusRequest,
    },
};

use super::{plain, show_price, show_time};
use crate::{
    clients::{Clients, explain, request},
    console::{say, table},
};

/// Orders on a page.
const PAGE_SIZE: u32 = 50;

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
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

/// Where an order's payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
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

/// Which orders.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArguments {
    /// Only those that stand here.
    #[arg(long)]
    status: Option<Status>,
    /// Which page, 50 orders each.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    page: u32,
}

/// Which order, and where to move it; without a move it is shown.
#[derive(Debug, clap::Args)]
pub(crate) struct OrderArguments {
    /// The order's number, as its customer knows it.
    number: String,
    /// Where the order comes to stand.
    #[arg(long)]
    status: Option<Status>,
    /// Where its payment comes to stand.
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

/// Shows a page of them.
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
    let answer = clients
        .order()?
        .list_all_orders(request(message))
        .await
        .map_err(|status| explain(&status))?;
    let answer = answer.into_inner();
    say(&show(&answer.orders));
    say(&format!(
        "{} of {} orders",
        answer.orders.len(),
        answer.total_records
    ));
    Ok(())
}

/// Moves or shows one.
pub(crate) async fn order(clients: &Clients, arguments: OrderArguments) -> Result<()> {
    let number = arguments.number;
    let mut client = clients.order()?;
    if let Some(status) = arguments.status {
        let message = UpdateOrderStatusRequest {
            order_number: number.clone(),
            status: order::OrderStatus::from(status).into(),
        };
        client
            .update_order_status(request(message))
            .await
            .map_err(|status| explain(&status))?;
    }
    if let Some(payment) = arguments.payment {
        let message = UpdatePaymentStatusRequest {
            order_number: number.clone(),
            payment_status: order::PaymentStatus::from(payment).into(),
        };
        client
            .update_payment_status(request(message))
            .await
            .map_err(|status| explain(&status))?;
    }
    let message = ListAllOrdersRequest {
        page: Some(Page { number: 1, size: 1 }),
        status: order::OrderStatus::Unspecified.into(),
        order_number: number.clone(),
    };
    let answer = client
        .list_all_orders(request(message))
        .await
        .map_err(|status| explain(&status))?;
    let order = answer
        .into_inner()
        .orders
        .pop()
        .with_context(|| format!("there is no order {number}"))?;
    say(&show(std::slice::from_ref(&order)));
    say(&show_lines(&order));
    Ok(())
}

fn show(orders: &[Order]) -> String {
    let heading = [
        "Number",
        "Ordered at (UTC)",
        "Status",
        "Payment",
        "Pieces",
        "Total",
    ];
    let rows = orders.iter().map(|order| {
        vec![
            order.order_number.clone(),
            order.ordered_at.as_ref().map(show_time).unwrap_or_default(),
            plain(order.status().as_str_name(), "ORDER_STATUS_"),
            plain(order.payment_status().as_str_name(), "PAYMENT_STATUS_"),
            order
                .items
                .iter()
                .map(|item| u64::from(item.quantity))
                .sum::<u64>()
                .to_string(),
            show_price(order.total_minor),
        ]
    });
    table(
        &std::iter::once(heading.map(str::to_owned).to_vec())
            .chain(rows)
            .collect::<Vec<_>>(),
    )
}

fn show_lines(order: &Order) -> String {
    let heading = ["Product", "Pieces", "Each", "Together"];
    let rows = order.items.iter().map(|item| {
        vec![
            item.product_name
                .as_ref()
                .map(|name| name.en.clone())
                .unwrap_or_default(),
            item.quantity.to_string(),
            show_price(item.unit_price_minor),
            show_price(item.subtotal_minor),
        ]
    });
    table(
        &std::iter::once(heading.map(str::to_owned).to_vec())
            .chain(rows)
            .collect::<Vec<_>>(),
    )
}

#[cfg(test)]
mod tests {
    use proto::{common::v1::LocalizedText, order::v1::OrderItem};

    use super::*;

    #[test]
    fn an_order_is_a_line_that_a_person_can_read() {
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
        let line = show(std::slice::from_ref(&order))
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
        assert!(show_lines(&order).contains("Oak wardrobe"));
    }
}
