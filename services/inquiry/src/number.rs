//! The number that people use for an inquiry.

use uuid::Uuid;

use crate::inquiry::Kind;

/// Digits and letters that nobody mistakes for one another: no I, L, O or U.
const ALPHABET: [char; 32] = [
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'M',
    'N', 'P', 'Q', 'R', 'S', 'T', 'V', 'W', 'X', 'Y', 'Z',
];

/// A random number such as `SQ-7Q2M04XK`: 40 bits, so that it tells nobody how many inquiries there are. Orders have
/// `SB-`.
pub(crate) fn generate(kind: Kind) -> String {
    let prefix = match kind {
        Kind::Quote => "SQ-",
        Kind::Contact => "SM-",
        Kind::Catalogue => "SC-",
    };
    // The first 40 bits of a version 4 UUID are all random.
    let bits = Uuid::new_v4()
        .into_bytes()
        .into_iter()
        .take(5)
        .fold(0_u64, |bits, byte| bits << 8 | u64::from(byte));
    let letters = (0..8).filter_map(|place| {
        let index = usize::try_from(bits >> (place * 5) & 31).ok()?;
        ALPHABET.get(index).copied()
    });
    prefix.chars().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbers_are_short_readable_and_differ() {
        for (kind, prefix) in [
            (Kind::Quote, "SQ-"),
            (Kind::Contact, "SM-"),
            (Kind::Catalogue, "SC-"),
        ] {
            let numbers: HashSet<_> = (0..1_000).map(|_| generate(kind)).collect();
            assert!(numbers.len() > 990, "{} of 1000 differ", numbers.len());
            for number in numbers {
                assert_eq!(number.len(), 11, "{number}");
                assert!(number.starts_with(prefix), "{number}");
                assert!(
                    number.chars().skip(3).all(|letter| ALPHABET.contains(&letter)),
                    "{number}"
                );
            }
        }
    }
}
