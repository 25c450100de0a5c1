//! Words typed with the keyboard set to the other alphabet.

/// Letters of the keys of a keyboard, from the top left, in English and Russian.
const LATIN: &str = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const CYRILLIC: &str = "йцукенгшщзхъфывапролджэячсмитьбюё";

/// Returns a text as the same keys type it in the other alphabet; `None` if it has letters of both or of none.
pub(super) fn in_other_alphabet(typed: &str) -> Option<String> {
    let typed = typed.to_lowercase();
    let is_latin = typed.chars().any(|letter| letter.is_ascii_alphabetic());
    let is_cyrillic = typed.chars().any(|letter| matches!(letter, 'а'..='я' | 'ё'));
    let (from, to) = match (is_latin, is_cyrillic) {
        (true, false) => (LATIN, CYRILLIC),
        (false, true) => (CYRILLIC, LATIN),
        _ => return None,
    };
    let swapped = typed.chars().map(|letter| {
        from.chars()
            .zip(to.chars())
            .find_map(|(own, other)| (own == letter).then_some(other))
            .unwrap_or(letter)
    });
    Some(swapped.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_keys_type_the_other_alphabet() {
        for (typed, meant) in [
            ("irfa", Some("шкаф")),
            ("IRFA 240", Some("шкаф 240")),
            ("recyz", Some("кусня")),
            ("ce[yz", Some("сухня")),
            ("иутср", Some("bench")),
            ("ыщаф", Some("sofa")),
            ("120 × 60", None),
            ("шкаф oak", None),
        ] {
            assert_eq!(in_other_alphabet(typed).as_deref(), meant, "{typed}");
        }
        assert_eq!(LATIN.chars().count(), CYRILLIC.chars().count());
    }
}
