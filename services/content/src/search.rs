//! Which projects somebody means who types something. A portfolio is small, so all of it is looked at.

use kit::{
    domain::ProjectId,
    search::{IndexedWord, MatchKind, query_words},
};

/// What the search knows of a project.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) project: ProjectId,
    /// Its words, folded.
    pub(crate) words: Vec<String>,
}

/// The projects that have a fit for every word, the best first; a project is as good as its worst word, and equals
/// stay in the order in which they come.
pub(crate) fn find(term: &str, documents: &[Document]) -> Vec<ProjectId> {
    let query = query_words(term);
    if query.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(MatchKind, ProjectId)> = documents
        .iter()
        .filter_map(|document| Some((fit(&query, document)?, document.project)))
        .collect();
    found.sort_by_key(|(fit, _)| *fit);
    found.into_iter().map(|(_, project)| project).collect()
}

fn fit(query: &[Vec<char>], document: &Document) -> Option<MatchKind> {
    let known: Vec<IndexedWord> = document.words.iter().map(|word| IndexedWord::new(word)).collect();
    let mut worst = MatchKind::Exact;
    for typed in query {
        let best = known.iter().filter_map(|word| word.match_kind(typed)).min()?;
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
    fn every_spelling_finds_it_and_all_words_must_fit() {
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
    fn the_better_fit_comes_first_and_equals_keep_their_order() {
        let documents = [document(7, "qapilar"), document(5, "qapi"), document(3, "qapi")];
        assert_eq!(ids("qapi", &documents), [5, 3, 7]);
    }

    proptest! {
        #[test]
        fn one_word_more_never_finds_more(one in "[a-d]{1,5}", more in "[a-d]{1,5}", texts in prop::collection::vec("[a-d ]{0,12}", 0..6)) {
            let documents: Vec<_> = texts
                .iter()
                .zip(1..)
                .map(|(text, id)| document(id, text))
                .collect();
            let wide = ids(&one, &documents);
            let narrow = ids(&format!("{one} {more}"), &documents);
            prop_assert!(narrow.iter().all(|id| wide.contains(id)));
        }
    }
}
