//! `cargo xtask staff discount`.

use anyhow::Result;
use proto::account::v1::SetUserDiscountRequest;
use toolkit::console::print_status;

use crate::clients::{Clients, call, request};

/// A user and a discount.
#[derive(Debug, clap::Args)]
pub struct DiscountArguments {
    /// The e-mail that the user signs in with.
    email: String,
    /// Whole percent, 0 to 99; 0 removes the discount.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    percent: u32,
}

/// Sets the discount and prints the old and the new one.
pub(crate) async fn set(clients: &Clients, arguments: DiscountArguments) -> Result<()> {
    let message = SetUserDiscountRequest {
        email: arguments.email,
        discount_percent: arguments.percent,
        ..SetUserDiscountRequest::default()
    };
    let answer = call(clients.account()?.set_user_discount(request(message))).await?;
    print_status(&format!(
        "the discount is {} % now; it was {} %",
        arguments.percent, answer.previous_percent
    ));
    Ok(())
}
