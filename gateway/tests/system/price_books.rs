//! Price books at the desk: a draft is changed, compared, published and reaches the shop, and its costs reach nobody else.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Member, Shop, ShopOptions, desk_call, eventually, response_data};

use crate::{
    designs::{NICHE, SECRETS, public_answers, quote},
    desk::refusal,
    desk_products::download,
};

async fn send(member: &Member, method: Method, path: &str, body: Value) -> ApiResponse {
    desk_call(&member.browser, method, path, &body, "").await
}

async fn patch(member: &Member, body: Value) -> ApiResponse {
    send(member, Method::PATCH, "price-books/draft", body).await
}

/// Roles without the permission may neither read nor write, and a change needs a draft.
async fn refuses(shop: &Shop, manager: &Member) {
    let sales = Member::by_command(shop, "satici", "sales").await;
    for (method, path) in [
        (Method::GET, "price-books"),
        (Method::GET, "price-books/1"),
        (Method::GET, "price-books/1.csv"),
        (Method::POST, "price-books"),
        (Method::PATCH, "price-books/draft"),
        (Method::POST, "price-books/draft/publish"),
    ] {
        let refused = send(&sales, method, path, json!({})).await;
        assert_eq!(
            refusal(&refused),
            (403, json!({"general": "DESK.ROLE"})),
            "{path}"
        );
    }
    let missing = (404, json!({"general": "PRICE_BOOK.NOT_FOUND"}));
    for path in ["price-books/draft", "price-books/2", "price-books/newest"] {
        let refused = send(manager, Method::GET, path, Value::Null).await;
        assert_eq!(refusal(&refused), missing, "{path}");
    }
    let body = json!({"recordVersion": 1, "work.part": 2});
    assert_eq!(refusal(&patch(manager, body).await), missing);
}

/// Changes the draft by cells, with refusals by name.
async fn changes_cells(manager: &Member) {
    let wrong = json!({"recordVersion": 1, "work.part": 1_000.01, "fittings.nail": 1, "vatPercent": 1.5});
    let expected = json!({"work.part": "FIELD.OUT_OF_RANGE", "fittings.nail": "FIELD.INVALID",
        "vatPercent": "FIELD.INVALID"});
    assert_eq!(refusal(&patch(manager, wrong).await), (400, expected));
    let changed = patch(
        manager,
        json!({"recordVersion": 1, "work.order": 130, "boards.lam18.sheetMm": [2_799, 2_070]}),
    )
    .await;
    let draft = response_data(&changed);
    assert_eq!(
        (&draft["recordVersion"], &draft["work"]["order"]),
        (&json!(2), &json!(130))
    );
    assert_eq!(
        (
            &draft["state"],
            &draft["rates"],
            &draft["boards"]["lam18"]["sheetMm"]
        ),
        (&json!("draft"), &Value::Null, &json!([2_799, 2_070]))
    );
    let stale = patch(manager, json!({"recordVersion": 1, "work.order": 140})).await;
    let expected = json!({"recordVersion": "DESK.CHANGED", "work.order": "DESK.CHANGED"});
    assert_eq!(refusal(&stale), (409, expected));
    assert_eq!(stale.body["data"]["work"]["order"], 130);
    let small = send(manager, Method::POST, "price-books/draft/effect", json!({})).await;
    let expected = json!({"boards.lam18.sheetMm": "PRICE_BOOK.SHEET_TOO_SMALL"});
    assert_eq!(refusal(&small), (400, expected));
}

/// Downloads the draft, and uploads it with other cells: first a dry run, then as a change.
async fn imports(shop: &Shop, manager: &Member) {
    let file = download(shop, manager, "price-books/draft.csv?lang=en").await;
    assert!(
        file.contains("work.part;Cutting and edging, part;1.90;;\r\n"),
        "{file}"
    );
    let upload = async |path: &str, file: &str| {
        let path = format!("price-books/draft/csv{path}");
        manager
            .upload(&path, "", &[], ("book.csv", file.as_bytes()))
            .await
    };
    let same = response_data(&upload("", &file).await);
    assert_eq!(
        (&same["changes"], &same["book"]["recordVersion"]),
        (&json!({}), &json!(2))
    );

    let other = file.replace(";1.90;", ";3.80;").replace("2799", "2800") + "work.nail;;1;;\r\n";
    let dry = response_data(&upload("?dryRun=true", &other).await);
    let changes = json!({"boards.lam18.sheetMm": {"from": [2_799, 2_070], "to": [2_800, 2_070]},
        "work.part": {"from": 1.9, "to": 3.8}});
    assert_eq!((&dry["changes"], &dry["book"]), (&changes, &Value::Null));
    let errors = dry["errors"].as_array().unwrap();
    assert_eq!((errors.len(), &errors[0]["name"]), (1, &json!("work.nail")));
    let refused = upload("", &other).await;
    let (status, errors) = refusal(&refused);
    assert_eq!((status, errors.as_object().unwrap().len()), (400, 1));
    let good = other.replace("work.nail;;1;;\r\n", "");
    let applied = response_data(&upload("?recordVersion=2", &good).await);
    assert_eq!(
        (
            &applied["book"]["recordVersion"],
            &applied["book"]["work"]["part"]
        ),
        (&json!(3), &json!(3.8))
    );
}

async fn shows_book(visitor: &Browser, version: u32) {
    eventually("the rates follow", || async {
        let rates = visitor.get("designs/rates").await;
        (rates.body["data"]["version"] == version).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_published_book_reaches_the_shop_without_its_costs() {
    let shop = Shop::start(ShopOptions::default()).await;
    let visitor = shop.visitor();
    let sent = quote(&json!({"code": NICHE, "low": 2_680, "high": 3_150}));
    let quoted = visitor.post("ProductInquiries/submit", &sent).await;
    assert_eq!(quoted.status, 200, "{quoted:?}");
    let owner = Member::by_command(&shop, "aysel", "owner").await;
    let manager = Member::by_command(&shop, "nigar", "manager").await;
    refuses(&shop, &manager).await;

    let draft = manager.post("price-books", json!({"copyFrom": 1})).await;
    assert_eq!(
        (&draft["version"], &draft["work"]["part"]),
        (&json!(2), &json!(1.9))
    );
    let again = desk_call(&owner.browser, Method::POST, "price-books", &json!({}), "other").await;
    assert_eq!(
        refusal(&again),
        (409, json!({"general": "PRICE_BOOK.DRAFT_EXISTS"}))
    );
    assert_eq!(again.body["data"]["version"], 2);
    changes_cells(&manager).await;

    let step_up = (403, json!({"general": "DESK.STEP_UP"}));
    let body = json!({"recordVersion": 3});
    let refused = send(&manager, Method::GET, "price-books/draft.csv", Value::Null).await;
    assert_eq!(refusal(&refused), step_up);
    manager.step_up().await;
    imports(&shop, &manager).await;

    let effect = json!({"against": 1, "last": 100});
    let effect = send(&manager, Method::POST, "price-books/draft/effect", effect).await;
    let effect = response_data(&effect);
    assert_eq!(
        (&effect["count"], &effect["dearer"], &effect["top"][0]["before"]),
        (&json!(1), &json!(1), &json!(2_914))
    );
    assert_eq!(effect["meanPercent"], effect["maxPercent"]);

    let refused = desk_call(
        &owner.browser,
        Method::POST,
        "price-books/draft/publish",
        &body,
        "p",
    )
    .await;
    assert_eq!(refusal(&refused), step_up);
    owner.step_up().await;
    let published = owner.post("price-books/draft/publish", body).await;
    assert_eq!(
        (&published["state"], &published["publishedBy"]["id"]),
        (&json!("inForce"), &json!(owner.id))
    );
    shows_book(&visitor, 2).await;
    let rows = manager.get("price-books").await;
    let states: Vec<_> = rows.as_array().unwrap().iter().map(|row| &row["state"]).collect();
    assert_eq!(states, ["inForce", "past"]);
    assert!(!rows.to_string().contains("perM2"), "{rows}");

    // The quote keeps its price of record, and the same band is refused now.
    let key = [("Idempotency-Key", "second")];
    let refused = visitor
        .send(Method::POST, "ProductInquiries/submit", Some(&sent), &key)
        .await;
    assert_eq!(refused.status, 409, "{refused:?}");
    let record = sqlx::query_scalar::<_, i64>("select price_minor from inquiry_item where design_code = $1")
        .bind(NICHE)
        .fetch_all(&shop.database("inquiry"))
        .await
        .unwrap();
    assert_eq!(record, [291_400]);

    let mut texts = public_answers(&visitor).await;
    texts.push(refused.body.to_string());
    for text in &texts {
        for secret in SECRETS {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
    let activity = owner.get("activity?action=UpdatePriceBook").await;
    let rows = activity.as_array().unwrap();
    assert_eq!(rows.len(), 1, "{activity}");
    assert_eq!(
        (&rows[0]["subject"]["kind"], &rows[0]["subject"]["id"]),
        (&json!("priceBook"), &json!("2"))
    );
}
