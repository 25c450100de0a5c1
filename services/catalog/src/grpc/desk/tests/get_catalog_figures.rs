use super::*;

async fn figures(fixture: &Fixture, role: StaffRole) -> GetCatalogFiguresResponse {
    let request = on_behalf_of(&member(role), GetCatalogFiguresRequest {});
    into_result(fixture.desk.clone().get_catalog_figures(request).await).unwrap()
}

/// Searches the shop as a visitor, or while somebody types.
async fn search(fixture: &Fixture, term: &str, language: Option<Language>, number: u32) {
    let request = SearchProductsRequest {
        term: term.to_owned(),
        page: Some(Page { number, size: 8 }),
        visitor_language: language.map(Into::into).unwrap_or_default(),
    };
    let found = fixture.client.clone().search_products(anonymous(request)).await;
    into_result(found).unwrap();
}

#[expect(clippy::too_many_lines, reason = "one service, one row for each case")]
#[tokio::test]
async fn r39_r40_r41_each_figure_is_a_count_by_hand_and_only_for_its_roles() {
    let fixture = Fixture::start().await;
    // Stock, sold pieces, days since the sale, whether it is shown, and the days that are left if it runs out.
    let cases = [
        (Some(3), 7, 1, true, Some(12)),
        (Some(4), 8, 1, true, None),
        (Some(0), 1, 29, true, Some(0)),
        (Some(0), 5, 1, false, None),
        (Some(0), 5, 31, true, None),
        (None, 5, 1, true, None),
    ];
    for (index, (stock_quantity, sold, days, is_active, _)) in cases.into_iter().enumerate() {
        let product = Product {
            stock_quantity,
            is_active,
            ..wardrobe(&format!("SK-{index}"))
        };
        let id = fixture.add(product).await;
        sqlx::query(
            "with sold as (
                 insert into reservation (order_id, state, changed_at)
                 values (gen_random_uuid(), 'sold', now() - make_interval(days => $2)) returning order_id
             )
             insert into reservation_line (order_id, product_id, code, name, image_url, unit_price_minor,
                                           discount_percent, quantity, from_stock)
             select order_id, $1, '', '{}', '', 1, 0, $3, true from sold",
        )
        .bind(id)
        .bind(days)
        .bind(sold)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    }
    let untranslated = Product {
        features: Some(texts("Altı rəf", "", "Six shelves")),
        is_active: false,
        ..wardrobe("SK-9")
    };
    fixture.add(untranslated).await;
    for (term, language, page) in [
        ("Künc DİVAN", Some(Language::Az), 1),
        ("künc divan", Some(Language::Az), 1),
        ("диван", Some(Language::Ru), 1),
        // Not counted: typing, further pages, found products, what may tell about a person.
        ("divan", None, 1),
        ("divan", Some(Language::Az), 2),
        ("şkaf", Some(Language::Az), 1),
        ("leyla@example.com", Some(Language::Az), 1),
    ] {
        search(&fixture, term, language, page).await;
    }
    sqlx::query(
        "insert into search_miss (day, language, term, count)
         select (now() at time zone 'Asia/Baku')::date - age, 'ru', 'divan', 5 from unnest(array[6, 7]) as age",
    )
    .execute(fixture.harness.pool())
    .await
    .unwrap();

    let response = figures(&fixture, StaffRole::Owner).await;
    let stock = response.running_out.unwrap().products;
    let found: Vec<_> = stock
        .iter()
        .map(|product| {
            (
                product.code.as_str(),
                product.stock,
                product.sold_in_30_days,
                product.days_left,
            )
        })
        .collect();
    assert_eq!(found, [("SK-2", 0, 1, 0), ("SK-0", 3, 7, 12)]);
    let running_out = DeskProductFilter {
        stock: StockLevel::RunningOut.into(),
        ..DeskProductFilter::default()
    };
    assert_eq!(
        list(&fixture, running_out, DeskProductSort::Code).await,
        ["SK-0", "SK-2"]
    );
    for (index, (.., days_left)) in cases.into_iter().enumerate() {
        let code = format!("SK-{index}");
        let product = stock.iter().find(|product| product.code == code);
        assert_eq!(product.map(|product| product.days_left), days_left, "{code}");
        // The record of a product has the same sum.
        let sold = get(&fixture, &code).await.sold_in_30_days;
        assert!(
            product.is_none_or(|product| product.sold_in_30_days == sold),
            "{code}"
        );
    }
    let misses = response.misses.unwrap().terms;
    let found: Vec<_> = misses
        .iter()
        .map(|miss| (miss.term.as_str(), miss.language, miss.count))
        .collect();
    let language = |language: Language| -> i32 { language.into() };
    assert_eq!(
        found,
        [
            ("divan", language(Language::Ru), 6),
            ("kunc divan", language(Language::Az), 2)
        ]
    );
    let incomplete = response.incomplete_texts.unwrap().products;
    let found: Vec<_> = incomplete
        .iter()
        .map(|product| (product.code.as_str(), product.missing_fields.as_slice()))
        .collect();
    assert_eq!(found, [("SK-9", ["featuresRu".to_owned()].as_slice())]);

    for (role, has_stock, has_texts) in [
        (StaffRole::Manager, true, true),
        (StaffRole::Sales, false, false),
        (StaffRole::Warehouse, true, false),
        (StaffRole::Editor, false, true),
    ] {
        let response = figures(&fixture, role).await;
        let shown = (
            response.running_out.is_some(),
            response.misses.is_some(),
            response.incomplete_texts.is_some(),
        );
        assert_eq!(shown, (has_stock, has_texts, has_texts), "{role:?}");
    }
}
