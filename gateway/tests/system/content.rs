//! Campaigns, promo texts, projects, stores and the shop's terms.

use std::{fs, time::Duration};

use kit::grpc::{Client, client::on_behalf_of};
use proto::{
    common::v1::LocalizedText,
    content::v1::{
        DeleteProjectRequest, DeliveryArea, Image, Instalment, OpeningHours, Project, ProjectCategory, Promo,
        SaveProjectRequest, SavePromoRequest, SaveShopTermsRequest, SaveStoreRequest, SetCatalogueUrlRequest,
        ShopTerms, Store, content_service_client::ContentServiceClient,
    },
};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::Row as _;
use tempfile::TempDir;
use testkit::{
    ApiResponse, Browser, Member, Shop, ShopOptions, caller, desk_call as call, eventually,
    eventually_within, response_data as data,
};
use time::format_description::well_known::Rfc3339;

use super::desk::refusal;

/// The campaigns at the desk.
const CAMPAIGNS: &str = "content/campaigns";

/// Maximum delay of a change at all gateways, far below the cache lifetime.
const INVALIDATION_DELAY: Duration = Duration::from_secs(5);

fn content(shop: &Shop) -> ContentServiceClient<Client> {
    ContentServiceClient::new(shop.client("content"))
}

fn text(az: &str, ru: &str, en: &str) -> LocalizedText {
    LocalizedText {
        az: az.to_owned(),
        ru: ru.to_owned(),
        en: en.to_owned(),
    }
}

fn project(code: &str, category: ProjectCategory, title: LocalizedText) -> Project {
    Project {
        code: code.to_owned(),
        title: Some(title),
        description: Some(text("", "", "")),
        image: Some(Image {
            url: format!("/images/projects/{}/1-960.svg", code.to_lowercase()),
            width: 960,
            height: 1200,
            placeholder: "#E7E2D8".to_owned(),
            ..Image::default()
        }),
        category: category.into(),
        is_large: code.ends_with('1'),
        ..Project::default()
    }
}

/// Saves a project as staff; returns its id.
async fn save(shop: &Shop, project: Project) -> i64 {
    let message = SaveProjectRequest {
        project: Some(project),
        keep_existing: false,
        is_new: false,
    };
    let response = content(shop)
        .save_project(on_behalf_of(&caller::staff(), message))
        .await
        .unwrap();
    response.into_inner().project.unwrap().id
}

/// Returns a campaign from an hour ago until `hours` from now.
fn campaign(hours: i64) -> Value {
    let moment = |from_now: i64| {
        let moment = kit::clock::now() + time::Duration::hours(from_now);
        moment.format(&Rfc3339).unwrap()
    };
    json!({
        "nameAz": "Yay", "nameRu": "Лето", "nameEn": "Summer",
        "descriptionAz": "", "descriptionRu": "", "descriptionEn": "",
        "imageUrl": "/images/campaigns/summer/1-960.svg",
        "image": {"width": 960, "height": 785, "placeholder": "#E7E2D8"},
        "startDate": moment(-1), "endDate": moment(hours),
    })
}

fn ids(list: &Value) -> Vec<i64> {
    let entries = list.as_array().unwrap().iter();
    entries.map(|entry| entry["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn staff_manages_campaigns_and_all_gateways_show_them() {
    let shop = Shop::start(ShopOptions::default()).await;
    let (_gateway, address) = shop.second_gateway().await;
    let here = shop.visitor();
    let there = here.at(&address);
    for visitor in [&here, &there] {
        let none = visitor.get("campaign/active").await;
        assert_eq!(
            (none.status, &none.body["success"], &none.body["data"]),
            (200, &json!(true), &json!(null))
        );
        assert_eq!(visitor.get("campaign").await.body["data"], json!([]));
    }

    let staff = Member::by_command(&shop, "nigar", "editor").await;
    let added = data(&call(&staff.browser, Method::POST, CAMPAIGNS, &campaign(5), "first").await);
    let id = added["id"].as_i64().unwrap();
    for visitor in [&here, &there] {
        eventually_within(INVALIDATION_DELAY, "the campaign is shown", || async {
            (visitor.get("campaign/active").await.body["data"]["id"] == id).then_some(())
        })
        .await;
    }
    let active = here.get("campaign/active").await;
    assert!(
        active.headers["cache-control"]
            .to_str()
            .unwrap()
            .starts_with("public")
    );
    assert!(active.headers.contains_key("etag"));
    assert_eq!(active.body["data"]["nameRu"], "Лето");
    assert_eq!(active.body["data"]["image"]["height"], 785);
    assert_eq!(
        here.get(&format!("campaign/{id}")).await.body["data"],
        active.body["data"]
    );

    // An expired campaign is visible only at the desk.
    let expired = staff.post(CAMPAIGNS, campaign(0)).await;
    let expired_id = expired["id"].as_i64().unwrap();
    assert_eq!(ids(&here.get("campaign").await.body["data"]), [id]);
    assert_eq!(ids(&staff.get(CAMPAIGNS).await), [expired_id, id]);
    assert_eq!(staff.get(&format!("{CAMPAIGNS}/{expired_id}")).await, expired);
    let hidden = here.get(&format!("campaign/{expired_id}")).await;
    assert_eq!(
        (hidden.status, &hidden.body["message"]),
        (404, &json!(format!("Campaign with id {expired_id} not found")))
    );

    // Optimistic locking rejects an outdated version.
    let mut change = campaign(7);
    change["nameEn"] = json!("Autumn");
    change["version"] = json!(1);
    let path = format!("campaign/{id}");
    let desk_path = format!("{CAMPAIGNS}/{id}");
    let put = async || call(&staff.browser, Method::PUT, &desk_path, &change, "").await;
    assert_eq!(data(&put().await)["version"], 2);
    let stale = put().await;
    assert_eq!((stale.status, &stale.body["data"]["version"]), (409, &json!(2)));
    for visitor in [&here, &there] {
        eventually_within(INVALIDATION_DELAY, "the change is shown", || async {
            (visitor.get(&path).await.body["data"]["nameEn"] == "Autumn").then_some(())
        })
        .await;
    }

    let delete = async || call(&staff.browser, Method::DELETE, &desk_path, &json!({}), "").await;
    assert_eq!(delete().await.status, 200);
    assert_eq!(
        refusal(&delete().await),
        (404, json!({"general": "CAMPAIGN.NOT_FOUND"}))
    );
    for visitor in [&here, &there] {
        eventually_within(INVALIDATION_DELAY, "the campaign is deleted", || async {
            (visitor.get("campaign/active").await.body["data"] == json!(null)).then_some(())
        })
        .await;
    }

    let audit = sqlx::query("select actor, action, subject from audit order by id")
        .fetch_all(&shop.database("content"))
        .await
        .unwrap();
    let audit: Vec<(String, String, String)> = audit
        .iter()
        .map(|row| (row.get(0), row.get(1), row.get(2)))
        .collect();
    let by = |action: &str, id: i64| (staff.id.clone(), action.to_owned(), id.to_string());
    assert_eq!(
        audit,
        [
            by("CreateCampaign", id),
            by("CreateCampaign", expired_id),
            by("UpdateCampaign", id),
            by("DeleteCampaign", id)
        ]
    );
}

#[tokio::test]
async fn campaigns_are_changed_at_the_desk_alone() {
    let shop = Shop::start(ShopOptions::default()).await;
    let customer = shop.customer("leyla").await;
    let visitor = shop.visitor();
    let staff = Member::by_command(&shop, "nigar", "owner").await;
    // The shop's own session of an owner, who has a session of the desk in the same browser.
    staff.browser.sign_in("nigar").await;
    for (browser, status) in [(&visitor, 401), (&customer, 403), (&staff.browser, 403)] {
        assert_eq!(browser.post("campaign", &campaign(1)).await.status, status);
        assert_eq!(browser.put("campaign/1", &campaign(1)).await.status, status);
        assert_eq!(browser.delete("campaign/1").await.status, status);
    }
    let sales = Member::by_command(&shop, "rashad", "sales").await;
    let role = (403, json!({"general": "DESK.ROLE"}));
    let refused = call(&sales.browser, Method::POST, CAMPAIGNS, &campaign(1), "").await;
    assert_eq!(refusal(&refused), role);

    let mut wrong = campaign(-2);
    wrong["nameAz"] = json!(" ");
    wrong["imageUrl"] = json!("javascript:alert(1)");
    let rejected = call(&staff.browser, Method::POST, CAMPAIGNS, &wrong, "wrong").await;
    assert_eq!(
        refusal(&rejected),
        (
            400,
            json!({"nameAz": "FIELD.REQUIRED", "imageUrl": "FIELD.INVALID", "endDate": "FIELD.OUT_OF_RANGE"})
        )
    );
    let rejected = call(&staff.browser, Method::POST, CAMPAIGNS, &json!({}), "").await;
    assert_eq!(
        refusal(&rejected),
        (400, json!({"idempotencyKey": "FIELD.REQUIRED"}))
    );
    let rejected = call(&staff.browser, Method::POST, CAMPAIGNS, &json!({}), "empty").await;
    let missing = "FIELD.REQUIRED";
    assert_eq!(
        refusal(&rejected),
        (
            400,
            json!({
                "endDate": missing, "nameAz": missing, "nameRu": missing, "nameEn": missing, "imageUrl": missing,
            })
        )
    );
    for id in ["999", "0", "x"] {
        let shop_path = format!("campaign/{id}");
        assert_eq!(visitor.get(&shop_path).await.status, 404, "{id}");
        let path = format!("{CAMPAIGNS}/{id}");
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            let missing = call(&staff.browser, method, &path, &campaign(1), "").await;
            assert_eq!(missing.status, 404, "{id}");
        }
    }
    let count: i64 = sqlx::query_scalar("select count(*) from audit")
        .fetch_one(&shop.database("content"))
        .await
        .unwrap();
    assert_eq!(count, 0, "failed calls are not audited");
}

#[tokio::test]
async fn lists_and_searches_projects() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let here = shop.visitor();
    let kitchen = project(
        "KT-1",
        ProjectCategory::Kitchen,
        text("Yaşıl mətbəx", "Зелёная кухня", "Green kitchen"),
    );
    let kitchen_id = save(&shop, kitchen.clone()).await;
    let bench = project("GD-2", ProjectCategory::Garden, text("Skamya", "Скамья", "Bench"));
    let bench_id = save(&shop, bench.clone()).await;

    let list = here.get("projects?page=1&limit=1000").await;
    assert_eq!(list.status, 200, "{list:?}");
    let page = &list.body["data"];
    assert_eq!(
        (&page["totalRecords"], &page["totalPages"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(ids(&page["data"]), [kitchen_id, bench_id]);
    let first = &page["data"][0];
    assert_eq!(
        (&first["category"], &first["isLarge"]),
        (&json!("kitchen"), &json!(true))
    );
    assert_eq!(first["titleAz"], "Yaşıl mətbəx");
    assert_eq!(first["imageUrl"], first["image"]["imageUrl"]);
    assert_eq!(
        here.get(&format!("projects/{kitchen_id}")).await.body["data"],
        *first
    );
    let past = here.get("projects?page=3&limit=1").await.body["data"].clone();
    assert_eq!((&past["data"], &past["totalPages"]), (&json!([]), &json!(2)));

    for (path, expected) in [
        ("projects/category/garden", vec![bench_id]),
        ("projects/category/GARDEN?page=1&limit=1", vec![bench_id]),
        ("projects/category/Kitchen", vec![kitchen_id]),
        ("projects/category/wardrobe?page=1&limit=1", vec![]),
    ] {
        assert_eq!(ids(&here.get(path).await.body["data"]), expected, "{path}");
    }
    for term in ["mətbəx", "METBEX", "кухни", "зеленая", "kitchn"] {
        let found = here
            .get(&format!("projects/search?searchTerm={term}&page=1&limit=1000"))
            .await;
        assert_eq!(
            ids(&found.body["data"]["data"]),
            [kitchen_id],
            "{term}: {found:?}"
        );
    }
    let blank = here.get("projects/search?searchTerm=%20").await;
    assert_eq!((blank.status, &blank.body["data"]["data"]), (200, &json!([])));

    for path in [
        "projects/category/furniture",
        "projects/999",
        "projects/x",
        "projects/0",
    ] {
        let rejected = here.get(path).await;
        assert_eq!(
            (rejected.status, &rejected.body["success"]),
            (404, &json!(false)),
            "{path}"
        );
    }
    let long = "a".repeat(101);
    for (path, errors) in [
        (
            "projects?limit=1001".to_owned(),
            json!({"limit": "FIELD.OUT_OF_RANGE"}),
        ),
        (
            "projects/category/garden?page=0".to_owned(),
            json!({"page": "FIELD.OUT_OF_RANGE"}),
        ),
        (
            format!("projects/search?searchTerm={long}"),
            json!({"searchTerm": "FIELD.TOO_LONG"}),
        ),
    ] {
        let rejected = here.get(&path).await;
        assert_eq!(
            (rejected.status, &rejected.body["errors"]),
            (400, &errors),
            "{path}"
        );
    }

    let suggest = async || here.get("search/suggest?q=кухни").await;
    let suggested = suggest().await;
    assert_eq!(
        ids(&suggested.body["data"]["projects"]),
        [kitchen_id],
        "{suggested:?}"
    );
    // Without content, products are suggested alone. The response of a second ago may be cached.
    shop.service("content").kill().unwrap();
    eventually("the projects are left out", || async {
        let suggested = suggest().await;
        assert_eq!(suggested.status, 200, "{suggested:?}");
        (suggested.body["data"]["projects"] == json!([])).then_some(())
    })
    .await;
}

#[tokio::test]
async fn all_gateways_show_changed_projects() {
    let shop = Shop::start(ShopOptions::default()).await;
    let (_gateway, address) = shop.second_gateway().await;
    let here = shop.visitor();
    let there = here.at(&address);
    let bench = project("GD-2", ProjectCategory::Garden, text("Skamya", "Скамья", "Bench"));
    let bench_id = save(&shop, bench.clone()).await;
    let one = format!("projects/{bench_id}");
    for visitor in [&here, &there] {
        assert_eq!(visitor.get(&one).await.body["data"]["titleEn"], "Bench");
    }

    save(
        &shop,
        Project {
            title: Some(text("Stul", "Стул", "Chair")),
            ..bench
        },
    )
    .await;
    for visitor in [&here, &there] {
        eventually_within(INVALIDATION_DELAY, "the new title is shown", || async {
            let list = visitor.get("projects?page=1&limit=1000").await;
            (visitor.get(&one).await.body["data"]["titleEn"] == "Chair"
                && list.body["data"]["data"][0]["titleEn"] == "Chair")
                .then_some(())
        })
        .await;
    }
    let remove = DeleteProjectRequest {
        code: "GD-2".to_owned(),
        version: 0,
    };
    content(&shop)
        .delete_project(on_behalf_of(&caller::staff(), remove))
        .await
        .unwrap();
    for visitor in [&here, &there] {
        eventually_within(INVALIDATION_DELAY, "the project is deleted", || async {
            (visitor.get(&one).await.status == 404).then_some(())
        })
        .await;
    }
}

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

#[tokio::test]
async fn all_gateways_show_the_changed_shop_terms() {
    let shop = Shop::start(ShopOptions::default()).await;
    let (_gateway, address) = shop.second_gateway().await;
    let here = shop.visitor();
    let there = here.at(&address);
    for visitor in [&here, &there] {
        let none = visitor.get("shop-terms").await;
        assert_eq!(
            (none.status, &none.body),
            (200, &json!({"success": true, "data": null, "message": null}))
        );
    }

    let terms = ShopTerms {
        delivery: vec![DeliveryArea {
            code: "baku".to_owned(),
            name: Some(text("Bakı, Sumqayıt", "Баку, Сумгаит", "Baku, Sumgait")),
            earliest_working_days: 2,
            latest_working_days: 3,
        }],
        cut_off: "16:00".to_owned(),
        made_to_order_days: 20,
        week: vec![OpeningHours {
            day: 1,
            opens_at: "10:00".to_owned(),
            closes_at: "20:00".to_owned(),
        }],
        holidays: vec!["2026-12-31".to_owned()],
        instalment: Some(Instalment {
            months: 12,
            least_total_minor: 30_050,
            fee_percent: 3,
            text: Some(text(
                "Taksit kartı ilə",
                "По карте рассрочки",
                "With an instalment card",
            )),
        }),
        version: 0,
        warranty_months: Some(60),
        return_days: Some(14),
        is_carried_in: Some(true),
    };
    let save = async |terms: ShopTerms| {
        let request = SaveShopTermsRequest {
            terms: Some(terms),
            keep_existing: false,
        };
        content(&shop)
            .save_shop_terms(on_behalf_of(&caller::staff(), request))
            .await
            .unwrap();
    };
    save(terms.clone()).await;
    let expected = json!({
        "delivery": [{
            "code": "baku", "nameAz": "Bakı, Sumqayıt", "nameRu": "Баку, Сумгаит", "nameEn": "Baku, Sumgait",
            "workingDays": [2, 3],
        }],
        "cutOff": "16:00",
        "madeToOrderDays": 20,
        "week": [{"day": 1, "from": "10:00", "to": "20:00"}],
        "holidays": ["2026-12-31"],
        "instalment": {
            "months": 12, "leastTotal": 300.5, "feePercent": 3,
            "textAz": "Taksit kartı ilə", "textRu": "По карте рассрочки", "textEn": "With an instalment card",
        },
        "warrantyMonths": 60, "returnDays": 14, "carriedIn": true,
    });
    for visitor in [&here, &there] {
        eventually_within(INVALIDATION_DELAY, "the terms are shown", || async {
            (visitor.get("shop-terms").await.body["data"] == expected).then_some(())
        })
        .await;
    }
    let shown = here.get("shop-terms").await;
    let caching = shown.headers["cache-control"].to_str().unwrap();
    assert!(caching.starts_with("public"), "{caching}");
    let tag = shown.headers["etag"].to_str().unwrap();
    let again = [("if-none-match", tag)];
    let unchanged = here.send(Method::GET, "shop-terms", None, &again).await;
    assert_eq!(unchanged.status, 304);

    save(ShopTerms {
        instalment: None,
        ..terms
    })
    .await;
    for visitor in [&here, &there] {
        eventually_within(INVALIDATION_DELAY, "instalments are off", || async {
            (visitor.get("shop-terms").await.body["data"]["instalment"] == json!(null)).then_some(())
        })
        .await;
    }
    staff_sets_the_working_hours(&shop, &there).await;
}

/// Checks that the terms of the shop and the promises of inquiry follow the hours of the desk.
async fn staff_sets_the_working_hours(shop: &Shop, there: &Browser) {
    let manager = Member::by_command(shop, "nigar", "manager").await;
    let before = manager.get("content/hours").await;
    assert_eq!(
        (
            &before["version"],
            &before["days"][0]["to"],
            &before["days"][1]["to"]
        ),
        (&json!(0), &json!("20:00"), &json!(null))
    );
    let quote = json!({"source": "phone", "name": "Leyla", "phone": "0501234567"});
    let promised = async |key: &str| {
        let quote = call(&manager.browser, Method::POST, "quotes", &quote, key).await;
        data(&quote)["promiseAt"].clone()
    };
    let usual = promised("before").await;

    // The shop works only on one day from 10:00 to 20:00, so an answer within 600 minutes is promised for its end.
    let day = kit::calendar::date(kit::clock::now()) + time::Duration::days(20);
    let closed: Vec<_> = (1..=7)
        .map(|day| json!({"day": day, "from": null, "to": null}))
        .collect();
    let hours = json!({
        "version": 0, "days": closed,
        "holidays": [{"on": day.to_string(), "from": "10:00", "to": "20:00", "nameAz": "Açıq gün"}],
    });
    let put = async |body: &Value| call(&manager.browser, Method::PUT, "content/hours", body, "").await;
    let saved = data(&put(&hours).await);
    assert_eq!(
        (
            &saved["version"],
            &saved["holidays"][0]["nameAz"],
            &saved["changedBy"]["id"]
        ),
        (&json!(1), &json!("Açıq gün"), &json!(manager.id))
    );
    let stale = put(&hours).await;
    assert_eq!(refusal(&stale), (409, json!({"version": "DESK.CHANGED"})));
    assert_eq!(stale.body["data"], saved);
    let end = json!(format!("{day}T16:00:00Z"));
    let mut attempts = 0..;
    eventually_within(INVALIDATION_DELAY, "the promise follows the hours", || {
        let key = format!("after-{}", attempts.next().unwrap_or(0));
        let (promised, end) = (&promised, &end);
        async move { (promised(&key).await == *end).then_some(()) }
    })
    .await;
    assert_ne!(usual, end);
    eventually_within(INVALIDATION_DELAY, "the terms have the hours", || async {
        let terms = there.get("shop-terms").await.body["data"].clone();
        (terms["week"] == json!([]) && terms["holidays"] == json!([])).then_some(())
    })
    .await;
}

#[tokio::test]
async fn other_calls_work_without_the_content_service() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let visitor = shop.visitor();
    shop.service("content").kill().unwrap();
    for path in [
        "campaign/active",
        "promocodes",
        "projects",
        "projects/1",
        "stores",
        "shop-terms",
    ] {
        let response = visitor.get(path).await;
        assert_eq!(response.status, 503, "{path}: {response:?}");
        assert!(response.headers.contains_key("retry-after"), "{path}");
    }
    assert_eq!(visitor.get("products").await.status, 200);
}
