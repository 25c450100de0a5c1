//! A segment of the index with the orders of its documents.
//!
//! A segment is immutable but for its deletions and for the popularity, which changes with every order. The orders are
//! computed once per segment, so that a list reads only the documents of its page.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use fixedbitset::FixedBitSet;
use kit::domain::CategoryId;
use tantivy::{DocId, SegmentReader, columnar::ColumnValues, index::SegmentId, schema::IndexRecordOption};

use super::{
    schema::{Fields, column},
    sets::{Sets, documents, position, sort},
};
use crate::listing::{Filter, Sort};

/// Sort key and id of a product: products are listed in ascending order of both.
pub(super) type Place = (i64, i64);

/// Places of products in ascending order.
pub(super) type Places<'index> = Box<dyn Iterator<Item = Place> + 'index>;

/// A column of numbers, read from the mapped file.
type Column = Arc<dyn ColumnValues<i64>>;

/// The columns of a segment and the orders by them.
pub(super) struct Columns {
    ids: Column,
    categories: Column,
    prices: Column,
    created_at: Column,
    ratings: Column,
    /// All documents by id.
    by_id: Vec<DocId>,
    /// All documents, newest first.
    by_age: Vec<DocId>,
    /// All documents, best rated first.
    by_rating: Vec<DocId>,
    /// All documents by category, then by price.
    by_price: Vec<DocId>,
    /// Positions of the categories in `by_price`.
    category_ranges: Vec<(i64, Range<usize>)>,
    sets: Sets,
}

impl Columns {
    /// Reads the columns of a segment and sorts its documents.
    fn read(reader: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let column =
            |name| -> tantivy::Result<Column> { Ok(reader.fast_fields().i64(name)?.first_or_default_col(0)) };
        let ids = column(column::ID)?;
        let categories = column(column::CATEGORY)?;
        let prices = column(column::PRICE)?;
        let created_at = column(column::CREATED_AT)?;
        let ratings = column(column::RATING)?;
        let by_id = sort((0..reader.max_doc()).collect(), |doc| ids.get_val(doc));
        let sorted = |key: &dyn Fn(DocId) -> i64| sort(by_id.clone(), key);
        let by_price = sort(sorted(&|doc| prices.get_val(doc)), |doc| categories.get_val(doc));
        let mut category_ranges = Vec::new();
        let mut start = 0;
        for group in by_price.chunk_by(|a, b| categories.get_val(*a) == categories.get_val(*b)) {
            let end = start + group.len();
            let category = group.first().map(|doc| categories.get_val(*doc));
            category_ranges.extend(category.map(|category| (category, start..end)));
            start = end;
        }
        Ok(Self {
            by_age: sorted(&|doc| descending(created_at.get_val(doc))),
            by_rating: sorted(&|doc| descending(ratings.get_val(doc))),
            by_id,
            by_price,
            category_ranges,
            sets: Sets::read(reader, fields)?,
            ids,
            categories,
            prices,
            created_at,
            ratings,
        })
    }

    /// Returns the documents of a category, or of each, with a price in a range, one slice per category in the order of
    /// prices.
    fn slices(&self, category: Option<CategoryId>, (min, max): (i64, i64)) -> impl Iterator<Item = &[DocId]> {
        let category = category.map(|category| i64::from(category.get()));
        let ranges = self.category_ranges.iter();
        ranges
            .filter(move |(of, _)| category.is_none_or(|category| category == *of))
            .filter_map(move |(_, range)| {
                let documents = self.by_price.get(range.clone())?;
                let start = documents.partition_point(|doc| self.prices.get_val(*doc) < min);
                let end = documents.partition_point(|doc| self.prices.get_val(*doc) <= max);
                documents.get(start..end)
            })
    }

    /// Returns the documents with the category and a price of a filter, one slice per category in the order of prices.
    fn in_category_and_price(&self, filter: &Filter) -> Vec<&[DocId]> {
        self.slices(filter.category, filter.price_bounds()).collect()
    }

    fn has_category_and_price(&self, filter: &Filter, doc: DocId) -> bool {
        let (min, max) = filter.price_bounds();
        filter
            .category
            .is_none_or(|category| i64::from(category.get()) == self.categories.get_val(doc))
            && (!filter.has_price_range() || (min..=max).contains(&self.prices.get_val(doc)))
    }
}

/// Popularity of a segment's documents. Each change replaces the whole value, because readers may use the old one.
pub(super) struct Popularity {
    values: Vec<i64>,
    /// All documents, most popular first.
    order: Vec<DocId>,
}

impl Popularity {
    fn new(values: Vec<i64>, columns: &Columns) -> Self {
        let order = sort(columns.by_id.clone(), |doc| descending(value(&values, doc)));
        Self { values, order }
    }

    /// Returns the popularity after changes, in time linear in the number of documents.
    fn with(&self, changes: &BTreeMap<DocId, i64>, columns: &Columns) -> Self {
        let mut values = self.values.clone();
        let mut changed = FixedBitSet::with_capacity(values.len());
        for (doc, popularity) in changes {
            if let Some(value) = values.get_mut(position(*doc)) {
                *value = *popularity;
                changed.insert(position(*doc));
            }
        }
        let place = |doc: &DocId| (descending(value(&values, *doc)), columns.ids.get_val(*doc));
        let mut moved: Vec<DocId> = documents(&changed).collect();
        moved.sort_unstable_by_key(place);
        let mut moved = moved.into_iter().peekable();
        let mut order = Vec::with_capacity(self.order.len());
        for doc in self.order.iter().filter(|doc| !changed.contains(position(**doc))) {
            while let Some(before) = moved.next_if(|moved| place(moved) < place(doc)) {
                order.push(before);
            }
            order.push(*doc);
        }
        order.extend(moved);
        Self { values, order }
    }
}

/// A segment at one moment.
pub(super) struct Segment {
    pub(super) reader: SegmentReader,
    columns: Arc<Columns>,
    popularity: Arc<Popularity>,
    deletions: Option<Arc<Deletions>>,
}

/// Deleted documents of a segment.
struct Deletions {
    alive: FixedBitSet,
    deleted: Vec<DocId>,
}

impl Deletions {
    fn read(reader: &SegmentReader) -> Option<Arc<Self>> {
        let bitset = reader.alive_bitset()?;
        let mut alive = FixedBitSet::with_capacity(position(reader.max_doc()));
        let mut deleted = Vec::new();
        for doc in 0..reader.max_doc() {
            if bitset.is_alive(doc) {
                alive.insert(position(doc));
            } else {
                deleted.push(doc);
            }
        }
        Some(Arc::new(Self { alive, deleted }))
    }
}

impl Segment {
    /// Opens a segment.
    pub(super) fn open(reader: SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let columns = Columns::read(&reader, fields)?;
        let column = reader
            .fast_fields()
            .i64(column::POPULARITY)?
            .first_or_default_col(0);
        let values = (0..reader.max_doc()).map(|doc| column.get_val(doc)).collect();
        let popularity = Arc::new(Popularity::new(values, &columns));
        Ok(Self {
            deletions: Deletions::read(&reader),
            columns: Arc::new(columns),
            popularity,
            reader,
        })
    }

    /// Returns the segment after deletions.
    pub(super) fn reopen(&self, reader: SegmentReader) -> Self {
        Self {
            deletions: if reader.num_deleted_docs() == self.reader.num_deleted_docs() {
                self.deletions.clone()
            } else {
                Deletions::read(&reader)
            },
            reader,
            columns: Arc::clone(&self.columns),
            popularity: Arc::clone(&self.popularity),
        }
    }

    /// Returns the segment with other values of the popularity, by product. Products of other segments are skipped.
    pub(super) fn with_popularity(
        &self,
        fields: &Fields,
        changes: impl Iterator<Item = (i64, i64)>,
    ) -> tantivy::Result<Self> {
        let ids = self.reader.inverted_index(fields.id)?;
        // The last value of a product counts.
        let mut changed = BTreeMap::new();
        for (product, popularity) in changes {
            if let Some(term) = ids.get_term_info(&fields.id_term(product))? {
                let block = ids.read_block_postings_from_terminfo(&term, IndexRecordOption::Basic)?;
                changed.extend(block.docs().iter().map(|doc| (*doc, popularity)));
            }
        }
        changed.retain(|doc, popularity| self.popularity(*doc) != *popularity);
        let mut segment = self.reopen(self.reader.clone());
        if !changed.is_empty() {
            segment.popularity = Arc::new(self.popularity.with(&changed, &self.columns));
        }
        Ok(segment)
    }

    pub(super) fn id(&self) -> SegmentId {
        self.reader.segment_id()
    }

    /// Returns the documents that are not deleted; `None` if no document is deleted.
    pub(super) fn alive(&self) -> Option<&FixedBitSet> {
        self.deletions.as_ref().map(|deletions| &deletions.alive)
    }

    /// Returns the popularity of a document.
    pub(super) fn popularity(&self, doc: DocId) -> i64 {
        value(&self.popularity.values, doc)
    }

    /// Returns the documents by the values of filters.
    pub(super) fn sets(&self) -> &Sets {
        &self.columns.sets
    }

    /// Returns the discounted price of a document, in qəpik.
    pub(super) fn price(&self, doc: DocId) -> i64 {
        self.columns.prices.get_val(doc)
    }

    /// Returns the documents with a price in a range, one slice per category in the order of prices; deleted ones included.
    pub(super) fn price_slices(&self, prices: (i64, i64)) -> impl Iterator<Item = &[DocId]> {
        self.columns.slices(None, prices)
    }

    /// Returns the number of products that match a filter.
    pub(super) fn count(&self, filter: &Filter) -> usize {
        if !filter.is_category_and_price() {
            return self.matching(filter).count_ones(..);
        }
        let indexed: usize = self
            .columns
            .in_category_and_price(filter)
            .iter()
            .map(|slice| slice.len())
            .sum();
        let deletions = self.deletions.iter().flat_map(|deletions| &deletions.deleted);
        let deleted = deletions.filter(|doc| self.columns.has_category_and_price(filter, **doc));
        indexed.saturating_sub(deleted.count())
    }

    /// Returns the first products that match a filter, in order. There may be more than `wanted`.
    pub(super) fn list<'index>(
        &'index self,
        filter: &'index Filter,
        sort: Sort,
        wanted: usize,
    ) -> Vec<Places<'index>> {
        if !filter.is_category_and_price() {
            return self.list_set(filter, self.matching(filter), sort, wanted);
        }
        let columns = &*self.columns;
        let place = move |doc| self.place(sort, doc);
        let matching = columns.in_category_and_price(filter);
        let order = match sort {
            Sort::Id | Sort::Popularity | Sort::Rating | Sort::Latest => self.order(sort),
            Sort::PriceLow => {
                let places = |slice: &'index [DocId]| -> Places<'index> {
                    Box::new(self.without_deleted(slice.iter().copied()).map(place))
                };
                return matching.into_iter().map(places).collect();
            }
            Sort::PriceHigh => {
                let places = |slice: &'index [DocId]| -> Places<'index> {
                    let documents = descending_prices(slice, &*columns.prices);
                    Box::new(self.without_deleted(documents).map(place))
                };
                return matching.into_iter().map(places).collect();
            }
        };
        let count = matching.iter().map(|slice| slice.len()).sum();
        let found: Places<'index> = if is_walk_cheaper(count, order.len(), wanted) {
            let is_filtered = count < order.len();
            let documents = order.iter().copied();
            let documents =
                documents.filter(move |doc| !is_filtered || columns.has_category_and_price(filter, *doc));
            Box::new(self.without_deleted(documents).map(place))
        } else {
            let documents = matching.into_iter().flatten().copied();
            first(self.without_deleted(documents).map(place), wanted)
        };
        vec![found]
    }

    /// Returns the first of the documents that match a filter, in order. There may be more than `wanted`.
    fn list_set<'index>(
        &'index self,
        filter: &Filter,
        documents: FixedBitSet,
        sort: Sort,
        wanted: usize,
    ) -> Vec<Places<'index>> {
        let columns = &*self.columns;
        let place = move |doc| self.place(sort, doc);
        let all = columns.by_id.len();
        if !is_walk_cheaper(documents.count_ones(..), all, wanted) {
            return vec![first(self::documents(&documents).map(place), wanted)];
        }
        let documents = Arc::new(documents);
        let contained = move |order: Box<dyn Iterator<Item = DocId> + 'index>| -> Places<'index> {
            let documents = Arc::clone(&documents);
            Box::new(
                order
                    .filter(move |doc| documents.contains(position(*doc)))
                    .map(place),
            )
        };
        let slices = columns.slices(filter.category, filter.price_bounds());
        match sort {
            Sort::Id | Sort::Popularity | Sort::Rating | Sort::Latest => {
                vec![contained(Box::new(self.order(sort).iter().copied()))]
            }
            Sort::PriceLow => slices
                .map(|slice| contained(Box::new(slice.iter().copied())))
                .collect(),
            Sort::PriceHigh => slices
                .map(|slice| contained(Box::new(descending_prices(slice, &*columns.prices))))
                .collect(),
        }
    }

    /// Returns all documents in an order; by category for one by price.
    fn order(&self, sort: Sort) -> &[DocId] {
        match sort {
            Sort::Id => &self.columns.by_id,
            Sort::Popularity => &self.popularity.order,
            Sort::Rating => &self.columns.by_rating,
            Sort::Latest => &self.columns.by_age,
            Sort::PriceLow | Sort::PriceHigh => &self.columns.by_price,
        }
    }

    /// Returns the place of a document in an order.
    fn place(&self, sort: Sort, doc: DocId) -> Place {
        let columns = &*self.columns;
        let key = match sort {
            Sort::Id => 0,
            Sort::Popularity => descending(self.popularity(doc)),
            Sort::Rating => descending(columns.ratings.get_val(doc)),
            Sort::Latest => descending(columns.created_at.get_val(doc)),
            Sort::PriceLow => columns.prices.get_val(doc),
            Sort::PriceHigh => descending(columns.prices.get_val(doc)),
        };
        (key, columns.ids.get_val(doc))
    }

    /// Returns the first of some documents by popularity. There may be more than `wanted`.
    pub(super) fn most_popular<'index>(
        &'index self,
        documents: &'index FixedBitSet,
        wanted: usize,
    ) -> Places<'index> {
        let place = |doc| self.place(Sort::Popularity, doc);
        let order = &self.popularity.order;
        if is_walk_cheaper(documents.count_ones(..), order.len(), wanted) {
            let found = order
                .iter()
                .copied()
                .filter(|doc| documents.contains(position(*doc)));
            Box::new(found.map(place))
        } else {
            first(self::documents(documents).map(place), wanted)
        }
    }

    /// Returns all documents that are not deleted.
    pub(super) fn all(&self) -> FixedBitSet {
        let mut all = self.sets().all();
        if let Some(alive) = self.alive() {
            all.intersect_with(alive);
        }
        all
    }

    /// Returns the place by popularity, the product and the width in millimetres of documents with a known width.
    pub(super) fn widths<'index>(
        &'index self,
        documents: &'index FixedBitSet,
    ) -> impl Iterator<Item = (i64, i64, i64)> + 'index {
        let widths = &self.sets().widths;
        self::documents(documents).filter_map(move |doc| {
            let (popularity, id) = self.place(Sort::Popularity, doc);
            let width = widths.get_val(doc);
            (width > 0).then_some((popularity, id, width))
        })
    }

    pub(super) fn without_deleted<'index>(
        &'index self,
        documents: impl Iterator<Item = DocId> + 'index,
    ) -> impl Iterator<Item = DocId> + 'index {
        let alive = self.alive();
        documents.filter(move |doc| alive.is_none_or(|alive| alive.contains(position(*doc))))
    }
}

/// Whether to walk all documents in order until `wanted` of `count` are found, rather than to read and sort the `count`.
const fn is_walk_cheaper(count: usize, all: usize, wanted: usize) -> bool {
    count.saturating_mul(count) >= wanted.saturating_mul(all)
}

/// Returns the first `wanted` places in order.
fn first<'index>(places: impl Iterator<Item = Place>, wanted: usize) -> Places<'index> {
    let mut places: Vec<Place> = places.collect();
    if wanted < places.len() {
        places.select_nth_unstable(wanted);
        places.truncate(wanted);
    }
    places.sort_unstable();
    Box::new(places.into_iter())
}

/// Returns documents that are sorted by price and id from the highest price, and those of one price by id.
fn descending_prices<'index>(
    mut documents: &'index [DocId],
    prices: &'index dyn ColumnValues<i64>,
) -> impl Iterator<Item = DocId> + 'index {
    std::iter::from_fn(move || {
        let highest = prices.get_val(*documents.last()?);
        let start = documents.partition_point(|doc| prices.get_val(*doc) < highest);
        let (rest, group) = documents.split_at_checked(start)?;
        documents = rest;
        Some(group)
    })
    .flatten()
    .copied()
}

/// Returns a key that sorts numbers in descending order. The numbers are not negative, or are times after year 0.
const fn descending(number: i64) -> i64 {
    number.saturating_neg()
}

fn value(values: &[i64], doc: DocId) -> i64 {
    values.get(position(doc)).copied().unwrap_or_default()
}
