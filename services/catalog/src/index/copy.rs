//! Answers of the index alone, while the database is away.

use std::{collections::HashMap, sync::Arc};

use kit::{
    domain::{Page, ProductId},
    search::words,
};
use proto::catalog::v1::Product;
use tantivy::{
    TantivyDocument,
    schema::{IndexRecordOption, Value as _},
};

use super::{
    IndexError, SearchIndex,
    schema::Fields,
    segment::Segment,
    snapshot::{Found, Snapshot},
};
use crate::{
    listing::{Facets, Filter, Sort},
    product::Category,
    record::Record,
};

/// A page of products as of the last change that the index has.
pub(crate) struct CopiedPage {
    pub(crate) products: Vec<Product>,
    pub(crate) total: i64,
    pub(crate) is_closest: bool,
    pub(crate) facets: Option<Facets>,
}

impl SearchIndex {
    /// Whether the index has all products.
    pub(crate) fn has_copy(&self) -> bool {
        self.snapshot().is_some_and(|snapshot| snapshot.is_complete)
    }

    /// Returns the categories, as last read.
    pub(crate) fn categories(&self) -> Arc<[Category]> {
        Arc::clone(&self.categories.borrow())
    }

    /// As [`SearchIndex::list`], without the database; `None` if the index is not complete.
    pub(crate) async fn list_copy(
        &self,
        filter: Filter,
        sort: Sort,
        page: Page,
        with_facets: bool,
    ) -> Option<CopiedPage> {
        let snapshot = self.snapshot().filter(|snapshot| snapshot.is_complete)?;
        let listed = self.run(move || {
            let facets = with_facets.then(|| snapshot.facets(&filter));
            let found = snapshot.list(&filter, sort, page);
            let products = snapshot.records(&found.products)?;
            Ok(copied(&found, products, facets))
        });
        logged(listed.await)
    }

    /// As [`SearchIndex::search`], without the database; `None` if there is no index.
    pub(crate) async fn search_copy(&self, term: &str, page: Page) -> Option<CopiedPage> {
        let snapshot = self.snapshot()?;
        let term = term.to_owned();
        let searched = self.run(move || {
            let found = match snapshot.cached(&term, page) {
                _ if words(&term).is_empty() => Found::default(),
                Some(found) => found,
                None => snapshot.search_term(&term, page)?,
            };
            let products = snapshot.records(&found.products)?;
            Ok(copied(&found, products, None))
        });
        logged(searched.await)
    }

    /// Returns active products in the order of their ids, without unknown ones; `None` if there is no index.
    pub(crate) async fn products_copy(&self, products: Vec<ProductId>) -> Option<Vec<Product>> {
        let snapshot = self.snapshot()?;
        logged(self.run(move || Ok(snapshot.records(&products)?)).await)
    }
}

impl Snapshot {
    /// Returns products as the shop shows them, in the order of their ids and without unknown ones.
    fn records(&self, products: &[ProductId]) -> tantivy::Result<Vec<Product>> {
        let mut found = HashMap::with_capacity(products.len());
        for segment in &self.segments {
            found.extend(records(segment, &self.fields, products)?);
        }
        let records = products.iter().filter_map(|product| found.remove(&product.get()));
        Ok(records.filter_map(|record| record.product()).collect())
    }
}

/// Returns the records of the products of a segment, by id.
fn records(
    segment: &Segment,
    fields: &Fields,
    products: &[ProductId],
) -> tantivy::Result<Vec<(i64, Record)>> {
    let ids = segment.reader.inverted_index(fields.id)?;
    let store = segment.reader.get_store_reader(1)?;
    let mut records = Vec::new();
    for product in products {
        let Some(term) = ids.get_term_info(&fields.id_term(product.get()))? else {
            continue;
        };
        let block = ids.read_block_postings_from_terminfo(&term, IndexRecordOption::Basic)?;
        for doc in segment.without_deleted(block.docs().iter().copied()) {
            let document: TantivyDocument = store.get(doc)?;
            let bytes = document.get_first(fields.record);
            let record = bytes.and_then(|bytes| bytes.as_bytes()).map(Record::from_bytes);
            records.extend(record.map(|record| (product.get(), record)));
        }
    }
    Ok(records)
}

fn copied(found: &Found, products: Vec<Product>, facets: Option<Facets>) -> CopiedPage {
    CopiedPage {
        products,
        total: found.total,
        is_closest: found.is_closest,
        facets,
    }
}

fn logged<T>(result: Result<T, IndexError>) -> Option<T> {
    result
        .inspect_err(|error| {
            let error = kit::failure::error_chain(error);
            tracing::warn!(error, "the copy of the products cannot be read");
        })
        .ok()
}
