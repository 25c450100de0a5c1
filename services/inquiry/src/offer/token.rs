//! Tokens of the customer's page.

use kit::keys::{InvalidKeys, Keys};

/// Length of a signature in base64: 16 bytes.
const SIGNATURE_LENGTH: usize = 22;

/// Keys that sign the tokens of offers: the first signs, both verify.
#[derive(Debug, Clone)]
pub struct OfferKeys(Keys);

impl std::str::FromStr for OfferKeys {
    type Err = InvalidKeys;

    fn from_str(text: &str) -> Result<Self, InvalidKeys> {
        text.parse().map(Self)
    }
}

impl OfferKeys {
    /// Returns the token of an offer, good for all its revisions: the number, a dot and the signature.
    pub(crate) fn sign(&self, number: &str) -> String {
        format!("{number}.{}", self.0.sign_short(&message(number)))
    }

    /// Returns the number of a valid token.
    pub(crate) fn verify<'token>(&self, token: &'token str) -> Option<&'token str> {
        let (number, signature) = token.split_once('.')?;
        let is_valid = signature.len() == SIGNATURE_LENGTH
            && self.0.verify_short(&message(number), signature.as_bytes());
        is_valid.then_some(number)
    }
}

fn message(number: &str) -> Vec<u8> {
    format!("offer:{number}").into_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";
    const NUMBER: &str = "ST-0M4K7Q2X";

    fn keys(text: &str) -> OfferKeys {
        text.parse().unwrap()
    }

    #[test]
    fn verifies_tokens_of_both_keys() {
        let token = keys(OLD).sign(NUMBER);
        assert_eq!(token.len(), NUMBER.len() + 1 + SIGNATURE_LENGTH);
        assert_eq!(keys(OLD).verify(&token), Some(NUMBER));
        assert_eq!(keys(&format!("{NEW},{OLD}")).verify(&token), Some(NUMBER));
        assert_eq!(keys(NEW).verify(&token), None);
        assert_ne!(keys(&format!("{NEW},{OLD}")).sign(NUMBER), token);
    }

    proptest! {
        #[test]
        fn rejects_changed_tokens(place in 0..34_usize, letter in "[0-9A-Za-z_.-]") {
            let token = keys(OLD).sign(NUMBER);
            let mut changed = token.clone();
            changed.replace_range(place..=place, &letter);
            let expected = (changed == token).then_some(NUMBER);
            prop_assert_eq!(keys(OLD).verify(&changed), expected);
        }

        #[test]
        fn rejects_any_other_text(text in ".{0,60}") {
            prop_assert_eq!(keys(OLD).verify(&text), None);
        }
    }
}
