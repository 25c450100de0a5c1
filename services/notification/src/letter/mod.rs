//! A letter: what it says, block by block. Both of its parts, HTML and text, are made from the same blocks.

mod account;
mod inquiry;
mod order;
mod render;
#[cfg(test)]
mod tests;

use kit::domain::Language;

pub(crate) use self::{
    account::{already_registered, password_reset, welcome},
    inquiry::{catalogue, message_received, quote_received, shop_catalogue, shop_message, shop_quote},
    order::{order_cancelled, order_moved, order_received, shop_order},
};
use crate::{links::Links, texts::Texts, wording};

/// What all letters of one language are written with.
#[derive(Clone, Copy)]
pub(crate) struct Desk<'a> {
    pub(crate) language: Language,
    pub(crate) texts: &'static Texts,
    pub(crate) links: &'a Links,
    /// The shop's name.
    pub(crate) shop: &'a str,
}

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) language: Language,
    pub(crate) subject: String,
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
    /// What an answer to it does, at the foot.
    pub(crate) answering: String,
    /// The shop's name, over the letter.
    pub(crate) shop: String,
    /// The shop's first page.
    pub(crate) home: String,
}

/// A part of a letter. What people typed is on one line each, but for a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// A sentence or two.
    Text(String),
    /// The one thing to do.
    Button(Link),
    /// A sentence and where it leads.
    Aside(String, Link),
    /// A remark at the end.
    Note(String),
    /// Names and values.
    Facts(Vec<Fact>),
    /// What was ordered.
    Bill(Bill),
    /// A few lines under a name.
    Address(String, Vec<String>),
    /// What somebody wrote, line by line.
    Quote(String, Vec<String>),
}

/// Words that lead somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) words: String,
    pub(crate) url: String,
}

/// A name and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) value: String,
    /// Where the value leads.
    pub(crate) url: Option<String>,
}

/// What was ordered and what it costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bill {
    pub(crate) rows: Vec<BillRow>,
    pub(crate) delivery: Fact,
    pub(crate) total: Fact,
}

/// One product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BillRow {
    pub(crate) name: String,
    /// `2 × 1 249,00 AZN`.
    pub(crate) pieces: String,
    pub(crate) subtotal: String,
}

impl Desk<'_> {
    /// A letter to a customer or visitor.
    fn for_customer(&self, subject: &str, title: &str, blocks: Vec<Block>) -> Letter {
        self.letter(subject, title, blocks, &self.texts.common.questions)
    }

    /// A letter to the shop.
    fn for_shop(&self, subject: &str, title: &str, blocks: Vec<Block>) -> Letter {
        self.letter(subject, title, blocks, &self.texts.common.to_customer)
    }

    fn letter(&self, subject: &str, title: &str, blocks: Vec<Block>, answering: &str) -> Letter {
        Letter {
            language: self.language,
            subject: wording::one_line(subject),
            title: title.to_owned(),
            blocks,
            answering: answering.to_owned(),
            shop: self.shop.to_owned(),
            home: self.links.home(self.language),
        }
    }

    /// By name, where it can be one.
    fn greeting(&self, name: &str) -> Block {
        let common = &self.texts.common;
        Block::Text(wording::greetable(name).map_or_else(
            || common.hello.clone(),
            |name| wording::fill(&common.greeting, &[("name", name)]),
        ))
    }

    fn button(words: &str, url: String) -> Block {
        Block::Button(Link {
            words: words.to_owned(),
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

    fn leading(mut self, url: String) -> Self {
        self.url = Some(url);
        self
    }
}
