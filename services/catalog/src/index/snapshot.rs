//! The index at one moment, and the queries on it.

use std::{
    collections::{BTreeSet, HashMap},
    num::NonZeroUsize,
    sync::{Mutex, PoisonError},
};

use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use kit::domain::{Page, ProductId};
use lru::LruCache;
use tantivy::Searcher;

use super::{
    facets, matching,
    schema::Fields,
    segment::{Places, Segment},
};
use crate::{
    listing::{Facets, Filter, Sort},
    search::{Rank, Width, Wish, Word, readings},
};

/// Maximum number of cached pages of results.
const MAX_CACHED_PAGES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(999);

/// A page of products, and the number of products on all pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) products: Vec<ProductId>,
    pub(crate) total: i64,
    /// Whether nothing is what was asked for, and these come closest.
    pub(crate) is_closest: bool,
}

/// Term and page of a search.
type Query = (String, i64, i64);

/// The index at one moment.
pub(crate) struct Snapshot {
    /// Revision up to which changes are applied.
    pub(super) revision: i64,
    /// Whether all products are indexed; false during the first build.
    pub(super) is_complete: bool,
    pub(super) fields: Fields,
    pub(super) segments: Vec<Segment>,
    /// Pages of results. They are those of this snapshot alone, so that none outlives a change.
    pages: Mutex<LruCache<Query, Found>>,
}

impl Snapshot {
    /// Opens the segments of a searcher; reuses those of the previous snapshot. `popularity` has the values of products
    /// that changed since they were indexed.
    pub(super) fn open(
        searcher: &Searcher,
        fields: Fields,
        previous: Option<&Self>,
        popularity: &HashMap<i64, i64>,
    ) -> tantivy::Result<Self> {
        let open = |reader: &tantivy::SegmentReader| {
            let known = previous
                .into_iter()
                .flat_map(|snapshot| &snapshot.segments)
                .find(|segment| segment.id() == reader.segment_id());
            if let Some(segment) = known {
                return Ok(segment.reopen(reader.clone()));
            }
            let segment = Segment::open(reader.clone(), &fields)?;
            let changes = popularity.iter().map(|(id, popularity)| (*id, *popularity));
            segment.with_popularity(&fields, changes)
        };
        let segments: tantivy::Result<_> = searcher.segment_readers().iter().map(open).collect();
        Ok(Self::new(0, false, fields, segments?))
    }

    fn new(revision: i64, is_complete: bool, fields: Fields, segments: Vec<Segment>) -> Self {
        Self {
            revision,
            is_complete,
            fields,
            segments,
            pages: Mutex::new(LruCache::new(MAX_CACHED_PAGES)),
        }
    }

    /// Whether all products are indexed, with all changes up to a revision.
    pub(super) const fn has(&self, revision: i64) -> bool {
        self.is_complete && self.revision >= revision
    }

    /// Returns the snapshot with other values of the popularity, by product.
    pub(super) fn with_popularity(&self, changes: &[(i64, i64)]) -> tantivy::Result<Self> {
        let segments = self.segments.iter();
        let segments: tantivy::Result<_> = segments
            .map(|segment| segment.with_popularity(&self.fields, changes.iter().copied()))
            .collect();
        Ok(Self::new(self.revision, self.is_complete, self.fields, segments?))
    }

    /// Whether the snapshot has exactly the segments of a searcher.
    pub(super) fn has_segments_of(&self, searcher: &Searcher) -> bool {
        let readers = searcher.segment_readers();
        readers.len() == self.segments.len()
            && readers
                .iter()
                .zip(&self.segments)
                .all(|(reader, segment)| reader.segment_id() == segment.id())
    }

    /// Returns a cached page of the products that a term finds.
    pub(super) fn cached(&self, term: &str, page: Page) -> Option<Found> {
        let query = (term.to_owned(), page.offset, page.limit);
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.get(&query).cloned()
    }

    /// Returns a page of the products that a term finds, and caches it.
    pub(super) fn search_term(&self, term: &str, page: Page) -> tantivy::Result<Found> {
        let found = self.search(&readings(term), page)?;
        let query = (term.to_owned(), page.offset, page.limit);
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.put(query, found.clone());
        Ok(found)
    }

    /// Returns a page of the products of the first reading that finds any.
    pub(super) fn search(&self, readings: &[Wish], page: Page) -> tantivy::Result<Found> {
        let mut found = Found::default();
        for wish in readings {
            found = match wish.width {
                Some(width) => self.nearest(&wish.words, width, page)?,
                None => self.best(wish, page)?,
            };
            if found.total > 0 {
                found.is_closest |= wish.is_closest;
                break;
            }
        }
        Ok(found)
    }

    /// Returns a page of the products that match all words: by rank, then by popularity, then by id.
    fn best(&self, wish: &Wish, page: Page) -> tantivy::Result<Found> {
        let mut ranked = self.ranked(&wish.words)?;
        if wish.is_code {
            for ranked in &mut ranked {
                ranked.retain(|(rank, _)| rank.is_code());
            }
        }
        let (mut offset, limit) = bounds(page);
        let ranks: BTreeSet<Rank> = ranked.iter().flatten().map(|(rank, _)| *rank).collect();
        let mut found = Found::default();
        let mut total = 0;
        for rank in ranks {
            let documents: Vec<(&Segment, &FixedBitSet)> = self
                .segments
                .iter()
                .zip(&ranked)
                .flat_map(|(segment, ranked)| {
                    ranked.iter().map(move |(of, documents)| (segment, of, documents))
                })
                .filter(|(_, of, _)| **of == rank)
                .map(|(segment, _, documents)| (segment, documents))
                .collect();
            let count: usize = documents
                .iter()
                .map(|(_, documents)| documents.count_ones(..))
                .sum();
            total += count;
            let missing = limit - found.products.len();
            if missing > 0 && offset < count {
                let wanted = offset.saturating_add(missing);
                let places = documents
                    .into_iter()
                    .map(|(segment, documents)| segment.most_popular(documents, wanted));
                found.products.extend(take(places, offset, missing));
            }
            offset = offset.saturating_sub(count);
        }
        found.total = to_i64(total);
        Ok(found)
    }

    /// Returns a page of the products that match all words and have an accepted width: those that the words name before those
    /// whose other texts have them, then the nearest width, then by rank, popularity and id.
    fn nearest(&self, words: &[Word], width: Width, page: Page) -> tantivy::Result<Found> {
        let mut places = Vec::new();
        for segment in &self.segments {
            let ranked = if words.is_empty() {
                vec![(None, segment.all())]
            } else {
                let ranked = matching::find(segment, &self.fields, words)?;
                ranked
                    .into_iter()
                    .map(|(rank, documents)| (Some(rank), documents))
                    .collect()
            };
            for (rank, documents) in &ranked {
                for (popularity, id, of) in segment.widths(documents) {
                    if width.accepts(of) {
                        let is_named = rank.is_none_or(Rank::is_of_name);
                        places.push((!is_named, (of - width.wanted()).abs(), *rank, popularity, id));
                    }
                }
            }
        }
        places.sort_unstable();
        let (offset, limit) = bounds(page);
        let is_exact = places.first().is_some_and(|(_, distance, ..)| *distance == 0);
        Ok(Found {
            products: places
                .iter()
                .skip(offset)
                .take(limit)
                .filter_map(|(.., id)| ProductId::try_from(*id).ok())
                .collect(),
            total: to_i64(places.len()),
            is_closest: !is_exact,
        })
    }

    /// Returns the matching documents of each segment by rank.
    fn ranked(&self, words: &[Word]) -> tantivy::Result<Vec<matching::Ranked>> {
        let segments = self.segments.iter();
        segments
            .map(|segment| matching::find(segment, &self.fields, words))
            .collect()
    }

    /// Returns all products that match the words of a query with their ranks, unordered.
    #[cfg(test)]
    pub(super) fn ranks_of_products(&self, words: &[Word]) -> tantivy::Result<Vec<(i64, Rank)>> {
        let ranked = self.ranked(words)?;
        let segments = self.segments.iter().zip(&ranked);
        let products = segments.flat_map(|(segment, ranked)| {
            ranked.iter().flat_map(move |(rank, documents)| {
                let places = segment.most_popular(documents, usize::MAX);
                places.map(move |(_, id)| (id, *rank))
            })
        });
        Ok(products.collect())
    }

    #[cfg(test)]
    pub(super) const fn segment_count(&self) -> usize {
        self.segments.len()
    }

    /// Returns a page of the products that match a filter, those of the nearest width first: then by popularity and id.
    fn list_nearest(&self, filter: &Filter, width: u32, page: Page) -> Found {
        let mut places = Vec::new();
        for segment in &self.segments {
            for (popularity, id, of) in segment.widths(&segment.matching(filter)) {
                places.push(((of - i64::from(width)).abs(), popularity, id));
            }
        }
        places.sort_unstable();
        let (offset, limit) = bounds(page);
        let of_page = places.iter().skip(offset).take(limit);
        Found {
            products: of_page
                .filter_map(|(.., id)| ProductId::try_from(*id).ok())
                .collect(),
            total: to_i64(places.len()),
            is_closest: false,
        }
    }

    /// Returns a page of the products that match a filter.
    pub(super) fn list(&self, filter: &Filter, sort: Sort, page: Page) -> Found {
        if let Some(width) = filter.near_width {
            return self.list_nearest(filter, width, page);
        }
        let total: usize = self.segments.iter().map(|segment| segment.count(filter)).sum();
        let (offset, limit) = bounds(page);
        let mut products = Vec::new();
        if offset < total {
            let wanted = offset.saturating_add(limit);
            let segments = self.segments.iter();
            let places = segments.flat_map(|segment| segment.list(filter, sort, wanted));
            products.extend(take(places, offset, limit));
        }
        Found {
            products,
            total: to_i64(total),
            is_closest: false,
        }
    }

    /// Returns the facets of a filter.
    pub(super) fn facets(&self, filter: &Filter) -> Facets {
        facets::count(&self.segments, filter)
    }
}

/// Merges sorted places and returns the products of a page.
fn take<'index>(
    places: impl Iterator<Item = Places<'index>>,
    offset: usize,
    limit: usize,
) -> impl Iterator<Item = ProductId> {
    let page = places.kmerge().skip(offset).take(limit);
    page.filter_map(|(_, id)| ProductId::try_from(id).ok())
}

fn bounds(page: Page) -> (usize, usize) {
    (
        usize::try_from(page.offset).unwrap_or_default(),
        usize::try_from(page.limit).unwrap_or_default(),
    )
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
