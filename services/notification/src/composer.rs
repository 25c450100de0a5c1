//! Composes the e-mail of a mail from current data of other services.

use kit::{
    domain::{InquiryId, Language, OrderId, UserId},
    grpc::with_timeout,
};
use lettre::Address;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    clients::{Clients, Contact, Inquiry, LOOKUP_TIMEOUT, Order, QuotedProduct},
    email::{self, Email, EmailContext},
    links::Links,
    mail::{MailKind, SendError},
    texts,
};

/// Composes e-mails.
pub(crate) struct Composer {
    pub(crate) clients: Clients,
    pub(crate) links: Links,
    /// The shop's name.
    pub(crate) shop_name: String,
    /// Language of mails to the shop, and to users without a language.
    pub(crate) default_language: Language,
}

/// An e-mail with its recipient.
pub(crate) struct OutgoingEmail {
    pub(crate) email: Email,
    pub(crate) recipient: Recipient,
}

/// The recipient of an e-mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Recipient {
    /// A customer or visitor; replies go to the shop.
    Customer(Address),
    /// The shop; replies go to this customer or visitor.
    Shop { reply_to: Address },
}

impl Composer {
    /// Composes an e-mail within [`LOOKUP_TIMEOUT`].
    pub(crate) async fn compose(&self, kind: MailKind) -> Result<OutgoingEmail, SendError> {
        with_timeout(LOOKUP_TIMEOUT, self.compose_kind(kind)).await
    }

    async fn compose_kind(&self, kind: MailKind) -> Result<OutgoingEmail, SendError> {
        match kind {
            MailKind::Welcome { user, verification } => self.welcome(user, verification).await,
            MailKind::EmailVerification { request, user } => self.email_verification(request, user).await,
            MailKind::AlreadyRegistered { user } => {
                let user = self.clients.account.contact(user).await?;
                let context = self.context(user.language);
                let email = email::already_registered(&context, &user);
                Ok(to_customer(email, user.email))
            }
            MailKind::PasswordReset { request, user } => {
                let user = self.clients.account.contact(user).await?;
                let token = self.clients.account.issue_reset_token(request).await?;
                let context = self.context(user.language);
                let email = email::password_reset(&context, &user, &token);
                Ok(to_customer(email, user.email))
            }
            MailKind::OrderReceived { order } => {
                let (order, customer) = self.order(order).await?;
                let context = self.context(order.language);
                let email = email::order_received(&context, &customer, &order);
                Ok(to_customer(email, customer.email))
            }
            MailKind::OrderCancelled { order } => {
                let (order, customer) = self.order(order).await?;
                let context = self.context(order.language);
                let email = email::order_cancelled(&context, &customer, &order);
                Ok(to_customer(email, customer.email))
            }
            MailKind::OrderMoved {
                order,
                status,
                payment,
            } => {
                let (order, customer) = self.order(order).await?;
                let context = self.context(order.language);
                let email = email::order_moved(&context, &customer, &order, status, payment);
                Ok(to_customer(email, customer.email))
            }
            MailKind::OrderLapsed { order } => {
                let (order, customer) = self.order(order).await?;
                let context = self.context(order.language);
                let email = email::order_lapsed(&context, &customer, &order);
                Ok(to_customer(email, customer.email))
            }
            MailKind::QuoteReceived { inquiry } => {
                let (inquiry, product) = self.quote(inquiry).await?;
                let context = self.context(inquiry.language);
                let email = email::quote_received(&context, &inquiry, &product);
                Ok(to_customer(email, inquiry.email))
            }
            MailKind::MessageReceived { inquiry } => {
                let inquiry = self.clients.inquiry.inquiry(inquiry).await?;
                let context = self.context(inquiry.language);
                Ok(to_customer(
                    email::message_received(&context, &inquiry),
                    inquiry.email,
                ))
            }
            MailKind::Catalogue { inquiry } => {
                let inquiry = self.clients.inquiry.inquiry(inquiry).await?;
                let catalogue = self.clients.content.catalogue_url().await?;
                let context = self.context(inquiry.language);
                let email = email::catalogue(&context, &catalogue);
                Ok(to_customer(email, inquiry.email))
            }
            MailKind::ShopOrder { order } => {
                let (order, customer) = self.order(order).await?;
                let email = email::shop_order(&self.context(None), &customer, &order);
                Ok(to_shop(email, customer.email))
            }
            MailKind::ShopOrderLapsing { order, lapses_at } => {
                self.shop_order_lapsing(order, lapses_at).await
            }
            MailKind::ShopOrderLapsed { order } => {
                let (order, customer) = self.order(order).await?;
                let email = email::shop_order_lapsed(&self.context(None), &customer, &order);
                Ok(to_shop(email, customer.email))
            }
            MailKind::ShopQuote { inquiry } => {
                let (inquiry, product) = self.quote(inquiry).await?;
                let email = email::shop_quote(&self.context(None), &inquiry, &product);
                Ok(to_shop(email, inquiry.email))
            }
            MailKind::ShopMessage { inquiry } => {
                let inquiry = self.clients.inquiry.inquiry(inquiry).await?;
                Ok(to_shop(
                    email::shop_message(&self.context(None), &inquiry),
                    inquiry.email,
                ))
            }
            MailKind::ShopCatalogue { inquiry } => {
                let inquiry = self.clients.inquiry.inquiry(inquiry).await?;
                Ok(to_shop(
                    email::shop_catalogue(&self.context(None), &inquiry),
                    inquiry.email,
                ))
            }
        }
    }

    async fn welcome(&self, user: UserId, verification: Option<Uuid>) -> Result<OutgoingEmail, SendError> {
        let user = self.clients.account.contact(user).await?;
        let token = match verification {
            Some(request) if !user.is_verified => {
                Some(self.clients.account.issue_verification_token(request).await?)
            }
            _ => None,
        };
        let context = self.context(user.language);
        let email = email::welcome(&context, &user, token.as_deref());
        Ok(to_customer(email, user.email))
    }

    async fn email_verification(&self, request: Uuid, user: UserId) -> Result<OutgoingEmail, SendError> {
        let user = self.clients.account.contact(user).await?;
        let token = self.clients.account.issue_verification_token(request).await?;
        let context = self.context(user.language);
        let email = email::email_verification(&context, &user, &token);
        Ok(to_customer(email, user.email))
    }

    fn context(&self, language: Option<Language>) -> EmailContext<'_> {
        let language = language.unwrap_or(self.default_language);
        EmailContext {
            language,
            texts: texts::get(language),
            links: &self.links,
            shop: &self.shop_name,
        }
    }

    /// Composes the mail about an order that lapses at this Unix time, in seconds.
    async fn shop_order_lapsing(&self, order: OrderId, lapses_at: i64) -> Result<OutgoingEmail, SendError> {
        let (order, customer) = self.order(order).await?;
        let lapses_at = OffsetDateTime::from_unix_timestamp(lapses_at)
            .map_err(|_| SendError::Permanent("the time of the lapse is invalid".to_owned()))?;
        let email = email::shop_order_lapsing(&self.context(None), &customer, &order, lapses_at);
        Ok(to_shop(email, customer.email))
    }

    /// Returns an order and its customer's contact.
    async fn order(&self, order: OrderId) -> Result<(Order, Contact), SendError> {
        let order = self.clients.order.order(order).await?;
        let customer = self.clients.account.contact(order.user).await?;
        Ok((order, customer))
    }

    async fn quote(&self, inquiry: InquiryId) -> Result<(Inquiry, QuotedProduct), SendError> {
        let mut inquiry = self.clients.inquiry.inquiry(inquiry).await?;
        let product = inquiry.product.take();
        let product =
            product.ok_or_else(|| SendError::Permanent("the inquiry names no product".to_owned()))?;
        Ok((inquiry, product))
    }
}

fn to_customer(email: Email, customer: Address) -> OutgoingEmail {
    OutgoingEmail {
        email,
        recipient: Recipient::Customer(customer),
    }
}

fn to_shop(email: Email, reply_to: Address) -> OutgoingEmail {
    OutgoingEmail {
        email,
        recipient: Recipient::Shop { reply_to },
    }
}
