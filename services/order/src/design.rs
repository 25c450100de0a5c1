//! Designs of lines, as customers accepted them.

/// Maximum number of characters of the sentence by which a customer confirms a size.
const MAX_CONFIRMED: usize = 300;

/// The design of a line with the sentence by which the customer confirmed its size. Neither changes after the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineDesign {
    code: String,
    confirmed_text: String,
}

impl LineDesign {
    /// Parses the design of an accepted offer; `None` for a text that is no code, and for a size that is not confirmed in 1 to 300
    /// characters.
    pub(crate) fn parse(code: &str, confirmed_text: String) -> Option<Self> {
        let design = rules::Design::from_code(code).ok()?;
        let is_confirmed = (1..=MAX_CONFIRMED).contains(&confirmed_text.chars().count());
        is_confirmed.then(|| Self {
            code: design.code(),
            confirmed_text,
        })
    }

    /// Returns the design of a stored line. Its code may be of rules that this version does not know any more.
    pub(crate) const fn stored(code: String, confirmed_text: String) -> Self {
        Self { code, confirmed_text }
    }

    /// Returns the code, which names the versions of rules and prices.
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// Returns the sentence by which the customer confirmed the size.
    pub(crate) fn confirmed_text(&self) -> &str {
        &self.confirmed_text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NICHE: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";

    #[test]
    fn parses_codes_whose_size_is_confirmed() {
        let text = || "Ölçünü təsdiqləyirəm: divar arası 243 × 62 × 262 sm".to_owned();
        let design = LineDesign::parse(NICHE, text()).unwrap();
        assert_eq!((design.code(), design.confirmed_text()), (NICHE, text().as_str()));
        assert_eq!(LineDesign::parse(&NICHE.replace("PJs", "PJt"), text()), None);
        assert_eq!(LineDesign::parse("", text()), None);
        for unconfirmed in [String::new(), "ə".repeat(301)] {
            assert_eq!(LineDesign::parse(NICHE, unconfirmed), None);
        }
        assert!(LineDesign::parse(NICHE, "ə".repeat(300)).is_some());
    }
}
