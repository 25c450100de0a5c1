//! Public numbers of orders, inquiries and offers, such as `SB-7Q2M04XK`.

use uuid::Uuid;

use super::characters::{is_dash, is_separator};

/// Number of characters after the prefix.
const LENGTH: usize = 8;

/// Digits and letters without the easily confused I, L, O and U.
const ALPHABET: [char; 32] = [
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'M',
    'N', 'P', 'Q', 'R', 'S', 'T', 'V', 'W', 'X', 'Y', 'Z',
];

/// Kind of record that a number names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// An order, `SB-`.
    Order,
    /// A quote request, `SQ-`.
    Quote,
    /// A contact message, `SM-`.
    Message,
    /// A catalogue request, `SC-`.
    Catalogue,
    /// An offer, `ST-`.
    Offer,
}

impl RecordKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Order,
        Self::Quote,
        Self::Message,
        Self::Catalogue,
        Self::Offer,
    ];

    /// The kinds of inquiries.
    pub const INQUIRIES: [Self; 3] = [Self::Quote, Self::Message, Self::Catalogue];

    /// Returns the two letters before the hyphen.
    const fn letters(self) -> &'static str {
        match self {
            Self::Order => "SB",
            Self::Quote => "SQ",
            Self::Message => "SM",
            Self::Catalogue => "SC",
            Self::Offer => "ST",
        }
    }
}

/// The number of a record, in its normal form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RecordNumber {
    kind: RecordKind,
    text: String,
}

impl RecordNumber {
    /// Parses a number in any spelling: small letters, spaces and dashes anywhere, `#` or `№`, without the hyphen or the
    /// prefix. O is read as 0, I and L as 1, U as V. A number without a prefix is of the `default` kind.
    ///
    /// The web app implements the same rule; `testdata/numbers.json` tests both. Returns `None` for another text.
    pub fn parse(text: &str, default: RecordKind) -> Option<Self> {
        let typed = Typed::read(text)?;
        let (kind, body) = match typed.split() {
            Some((kind, body)) if typed.letters.len() > LENGTH => (kind, body),
            _ => (default, typed.letters.as_str()),
        };
        (body.len() == LENGTH).then(|| Self {
            kind,
            text: format!("{}-{}", kind.letters(), unambiguous(body)),
        })
    }

    /// Returns the kind of the record.
    pub const fn kind(&self) -> RecordKind {
        self.kind
    }

    /// Returns the number.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Converts into the number.
    pub fn into_string(self) -> String {
        self.text
    }
}

/// A search text read as the beginning of a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NumberQuery {
    /// `LIKE` patterns of the numbers that it can mean; none if it is not the beginning of a number.
    pub patterns: Vec<String>,
    /// Whether it can be nothing else: it has a prefix with a dash or digits. A name such as `Sbitnev` may be both.
    pub is_only_number: bool,
}

impl NumberQuery {
    /// Parses a search text for numbers of some kinds.
    pub fn parse(text: &str, kinds: &[RecordKind]) -> Self {
        let Some(typed) = Typed::read(text).filter(|typed| !typed.letters.is_empty()) else {
            return Self::default();
        };
        let mut query = Self::default();
        if let Some((kind, body)) = typed.split()
            && body.len() <= LENGTH
            && kinds.contains(&kind)
        {
            query
                .patterns
                .push(format!("{}-{}%", kind.letters(), unambiguous(body)));
            query.is_only_number = typed.has_hyphen || body.bytes().any(|byte| byte.is_ascii_digit());
        }
        if !query.is_only_number && typed.letters.len() <= LENGTH {
            let body = unambiguous(&typed.letters);
            let patterns = kinds.iter().map(|kind| format!("{}-{body}%", kind.letters()));
            query.patterns.extend(patterns);
        }
        query
    }
}

/// Letters and digits of a typed number, in upper case.
struct Typed {
    letters: String,
    /// Whether a dash follows the second letter.
    has_hyphen: bool,
}

impl Typed {
    /// Reads letters and digits; `None` if the text has a character that no number has.
    fn read(text: &str) -> Option<Self> {
        let mut typed = Self {
            letters: String::new(),
            has_hyphen: false,
        };
        for character in text.chars() {
            match character {
                'İ' | 'ı' => typed.letters.push('I'),
                _ if character.is_ascii_alphanumeric() => typed.letters.push(character.to_ascii_uppercase()),
                _ if is_dash(character) => typed.has_hyphen |= typed.letters.len() == 2,
                '#' | '№' => {}
                _ if is_separator(character) => {}
                _ => return None,
            }
        }
        Some(typed)
    }

    /// Splits off a known prefix.
    fn split(&self) -> Option<(RecordKind, &str)> {
        RecordKind::ALL
            .iter()
            .find_map(|kind| Some((*kind, self.letters.strip_prefix(kind.letters())?)))
    }
}

/// Replaces letters that look like another character of the alphabet.
fn unambiguous(letters: &str) -> String {
    letters
        .chars()
        .map(|letter| match letter {
            'O' => '0',
            'I' | 'L' => '1',
            'U' => 'V',
            other => other,
        })
        .collect()
}

/// Returns a new number. Its 8 random characters carry 40 bits, so that numbers do not reveal how many there are.
pub fn reference_number(kind: RecordKind) -> String {
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
    kind.letters().chars().chain(['-']).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbers_are_short_readable_and_distinct() {
        for kind in RecordKind::ALL {
            let numbers: HashSet<_> = (0..1_000).map(|_| reference_number(kind)).collect();
            assert!(numbers.len() > 990, "{} of 1000 differ", numbers.len());
            for number in numbers {
                assert_eq!(number.len(), 11, "{number}");
                let parsed = RecordNumber::parse(&number, RecordKind::Order).unwrap();
                assert_eq!((parsed.kind(), parsed.as_str()), (kind, number.as_str()));
            }
        }
    }

    #[test]
    fn uses_the_whole_alphabet() {
        let letters: HashSet<char> = (0..1_000)
            .flat_map(|_| {
                reference_number(RecordKind::Order)
                    .chars()
                    .skip(3)
                    .collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(letters.len(), ALPHABET.len());
    }

    #[derive(serde::Deserialize)]
    struct Case {
        typed: String,
        number: Option<String>,
    }

    #[test]
    fn matches_the_shared_table() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../testdata/numbers.json")).unwrap();
        assert!(cases.len() >= 40);
        for case in cases {
            let number = RecordNumber::parse(&case.typed, RecordKind::Order);
            assert_eq!(
                number.map(RecordNumber::into_string),
                case.number,
                "{:?}",
                case.typed
            );
        }
    }

    #[test]
    fn searches_for_the_beginning_of_a_number_and_for_names() {
        let orders = |text: &str| NumberQuery::parse(text, &[RecordKind::Order]);
        for (typed, pattern) in [
            ("SB-7Q2", "SB-7Q2%"),
            ("sb7q2", "SB-7Q2%"),
            ("№ sb – 7q2", "SB-7Q2%"),
            ("SB-", "SB-%"),
            ("#SB-Iol", "SB-101%"),
        ] {
            let query = orders(typed);
            assert_eq!(query.patterns, [pattern], "{typed}");
            assert!(query.is_only_number, "{typed}");
        }
        for (typed, patterns) in [
            ("7q2m", vec!["SB-7Q2M%"]),
            ("Leyla", vec!["SB-1EY1A%"]),
            ("Sbitnev", vec!["SB-1TNEV%", "SB-SB1TNEV%"]),
            ("sb", vec!["SB-%", "SB-SB%"]),
            ("Məmməd", vec![]),
            ("leyla@example.az", vec![]),
            ("Abdurrahman", vec![]),
            ("", vec![]),
        ] {
            let query = orders(typed);
            assert_eq!(query.patterns, patterns, "{typed}");
            assert!(!query.is_only_number, "{typed}");
        }
        let inquiries = NumberQuery::parse("7q", &RecordKind::INQUIRIES);
        assert_eq!(inquiries.patterns, ["SQ-7Q%", "SM-7Q%", "SC-7Q%"]);
    }

    proptest::proptest! {
        #[test]
        fn parsing_is_idempotent(typed in "[a-zA-Z0-9 #№–-]{0,14}") {
            if let Some(number) = RecordNumber::parse(&typed, RecordKind::Quote) {
                proptest::prop_assert_eq!(RecordNumber::parse(number.as_str(), RecordKind::Offer), Some(number.clone()));
            }
        }
    }
}
