//! Terms of searches without a result.

use kit::search::words;

/// Maximum length of a stored term, in characters.
const MAX_LENGTH: usize = 60;

/// Returns the folded term under which a search is counted; `None` if it may tell about a person, such as an e-mail or a
/// phone, or has no letters.
pub(crate) fn term(typed: &str) -> Option<String> {
    let digits = typed.chars().filter(char::is_ascii_digit).count();
    let folded = words(typed).join(" ");
    let is_kept = !typed.contains('@') && digits < 5 && folded.chars().any(char::is_alphabetic);
    let folded: String = folded.chars().take(MAX_LENGTH).collect();
    is_kept.then(|| folded.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_folded_and_tell_nothing_about_people() {
        for (typed, expected) in [
            (" Künc  DİVAN ", Some("kunc divan")),
            ("диван 90 см", Some("divan 90 sm")),
            ("SK-101", Some("sk 101")),
            ("leyla@example.com", None),
            ("050 123 45 67", None),
            ("Leyla 0501234567", None),
            ("120", None),
            ("?!", None),
        ] {
            assert_eq!(term(typed).as_deref(), expected, "{typed}");
        }
        assert_eq!(term(&"a".repeat(100)).map(|term| term.len()), Some(MAX_LENGTH));
    }
}
