//! Prepared texts for messages to customers.

use kit::{domain::LocalizedText, vocabulary::inquiry::TemplateChannel};
use time::OffsetDateTime;

/// Names of the values that a text may contain in braces.
const PLACEHOLDERS: [&str; 4] = ["name", "product", "link", "me"];

/// Maximum length of a code.
const MAX_CODE_LENGTH: usize = 40;

/// A prepared text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) code: String,
    pub(crate) channel: TemplateChannel,
    pub(crate) name: LocalizedText,
    pub(crate) subject: LocalizedText,
    pub(crate) text: LocalizedText,
    pub(crate) version: i64,
    pub(crate) changed_by: Option<String>,
    pub(crate) changed_at: OffsetDateTime,
}

/// Whether a text is a code.
pub(crate) fn is_code(code: &str) -> bool {
    (1..=MAX_CODE_LENGTH).contains(&code.len())
        && code
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

/// Whether all braces of a text are those of known placeholders.
pub(crate) fn has_known_placeholders(text: &str) -> bool {
    let mut parts = text.split('{');
    let is_closed = |part: &str| !part.contains('}');
    parts.next().is_none_or(is_closed)
        && parts.all(|part| {
            part.split_once('}')
                .is_some_and(|(name, rest)| PLACEHOLDERS.contains(&name) && is_closed(rest))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_known_placeholders_only() {
        for (text, is_valid) in [
            ("", true),
            ("Salam, {name}! {product}: {link} {me}", true),
            ("{name}{name}", true),
            ("{price}", false),
            ("{Name}", false),
            ("{}", false),
            ("{name", false),
            ("name}", false),
            ("{{name}}", false),
            ("{name}}", false),
        ] {
            assert_eq!(has_known_placeholders(text), is_valid, "{text}");
        }
    }

    #[test]
    fn codes_are_short_and_of_few_characters() {
        let longest = "x".repeat(40);
        for code in ["price_ready", "a", "0", &longest] {
            assert!(is_code(code), "{code}");
        }
        let too_long = "x".repeat(41);
        for code in ["", "Price", "a-b", "ə", "a b", &too_long] {
            assert!(!is_code(code), "{code}");
        }
    }
}
