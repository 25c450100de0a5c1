//! E-mail addresses.

use super::TextError;

/// A lower-case e-mail address of at most 254 characters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Parses a trimmed address of ASCII characters that are safe in mail headers, with a dot in its host.
    ///
    /// # Errors
    ///
    /// Fails if the address is missing, too long or malformed.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TextError::Missing);
        }
        if text.chars().count() > 254 {
            return Err(TextError::TooLong);
        }
        let Some((local, host)) = text.split_once('@') else {
            return Err(TextError::Invalid);
        };
        let is_local_valid = !local.is_empty()
            && local.len() <= 64
            && !local.starts_with('.')
            && !local.ends_with('.')
            && !local.contains("..")
            && local
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c));
        let labels = host.split('.');
        let is_host_valid = host.contains('.')
            && labels.clone().all(|label| {
                !label.is_empty()
                    && label.len() <= 63
                    && !label.starts_with('-')
                    && !label.ends_with('-')
                    && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            })
            && labels.clone().next_back().is_some_and(|last| last.len() >= 2);
        if is_local_valid && is_host_valid {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(TextError::Invalid)
        }
    }

    /// Returns the address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Hides the address from logs: it is personal data.
impl std::fmt::Debug for Email {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Email(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_cases_valid_emails_and_rejects_others() {
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
            assert_eq!(Email::parse(wrong), Err(TextError::Invalid), "{wrong}");
        }
        assert_eq!(Email::parse(" "), Err(TextError::Missing));
        assert_eq!(
            Email::parse(&format!("a@{}.az", "b".repeat(260))),
            Err(TextError::TooLong)
        );
    }
}
