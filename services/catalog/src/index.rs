//! In-memory inverted index of all active products, one per replica.
//!
//! Every search first applies the changes since the last one, so that replicas agree and a change is found at once.
//! Popularity changes with every order and is not indexed; the database sorts by it.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
    time::Duration,
};

use kit::{
    domain::ProductId,
    failure::error_chain,
    search::{IndexedWord, query_words},
};
use sqlx::PgPool;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::{
    search::{Document, Rank, SearchField},
    store,
};

/// Interval of background refreshes, so that the first search after a start is fast.
const INTERVAL: Duration = Duration::from_secs(5);

/// Index shared by the requests of a process.
#[derive(Debug, Default)]
pub(crate) struct SearchIndex {
    index: RwLock<Index>,
    refresh_lock: Mutex<()>,
}

impl SearchIndex {
    /// Returns the products that match a term, unordered, with their ranks.
    pub(crate) async fn search(
        &self,
        pool: &PgPool,
        term: &str,
    ) -> Result<Vec<(ProductId, Rank)>, sqlx::Error> {
        let query = query_words(term);
        if query.is_empty() {
            return Ok(Vec::new());
        }
        self.refresh(pool).await?;
        Ok(self.read(|index| index.search(&query)))
    }

    /// Refreshes the index every 5 s until cancelled.
    pub(crate) async fn refresh_periodically(&self, pool: PgPool, stop: CancellationToken) {
        loop {
            if let Err(error) = self.refresh(&pool).await {
                tracing::debug!(
                    error = error_chain(&error),
                    "search index refresh failed, retrying"
                );
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = stop.cancelled() => return,
            }
        }
    }

    /// Applies the changes since the last refresh.
    async fn refresh(&self, pool: &PgPool) -> Result<(), sqlx::Error> {
        let latest = store::search::latest_revision(&mut *pool.acquire().await?).await?;
        if self.read(|index| index.revision) >= latest {
            return Ok(());
        }
        // A refresh that waited here finds most changes applied.
        let _guard = self.refresh_lock.lock().await;
        loop {
            let revision = self.read(|index| index.revision);
            let changed = store::search::changed_since(&mut *pool.acquire().await?, revision).await?;
            if changed.is_empty() {
                return Ok(());
            }
            let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
            for document in changed {
                index.insert(document);
            }
        }
    }

    fn read<T>(&self, query: impl FnOnce(&Index) -> T) -> T {
        query(&self.index.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Inverted index from words to products.
#[derive(Debug, Default)]
struct Index {
    revision: i64,
    /// Positions in `terms`.
    term_positions: HashMap<String, usize>,
    terms: Vec<Term>,
    /// Positions in `products`.
    product_positions: HashMap<ProductId, usize>,
    products: Vec<IndexedProduct>,
}

/// A word and the products that contain it.
#[derive(Debug)]
struct Term {
    word: IndexedWord,
    /// Positions of products, each with the most relevant field.
    postings: Vec<(usize, SearchField)>,
}

/// A product and the positions of its terms.
#[derive(Debug)]
struct IndexedProduct {
    product: ProductId,
    terms: Vec<usize>,
}

impl Index {
    /// Inserts a product or replaces its words.
    fn insert(&mut self, document: Document) {
        self.revision = self.revision.max(document.revision);
        let product = self.product_position(document.product);
        self.remove_postings(product);
        let mut fields: HashMap<String, SearchField> = HashMap::new();
        for (word, field) in document.words {
            fields
                .entry(word)
                .and_modify(|best| *best = field.min(*best))
                .or_insert(field);
        }
        let mut terms = Vec::with_capacity(fields.len());
        for (word, field) in fields {
            let position = self.term_position(word);
            if let Some(term) = self.terms.get_mut(position) {
                term.postings.push((product, field));
                terms.push(position);
            }
        }
        if let Some(indexed) = self.products.get_mut(product) {
            indexed.terms = terms;
        }
    }

    fn remove_postings(&mut self, product: usize) {
        let terms = self
            .products
            .get_mut(product)
            .map(|indexed| std::mem::take(&mut indexed.terms))
            .unwrap_or_default();
        for position in terms {
            if let Some(term) = self.terms.get_mut(position) {
                term.postings.retain(|(other, _)| *other != product);
            }
        }
    }

    fn product_position(&mut self, product: ProductId) -> usize {
        let next = self.products.len();
        let position = *self.product_positions.entry(product).or_insert(next);
        if position == next {
            self.products.push(IndexedProduct {
                product,
                terms: Vec::new(),
            });
        }
        position
    }

    fn term_position(&mut self, word: String) -> usize {
        let next = self.terms.len();
        if let Some(position) = self.term_positions.get(&word) {
            return *position;
        }
        self.terms.push(Term {
            word: IndexedWord::new(&word),
            postings: Vec::new(),
        });
        self.term_positions.insert(word, next);
        next
    }

    /// Returns the products that match every word of the query, each with the rank of its worst match.
    fn search(&self, query: &[Vec<char>]) -> Vec<(ProductId, Rank)> {
        let mut worst: Vec<Option<Rank>> = Vec::new();
        for (position, word) in query.iter().enumerate() {
            let best = self.best_ranks(word);
            if position == 0 {
                worst = best;
                continue;
            }
            for (worst, best) in worst.iter_mut().zip(best) {
                *worst = worst.zip(best).map(|(worst, best)| worst.max(best));
            }
        }
        let ranked = self.products.iter().zip(worst);
        ranked
            .filter_map(|(indexed, rank)| Some((indexed.product, rank?)))
            .collect()
    }

    /// Returns each product's best rank for one word, by position.
    fn best_ranks(&self, word: &[char]) -> Vec<Option<Rank>> {
        let mut best: Vec<Option<Rank>> = vec![None; self.products.len()];
        for term in self.terms.iter().filter(|term| !term.postings.is_empty()) {
            let Some(match_kind) = term.word.match_kind(word) else {
                continue;
            };
            for (product, field) in &term.postings {
                let rank = Rank::new(*field, match_kind);
                if let Some(best) = best.get_mut(*product)
                    && best.is_none_or(|best| rank < best)
                {
                    *best = Some(rank);
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::search::{MatchKind, words};

    fn product(id: i64) -> ProductId {
        ProductId::try_from(id).unwrap()
    }

    fn document(id: i64, revision: i64, code: &str, name: &str, other: &str) -> Document {
        let in_field = |text: &str, field| words(text).into_iter().map(move |word| (word, field));
        Document {
            product: product(id),
            revision,
            words: in_field(code, SearchField::Code)
                .chain(in_field(name, SearchField::Name))
                .chain(in_field(other, SearchField::Other))
                .collect(),
        }
    }

    fn search(index: &Index, term: &str) -> Vec<(i64, Rank)> {
        let mut found: Vec<_> = index
            .search(&query_words(term))
            .into_iter()
            .map(|(product, rank)| (product.get(), rank))
            .collect();
        found.sort_by_key(|(id, rank)| (*rank, *id));
        found
    }

    #[test]
    fn requires_all_words_and_ranks_by_the_worst_match() {
        let mut index = Index::default();
        index.insert(document(1, 1, "SK-1", "Palıd şkaf", "yaşıl"));
        index.insert(document(2, 2, "SK-2", "Yaşıl şkaf", "palıd"));
        index.insert(document(3, 3, "MT-3", "Yaşıl mətbəx", ""));
        assert_eq!(
            search(&index, "yasil skaf"),
            [
                (2, Rank::new(SearchField::Name, MatchKind::Exact)),
                (1, Rank::new(SearchField::Other, MatchKind::Exact))
            ]
        );
        assert_eq!(search(&index, "metbex skaf"), []);
    }

    #[test]
    fn ranks_a_word_by_its_most_relevant_field() {
        let mut index = Index::default();
        index.insert(document(1, 1, "SK-1", "şkaf", "şkaf şkaf"));
        assert_eq!(
            search(&index, "şkaf"),
            [(1, Rank::new(SearchField::Name, MatchKind::Exact))]
        );
        assert_eq!(
            search(&index, "sk-1"),
            [(1, Rank::new(SearchField::Code, MatchKind::Exact))]
        );
    }

    #[test]
    fn removes_words_that_a_product_no_longer_contains() {
        let mut index = Index::default();
        index.insert(document(1, 1, "SK-1", "palıd şkaf", ""));
        index.insert(document(1, 4, "SK-1", "qoz şkaf", ""));
        assert_eq!(index.revision, 4);
        assert_eq!(search(&index, "palid"), []);
        assert_eq!(search(&index, "qoz").len(), 1);
        index.insert(Document {
            product: product(1),
            revision: 5,
            words: Vec::new(),
        });
        assert_eq!(search(&index, "qoz"), []);
    }
}
