//! `cargo xtask staff orders` and `order`.

use anyhow::{Result, ensure};
use kit::{
    failure::{Code, Failure},
    vocabulary::order::{PaymentStatus, Status},
};
use prost_types::Timestamp;
use proto::order::v1::{
    DeskOrder, DeskOrderFilter, DeskOrderLine, DeskOrderRow, GetDeskOrderRequest, ListDeskOrdersRequest,
    MoveDeskOrderRequest, UpdatePaymentStatusRequest,
};
use time::{Duration, OffsetDateTime};
use toolkit::console::{format_table, print_status};

use super::{Page, format_price, format_time, page, word, words};
use crate::clients::{self, Clients, call, request};

/// Orders per page.
const PAGE_SIZE: u32 = 50;

/// Orders per call when all pending ones are read.
const BATCH_SIZE: u32 = 100;

/// Cancellations per printed table.
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
    let mut client = clients.desk_orders()?;
    let mut cancelled = 0;
    for batch in numbers.chunks(CANCEL_BATCH) {
        let mut rows = Vec::with_capacity(batch.len());
        // An unavailable service fails every order after its timeout, so the first failure ends the batch.
        let mut is_available = true;
        for number in batch {
            let (outcome, status) = if is_available {
                let message = MoveDeskOrderRequest {
                    order_number: number.clone(),
                    to: Status::Cancelled.into(),
                    ..MoveDeskOrderRequest::default()
                };
                let answer = client.move_desk_order(request(message)).await;
                outcome(answer.err().map(|status| Failure::from_status(&status)))
            } else {
                (FAILED, String::new())
            };
            is_available = outcome != FAILED;
            cancelled += usize::from(outcome == CANCELLED);
            rows.push([number.clone(), outcome.to_owned(), status]);
        }
        print_status(&format_table(["Number", "Outcome", "Status"], rows));
    }
    print_status(&format!("{cancelled} of {} orders cancelled", numbers.len()));
    Ok(cancelled)
}

/// The order is cancelled now.
const CANCELLED: &str = "cancelled";

/// The call failed.
const FAILED: &str = "failed";

/// Returns the outcome of a cancellation and the present status of the order.
fn outcome(failure: Option<Failure>) -> (&'static str, String) {
    match failure {
        None => (CANCELLED, CANCELLED.to_owned()),
        Some(failure) if failure.code == Code::NotFound => ("not found", String::new()),
        Some(failure) if failure.reason == "ORDER.STATUS_NOT_REACHABLE" => {
            let status = failure.parameters.get("from").cloned();
            ("not cancellable", status.unwrap_or_default())
        }
        Some(_) => (FAILED, String::new()),
    }
}

/// Lists the pending orders that the filter finds, and cancels them if that is confirmed.
async fn cancel_filtered(clients: &Clients, arguments: CancelArguments) -> Result<()> {
    let user = match &arguments.account_of {
        Some(number) => Some(account(find(clients, number).await?)?),
        None => None,
    };
    let filter = DeskOrderFilter {
        statuses: vec![Status::Pending.into()],
        ordered_before: arguments.older_than.map(|days| before(kit::clock::now(), days)),
        ..DeskOrderFilter::default()
    };
    loop {
        let mut found = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = fetch(clients, &filter, cursor, BATCH_SIZE).await?;
            let is_of_user = |row: &DeskOrderRow| user.as_ref().is_none_or(|user| row.user_id == *user);
            found.extend(page.rows.into_iter().filter(is_of_user));
            if page.next_cursor.is_empty() {
                break;
            }
            cursor = page.next_cursor;
        }
        let total = found.len();
        if total == 0 {
            print_status("no pending orders");
            return Ok(());
        }
        if !arguments.yes {
            found.truncate(usize::try_from(PAGE_SIZE)?);
            print_status(&format_list(&found));
            print_status(&format!(
                "{} of {total} pending orders; --yes cancels all",
                found.len()
            ));
            return Ok(());
        }
        let numbers: Vec<_> = found.into_iter().map(|order| order.order_number).collect();
        // Orders that cannot be cancelled are found again.
        ensure!(
            cancel(clients, &numbers).await? > 0,
            "{total} orders are left that cannot be cancelled"
        );
    }
}

/// Returns the account that placed an order.
fn account(order: DeskOrder) -> Result<String> {
    let row = order.row.unwrap_or_default();
    ensure!(
        !row.user_id.is_empty(),
        "order {} has no account",
        row.order_number
    );
    Ok(row.user_id)
}

/// Returns the time that was some days ago.
fn before(now: OffsetDateTime, days: u16) -> Timestamp {
    Timestamp {
        seconds: (now - Duration::days(days.into())).unix_timestamp(),
        nanos: 0,
    }
}

/// Returns the order with a number.
async fn find(clients: &Clients, number: &str) -> Result<DeskOrder> {
    let message = GetDeskOrderRequest {
        order_number: number.to_owned(),
    };
    let answer = clients.desk_orders()?.get_desk_order(request(message)).await;
    let found = clients::find(std::future::ready(answer), &format!("order {number}")).await?;
    Ok(found.order.unwrap_or_default())
}

/// Returns the page of a cursor, newest orders first.
async fn fetch(
    clients: &Clients,
    filter: &DeskOrderFilter,
    cursor: String,
    limit: u32,
) -> Result<Page<DeskOrderRow>> {
    let message = ListDeskOrdersRequest {
        filter: Some(filter.clone()),
        cursor,
        limit,
        ..ListDeskOrdersRequest::default()
    };
    let answer = call(clients.desk_orders()?.list_desk_orders(request(message))).await?;
    Ok(Page {
        rows: answer.orders,
        next_cursor: answer.next_cursor,
        total_records: answer.total_records,
    })
}

/// Prints a page of orders.
async fn list(clients: &Clients, arguments: ListArguments) -> Result<()> {
    let filter = DeskOrderFilter {
        statuses: arguments.status.into_iter().map(Into::into).collect(),
        ..DeskOrderFilter::default()
    };
    let fetch = async |cursor| fetch(clients, &filter, cursor, PAGE_SIZE).await;
    let Page {
        rows, total_records, ..
    } = page(arguments.page, fetch).await?;
    print_status(&format_list(&rows));
    print_status(&format!("{} of {total_records} orders", rows.len()));
    Ok(())
}

/// Sets the statuses, and prints the order.
pub(crate) async fn update(clients: &Clients, arguments: OrderArguments) -> Result<()> {
    let number = arguments.number;
    if let Some(status) = arguments.status {
        let message = MoveDeskOrderRequest {
            order_number: number.clone(),
            to: status.into(),
            ..MoveDeskOrderRequest::default()
        };
        call(clients.desk_orders()?.move_desk_order(request(message))).await?;
    }
    if let Some(payment) = arguments.payment {
        let message = UpdatePaymentStatusRequest {
            order_number: number.clone(),
            payment_status: payment.into(),
        };
        call(clients.order()?.update_payment_status(request(message))).await?;
    }
    let DeskOrder { row, lines, .. } = find(clients, &number).await?;
    print_status(&format_list(row.as_slice()));
    print_status(&format_lines(&lines));
    Ok(())
}

fn format_list(orders: &[DeskOrderRow]) -> String {
    let heading = [
        "Number",
        "Ordered at (UTC)",
        "Status",
        "Payment",
        "Lines",
        "Total",
    ];
    let rows = orders.iter().map(|order| {
        [
            order.order_number.clone(),
            order.ordered_at.as_ref().map(format_time).unwrap_or_default(),
            word::<Status>(order.status),
            word::<PaymentStatus>(order.payment_status),
            order.item_count.to_string(),
            format_price(order.total_minor),
        ]
    });
    format_table(heading, rows)
}

fn format_lines(lines: &[DeskOrderLine]) -> String {
    let heading = ["Product", "Pieces", "Each", "Together"];
    let rows = lines.iter().map(|item| {
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
    use proto::common::v1::LocalizedText;

    use super::*;

    #[test]
    fn formats_an_order_as_one_line() {
        let order = DeskOrderRow {
            order_number: "SH-1001".to_owned(),
            ordered_at: Some(prost_types::Timestamp {
                seconds: 1_700_000_000,
                nanos: 0,
            }),
            status: Status::Pending.into(),
            payment_status: PaymentStatus::Unpaid.into(),
            total_minor: 124_955,
            item_count: 2,
            ..DeskOrderRow::default()
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
        let line = DeskOrderLine {
            product_name: Some(LocalizedText {
                en: "Oak wardrobe".to_owned(),
                ..LocalizedText::default()
            }),
            ..DeskOrderLine::default()
        };
        assert!(format_lines(&[line]).contains("Oak wardrobe"));
    }

    #[test]
    fn names_the_outcome_of_each_cancellation() {
        let shipped = Failure::with_reason(Code::Conflict, "ORDER.STATUS_NOT_REACHABLE")
            .with_parameter("from", "shipped")
            .with_parameter("to", "cancelled");
        let unknown = Failure::with_reason(Code::NotFound, "ORDER.NOT_FOUND");
        for (failure, expected) in [
            (None, ("cancelled", "cancelled")),
            (Some(shipped), ("not cancellable", "shipped")),
            (Some(unknown), ("not found", "")),
            (Some(Failure::new(Code::Unavailable)), ("failed", "")),
        ] {
            let (outcome, status) = outcome(failure);
            assert_eq!((outcome, status.as_str()), expected);
        }
    }

    #[test]
    fn an_order_without_an_account_selects_no_orders() {
        let order = |user_id: &str| DeskOrder {
            row: Some(DeskOrderRow {
                user_id: user_id.to_owned(),
                ..DeskOrderRow::default()
            }),
            ..DeskOrder::default()
        };
        assert_eq!(account(order("019")).unwrap(), "019");
        assert!(account(order("")).is_err());
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
