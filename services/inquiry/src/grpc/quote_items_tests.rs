//! Tests of the pieces of a quote request: their validation, and that `RequestQuote` stores them.

use kit::{
    failure::{Code, Failure},
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proptest::prelude::*;
use prost::Message as _;
use proto::inquiry::v1::{
    Measures, QuoteItem, QuoteItemInput, QuoteRequested, QuoteRequestedItem, RequestQuoteRequest,
};

use super::quote_items::decode;
use crate::{
    item::MAX_ITEMS,
    testing::{CABINET, Fixture, RETIRED, WARDROBE, fields, quote},
};

fn measures(width_mm: u32, depth_mm: u32, height_mm: u32) -> Measures {
    Measures {
        width_mm,
        depth_mm,
        height_mm,
    }
}

fn standard(product_id: i64) -> QuoteItemInput {
    QuoteItemInput {
        product_id,
        ..QuoteItemInput::default()
    }
}

fn own() -> QuoteItemInput {
    QuoteItemInput {
        quantity: Some(2),
        color: "oak".to_owned(),
        measuring: "own".to_owned(),
        measures: Some(measures(1_800, 600, 2_620)),
        note: " Sol tərəfdə radiator var ".to_owned(),
        ..standard(WARDROBE)
    }
}

/// The measures of [`own`] as those of a niche.
fn niche() -> QuoteItemInput {
    QuoteItemInput {
        measures_of: "niche".to_owned(),
        ..own()
    }
}

fn visit() -> QuoteItemInput {
    QuoteItemInput {
        measuring: "visit".to_owned(),
        note: "Nizami 1".to_owned(),
        ..standard(CABINET)
    }
}

fn of_items(items: impl Into<Vec<QuoteItemInput>>) -> RequestQuoteRequest {
    RequestQuoteRequest {
        items: items.into(),
        ..quote(0)
    }
}

/// Returns the request of a single piece.
fn of_single(item: QuoteItemInput) -> RequestQuoteRequest {
    RequestQuoteRequest {
        quantity: item.quantity,
        color: item.color,
        measuring: item.measuring,
        measures: item.measures,
        measures_of: item.measures_of,
        note: item.note,
        ..quote(item.product_id)
    }
}

fn invalid(request: &RequestQuoteRequest) -> Vec<(String, String)> {
    let mut errors = FieldErrors::default();
    let items = decode(&mut errors, request);
    assert!(items.is_none() || !errors.is_empty());
    Failure::from(errors).fields
}

fn content(request: &RequestQuoteRequest) -> Vec<u8> {
    let mut errors = FieldErrors::default();
    let items = decode(&mut errors, request);
    let items = errors.finish(items).unwrap();
    let mut content = RequestQuoteRequest::default();
    items.add_to(&mut content);
    content.encode_to_vec()
}

fn pairs<const N: usize>(expected: [(&str, &str); N]) -> Vec<(String, String)> {
    let pairs = expected.map(|(field, key)| (field.to_owned(), key.to_owned()));
    pairs.into()
}

#[test]
fn names_the_invalid_fields_of_one_piece() {
    let wrong = QuoteItemInput {
        measures: Some(measures(99, 600, 10_001)),
        note: "ə".repeat(1_001),
        quantity: Some(0),
        ..own()
    };
    assert_eq!(
        invalid(&of_single(wrong)),
        pairs([
            ("quantity", "FIELD.OUT_OF_RANGE"),
            ("note", "FIELD.TOO_LONG"),
            ("measures.widthMm", "FIELD.OUT_OF_RANGE"),
            ("measures.heightMm", "FIELD.OUT_OF_RANGE"),
        ])
    );
    let unknown = QuoteItemInput {
        measuring: "mine".to_owned(),
        ..own()
    };
    assert_eq!(
        invalid(&of_single(unknown)),
        pairs([("measuring", "FIELD.INVALID")])
    );
}

#[test]
fn names_the_pieces_of_a_list() {
    let items = [
        QuoteItemInput {
            measures: Some(measures(1_800, 0, 2_620)),
            ..own()
        },
        standard(-1),
        QuoteItemInput {
            note: "a".repeat(1_001),
            ..visit()
        },
    ];
    assert_eq!(
        invalid(&of_items(items)),
        pairs([
            ("items[0].measures.depthMm", "FIELD.OUT_OF_RANGE"),
            ("items[1].productId", "FIELD.INVALID"),
            ("items[2].note", "FIELD.TOO_LONG"),
        ])
    );
    let many = vec![standard(WARDROBE); MAX_ITEMS + 1];
    assert_eq!(invalid(&of_items(many)), pairs([("items", "FIELD.TOO_LONG")]));
}

#[test]
fn measures_belong_to_own_sizes_which_need_them_or_a_note() {
    for measuring in ["", "standard", "visit"] {
        let item = QuoteItemInput {
            measuring: measuring.to_owned(),
            ..own()
        };
        assert_eq!(
            invalid(&of_single(item)),
            pairs([("measures", "FIELD.INVALID")]),
            "{measuring}"
        );
    }
    let described = QuoteItemInput {
        measures: None,
        ..own()
    };
    content(&of_single(described.clone()));
    let missing = QuoteItemInput {
        note: " ".to_owned(),
        ..described
    };
    assert_eq!(
        invalid(&of_single(missing)),
        pairs([("measures", "FIELD.REQUIRED")])
    );
}

#[test]
fn a_niche_needs_measures_that_leave_a_piece() {
    content(&of_single(niche()));
    let unknown = QuoteItemInput {
        measures_of: "wall".to_owned(),
        ..own()
    };
    let described = QuoteItemInput {
        measures: None,
        ..niche()
    };
    let standard = QuoteItemInput {
        measures_of: "niche".to_owned(),
        ..standard(WARDROBE)
    };
    for item in [unknown, described, standard] {
        assert_eq!(
            invalid(&of_single(item)),
            pairs([("measuresOf", "FIELD.INVALID")])
        );
    }
    let least = QuoteItemInput {
        measures: Some(measures(160, 110, 140)),
        ..niche()
    };
    content(&of_single(least.clone()));
    let too_small = QuoteItemInput {
        measures: Some(measures(159, 109, 139)),
        ..niche()
    };
    assert_eq!(
        invalid(&of_items([least, too_small])),
        pairs([
            ("items[1].measures.widthMm", "FIELD.OUT_OF_RANGE"),
            ("items[1].measures.depthMm", "FIELD.OUT_OF_RANGE"),
            ("items[1].measures.heightMm", "FIELD.OUT_OF_RANGE"),
        ])
    );
}

#[test]
fn content_is_that_of_the_previous_version_without_a_niche() {
    let item = QuoteItemInput {
        quantity: Some(2),
        color: "oak".to_owned(),
        measuring: "standard".to_owned(),
        ..standard(WARDROBE)
    };
    let previous = RequestQuoteRequest {
        product_id: WARDROBE,
        quantity: Some(2),
        color: "oak".to_owned(),
        ..RequestQuoteRequest::default()
    };
    assert_eq!(content(&of_single(item)), previous.encode_to_vec());
    let piece = QuoteItemInput {
        measures_of: "piece".to_owned(),
        ..own()
    };
    assert_eq!(content(&of_single(piece)), content(&of_single(own())));
    assert_ne!(content(&of_single(niche())), content(&of_single(own())));
}

prop_compose! {
    fn any_item()(
        product_id in 1..9_i64,
        quantity in proptest::option::of(1..100_u32),
        measuring in "standard|own|visit",
        lengths in (160..=10_000_u32, 160..=10_000_u32, 160..=10_000_u32),
        measures_of in "|niche",
        note in "[a-zəğ]{1,20}",
    ) -> QuoteItemInput {
        let (width, depth, height) = lengths;
        QuoteItemInput {
            product_id,
            quantity,
            measures: (measuring == "own").then(|| measures(width, depth, height)),
            measures_of: if measuring == "own" { measures_of } else { String::new() },
            measuring,
            note,
            ..QuoteItemInput::default()
        }
    }
}

proptest! {
    #[test]
    fn a_list_of_one_piece_is_like_the_piece(item in any_item()) {
        prop_assert_eq!(content(&of_items([item.clone()])), content(&of_single(item)));
    }

    #[test]
    fn contents_are_equal_iff_the_pieces_are(
        items in proptest::collection::vec(any_item(), 1..4),
        others in proptest::collection::vec(any_item(), 1..4),
    ) {
        let (one, other) = (content(&of_items(items.clone())), content(&of_items(others.clone())));
        prop_assert_eq!(one == other, items == others);
    }

    #[test]
    fn measures_are_100_to_10_000_millimetres(width in 0..12_000_u32, depth in 0..12_000_u32, height in 0..12_000_u32) {
        let item = QuoteItemInput { measures: Some(measures(width, depth, height)), ..own() };
        let mut errors = FieldErrors::default();
        decode(&mut errors, &of_single(item));
        let range = 100..=10_000;
        let expected: Vec<_> = [("measures.widthMm", width), ("measures.depthMm", depth), ("measures.heightMm", height)]
            .into_iter()
            .filter(|(_, length)| !range.contains(length))
            .map(|(field, _)| (field.to_owned(), OUT_OF_RANGE.to_owned()))
            .collect();
        prop_assert_eq!(Failure::from(errors).fields, expected);
    }
}

#[tokio::test]
async fn stores_all_pieces_as_the_catalog_returns_them() {
    let fixture = Fixture::start().await;
    let request = of_items([own(), visit(), standard(WARDROBE), niche()]);
    let number = fixture.request_quote(request).await.unwrap();
    let found = fixture.read(&number).await;
    let [first, second, third, fourth] = found.items.as_slice() else {
        panic!("{:?}", found.items);
    };
    let product = first.product.clone().unwrap();
    assert_eq!(found.product, first.product);
    assert_eq!((product.product_id, product.quantity), (WARDROBE, Some(2)));
    assert_eq!(product.name.unwrap().az, "şkaf");
    assert_eq!(product.image, "/images/products/wardrobe/1-960.webp");
    let size = |item: &QuoteItem| {
        let words = [&item.measuring, &item.measures_of, &item.note].map(String::clone);
        (words, item.measures)
    };
    let note = "Sol tərəfdə radiator var";
    assert_eq!(
        [first, second, third, fourth].map(size),
        [
            (["own", "piece", note].map(str::to_owned), own().measures),
            (["visit", "", "Nizami 1"].map(str::to_owned), None),
            (["standard", "", ""].map(str::to_owned), None),
            (["own", "niche", note].map(str::to_owned), own().measures),
        ]
    );
    assert_eq!(second.product.clone().unwrap().name.unwrap().en, "cabinet");
    assert_eq!(fixture.read(&number).await.items, found.items);

    let published = fixture.harness.published::<QuoteRequested>().await;
    let item = |product_id, quantity| QuoteRequestedItem { product_id, quantity };
    assert_eq!(
        published,
        [QuoteRequested {
            inquiry_id: found.id,
            number,
            product_id: WARDROBE,
            quantity: Some(2),
            items: vec![
                item(WARDROBE, Some(2)),
                item(CABINET, None),
                item(WARDROBE, None),
                item(WARDROBE, Some(2)),
            ],
            design_count: 0,
        }]
    );
}

#[tokio::test]
async fn names_the_pieces_that_are_not_sold() {
    let fixture = Fixture::start().await;
    let pink = QuoteItemInput {
        color: "pink".to_owned(),
        ..own()
    };
    let items = [own(), standard(RETIRED), pink, standard(4_711)];
    let error = fixture.request_quote(of_items(items)).await.unwrap_err();
    assert_eq!(
        fields(&error),
        pairs([
            ("items[1].productId", "PRODUCT.NOT_FOUND"),
            ("items[2].color", "FIELD.INVALID"),
            ("items[3].productId", "PRODUCT.NOT_FOUND"),
        ])
    );
    assert_eq!(fixture.count("select count(*) from inquiry_item").await, 0);
}

#[tokio::test]
async fn the_pieces_belong_to_the_content_of_a_key() {
    let fixture = Fixture::start().await;
    let with_key = |request: RequestQuoteRequest| RequestQuoteRequest {
        idempotency_key: "a".to_owned(),
        ..request
    };
    let request = of_items([own(), visit()]);
    let number = fixture.request_quote(with_key(request.clone())).await.unwrap();
    assert_eq!(
        fixture.request_quote(with_key(request.clone())).await.unwrap(),
        number
    );
    let wider = QuoteItemInput {
        measures: Some(measures(1_801, 600, 2_620)),
        ..own()
    };
    let error = fixture
        .request_quote(with_key(of_items([wider, visit()])))
        .await
        .unwrap_err();
    assert_eq!(Failure::from_status(&error).code, Code::KeyReused);
    // Without a key equal pieces are one request for a minute.
    let first = fixture.request_quote(request.clone()).await.unwrap();
    assert_eq!(fixture.request_quote(request).await.unwrap(), first);
    let reversed = of_items([visit(), own()]);
    assert_ne!(fixture.request_quote(reversed).await.unwrap(), first);
    assert_eq!(fixture.count("select count(*) from inquiry_item").await, 6);
}

#[tokio::test]
async fn reads_quotes_of_the_previous_version_as_one_standard_piece() {
    let fixture = Fixture::start().await;
    let request = RequestQuoteRequest {
        color: "oak".to_owned(),
        ..quote(WARDROBE)
    };
    let number = fixture.request_quote(request).await.unwrap();
    let before = fixture.read(&number).await;
    sqlx::query("delete from inquiry_item")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    let after = fixture.read(&number).await;
    assert_eq!((&after.product, &after.items), (&before.product, &before.items));
    assert_eq!(after.items[0].measuring, "standard");
}
