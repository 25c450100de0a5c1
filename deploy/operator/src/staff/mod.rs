//! `cargo xtask staff`: the staff's commands.

mod campaign;
mod content;
mod discount;
mod inquiries;
mod mails;
mod orders;
mod product;
mod project;
mod promo;
mod store;
mod terms;

use anyhow::{Context as _, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kit::{
    domain::Money,
    staff::StaffRole,
    vocabulary::{self, ProtobufWord, Vocabulary},
};
use proto::content::v1::{Project, Promo};
use time::OffsetDateTime;
use toolkit::{console::print_status, services::run_subcommand};

use self::content::ContentCommand;
use crate::clients::Clients;

/// A command of the staff. The service that executes it writes it into its audit table.
#[derive(Debug, clap::Subcommand)]
pub enum StaffCommand {
    /// Make a user a member of the staff, or change the role of one.
    Grant {
        /// The e-mail that the user signs in with.
        email: String,
        /// The role: owner, manager, sales, warehouse or editor.
        #[arg(long, default_value = "manager")]
        role: StaffRole,
    },
    /// Revoke the staff role of a user.
    Revoke {
        /// The e-mail that the user signs in with.
        email: String,
    },
    /// List all orders, newest first, or cancel several.
    Orders(orders::OrdersArguments),
    /// Show an order, or change its status.
    Order(orders::OrderArguments),
    /// List all inquiries, newest first.
    Inquiries(inquiries::ListArguments),
    /// Show an inquiry, change its status, or add a note.
    Inquiry(inquiries::InquiryArguments),
    /// Change the price, discount, stock, visibility, size or showrooms of a product.
    Product(product::ProductArguments),
    /// List the mails of the last 30 days, newest first.
    Mails(mails::ListArguments),
    /// Show a mail, or retry it at once.
    Mail(mails::MailArguments),
    /// Set a user's personal discount.
    Discount(discount::DiscountArguments),
    /// Manage the campaigns, which count down at the top of the shop.
    #[command(subcommand)]
    Campaign(campaign::CampaignCommand),
    /// Manage the texts of the banner.
    #[command(subcommand)]
    Promo(ContentCommand),
    /// Manage the projects of the portfolio.
    #[command(subcommand)]
    Project(ContentCommand),
    /// Manage the stores and the address of the brochure.
    #[command(subcommand)]
    Store(store::StoreCommand),
    /// Manage the shop's terms: delivery, opening hours, instalments.
    #[command(subcommand)]
    Terms(terms::TermsCommand),
}

/// Runs the command in the running shop.
///
/// # Errors
/// If no shop is running, or the shop rejects the request.
pub async fn run(command: StaffCommand) -> Result<()> {
    let clients = Clients::connect()?;
    match command {
        StaffCommand::Grant { email, role } => {
            print_status(&grant(&clients, &email, role).await?);
            Ok(())
        }
        StaffCommand::Revoke { email } => {
            print_status(&change_role(&clients, &["revoke", &email]).await?);
            Ok(())
        }
        StaffCommand::Orders(arguments) => orders::run(&clients, arguments).await,
        StaffCommand::Order(arguments) => orders::update(&clients, arguments).await,
        StaffCommand::Inquiries(arguments) => inquiries::list(&clients, arguments).await,
        StaffCommand::Inquiry(arguments) => inquiries::update(&clients, arguments).await,
        StaffCommand::Product(arguments) => product::update(&clients, arguments).await,
        StaffCommand::Mails(arguments) => mails::list(&clients, arguments).await,
        StaffCommand::Mail(arguments) => mails::show(&clients, arguments).await,
        StaffCommand::Discount(arguments) => discount::set(&clients, arguments).await,
        StaffCommand::Campaign(command) => campaign::run(&clients, command).await,
        StaffCommand::Promo(command) => content::run::<Promo>(&clients, command).await,
        StaffCommand::Project(command) => content::run::<Project>(&clients, command).await,
        StaffCommand::Store(command) => store::run(&clients, command).await,
        StaffCommand::Terms(command) => terms::run(&clients, command).await,
    }
}

/// Gives a user a role, and returns the program's output.
pub(crate) async fn grant(clients: &Clients, email: &str, role: StaffRole) -> Result<String> {
    change_role(clients, &["grant", email, "--role", role.name()]).await
}

/// Changes a role with the service's own program, and returns its output: no rpc can grant a role.
async fn change_role(clients: &Clients, change: &[&str]) -> Result<String> {
    let services = clients.topology()?.services();
    let account = services
        .iter()
        .find(|spec| spec.name == "account")
        .context("the shop has no service account")?;
    let output = run_subcommand(account, &[&["staff"], change].concat()).await?;
    Ok(output.trim_end().to_owned())
}

/// Parses an amount in AZN, `1249.55` or `1 249,55 ₼`, into qəpik.
fn parse_price(text: &str) -> Result<i64, String> {
    Money::parse_typed(text)
        .map(Money::minor)
        .map_err(|_| format!("{text} is not a price in AZN with at most two decimals"))
}

/// Formats qəpik as `1249.55 AZN`.
fn format_price(minor: i64) -> String {
    format!("{}.{:02} AZN", minor / 100, minor % 100)
}

/// A page of a list.
struct Page<T> {
    rows: Vec<T>,
    /// Cursor of the next page; empty on the last one.
    next_cursor: String,
    total_records: i64,
}

/// Returns the page with a number, from 1; empty after the last one. `fetch` returns the page of a cursor.
async fn page<T>(number: u32, fetch: impl AsyncFn(String) -> Result<Page<T>>) -> Result<Page<T>> {
    let mut page = fetch(String::new()).await?;
    for _ in 1..number {
        if page.next_cursor.is_empty() {
            page.rows.clear();
            break;
        }
        page = fetch(page.next_cursor).await?;
    }
    Ok(page)
}

/// Returns the parser of an argument that is a word of a vocabulary.
fn words<T: Vocabulary + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::WORDS).try_map(|word| vocabulary::parse(&word))
}

/// Returns the word of a number in a message.
fn word<T: ProtobufWord>(number: i32) -> String {
    T::known(number).map_or("unspecified", T::name).to_owned()
}

/// Formats a time as `2026-11-21 09:42`, in UTC.
fn format_time(at: &prost_types::Timestamp) -> String {
    OffsetDateTime::from_unix_timestamp(at.seconds).map_or_else(
        |_| String::new(),
        |at| format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_page_is_reached_by_the_cursors_before_it() {
        let fetch = async |cursor: String| {
            let number = cursor.parse().unwrap_or(1);
            let next_cursor = if number < 3 {
                (number + 1).to_string()
            } else {
                String::new()
            };
            Ok(Page {
                rows: vec![number],
                next_cursor,
                total_records: 3,
            })
        };
        for (number, rows) in [(1, vec![1]), (3, vec![3]), (4, vec![]), (u32::MAX, vec![])] {
            assert_eq!(page(number, fetch).await.unwrap().rows, rows);
        }
    }

    #[test]
    fn parses_prices_into_qepik() {
        for (text, minor) in [
            ("1249.55", 124_955),
            ("1249.5", 124_950),
            ("1249", 124_900),
            ("0.01", 1),
            ("1 249,55 ₼", 124_955),
        ] {
            assert_eq!(parse_price(text), Ok(minor), "{text}");
        }
        for invalid in ["", "-1", "1.2345", "1.", ".5", "99999999999999999999"] {
            assert!(parse_price(invalid).is_err(), "{invalid}");
        }
    }

    #[test]
    fn formats_prices_with_two_decimals() {
        assert_eq!(format_price(124_955), "1249.55 AZN");
        assert_eq!(format_price(5), "0.05 AZN");
    }
}
