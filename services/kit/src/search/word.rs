//! When a word that somebody typed means a word that we know, and how good that is.

use super::fold;

/// Letters that a known word needs before endings and slips are forgiven: below, everything resembles everything.
const FORGIVING_LETTERS: usize = 4;

/// Letters that an ending may add: шкаф-ы, şkaf-lar.
const ENDING_LETTERS: usize = 3;

/// Words of a query that are looked at, so that no query is expensive.
const QUERY_WORDS: usize = 12;

/// How well a typed word fits a known one; the better fit first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The same word.
    Exact,
    /// One begins the other.
    Prefix,
    /// One slip of the finger apart.
    Typo,
}

/// The different words of a query, folded.
pub fn query_words(term: &str) -> Vec<Vec<char>> {
    let mut words: Vec<Vec<char>> = Vec::new();
    for word in fold::words(term) {
        let word: Vec<char> = word.chars().collect();
        if words.len() < QUERY_WORDS && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// A known word, in folded spelling.
#[derive(Debug)]
pub struct KnownWord {
    letters: Box<[char]>,
    forgiving: bool,
}

impl KnownWord {
    /// A folded word.
    pub fn new(folded: &str) -> Self {
        let letters: Box<[char]> = folded.chars().collect();
        // Digits are no letters: next to SK-101, SK-102 is another product and no slip.
        let counted = letters
            .iter()
            .filter(|character| character.is_alphabetic())
            .count();
        Self {
            letters,
            forgiving: counted >= FORGIVING_LETTERS,
        }
    }

    /// How a typed word, folded, fits this one, if it does.
    pub fn fit(&self, typed: &[char]) -> Option<Fit> {
        let known = &*self.letters;
        if known == typed {
            Some(Fit::Exact)
        } else if known.starts_with(typed) {
            Some(Fit::Prefix)
        } else if !self.forgiving {
            None
        } else if typed.starts_with(known) && typed.len() <= known.len() + ENDING_LETTERS {
            Some(Fit::Prefix)
        } else if is_one_slip(known, typed) {
            Some(Fit::Typo)
        } else {
            None
        }
    }
}

/// Whether one letter was left out, added, replaced, or swapped with its neighbour.
fn is_one_slip(known: &[char], typed: &[char]) -> bool {
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

    fn fit(known: &str, typed: &str) -> Option<Fit> {
        let typed: Vec<char> = crate::search::fold(typed).chars().collect();
        KnownWord::new(&crate::search::fold(known)).fit(&typed)
    }

    #[test]
    fn every_spelling_of_the_wardrobe_means_it() {
        for (typed, expected) in [
            ("şkaf", Fit::Exact),
            ("skaf", Fit::Exact),
            ("ŞKAF", Fit::Exact),
            ("шкаф", Fit::Exact),
            ("шкафы", Fit::Prefix),
            ("şkaflar", Fit::Prefix),
            ("şk", Fit::Prefix),
            ("skfa", Fit::Typo),
        ] {
            assert_eq!(fit("şkaf", typed), Some(expected), "{typed}");
        }
    }

    #[test]
    fn one_slip_is_forgiven_in_words_of_four_letters() {
        for (known, typed, expected) in [
            ("qapili", "qapli", Some(Fit::Typo)),   // left out
            ("qapili", "qapiili", Some(Fit::Typo)), // added
            ("qapili", "qopili", Some(Fit::Typo)),  // replaced
            ("qapili", "qpaili", Some(Fit::Typo)),  // swapped
            ("qapili", "aqpili", Some(Fit::Typo)),  // swapped at the start
            ("qapili", "qopilu", None),             // two slips
            ("qapili", "aqpiil", None),             // two swaps
            ("qapili", "qilipa", None),             // letters swapped that are no neighbours
            ("skaf", "kaf", Some(Fit::Typo)),       // the known word counts, not the typed one
            ("uc", "us", None),                     // too short
            ("qoz", "qaz", None),                   // too short
            ("qoz", "qozlar", None),                // too short for an ending
            ("skaf", "skafdan", Some(Fit::Prefix)), // an ending of three
            ("skaf", "skaflari", None),             // of four
            ("sk101", "sk102", None),               // two letters and digits
            ("1010", "1011", None),                 // no letters at all
            ("skaf", "kitchen", None),
        ] {
            assert_eq!(fit(known, typed), expected, "{known} {typed}");
        }
    }

    #[test]
    fn a_query_has_each_word_once_and_a_bounded_number() {
        assert_eq!(query_words("Şkaf şkaf SKAF").len(), 1);
        assert_eq!(query_words("a b c d e f g h i j k l m n o p").len(), QUERY_WORDS);
        assert!(query_words(" - ").is_empty());
    }

    proptest! {
        #[test]
        fn a_slip_is_a_slip_in_both_directions(known in "[a-c]{0,6}", typed in "[a-c]{0,6}") {
            let (known, typed): (Vec<char>, Vec<char>) = (known.chars().collect(), typed.chars().collect());
            prop_assert_eq!(is_one_slip(&known, &typed), is_one_slip(&typed, &known));
        }

        #[test]
        fn a_slip_is_what_the_slow_way_finds(known in "[a-c]{1,6}", typed in "[a-c]{1,6}") {
            let (known, typed): (Vec<char>, Vec<char>) = (known.chars().collect(), typed.chars().collect());
            prop_assume!(known != typed);
            prop_assert_eq!(is_one_slip(&known, &typed), slips(&known).contains(&typed));
        }
    }

    /// Every word that is one slip away, of the three letters that the property uses.
    fn slips(word: &[char]) -> Vec<Vec<char>> {
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
                let mut left_out = word.to_vec();
                left_out.remove(at);
                all.push(left_out);
            }
            if at + 1 < word.len() {
                let mut swapped = word.to_vec();
                swapped.swap(at, at + 1);
                all.push(swapped);
            }
        }
        all
    }
}
