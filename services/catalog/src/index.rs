//! The words of all active products, in memory, each replica its own.
//!
//! Every search first asks the database for the newest revision and learns what it lacks, so all replicas answer alike
//! and a change is found at once. Popularity is not in here: it changes with every order, and the database ranks by it.

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
    search::{Document, Place, Rank},
    store,
};

/// How often the index learns while nobody searches, so that the first search after a start is no slow one.
const INTERVAL: Duration = Duration::from_secs(5);

/// The index of this process.
#[derive(Debug, Default)]
pub(crate) struct SearchIndex {
    index: RwLock<Index>,
    learning: Mutex<()>,
}

impl SearchIndex {
    /// The products that fit a term, in no order, each with how well it does.
    pub(crate) async fn find(
        &self,
        pool: &PgPool,
        term: &str,
    ) -> Result<Vec<(ProductId, Rank)>, sqlx::Error> {
        let query = query_words(term);
        if query.is_empty() {
            return Ok(Vec::new());
        }
        self.learn(pool).await?;
        Ok(self.read(|index| index.find(&query)))
    }

    /// Learns now and then until it is told to stop.
    pub(crate) async fn keep_warm(&self, pool: PgPool, stop: CancellationToken) {
        loop {
            if let Err(error) = self.learn(&pool).await {
                tracing::debug!(error = error_chain(&error), "the search learns later");
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = stop.cancelled() => return,
            }
        }
    }

    /// Takes in what has changed since the last time.
    async fn learn(&self, pool: &PgPool) -> Result<(), sqlx::Error> {
        let newest = store::search::revision(&mut *pool.acquire().await?).await?;
        if self.read(|index| index.revision) >= newest {
            return Ok(());
        }
        // One at a time; who waited here finds little or nothing left to learn.
        let _learning = self.learning.lock().await;
        loop {
            let known = self.read(|index| index.revision);
            let changed = store::search::changed_since(&mut *pool.acquire().await?, known).await?;
            if changed.is_empty() {
                return Ok(());
            }
            let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
            for document in changed {
                index.put(document);
            }
        }
    }

    fn read<T>(&self, look: impl FnOnce(&Index) -> T) -> T {
        look(&self.index.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Words to products and back.
#[derive(Debug, Default)]
struct Index {
    revision: i64,
    /// Where each word is in `entries`.
    word_numbers: HashMap<String, usize>,
    entries: Vec<Entry>,
    /// Where each product is in `products`.
    product_numbers: HashMap<ProductId, usize>,
    products: Vec<Indexed>,
}

/// A word and the products that have it, by number, each with the best place.
#[derive(Debug)]
struct Entry {
    word: IndexedWord,
    found_in: Vec<(usize, Place)>,
}

/// A product and the numbers of its words.
#[derive(Debug)]
struct Indexed {
    product: ProductId,
    words: Vec<usize>,
}

impl Index {
    /// Puts a product in, in place of what was known of it.
    fn put(&mut self, document: Document) {
        self.revision = self.revision.max(document.revision);
        let number = self.product_number(document.product);
        self.forget(number);
        let mut places: HashMap<String, Place> = HashMap::new();
        for (word, place) in document.words {
            places
                .entry(word)
                .and_modify(|best| *best = place.min(*best))
                .or_insert(place);
        }
        let mut words = Vec::with_capacity(places.len());
        for (word, place) in places {
            let at = self.word_number(word);
            if let Some(entry) = self.entries.get_mut(at) {
                entry.found_in.push((number, place));
                words.push(at);
            }
        }
        if let Some(indexed) = self.products.get_mut(number) {
            indexed.words = words;
        }
    }

    fn forget(&mut self, number: usize) {
        let words = self
            .products
            .get_mut(number)
            .map(|indexed| std::mem::take(&mut indexed.words))
            .unwrap_or_default();
        for at in words {
            if let Some(entry) = self.entries.get_mut(at) {
                entry.found_in.retain(|(product, _)| *product != number);
            }
        }
    }

    fn product_number(&mut self, product: ProductId) -> usize {
        let next = self.products.len();
        let number = *self.product_numbers.entry(product).or_insert(next);
        if number == next {
            self.products.push(Indexed {
                product,
                words: Vec::new(),
            });
        }
        number
    }

    fn word_number(&mut self, word: String) -> usize {
        let next = self.entries.len();
        if let Some(number) = self.word_numbers.get(&word) {
            return *number;
        }
        self.entries.push(Entry {
            word: IndexedWord::new(&word),
            found_in: Vec::new(),
        });
        self.word_numbers.insert(word, next);
        next
    }

    /// Products that have a fit for every word; a product is as good as its worst word.
    fn find(&self, query: &[Vec<char>]) -> Vec<(ProductId, Rank)> {
        let mut worst: Vec<Option<Rank>> = Vec::new();
        for (turn, typed) in query.iter().enumerate() {
            let best = self.best_fits(typed);
            if turn == 0 {
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

    /// The best rank that each product, by number, has for one word.
    fn best_fits(&self, typed: &[char]) -> Vec<Option<Rank>> {
        let mut best: Vec<Option<Rank>> = vec![None; self.products.len()];
        for entry in self.entries.iter().filter(|entry| !entry.found_in.is_empty()) {
            let Some(fit) = entry.word.match_kind(typed) else {
                continue;
            };
            for (number, place) in &entry.found_in {
                let rank = Rank::new(*place, fit);
                if let Some(best) = best.get_mut(*number)
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

    fn document(id: i64, revision: i64, code: &str, name: &str, rest: &str) -> Document {
        let placed = |text: &str, place| words(text).into_iter().map(move |word| (word, place));
        Document {
            product: product(id),
            revision,
            words: placed(code, Place::Code)
                .chain(placed(name, Place::Name))
                .chain(placed(rest, Place::Rest))
                .collect(),
        }
    }

    fn find(index: &Index, term: &str) -> Vec<(i64, Rank)> {
        let mut found: Vec<_> = index
            .find(&query_words(term))
            .into_iter()
            .map(|(product, rank)| (product.get(), rank))
            .collect();
        found.sort_by_key(|(id, rank)| (*rank, *id));
        found
    }

    #[test]
    fn all_words_must_fit_and_the_worst_one_ranks() {
        let mut index = Index::default();
        index.put(document(1, 1, "SK-1", "Palıd şkaf", "yaşıl"));
        index.put(document(2, 2, "SK-2", "Yaşıl şkaf", "palıd"));
        index.put(document(3, 3, "MT-3", "Yaşıl mətbəx", ""));
        assert_eq!(
            find(&index, "yasil skaf"),
            [
                (2, Rank::new(Place::Name, MatchKind::Exact)),
                (1, Rank::new(Place::Rest, MatchKind::Exact))
            ]
        );
        assert_eq!(find(&index, "metbex skaf"), []);
    }

    #[test]
    fn a_word_counts_where_it_counts_most() {
        let mut index = Index::default();
        index.put(document(1, 1, "SK-1", "şkaf", "şkaf şkaf"));
        assert_eq!(
            find(&index, "şkaf"),
            [(1, Rank::new(Place::Name, MatchKind::Exact))]
        );
        assert_eq!(
            find(&index, "sk-1"),
            [(1, Rank::new(Place::Code, MatchKind::Exact))]
        );
    }

    #[test]
    fn what_a_product_no_longer_says_is_forgotten() {
        let mut index = Index::default();
        index.put(document(1, 1, "SK-1", "palıd şkaf", ""));
        index.put(document(1, 4, "SK-1", "qoz şkaf", ""));
        assert_eq!(index.revision, 4);
        assert_eq!(find(&index, "palid"), []);
        assert_eq!(find(&index, "qoz").len(), 1);
        index.put(Document {
            product: product(1),
            revision: 5,
            words: Vec::new(),
        });
        assert_eq!(find(&index, "qoz"), []);
    }
}
