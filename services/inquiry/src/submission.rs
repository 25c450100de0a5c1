//! Detection of repeated submissions by the sender's idempotency key or by content.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;

use crate::error::InquiryError;

/// Time for which a retry with a sender's key gets the first number, in seconds.
const KEY_LIFETIME: i32 = 24 * 3600;

/// Time for which the same content without a key counts as a retry, in seconds.
const CONTENT_LIFETIME: i32 = 60;

/// Idempotency key of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// Unique for the form. A prefix separates keys of senders from those derived from content.
    pub(crate) text: String,
    /// SHA-256 of the content.
    pub(crate) request_hash: Vec<u8>,
    /// Time for which a retry gets the first number, in seconds.
    pub(crate) lifetime: i32,
}

impl Key {
    /// Returns the sender's key, or if it is empty, a hash of the normalised content including the sender.
    ///
    /// The sender's key is one of its `visitor`: the same key of another one is another key, so that it neither returns the number
    /// of the first nor is refused because of it.
    pub(crate) fn new(visitor: &str, sender_key: &str, content: &[u8]) -> Self {
        let request_hash = Sha256::digest(content).to_vec();
        if sender_key.is_empty() {
            return Self {
                text: format!("content:{}", hex(&request_hash)),
                request_hash,
                lifetime: CONTENT_LIFETIME,
            };
        }
        // A hash, as the visitor may be an address.
        let key = Sha256::digest(format!("{visitor}\n{sender_key}"));
        Self {
            text: format!("sender:{}", hex(&key)),
            request_hash,
            lifetime: KEY_LIFETIME,
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string never fails.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Stored submission of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredSubmission {
    pub(crate) request_hash: Vec<u8>,
    /// Number of its inquiry.
    pub(crate) number: String,
    /// Time of its inquiry.
    pub(crate) created_at: OffsetDateTime,
}

/// Receipt of a submission, the same for its retries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Receipt {
    /// Number of the inquiry.
    pub(crate) number: String,
    /// Time of the inquiry.
    pub(crate) at: OffsetDateTime,
}

impl StoredSubmission {
    /// Returns the receipt for a retry. Fails for other content with the same key.
    pub(crate) fn resolve(self, key: &Key) -> Result<Receipt, InquiryError> {
        if self.request_hash == key.request_hash {
            Ok(Receipt {
                number: self.number,
                at: self.created_at,
            })
        } else {
            Err(InquiryError::KeyReused)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VISITOR: &str = "203.0.113.1";

    #[test]
    fn the_key_of_another_visitor_is_another_key() {
        let (first, other) = (
            Key::new(VISITOR, "a", b"this"),
            Key::new("203.0.113.2", "a", b"this"),
        );
        assert_ne!(first.text, other.text);
        assert!(!first.text.contains(VISITOR));
        // Without a key the same content is one submission.
        assert_eq!(
            Key::new(VISITOR, "", b"this"),
            Key::new("203.0.113.2", "", b"this")
        );
    }

    #[test]
    fn senders_key_lasts_a_day_and_covers_one_content() {
        let (first, other) = (Key::new(VISITOR, "a", b"this"), Key::new(VISITOR, "a", b"that"));
        assert_eq!(first.text, other.text);
        assert_eq!(first.lifetime, 24 * 3600);
        let stored = StoredSubmission {
            request_hash: first.request_hash.clone(),
            number: "SQ-00000000".to_owned(),
            created_at: OffsetDateTime::UNIX_EPOCH,
        };
        assert_eq!(stored.clone().resolve(&first).unwrap().number, "SQ-00000000");
        assert!(matches!(stored.resolve(&other), Err(InquiryError::KeyReused)));
    }

    #[test]
    fn key_defaults_to_a_content_hash_for_a_minute() {
        let first = Key::new(VISITOR, "", b"this");
        assert_eq!(first, Key::new(VISITOR, "", b"this"));
        assert_eq!(first.lifetime, 60);
        assert_ne!(first.text, Key::new(VISITOR, "", b"that").text);
        // A sender cannot choose a derived key.
        assert_ne!(Key::new(VISITOR, &first.text, b"this").text, first.text);
    }

    proptest! {
        #[test]
        fn derived_keys_are_equal_iff_contents_are_equal(one: Vec<u8>, other: Vec<u8>) {
            prop_assert_eq!(Key::new(VISITOR, "", &one) == Key::new(VISITOR, "", &other), one == other);
        }

        #[test]
        fn resolves_only_the_same_content(given in "[!-~]{1,255}", one: Vec<u8>, other: Vec<u8>) {
            let (first, second) = (Key::new(VISITOR, &given, &one), Key::new(VISITOR, &given, &other));
            prop_assert_eq!(&first.text, &second.text);
            let stored = StoredSubmission {
                request_hash: first.request_hash,
                number: "SQ-00000000".to_owned(),
                created_at: OffsetDateTime::UNIX_EPOCH,
            };
            prop_assert_eq!(stored.resolve(&second).is_ok(), one == other);
        }

        #[test]
        fn sender_cannot_choose_a_derived_key(given in "[!-~]{1,255}", content: Vec<u8>) {
            prop_assert_ne!(Key::new(VISITOR, &given, &content).text, Key::new(VISITOR, "", &content).text);
        }
    }
}
