//! Rendering as HTML and text. The HTML uses tables and inline styles, for old mail clients.

use askama::Template;

use super::{
    Block, Email, Fact, Link,
    items::{Items, Sums},
};

#[derive(Template)]
#[template(path = "email.html")]
struct Html<'a> {
    email: &'a Email,
}

#[derive(Template)]
#[template(path = "email.txt", whitespace = "suppress")]
struct Text<'a> {
    email: &'a Email,
}

impl Email {
    /// Renders the HTML part.
    pub(crate) fn html(&self) -> Result<String, askama::Error> {
        Html { email: self }.render()
    }

    /// Renders the text part.
    pub(crate) fn text(&self) -> Result<String, askama::Error> {
        Text { email: self }.render()
    }

    /// Returns the preview text that mail clients show beside the subject: the first paragraph.
    fn preview(&self) -> &str {
        let text = self.blocks.iter().find_map(|block| match block {
            Block::Text(text) => Some(text.as_str()),
            _ => None,
        });
        text.unwrap_or_default()
    }

    /// Returns the host of the home page.
    fn home_host(&self) -> &str {
        let rest = self
            .home
            .split_once("://")
            .map_or(self.home.as_str(), |(_, rest)| rest);
        rest.split_once('/').map_or(rest, |(host, _)| host)
    }
}

impl Fact {
    /// Returns the URL for the text part; `None` if the value shows it (`tel:`, `mailto:`).
    fn text_url(&self) -> Option<&str> {
        self.url.as_deref().filter(|url| url.starts_with("http"))
    }
}
