//! Documents of a segment that match the words of a query, by rank.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use kit::search::{IndexedWord, MAX_SUFFIX_LETTERS, MIN_FUZZY_LETTERS, MatchKind};
use tantivy::{
    InvertedIndexReader, SegmentReader, Term, postings::TermInfo, query::FuzzyTermQuery,
    schema::IndexRecordOption,
};

use super::{
    schema::{Fields, MAX_OTHER_PREFIX},
    segment::Segment,
    sets::position,
};
use crate::search::{Rank, SearchField, Word};

/// Minimum letters of a word that is one edit apart from a word with [`MIN_FUZZY_LETTERS`].
const MIN_TYPO_LETTERS: usize = MIN_FUZZY_LETTERS - 1;

/// Documents by rank, best first; each is in the set of its rank alone.
pub(super) type Ranked = Vec<(Rank, FixedBitSet)>;

/// Returns the documents that match all words of a query, ranked by their worst match.
pub(super) fn find(segment: &Segment, fields: &Fields, query: &[Word]) -> tantivy::Result<Ranked> {
    let mut all: Option<Vec<(Rank, FixedBitSet)>> = None;
    for word in query {
        let found = find_word(segment, fields, word)?;
        all = Some(match all {
            None => found,
            Some(all) => intersect(&all, &found),
        });
        if all.as_ref().is_some_and(Vec::is_empty) {
            break;
        }
    }
    let mut ranked = all.unwrap_or_default();
    // From "this rank or better" to "this rank".
    for position in (1..ranked.len()).rev() {
        if let Some([(_, better), (_, documents)]) = ranked.get_mut(position - 1..=position) {
            documents.difference_with(better);
        }
    }
    if let Some(alive) = segment.alive() {
        for (_, documents) in &mut ranked {
            documents.intersect_with(alive);
        }
    }
    Ok(ranked)
}

/// Intersects sets of documents of a rank or better.
fn intersect(a: &[(Rank, FixedBitSet)], b: &[(Rank, FixedBitSet)]) -> Vec<(Rank, FixedBitSet)> {
    let upto = |sets: &[(Rank, FixedBitSet)], rank: Rank| -> Option<FixedBitSet> {
        let set = sets.iter().rev().find(|(of, _)| *of <= rank);
        set.map(|(_, documents)| documents.clone())
    };
    let mut ranks: Vec<Rank> = a.iter().chain(b).map(|(rank, _)| *rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let sets = ranks.into_iter().filter_map(|rank| {
        let mut documents = upto(a, rank)?;
        documents.intersect_with(&upto(b, rank)?);
        Some((rank, documents))
    });
    sets.collect()
}

/// Returns the documents that match one word, each set with those of better ranks. Empty ranks are omitted.
fn find_word(segment: &Segment, fields: &Fields, word: &Word) -> tantivy::Result<Vec<(Rank, FixedBitSet)>> {
    let mut sets: Vec<(Rank, FixedBitSet)> = Vec::new();
    for field in [SearchField::Code, SearchField::Name, SearchField::Other] {
        let mut found = Terms::of(&segment.reader, fields, field, &word.typed)?;
        if word.is_whole && field == SearchField::Other {
            // Spelled right: what looks like it in a long text is another word.
            found.typo.clear();
        }
        for synonym in &word.synonyms {
            let other = Terms::of(&segment.reader, fields, field, synonym)?;
            if word.is_whole {
                found.exact.extend(other.exact);
                found.prefix.extend(other.prefix);
            } else {
                found.synonyms.extend(other.exact);
                found.synonyms.extend(other.prefix);
            }
        }
        for (match_kind, terms) in found.by_kind() {
            if terms.is_empty() {
                continue;
            }
            let mut documents = match sets.last() {
                Some((_, better)) => better.clone(),
                None => FixedBitSet::with_capacity(position(segment.reader.max_doc())),
            };
            for (index, term) in terms {
                add_documents(&index, &term, &mut documents)?;
            }
            sets.push((Rank::new(field, match_kind), documents));
        }
    }
    Ok(sets)
}

/// Adds the documents that contain a term.
fn add_documents(
    index: &InvertedIndexReader,
    term: &TermInfo,
    documents: &mut FixedBitSet,
) -> tantivy::Result<()> {
    let mut block = index.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
    while !block.docs().is_empty() {
        for doc in block.docs() {
            documents.insert(position(*doc));
        }
        block.advance();
    }
    Ok(())
}

/// A term with the index of its field.
type IndexedTerm = (Arc<InvertedIndexReader>, TermInfo);

/// Terms of a field that match a word.
#[derive(Default)]
struct Terms {
    exact: Vec<IndexedTerm>,
    /// Includes the exact ones.
    prefix: Vec<IndexedTerm>,
    synonyms: Vec<IndexedTerm>,
    typo: Vec<IndexedTerm>,
}

impl Terms {
    fn by_kind(self) -> [(MatchKind, Vec<IndexedTerm>); 4] {
        [
            (MatchKind::Exact, self.exact),
            (MatchKind::Prefix, self.prefix),
            (MatchKind::Synonym, self.synonyms),
            (MatchKind::Typo, self.typo),
        ]
    }

    /// Looks up the terms that [`IndexedWord::match_kind`] accepts.
    fn of(
        reader: &SegmentReader,
        fields: &Fields,
        field: SearchField,
        word: &[char],
    ) -> tantivy::Result<Self> {
        let text_fields = fields.text(field);
        let words = reader.inverted_index(text_fields.words)?;
        let text: String = word.iter().collect();
        let mut terms = Self::default();
        if let Some(term) = words.terms().get(&text)? {
            terms.exact.push((Arc::clone(&words), term));
        }
        // Words that start with the query's word.
        if field == SearchField::Other && word.len() > MAX_OTHER_PREFIX {
            // Folded words contain no control characters.
            let end = format!("{text}{}", char::MAX);
            let mut stream = words.terms().range().gt(&text).lt(&end).into_stream()?;
            while stream.advance() {
                terms.prefix.push((Arc::clone(&words), stream.value().clone()));
            }
        } else {
            let prefixes = reader.inverted_index(text_fields.prefixes)?;
            if let Some(term) = prefixes.terms().get(&text)? {
                terms.prefix.push((prefixes, term));
            }
        }
        // Words that the query's word starts with.
        for length in (1..word.len()).rev().take(MAX_SUFFIX_LETTERS) {
            let known: String = word.iter().take(length).collect();
            if IndexedWord::new(&known).match_kind(word).is_some()
                && let Some(term) = words.terms().get(&known)?
            {
                terms.prefix.push((Arc::clone(&words), term));
            }
        }
        if letters(word) >= MIN_TYPO_LETTERS {
            let query = FuzzyTermQuery::new(Term::from_field_text(text_fields.words, &text), 1, true);
            let mut stream = words.terms().search(query.automaton()?).into_stream()?;
            while stream.advance() {
                let known = std::str::from_utf8(stream.key()).unwrap_or_default();
                if IndexedWord::new(known).match_kind(word) == Some(MatchKind::Typo) {
                    terms.typo.push((Arc::clone(&words), stream.value().clone()));
                }
            }
        }
        Ok(terms)
    }
}

/// Returns the number of letters, without digits.
fn letters(word: &[char]) -> usize {
    word.iter().filter(|character| character.is_alphabetic()).count()
}
