use kit::{
    caller::{Caller, CallerKind, StaffMember},
    convert::timestamp,
    domain::{Language, OrderId, UserId},
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
    vocabulary::catalog::Absence,
};
use proto::{
    catalog::v1::{
        AbsenceReason, ChangeDeskProductRequest, ChangeDeskProductsRequest, CreateDeskProductRequest,
        DeskImage, DeskProduct, DeskProductFilter, DeskProductRow, DeskProductSort, GetCatalogFiguresRequest,
        GetCatalogFiguresResponse, GetDeskProductRequest, GetHighestDiscountRequest, GetProductRequest,
        Image, ImagesChange, ListDeskProductsRequest, ListProductPricesRequest, ListProductsRequest,
        ListStockMovesRequest, Product, ProductChange, ProductChanged, ProductPatch, ReorderChange,
        SearchProductsRequest, StockChange, StockLevel, StockMove, StockReason, TimeChange,
        UpdateProductRequest, stock_change,
    },
    common::v1::Page,
    order::v1::{OrderCancelled, OrderCreated},
};
use testkit::{caller, eventually};
use time::Duration;

use crate::testing::{Fixture, anonymous, fields, into_result, text, texts, wardrobe};

/// Returns a member of the staff.
fn member(role: StaffRole) -> Caller {
    Caller {
        kind: CallerKind::Staff(StaffMember {
            user: UserId::generate(),
            role,
            is_stepped_up: false,
        }),
        language: Language::En,
    }
}

async fn get(fixture: &Fixture, code: &str) -> DeskProduct {
    let request = GetDeskProductRequest {
        code: code.to_owned(),
    };
    let response = fixture
        .desk
        .clone()
        .get_desk_product(on_behalf_of(&caller::staff(), request))
        .await;
    into_result(response).unwrap().product.unwrap()
}

fn row(product: &DeskProduct) -> &DeskProductRow {
    product.row.as_ref().unwrap()
}

async fn save(
    fixture: &Fixture,
    by: &Caller,
    version: i64,
    patch: ProductPatch,
    confirmed: &[&str],
) -> Result<DeskProduct, Failure> {
    let request = ChangeDeskProductRequest {
        code: "SK-101".to_owned(),
        version,
        patch: Some(patch),
        confirmed: confirmed.iter().map(ToString::to_string).collect(),
    };
    let response = fixture
        .desk
        .clone()
        .change_desk_product(on_behalf_of(by, request))
        .await;
    Ok(into_result(response)?.product.unwrap())
}

fn texts_of<const N: usize>(texts: [(&str, &str); N]) -> ProductPatch {
    ProductPatch {
        texts: texts
            .into_iter()
            .map(|(field, text)| (field.to_owned(), text.to_owned()))
            .collect(),
        ..ProductPatch::default()
    }
}

fn priced(price_minor: i64) -> ProductPatch {
    ProductPatch {
        price_minor: Some(price_minor),
        ..ProductPatch::default()
    }
}

async fn list(fixture: &Fixture, filter: DeskProductFilter, sort: DeskProductSort) -> Vec<String> {
    let mut codes = Vec::new();
    let mut cursor = String::new();
    loop {
        let request = ListDeskProductsRequest {
            filter: Some(filter.clone()),
            sort: sort.into(),
            cursor,
            limit: 2,
        };
        let response = fixture
            .desk
            .clone()
            .list_desk_products(on_behalf_of(&caller::staff(), request))
            .await;
        let page = into_result(response).unwrap();
        codes.extend(page.products.into_iter().map(|product| product.code));
        if page.next_cursor.is_empty() {
            assert_eq!(usize::try_from(page.total_records), Ok(codes.len()));
            return codes;
        }
        cursor = page.next_cursor;
    }
}

/// Returns the codes of the products that the shop lists.
async fn in_shop(fixture: &Fixture) -> Vec<String> {
    let request = anonymous(ListProductsRequest {
        page: Some(Page { number: 1, size: 100 }),
        ..ListProductsRequest::default()
    });
    let response = fixture.client.clone().list_products(request).await;
    let products = into_result(response).unwrap().products;
    products.into_iter().map(|product| product.code).collect()
}

async fn moves(fixture: &Fixture, code: &str) -> Vec<StockMove> {
    let request = ListStockMovesRequest {
        code: code.to_owned(),
        cursor: String::new(),
        limit: 100,
    };
    let response = fixture
        .desk
        .clone()
        .list_stock_moves(on_behalf_of(&caller::staff(), request))
        .await;
    into_result(response).unwrap().moves
}

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
async fn a_product_is_in_the_shop_exactly_if_there_is_no_reason_against_it() {
    let fixture = Fixture::start().await;
    let id = fixture.add(wardrobe("SK-101")).await;
    let staff = caller::staff();
    let now = kit::clock::now();
    let times = |show_at: Option<i64>, hide_at: Option<i64>| {
        let change = |seconds: Option<i64>| {
            Some(TimeChange {
                at: seconds.map(|seconds| timestamp(now + Duration::seconds(seconds))),
            })
        };
        ProductPatch {
            show_at: change(show_at),
            hide_at: change(hide_at),
            ..ProductPatch::default()
        }
    };
    let shown = |is_active| ProductPatch {
        is_active: Some(is_active),
        ..ProductPatch::default()
    };
    for (patch, expected) in [
        (shown(false), &[AbsenceReason::Hidden][..]),
        (shown(true), &[]),
        (times(Some(3600), None), &[AbsenceReason::NotYet]),
        (times(None, Some(-3600)), &[AbsenceReason::Ended]),
        (times(Some(-3600), Some(3600)), &[]),
        (times(None, None), &[]),
    ] {
        let version = row(&get(&fixture, "SK-101").await).version;
        save(&fixture, &staff, version, patch.clone(), &[]).await.unwrap();
        let reasons = eventually("the index has the change", || async {
            let reasons: Vec<_> = row(&get(&fixture, "SK-101").await).reasons().collect();
            (!reasons.contains(&AbsenceReason::NotIndexedYet)).then_some(reasons)
        })
        .await;
        assert_eq!(reasons, expected, "{patch:?}");
        let is_listed = in_shop(&fixture).await == ["SK-101"];
        assert_eq!(is_listed, expected.is_empty(), "{patch:?}");
        let request = anonymous(GetProductRequest { product_id: id });
        let is_shown = fixture.client.clone().get_product(request).await.is_ok();
        assert_eq!(is_shown, expected.is_empty(), "{patch:?}");
        let is_sold = fixture.reserve(OrderId::generate(), &[(id, 1)]).await.is_ok();
        assert_eq!(is_sold, expected.is_empty(), "{patch:?}");
    }
    for (product, expected) in [
        (
            Product {
                price_minor: 0,
                ..wardrobe("SK-2")
            },
            Absence::NoPrice,
        ),
        (
            Product {
                images: Vec::new(),
                ..wardrobe("SK-3")
            },
            Absence::NoPicture,
        ),
    ] {
        let code = product.code.clone();
        fixture.add(product).await;
        assert_eq!(row(&get(&fixture, &code).await).reasons, [i32::from(expected)]);
    }
    assert_eq!(in_shop(&fixture).await, ["SK-101"]);
}

#[tokio::test]
async fn a_picture_of_media_is_shown_kept_by_its_url_and_published() {
    let fixture = Fixture::start().await;
    fixture
        .add(Product {
            images: Vec::new(),
            ..wardrobe("SK-101")
        })
        .await;
    let image = |url: &str, media_id: &str| DeskImage {
        image: Some(Image {
            url: url.to_owned(),
            width: 1024,
            height: 768,
            placeholder: "#010203".to_owned(),
            ..Image::default()
        }),
        media_id: media_id.to_owned(),
        focus_x_percent: 50,
        focus_y_percent: 50,
        ..DeskImage::default()
    };
    let with = async |version, images: Vec<DeskImage>| {
        let patch = ProductPatch {
            images: Some(ImagesChange { images }),
            ..ProductPatch::default()
        };
        save(&fixture, &member(StaffRole::Editor), version, patch, &[]).await
    };
    let (url, id) = ("/media/00-768.webp", "01936b2e-7c00-7000-8000-000000000801");
    let refused = with(1, vec![image(url, ""), image("/images/1.webp", id)])
        .await
        .unwrap_err();
    assert_eq!(
        fields(&refused),
        [
            ("images[0].imageUrl", "FIELD.INVALID"),
            ("images[1].mediaId", "FIELD.INVALID")
        ]
    );
    let shown = with(1, vec![image(url, id)]).await.unwrap();
    assert_eq!(
        shown.images,
        [image(url, id)].map(|image| DeskImage {
            alt: Some(text("")),
            ..image
        })
    );
    assert!(
        !row(&shown)
            .reasons()
            .any(|reason| reason == AbsenceReason::NoPicture)
    );
    let kept = with(
        2,
        vec![DeskImage {
            focus_x_percent: 7,
            ..image(url, "")
        }],
    )
    .await
    .unwrap();
    assert_eq!(
        (kept.images[0].media_id.as_str(), kept.images[0].focus_x_percent),
        (id, 7)
    );
    with(3, Vec::new()).await.unwrap();
    let published = fixture.harness.published::<ProductChanged>().await;
    let published = published
        .iter()
        .map(|event| (event.version, event.media_ids.join(",")));
    assert_eq!(
        published.collect::<Vec<_>>(),
        [(1, ""), (2, id), (3, id), (4, "")].map(|(version, ids)| (version, ids.to_owned()))
    );
}

#[tokio::test]
async fn products_appear_and_disappear_within_seconds_of_their_times() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let at = |seconds| {
        Some(TimeChange {
            at: Some(timestamp(kit::clock::now() + Duration::seconds(seconds))),
        })
    };
    let patch = ProductPatch {
        show_at: at(1),
        hide_at: at(4),
        ..ProductPatch::default()
    };
    save(&fixture, &caller::staff(), 1, patch, &[]).await.unwrap();
    assert_eq!(in_shop(&fixture).await, Vec::<String>::new());
    for expected in [&["SK-101"][..], &[]] {
        eventually("the shop follows the time", || async {
            (in_shop(&fixture).await == expected).then_some(())
        })
        .await;
    }
    assert_eq!(row(&get(&fixture, "SK-101").await).version, 2);
}

#[tokio::test]
async fn saves_of_the_same_person_never_conflict_and_saves_of_others_are_merged_by_field() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let (nigar, rauf) = (member(StaffRole::Manager), member(StaffRole::Manager));
    // Nigar's two tabs have the first version.
    let saved = save(&fixture, &nigar, 1, priced(100_000), &[]).await.unwrap();
    assert_eq!(row(&saved).version, 2);
    let saved = save(&fixture, &nigar, 1, priced(90_000), &[]).await.unwrap();
    assert_eq!((row(&saved).version, row(&saved).price_minor), (3, 90_000));

    // Another field is merged.
    let saved = save(&fixture, &rauf, 1, texts_of([("nameRu", "Дубовый шкаф")]), &[])
        .await
        .unwrap();
    assert_eq!((row(&saved).version, row(&saved).price_minor), (4, 90_000));

    // The same field is refused with its name, and nothing is stored.
    let patch = ProductPatch {
        discount_percent: Some(5),
        ..priced(80_000)
    };
    let failure = save(&fixture, &rauf, 1, patch, &[]).await.unwrap_err();
    assert_eq!(failure.code, Code::Conflict);
    assert_eq!(
        fields(&failure),
        [("version", "DESK.CHANGED"), ("price", "DESK.CHANGED")]
    );
    let present = get(&fixture, "SK-101").await;
    assert_eq!((row(&present).version, row(&present).discount_percent), (4, 0));

    // The same value is no change, whoever stored it.
    let saved = save(&fixture, &rauf, 1, priced(90_000), &[]).await.unwrap();
    assert_eq!(row(&saved).version, 4);
    // Stock is no part of a save: orders and moves meanwhile stay.
    let id = row(&saved).product_id;
    fixture.reserve(OrderId::generate(), &[(id, 3)]).await.unwrap();
    let saved = save(&fixture, &rauf, 4, priced(80_000), &[]).await.unwrap();
    assert_eq!((row(&saved).version, row(&saved).stock_quantity), (5, Some(7)));
    let failure = save(&fixture, &nigar, 9, priced(1), &[]).await.unwrap_err();
    assert_eq!(fields(&failure)[0], ("version", "DESK.CHANGED"));
}

#[tokio::test]
async fn refuses_all_wrong_fields_and_all_fields_without_permission_at_once() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let patch = ProductPatch {
        price_minor: Some(0),
        discount_percent: Some(100),
        reorder_at: Some(ReorderChange { quantity: Some(-1) }),
        category_id: Some(99),
        ..texts_of([("nameAz", ""), ("nameRu", ""), ("nameDe", "x")])
    };
    let failure = save(&fixture, &caller::staff(), 1, patch.clone(), &[])
        .await
        .unwrap_err();
    let mut refused: Vec<_> = fields(&failure)
        .iter()
        .map(|(field, _)| (*field).to_owned())
        .collect();
    refused.sort();
    let expected = [
        "categoryId",
        "discount",
        "nameAz",
        "nameDe",
        "nameRu",
        "price",
        "reorderAt",
    ];
    assert_eq!(refused, expected);

    let editor = member(StaffRole::Editor);
    let failure = save(&fixture, &editor, 1, patch, &[]).await.unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Forbidden, "DESK.ROLE")
    );
    let refused: Vec<_> = failure.fields.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(refused, ["general", "price", "discount", "reorderAt"]);
    let warehouse = member(StaffRole::Warehouse);
    let made_to_order = ProductPatch {
        is_made_to_order: Some(true),
        ..ProductPatch::default()
    };
    let saved = save(&fixture, &warehouse, 1, made_to_order, &[]).await.unwrap();
    assert_eq!(row(&saved).stock_quantity, None);
    assert_eq!(row(&get(&fixture, "SK-101").await).version, 2);
}

#[tokio::test]
async fn translations_are_stale_until_they_are_edited_or_confirmed() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let staff = caller::staff();
    let stale = |product: &DeskProduct| -> Vec<(String, String)> {
        let stale = product.stale.iter();
        stale.map(|text| (text.field.clone(), text.was.clone())).collect()
    };
    let was = |field: &str| (field.to_owned(), "Palıd şkaf".to_owned());
    let saved = save(&fixture, &staff, 1, texts_of([("nameAz", "Böyük şkaf")]), &[])
        .await
        .unwrap();
    assert_eq!(stale(&saved), [was("nameEn"), was("nameRu")]);
    assert_eq!(saved.stale[0].changed_by, "operator");
    // A second change of the source keeps the text that was translated.
    let saved = save(&fixture, &staff, 2, texts_of([("nameAz", "İri şkaf")]), &[])
        .await
        .unwrap();
    assert_eq!(stale(&saved), [was("nameEn"), was("nameRu")]);
    let saved = save(&fixture, &staff, 3, texts_of([("nameRu", "Большой шкаф")]), &[])
        .await
        .unwrap();
    assert_eq!(stale(&saved), [was("nameEn")]);
    let saved = save(&fixture, &staff, 4, ProductPatch::default(), &["nameEn"])
        .await
        .unwrap();
    assert_eq!((stale(&saved), row(&saved).version), (vec![], 5));
    // The source as it was translated needs no other translation.
    save(&fixture, &staff, 5, texts_of([("nameAz", "Şkaf")]), &[])
        .await
        .unwrap();
    let saved = save(&fixture, &staff, 6, texts_of([("nameAz", "İri şkaf")]), &[])
        .await
        .unwrap();
    assert_eq!(stale(&saved), []);
    // The fallback that the shop shows for a missing text is not stored.
    let saved = save(&fixture, &staff, 7, texts_of([("descriptionRu", "")]), &[])
        .await
        .unwrap();
    assert_eq!(saved.description.as_ref().unwrap().ru, "");
    assert_eq!(saved.missing_fields, ["descriptionRu"]);
    assert_eq!(
        row(&saved).complete_languages,
        [Language::Az, Language::En].map(i32::from)
    );
}

#[tokio::test]
async fn the_history_has_each_price_with_its_author() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    let prices = async || {
        let request = ListProductPricesRequest {
            code: "SK-101".to_owned(),
        };
        let request = on_behalf_of(&caller::staff(), request);
        let prices = into_result(fixture.desk.clone().list_product_prices(request).await);
        let prices = prices.unwrap().prices.into_iter();
        let prices = prices.map(|price| (price.discounted_price_minor, price.actor));
        prices.collect::<Vec<_>>()
    };
    let unknown = (124_955, String::new());
    assert_eq!(prices().await, std::slice::from_ref(&unknown));
    assert_eq!(get(&fixture, "SK-101").await.previous_price, None);
    save(&fixture, &caller::staff(), 1, priced(100_000), &[])
        .await
        .unwrap();
    let discount = UpdateProductRequest {
        code: "SK-101".to_owned(),
        discount_percent: Some(10),
        ..UpdateProductRequest::default()
    };
    fixture.update(discount).await.unwrap();
    let by = |minor: i64| (minor, "operator".to_owned());
    assert_eq!(prices().await, [by(90_000), by(100_000), unknown]);
    let product = get(&fixture, "SK-101").await;
    assert_eq!(product.previous_price.unwrap().price_minor, 100_000);
    assert!(product.previous_price_until.is_some());
    let request = on_behalf_of(&caller::staff(), GetHighestDiscountRequest {});
    let highest = fixture.desk.clone().get_highest_discount(request).await;
    assert_eq!(into_result(highest).unwrap().discount_percent, 10);
}

#[tokio::test]
async fn a_new_product_is_hidden_and_its_code_is_taken_once() {
    let fixture = Fixture::start().await;
    let create = async |key: &str, patch: ProductPatch| {
        let request = CreateDeskProductRequest {
            idempotency_key: key.to_owned(),
            code: "SK-140".to_owned(),
            patch: Some(patch),
        };
        let editor = member(StaffRole::Editor);
        into_result(
            fixture
                .desk
                .clone()
                .create_desk_product(on_behalf_of(&editor, request))
                .await,
        )
    };
    let named = ProductPatch {
        category_id: Some(1),
        ..texts_of([("nameAz", "Palıd şkaf")])
    };
    let product = create("1", named.clone()).await.unwrap().product.unwrap();
    let facts = row(&product);
    assert_eq!((facts.version, facts.price_minor, facts.is_active), (1, 0, false));
    assert_eq!(facts.reasons().next(), Some(AbsenceReason::Hidden));
    let failure = create("2", named).await.unwrap_err();
    assert_eq!(fields(&failure), [("code", "PRODUCT.CODE_TAKEN")]);
    let failure = create("", ProductPatch::default()).await.unwrap_err();
    assert_eq!(
        fields(&failure),
        [
            ("idempotencyKey", "FIELD.REQUIRED"),
            ("nameAz", "FIELD.REQUIRED"),
            ("categoryId", "FIELD.REQUIRED")
        ]
    );
}

#[tokio::test]
async fn a_bulk_change_says_before_what_changes_and_is_taken_back_unless_a_field_changed_since() {
    let fixture = Fixture::start().await;
    fixture.add(wardrobe("SK-101")).await;
    fixture.add(wardrobe("SK-102")).await;
    let manager = member(StaffRole::Manager);
    let change = |code: &str, version, price_minor| ProductChange {
        code: code.to_owned(),
        version,
        patch: Some(priced(price_minor)),
    };
    let change_all = async |key: &str, changes: Vec<ProductChange>, is_dry_run, is_undo| {
        let request = ChangeDeskProductsRequest {
            idempotency_key: key.to_owned(),
            changes,
            is_dry_run,
            is_undo,
        };
        let response = fixture
            .desk
            .clone()
            .change_desk_products(on_behalf_of(&manager, request))
            .await;
        let results = into_result(response).unwrap().results.into_iter();
        let results = results.map(|result| {
            let changes = result.changes.into_iter();
            let changes: Vec<_> = changes
                .map(|one| (one.field, one.from_json, one.to_json))
                .collect();
            let errors: Vec<_> = result
                .errors
                .into_iter()
                .map(|error| (error.field, error.key))
                .collect();
            (result.code, errors, changes)
        });
        results.collect::<Vec<_>>()
    };
    let changes = vec![
        change("SK-102", 1, 200),
        change("SK-999", 1, 300),
        change("SK-101", 1, 100),
    ];
    let dry = change_all("1", changes.clone(), true, false).await;
    assert_eq!(row(&get(&fixture, "SK-101").await).version, 1);
    let done = change_all("1", changes.clone(), false, false).await;
    assert_eq!(dry, done);
    assert_eq!(change_all("1", changes, false, false).await, done);
    let price = |from: &str, to: &str| vec![("price".to_owned(), from.to_owned(), to.to_owned())];
    assert_eq!(done[0], ("SK-102".to_owned(), vec![], price("1249.55", "2")));
    assert_eq!(
        done[1].1,
        [("general".to_owned(), "PRODUCT.NOT_FOUND".to_owned())]
    );

    // The same person has changed one of them since.
    save(&fixture, &manager, 2, priced(500), &[]).await.unwrap();
    let undo = vec![change("SK-101", 2, 124_955), change("SK-102", 2, 124_955)];
    let undone = change_all("2", undo, false, true).await;
    let changed = |field: &str| (field.to_owned(), "DESK.CHANGED".to_owned());
    assert_eq!(undone[0].1, [changed("version"), changed("price")]);
    assert_eq!(row(&get(&fixture, "SK-101").await).price_minor, 500);
    assert_eq!(row(&get(&fixture, "SK-102").await).price_minor, 124_955);
}

async fn adjust(fixture: &Fixture, delta: i64, reason: StockReason) -> Result<i64, Failure> {
    let request = proto::catalog::v1::AdjustStockRequest {
        idempotency_key: UserId::generate().to_string(),
        code: "SK-101".to_owned(),
        delta,
        reason: reason.into(),
        text: String::new(),
    };
    let warehouse = member(StaffRole::Warehouse);
    let response = fixture
        .desk
        .clone()
        .adjust_stock(on_behalf_of(&warehouse, request))
        .await;
    into_result(response).map(|response| response.stock_quantity)
}

#[tokio::test]
async fn the_sum_of_all_moves_is_the_stock() {
    let fixture = Fixture::start().await;
    let id = fixture.add(wardrobe("SK-101")).await;
    let order = OrderId::generate();
    fixture.reserve(order, &[(id, 4)]).await.unwrap();
    // A repeated request, and one that fails, move nothing.
    fixture.reserve(order, &[(id, 4)]).await.unwrap();
    assert!(fixture.reserve(OrderId::generate(), &[(id, 7)]).await.is_err());
    let created = OrderCreated {
        order_id: order.to_string(),
        order_number: "SB-4K7Q2M0X".to_owned(),
        ..OrderCreated::default()
    };
    let event = fixture.harness.deliver(&created).await;
    fixture.wait_until_consumed("catalog-mark-sold", event).await;
    assert_eq!(get(&fixture, "SK-101").await.sold_in_30_days, 4);
    let cancelled = OrderCancelled {
        order_id: order.to_string(),
        ..OrderCancelled::default()
    };
    let event = fixture.harness.deliver(&cancelled).await;
    fixture.wait_until_consumed("catalog-return", event).await;
    assert_eq!(adjust(&fixture, 5, StockReason::Received).await.unwrap(), 15);
    assert_eq!(adjust(&fixture, -1, StockReason::Damaged).await.unwrap(), 14);
    let failure = adjust(&fixture, -15, StockReason::Issued).await.unwrap_err();
    assert_eq!(fields(&failure), [("delta", "PRODUCT.NOT_ENOUGH")]);
    let failure = adjust(&fixture, 0, StockReason::Order).await.unwrap_err();
    assert_eq!(fields(&failure).len(), 2);
    let set = |value| UpdateProductRequest {
        code: "SK-101".to_owned(),
        stock: Some(StockChange { value: Some(value) }),
        ..UpdateProductRequest::default()
    };
    fixture
        .update(set(stock_change::Value::Quantity(3)))
        .await
        .unwrap();
    fixture
        .update(set(stock_change::Value::MadeToOrder(true)))
        .await
        .unwrap();
    let failure = adjust(&fixture, 1, StockReason::Received).await.unwrap_err();
    assert_eq!(failure.reason, "PRODUCT.MADE_TO_ORDER");
    fixture
        .update(set(stock_change::Value::Quantity(8)))
        .await
        .unwrap();

    let moves = moves(&fixture, "SK-101").await;
    let all: Vec<_> = moves
        .iter()
        .rev()
        .map(|one| (one.reason(), one.delta, one.balance, one.order_number.as_str()))
        .collect();
    assert_eq!(
        all,
        [
            (StockReason::Set, 10, 10, ""),
            (StockReason::Order, -4, 6, "SB-4K7Q2M0X"),
            (StockReason::Returned, 4, 10, "SB-4K7Q2M0X"),
            (StockReason::Received, 5, 15, ""),
            (StockReason::Damaged, -1, 14, ""),
            (StockReason::Set, -11, 3, ""),
            (StockReason::Set, -3, 0, ""),
            (StockReason::Set, 8, 8, ""),
        ]
    );
    let sum: i64 = moves.iter().map(|one| one.delta).sum();
    assert_eq!(fixture.stock(id).await, Some(sum));
    assert_eq!(row(&get(&fixture, "SK-101").await).version, 3);
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
