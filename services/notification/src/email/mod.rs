//! The content of e-mails: blocks that render as HTML and as text.

mod account;
mod days;
mod inquiry;
mod items;
mod offer;
mod order;
mod render;
mod team;
#[cfg(test)]
mod tests;

use kit::domain::{Language, Phone};

use self::items::{Items, Sums};
pub(crate) use self::{
    account::{already_registered, email_verification, password_changed, password_reset, welcome},
    days::{add_days_of_order, add_days_of_quote},
    inquiry::{
        catalogue, message_received, messages_unread, quote_received, shop_catalogue, shop_digest,
        shop_message, shop_quote, staff_mail,
    },
    offer::{
        offer_accepted, offer_ends, offer_revised, offer_sent, shop_offer_accepted, shop_offer_declined,
    },
    order::{
        delivery_planned, order_cancelled, order_corrected, order_lapsed, order_link, order_moved,
        order_received, shop_order, shop_order_lapsed, shop_order_lapsing, workshop_order,
    },
    team::{
        device_remembered, enrolment_link, factor_added, second_factor_locked, second_factor_reset,
        signature, staff_invite, staff_notices,
    },
};
use crate::{clients::Contact, format, links::Links, texts::Texts};

/// Language, texts and links of an e-mail.
#[derive(Clone, Copy)]
pub(crate) struct EmailContext<'a> {
    pub(crate) language: Language,
    pub(crate) texts: &'static Texts,
    pub(crate) links: &'a Links,
    /// The shop's name.
    pub(crate) shop: &'a str,
}

/// The content of an e-mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Email {
    pub(crate) language: Language,
    pub(crate) subject: String,
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
    /// Footer: what a reply does.
    pub(crate) reply_hint: String,
    /// The shop's name.
    pub(crate) shop: String,
    /// URL of the home page.
    pub(crate) home: String,
    /// URL of the picture of the shop's mark, which stands for missing pictures too.
    pub(crate) mark: String,
    /// URL of the picture of a cell of the lattice.
    pub(crate) lattice: String,
}

/// A part of an e-mail. User input is one line, except in `Quote`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// Opens an e-mail to a person.
    Greeting(String),
    /// A paragraph.
    Text(String),
    /// The main link; at most one in an e-mail.
    Button(Link),
    /// A sentence with a link.
    TextWithLink(String, Link),
    /// Small print.
    Note(String),
    /// A list of names and values.
    Facts(Vec<Fact>),
    /// Products with pictures.
    Items(Items),
    /// The sums of the items above.
    Sums(Sums),
    /// A postal address with a caption.
    Address(String, Vec<String>),
    /// Lines of a message with a caption.
    Quote(String, Vec<String>),
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) label: String,
    pub(crate) url: String,
}

/// A name and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) value: String,
    /// Link of the value.
    pub(crate) url: Option<String>,
}

impl EmailContext<'_> {
    /// Creates an e-mail to a customer or visitor.
    fn for_customer(&self, subject: &str, title: &str, blocks: Vec<Block>) -> Email {
        self.email(subject, title, blocks, &self.texts.common.questions)
    }

    /// Creates an e-mail to the shop.
    fn for_shop(&self, subject: &str, title: &str, blocks: Vec<Block>) -> Email {
        self.email(subject, title, blocks, &self.texts.common.to_customer)
    }

    fn email(&self, subject: &str, title: &str, blocks: Vec<Block>, reply_hint: &str) -> Email {
        Email {
            language: self.language,
            subject: format::one_line(subject),
            title: title.to_owned(),
            blocks,
            reply_hint: reply_hint.to_owned(),
            shop: self.shop.to_owned(),
            home: self.links.home(self.language),
            mark: self.links.mail_picture("mark.png"),
            lattice: self.links.mail_picture("lattice.png"),
        }
    }

    /// Returns a greeting, by name if the address is verified.
    fn greeting(&self, user: &Contact) -> Block {
        user.name
            .as_deref()
            .map_or_else(|| self.hello(), |name| self.greeting_by_name(name))
    }

    /// Returns a greeting, by name if [`format::safe_name`] accepts it.
    fn greeting_by_name(&self, name: &str) -> Block {
        format::safe_name(name).map_or_else(
            || self.hello(),
            |name| Block::Greeting(format::fill(&self.texts.common.greeting, &[("name", name)])),
        )
    }

    /// Returns the greeting without a name.
    fn hello(&self) -> Block {
        Block::Greeting(self.texts.common.hello.clone())
    }

    fn button(label: &str, url: String) -> Block {
        Block::Button(Link {
            label: label.to_owned(),
            url,
        })
    }
}

impl Fact {
    fn new(name: &str, value: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            value: value.into(),
            url: None,
        }
    }

    /// Creates a fact with a phone, whose link dials its normal form. A text that is no phone number has no link.
    fn phone(name: &str, phone: &str) -> Self {
        let url = Phone::parse(phone).map(|number| format!("tel:{}", number.as_str()));
        Self {
            url: url.ok(),
            ..Self::new(name, phone_text(phone))
        }
    }

    fn with_url(mut self, url: String) -> Self {
        self.url = Some(url);
        self
    }
}

/// Returns a phone with its digits in groups. A text that is no phone number stays as it is.
fn phone_text(phone: &str) -> String {
    Phone::parse(phone).map_or_else(|_| phone.to_owned(), |number| number.grouped())
}
