//! A letter's two parts. The HTML is plain enough for old mail programs: tables, styles on each element, no pictures.

use askama::Template;

use super::{Bill, BillRow, Block, Fact, Letter, Link};

#[derive(Template)]
#[template(path = "letter.html")]
struct Html<'a> {
    letter: &'a Letter,
}

#[derive(Template)]
#[template(path = "letter.txt", whitespace = "suppress")]
struct Text<'a> {
    letter: &'a Letter,
}

impl Letter {
    /// For programs that show HTML.
    pub(crate) fn html(&self) -> Result<String, askama::Error> {
        Html { letter: self }.render()
    }

    /// For all others, and for those who prefer it.
    pub(crate) fn text(&self) -> Result<String, askama::Error> {
        Text { letter: self }.render()
    }

    /// What a mailbox shows beside the subject: what comes after the greeting.
    fn preview(&self) -> &str {
        let texts = self.blocks.iter().rev().find_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.unwrap_or_default()
    }

    /// The shop's address without what all addresses have.
    fn home_shown(&self) -> &str {
        let shown = self
            .home
            .split_once("://")
            .map_or(self.home.as_str(), |(_, rest)| rest);
        shown.split_once('/').map_or(shown, |(host, _)| host)
    }
}

impl Fact {
    /// Where the value leads, for readers who cannot press it: only what the value itself does not say.
    fn page(&self) -> Option<&str> {
        self.url.as_deref().filter(|url| url.starts_with("http"))
    }
}
