//! Campaigns, promo texts, projects, stores and the shop's terms.

mod campaigns;
mod home;
mod terms;

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

fn ids(list: &Value) -> Vec<i64> {
    let entries = list.as_array().unwrap().iter();
    entries.map(|entry| entry["id"].as_i64().unwrap()).collect()
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
