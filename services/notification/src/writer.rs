//! Writes the letter of an occasion: asks the owners what it speaks of, and whom it goes to.

use kit::{
    domain::{InquiryId, Language, OrderId},
    grpc::with_timeout,
};
use lettre::Address;

use crate::{
    letter::{self, Desk, Letter},
    links::Links,
    mail::{Occasion, Setback},
    owners::{Contact, Inquiry, Order, Owners, PATIENCE, QuotedProduct},
    texts,
};

/// See the module.
pub(crate) struct Writer {
    pub(crate) owners: Owners,
    pub(crate) links: Links,
    /// The shop's name.
    pub(crate) shop_name: String,
    /// Of the shop's own mail and of who has chosen none.
    pub(crate) default_language: Language,
}

/// A letter and whom it concerns.
pub(crate) struct Written {
    pub(crate) letter: Letter,
    pub(crate) recipient: Recipient,
}

/// Whom a letter goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Recipient {
    /// A customer or visitor, who answers to the shop.
    Customer(Address),
    /// The shop, which answers to the customer or visitor.
    Shop {
        /// Whom.
        answers_to: Address,
    },
}

impl Writer {
    /// Writes a letter as things are now.
    pub(crate) async fn write(&self, occasion: Occasion) -> Result<Written, Setback> {
        with_timeout(PATIENCE, self.write_in_time(occasion)).await
    }

    async fn write_in_time(&self, occasion: Occasion) -> Result<Written, Setback> {
        match occasion {
            Occasion::Welcome { user } => {
                let user = self.owners.account.contact(user).await?;
                let desk = self.desk(user.language);
                Ok(to_customer(letter::welcome(&desk, &user.name), user.email))
            }
            Occasion::AlreadyRegistered { user } => {
                let user = self.owners.account.contact(user).await?;
                let desk = self.desk(user.language);
                Ok(to_customer(
                    letter::already_registered(&desk, &user.name),
                    user.email,
                ))
            }
            Occasion::PasswordReset { request, user } => {
                let user = self.owners.account.contact(user).await?;
                let token = self.owners.account.reset_token(request).await?;
                let desk = self.desk(user.language);
                Ok(to_customer(
                    letter::password_reset(&desk, &user.name, &token),
                    user.email,
                ))
            }
            Occasion::OrderReceived { order } => {
                let (order, customer) = self.order(order).await?;
                let desk = self.desk(order.language);
                let letter = letter::order_received(&desk, &customer, &order);
                Ok(to_customer(letter, customer.email))
            }
            Occasion::OrderCancelled { order } => {
                let (order, customer) = self.order(order).await?;
                let desk = self.desk(order.language);
                let letter = letter::order_cancelled(&desk, &customer, &order);
                Ok(to_customer(letter, customer.email))
            }
            Occasion::OrderMoved {
                order,
                status,
                payment,
            } => {
                let (order, customer) = self.order(order).await?;
                let desk = self.desk(order.language);
                let letter = letter::order_moved(&desk, &customer, &order, status, payment);
                Ok(to_customer(letter, customer.email))
            }
            Occasion::QuoteReceived { inquiry } => {
                let (inquiry, product) = self.quote(inquiry).await?;
                let desk = self.desk(inquiry.language);
                let letter = letter::quote_received(&desk, &inquiry, &product);
                Ok(to_customer(letter, inquiry.email))
            }
            Occasion::MessageReceived { inquiry } => {
                let inquiry = self.owners.inquiries.inquiry(inquiry).await?;
                let desk = self.desk(inquiry.language);
                Ok(to_customer(
                    letter::message_received(&desk, &inquiry),
                    inquiry.email,
                ))
            }
            Occasion::Catalogue { inquiry } => {
                let inquiry = self.owners.inquiries.inquiry(inquiry).await?;
                let catalogue = self.owners.stores.catalogue().await?;
                let desk = self.desk(inquiry.language);
                let letter = letter::catalogue(&desk, &catalogue);
                Ok(to_customer(letter, inquiry.email))
            }
            Occasion::ShopOrder { order } => {
                let (order, customer) = self.order(order).await?;
                let letter = letter::shop_order(&self.desk(None), &customer, &order);
                Ok(to_shop(letter, customer.email))
            }
            Occasion::ShopQuote { inquiry } => {
                let (inquiry, product) = self.quote(inquiry).await?;
                let letter = letter::shop_quote(&self.desk(None), &inquiry, &product);
                Ok(to_shop(letter, inquiry.email))
            }
            Occasion::ShopMessage { inquiry } => {
                let inquiry = self.owners.inquiries.inquiry(inquiry).await?;
                Ok(to_shop(
                    letter::shop_message(&self.desk(None), &inquiry),
                    inquiry.email,
                ))
            }
            Occasion::ShopCatalogue { inquiry } => {
                let inquiry = self.owners.inquiries.inquiry(inquiry).await?;
                Ok(to_shop(
                    letter::shop_catalogue(&self.desk(None), &inquiry),
                    inquiry.email,
                ))
            }
        }
    }

    fn desk(&self, language: Option<Language>) -> Desk<'_> {
        let language = language.unwrap_or(self.default_language);
        Desk {
            language,
            texts: texts::of(language),
            links: &self.links,
            shop: &self.shop_name,
        }
    }

    /// An order and the account of its customer.
    async fn order(&self, order: OrderId) -> Result<(Order, Contact), Setback> {
        let order = self.owners.orders.order(order).await?;
        let customer = self.owners.account.contact(order.user).await?;
        Ok((order, customer))
    }

    async fn quote(&self, inquiry: InquiryId) -> Result<(Inquiry, QuotedProduct), Setback> {
        let mut inquiry = self.owners.inquiries.inquiry(inquiry).await?;
        let product = inquiry.product.take();
        let product = product.ok_or_else(|| Setback::Never("the inquiry names no product".to_owned()))?;
        Ok((inquiry, product))
    }
}

fn to_customer(letter: Letter, customer: Address) -> Written {
    Written {
        letter,
        recipient: Recipient::Customer(customer),
    }
}

fn to_shop(letter: Letter, answers_to: Address) -> Written {
    Written {
        letter,
        recipient: Recipient::Shop { answers_to },
    }
}
