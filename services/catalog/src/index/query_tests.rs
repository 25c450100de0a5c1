//! Searches of shoppers in the seed's products, and what must come first.

use kit::{
    domain::{CategoryId, LocalizedText, Money, ProductId},
    search::words,
};
use serde::Deserialize;
use tempfile::TempDir;

use super::writer::{Progress, Writer};
use crate::{
    measures::Millimetres,
    product::Availability,
    record::Record,
    search::{Entry, readings, size_word},
};

const PRODUCTS: [&str; 3] = [
    include_str!("../../../../deploy/seed/products/wardrobe.json"),
    include_str!("../../../../deploy/seed/products/kitchen.json"),
    include_str!("../../../../deploy/seed/products/furniture.json"),
];

/// A search of a shopper.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Search {
    query: String,
    /// Codes, or beginnings of codes, of which one must come first.
    first: Vec<String>,
    /// Whether nothing is what was asked for; null if that depends on the sizes of the products.
    is_closest: Option<bool>,
    /// Beginning of the codes that must not be found at all.
    never: Option<String>,
}

#[derive(Deserialize)]
struct Text {
    az: String,
    ru: String,
    en: String,
}

#[derive(Deserialize)]
struct Size {
    width: u32,
    depth: u32,
    height: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Product {
    code: String,
    category: i32,
    name: Text,
    description: Text,
    features: Text,
    price_minor: i64,
    is_active: bool,
    popularity: i64,
    size_mm: Option<Size>,
}

impl From<Text> for LocalizedText {
    fn from(text: Text) -> Self {
        Self {
            az: text.az,
            ru: text.ru,
            en: text.en,
        }
    }
}

fn category_name(category: i32) -> LocalizedText {
    let (az, ru, en) = match category {
        1 => ("Şkaflar", "Шкафы", "Wardrobes"),
        2 => ("Mətbəxlər", "Кухни", "Kitchens"),
        _ => ("Mebel", "Мебель", "Furniture"),
    };
    LocalizedText {
        az: az.to_owned(),
        ru: ru.to_owned(),
        en: en.to_owned(),
    }
}

fn seed() -> Vec<Product> {
    let products = PRODUCTS
        .iter()
        .flat_map(|file| serde_json::from_str::<Vec<Product>>(file).unwrap());
    products.filter(|product| product.is_active).collect()
}

fn entry(id: i64, product: Product) -> Entry {
    Entry {
        product: ProductId::try_from(id).unwrap(),
        is_active: true,
        category: CategoryId::try_from(product.category).unwrap(),
        discounted_price: Money::from_minor(product.price_minor).unwrap(),
        created_at: 0,
        rating_tenths: 0,
        popularity: product.popularity,
        width: product
            .size_mm
            .as_ref()
            .map(|size| Millimetres::try_from(size.width).unwrap()),
        size: product
            .size_mm
            .map(|size| size_word([size.width, size.depth, size.height].map(i64::from))),
        availability: Availability::MadeToOrder,
        is_discounted: false,
        colors: Vec::new(),
        code: product.code,
        name: product.name.into(),
        other: vec![
            product.description.into(),
            product.features.into(),
            category_name(product.category),
        ],
        record: Record::default(),
    }
}

#[test]
fn what_shoppers_search_for_comes_first() {
    let codes: Vec<String> = seed().into_iter().map(|product| product.code).collect();
    let entries: Vec<Entry> = (1..)
        .zip(seed())
        .map(|(id, product)| entry(id, product))
        .collect();
    let folder = TempDir::new().unwrap();
    let mut writer = Writer::open(folder.path()).unwrap();
    writer.add(&entries).unwrap();
    writer.commit(Progress::start(1, 0)).unwrap();
    let snapshot = writer.snapshot(None).unwrap().unwrap();
    let queries: Vec<Search> = serde_json::from_str(include_str!("../../testdata/queries.json")).unwrap();
    assert!(queries.len() >= 100);

    let mut wrong = Vec::new();
    for Search {
        query,
        first,
        is_closest,
        never,
    } in queries
    {
        let found = snapshot
            .search(&readings(&query), kit::domain::Page::new(1, 5))
            .unwrap();
        let found_codes: Vec<&str> = found
            .products
            .iter()
            .filter_map(|product| codes.get(usize::try_from(product.get() - 1).ok()?))
            .map(String::as_str)
            .collect();
        let is_first = found_codes
            .first()
            .is_some_and(|code| first.iter().any(|expected| code.starts_with(&**expected)));
        let is_wrong = never.is_some_and(|never| found_codes.iter().any(|code| code.starts_with(&*never)));
        if !is_first || is_wrong || is_closest.is_some_and(|expected| expected != found.is_closest) {
            wrong.push(format!("{query}: {found_codes:?}, closest: {}", found.is_closest));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_width_nearest_to_the_asked_one_comes_first() {
    let mut entries: Vec<Entry> = [(1, 900), (2, 1_500), (3, 2_380), (4, 2_400), (5, 2_600)]
        .into_iter()
        .map(|(id, width)| Entry {
            width: Some(Millimetres::try_from(width).unwrap()),
            ..entry(id, seed().remove(0))
        })
        .collect();
    // A kitchen, whose texts have the word, and whose width is the asked one.
    let kitchen = seed()
        .into_iter()
        .find(|product| product.code == "MT-201")
        .unwrap();
    entries.push(Entry {
        width: Some(Millimetres::try_from(2_400).unwrap()),
        other: vec![LocalizedText {
            az: "iki şkaf".to_owned(),
            ru: "два шкафа".to_owned(),
            en: String::new(),
        }],
        popularity: 0,
        ..entry(6, kitchen)
    });
    let folder = TempDir::new().unwrap();
    let mut writer = Writer::open(folder.path()).unwrap();
    writer.add(&entries).unwrap();
    writer.commit(Progress::start(1, 0)).unwrap();
    let snapshot = writer.snapshot(None).unwrap().unwrap();
    for (query, expected, is_closest) in [
        ("şkaf 240", vec![4, 3, 5, 6], false),
        ("шкаф 250 см", vec![4, 5, 3, 6], true),
        ("2400", vec![4, 6, 3, 5], false),
        ("600 sm şkaf", vec![5, 4, 3, 2, 1, 6], true),
    ] {
        let found = snapshot
            .search(&readings(query), kit::domain::Page::new(1, 10))
            .unwrap();
        let ids: Vec<i64> = found.products.iter().map(|product| product.get()).collect();
        assert_eq!((ids, found.is_closest), (expected, is_closest), "{query}");
        assert!(!words(query).is_empty());
    }
}
