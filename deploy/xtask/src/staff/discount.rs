//! A user's personal discount.

use anyhow::Result;
use proto::account::v1::SetUserDiscountRequest;

use crate::{
    clients::{Clients, explain, request},
    console::say,
};

/// Whose, and how much.
#[derive(Debug, clap::Args)]
pub(crate) struct DiscountArguments {
    /// The e-mail that the user signs in with.
    email: String,
    /// Whole percent, 0 to 99; 0 takes it away.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    percent: u32,
}

/// Sets it.
pub(crate) async fn set(clients: &Clients, arguments: DiscountArguments) -> Result<()> {
    let message = SetUserDiscountRequest {
        email: arguments.email,
        discount_percent: arguments.percent,
    };
    let answer = clients
        .account()?
        .set_user_discount(request(message))
        .await
        .map_err(|status| explain(&status))?;
    say(&format!(
        "the discount is {} % now; it was {} %",
        arguments.percent,
        answer.into_inner().previous_percent
    ));
    Ok(())
}
