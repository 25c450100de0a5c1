//! Facets of lists, counted with the sets of documents by the values of filters.
//!
//! A facet is the size of an intersection, which costs a machine word for 64 products.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use tantivy::DocId;

use super::{segment::Segment, sets::position};
use crate::{
    listing::{BARS, Facets, Filter, PriceSteps, Prices},
    product::Availability,
};

/// The groups of filters, each of which has a facet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Category,
    Price,
    Width,
    Color,
    Availability,
    Discount,
}

const GROUPS: [Group; 6] = [
    Group::Category,
    Group::Price,
    Group::Width,
    Group::Color,
    Group::Availability,
    Group::Discount,
];

impl Segment {
    /// Returns the documents that a filter's group accepts; `None` if the filter does not use the group.
    fn accepted(&self, filter: &Filter, group: Group) -> Option<FixedBitSet> {
        let sets = self.sets();
        match group {
            Group::Category => filter.category.map(|category| {
                let set = sets.categories.get(&category.get().into());
                set.cloned().unwrap_or_else(|| sets.none())
            }),
            Group::Price => filter
                .has_price_range()
                .then(|| self.in_price_range(filter.price_bounds())),
            Group::Width => filter.has_width_range().then(|| sets.in_width_range(filter)),
            Group::Color => (!filter.colors.is_empty()).then(|| sets.in_colors(filter)),
            Group::Availability => filter.availability.map(|availability| match availability {
                Availability::InStock => sets.in_stock.clone(),
                Availability::MadeToOrder => sets.made_to_order.clone(),
            }),
            Group::Discount => filter.is_discounted.then(|| sets.discounted.clone()),
        }
    }

    /// Returns the documents with a price in a range, in qəpik. Visits those of the range or those outside, whichever are fewer.
    fn in_price_range(&self, (min, max): (i64, i64)) -> FixedBitSet {
        let sets = self.sets();
        let count: usize = self.price_slices((min, max)).map(<[DocId]>::len).sum();
        if count <= sets.len() / 2 {
            return sets.collect(self.price_slices((min, max)).flatten().copied());
        }
        let below = self.price_slices((i64::MIN, min.saturating_sub(1)));
        let above = self.price_slices((max.saturating_add(1), i64::MAX));
        let mut documents = sets.all();
        documents.difference_with(&sets.collect(below.chain(above).flatten().copied()));
        documents
    }

    /// Returns all documents that are not deleted.
    fn existing(&self) -> FixedBitSet {
        self.alive().cloned().unwrap_or_else(|| self.sets().all())
    }

    /// Returns the documents that match a filter.
    pub(super) fn matching(&self, filter: &Filter) -> FixedBitSet {
        let mut documents = self.existing();
        for accepted in GROUPS.iter().filter_map(|group| self.accepted(filter, *group)) {
            documents.intersect_with(&accepted);
        }
        documents
    }
}

/// Documents of a segment that match all groups of a filter but one.
struct Others<'index> {
    segment: &'index Segment,
    existing: FixedBitSet,
    accepted: Vec<(Group, FixedBitSet)>,
}

impl<'index> Others<'index> {
    fn new(segment: &'index Segment, filter: &Filter) -> Self {
        let accepted = GROUPS
            .iter()
            .filter_map(|group| Some((*group, segment.accepted(filter, *group)?)))
            .collect();
        Self {
            segment,
            existing: segment.existing(),
            accepted,
        }
    }

    /// Returns the documents that match all groups but this one.
    fn without(&self, group: Group) -> FixedBitSet {
        let mut documents = self.existing.clone();
        for (_, accepted) in self.accepted.iter().filter(|(of, _)| *of != group) {
            documents.intersect_with(accepted);
        }
        documents
    }

    fn add_categories(&self, counts: &mut BTreeMap<i32, i64>) {
        let documents = self.without(Group::Category);
        for (category, set) in &self.segment.sets().categories {
            if let Ok(category) = i32::try_from(*category) {
                *counts.entry(category).or_default() += number(set.intersection_count(&documents));
            }
        }
    }

    fn add_colors(&self, counts: &mut BTreeMap<String, i64>) {
        let documents = self.without(Group::Color);
        for (color, set) in &self.segment.sets().colors {
            if set.intersection_count(&self.existing) > 0 {
                *counts.entry(color.clone()).or_default() += number(set.intersection_count(&documents));
            }
        }
    }

    /// Returns the lowest and the highest price of the documents that match all groups but the price.
    fn price_range(&self, documents: &FixedBitSet) -> Option<(i64, i64)> {
        let slices = self.segment.price_slices((i64::MIN, i64::MAX));
        let ranges = slices.filter_map(|slice| {
            let is_contained = |doc: &&DocId| documents.contains(position(**doc));
            let lowest = slice.iter().find(is_contained)?;
            let highest = slice.iter().rev().find(is_contained)?;
            Some((self.segment.price(*lowest), self.segment.price(*highest)))
        });
        ranges.reduce(widen)
    }

    fn add_prices(&self, documents: &FixedBitSet, steps: PriceSteps, bars: &mut [i64; BARS]) {
        let has_all = documents.count_ones(..) == self.segment.sets().len();
        for slice in self.segment.price_slices((i64::MIN, i64::MAX)) {
            let mut start = 0;
            for (step, bar) in bars.iter_mut().enumerate() {
                let of_step = slice.get(start..).unwrap_or_default();
                let length = of_step.partition_point(|doc| steps.step_of(self.segment.price(*doc)) <= step);
                let of_step = of_step.get(..length).unwrap_or_default();
                *bar += if has_all {
                    number(length)
                } else {
                    contained(of_step, documents)
                };
                start += length;
            }
        }
    }

    fn width_range(&self) -> Option<(i64, i64)> {
        let documents = self.without(Group::Width);
        let sets = self.segment.sets();
        let is_contained = |doc: &&DocId| documents.contains(position(**doc));
        let narrowest = sets.by_width.iter().find(is_contained)?;
        let widest = sets.by_width.iter().rev().find(is_contained)?;
        Some((sets.widths.get_val(*narrowest), sets.widths.get_val(*widest)))
    }
}

/// Counts the facets of a filter.
pub(super) fn count(segments: &[Segment], filter: &Filter) -> Facets {
    let others: Vec<_> = segments
        .iter()
        .map(|segment| Others::new(segment, filter))
        .collect();
    let mut facets = Facets::default();
    for color in &filter.colors {
        facets.colors.insert(color.clone(), 0);
    }
    for segment in &others {
        segment.add_categories(&mut facets.categories);
        segment.add_colors(&mut facets.colors);
        let sets = segment.segment.sets();
        let documents = segment.without(Group::Availability);
        facets.in_stock += number(sets.in_stock.intersection_count(&documents));
        facets.made_to_order += number(sets.made_to_order.intersection_count(&documents));
        let documents = segment.without(Group::Discount);
        facets.discounted += number(sets.discounted.intersection_count(&documents));
    }
    facets.prices = prices(&others);
    facets.widths = others.iter().filter_map(Others::width_range).reduce(widen);
    facets
}

/// Returns the distribution of the prices.
fn prices(others: &[Others<'_>]) -> Option<Prices> {
    let documents: Vec<_> = others
        .iter()
        .map(|segment| (segment, segment.without(Group::Price)))
        .collect();
    let (min, max) = documents
        .iter()
        .filter_map(|(segment, documents)| segment.price_range(documents))
        .reduce(widen)?;
    let steps = PriceSteps::new(min, max);
    let mut bars = [0; BARS];
    for (segment, documents) in &documents {
        segment.add_prices(documents, steps, &mut bars);
    }
    Some(Prices { steps, bars })
}

/// Returns the number of documents that are in a set.
fn contained(documents: &[DocId], set: &FixedBitSet) -> i64 {
    number(
        documents
            .iter()
            .filter(|doc| set.contains(position(**doc)))
            .count(),
    )
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Returns the range that includes two ranges.
fn widen((min, max): (i64, i64), (other_min, other_max): (i64, i64)) -> (i64, i64) {
    (min.min(other_min), max.max(other_max))
}
