//! Tokens of links that open a record without a session.
//!
//! A token is the number of the record, a dot and the signature of kind and number. It is derived, so that nothing of it is
//! stored, and dies with its key.

use crate::keys::Keys;

/// Length of a signature in base64: 16 bytes.
const SIGNATURE_LENGTH: usize = 22;

/// Returns the token of a record. `kind` keeps the tokens of different kinds of records apart.
pub fn sign(keys: &Keys, kind: &str, number: &str) -> String {
    format!("{number}.{}", keys.sign_short(&message(kind, number)))
}

/// Returns the number of a valid token of this kind.
pub fn verify<'token>(keys: &Keys, kind: &str, token: &'token str) -> Option<&'token str> {
    let (number, signature) = token.split_once('.')?;
    let is_valid = signature.len() == SIGNATURE_LENGTH
        && keys.verify_short(&message(kind, number), signature.as_bytes());
    is_valid.then_some(number)
}

fn message(kind: &str, number: &str) -> Vec<u8> {
    format!("{kind}:{number}").into_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OLD: &str = "0123456789abcdef0123456789abcdef";
    const NEW: &str = "fedcba9876543210fedcba9876543210";
    const NUMBER: &str = "ST-0M4K7Q2X";

    fn keys(text: &str) -> Keys {
        text.parse().unwrap()
    }

    #[test]
    fn verifies_tokens_of_both_keys() {
        let token = sign(&keys(OLD), "offer", NUMBER);
        assert_eq!(token.len(), NUMBER.len() + 1 + SIGNATURE_LENGTH);
        assert_eq!(verify(&keys(OLD), "offer", &token), Some(NUMBER));
        let both = keys(&format!("{NEW},{OLD}"));
        assert_eq!(verify(&both, "offer", &token), Some(NUMBER));
        assert_eq!(verify(&keys(NEW), "offer", &token), None);
        assert_ne!(sign(&both, "offer", NUMBER), token);
    }

    #[test]
    fn rejects_tokens_of_another_kind() {
        let token = sign(&keys(OLD), "offer", NUMBER);
        assert_eq!(verify(&keys(OLD), "order", &token), None);
    }

    proptest! {
        #[test]
        fn rejects_changed_tokens(place in 0..34_usize, letter in "[0-9A-Za-z_.-]") {
            let token = sign(&keys(OLD), "offer", NUMBER);
            let mut changed = token.clone();
            changed.replace_range(place..=place, &letter);
            let expected = (changed == token).then_some(NUMBER);
            prop_assert_eq!(verify(&keys(OLD), "offer", &changed), expected);
        }

        #[test]
        fn rejects_any_other_text(text in ".{0,60}") {
            prop_assert_eq!(verify(&keys(OLD), "offer", &text), None);
        }
    }
}
