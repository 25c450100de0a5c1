use super::*;

#[tokio::test]
async fn lists_hidden_products_too_by_filter_sort_and_search() {
    let fixture = Fixture::start().await;
    let hidden = Product {
        is_active: false,
        name: Some(texts("Ağ komod", "Белый комод", "White dresser")),
        price_minor: 300,
        stock_quantity: None,
        ..wardrobe("SK-3")
    };
    let sold_out = Product {
        description: Some(texts("Üç qapı", "", "Three doors")),
        stock_quantity: Some(0),
        price_minor: 200,
        ..wardrobe("SK-2")
    };
    for product in [hidden, sold_out, wardrobe("SK-1")] {
        fixture.add(product).await;
    }
    let all = DeskProductFilter::default();
    for (sort, expected) in [
        (DeskProductSort::Code, ["SK-1", "SK-2", "SK-3"]),
        (DeskProductSort::Name, ["SK-3", "SK-2", "SK-1"]),
        (DeskProductSort::Price, ["SK-2", "SK-3", "SK-1"]),
        (DeskProductSort::Stock, ["SK-2", "SK-1", "SK-3"]),
        (DeskProductSort::ChangedDescending, ["SK-1", "SK-2", "SK-3"]),
    ] {
        assert_eq!(list(&fixture, all.clone(), sort).await, expected, "{sort:?}");
    }
    let query = |query: &str| DeskProductFilter {
        query: query.to_owned(),
        ..DeskProductFilter::default()
    };
    let stock = |level: StockLevel| DeskProductFilter {
        stock: level.into(),
        ..DeskProductFilter::default()
    };
    let shown = |is_active| DeskProductFilter {
        is_active: Some(is_active),
        ..DeskProductFilter::default()
    };
    let missing = |language: Language| DeskProductFilter {
        missing: vec![language.into()],
        ..DeskProductFilter::default()
    };
    for (filter, expected) in [
        (query("sk-2"), &["SK-2"][..]),
        (query("ag KOMOD"), &["SK-3"]),
        (query("belyy"), &[]),
        (query("белый"), &["SK-3"]),
        (stock(StockLevel::In), &["SK-1"]),
        (stock(StockLevel::Out), &["SK-2"]),
        (stock(StockLevel::MadeToOrder), &["SK-3"]),
        (stock(StockLevel::Low), &[]),
        (shown(true), &["SK-1", "SK-2"]),
        (shown(false), &["SK-3"]),
        (missing(Language::Ru), &["SK-2"]),
        (missing(Language::En), &[]),
    ] {
        let codes = list(&fixture, filter.clone(), DeskProductSort::Code).await;
        assert_eq!(codes, expected, "{filter:?}");
    }
}

#[tokio::test]
async fn fills_the_columns_of_rows_of_the_previous_version() {
    let fixture = Fixture::start().await;
    fixture
        .add(Product {
            features: Some(texts("Rəf", "", "Shelf")),
            description: Some(text("")),
            ..wardrobe("SK-101")
        })
        .await;
    sqlx::query(
        "update product set desk_search = null, desk_name = null, incomplete_in = '{}', is_shown = null",
    )
    .execute(fixture.harness.pool())
    .await
    .unwrap();
    crate::columns::sweep(fixture.harness.pool()).await.unwrap();
    let filter = DeskProductFilter {
        query: "palid".to_owned(),
        missing: vec![Language::Ru.into()],
        is_active: Some(true),
        ..DeskProductFilter::default()
    };
    let codes = eventually("the columns are filled", || async {
        let codes = list(&fixture, filter.clone(), DeskProductSort::Name).await;
        (!codes.is_empty()).then_some(codes)
    })
    .await;
    assert_eq!(codes, ["SK-101"]);
}
