//! Tests of the index without a database.

use std::path::{Path, PathBuf};

use kit::{
    domain::{CategoryId, LocalizedText, Money, ProductId},
    search::{IndexedWord, MatchKind, query_words, words},
};
use proptest::prelude::*;
use tempfile::TempDir;

use super::{
    writer::{Progress, Writer},
    *,
};
use crate::{
    listing::{BARS, PriceSteps, Prices},
    measures::Millimetres,
    product::Availability,
    record::Record,
    search::{Entry, Rank, SearchField, Wish, Word},
};

fn product(id: i64) -> ProductId {
    ProductId::try_from(id).unwrap()
}

fn text(text: &str) -> LocalizedText {
    LocalizedText {
        az: text.to_owned(),
        ru: String::new(),
        en: String::new(),
    }
}

fn entry(id: i64, code: &str, name: &str, other: &str) -> Entry {
    Entry {
        product: product(id),
        is_active: true,
        category: CategoryId::try_from(1).unwrap(),
        discounted_price: Money::from_minor(100).unwrap(),
        created_at: 0,
        rating_tenths: 0,
        popularity: 0,
        width: None,
        size: None,
        availability: Availability::MadeToOrder,
        is_discounted: false,
        colors: Vec::new(),
        code: code.to_owned(),
        name: text(name),
        other: vec![text(other)],
        record: Record::default(),
    }
}

/// An index in a temporary folder.
struct TestIndex {
    _folder: TempDir,
    writer: Writer,
    snapshot: Option<Arc<Snapshot>>,
    progress: Progress,
}

impl TestIndex {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        Self {
            writer: Writer::open(&path(&folder)).unwrap(),
            _folder: folder,
            snapshot: None,
            progress: complete(0, 0),
        }
    }

    fn replace(&mut self, entries: &[Entry]) {
        self.progress.revision += 1;
        self.writer.replace(entries).unwrap();
        self.writer.commit(self.progress).unwrap();
        self.publish();
    }

    fn publish(&mut self) {
        if let Some(snapshot) = self.writer.snapshot(self.snapshot.as_deref()).unwrap() {
            self.snapshot = Some(snapshot);
        }
    }

    fn change_popularity(&mut self, changes: &[(i64, i64)]) {
        let changes: Vec<_> = changes
            .iter()
            .map(|(id, popularity)| (product(*id), *popularity))
            .collect();
        let before = self.snapshot.take().unwrap();
        let changed = self.writer.change_popularity(&before, &changes).unwrap();
        self.snapshot = Some(changed.unwrap_or(before));
    }

    fn snapshot(&self) -> &Snapshot {
        self.snapshot.as_deref().unwrap()
    }

    /// Finds the products that match all words, without what they may mean besides.
    fn search(&self, term: &str, page: Page) -> Found {
        let words = literal(term);
        if words.is_empty() {
            return Found::default();
        }
        self.snapshot().search(&[wish(words)], page).unwrap()
    }

    /// Returns the ids of all products that match a term with their ranks, best first.
    fn ranked(&self, term: &str) -> Vec<(i64, Rank)> {
        let mut ranked = self.snapshot().ranks_of_products(&literal(term)).unwrap();
        ranked.sort_unstable_by_key(|(id, rank)| (*rank, *id));
        ranked
    }
}

/// Returns the progress of a finished build.
fn complete(revision: i64, popularity_since: i64) -> Progress {
    let mut progress = Progress::start(revision, popularity_since);
    progress.built_to = None;
    progress
}

fn path(folder: &TempDir) -> PathBuf {
    folder.path().join("products")
}

fn all() -> Page {
    Page::new(1, 1_000)
}

fn ids(found: &Found) -> Vec<i64> {
    found.products.iter().map(|product| product.get()).collect()
}

#[test]
fn requires_all_words_and_ranks_by_the_worst_match() {
    let mut index = TestIndex::new();
    index.replace(&[
        entry(1, "SK-1", "Palıd şkaf", "yaşıl"),
        entry(2, "SK-2", "Yaşıl şkaf", "palıd"),
        entry(3, "MT-3", "Yaşıl mətbəx", ""),
    ]);
    assert_eq!(
        index.ranked("yasil skaf"),
        [
            (2, Rank::new(SearchField::Name, MatchKind::Exact)),
            (1, Rank::new(SearchField::Other, MatchKind::Exact))
        ]
    );
    assert_eq!(index.ranked("metbex skaf"), []);
}

#[test]
fn ranks_a_word_by_its_most_relevant_field() {
    let mut index = TestIndex::new();
    index.replace(&[entry(1, "SK-1", "şkaf", "şkaf şkaf")]);
    assert_eq!(
        index.ranked("şkaf"),
        [(1, Rank::new(SearchField::Name, MatchKind::Exact))]
    );
    assert_eq!(
        index.ranked("sk-1"),
        [(1, Rank::new(SearchField::Code, MatchKind::Exact))]
    );
}

#[test]
fn removes_words_that_a_product_no_longer_contains() {
    let mut index = TestIndex::new();
    index.replace(&[entry(1, "SK-1", "palıd şkaf", "")]);
    index.replace(&[entry(1, "SK-1", "qoz şkaf", "")]);
    assert_eq!(index.snapshot().revision, 2);
    assert_eq!(index.ranked("palid"), []);
    assert_eq!(index.ranked("qoz").len(), 1);
    index.replace(&[Entry {
        is_active: false,
        ..entry(1, "SK-1", "qoz şkaf", "")
    }]);
    assert_eq!(index.ranked("qoz"), []);
}

#[test]
fn finds_azerbaijani_words_with_q_in_cyrillic() {
    let mut index = TestIndex::new();
    index.replace(&[entry(1, "SK-1", "qoz masa", ""), entry(2, "SK-2", "toz masa", "")]);
    for term in ["гоз", "ГОЗ", "qoz"] {
        assert_eq!(
            index.ranked(term),
            [(1, Rank::new(SearchField::Name, MatchKind::Exact))],
            "{term}"
        );
    }
}

#[test]
fn last_of_several_changes_of_a_product_counts() {
    let mut index = TestIndex::new();
    let popular = |id, popularity| Entry {
        popularity,
        ..entry(id, "A", "skaf", "")
    };
    index.replace(&[popular(1, 3), popular(2, 2)]);
    index.change_popularity(&[(1, 0), (1, 3)]);
    assert_eq!(ids(&index.search("skaf", all())), [1, 2]);
}

#[test]
fn keeps_changed_popularity_when_segments_are_merged_or_replaced() {
    let mut index = TestIndex::new();
    for id in 1..=7 {
        index.replace(&[entry(id, "SK-1", "şkaf", "")]);
    }
    index.change_popularity(&[(3, 10), (5, 20)]);
    assert_eq!(ids(&index.search("şkaf", all())), [5, 3, 1, 2, 4, 6, 7]);
    // The eighth segment makes the policy merge them.
    index.replace(&[entry(8, "SK-1", "şkaf", "")]);
    let deadline = std::time::Instant::now() + Duration::from_secs(20);
    while index.snapshot().segment_count() > 1 && std::time::Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
        index.publish();
    }
    assert_eq!(index.snapshot().segment_count(), 1);
    assert_eq!(ids(&index.search("şkaf", all())), [5, 3, 1, 2, 4, 6, 7, 8]);
    // The value that is indexed with the new text is newer.
    index.replace(&[Entry {
        popularity: 15,
        ..entry(3, "SK-1", "şkaf", "")
    }]);
    assert_eq!(ids(&index.search("şkaf", all()))[..2], [5, 3]);
    index.change_popularity(&[(3, 21)]);
    assert_eq!(ids(&index.search("şkaf", all()))[..2], [3, 5]);
}

#[test]
fn reopens_an_index_with_its_progress_and_replaces_an_unusable_one() {
    let folder = TempDir::new().unwrap();
    let path = path(&folder);
    let progress = complete(7, 3);
    let mut writer = Writer::open(&path).unwrap();
    assert_eq!(writer.progress, None);
    writer.add(&[entry(1, "SK-1", "şkaf", "")]).unwrap();
    writer.commit(progress).unwrap();
    drop(writer);
    let writer = Writer::open(&path).unwrap();
    assert_eq!(writer.progress, Some(progress));
    let snapshot = writer.snapshot(None).unwrap().unwrap();
    assert_eq!(
        ids(&snapshot.search(&[wish(literal("skaf"))], all()).unwrap()),
        [1]
    );
    drop(writer);
    damage(&path, |meta| {
        let version = format!("\\\"version\\\":{}", schema::VERSION);
        meta.replace(&version, "\\\"version\\\":0")
    });
    assert_eq!(Writer::open(&path).unwrap().progress, None);
    damage(&path, |_| "{".to_owned());
    assert_eq!(Writer::open(&path).unwrap().progress, None);
}

fn damage(folder: &Path, change: impl FnOnce(String) -> String) {
    let meta = folder.join("meta.json");
    let before = std::fs::read_to_string(&meta).unwrap();
    let after = change(before.clone());
    assert_ne!(before, after);
    std::fs::write(meta, after).unwrap();
}

/// Returns the words of a term without synonyms.
fn literal(term: &str) -> Vec<Word> {
    query_words(term)
        .into_iter()
        .map(|typed| Word {
            typed,
            synonyms: Vec::new(),
            is_whole: false,
        })
        .collect()
}

fn wish(words: Vec<Word>) -> Wish {
    Wish {
        words,
        width: None,
        is_code: false,
        is_closest: false,
    }
}

/// Returns the rank of a product as its definition says: the best match of each word, and the worst of these.
fn expected_rank(entry: &Entry, term: &str) -> Option<Rank> {
    let mut known = Vec::new();
    let mut add = |text: &str, field| known.extend(words(text).into_iter().map(|word| (word, field)));
    add(&entry.code, SearchField::Code);
    add(&words(&entry.code).concat(), SearchField::Code);
    add(&entry.name.az, SearchField::Name);
    add(&entry.other[0].az, SearchField::Other);
    let best = |typed: &Vec<char>| {
        let ranks = known
            .iter()
            .filter_map(|(word, field)| Some(Rank::new(*field, IndexedWord::new(word).match_kind(typed)?)));
        ranks.min()
    };
    let ranks: Option<Vec<Rank>> = query_words(term).iter().map(best).collect();
    ranks?.into_iter().max()
}

fn expected_search(entries: &[Entry], term: &str) -> Vec<i64> {
    let mut found: Vec<_> = entries
        .iter()
        .filter_map(|entry| {
            Some((
                expected_rank(entry, term)?,
                -entry.popularity,
                entry.product.get(),
            ))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, _, id)| id).collect()
}

/// Whether a product matches a filter.
fn is_matching(entry: &Entry, filter: &Filter) -> bool {
    let width = entry.width.map(u32::from);
    filter.category.is_none_or(|category| category == entry.category)
        && filter.min_price.is_none_or(|min| min <= entry.discounted_price)
        && filter.max_price.is_none_or(|max| entry.discounted_price <= max)
        && filter
            .min_width
            .is_none_or(|min| width.is_some_and(|width| min <= width))
        && filter
            .max_width
            .is_none_or(|max| width.is_some_and(|width| width <= max))
        && (filter.near_width.is_none() || width.is_some())
        && (filter.colors.is_empty() || filter.colors.iter().any(|color| entry.colors.contains(color)))
        && (filter.availability.is_none() || filter.availability == Some(entry.availability))
        && (!filter.is_discounted || entry.is_discounted)
}

/// Counts the facets by the definition: each with all other filters.
fn expected_facets(entries: &[Entry], filter: &Filter) -> Facets {
    let with = |change: &dyn Fn(&mut Filter)| -> Vec<&Entry> {
        let mut filter = filter.clone();
        change(&mut filter);
        entries
            .iter()
            .filter(|entry| is_matching(entry, &filter))
            .collect()
    };
    let count = |entries: &[&Entry], condition: &dyn Fn(&Entry) -> bool| {
        i64::try_from(entries.iter().filter(|entry| condition(entry)).count()).unwrap()
    };
    let categories = with(&|filter| filter.category = None);
    let colors = with(&|filter| filter.colors.clear());
    let availability = with(&|filter| filter.availability = None);
    let discounts = with(&|filter| filter.is_discounted = false);
    let prices: Vec<i64> = with(&|filter| (filter.min_price, filter.max_price) = (None, None))
        .iter()
        .map(|entry| entry.discounted_price.minor())
        .collect();
    let widths: Vec<i64> =
        with(&|filter| (filter.min_width, filter.max_width, filter.near_width) = (None, None, None))
            .iter()
            .filter_map(|entry| Some(entry.width?.get().into()))
            .collect();
    let slugs = entries
        .iter()
        .flat_map(|entry| &entry.colors)
        .chain(&filter.colors);
    Facets {
        categories: (1..=3)
            .map(|id| (id, count(&categories, &|entry| entry.category.get() == id)))
            .collect(),
        colors: slugs
            .map(|slug| (slug.clone(), count(&colors, &|entry| entry.colors.contains(slug))))
            .collect(),
        in_stock: count(&availability, &|entry| {
            entry.availability == Availability::InStock
        }),
        made_to_order: count(&availability, &|entry| {
            entry.availability == Availability::MadeToOrder
        }),
        discounted: count(&discounts, &|entry| entry.is_discounted),
        prices: prices.iter().min().zip(prices.iter().max()).map(|(min, max)| {
            let steps = PriceSteps::new(*min, *max);
            let mut bars = [0; BARS];
            for price in &prices {
                bars[steps.step_of(*price)] += 1;
            }
            Prices { steps, bars }
        }),
        widths: widths.iter().min().copied().zip(widths.iter().max().copied()),
    }
}

fn expected_list(entries: &[Entry], filter: &Filter, sort: Sort) -> Vec<i64> {
    let mut found: Vec<_> = entries
        .iter()
        .filter(|entry| is_matching(entry, filter))
        .map(|entry| {
            if let Some(near) = filter.near_width {
                let width = i64::from(entry.width.unwrap().get());
                return (
                    (width - i64::from(near)).abs(),
                    -entry.popularity,
                    entry.product.get(),
                );
            }
            let key = match sort {
                Sort::Id => 0,
                Sort::Popularity => -entry.popularity,
                Sort::Rating => -i64::from(entry.rating_tenths),
                Sort::Latest => -entry.created_at,
                Sort::PriceLow => entry.discounted_price.minor(),
                Sort::PriceHigh => -entry.discounted_price.minor(),
            };
            (key, 0, entry.product.get())
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(.., id)| id).collect()
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let word = "(skaf|skafi|masa|masalar|mas|qoz|sk1|ab|abcde|abcdef|12345)";
    let words = prop::collection::vec(word, 1..4).prop_map(|words| words.join(" "));
    let entry = (
        (1_i64..40, prop::bool::weighted(0.85), 1_i32..4, 0_i64..6),
        (0_i64..4, 0_i16..4, 0_i64..4),
        ("[A-C]{1,2}-[0-9]{1,2}", words.clone(), words),
        (
            prop::option::of(1_u32..6),
            prop::sample::select(vec![Availability::InStock, Availability::MadeToOrder]),
            any::<bool>(),
            colors(),
        ),
    );
    let entry = entry.prop_map(
        |(
            (id, is_active, category, price),
            (created_at, rating_tenths, popularity),
            (code, name, other),
            (width, availability, is_discounted, colors),
        )| {
            Entry {
                width: width.map(|width| Millimetres::try_from(width).unwrap()),
                availability,
                is_discounted,
                colors,
                is_active,
                category: CategoryId::try_from(category).unwrap(),
                discounted_price: Money::from_minor(price * 70).unwrap(),
                created_at,
                rating_tenths,
                popularity,
                ..self::entry(id, &code, &name, &other)
            }
        },
    );
    prop::collection::vec(entry, 1..20)
}

fn availability() -> impl Strategy<Value = Option<Availability>> {
    prop::sample::select(vec![
        None,
        Some(Availability::InStock),
        Some(Availability::MadeToOrder),
    ])
}

fn colors() -> impl Strategy<Value = Vec<String>> {
    prop::sample::subsequence(vec!["ash", "oak", "smoked-oak", "white"], 0..=3)
        .prop_map(|slugs| slugs.into_iter().map(str::to_owned).collect())
}

fn filter() -> impl Strategy<Value = Filter> {
    let price = || prop::option::of(0_i64..6);
    let width = || prop::option::weighted(0.3, 0_u32..7);
    let category_and_price = (prop::option::of(1_i32..5), price(), price());
    // Half of the filters have a category and prices only.
    let others = prop::option::of((width(), width(), width(), colors(), availability(), any::<bool>()));
    (category_and_price, others).prop_map(|((category, min, max), others)| {
        let (min_width, max_width, near_width, colors, availability, is_discounted) =
            others.unwrap_or_default();
        Filter {
            category: category.map(|id| CategoryId::try_from(id).unwrap()),
            min_price: min.map(|price| Money::from_minor(price * 70).unwrap()),
            max_price: max.map(|price| Money::from_minor(price * 70).unwrap()),
            min_width,
            max_width,
            near_width,
            colors,
            availability,
            is_discounted,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn agrees_with_a_scan_of_all_products(
        commits in prop::collection::vec(entries(), 1..5),
        popularity in prop::collection::vec((1_i64..40, 0_i64..4), 0..12),
        terms in prop::collection::vec("(skaf|skfa|sk|masalarin|mas|abcd|1234|a|b-1|qozz|abcde skaf|s m)", 1..6),
        filters in prop::collection::vec(filter(), 1..6),
        (page, size) in (1_u32..4, 1_u32..12),
    ) {
        let mut index = TestIndex::new();
        let mut entries: std::collections::BTreeMap<i64, Entry> = std::collections::BTreeMap::new();
        for commit in &commits {
            index.replace(commit);
            entries.extend(commit.iter().map(|entry| (entry.product.get(), entry.clone())));
        }
        index.change_popularity(&popularity);
        for (id, popularity) in popularity {
            if let Some(entry) = entries.get_mut(&id) {
                entry.popularity = popularity;
            }
        }
        let entries: Vec<Entry> = entries.into_values().filter(|entry| entry.is_active).collect();
        let page = Page::new(page, size);
        let check = |found: Found, expected: Vec<i64>| {
            prop_assert_eq!(found.total, i64::try_from(expected.len()).unwrap());
            let (offset, limit) = (usize::try_from(page.offset).unwrap(), usize::try_from(page.limit).unwrap());
            let expected: Vec<_> = expected.into_iter().skip(offset).take(limit).collect();
            prop_assert_eq!(ids(&found), expected);
            Ok(())
        };
        for term in &terms {
            check(index.search(term, page), expected_search(&entries, term))?;
        }
        for filter in &filters {
            for sort in
                [Sort::Id, Sort::Popularity, Sort::Rating, Sort::Latest, Sort::PriceLow, Sort::PriceHigh]
            {
                check(index.snapshot().list(filter, sort, page), expected_list(&entries, filter, sort))?;
            }
            let mut facets = index.snapshot().facets(filter);
            for category in 1..=3 {
                facets.categories.entry(category).or_default();
            }
            prop_assert_eq!(facets, expected_facets(&entries, filter));
        }
    }
}
