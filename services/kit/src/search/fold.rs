//! One spelling for words that people write in many: the same fold for what is indexed and what is asked for.
//!
//! Azerbaijani is typed with and without its own letters, and in Cyrillic by many. So all text becomes lower-case
//! Latin: our letters lose their marks, Cyrillic letters become the Latin letter of their sound. One letter stays one
//! letter at most, so that a slip of the finger is one edit in every alphabet.

/// The combining breve, which makes й of и where a text comes decomposed.
const BREVE: char = '\u{306}';

/// The words of a text, folded. What is neither a letter nor a digit parts words.
pub fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A text in folded spelling.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut before = ' ';
    for character in text.chars().flat_map(char::to_lowercase) {
        if character == BREVE && before == 'и' {
            folded.pop();
            folded.push('y');
        } else {
            folded.extend(letter(character));
        }
        before = character;
    }
    folded
}

/// What a lower-case letter becomes; nothing for signs that have no sound of their own.
const fn letter(character: char) -> Option<char> {
    Some(match character {
        // Signs without a sound, and combining marks: the rest of a lower-cased İ, or of our letters where a text comes
        // decomposed.
        'ъ' | 'ь' | '\u{300}'..='\u{36f}' => return None,

        'ə' | 'ё' | 'е' | 'э' => 'e',
        'ş' | 'с' | 'ш' | 'щ' | 'ц' => 's',
        'ç' | 'ч' => 'c',
        'ğ' | 'г' => 'g',
        'ı' | 'и' | 'ы' => 'i',
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
    fn one_word_in_every_spelling() {
        for (written, folded) in [
            // The wardrobe, however it is typed.
            ("şkaf", "skaf"),
            ("skaf", "skaf"),
            ("ŞKAF", "skaf"),
            ("Şkaf", "skaf"),
            ("шкаф", "skaf"),
            ("ШКАФ", "skaf"),
            ("шкафы", "skafi"),
            ("şkaflar", "skaflar"),
            ("skfa", "skfa"),
            // The two letters i: neither becomes a letter with a loose dot.
            ("İ", "i"),
            ("I", "i"),
            ("i", "i"),
            ("ı", "i"),
            ("İşıq", "isiq"),
            ("IŞIQ", "isiq"),
            // Our other letters, small and capital.
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
            // Texts that come decomposed.
            ("s\u{327}kaf", "skaf"),
            ("I\u{307}", "i"),
            ("u\u{308}", "u"),
            ("е\u{308}", "e"),
            ("чаи\u{306}", "cay"),
            ("g\u{306}", "g"),
            // What is none of ours stays.
            ("SK-101", "sk-101"),
            ("", ""),
        ] {
            assert_eq!(fold(written), folded, "{written}");
        }
    }

    #[test]
    fn the_whole_russian_alphabet_has_a_sound_or_none() {
        assert_eq!(
            fold("абвгдеёжзийклмнопрстуфхцчшщъыьэюя"),
            "abvgdeejziyklmnoprstufxscssieua"
        );
    }

    #[test]
    fn words_are_parted_by_what_is_no_letter_or_digit() {
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
        fn a_folded_text_stays_as_it_is(text in "[a-zA-ZəƏşŞçÇğĞıİöÖüÜа-яА-ЯёЁ0-9 -]{0,40}") {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }

        #[test]
        fn capitals_make_no_difference(text in "[a-zəşçğöüа-яё]{0,20}") {
            prop_assert_eq!(fold(&text.to_uppercase()), fold(&text));
        }

        #[test]
        fn any_text_can_be_folded(text in "\\PC*") {
            let has_marks = fold(&text).chars().any(|character| ('\u{300}'..='\u{36f}').contains(&character));
            prop_assert!(!has_marks);
        }
    }
}
