//! Matching of query words with indexed words.

use super::fold;

/// Minimum letters of an indexed word that matches suffixed and mistyped queries; shorter words are too similar.
pub const MIN_FUZZY_LETTERS: usize = 4;

/// Maximum letters of a suffix: шкаф-ы, şkaf-lar.
pub const MAX_SUFFIX_LETTERS: usize = 3;

/// Maximum words of a query, which bounds its cost.
const MAX_QUERY_WORDS: usize = 12;

/// Quality of a match between a query word and an indexed word, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchKind {
    /// Equal words.
    Exact,
    /// One is a prefix of the other.
    Prefix,
    /// Other words for one thing.
    Synonym,
    /// One edit apart.
    Typo,
}

/// Returns the first 12 distinct words of a query, folded.
pub fn query_words(term: &str) -> Vec<Vec<char>> {
    let mut words: Vec<Vec<char>> = Vec::new();
    for word in fold::words(term) {
        let word: Vec<char> = word.chars().collect();
        if words.len() < MAX_QUERY_WORDS && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// A folded word of the index.
#[derive(Debug)]
pub struct IndexedWord {
    letters: Box<[char]>,
    is_fuzzy: bool,
}

impl IndexedWord {
    /// Creates an entry from a folded word.
    pub fn new(folded: &str) -> Self {
        let letters: Box<[char]> = folded.chars().collect();
        // Digits do not count: SK-102 is another product, not a typo of SK-101.
        let letter_count = letters
            .iter()
            .filter(|character| character.is_alphabetic())
            .count();
        Self {
            letters,
            is_fuzzy: letter_count >= MIN_FUZZY_LETTERS,
        }
    }

    /// Matches a folded query word.
    pub fn match_kind(&self, typed: &[char]) -> Option<MatchKind> {
        let known = &*self.letters;
        if known == typed {
            Some(MatchKind::Exact)
        } else if known.starts_with(typed) {
            Some(MatchKind::Prefix)
        } else if !self.is_fuzzy {
            None
        } else if typed.starts_with(known) && typed.len() <= known.len() + MAX_SUFFIX_LETTERS {
            Some(MatchKind::Prefix)
        } else if is_one_edit_apart(known, typed) {
            Some(MatchKind::Typo)
        } else {
            None
        }
    }
}

/// Returns whether the words differ by one omitted, added, replaced or transposed letter.
fn is_one_edit_apart(known: &[char], typed: &[char]) -> bool {
    if known.len().abs_diff(typed.len()) > 1 {
        return false;
    }
    let same_start = known.iter().zip(typed).take_while(|(a, b)| a == b).count();
    let (known, typed) = (
        known.get(same_start..).unwrap_or_default(),
        typed.get(same_start..).unwrap_or_default(),
    );
    let same_end = known
        .iter()
        .rev()
        .zip(typed.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (known, typed) = (
        known.get(..known.len() - same_end).unwrap_or_default(),
        typed.get(..typed.len() - same_end).unwrap_or_default(),
    );
    match (known, typed) {
        ([], [_]) | ([_], [] | [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn match_kind(known: &str, typed: &str) -> Option<MatchKind> {
        let typed: Vec<char> = crate::search::fold(typed).chars().collect();
        IndexedWord::new(&crate::search::fold(known)).match_kind(&typed)
    }

    #[test]
    fn matches_all_spellings_of_a_word() {
        for (typed, expected) in [
            ("şkaf", MatchKind::Exact),
            ("skaf", MatchKind::Exact),
            ("ŞKAF", MatchKind::Exact),
            ("шкаф", MatchKind::Exact),
            ("шкафы", MatchKind::Prefix),
            ("şkaflar", MatchKind::Prefix),
            ("şk", MatchKind::Prefix),
            ("skfa", MatchKind::Typo),
        ] {
            assert_eq!(match_kind("şkaf", typed), Some(expected), "{typed}");
        }
    }

    #[test]
    fn tolerates_one_edit_in_words_of_four_letters() {
        for (known, typed, expected) in [
            ("qapili", "qapli", Some(MatchKind::Typo)),   // omitted
            ("qapili", "qapiili", Some(MatchKind::Typo)), // added
            ("qapili", "qopili", Some(MatchKind::Typo)),  // replaced
            ("qapili", "qpaili", Some(MatchKind::Typo)),  // transposed
            ("qapili", "aqpili", Some(MatchKind::Typo)),  // transposed at the start
            ("qapili", "qopilu", None),                   // two edits
            ("qapili", "aqpiil", None),                   // two transpositions
            ("qapili", "qilipa", None),                   // transposed letters that are not adjacent
            ("skaf", "kaf", Some(MatchKind::Typo)),       // the length of the indexed word counts
            ("uc", "us", None),                           // too short
            ("qoz", "qaz", None),                         // too short
            ("qoz", "qozlar", None),                      // too short for a suffix
            ("skaf", "skafdan", Some(MatchKind::Prefix)), // a suffix of three letters
            ("skaf", "skaflari", None),                   // a suffix of four letters
            ("sk101", "sk102", None),                     // two letters and digits
            ("1010", "1011", None),                       // no letters
            ("skaf", "kitchen", None),
        ] {
            assert_eq!(match_kind(known, typed), expected, "{known} {typed}");
        }
    }

    #[test]
    fn deduplicates_and_limits_query_words() {
        assert_eq!(query_words("Şkaf şkaf SKAF").len(), 1);
        assert_eq!(
            query_words("a b c d e f g h i j k l m n o p").len(),
            MAX_QUERY_WORDS
        );
        assert!(query_words(" - ").is_empty());
    }

    proptest! {
        #[test]
        fn edits_are_symmetric(known in "[a-c]{0,6}", typed in "[a-c]{0,6}") {
            let (known, typed): (Vec<char>, Vec<char>) = (known.chars().collect(), typed.chars().collect());
            prop_assert_eq!(is_one_edit_apart(&known, &typed), is_one_edit_apart(&typed, &known));
        }

        #[test]
        fn agrees_with_enumerating_all_edits(known in "[a-c]{1,6}", typed in "[a-c]{1,6}") {
            let (known, typed): (Vec<char>, Vec<char>) = (known.chars().collect(), typed.chars().collect());
            prop_assume!(known != typed);
            prop_assert_eq!(is_one_edit_apart(&known, &typed), edits(&known).contains(&typed));
        }
    }

    /// Returns all words one edit apart, in the alphabet of the property test.
    fn edits(word: &[char]) -> Vec<Vec<char>> {
        let mut all = Vec::new();
        for at in 0..=word.len() {
            for letter in ['a', 'b', 'c'] {
                let mut added = word.to_vec();
                added.insert(at, letter);
                all.push(added);
                if at < word.len() {
                    let mut replaced = word.to_vec();
                    replaced[at] = letter;
                    all.push(replaced);
                }
            }
            if at < word.len() {
                let mut omitted = word.to_vec();
                omitted.remove(at);
                all.push(omitted);
            }
            if at + 1 < word.len() {
                let mut transposed = word.to_vec();
                transposed.swap(at, at + 1);
                all.push(transposed);
            }
        }
        all
    }
}
