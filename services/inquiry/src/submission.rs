//! A form that is sent twice is one inquiry: by the sender's key, else by what it says.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::error::InquiryError;

/// Seconds for which a repetition under a sender's key gets the first number.
const KEY_LIFETIME: i32 = 24 * 3600;

/// Seconds for which the same content from the same person counts as a repetition.
const CONTENT_LIFETIME: i32 = 60;

/// Under which key a form is sent, and for how long a repetition is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// Unique for the form; a key that the sender chose cannot equal one that was made of a content.
    pub(crate) text: String,
    /// SHA-256 of the content.
    pub(crate) request_hash: Vec<u8>,
    /// Seconds.
    pub(crate) lifetime: i32,
}

impl Key {
    /// The sender's key, or where that is empty, the content itself: all that was typed, in the spelling that is
    /// kept, who it is from included.
    pub(crate) fn new(given: &str, content: &[u8]) -> Self {
        let request_hash = Sha256::digest(content).to_vec();
        if given.is_empty() {
            let text = request_hash.iter().fold("content:".to_owned(), |mut text, byte| {
                // Writing to a text never fails.
                let _ = write!(text, "{byte:02x}");
                text
            });
            Self {
                text,
                request_hash,
                lifetime: CONTENT_LIFETIME,
            }
        } else {
            Self {
                text: format!("sender:{given}"),
                request_hash,
                lifetime: KEY_LIFETIME,
            }
        }
    }
}

/// What came before under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Earlier {
    pub(crate) request_hash: Vec<u8>,
    /// The number that people use.
    pub(crate) number: String,
}

impl Earlier {
    /// The number for a repetition; another content under the same key is none.
    pub(crate) fn meet(self, key: &Key) -> Result<String, InquiryError> {
        if self.request_hash == key.request_hash {
            Ok(self.number)
        } else {
            Err(InquiryError::KeyReused)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_senders_key_stands_for_a_day_and_for_one_content() {
        let (first, other) = (Key::new("a", b"this"), Key::new("a", b"that"));
        assert_eq!(first.text, other.text);
        assert_eq!(first.lifetime, 24 * 3600);
        let earlier = Earlier {
            request_hash: first.request_hash.clone(),
            number: "SQ-00000000".to_owned(),
        };
        assert_eq!(earlier.clone().meet(&first).unwrap(), "SQ-00000000");
        assert!(matches!(earlier.meet(&other), Err(InquiryError::KeyReused)));
    }

    #[test]
    fn without_a_key_the_content_is_the_key_for_a_minute() {
        let first = Key::new("", b"this");
        assert_eq!(first, Key::new("", b"this"));
        assert_eq!(first.lifetime, 60);
        assert_ne!(first.text, Key::new("", b"that").text);
        // Nobody can choose a key that equals one of these.
        assert_ne!(Key::new(&first.text, b"this").text, first.text);
    }
    proptest! {
        #[test]
        fn two_forms_are_one_exactly_where_their_content_is_the_same(one: Vec<u8>, other: Vec<u8>) {
            prop_assert_eq!(Key::new("", &one) == Key::new("", &other), one == other);
        }

        #[test]
        fn a_number_is_answered_to_its_own_content_alone(given in "[!-~]{1,255}", one: Vec<u8>, other: Vec<u8>) {
            let (first, second) = (Key::new(&given, &one), Key::new(&given, &other));
            prop_assert_eq!(&first.text, &second.text);
            let earlier = Earlier {
                request_hash: first.request_hash,
                number: "SQ-00000000".to_owned(),
            };
            prop_assert_eq!(earlier.meet(&second).is_ok(), one == other);
        }

        #[test]
        fn nobody_can_choose_the_key_of_somebodys_content(given in "[!-~]{1,255}", content: Vec<u8>) {
            prop_assert_ne!(Key::new(&given, &content).text, Key::new("", &content).text);
        }
    }
}
