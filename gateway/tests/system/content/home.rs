//! Banner texts, stores and the texts of the home page.

use super::*;

#[tokio::test]
async fn shows_changed_promo_texts_and_stores() {
    let web_app = web_app();
    let shop = Shop::start(ShopOptions {
        web_dist: Some(web_app.path().to_owned()),
        ..ShopOptions::default()
    })
    .await;
    let visitor = shop.visitor();
    assert_eq!(visitor.get("promocodes").await.body["data"], json!([]));
    let stores = visitor.get("stores").await;
    assert_eq!(
        (
            &stores.body["data"],
            &stores.body["catalogueUrl"],
            &stores.body["company"],
        ),
        (&json!([]), &json!(null), &json!([])),
        "{stores:?}"
    );

    let promo = SavePromoRequest {
        promo: Some(Promo {
            code: "delivery".to_owned(),
            text: Some(text("Pulsuz", "Бесплатно", "Free")),
            ..Promo::default()
        }),
        keep_existing: false,
        is_new: false,
    };
    content(&shop)
        .save_promo(on_behalf_of(&caller::staff(), promo))
        .await
        .unwrap();
    let store = SaveStoreRequest {
        store: Some(Store {
            code: "nizami".to_owned(),
            name: Some(text("Salon", "Салон", "Showroom")),
            address: Some(text("Bakı", "Баку", "Baku")),
            whatsapp: "+994120000001".to_owned(),
            ..Store::default()
        }),
        keep_existing: false,
        is_new: false,
    };
    content(&shop)
        .save_store(on_behalf_of(&caller::staff(), store))
        .await
        .unwrap();
    let catalogue = SetCatalogueUrlRequest {
        catalogue_url: "https://example.com/catalogue".to_owned(),
        keep_existing: false,
        from: None,
    };
    content(&shop)
        .set_catalogue_url(on_behalf_of(&caller::staff(), catalogue))
        .await
        .unwrap();

    eventually_within(INVALIDATION_DELAY, "the text is shown", || async {
        let promos = visitor.get("promocodes").await;
        let expected = json!([{"textAz": "Pulsuz", "textRu": "Бесплатно", "textEn": "Free"}]);
        (promos.body["data"] == expected).then_some(())
    })
    .await;
    let stores = eventually_within(
        INVALIDATION_DELAY,
        "the store and the brochure are shown",
        || async {
            let stores = visitor.get("stores").await.body;
            (stores["catalogueUrl"] == "https://example.com/catalogue").then_some(stores)
        },
    )
    .await;
    let store = &stores["data"][0];
    assert_eq!(
        (&store["addressRu"], &store["whatsapp"], &store["mapUrl"]),
        (&json!("Баку"), &json!("+994120000001"), &json!(null))
    );
    staff_publishes_at_a_time(&shop).await;
    let manager = Member::by_command(&shop, "rashad", "manager").await;
    staff_changes_the_texts_of_the_home_page(&shop, &manager).await;
    staff_deletes_a_store_once_no_quote_has_it(&manager).await;
}

/// Checks that the desk's records are drafts, planned and ordered, and that the shop shows them from their time.
async fn staff_publishes_at_a_time(shop: &Shop) {
    let (staff, visitor) = (Member::by_command(shop, "nigar", "editor").await, shop.visitor());
    let put = async |path: &str, body: Value| call(&staff.browser, Method::PUT, path, &body, "").await;
    let shown = async || visitor.get("promocodes").await.body["data"].clone();
    let banner = |version: i64, changes: Value| {
        let mut body = json!({"version": version, "textAz": "Yeni", "position": 1, "isDraft": true});
        let fields = body.as_object_mut().unwrap();
        fields.extend(changes.as_object().unwrap().clone());
        body
    };
    let path = "content/banner/news";
    let created = data(&put(path, banner(0, json!({}))).await);
    assert_eq!(
        (&created["state"], &created["textRu"]),
        (&json!("draft"), &json!(""))
    );
    assert_eq!(created["changedBy"]["id"], json!(staff.id));
    assert_eq!(
        refusal(&put(path, banner(0, json!({}))).await),
        (409, json!({"code": "CONTENT.CODE_TAKEN"}))
    );
    assert_eq!(
        refusal(&put(path, banner(1, json!({"isDraft": false}))).await),
        (
            400,
            json!({"textRu": "FIELD.REQUIRED", "textEn": "FIELD.REQUIRED"})
        )
    );
    assert_eq!(shown().await.as_array().unwrap().len(), 1, "a draft is not shown");

    let at = (kit::clock::now() + time::Duration::seconds(3))
        .format(&Rfc3339)
        .unwrap();
    let planned = json!({"textRu": "Новое", "textEn": "New", "isDraft": false, "showAt": at});
    let planned = data(&put(path, banner(1, planned)).await);
    assert_eq!(
        (&planned["state"], &planned["version"]),
        (&json!("planned"), &json!(2))
    );
    let stale = put(path, banner(1, json!({}))).await;
    assert_eq!(refusal(&stale), (409, json!({"version": "DESK.CHANGED"})));
    assert_eq!(stale.body["data"]["version"], 2);
    assert_eq!(
        staff
            .get("content/banner?state=planned,draft")
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // A cached response would hold for half a minute.
    eventually_within(Duration::from_secs(20), "its time has come", || async {
        (shown().await[1]["textEn"] == "New").then_some(())
    })
    .await;
    let order = json!({"codes": ["news", "delivery"]});
    let ordered = data(&call(&staff.browser, Method::POST, "content/banner/order", &order, "").await);
    assert_eq!(
        (&ordered[0]["code"], &ordered[0]["position"]),
        (&json!("news"), &json!(0))
    );
    eventually_within(INVALIDATION_DELAY, "the order is shown", || async {
        (shown().await[0]["textEn"] == "New").then_some(())
    })
    .await;
    let deletion = format!("{path}?version={}", ordered[0]["version"]);
    let deleted = call(&staff.browser, Method::DELETE, &deletion, &json!({}), "").await;
    assert_eq!(deleted.status, 200, "{deleted:?}");
    let missing = call(&staff.browser, Method::GET, path, &json!({}), "").await;
    assert_eq!(refusal(&missing), (404, json!({"general": "CONTENT.NOT_FOUND"})));

    let stores = staff.get("content/stores").await;
    assert_eq!(
        (&stores[0]["code"], &stores[0]["state"]),
        (&json!("nizami"), &json!("shown"))
    );
    let brochure = json!({"from": null, "catalogueUrl": null});
    let stale = put("content/catalogue", brochure).await;
    assert_eq!(refusal(&stale), (409, json!({"from": "DESK.CHANGED"})));
    assert_eq!(
        stale.body["data"]["catalogueUrl"],
        "https://example.com/catalogue"
    );

    let house = json!({"version": 0, "titleAz": "Ev", "isDraft": true});
    let house = data(&put("content/projects/house", house).await);
    assert_eq!((&house["imageUrl"], &house["focusX"]), (&json!(null), &json!(50)));
    let id = house["id"].as_i64().unwrap();
    assert_eq!(visitor.get(&format!("projects/{id}")).await.status, 404);
}

/// Creates a web app with the first views of the home page and of the questions.
fn web_app() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("first-views")).unwrap();
    let index = "<!doctype html><html lang=\"en\"><head><title>Shop</title></head><body><div id=\"root\"></div></body></html>";
    fs::write(folder.path().join("index.html"), index).unwrap();
    let views = json!({"home": "<h1>{{t-HOME-HERO_TITLE}}</h1>", "faq": "<p>{{t-FAQ-WARRANTY_ANSWER}}</p>"});
    for language in ["az", "ru", "en"] {
        fs::write(
            folder.path().join(format!("first-views/{language}.json")),
            views.to_string(),
        )
        .unwrap();
    }
    folder
}

async fn page(shop: &Shop, path: &str) -> (reqwest::header::HeaderMap, String) {
    let response = reqwest::get(format!("{}{path}", shop.url())).await.unwrap();
    let headers = response.headers().clone();
    (headers, response.text().await.unwrap())
}

/// Checks that head, first view, structured data and the texts for the web app are those of the desk, and go back.
async fn staff_changes_the_texts_of_the_home_page(shop: &Shop, manager: &Member) {
    let words = |words: &str| {
        let in_language = |language: &str| format!("{words} <{language}>");
        json!({
            "version": 0, "textAz": in_language("az"), "textRu": in_language("ru"), "textEn": in_language("en"),
        })
    };
    let before = manager.get("content/home/HOME.HERO_TITLE").await;
    assert_eq!(
        (&before["version"], &before["kind"], &before["textRu"]),
        (&json!(0), &json!("text"), &before["defaultRu"])
    );
    let listed = manager.get("content/home").await;
    assert!(listed.as_array().unwrap().contains(&before), "{listed}");
    let standard: Vec<_> = [("/ru", &before["defaultRu"]), ("/en", &before["defaultEn"])]
        .into_iter()
        .map(|(path, title)| (path, format!("<h1>{}</h1>", title.as_str().unwrap())))
        .collect();

    let title = data(&save_home_text(manager, "HOME.HERO_TITLE", &words("Palıd")).await);
    assert_eq!(
        (
            &title["version"],
            &title["textEn"],
            &title["defaultEn"],
            &title["changedBy"]["id"]
        ),
        (
            &json!(1),
            &json!("Palıd <en>"),
            &before["defaultEn"],
            &json!(manager.id)
        )
    );
    for key in ["HOME.PAGE_TITLE", "HOME.HERO_TEXT", "FAQ.WARRANTY_ANSWER"] {
        data(&save_home_text(manager, key, &words("Qoz")).await);
    }
    for language in ["az", "ru", "en"] {
        let (home, faq) = (format!("/{language}"), format!("/{language}/faq"));
        let escaped = |words: &str| format!("{words} &lt;{language}&gt;");
        let inlined = format!("\"{language}\":{{\"FAQ.WARRANTY_ANSWER\":\"Qoz \\u003c{language}>\"");
        eventually_within(INVALIDATION_DELAY, "the texts are shown", || async {
            let (headers, html) = page(shop, &home).await;
            let is_shown = [
                format!("<h1>{}</h1>", escaped("Palıd")),
                format!("<title>{} · ", escaped("Qoz")),
                format!("<meta name=\"description\" content=\"{}\" />", escaped("Qoz")),
                format!(
                    "<meta property=\"og:description\" content=\"{}\" />",
                    escaped("Qoz")
                ),
                inlined.clone(),
            ]
            .iter()
            .all(|text| html.contains(text));
            (is_shown && headers["cache-control"] == "no-cache").then_some(())
        })
        .await;
        let (_, html) = page(shop, &faq).await;
        let answer =
            format!("\"acceptedAnswer\":{{\"@type\":\"Answer\",\"text\":\"Qoz \\u003c{language}>\"}}");
        assert!(html.contains(&answer), "{html}");
        assert!(html.contains(&format!("<p>{}</p>", escaped("Qoz"))), "{html}");
        // Another page has the texts for the screens that open from it.
        let (_, html) = page(shop, &format!("/{language}/cart")).await;
        assert!(html.contains(&inlined), "{html}");
    }

    home_texts_are_refused(manager, &title).await;
    let deleted = delete_title(manager, 1).await;
    assert_eq!(deleted.status, 200, "{deleted:?}");
    for (path, title) in standard {
        eventually_within(INVALIDATION_DELAY, "the standard text is back", || async {
            page(shop, path).await.1.contains(&title).then_some(())
        })
        .await;
    }
    assert_eq!(manager.get("content/home/HOME.HERO_TITLE").await, before);
    // The page for drafts is neither stored nor indexed, unlike the others.
    for (path, cache, is_indexed) in [("/az?preview", "no-store", false), ("/az?x=1", "no-cache", true)] {
        let (headers, html) = page(shop, path).await;
        assert_eq!(headers["cache-control"], cache, "{path}");
        let is_excluded = html.contains("content=\"noindex\"");
        assert_eq!(is_excluded, !is_indexed, "{path}: {html}");
    }
}

async fn save_home_text(manager: &Member, key: &str, body: &Value) -> ApiResponse {
    call(
        &manager.browser,
        Method::PUT,
        &format!("content/home/{key}"),
        body,
        "",
    )
    .await
}

async fn delete_title(manager: &Member, version: i64) -> ApiResponse {
    let path = format!("content/home/HOME.HERO_TITLE?version={version}");
    call(&manager.browser, Method::DELETE, &path, &json!({}), "").await
}

/// Checks the refusals of a text and of a picture; `title` is the present text.
async fn home_texts_are_refused(manager: &Member, title: &Value) {
    let changed = (409, json!({"version": "DESK.CHANGED"}));
    let texts = json!({"version": 0, "textAz": "Şam", "textRu": "Сосна", "textEn": "Pine"});
    let stale = save_home_text(manager, "HOME.HERO_TITLE", &texts).await;
    assert_eq!(refusal(&stale), changed);
    assert_eq!(&stale.body["data"], title);
    assert_eq!(refusal(&delete_title(manager, 2).await), changed);
    let long = json!({"version": 1, "textAz": "", "textRu": "a", "textEn": "a".repeat(2001)});
    for (key, body, status, errors) in [
        (
            "HOME.HERO_TITLE",
            &long,
            400,
            json!({"textAz": "FIELD.REQUIRED", "textEn": "FIELD.TOO_LONG"}),
        ),
        ("CART.TITLE", &texts, 404, json!({"general": "CONTENT.NOT_FOUND"})),
        (
            "HOME_PICTURE_ABOUT",
            &texts,
            400,
            json!({"mediaId": "FIELD.REQUIRED"}),
        ),
    ] {
        let refused = save_home_text(manager, key, body).await;
        assert_eq!(refusal(&refused), (status, errors), "{key}");
    }
    let picture = manager.get("content/home/HOME_PICTURE_ABOUT").await;
    assert_eq!(
        (&picture["kind"], &picture["imageUrl"], &picture["textAz"]),
        (
            &json!("image"),
            &json!("/images/scenes/about/1-960.webp"),
            &json!("")
        )
    );
}

/// Checks that a store with an open quote stays.
async fn staff_deletes_a_store_once_no_quote_has_it(manager: &Member) {
    let stores = manager.get("content/stores").await;
    let quote =
        json!({"source": "phone", "name": "Leyla", "phone": "0501234567", "storeId": stores[0]["id"]});
    let quote = manager.post("quotes", quote).await;
    let path = format!("content/stores/nizami?version={}", stores[0]["version"]);
    let delete = async || call(&manager.browser, Method::DELETE, &path, &json!({}), "").await;
    assert_eq!(
        refusal(&delete().await),
        (409, json!({"general": "CONTENT.IN_USE"}))
    );
    let number = quote["number"].as_str().unwrap();
    let closed = json!({"from": "new", "to": "closed", "reason": "duplicate"});
    manager.post(&format!("quotes/{number}/status"), closed).await;
    assert_eq!(delete().await.status, 200);
    assert_eq!(manager.get("content/stores").await, json!([]));
}
