//! Phone numbers.

use super::{
    TextError,
    characters::{is_closing, is_opening, is_separator},
};

/// Country code of Azerbaijan.
const COUNTRY_CODE: &str = "994";

/// Number of digits of a phone in Azerbaijan, without the country code and the zero before it.
const NATIONAL_DIGITS: usize = 9;

/// Minimum number of digits of a search for a phone.
const MIN_QUERY_DIGITS: usize = 4;

/// Digits that a search keeps at least when it drops a country code or a zero.
const MIN_REMAINING_DIGITS: usize = 6;

/// A phone number: an optional `+` and 10 to 15 digits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);

impl Phone {
    /// Parses a number in any spelling. Spaces, dashes, dots, slashes, brackets and invisible characters between the digits
    /// are ignored, and so is a zero after the country code. `0` and nine digits are a number of Azerbaijan.
    ///
    /// The web app implements the same rule; `testdata/phones.json` tests both.
    ///
    /// # Errors
    ///
    /// Fails if the number is missing or has another character or number of digits.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let typed = Typed::read(text).ok_or(TextError::Invalid)?;
        if !typed.has_plus && typed.digits.is_empty() {
            return Err(TextError::Missing);
        }
        let number = typed.normalize();
        let digits = number.trim_start_matches('+').len();
        if (10..=15).contains(&digits) {
            Ok(Self(number))
        } else {
            Err(TextError::Invalid)
        }
    }

    /// Returns the number.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the number as people read it: `050 012 34 56` for numbers of Azerbaijan, others as they are.
    ///
    /// The web app writes numbers the same way (`web/shared/forms/phone.ts`).
    pub fn grouped(&self) -> String {
        let national = self
            .0
            .strip_prefix('+')
            .and_then(|digits| digits.strip_prefix(COUNTRY_CODE));
        let groups = national
            .filter(|national| national.len() == NATIONAL_DIGITS)
            .and_then(|national| {
                let (operator, rest) = national.split_at_checked(2)?;
                let (first, rest) = rest.split_at_checked(3)?;
                let (second, third) = rest.split_at_checked(2)?;
                Some(format!("0{operator} {first} {second} {third}"))
            });
        groups.unwrap_or_else(|| self.0.clone())
    }

    /// Converts into the number.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Hides the number from logs: it is personal data.
impl std::fmt::Debug for Phone {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Phone(…)")
    }
}

/// Returns the last digits of the phones that a query means, without the country code of Azerbaijan; `None` if it has
/// fewer than four digits or characters that no phone has.
pub fn phone_query(query: &str) -> Option<String> {
    let typed = Typed::read(query).filter(|typed| typed.digits.len() >= MIN_QUERY_DIGITS)?;
    let number = typed.normalize();
    let digits = number.trim_start_matches('+');
    let is_long = |rest: &&str| rest.len() >= MIN_REMAINING_DIGITS;
    let digits = digits
        .strip_prefix(COUNTRY_CODE)
        .filter(is_long)
        .unwrap_or(digits);
    let national = Some(digits.trim_start_matches('0')).filter(is_long);
    Some(national.unwrap_or(digits).to_owned())
}

/// Returns the number of digits of a word that can be a part of a phone; `None` if it has a character that no phone has.
pub(crate) fn phone_part_digits(word: &str) -> Option<usize> {
    Typed::read(word).map(|typed| typed.digits.len())
}

/// The digits of a typed number.
struct Typed {
    has_plus: bool,
    digits: String,
}

impl Typed {
    /// Reads the digits, without a `(0)` after the country code. `None` if the text has another character.
    fn read(text: &str) -> Option<Self> {
        let mut typed = Self {
            has_plus: false,
            digits: String::new(),
        };
        // Number of digits before the open bracket.
        let mut opened = None;
        for character in text.chars() {
            match character {
                '0'..='9' => typed.digits.push(character),
                '+' if !typed.has_plus && typed.digits.is_empty() => typed.has_plus = true,
                _ if is_opening(character) => opened = Some(typed.digits.len()),
                _ if is_closing(character) => {
                    if opened.take().is_some_and(|start| typed.is_trunk_zero(start)) {
                        typed.digits.pop();
                    }
                }
                _ if is_separator(character) => {}
                _ => return None,
            }
        }
        Some(typed)
    }

    /// Whether the digits are a country code of `length` digits and a zero.
    fn is_trunk_zero(&self, length: usize) -> bool {
        let Some((before, "0")) = self.digits.split_at_checked(length) else {
            return false;
        };
        let code = before.strip_prefix("00").unwrap_or(before);
        (1..=3).contains(&code.len()) && !code.starts_with('0')
    }

    /// Returns the number with its country code, as far as it is known: a `+` and digits, or the digits as they are.
    fn normalize(&self) -> String {
        let (is_international, number) = match self.digits.strip_prefix("00") {
            Some(rest) => (true, rest.trim_start_matches('0')),
            None => (self.has_plus, self.digits.as_str()),
        };
        if let Some(national) = number.strip_prefix('0')
            && national.len() == NATIONAL_DIGITS
        {
            return format!("+{COUNTRY_CODE}{national}");
        }
        if let Some(national) = number.strip_prefix(COUNTRY_CODE) {
            let national = national.trim_start_matches('0');
            if is_international || national.len() == NATIONAL_DIGITS {
                return format!("+{COUNTRY_CODE}{national}");
            }
        }
        let sign = if is_international { "+" } else { "" };
        format!("{sign}{number}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(serde::Deserialize)]
    struct Case {
        typed: String,
        phone: Option<String>,
    }

    fn parse(typed: &str) -> Option<String> {
        Phone::parse(typed).ok().map(Phone::into_string)
    }

    #[test]
    fn matches_the_shared_table() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../testdata/phones.json")).unwrap();
        assert!(cases.len() >= 60);
        for case in cases {
            assert_eq!(parse(&case.typed), case.phone, "{:?}", case.typed);
        }
    }

    #[test]
    fn groups_the_digits_of_numbers_of_azerbaijan() {
        let grouped = |typed: &str| Phone::parse(typed).map(|phone| phone.grouped());
        for typed in ["0557001234", "+994 55 7001234", "00994557001234"] {
            assert_eq!(grouped(typed).as_deref(), Ok("055 700 12 34"), "{typed}");
        }
        for foreign in ["+79161234567", "+9945570012345"] {
            assert_eq!(grouped(foreign).as_deref(), Ok(foreign));
        }
    }

    #[test]
    fn distinguishes_missing_and_invalid_numbers() {
        for missing in ["", " ", "\u{200b}", "-"] {
            assert_eq!(Phone::parse(missing), Err(TextError::Missing), "{missing:?}");
        }
        for invalid in ["+", "12", "qapı"] {
            assert_eq!(Phone::parse(invalid), Err(TextError::Invalid), "{invalid:?}");
        }
    }

    #[test]
    fn queries_find_a_phone_by_its_last_digits_in_any_spelling() {
        let stored = parse("050 019 55 10").unwrap();
        for query in [
            "+994 50 019 55 10",
            "+994 (0)50 019–55–10",
            "00994500195510",
            "0500195510",
            "050/019.55.10",
            "994500195510",
            "994 0 50 019 55 10",
            "500195510",
            "00195510",
            "5510",
            "019-55-10",
            "\u{202a}019\u{a0}55\u{2212}10\u{202c}",
        ] {
            let digits = phone_query(query).unwrap();
            assert!(stored.ends_with(&digits), "{query:?} {digits}");
        }
        for query in ["", "510", "oak 5510", "SB-5510", "a@5510.az", "55+10", "+994"] {
            assert_eq!(phone_query(query), None, "{query}");
        }
    }

    proptest! {
        #[test]
        fn parsing_is_idempotent(typed in "[+0-9 ()-]{0,24}") {
            if let Some(phone) = parse(&typed) {
                prop_assert_eq!(parse(&phone), Some(phone.clone()));
                let digits = phone.strip_prefix('+').unwrap_or(&phone);
                prop_assert!((10..=15).contains(&digits.len()), "{}", phone);
                prop_assert!(digits.bytes().all(|byte| byte.is_ascii_digit()), "{}", phone);
            }
        }

        #[test]
        fn separators_do_not_change_the_number(
            digits in "[0-9]{1,16}",
            has_plus in any::<bool>(),
            gaps in prop::collection::vec(
                prop::sample::select(vec![
                    "", " ", "-", ".", "/", "\u{a0}", "\u{2009}", "\u{2013}", "\u{2212}", "\u{ad}", "\u{200b}", "\u{202a}",
                    "\u{2069}", "\u{feff}", "\\", ")", "\t",
                ]),
                17,
            ),
        ) {
            let sign = if has_plus { "+" } else { "" };
            let (first, rest) = gaps.split_first().unwrap();
            let spread: String = digits.chars().zip(rest).flat_map(|(digit, gap)| [digit.to_string(), (*gap).to_owned()]).collect();
            prop_assert_eq!(parse(&format!("{first}{sign}{first}{spread}")), parse(&format!("{sign}{digits}")));
        }

        #[test]
        fn other_characters_are_refused(digits in "[0-9]{10,12}", place in 1..10_usize, other in "[a-zə;,+*#@:&=٣_'\"]") {
            let (before, after) = digits.split_at(place);
            prop_assert_eq!(parse(&format!("{before}{other}{after}")), None);
        }

        #[test]
        fn last_digits_find_the_number(digits in "[1-9][0-9]{8}", count in 4..=9_usize) {
            let phone = parse(&format!("0{digits}")).unwrap();
            let last: String = digits.chars().skip(9 - count).collect();
            prop_assert!(phone.ends_with(&phone_query(&last).unwrap()));
        }
    }
}
