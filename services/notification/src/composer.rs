//! Composes the e-mail of a mail from current data of other services.

mod account;
mod offer;
mod team;

use kit::{
    domain::{InquiryId, Language, Money, OrderId, UserId},
    grpc::with_timeout,
};
use lettre::Address;
use proto::inquiry::v1::OfferState;
use time::OffsetDateTime;
use uuid::Uuid;

use self::offer::OPEN;
use crate::{
    clients::{Clients, Contact, Inquiry, LOOKUP_TIMEOUT, Offer, Order, QuotedItem},
    email::{self, Email, EmailContext},
    links::Links,
    mail::{DigestEntry, MailKind, SendError},
    promised_days::PromisedDays,
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
    /// The workshop's mailbox; `None` if it gets no mails.
    pub(crate) workshop: Option<Address>,
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
    /// An address that its owner has not verified, in a mail that a stranger may have caused; replies go to the shop.
    Unproven(Address),
    /// The shop; replies go to this customer or visitor, if there is an e-mail.
    Shop { reply_to: Option<Address> },
    /// The owners of the shop; replies go to the shop.
    Owners(Vec<Address>),
    /// The workshop; replies go to the shop.
    Workshop(Address),
}

/// Data that the mails of one event share, loaded for the first of them.
#[derive(Default)]
pub(crate) struct Loaded {
    order: Option<(Order, Option<Contact>)>,
    inquiry: Option<(InquiryId, Inquiry)>,
    offer: Option<(Uuid, Offer)>,
}

impl Loaded {
    /// Returns the number of the quote of the loaded offer.
    pub(crate) fn quote_of_offer(&self) -> Option<&str> {
        self.offer.as_ref().map(|(_, offer)| offer.quote_number.as_str())
    }
}

impl Loaded {
    /// Returns the member who signs a mail to a customer: the author, or the assignee of the loaded record.
    fn seller(&self, kind: MailKind) -> Option<UserId> {
        if let MailKind::StaffMail { by, .. } = kind {
            return by;
        }
        let order = self.order.as_ref().and_then(|(order, _)| order.assignee);
        let offer = self.offer.as_ref().and_then(|(_, offer)| offer.assignee);
        order
            .or_else(|| offer.map(UserId::from))
            .filter(|_| kind.is_signed_by_assignee())
    }
}

impl Composer {
    /// Composes an e-mail within [`LOOKUP_TIMEOUT`]. Reads the order or inquiry from `loaded` if another mail of its event
    /// has loaded it.
    pub(crate) async fn compose(
        &self,
        kind: MailKind,
        loaded: &mut Loaded,
    ) -> Result<OutgoingEmail, SendError> {
        with_timeout(LOOKUP_TIMEOUT, async {
            let mut outgoing = self.compose_kind(kind, loaded).await?;
            if let Some(seller) = loaded.seller(kind)
                && let Some(member) = self.clients.team.member(seller).await?
            {
                let context = self.context(Some(outgoing.email.language));
                outgoing.email.blocks.push(email::signature(&context, &member));
            }
            Ok(outgoing)
        })
        .await
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind")]
    async fn compose_kind(&self, kind: MailKind, loaded: &mut Loaded) -> Result<OutgoingEmail, SendError> {
        match kind {
            MailKind::Welcome { user, verification } => self.welcome(user, verification).await,
            MailKind::EmailVerification { request, user } => self.email_verification(request, user).await,
            MailKind::AlreadyRegistered { user } => self.to_user(user, email::already_registered).await,
            MailKind::PasswordReset { request, user } => self.password_reset(request, user).await,
            MailKind::OrderReceived { order } => self.order_received(order, loaded).await,
            MailKind::OrderCancelled { order } => {
                self.to_orderer(order, loaded, email::order_cancelled).await
            }
            MailKind::OrderMoved {
                order,
                status,
                payment,
            } => {
                self.to_orderer(order, loaded, |context, customer, order| {
                    email::order_moved(context, customer, order, status, payment)
                })
                .await
            }
            MailKind::DeliveryPlanned { order } => {
                self.to_orderer(order, loaded, email::delivery_planned).await
            }
            MailKind::OrderCorrected {
                order,
                previous_total,
            } => {
                let previous_total = previous_total.and_then(|minor| Money::from_minor(minor).ok());
                self.to_orderer(order, loaded, |context, customer, order| {
                    email::order_corrected(context, customer, order, previous_total)
                })
                .await
            }
            MailKind::OrderLapsed { order } => self.to_orderer(order, loaded, email::order_lapsed).await,
            MailKind::OrderLink { order } => self.order_link(order, loaded).await,
            MailKind::QuoteReceived { inquiry } => {
                let (inquiry, first) = self.quote(inquiry, loaded).await?;
                let context = self.context(inquiry.language);
                let mut email = email::quote_received(&context, inquiry, first);
                if let Some(terms) = self.clients.content.shop_terms().await {
                    let days = PromisedDays::new(&terms, inquiry.created_at, None);
                    email::add_days_of_quote(&context, &mut email, &days);
                }
                Ok(to_visitor(email, inquiry.email.clone()))
            }
            MailKind::MessageReceived { inquiry } => {
                let inquiry = self.inquiry(inquiry, loaded).await?;
                let context = self.context(inquiry.language);
                Ok(to_visitor(
                    email::message_received(&context, inquiry),
                    inquiry.email.clone(),
                ))
            }
            MailKind::Catalogue { inquiry } => {
                let inquiry = self.inquiry(inquiry, loaded).await?;
                let catalogue = self.clients.content.catalogue_url().await?;
                let context = self.context(inquiry.language);
                let email = email::catalogue(&context, &catalogue);
                Ok(to_visitor(email, inquiry.email.clone()))
            }
            MailKind::StaffMail { message, .. } => self.staff_mail(message).await,
            MailKind::MessagesUnread { inquiry } => self.messages_unread(inquiry).await,
            MailKind::OfferSent { offer } => self.to_offered(offer, loaded, OPEN, email::offer_sent).await,
            MailKind::OfferRevised { offer } => {
                self.to_offered(offer, loaded, OPEN, email::offer_revised).await
            }
            MailKind::OfferEnds { offer } => self.to_offered(offer, loaded, OPEN, email::offer_ends).await,
            MailKind::OfferAccepted { offer } => {
                let states = &[OfferState::Accepted];
                self.to_offered(offer, loaded, states, email::offer_accepted)
                    .await
            }
            MailKind::ShopOfferAccepted { offer } => {
                let state = OfferState::Accepted;
                self.about_offer(offer, loaded, state, email::shop_offer_accepted)
                    .await
            }
            MailKind::ShopOfferDeclined { offer } => {
                let state = OfferState::Declined;
                self.about_offer(offer, loaded, state, email::shop_offer_declined)
                    .await
            }
            MailKind::StaffInvite { invitation } => self.staff_invite(invitation).await,
            MailKind::SecondFactorReset { user } => self.to_user(user, email::second_factor_reset).await,
            MailKind::SecondFactorLocked { user, until_reset } => {
                self.second_factor_locked(user, until_reset).await
            }
            MailKind::EnrolmentLink { request, user } => self.enrolment_link(request, user).await,
            MailKind::FactorAdded { user } => self.to_user(user, email::factor_added).await,
            MailKind::DeviceRemembered { user } => self.to_user(user, email::device_remembered).await,
            MailKind::PasswordChanged { user } => self.to_user(user, email::password_changed).await,
            MailKind::ShopOrder { order } => {
                let (order, customer) = self.order(order, loaded).await?;
                let email = email::shop_order(&self.context(None), customer, order);
                Ok(to_shop(email, customer.map(|customer| customer.email.clone())))
            }
            MailKind::ShopOrderLapsing { order, lapses_at } => {
                self.shop_order_lapsing(order, lapses_at, loaded).await
            }
            MailKind::ShopOrderLapsed { order } => self.shop_order_lapsed(order, loaded).await,
            MailKind::WorkshopOrder { order } => self.workshop_order(order, loaded).await,
            MailKind::ShopQuote { inquiry } => {
                let (inquiry, first) = self.quote(inquiry, loaded).await?;
                let email = email::shop_quote(&self.context(None), inquiry, first);
                Ok(to_shop(email, Some(inquiry.email.clone())))
            }
            MailKind::ShopMessage { inquiry } => {
                let inquiry = self.inquiry(inquiry, loaded).await?;
                Ok(to_shop(
                    email::shop_message(&self.context(None), inquiry),
                    Some(inquiry.email.clone()),
                ))
            }
            // Their rows are in the database: `shop_digest` and `staff_notices` compose them.
            MailKind::ShopDigest { .. } | MailKind::StaffNotices { .. } => Err(SendError::Permanent(
                "the rows of the mail are missing".to_owned(),
            )),
            MailKind::ShopCatalogue { inquiry } => {
                let inquiry = self.inquiry(inquiry, loaded).await?;
                Ok(to_shop(
                    email::shop_catalogue(&self.context(None), inquiry),
                    Some(inquiry.email.clone()),
                ))
            }
        }
    }

    /// Composes the digest of forms to the shop.
    pub(crate) fn shop_digest(&self, entries: &[DigestEntry]) -> OutgoingEmail {
        to_shop(email::shop_digest(&self.context(None), entries), None)
    }

    async fn staff_mail(&self, message: Uuid) -> Result<OutgoingEmail, SendError> {
        let mail = self.clients.inquiry.staff_mail(message).await?;
        let context = self.context(mail.language);
        Ok(to_customer(email::staff_mail(&context, &mail), mail.email))
    }

    /// Composes the mail with the messages that the customer has not read, if there are some.
    async fn messages_unread(&self, inquiry: InquiryId) -> Result<OutgoingEmail, SendError> {
        let unread = self.clients.inquiry.unread(inquiry).await?;
        if unread.messages.is_empty() {
            return Err(SendError::OutOfDate);
        }
        let context = self.context(unread.language);
        let email = email::messages_unread(&context, &unread);
        Ok(to_customer(email, unread.email))
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

    /// Composes a mail about an order to its customer.
    async fn to_orderer(
        &self,
        id: OrderId,
        loaded: &mut Loaded,
        render: impl FnOnce(&EmailContext<'_>, &Contact, &Order) -> Email,
    ) -> Result<OutgoingEmail, SendError> {
        let (order, customer) = self.customer_order(id, loaded).await?;
        let email = render(&self.context(order.language), customer, order);
        // Staff enters an order without an account.
        Ok(if order.user.is_some() {
            to_contact(email, customer)
        } else {
            to_customer(email, customer.email.clone())
        })
    }

    /// Composes the confirmation of an order, with the days that the shop's terms promise.
    async fn order_received(&self, id: OrderId, loaded: &mut Loaded) -> Result<OutgoingEmail, SendError> {
        let mut outgoing = self.to_orderer(id, loaded, email::order_received).await?;
        let (order, _) = self.order(id, loaded).await?;
        if let Some(terms) = self.clients.content.shop_terms().await {
            let days = PromisedDays::new(&terms, order.ordered_at, Some(&order.address.city));
            let context = self.context(order.language);
            email::add_days_of_order(&context, &mut outgoing.email, &days);
        }
        Ok(outgoing)
    }

    /// Composes the mail with the link of an order, if it has not expired.
    async fn order_link(&self, id: OrderId, loaded: &mut Loaded) -> Result<OutgoingEmail, SendError> {
        let (order, customer) = self.customer_order(id, loaded).await?;
        if order.token.is_empty() {
            return Err(SendError::OutOfDate);
        }
        let email = email::order_link(&self.context(order.language), customer, order);
        Ok(to_contact(email, customer))
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

    /// Composes the mail to the workshop, if it has a mailbox.
    async fn workshop_order(&self, order: OrderId, loaded: &mut Loaded) -> Result<OutgoingEmail, SendError> {
        let address = self.workshop.clone().ok_or(SendError::NoRecipient)?;
        let (order, _) = self.order(order, loaded).await?;
        Ok(OutgoingEmail {
            email: email::workshop_order(&self.context(None), order),
            recipient: Recipient::Workshop(address),
        })
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

    /// Returns a quote request and its first piece.
    async fn quote<'a>(
        &self,
        id: InquiryId,
        loaded: &'a mut Loaded,
    ) -> Result<(&'a Inquiry, &'a QuotedItem), SendError> {
        let inquiry = self.inquiry(id, loaded).await?;
        let first = inquiry
            .items
            .first()
            .ok_or_else(|| SendError::Permanent("the inquiry names no product".to_owned()))?;
        Ok((inquiry, first))
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

/// Addresses a mail to what a visitor typed into a form.
fn to_visitor(email: Email, visitor: Address) -> OutgoingEmail {
    OutgoingEmail {
        email,
        recipient: Recipient::Unproven(visitor),
    }
}

/// Addresses a mail that the customer caused, or a stranger with an address that is not verified.
fn to_contact(email: Email, contact: &Contact) -> OutgoingEmail {
    let address = contact.email.clone();
    if contact.is_verified {
        to_customer(email, address)
    } else {
        to_visitor(email, address)
    }
}

fn to_shop(email: Email, reply_to: Option<Address>) -> OutgoingEmail {
    OutgoingEmail {
        email,
        recipient: Recipient::Shop { reply_to },
    }
}
