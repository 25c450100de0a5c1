//! Public numbers of orders and inquiries.

use uuid::Uuid;

/// Digits and letters without the easily confused I, L, O and U.
const ALPHABET: [char; 32] = [
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'M',
    'N', 'P', 'Q', 'R', 'S', 'T', 'V', 'W', 'X', 'Y', 'Z',
];

/// Returns the prefix with 8 random characters, such as `SB-7Q2M04XK`. They carry 40 bits, so that numbers do not reveal
/// how many there are.
pub fn reference_number(prefix: &str) -> String {
    // The first 40 bits of a version 4 UUID are random.
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
    fn numbers_are_short_readable_and_distinct() {
        for prefix in ["SB-", "SQ-"] {
            let numbers: HashSet<_> = (0..1_000).map(|_| reference_number(prefix)).collect();
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

    #[test]
    fn uses_the_whole_alphabet() {
        let letters: HashSet<char> = (0..1_000)
            .flat_map(|_| reference_number("SB-").chars().skip(3).collect::<Vec<_>>())
            .collect();
        assert_eq!(letters.len(), ALPHABET.len());
    }
}
