//! The street of an address, without what leads to a door.

/// Words before or after the number of a house, a flat and the like, in lower case and without a point.
const DOOR_WORDS: &[&str] = &[
    "ev",
    "bina",
    "blok",
    "mənzil",
    "mən",
    "giriş",
    "mərtəbə",
    "korpus",
    "дом",
    "д",
    "корпус",
    "корп",
    "кв",
    "квартира",
    "подъезд",
    "этаж",
    "стр",
    "строение",
    "house",
    "building",
    "bldg",
    "block",
    "flat",
    "apartment",
    "apt",
    "floor",
    "entrance",
    "no",
    "№",
    "#",
];

/// Returns the street of a typed address: what precedes the first number and the first comma. A leading name of the city is
/// skipped. Empty if the street cannot be told from the rest, as with a street whose name begins with a number.
pub(crate) fn without_house(typed: &str, city: &str) -> String {
    let parts = typed.split([',', ';', '\n']).map(str::trim);
    let part = parts
        .into_iter()
        .find(|part| !part.is_empty() && !is_city(part, city));
    let words = part.unwrap_or_default().split_whitespace();
    let mut street: Vec<&str> = words
        .take_while(|word| !word.contains(|c: char| c.is_numeric()))
        .collect();
    while street.last().is_some_and(|word| is_door_word(word)) {
        street.pop();
    }
    // A word of a door in the middle: its number is spelt out. A letter is an initial.
    if street
        .iter()
        .any(|word| word.chars().count() > 2 && is_door_word(word))
    {
        return String::new();
    }
    street.join(" ")
}

fn is_city(part: &str, city: &str) -> bool {
    let part = part.to_lowercase();
    part == city.trim().to_lowercase() || ["г.", "ş."].iter().any(|prefix| part.starts_with(prefix))
}

fn is_door_word(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ':']).to_lowercase();
    DOOR_WORDS.contains(&word.as_str())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keeps_the_street_only() {
        for (typed, shown) in [
            ("Nizami küçəsi 12", "Nizami küçəsi"),
            ("Nizami küçəsi, 12, mənzil 4", "Nizami küçəsi"),
            ("Bakı, Nizami küçəsi 12", "Nizami küçəsi"),
            ("г. Баку, ул. Низами, д. 12, кв. 5", "ул. Низами"),
            ("ул. Д. Бунятзаде 3", "ул. Д. Бунятзаде"),
            ("ул. Низами д. 12", "ул. Низами"),
            ("Azadlıq prospekti 5A", "Azadlıq prospekti"),
            ("M. Füzuli küç. ev 7", "M. Füzuli küç."),
            ("Nizami Street, flat 3", "Nizami Street"),
            ("Nizami mənzil otuz", ""),
            ("28 May küçəsi 12", ""),
            ("12", ""),
            ("", ""),
        ] {
            assert_eq!(without_house(typed, "Bakı"), shown, "{typed}");
        }
    }

    proptest! {
        #[test]
        fn shows_no_number(typed in ".{0,200}", city in ".{0,20}") {
            prop_assert!(!without_house(&typed, &city).contains(char::is_numeric));
        }
    }
}
