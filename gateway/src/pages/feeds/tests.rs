use time::macros::{date, datetime};

use super::*;
use crate::testing;

fn frame(reader: Reader) -> Frame {
    Frame {
        site: Site {
            origin: "https://shop.example".to_owned(),
            brand: "Şəbəkə & Co".to_owned(),
        },
        feed: Feed {
            language: Language::Ru,
            reader,
        },
        categories: vec![OfferCategory {
            id: 1,
            name: "Шкафы".to_owned(),
        }],
        now: datetime!(2026-11-26 19:00 UTC),
        terms: ShopTerms {
            warranty_months: Some(60),
            return_days: Some(14),
            ..ShopTerms::default()
        },
        made_by: Some(date!(2026 - 12 - 24)),
    }
}

/// Returns a feed of these products.
fn write(reader: Reader, products: &[Product]) -> String {
    let frame = frame(reader);
    let mut chunk = Vec::new();
    write_opening(&mut chunk, &frame).unwrap();
    let mut is_first = true;
    for product in products {
        let offer = offer(&frame, product);
        is_first &= !write_offer(&mut chunk, &frame, &offer, is_first).unwrap();
    }
    write_closing(&mut chunk, reader);
    String::from_utf8(chunk).unwrap()
}

/// The texts of all elements with a name.
fn texts(xml: &str, name: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_str(xml);
    let (mut found, mut depth) = (Vec::<String>::new(), 0);
    loop {
        use quick_xml::events::Event;
        match reader.read_event().unwrap() {
            Event::Start(element) if element.name().as_ref() == name => {
                depth += 1;
                found.push(String::new());
            }
            Event::End(element) if element.name().as_ref() == name => depth -= 1,
            Event::Text(text) if depth > 0 => found.last_mut().unwrap().push_str(&text),
            Event::GeneralRef(reference) if depth > 0 => {
                let text = quick_xml::escape::resolve_predefined_entity(&reference).unwrap();
                found.last_mut().unwrap().push_str(text);
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

fn three() -> [Product; 3] {
    let mut made_to_order = testing::product(8);
    (made_to_order.stock_quantity, made_to_order.discount_percent) = (None, 0);
    let mut sold_out = testing::product(9);
    sold_out.stock_quantity = Some(0);
    [testing::product(7), made_to_order, sold_out]
}

#[test]
fn feeds_have_paths_in_each_language() {
    let feed = find("/feeds/az/google.xml").unwrap();
    assert_eq!((feed.language, feed.reader), (Language::Az, Reader::Google));
    for other in [
        "/feeds/google.xml",
        "/feeds/de/google.xml",
        "/feeds/az/other.xml",
        "/az/feeds/google.xml",
        "/feeds/az/google.xml/",
    ] {
        assert_eq!(find(other), None, "{other}");
    }
}

#[test]
fn all_feeds_state_the_same_price_and_availability() {
    let products = three();
    let google = write(Reader::Google, &products);
    assert_eq!(texts(&google, "g:id"), ["SK-7", "SK-8", "SK-9"]);
    assert_eq!(texts(&google, "g:price"), ["1249.55 AZN"; 3]);
    assert_eq!(texts(&google, "g:sale_price"), ["1062.12 AZN"; 2]);
    assert_eq!(
        texts(&google, "g:availability"),
        ["in_stock", "backorder", "out_of_stock"]
    );
    assert_eq!(
        texts(&google, "g:availability_date"),
        ["2026-12-24T00:00:00+04:00"]
    );
    let meta = write(Reader::Meta, &products);
    assert_eq!(
        texts(&meta, "g:availability"),
        ["in stock", "available for order", "out of stock"]
    );
    assert_eq!(texts(&meta, "g:price"), texts(&google, "g:price"));

    let yandex = write(Reader::Yandex, &products);
    assert_eq!(texts(&yandex, "vendorCode"), ["SK-7", "SK-8"]);
    assert_eq!(texts(&yandex, "price"), ["1062.12", "1249.55"]);
    assert_eq!(texts(&yandex, "oldprice"), ["1249.55"]);
    assert!(
        yandex.contains("<offer id=\"SK-8\" available=\"false\">"),
        "{yandex}"
    );
    assert!(
        yandex.contains("<yml_catalog date=\"2026-11-26T23:00:00+04:00\">"),
        "{yandex}"
    );

    let json: serde_json::Value = serde_json::from_str(&write(Reader::Any, &products)).unwrap();
    let stated: Vec<_> = json["products"]
        .as_array()
        .unwrap()
        .iter()
        .map(|product| {
            (
                &product["discountedPrice"],
                product["availability"].as_str().unwrap(),
            )
        })
        .collect();
    let (sale, full) = (serde_json::json!(1062.12), serde_json::json!(1249.55));
    assert_eq!(
        stated,
        [(&sale, "inStock"), (&full, "madeToOrder"), (&sale, "outOfStock")]
    );
    assert_eq!(json["madeToOrderAt"], "2026-12-24");
}

#[test]
fn all_feeds_state_material_weight_and_promises() {
    let mut products = three();
    products[0].materials = Some(proto::common::v1::LocalizedText {
        ru: "Массив дуба\nЛатунь".to_owned(),
        ..proto::common::v1::LocalizedText::default()
    });
    products[0].weight_grams = Some(142_050);
    for reader in [Reader::Google, Reader::Meta] {
        let feed = write(reader, &products);
        assert_eq!(texts(&feed, "g:material"), ["Массив дуба/Латунь"]);
        assert_eq!(texts(&feed, "g:product_weight"), ["142.050 kg"]);
    }
    let yandex = write(Reader::Yandex, &products);
    assert_eq!(texts(&yandex, "weight"), ["142.050"]);
    assert_eq!(texts(&yandex, "manufacturer_warranty"), ["true"; 2]);
    assert!(
        yandex.contains("<param name=\"Материал\">Латунь</param>"),
        "{yandex}"
    );
    let json: serde_json::Value = serde_json::from_str(&write(Reader::Any, &products)).unwrap();
    let [first, made, _] = [0, 1, 2].map(|index| &json["products"][index]);
    assert_eq!(first["materials"], serde_json::json!(["Массив дуба", "Латунь"]));
    assert_eq!(
        [
            &first["weightGrams"],
            &first["warrantyMonths"],
            &first["returnDays"]
        ],
        [142_050, 60, 14]
    );
    // Pieces made for a customer are not taken back.
    assert_eq!(made["returnDays"], 0);
}

#[test]
fn texts_are_escaped_and_letters_survive() {
    let mut product = testing::product(7);
    let name = "Şkaf «Ağ & İri» <b>ж</b> ]]> \u{b}\u{0}ə";
    product.name.as_mut().unwrap().ru = name.to_owned();
    let expected = "Şkaf «Ağ & İri» <b>ж</b> ]]> ə";
    for (reader, element) in [
        (Reader::Google, "g:title"),
        (Reader::Meta, "g:title"),
        (Reader::Yandex, "offer"),
    ] {
        let feed = write(reader, std::slice::from_ref(&product));
        let found = texts(&feed, element);
        assert!(found[0].contains(expected), "{feed}");
    }
    let feed = write(Reader::Any, std::slice::from_ref(&product));
    let json: serde_json::Value = serde_json::from_str(&feed).unwrap();
    assert_eq!(json["products"][0]["name"], name);
}

#[test]
fn links_tell_visits_from_each_feed() {
    let product = testing::product(7);
    for (reader, element, source) in [
        (Reader::Google, "g:link", "google"),
        (Reader::Meta, "g:link", "meta"),
        (Reader::Yandex, "url", "yandex"),
    ] {
        let links = texts(&write(reader, std::slice::from_ref(&product)), element);
        let expected = format!("https://shop.example/ru/shop/7?utm_source={source}&utm_medium=feed");
        assert_eq!(links.last(), Some(&expected));
    }
    let feed: serde_json::Value = serde_json::from_str(&write(Reader::Any, &[product])).unwrap();
    let expected = "https://shop.example/ru/shop/7?utm_source=json&utm_medium=feed";
    assert_eq!(feed["products"][0]["url"], expected);
}

#[test]
fn feeds_without_products_are_whole() {
    let google = write(Reader::Google, &[]);
    assert_eq!(texts(&google, "title"), ["Şəbəkə & Co"]);
    assert_eq!(texts(&write(Reader::Yandex, &[]), "category"), ["Шкафы"]);
    let json: serde_json::Value = serde_json::from_str(&write(Reader::Any, &[])).unwrap();
    assert_eq!(json["products"], serde_json::json!([]));
}
