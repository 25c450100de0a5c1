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
    /// The shop; replies go to this customer or visitor, if there is an e-mail.
    Shop { reply_to: Option<Address> },
}

/// What the mails of one event have in common, loaded for the first of them.
#[derive(Default)]
pub(crate) struct Loaded {
    order: Option<(Order, Option<Contact>)>,
    inquiry: Option<(InquiryId, Inquiry)>,
}

impl Composer {
    /// Composes an e-mail within [`LOOKUP_TIMEOUT`]. Reads the order or inquiry from `loaded` if another mail of its event
    /// has loaded it.
    pub(crate) async fn compose(
        &self,
        kind: MailKind,
        loaded: &mut Loaded,
    ) -> Result<OutgoingEmail, SendError> {
        with_timeout(LOOKUP_TIMEOUT, self.compose_kind(kind, loaded)).await
    }

    async fn compose_kind(&self, kind: MailKind, loaded: &mut Loaded) -> Result<OutgoingEmail, SendError> {
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
                let (order, customer) = self.customer_order(order, loaded).await?;
                let context = self.context(order.language);
                let email = email::order_received(&context, customer, order);
                Ok(to_customer(email, customer.email.clone()))
            }
            MailKind::OrderCancelled { order } => {
                let (order, customer) = self.customer_order(order, loaded).await?;
                let context = self.context(order.language);
                let email = email::order_cancelled(&context, customer, order);
                Ok(to_customer(email, customer.email.clone()))
            }
            MailKind::OrderMoved {
                order,
                status,
                payment,
            } => {
                let (order, customer) = self.customer_order(order, loaded).await?;
                let context = self.context(order.language);
                let email = email::order_moved(&context, customer, order, status, payment);
                Ok(to_customer(email, customer.email.clone()))
            }
            MailKind::DeliveryPlanned { order } => self.delivery_planned(order, loaded).await,
            MailKind::OrderLapsed { order } => {
                let (order, customer) = self.customer_order(order, loaded).await?;
                let context = self.context(order.language);
                let email = email::order_lapsed(&context, customer, order);
                Ok(to_customer(email, customer.email.clone()))
            }
            MailKind::QuoteReceived { inquiry } => {
                let (inquiry, product) = self.quote(inquiry, loaded).await?;
                let context = self.context(inquiry.language);
                let email = email::quote_received(&context, inquiry, product);
                Ok(to_customer(email, inquiry.email.clone()))
            }
            MailKind::MessageReceived { inquiry } => {
                let inquiry = self.inquiry(inquiry, loaded).await?;
                let context = self.context(inquiry.language);
                Ok(to_customer(
                    email::message_received(&context, inquiry),
                    inquiry.email.clone(),
                ))
            }
            MailKind::Catalogue { inquiry } => {
                let inquiry = self.inquiry(inquiry, loaded).await?;
                let catalogue = self.clients.content.catalogue_url().await?;
                let context = self.context(inquiry.language);
                let email = email::catalogue(&context, &catalogue);
                Ok(to_customer(email, inquiry.email.clone()))
            }
            MailKind::StaffMail { message } => self.staff_mail(message).await,
            MailKind::ShopOrder { order } => {
                let (order, customer) = self.order(order, loaded).await?;
                let email = email::shop_order(&self.context(None), customer, order);
                Ok(to_shop(email, customer.map(|customer| customer.email.clone())))
            }
            MailKind::ShopOrderLapsing { order, lapses_at } => {
                self.shop_order_lapsing(order, lapses_at, loaded).await
            }
            MailKind::ShopOrderLapsed { order } => self.shop_order_lapsed(order, loaded).await,
            MailKind::ShopQuote { inquiry } => {
                let (inquiry, product) = self.quote(inquiry, loaded).await?;
                let email = email::shop_quote(&self.context(None), inquiry, product);
                Ok(to_shop(email, Some(inquiry.email.clone())))
            }
            MailKind::ShopMessage { inquiry } => {
                let inquiry = self.inquiry(inquiry, loaded).await?;
                Ok(to_shop(
                    email::shop_message(&self.context(None), inquiry),
                    Some(inquiry.email.clone()),
                ))
            }
            MailKind::ShopCatalogue { inquiry } => {
                let inquiry = self.inquiry(inquiry, loaded).await?;
                Ok(to_shop(
                    email::shop_catalogue(&self.context(None), inquiry),
                    Some(inquiry.email.clone()),
                ))
            }
        }
    }

    async fn staff_mail(&self, message: Uuid) -> Result<OutgoingEmail, SendError> {
        let mail = self.clients.inquiry.staff_mail(message).await?;
        let context = self.context(mail.language);
        Ok(to_customer(email::staff_mail(&context, &mail), mail.email))
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

    async fn delivery_planned(
        &self,
        order: OrderId,
        loaded: &mut Loaded,
    ) -> Result<OutgoingEmail, SendError> {
        let (order, customer) = self.customer_order(order, loaded).await?;
        let context = self.context(order.language);
        let email = email::delivery_planned(&context, customer, order);
        Ok(to_customer(email, customer.email.clone()))
    }

    async fn shop_order_lapsed(
        &self,
        order: OrderId,
        loaded: &mut Loaded,
    ) -> Result<OutgoingEmail, SendError> {
        let (order, customer) = self.order(order, loaded).await?;
        let email = email::shop_order_lapsed(&self.context(None), customer, order);
        Ok(to_shop(email, customer.map(|customer| customer.email.clone())))
    }

    /// Composes the mail about an order that lapses at this Unix time, in seconds.
    async fn shop_order_lapsing(
        &self,
        order: OrderId,
        lapses_at: i64,
        loaded: &mut Loaded,
    ) -> Result<OutgoingEmail, SendError> {
        let (order, customer) = self.order(order, loaded).await?;
        let lapses_at = OffsetDateTime::from_unix_timestamp(lapses_at)
            .map_err(|_| SendError::Permanent("the time of the lapse is invalid".to_owned()))?;
        let email = email::shop_order_lapsing(&self.context(None), customer, order, lapses_at);
        Ok(to_shop(email, customer.map(|customer| customer.email.clone())))
    }

    /// Returns an order and its customer's contact: that of the account, else the e-mail of the address.
    async fn order<'a>(
        &self,
        id: OrderId,
        loaded: &'a mut Loaded,
    ) -> Result<(&'a Order, Option<&'a Contact>), SendError> {
        let found = if let Some(found) = loaded.order.take().filter(|(order, _)| order.id == id) {
            found
        } else {
            let order = self.clients.order.order(id).await?;
            let customer = match order.user {
                Some(user) => Some(self.clients.account.contact(user).await?),
                None => address_contact(&order)?,
            };
            (order, customer)
        };
        let (order, customer) = loaded.order.insert(found);
        Ok((order, customer.as_ref()))
    }

    /// Returns an order and its customer's contact for a mail to the customer.
    async fn customer_order<'a>(
        &self,
        id: OrderId,
        loaded: &'a mut Loaded,
    ) -> Result<(&'a Order, &'a Contact), SendError> {
        let (order, customer) = self.order(id, loaded).await?;
        customer
            .map(|customer| (order, customer))
            .ok_or(SendError::NoRecipient)
    }

    async fn inquiry<'a>(&self, id: InquiryId, loaded: &'a mut Loaded) -> Result<&'a Inquiry, SendError> {
        let found = match loaded.inquiry.take().filter(|(loaded, _)| *loaded == id) {
            Some(found) => found,
            None => (id, self.clients.inquiry.inquiry(id).await?),
        };
        let (_, inquiry) = loaded.inquiry.insert(found);
        Ok(inquiry)
    }

    async fn quote<'a>(
        &self,
        id: InquiryId,
        loaded: &'a mut Loaded,
    ) -> Result<(&'a Inquiry, &'a QuotedProduct), SendError> {
        let inquiry = self.inquiry(id, loaded).await?;
        let product = inquiry
            .product
            .as_ref()
            .ok_or_else(|| SendError::Permanent("the inquiry names no product".to_owned()))?;
        Ok((inquiry, product))
    }
}

/// Returns the contact of an order without an account: the e-mail of its address, if it has one.
fn address_contact(order: &Order) -> Result<Option<Contact>, SendError> {
    if order.email.is_empty() {
        return Ok(None);
    }
    let email = order
        .email
        .parse()
        .map_err(|_| SendError::Permanent("no mail can go to the order's address".to_owned()))?;
    Ok(Some(Contact {
        name: None,
        email,
        is_verified: false,
        language: order.language,
    }))
}

fn to_customer(email: Email, customer: Address) -> OutgoingEmail {
    OutgoingEmail {
        email,
        recipient: Recipient::Customer(customer),
    }
}

fn to_shop(email: Email, reply_to: Option<Address>) -> OutgoingEmail {
    OutgoingEmail {
        email,
        recipient: Recipient::Shop { reply_to },
    }
}
