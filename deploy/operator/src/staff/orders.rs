//! `cargo xtask staff orders` and `order`.

use anyhow::{Context as _, Result, ensure};
use kit::vocabulary::{
    ProtobufWord as _,
    order::{PaymentStatus, Status},
};
use prost_types::Timestamp;
use proto::{
    common::v1::Page,
    order::v1::{
        CancelOrderResult, CancelOrdersRequest, CancelOutcome, ListAllOrdersRequest, Order,
        UpdateOrderStatusRequest, UpdatePaymentStatusRequest,
    },
};
use time::{Duration, OffsetDateTime};
use toolkit::console::{format_table, print_status};

use super::{format_price, format_time, word, words};
use crate::clients::{Clients, call, request};

/// Orders per page.
const PAGE_SIZE: u32 = 50;

/// Orders to cancel per request, so that each request stays within its deadline.
const CANCEL_BATCH: usize = 20;

/// The list of orders, or a command on several of them.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct OrdersArguments {
    #[command(subcommand)]
    command: Option<OrdersCommand>,
    #[command(flatten)]
    list: ListArguments,
}

/// A command on several orders.
#[derive(Debug, clap::Subcommand)]
enum OrdersCommand {
    /// Cancel orders by number, or pending orders by a filter.
    Cancel(CancelArguments),
}

/// The orders to cancel.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("chosen").required(true).multiple(true).args(["numbers", "account_of", "older_than"]))]
struct CancelArguments {
    /// The numbers, as the customers know them.
    #[arg(value_name = "NUMBER", conflicts_with_all = ["account_of", "older_than", "yes"])]
    numbers: Vec<String>,
    /// All pending orders of the account that placed this order.
    #[arg(long, value_name = "NUMBER")]
    account_of: Option<String>,
    /// Only pending orders older than this.
    #[arg(long, value_name = "DAYS")]
    older_than: Option<u16>,
    /// Cancel the orders that the filter finds; without it they are only listed.
    #[arg(long)]
    yes: bool,
}

/// Filters of the list.
#[derive(Debug, clap::Args)]
struct ListArguments {
    /// Only orders with this status.
    #[arg(long, value_parser = words::<Status>())]
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
    #[arg(long, value_parser = words::<Status>())]
    status: Option<Status>,
    /// The new payment status.
    #[arg(long, value_parser = words::<PaymentStatus>())]
    payment: Option<PaymentStatus>,
}

/// Prints a page of orders, or cancels orders.
pub(crate) async fn run(clients: &Clients, arguments: OrdersArguments) -> Result<()> {
    match arguments.command {
        None => list(clients, arguments.list).await,
        Some(OrdersCommand::Cancel(arguments)) if arguments.numbers.is_empty() => {
            cancel_filtered(clients, arguments).await
        }
        Some(OrdersCommand::Cancel(arguments)) => cancel(clients, &arguments.numbers).await.map(drop),
    }
}

/// Cancels orders, prints the outcome of each, and returns the number of cancelled ones.
async fn cancel(clients: &Clients, numbers: &[String]) -> Result<usize> {
    let mut client = clients.order()?;
    let mut cancelled = 0;
    for batch in numbers.chunks(CANCEL_BATCH) {
        let message = CancelOrdersRequest {
            order_numbers: batch.to_vec(),
        };
        let results = call(client.cancel_orders(request(message))).await?.results;
        print_status(&format_results(&results));
        let is_cancelled = |result: &&CancelOrderResult| result.outcome() == CancelOutcome::Cancelled;
        cancelled += results.iter().filter(is_cancelled).count();
    }
    print_status(&format!("{cancelled} of {} orders cancelled", numbers.len()));
    Ok(cancelled)
}

/// Lists the pending orders that the filter finds, and cancels them if that is confirmed.
async fn cancel_filtered(clients: &Clients, arguments: CancelArguments) -> Result<()> {
    let mut client = clients.order()?;
    let user_id = match &arguments.account_of {
        Some(number) => find(clients, number).await?.user_id,
        None => String::new(),
    };
    let filter = ListAllOrdersRequest {
        page: Some(Page {
            number: 1,
            size: PAGE_SIZE,
        }),
        status: Status::Pending.into(),
        user_id,
        ordered_before: arguments.older_than.map(|days| before(kit::clock::now(), days)),
        ..ListAllOrdersRequest::default()
    };
    loop {
        let answer = call(client.list_all_orders(request(filter.clone()))).await?;
        let total = answer.total_records;
        if answer.orders.is_empty() {
            print_status("no pending orders");
            return Ok(());
        }
        if !arguments.yes {
            print_status(&format_list(&answer.orders));
            print_status(&format!(
                "{} of {total} pending orders; --yes cancels all",
                answer.orders.len()
            ));
            return Ok(());
        }
        let numbers: Vec<_> = answer
            .orders
            .into_iter()
            .map(|order| order.order_number)
            .collect();
        // Orders that cannot be cancelled stay on the first page.
        ensure!(
            cancel(clients, &numbers).await? > 0,
            "{total} orders are left that cannot be cancelled"
        );
    }
}

/// Returns the time that was some days ago.
fn before(now: OffsetDateTime, days: u16) -> Timestamp {
    Timestamp {
        seconds: (now - Duration::days(days.into())).unix_timestamp(),
        nanos: 0,
    }
}

/// Returns the order with a number.
async fn find(clients: &Clients, number: &str) -> Result<Order> {
    let message = ListAllOrdersRequest {
        page: Some(Page { number: 1, size: 1 }),
        order_number: number.to_owned(),
        ..ListAllOrdersRequest::default()
    };
    let answer = call(clients.order()?.list_all_orders(request(message))).await?;
    let order = answer.orders.into_iter().next();
    order.with_context(|| format!("there is no order {number}"))
}

/// Prints a page of orders.
async fn list(clients: &Clients, arguments: ListArguments) -> Result<()> {
    let message = ListAllOrdersRequest {
        page: Some(Page {
            number: arguments.page,
            size: PAGE_SIZE,
        }),
        status: arguments.status.map(Into::into).unwrap_or_default(),
        ..ListAllOrdersRequest::default()
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
            status: status.into(),
        };
        call(client.update_order_status(request(message))).await?;
    }
    if let Some(payment) = arguments.payment {
        let message = UpdatePaymentStatusRequest {
            order_number: number.clone(),
            payment_status: payment.into(),
        };
        call(client.update_payment_status(request(message))).await?;
    }
    let order = find(clients, &number).await?;
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
            word::<Status>(order.status),
            word::<PaymentStatus>(order.payment_status),
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

fn format_results(results: &[CancelOrderResult]) -> String {
    let rows = results.iter().map(|result| {
        let outcome = result
            .outcome()
            .as_str_name()
            .trim_start_matches("CANCEL_OUTCOME_");
        let outcome = outcome.to_lowercase().replace('_', " ");
        let status = Status::known(result.status).map(Status::name).unwrap_or_default();
        [result.order_number.clone(), outcome, status.to_owned()]
    });
    format_table(["Number", "Outcome", "Status"], rows)
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
            status: Status::Pending.into(),
            payment_status: PaymentStatus::Unpaid.into(),
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

    #[test]
    fn formats_the_outcome_of_each_cancellation() {
        let result = |number: &str, outcome: CancelOutcome, status: Option<Status>| CancelOrderResult {
            order_number: number.to_owned(),
            outcome: outcome.into(),
            status: status.map(Into::into).unwrap_or_default(),
        };
        let text = format_results(&[
            result("SB-1", CancelOutcome::NotCancellable, Some(Status::Shipped)),
            result("SB-2", CancelOutcome::NotFound, None),
        ]);
        let lines: Vec<Vec<_>> = text
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            lines,
            [
                vec!["SB-1", "not", "cancellable", "shipped"],
                vec!["SB-2", "not", "found"]
            ]
        );
    }

    #[test]
    fn older_than_counts_back_from_now() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(20);
        assert_eq!(before(now, 14).seconds, 6 * 86_400);
    }

    #[test]
    fn cancel_takes_numbers_or_a_filter() {
        #[derive(Debug, clap::Parser)]
        struct Program {
            #[command(flatten)]
            orders: OrdersArguments,
        }
        let is_valid = |arguments: &str| {
            let arguments = std::iter::once("orders").chain(arguments.split_whitespace());
            <Program as clap::Parser>::try_parse_from(arguments).is_ok()
        };
        for valid in [
            "",
            "--status pending",
            "cancel SB-1 SB-2",
            "cancel --account-of SB-1",
            "cancel --account-of SB-1 --older-than 3 --yes",
        ] {
            assert!(is_valid(valid), "{valid}");
        }
        for invalid in [
            "cancel",
            "cancel --yes",
            "cancel SB-1 --older-than 3",
            "--page 2 cancel SB-1",
        ] {
            assert!(!is_valid(invalid), "{invalid}");
        }
    }
}
