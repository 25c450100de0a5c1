//! Sets of a segment's documents by the values of filters, read once per segment.

use std::{collections::BTreeMap, sync::Arc};

use fixedbitset::FixedBitSet;
use tantivy::{DocId, SegmentReader, columnar::ColumnValues, schema::IndexRecordOption};

use super::schema::{Fields, availability_number, column};
use crate::{listing::Filter, product::Availability};

/// Documents of a segment by the values of filters, deleted ones included.
pub(super) struct Sets {
    bound: u32,
    pub(super) categories: BTreeMap<i64, FixedBitSet>,
    pub(super) colors: BTreeMap<String, FixedBitSet>,
    pub(super) in_stock: FixedBitSet,
    pub(super) made_to_order: FixedBitSet,
    pub(super) discounted: FixedBitSet,
    /// Widths in millimetres; 0 if unknown.
    pub(super) widths: Arc<dyn ColumnValues<i64>>,
    /// Documents with a known width, ascending by it.
    pub(super) by_width: Vec<DocId>,
}

impl Sets {
    /// Reads the sets of a segment.
    pub(super) fn read(reader: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let bound = reader.max_doc();
        let column = |name| tantivy::Result::Ok(reader.fast_fields().i64(name)?.first_or_default_col(0));
        let availability = column(column::AVAILABILITY)?;
        let discounted = column(column::DISCOUNTED)?;
        let widths = column(column::WIDTH)?;
        let with = |column: &dyn ColumnValues<i64>, value| {
            let mut documents = FixedBitSet::with_capacity(position(bound));
            for doc in (0..bound).filter(|doc| column.get_val(*doc) == value) {
                documents.insert(position(doc));
            }
            documents
        };
        let category_of = column(column::CATEGORY)?;
        let mut categories = BTreeMap::new();
        for doc in 0..bound {
            categories
                .entry(category_of.get_val(doc))
                .or_insert_with(|| FixedBitSet::with_capacity(position(bound)))
                .insert(position(doc));
        }
        let of = |value| with(&*availability, availability_number(value));
        let with_width = (0..bound).filter(|doc| widths.get_val(*doc) > 0).collect();
        Ok(Self {
            bound,
            categories,
            colors: read_colors(reader, fields)?,
            in_stock: of(Availability::InStock),
            made_to_order: of(Availability::MadeToOrder),
            discounted: with(&*discounted, 1),
            by_width: sort(with_width, |doc| widths.get_val(doc)),
            widths,
        })
    }

    /// Returns all documents.
    pub(super) fn all(&self) -> FixedBitSet {
        let mut all = self.none();
        all.insert_range(..);
        all
    }

    /// Returns the number of all documents.
    pub(super) fn len(&self) -> usize {
        position(self.bound)
    }

    /// Returns an empty set.
    pub(super) fn none(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.len())
    }

    /// Returns some documents as a set.
    pub(super) fn collect(&self, documents: impl Iterator<Item = DocId>) -> FixedBitSet {
        let mut set = self.none();
        for doc in documents {
            set.insert(position(doc));
        }
        set
    }

    /// Returns the documents with a width in the filter's range.
    pub(super) fn in_width_range(&self, filter: &Filter) -> FixedBitSet {
        let (min, max) = (
            filter.least_width().map_or(i64::MIN, i64::from),
            filter.max_width.map_or(i64::MAX, i64::from),
        );
        let start = self
            .by_width
            .partition_point(|doc| self.widths.get_val(*doc) < min);
        let end = self
            .by_width
            .partition_point(|doc| self.widths.get_val(*doc) <= max);
        let range = self.by_width.get(start..end).unwrap_or_default();
        self.collect(range.iter().copied())
    }

    /// Returns the documents with one of the filter's colours.
    pub(super) fn in_colors(&self, filter: &Filter) -> FixedBitSet {
        let mut documents = self.none();
        for set in filter.colors.iter().filter_map(|color| self.colors.get(color)) {
            documents.union_with(set);
        }
        documents
    }
}

/// Returns the documents of a set, ascending.
pub(super) fn documents(set: &FixedBitSet) -> impl Iterator<Item = DocId> {
    set.ones().filter_map(|position| DocId::try_from(position).ok())
}

/// Returns the position of a document in sets and columns.
pub(super) fn position(document: DocId) -> usize {
    usize::try_from(document).unwrap_or(usize::MAX)
}

/// Returns the documents sorted by key; those of one key keep their order.
pub(super) fn sort(mut documents: Vec<DocId>, key: impl Fn(DocId) -> i64) -> Vec<DocId> {
    documents.sort_by_cached_key(|doc| key(*doc));
    documents
}

/// Reads the documents of each colour.
fn read_colors(reader: &SegmentReader, fields: &Fields) -> tantivy::Result<BTreeMap<String, FixedBitSet>> {
    let index = reader.inverted_index(fields.color)?;
    let mut colors = BTreeMap::new();
    let mut terms = index.terms().stream()?;
    while terms.advance() {
        let mut documents = FixedBitSet::with_capacity(position(reader.max_doc()));
        let mut block = index.read_block_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
        while !block.docs().is_empty() {
            for doc in block.docs() {
                documents.insert(position(*doc));
            }
            block.advance();
        }
        let slug = String::from_utf8_lossy(terms.key()).into_owned();
        colors.insert(slug, documents);
    }
    Ok(colors)
}
