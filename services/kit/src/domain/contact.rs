//! E-mail addresses and phone numbers.

use super::TextError;

/// An e-mail address, folded to lower case, at most 254 characters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Trims, folds and checks: one `@`, a dotted host, nothing that a mail header could trip over.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TextError::Missing);
        }
        if text.chars().count() > 254 {
            return Err(TextError::TooLong);
        }
        let Some((local, host)) = text.split_once('@') else {
            return Err(TextError::NotText);
        };
        let local_fits = !local.is_empty()
            && local.len() <= 64
            && !local.starts_with('.')
            && !local.ends_with('.')
            && !local.contains("..")
            && local
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c));
        let labels = host.split('.');
        let host_fits = host.contains('.')
            && labels.clone().all(|label| {
                !label.is_empty()
                    && label.len() <= 63
                    && !label.starts_with('-')
                    && !label.ends_with('-')
                    && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            })
            && labels.clone().next_back().is_some_and(|last| last.len() >= 2);
        if local_fits && host_fits {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(TextError::NotText)
        }
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An address is personal: it never shows in logs.
impl std::fmt::Debug for Email {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Email(…)")
    }
}

/// A phone number: an optional `+` and 10 to 15 digits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);

impl Phone {
    /// Checks exactly: an optional `+`, then 10 to 15 digits.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TextError::Missing);
        }
        let digits = text.strip_prefix('+').unwrap_or(text);
        if (10..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(TextError::NotText)
        }
    }

    /// As [`Phone::parse`], once spaces, dashes and brackets are gone.
    pub fn parse_lenient(text: &str) -> Result<Self, TextError> {
        let stripped: String = text
            .chars()
            .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '(' | ')'))
            .collect();
        Self::parse(&stripped)
    }

    /// The number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A number is personal: it never shows in logs.
impl std::fmt::Debug for Phone {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Phone(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_is_folded_and_checked() {
        assert_eq!(
            Email::parse(" Leyla.M+shop@Example.AZ ").unwrap().as_str(),
            "leyla.m+shop@example.az"
        );
        for wrong in [
            "a",
            "@b.az",
            "a@",
            "a@b",
            "a@b.c",
            "a@@b.az",
            "a b@c.az",
            "a@b..az",
            "a@-b.az",
            "a\n@b.az",
            ".a@b.az",
            "a..b@c.az",
        ] {
            assert_eq!(Email::parse(wrong), Err(TextError::NotText), "{wrong}");
        }
        assert_eq!(Email::parse(" "), Err(TextError::Missing));
        assert_eq!(
            Email::parse(&format!("a@{}.az", "b".repeat(260))),
            Err(TextError::TooLong)
        );
    }

    #[test]
    fn a_phone_has_10_to_15_digits() {
        for right in ["0501234567", "+994501234567", "123456789012345"] {
            assert_eq!(Phone::parse(right).unwrap().as_str(), right);
        }
        for wrong in [
            "050123456",
            "1234567890123456",
            "+",
            "050 123 45 67",
            "++994501234567",
            "٠٥٠١٢٣٤٥٦٧",
        ] {
            assert_eq!(Phone::parse(wrong), Err(TextError::NotText), "{wrong}");
        }
        assert_eq!(
            Phone::parse_lenient("+994 (50) 123-45-67").unwrap().as_str(),
            "+994501234567"
        );
    }
}
