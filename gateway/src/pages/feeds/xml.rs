//! Writing XML.

use std::io;

use quick_xml::{Writer, events::BytesText};

/// Returns the text without characters that XML cannot have.
fn allowed(text: &str) -> String {
    let is_allowed = |character: &char| {
        matches!(character, '\t' | '\n' | '\r')
            || (*character >= ' ' && !matches!(character, '\u{fffe}' | '\u{ffff}'))
    };
    text.chars().filter(is_allowed).collect()
}

/// Elements of a feed.
pub(super) trait Elements {
    /// Writes an element with a text.
    fn text(&mut self, name: &str, text: &str) -> io::Result<()>;

    /// Writes an element with attributes and a text.
    fn text_with(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) -> io::Result<()>;
}

impl<W: io::Write> Elements for Writer<W> {
    fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.text_with(name, &[], text)
    }

    fn text_with(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) -> io::Result<()> {
        self.create_element(name)
            .with_attributes(attributes.iter().copied())
            .write_text_content(BytesText::new(&allowed(text)))?;
        Ok(())
    }
}

/// Returns the text with at most so many characters.
pub(super) fn shortened(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}
