//! Phones and e-mails of customers, as the desk shows, compares and finds them.

use kit::search::{fold, lowercase};

use crate::{address::Address, order::Line};

/// Country code of Azerbaijan.
const COUNTRY_CODE: &str = "994";

/// Minimum digits of a query for a phone.
const MIN_PHONE_DIGITS: usize = 4;

/// Returns a phone with its country code, as `+994501234567`. A number without a known prefix stays as it is.
pub(crate) fn international_phone(phone: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let with_code = if phone.trim_start().starts_with('+') {
        Some(digits.clone())
    } else if let Some(rest) = digits.strip_prefix("00") {
        Some(rest.to_owned())
    } else if digits.starts_with(COUNTRY_CODE) && digits.len() == 12 {
        Some(digits.clone())
    } else {
        digits
            .strip_prefix('0')
            .filter(|rest| rest.len() == 9)
            .map(|rest| format!("{COUNTRY_CODE}{rest}"))
    };
    match with_code {
        Some(number) if !number.is_empty() => format!("+{number}"),
        _ => digits,
    }
}

/// Returns the last digits of the phones that a query means: at least four digits without other text.
pub(crate) fn phone_query(query: &str) -> Option<String> {
    let is_phone = query
        .chars()
        .all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '+' | '-' | '(' | ')'));
    let digits: String = query.chars().filter(char::is_ascii_digit).collect();
    if !is_phone || digits.len() < MIN_PHONE_DIGITS {
        return None;
    }
    let national = digits
        .strip_prefix("00994")
        .or_else(|| digits.strip_prefix("994").filter(|rest| rest.len() > 5))
        .or_else(|| digits.strip_prefix('0').filter(|rest| rest.len() > 5))
        .unwrap_or(&digits);
    Some(national.to_owned())
}

/// Returns the folded text in which the desk searches: names and e-mail of the customer, names of the products.
pub(crate) fn search_text(shipping: &Address, lines: &[Line]) -> String {
    let person = format!("{} {}", shipping.first_name, shipping.last_name);
    let names = lines
        .iter()
        .flat_map(|line| [&line.name.az, &line.name.ru, &line.name.en]);
    let mut text = vec![fold(&person), email_text(&shipping.email)];
    text.extend(names.map(|name| fold(name)));
    text.dedup();
    text.join("\n")
}

/// Returns an e-mail in lower case; folding would change its letters.
pub(crate) fn email_text(email: &str) -> String {
    lowercase(email.trim()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_the_country_code() {
        for (typed, shown) in [
            ("+994 (50) 019-55-10", "+994500195510"),
            ("050 019 55 10", "+994500195510"),
            ("994500195510", "+994500195510"),
            ("00994500195510", "+994500195510"),
            ("+79161234567", "+79161234567"),
            ("5551234567", "5551234567"),
            ("", ""),
        ] {
            assert_eq!(international_phone(typed), shown, "{typed}");
        }
    }

    #[test]
    fn finds_a_phone_in_any_spelling() {
        let stored = international_phone("050 019 55 10");
        for query in [
            "+994 50 019 55 10",
            "0500195510",
            "994500195510",
            "5510",
            "019-55-10",
        ] {
            let digits = phone_query(query).unwrap();
            assert!(stored.ends_with(&digits), "{query} {digits}");
        }
        for query in ["510", "oak 5510", "SB-5510", "a@5510.az"] {
            assert_eq!(phone_query(query), None, "{query}");
        }
    }
}
