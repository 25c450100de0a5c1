//! `cargo xtask staff`: what the staff does, until there are screens for it.

mod campaign;
mod discount;
mod inquiries;
mod mails;
mod orders;
mod product;
mod project;
mod promo;
mod store;

use anyhow::{Context as _, Result};
use time::OffsetDateTime;

use crate::{clients::Clients, console::say, shop};

/// What the staff can do. All of it is written into the audit of the service that does it.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum StaffCommand {
    /// Make the user with this e-mail a member of the staff.
    Grant {
        /// The e-mail that the user signs in with.
        email: String,
    },
    /// Take that back.
    Revoke {
        /// The e-mail that the user signs in with.
        email: String,
    },
    /// Show everybody's orders, newest first.
    Orders(orders::ListArguments),
    /// Show one order, or move it on.
    Order(orders::OrderArguments),
    /// Show what visitors asked, newest first.
    Inquiries(inquiries::ListArguments),
    /// Show one inquiry, move it on, or note something on it.
    Inquiry(inquiries::InquiryArguments),
    /// Change a product.
    Product(product::ProductArguments),
    /// Show the mails of the last 30 days, newest first.
    Mails(mails::ListArguments),
    /// Show one mail, or try it again at once.
    Mail(mails::MailArguments),
    /// Give a user a personal discount.
    Discount(discount::DiscountArguments),
    /// Campaigns, which count down at the top of the shop.
    #[command(subcommand)]
    Campaign(campaign::CampaignCommand),
    /// Texts of the banner.
    #[command(subcommand)]
    Promo(promo::PromoCommand),
    /// Projects of the portfolio.
    #[command(subcommand)]
    Project(project::ProjectCommand),
    /// Stores, and where the catalogue is.
    #[command(subcommand)]
    Store(store::StoreCommand),
}

/// Does it in the running shop.
pub(crate) async fn run(command: StaffCommand) -> Result<()> {
    let clients = Clients::of_running_shop().await?;
    match command {
        StaffCommand::Grant { email } => change_role(&clients, "grant", &email).await,
        StaffCommand::Revoke { email } => change_role(&clients, "revoke", &email).await,
        StaffCommand::Orders(arguments) => orders::list(&clients, arguments).await,
        StaffCommand::Order(arguments) => orders::order(&clients, arguments).await,
        StaffCommand::Inquiries(arguments) => inquiries::list(&clients, arguments).await,
        StaffCommand::Inquiry(arguments) => inquiries::inquiry(&clients, arguments).await,
        StaffCommand::Product(arguments) => product::change(&clients, arguments).await,
        StaffCommand::Mails(arguments) => mails::list(&clients, arguments).await,
        StaffCommand::Mail(arguments) => mails::mail(&clients, arguments).await,
        StaffCommand::Discount(arguments) => discount::set(&clients, arguments).await,
        StaffCommand::Campaign(command) => campaign::run(&clients, command).await,
        StaffCommand::Promo(command) => promo::run(&clients, command).await,
        StaffCommand::Project(command) => project::run(&clients, command).await,
        StaffCommand::Store(command) => store::run(&clients, command).await,
    }
}

/// Roles are no rpc: whoever holds the database decides who is staff.
async fn change_role(clients: &Clients, change: &str, email: &str) -> Result<()> {
    let services = clients.topology()?.services();
    let account = services
        .iter()
        .find(|spec| spec.name == "account")
        .context("the shop has no service account")?;
    say(shop::operate(account, &["staff", change, email])
        .await?
        .trim_end());
    Ok(())
}

/// An amount as a person writes it, `1249.55` or `1249`, in qəpik.
fn parse_price(text: &str) -> Result<i64, String> {
    let wrong =
        || format!("{text} is no price in AZN: expected digits, with at most two decimals after a point");
    let (whole, part) = text.split_once('.').unwrap_or((text, "00"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 2 {
        return Err(wrong());
    }
    format!("{whole}{part:0<2}").parse().map_err(|_| wrong())
}

/// Qəpik as a person reads them: `1249.55 AZN`.
fn show_price(minor: i64) -> String {
    format!("{}.{:02} AZN", minor / 100, minor % 100)
}

/// `ORDER_STATUS_PENDING` as a person types it: `pending`.
fn plain(name: &str, prefix: &str) -> String {
    name.trim_start_matches(prefix).to_lowercase()
}

/// `2026-11-21 09:42`.
fn show_time(at: &prost_types::Timestamp) -> String {
    OffsetDateTime::from_unix_timestamp(at.seconds).map_or_else(
        |_| String::new(),
        |at| format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_read_to_the_qepik() {
        for (text, minor) in [
            ("1249.55", 124_955),
            ("1249.5", 124_950),
            ("1249", 124_900),
            ("0.01", 1),
        ] {
            assert_eq!(parse_price(text), Ok(minor), "{text}");
        }
        for wrong in ["", "-1", "1,5", "1.234", "1.", ".5", "99999999999999999999"] {
            assert!(parse_price(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn prices_are_shown_with_two_decimals() {
        assert_eq!(show_price(124_955), "1249.55 AZN");
        assert_eq!(show_price(5), "0.05 AZN");
    }
}
