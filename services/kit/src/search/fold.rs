//! Normalization of indexed text and queries.
//!
//! Users type Azerbaijani with and without diacritics, and in Cyrillic. Folding maps all text to lower-case Latin: it
//! removes diacritics and transliterates Cyrillic letters by sound. A letter maps to at most one letter, so that a typo is
//! one edit in every alphabet. The web app implements the same rule; `testdata/folding.json` tests both.

use unicode_normalization::UnicodeNormalization as _;

use crate::domain::characters::is_invisible;

/// The combining breve: й is и with a breve.
const BREVE: char = '\u{306}';

/// Returns the folded words of a text, split at characters that are neither letters nor digits.
pub fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Folds a text.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut previous = ' ';
    for character in text.nfd().flat_map(lowercase_letter) {
        if character == BREVE && previous == 'и' {
            folded.pop();
            folded.push('y');
        } else {
            folded.extend(fold_letter(character));
        }
        previous = character;
    }
    folded
}

/// Returns the lower-case characters of a text. The four Azerbaijani letters I, ı, İ and i all become i.
pub fn lowercase(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(lowercase_letter)
}

fn lowercase_letter(letter: char) -> std::char::ToLowercase {
    match letter {
        'İ' | 'I' | 'ı' => 'i',
        other => other,
    }
    .to_lowercase()
}

/// Folds a decomposed lower-case letter; `None` for marks, signs without a sound and invisible characters.
fn fold_letter(character: char) -> Option<char> {
    Some(match character {
        'ъ' | 'ь' | '\u{300}'..='\u{36f}' => return None,

        'ə' | 'е' | 'э' | 'ә' => 'e',
        'с' | 'ш' | 'щ' | 'ц' => 's',
        'ч' | 'ҹ' => 'c',
        // Azerbaijani q is г in Cyrillic, as is the г of Russian words.
        'q' | 'г' | 'ғ' | 'ҝ' => 'g',
        'и' | 'ы' => 'i',
        'о' | 'ө' => 'o',
        'у' | 'ю' | 'ү' => 'u',

        'а' | 'я' => 'a',
        'б' => 'b',
        'в' => 'v',
        'д' => 'd',
        'ж' => 'j',
        'з' => 'z',
        'ј' => 'y',
        'к' => 'k',
        'л' => 'l',
        'м' => 'm',
        'н' => 'n',
        'п' => 'p',
        'р' => 'r',
        'т' => 't',
        'ф' => 'f',
        'х' => 'x',
        'һ' => 'h',
        other if is_invisible(other) => return None,
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(serde::Deserialize)]
    struct Case {
        written: String,
        folded: String,
    }

    #[test]
    fn matches_the_shared_table() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../testdata/folding.json")).unwrap();
        assert!(cases.len() >= 50);
        for case in cases {
            assert_eq!(fold(&case.written), case.folded, "{}", case.written);
        }
    }

    #[test]
    fn folds_the_russian_alphabet() {
        assert_eq!(
            fold("абвгдеёжзийклмнопрстуфхцчшщъыьэюя"),
            "abvgdeejziyklmnoprstufxscssieua"
        );
    }

    #[test]
    fn splits_words_at_characters_other_than_letters_and_digits() {
        assert_eq!(
            words("  Palıd şkaf, üç qapılı! "),
            ["palid", "skaf", "uc", "gapili"]
        );
        assert_eq!(words("150 × 60 × 210 sm"), ["150", "60", "210", "sm"]);
        assert_eq!(words("qab-qazan"), ["gab", "gazan"]);
        assert_eq!(words("объём"), ["obem"]);
        assert!(words(" \t–!?\u{306} ").is_empty());
    }

    proptest! {
        #[test]
        fn folding_is_idempotent(text in "\\PC{0,40}") {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }

        #[test]
        fn ignores_case(text in "[a-zəşçğöüа-яё]{0,20}") {
            prop_assert_eq!(fold(&text.to_uppercase()), fold(&text));
        }

        #[test]
        fn folds_any_text_without_leaving_marks(text in "\\PC*") {
            let has_marks = fold(&text).chars().any(|character| ('\u{300}'..='\u{36f}').contains(&character));
            prop_assert!(!has_marks);
        }
    }
}
