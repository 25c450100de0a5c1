//! Formatting of names, amounts and times in e-mails.

use kit::{
    calendar::BAKU,
    domain::{Language, Money},
};
use time::{Date, Duration, OffsetDateTime};

/// Maximum length of a name in a greeting, in characters.
const MAX_NAME_LENGTH: usize = 40;

const HALF_HOUR_SECONDS: i64 = 30 * 60;

const MONTHS_AZ: [&str; 12] = [
    "yanvar", "fevral", "mart", "aprel", "may", "iyun", "iyul", "avqust", "sentyabr", "oktyabr", "noyabr",
    "dekabr",
];
const MONTHS_RU: [&str; 12] = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
];
const MONTHS_EN: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Fills the placeholders (`{number}`) of a text. Does not expand placeholders in the values.
pub(crate) fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
            filled.push_str(value);
        } else {
            filled.extend(["{", name, "}"]);
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// Converts user input to one line, without control and bidirectional formatting characters.
pub(crate) fn one_line(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|character| {
            if character.is_whitespace() || character.is_control() {
                ' '
            } else {
                character
            }
        })
        .filter(|character| !is_bidi_control(*character))
        .collect();
    plain
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Splits user input into lines, each as by [`one_line`].
pub(crate) fn lines(text: &str) -> Vec<String> {
    text.lines().map(one_line).collect()
}

/// Returns whether a character changes the text direction, which could spoof the visible text.
const fn is_bidi_control(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns the name if it is safe in a greeting. Anyone can register a foreign address with an advertisement as name.
pub(crate) fn safe_name(name: &str) -> Option<&str> {
    let is_safe = !name.is_empty()
        && name.chars().count() <= MAX_NAME_LENGTH
        && name
            .chars()
            .all(|character| character.is_alphabetic() || matches!(character, ' ' | '-' | '\'' | '’'));
    is_safe.then_some(name)
}

/// Formats an amount: `1 249,00 AZN` in az and ru, `1,249.00 AZN` in en.
pub(crate) fn amount(money: Money, language: Language) -> String {
    let (group, point) = match language {
        Language::Az | Language::Ru => ('\u{a0}', ','),
        Language::En => (',', '.'),
    };
    let digits = (money.minor() / 100).to_string();
    let mut units = String::with_capacity(digits.len() + 4);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            units.push(group);
        }
        units.push(digit);
    }
    format!("{units}{point}{:02}\u{a0}AZN", money.minor() % 100)
}

/// Formats a time in Baku: `21 November 2026, 16:40`.
pub(crate) fn date_time(at: OffsetDateTime, language: Language) -> String {
    let at = at.to_offset(BAKU);
    format!(
        "{}, {:02}:{:02}",
        date(at.date(), language),
        at.hour(),
        at.minute()
    )
}

/// Returns the first full or half hour from a time on: nobody plans a call for 12:44.
pub(crate) fn next_half_hour(at: OffsetDateTime) -> OffsetDateTime {
    let past = Duration::seconds(at.unix_timestamp().rem_euclid(HALF_HOUR_SECONDS));
    let begun = at - Duration::nanoseconds(i64::from(at.nanosecond()));
    if past.is_zero() && begun == at {
        return at;
    }
    begun - past + Duration::seconds(HALF_HOUR_SECONDS)
}

/// Formats a day: `21 November 2026`.
pub(crate) fn date(on: Date, language: Language) -> String {
    let months = match language {
        Language::Az => MONTHS_AZ,
        Language::Ru => MONTHS_RU,
        Language::En => MONTHS_EN,
    };
    let month = months
        .get(usize::from(u8::from(on.month())) - 1)
        .copied()
        .unwrap_or_default();
    format!("{} {month} {}", on.day(), on.year())
}

/// Formats the days from one to another: `25–27 November 2026`, `30 November – 2 December 2026`.
pub(crate) fn days((first, last): (Date, Date), language: Language) -> String {
    let end = date(last, language);
    if first == last {
        return end;
    }
    if (first.year(), first.month()) == (last.year(), last.month()) {
        return format!("{}–{end}", first.day());
    }
    let start = date(first, language);
    let year = format!(" {}", last.year());
    format!("{} – {end}", start.strip_suffix(&year).unwrap_or(&start))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn fills_placeholders_once() {
        let filled = fill("{a} and {b}", &[("a", "{b}"), ("b", "x")]);
        assert_eq!(filled, "{b} and x");
        assert_eq!(fill("{unknown} {", &[]), "{unknown} {");
    }

    #[test]
    fn next_half_hour_rounds_up() {
        let half = datetime!(2026-11-24 08:30 UTC);
        assert_eq!(next_half_hour(half), half);
        for at in [
            datetime!(2026-11-24 08:00:00.5 UTC),
            datetime!(2026-11-24 08:00:01 UTC),
            datetime!(2026-11-24 08:29:59 UTC),
        ] {
            assert_eq!(next_half_hour(at), half, "{at}");
        }
    }

    #[test]
    fn keeps_user_input_on_one_line() {
        assert_eq!(
            one_line(" Leyla\r\nBcc: all@example.com\t\u{202E}x\u{0}"),
            "Leyla Bcc: all@example.com x"
        );
        assert_eq!(lines("one\r\n\r\n two\u{7}\n"), ["one", "", "two"]);
    }

    proptest! {
        #[test]
        fn one_line_has_no_control_characters(text in any::<String>()) {
            prop_assert!(!one_line(&text).chars().any(char::is_control));
        }
    }

    #[test]
    fn accepts_only_safe_names() {
        for name in ["Leyla", "Şəhla Nur-Əli", "Анна Мария", "O’Neill"] {
            assert_eq!(safe_name(name), Some(name));
        }
        for name in [
            "",
            "visit evil.example",
            "http://x",
            "Win 1000",
            "a@b",
            &"a".repeat(41),
        ] {
            assert_eq!(safe_name(name), None, "{name}");
        }
    }

    #[test]
    fn formats_amounts_by_language() {
        let amount = |minor, language| amount(Money::from_minor(minor).unwrap(), language);
        assert_eq!(amount(124_900, Language::Az), "1\u{a0}249,00\u{a0}AZN");
        assert_eq!(amount(124_900, Language::En), "1,249.00\u{a0}AZN");
        assert_eq!(
            amount(123_456_789, Language::Ru),
            "1\u{a0}234\u{a0}567,89\u{a0}AZN"
        );
        assert_eq!(amount(5, Language::En), "0.05\u{a0}AZN");
        assert_eq!(amount(99_999, Language::En), "999.99\u{a0}AZN");
    }

    #[test]
    fn formats_days_without_repeating_month_and_year() {
        let days = |first, last| days((first, last), Language::En);
        let last = date!(2026 - 12 - 02);
        assert_eq!(days(last, last), "2 December 2026");
        assert_eq!(days(date!(2026 - 12 - 01), last), "1–2 December 2026");
        assert_eq!(days(date!(2026 - 11 - 30), last), "30 November – 2 December 2026");
        assert_eq!(
            days(date!(2026 - 12 - 31), date!(2027 - 01 - 04)),
            "31 December 2026 – 4 January 2027"
        );
    }

    #[test]
    fn formats_times_in_baku() {
        let at = datetime!(2026-12-31 21:05 UTC);
        assert_eq!(date_time(at, Language::Az), "1 yanvar 2027, 01:05");
        assert_eq!(date_time(at, Language::Ru), "1 января 2027, 01:05");
        assert_eq!(date_time(at, Language::En), "1 January 2027, 01:05");
    }
}
