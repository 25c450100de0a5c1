//! Clients of the services that have the data of e-mails.

mod account;
mod assignee;
mod content;
mod inquiry;
mod notice;
mod offer;
mod order;
mod push;
mod team;

use std::time::Duration;

use kit::{failure::Code, service::Service};
use tonic::Status;

pub(crate) use self::{
    account::{AccountClient, Contact},
    assignee::AssigneeClient,
    content::ContentClient,
    inquiry::{Inquiry, InquiryClient, QuotedItem, Size, StaffMail, Unread},
    notice::NoticeClient,
    offer::{Offer, OfferClient, OfferedLine},
    order::{Line, Order, OrderClient},
    push::{PushClient, PushSubscription},
    team::{Invitation, Member, TeamClient},
};
#[cfg(test)]
pub(crate) use self::{
    inquiry::{QuotedDesign, UnreadMessage},
    offer::OfferCustomer,
    order::{Address, Delivery},
};
use crate::{Config, mail::SendError};

/// Timeout of all calls for one e-mail together.
pub(crate) const LOOKUP_TIMEOUT: Duration = Duration::from_secs(10);

/// The clients of all services.
pub(crate) struct Clients {
    pub(crate) account: AccountClient,
    pub(crate) order: OrderClient,
    pub(crate) inquiry: InquiryClient,
    pub(crate) content: ContentClient,
    pub(crate) offer: OfferClient,
    pub(crate) team: TeamClient,
}

impl Clients {
    /// Creates clients for the addresses in the settings.
    pub(crate) fn new(config: &Config, service: &Service) -> anyhow::Result<Self> {
        let account = service.client("account", &config.account_url)?;
        let inquiry = service.client("inquiry", &config.inquiry_url)?;
        Ok(Self {
            team: TeamClient::new(account.clone()),
            account: AccountClient::new(account),
            offer: OfferClient::new(inquiry.clone()),
            order: OrderClient::new(service.client("order", &config.order_url)?),
            inquiry: InquiryClient::new(inquiry),
            content: ContentClient::new(service.client("content", &config.content_url)?),
        })
    }
}

/// Classifies the error of a call: only `NOT_FOUND` is permanent, with the reason `not_found`.
fn send_error(service: &str, not_found: &str, status: &Status) -> SendError {
    match Code::from(status.code()) {
        Code::NotFound => SendError::Permanent(not_found.to_owned()),
        // Omits the message of the status, which may contain personal data.
        _ => SendError::Transient(format!("{service}: {}", status.code().description())),
    }
}

/// Returns the error of a response without a required field.
fn incomplete(service: &str) -> SendError {
    SendError::Transient(format!("{service}: the answer lacks something"))
}
