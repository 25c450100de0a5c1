//! Search of projects. A portfolio is small, so every project is matched.

use kit::{
    domain::ProjectId,
    search::{IndexedWord, MatchKind, query_words},
};

/// Indexed text of a project.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) project: ProjectId,
    /// Folded words.
    pub(crate) words: Vec<String>,
}

/// Returns the projects that match every word of a term, sorted by their worst match; ties keep the order of the
/// documents.
pub(crate) fn find(term: &str, documents: &[Document]) -> Vec<ProjectId> {
    let query = query_words(term);
    if query.is_empty() {
        return Vec::new();
    }
    let mut matches: Vec<(MatchKind, ProjectId)> = documents
        .iter()
        .filter_map(|document| Some((worst_match(&query, document)?, document.project)))
        .collect();
    matches.sort_by_key(|(match_kind, _)| *match_kind);
    matches.into_iter().map(|(_, project)| project).collect()
}

/// Returns the worst of the words' best matches; `None` if a word has no match.
fn worst_match(query: &[Vec<char>], document: &Document) -> Option<MatchKind> {
    let words: Vec<IndexedWord> = document.words.iter().map(|word| IndexedWord::new(word)).collect();
    let mut worst = MatchKind::Exact;
    for query_word in query {
        let best = words
            .iter()
            .filter_map(|word| word.match_kind(query_word))
            .min()?;
        worst = worst.max(best);
    }
    Some(worst)
}

#[cfg(test)]
mod tests {
    use kit::search::words;
    use proptest::prelude::*;

    use super::*;

    fn document(id: i64, text: &str) -> Document {
        Document {
            project: ProjectId::try_from(id).unwrap(),
            words: words(text),
        }
    }

    fn ids(term: &str, documents: &[Document]) -> Vec<i64> {
        find(term, documents).into_iter().map(ProjectId::get).collect()
    }

    #[test]
    fn matches_any_spelling_and_requires_all_words() {
        let documents = [
            document(1, "Bağ üçün şkaf, шкаф для сада"),
            document(2, "Mətbəx, кухня, kitchen"),
        ];
        for term in ["şkaf", "SKAF", "шкафы", "bag skaf", "bağ", "skfa"] {
            assert_eq!(ids(term, &documents), [1], "{term}");
        }
        for term in ["metbex", "МЕТБЕХ", "kuxna", "kitchn"] {
            assert_eq!(ids(term, &documents), [2], "{term}");
        }
        for term in ["şkaf mətbəx", "", "  ", "–", "divan"] {
            assert_eq!(ids(term, &documents), [0; 0], "{term}");
        }
    }

    #[test]
    fn sorts_by_match_kind_and_keeps_the_order_of_ties() {
        let documents = [document(7, "qapilar"), document(5, "qapi"), document(3, "qapi")];
        assert_eq!(ids("qapi", &documents), [5, 3, 7]);
    }

    proptest! {
        #[test]
        fn another_word_never_adds_results(word in "[a-d]{1,5}", other in "[a-d]{1,5}", texts in prop::collection::vec("[a-d ]{0,12}", 0..6)) {
            let documents: Vec<_> = texts
                .iter()
                .zip(1..)
                .map(|(text, id)| document(id, text))
                .collect();
            let wide = ids(&word, &documents);
            let narrow = ids(&format!("{word} {other}"), &documents);
            prop_assert!(narrow.iter().all(|id| wide.contains(id)));
        }
    }
}
