//! Normalization of indexed text and queries.
//!
//! Users type Azerbaijani with and without diacritics, and in Cyrillic. Folding maps all text to lower-case Latin: it
//! removes diacritics and transliterates Cyrillic letters by sound. A letter maps to at most one letter, so that a typo is
//! one edit in every alphabet.

/// The combining breve: decomposed й is и with a breve.
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
    for character in lowercase(text) {
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
    text.chars()
        .map(|character| match character {
            'İ' | 'I' | 'ı' => 'i',
            other => other,
        })
        .flat_map(char::to_lowercase)
}

/// Folds a lower-case letter; `None` for signs without a sound.
const fn fold_letter(character: char) -> Option<char> {
    Some(match character {
        // Hard and soft signs, and combining marks of decomposed text.
        'ъ' | 'ь' | '\u{300}'..='\u{36f}' => return None,

        'ə' | 'ё' | 'е' | 'э' => 'e',
        'ş' | 'с' | 'ш' | 'щ' | 'ц' => 's',
        'ç' | 'ч' => 'c',
        'ğ' | 'г' => 'g',
        'и' | 'ы' => 'i',
        'ö' | 'о' => 'o',
        'ü' | 'у' | 'ю' => 'u',

        'а' | 'я' => 'a',
        'б' => 'b',
        'в' => 'v',
        'д' => 'd',
        'ж' => 'j',
        'з' => 'z',
        'й' => 'y',
        'к' => 'k',
        'л' => 'l',
        'м' => 'm',
        'н' => 'n',
        'п' => 'p',
        'р' => 'r',
        'т' => 't',
        'ф' => 'f',
        'х' => 'x',
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn folds_all_spellings_of_a_word_alike() {
        for (written, folded) in [
            // Wardrobe.
            ("şkaf", "skaf"),
            ("skaf", "skaf"),
            ("ŞKAF", "skaf"),
            ("Şkaf", "skaf"),
            ("шкаф", "skaf"),
            ("ШКАФ", "skaf"),
            ("шкафы", "skafi"),
            ("şkaflar", "skaflar"),
            ("skfa", "skfa"),
            // Dotted and dotless i, without a combining dot.
            ("İ", "i"),
            ("I", "i"),
            ("i", "i"),
            ("ı", "i"),
            ("İşıq", "isiq"),
            ("IŞIQ", "isiq"),
            // The other Azerbaijani letters.
            ("əƏ", "ee"),
            ("çÇ", "cc"),
            ("ğĞ", "gg"),
            ("öÖ", "oo"),
            ("üÜ", "uu"),
            ("mətbəx", "metbex"),
            ("MƏTBƏX", "metbex"),
            ("çərçivə", "cercive"),
            ("güzgü", "guzgu"),
            // Cyrillic by sound.
            ("зелёная", "zelenaa"),
            ("зеленая", "zelenaa"),
            ("ещё", "ese"),
            ("щётка", "setka"),
            ("жюри", "juri"),
            ("чай", "cay"),
            ("çay", "cay"),
            ("хол", "xol"),
            ("объём", "obem"),
            ("мебель", "mebel"),
            ("mebel", "mebel"),
            ("цвет", "svet"),
            ("эмаль", "emal"),
            ("ручки", "rucki"),
            // Decomposed texts.
            ("s\u{327}kaf", "skaf"),
            ("I\u{307}", "i"),
            ("u\u{308}", "u"),
            ("е\u{308}", "e"),
            ("чаи\u{306}", "cay"),
            ("g\u{306}", "g"),
            // Unchanged.
            ("SK-101", "sk-101"),
            ("", ""),
        ] {
            assert_eq!(fold(written), folded, "{written}");
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
            ["palid", "skaf", "uc", "qapili"]
        );
        assert_eq!(words("150 × 60 × 210 sm"), ["150", "60", "210", "sm"]);
        assert_eq!(words("qab-qazan"), ["qab", "qazan"]);
        assert_eq!(words("объём"), ["obem"]);
        assert!(words(" \t–!?\u{306} ").is_empty());
    }

    proptest! {
        #[test]
        fn folding_is_idempotent(text in "[a-zA-ZəƏşŞçÇğĞıİöÖüÜа-яА-ЯёЁ0-9 -]{0,40}") {
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
