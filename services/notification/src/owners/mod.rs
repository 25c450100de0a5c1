//! Whom the service asks, as it writes a letter, for what it speaks of.

mod account;
mod content;
mod inquiry;
mod order;

use std::time::Duration;

use kit::{domain::Language, failure::Code, grpc::Client, metrics::Metrics};
use proto::common::v1 as wire;
use time::OffsetDateTime;
use tonic::Status;

#[cfg(test)]
pub(crate) use self::order::{Address, Line};
pub(crate) use self::{
    account::{Account, Contact},
    content::Stores,
    inquiry::{Inquiries, Inquiry, QuotedProduct},
    order::{Order, Orders},
};
use crate::{Config, mail::Setback};

/// How long all questions for one letter may take together.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// All of them.
pub(crate) struct Owners {
    pub(crate) account: Account,
    pub(crate) orders: Orders,
    pub(crate) inquiries: Inquiries,
    pub(crate) stores: Stores,
}

impl Owners {
    /// At the addresses of the settings.
    pub(crate) fn new(config: &Config, own_name: &str, metrics: &Metrics) -> anyhow::Result<Self> {
        let client = |address: &str| {
            Client::new(address, own_name, config.process.caller_keys.clone())
                .map(|client| client.with_metrics(metrics))
        };
        Ok(Self {
            account: Account::new(client(&config.account_url)?),
            orders: Orders::new(client(&config.order_url)?),
            inquiries: Inquiries::new(client(&config.inquiry_url)?),
            stores: Stores::new(client(&config.content_url)?),
        })
    }
}

/// What a refusal means for the letter: only what is not there will never be.
fn setback(owner: &str, gone: &str, status: &Status) -> Setback {
    match Code::from(status.code()) {
        Code::NotFound => Setback::Never(gone.to_owned()),
        // The words of a status may hold what was asked for.
        _ => Setback::NotNow(format!("{owner}: {}", status.code().description())),
    }
}

/// An owner's answer lacks what it always has.
fn broken(owner: &str) -> Setback {
    Setback::NotNow(format!("{owner}: the answer lacks something"))
}

/// The language that a number on the wire names; none where it was not said.
fn language(number: i32) -> Option<Language> {
    match wire::Language::try_from(number) {
        Ok(wire::Language::Az) => Some(Language::Az),
        Ok(wire::Language::Ru) => Some(Language::Ru),
        Ok(wire::Language::En) => Some(Language::En),
        Ok(wire::Language::Unspecified) | Err(_) => None,
    }
}

/// A time on the wire.
fn time(at: Option<prost_types::Timestamp>) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp(at?.seconds).ok()
}
