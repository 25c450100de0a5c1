//! Tests of prices, and of quotes for designs.

use kit::failure::{Code, Failure};
use proto::inquiry::v1::{
    Measures, PriceBand, QuoteItemInput, QuoteRequested, QuoteRequestedItem, price_design_request,
};
use serde_json::{Value, json};

use crate::testing::{Fixture, WARDROBE, designs, fields};

/// Returns the piece of a code with the band that its sender saw, in AZN.
fn sent(code: &str, band: Option<(i64, i64)>) -> QuoteItemInput {
    QuoteItemInput {
        quantity: Some(1),
        design_code: code.to_owned(),
        shown: band.map(|(low, high)| PriceBand {
            low_minor: low * 100,
            high_minor: high * 100,
        }),
        ..QuoteItemInput::default()
    }
}

fn niche() -> QuoteItemInput {
    sent(designs::NICHE, Some((2_680, 3_150)))
}

/// Returns the design of a code as JSON, changed.
async fn changed(fixture: &Fixture, change: impl FnOnce(&mut Value)) -> Value {
    let priced = designs::price_code(fixture, designs::NICHE).await.unwrap();
    let mut design = serde_json::from_str(&priced.json).unwrap();
    change(&mut design);
    design
}

/// Returns the code of a design that is too wide for its bays.
async fn impossible(fixture: &Fixture) -> String {
    let design = changed(fixture, |design| design["widthMm"] = json!(8_000)).await;
    let design = price_design_request::Design::Json(design.to_string());
    let priced = designs::price(fixture, design).await.unwrap();
    assert_eq!(priced.price, None);
    assert_eq!(priced.checks[0].level, "error");
    assert!(!priced.checks[0].text.is_empty());
    priced.code
}

#[tokio::test]
async fn prices_a_design_by_code_and_by_json() {
    let fixture = Fixture::start().await;
    let by_code = designs::price_code(&fixture, designs::NICHE).await.unwrap();
    let price = by_code.price.unwrap();
    let band = price.band.unwrap();
    assert_eq!((band.low_minor, band.high_minor), (268_000, 315_000));
    assert_eq!((price.mass_g, price.longest_mm), (295_302, 2_620));
    let keys: Vec<_> = by_code.checks.iter().map(|check| check.key.as_str()).collect();
    assert_eq!(keys, ["note.lift", "note.upright", "note.straightener"]);
    for prices in [json!(1), json!(0), Value::Null] {
        let design = changed(&fixture, |design| design["prices"] = prices).await;
        let design = price_design_request::Design::Json(design.to_string());
        assert_eq!(designs::price(&fixture, design).await.unwrap(), by_code);
    }
}

#[tokio::test]
async fn a_design_of_an_older_book_keeps_its_price() {
    let fixture = Fixture::start().await;
    let before = designs::price_code(&fixture, designs::NICHE).await.unwrap();
    designs::publish_dearer(&fixture, 2, 0).await;
    assert_eq!(
        designs::price_code(&fixture, designs::NICHE).await.unwrap(),
        before
    );
    let newest = changed(&fixture, |design| design["prices"] = json!(0)).await;
    let newest = price_design_request::Design::Json(newest.to_string());
    let newest = designs::price(&fixture, newest).await.unwrap().price.unwrap();
    assert_eq!(newest.book_version, 2);
    assert!(newest.band.unwrap().low_minor > 268_000);
}

#[tokio::test]
async fn names_what_is_wrong_with_a_design() {
    let fixture = Fixture::start().await;
    let broken = designs::NICHE.replace("PJs", "PJt");
    let error = designs::price_code(&fixture, &broken).await.unwrap_err();
    assert_eq!(error.code, Code::Invalid);
    assert_eq!(error.fields, [("code".to_owned(), "DESIGN.BROKEN".to_owned())]);
    for (change, field) in [
        (
            json!({"bays": [{"widthMm": 0, "doors": 1, "style": "plain", "drawers": 0, "rail": 0, "shelves": 99}]}),
            "design.bays[0].shelves",
        ),
        (json!({"widthMm": 99}), "design.widthMm"),
        (json!({"prices": 9}), "design.prices"),
    ] {
        let design = changed(&fixture, |design| {
            let members = change.as_object().unwrap().clone();
            design.as_object_mut().unwrap().extend(members);
        })
        .await;
        let design = price_design_request::Design::Json(design.to_string());
        let error = designs::price(&fixture, design).await.unwrap_err();
        assert_eq!(error.code, Code::Invalid, "{field}");
        assert_eq!(error.fields[0].0, field);
    }
    for text in ["{", "[]", &"[".repeat(4_097)] {
        let design = price_design_request::Design::Json(text.to_owned());
        let error = designs::price(&fixture, design).await.unwrap_err();
        assert_eq!(error.code, Code::Invalid, "{text:.9}");
        assert!(error.fields[0].0.starts_with("design"), "{:?}", error.fields);
    }
}

#[tokio::test]
async fn stores_a_design_with_its_price_of_record() {
    let fixture = Fixture::start().await;
    let request = designs::request(niche());
    let number = fixture.request_quote(request).await.unwrap();
    let found = fixture.read(&number).await;
    let item = &found.items[0];
    let design = item.design.clone().unwrap();
    assert_eq!(design.code, designs::NICHE);
    assert_eq!(design.price_minor, Some(291_400));
    assert_eq!(design.shown, niche().shown);
    assert!(!design.sentence.unwrap().az.is_empty());
    let measures = Measures {
        width_mm: 2_430,
        depth_mm: 620,
        height_mm: 2_620,
    };
    assert_eq!(
        (item.measures, item.measures_of.as_str()),
        (Some(measures), "niche")
    );
    assert_eq!(item.product.as_ref().unwrap().product_id, 0);
    assert!(
        !item
            .product
            .as_ref()
            .unwrap()
            .name
            .as_ref()
            .unwrap()
            .ru
            .is_empty()
    );

    let published = fixture.harness.published::<QuoteRequested>().await;
    let piece = QuoteRequestedItem {
        product_id: 0,
        quantity: Some(1),
    };
    assert_eq!(
        (published[0].design_count, published[0].items.as_slice()),
        (1, [piece].as_slice())
    );
}

#[tokio::test]
async fn a_design_may_come_with_the_product_it_began_from() {
    let fixture = Fixture::start().await;
    let item = QuoteItemInput {
        product_id: WARDROBE,
        ..niche()
    };
    let number = fixture.request_quote(designs::request(item)).await.unwrap();
    let found = fixture.read(&number).await;
    assert_eq!(found.product.unwrap().name.unwrap().az, "şkaf");
    assert!(found.items[0].design.is_some());
    let unknown = QuoteItemInput {
        product_id: 4_711,
        ..niche()
    };
    let error = fixture
        .request_quote(designs::request(unknown))
        .await
        .unwrap_err();
    assert_eq!(
        fields(&error),
        [("items[0].productId".to_owned(), "PRODUCT.NOT_FOUND".to_owned())]
    );
}

#[tokio::test]
async fn a_quote_under_a_book_that_changed_meanwhile_is_refused() {
    let fixture = Fixture::start().await;
    designs::rates(&fixture).await;
    designs::publish_dearer(&fixture, 2, 0).await;
    let error = fixture
        .request_quote(designs::request(niche()))
        .await
        .unwrap_err();
    let failure = Failure::from_status(&error);
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Conflict, "DESIGN.PRICE_CHANGED")
    );
    assert_eq!(
        failure.fields,
        [("items[0].design".to_owned(), "DESIGN.PRICE_CHANGED".to_owned())]
    );
    assert_eq!(fixture.count("select count(*) from inquiry").await, 0);

    // Without a band, and with the new one, the quote has the price of the new book.
    let number = fixture
        .request_quote(designs::request(sent(designs::NICHE, None)))
        .await
        .unwrap();
    let design = fixture.read(&number).await.items[0].design.clone().unwrap();
    assert_eq!((design.book_version, design.shown), (2, None));
    let price = designs::price_code(&fixture, &design.code)
        .await
        .unwrap()
        .price
        .unwrap();
    let item = QuoteItemInput {
        shown: price.band,
        ..sent(designs::NICHE, None)
    };
    let number = fixture.request_quote(designs::request(item)).await.unwrap();
    let stored = fixture.read(&number).await.items[0].design.clone().unwrap();
    assert_eq!(
        (stored.price_minor, stored.shown),
        (design.price_minor, price.band)
    );
}

#[tokio::test]
async fn a_design_that_cannot_be_built_is_only_a_wish() {
    let fixture = Fixture::start().await;
    let code = impossible(&fixture).await;
    let item = sent(&code, Some((1, 2)));
    let error = fixture
        .request_quote(designs::request(item.clone()))
        .await
        .unwrap_err();
    assert_eq!(Failure::from_status(&error).code, Code::Invalid);
    assert_eq!(
        fields(&error),
        [("items[0].design".to_owned(), "DESIGN.IMPOSSIBLE".to_owned())]
    );
    let wish = QuoteItemInput {
        as_wish: true,
        ..item
    };
    let number = fixture.request_quote(designs::request(wish)).await.unwrap();
    let design = fixture.read(&number).await.items[0].design.clone().unwrap();
    assert_eq!((design.price_minor, design.shown), (None, None));
}

#[tokio::test]
async fn names_the_invalid_fields_of_a_design() {
    let fixture = Fixture::start().await;
    let item = QuoteItemInput {
        measuring: "visit".to_owned(),
        note: "Nizami 1".to_owned(),
        shown: Some(PriceBand {
            low_minor: 200,
            high_minor: 100,
        }),
        ..sent("EBAA", None)
    };
    let error = fixture.request_quote(designs::request(item)).await.unwrap_err();
    let names: Vec<_> = fields(&error);
    let expected = [
        ("items[0].measuring", "FIELD.INVALID"),
        ("items[0].design.low", "FIELD.OUT_OF_RANGE"),
        ("items[0].design", "DESIGN.BROKEN"),
    ];
    assert_eq!(
        names,
        expected.map(|(name, key)| (name.to_owned(), key.to_owned()))
    );
}

#[tokio::test]
async fn a_repeated_press_gets_the_first_number_under_a_new_book() {
    let fixture = Fixture::start().await;
    let number = fixture.request_quote(designs::request(niche())).await.unwrap();
    designs::publish_dearer(&fixture, 2, 0).await;
    assert_eq!(
        fixture.request_quote(designs::request(niche())).await.unwrap(),
        number
    );
}
