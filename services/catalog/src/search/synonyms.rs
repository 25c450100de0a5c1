//! Words that shoppers use for one thing, in three languages.

use std::{collections::BTreeSet, sync::LazyLock};

use kit::search::{IndexedWord, MatchKind, fold};

/// Letters from which the beginning of a word tells what is meant.
const MIN_BEGINNING: usize = 4;

/// A folded word of a group.
struct Known {
    letters: Vec<char>,
    indexed: IndexedWord,
}

impl Known {
    fn new(word: &str) -> Self {
        let folded = fold(word);
        Self {
            letters: folded.chars().collect(),
            indexed: IndexedWord::new(&folded),
        }
    }
}

/// Groups, each with the words of all languages for one thing.
static GROUPS: LazyLock<Vec<Vec<Known>>> = LazyLock::new(|| {
    let groups: Vec<Vec<String>> = serde_json::from_str(include_str!("synonyms.json")).unwrap_or_default();
    groups
        .iter()
        .map(|group| group.iter().map(|word| Known::new(word)).collect())
        .collect()
});

/// Returns the other words for what a folded word means, without a repetition, and whether the word is whole: one of a
/// group, perhaps with another ending.
pub(super) fn of(word: &[char]) -> (Vec<Vec<char>>, bool) {
    let mut others = BTreeSet::new();
    let mut is_whole = false;
    for group in GROUPS.iter() {
        let meant: Vec<Meant> = group.iter().filter_map(|known| meant(known, word)).collect();
        if !meant.is_empty() {
            is_whole |= meant.contains(&Meant::Whole);
            others.extend(group.iter().map(|known| known.letters.as_slice()));
        }
    }
    others.remove(word);
    (others.into_iter().map(<[char]>::to_vec).collect(), is_whole)
}

/// Relation of a typed word to a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meant {
    /// It is this word, perhaps with another ending.
    Whole,
    /// It is the beginning of this word.
    Beginning,
}

fn meant(known: &Known, typed: &[char]) -> Option<Meant> {
    match known.indexed.match_kind(typed)? {
        MatchKind::Prefix if typed.len() < MIN_BEGINNING => None,
        MatchKind::Prefix if typed.len() < known.letters.len() => Some(Meant::Beginning),
        MatchKind::Exact | MatchKind::Prefix => Some(Meant::Whole),
        // Another ending: лавка, лавки.
        MatchKind::Typo => {
            (typed.len() > MIN_BEGINNING && has_other_end(&known.letters, typed)).then_some(Meant::Whole)
        }
        MatchKind::Synonym => None,
    }
}

/// Whether words of one length differ in their last letter only.
fn has_other_end(known: &[char], typed: &[char]) -> bool {
    known.len() == typed.len()
        && known.split_last().map(|(_, start)| start) == typed.split_last().map(|(_, start)| start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(word: &str) -> Vec<String> {
        let word: Vec<char> = fold(word).chars().collect();
        of(&word).0.iter().map(|other| other.iter().collect()).collect()
    }

    #[test]
    fn groups_are_read_and_have_several_words_each() {
        assert!(GROUPS.len() > 30);
        assert!(GROUPS.iter().all(|group| group.len() > 1));
    }

    #[test]
    fn words_of_all_languages_mean_one_thing() {
        for word in [
            "скамья",
            "лавка",
            "лавки",
            "скамейками",
            "skamya",
            "skamyalar",
            "bench",
            "benches",
            "скам",
        ] {
            let others = others(word);
            assert!(
                others.contains(&"bench".to_owned()) || word.starts_with("bench"),
                "{word}: {others:?}"
            );
            assert!(
                others.contains(&fold("лавка")) || word == "лавка",
                "{word}: {others:?}"
            );
        }
        assert_eq!(others("xyz"), Vec::<String>::new());
        // A short word has no suffix and no beginning.
        assert!(others("agac").is_empty());
        assert!(others("ska").is_empty());
    }
}
