//! What a page says before any script runs, from the real catalogue.

use std::{collections::BTreeMap, fs};

use kit::grpc::client::on_behalf_of;
use proto::catalog::v1::{UpdateProductRequest, catalog_service_client::CatalogServiceClient};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{Shop, ShopOptions, eventually};

const INDEX: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\" /><title>Shop</title></head>\
    <body><div id=\"root\"></div></body></html>";

/// A built web app without anything in it.
fn web_app() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("index.html"), INDEX).unwrap();
    folder
}

/// A shop with the smallest web app.
async fn shop(web_app: &TempDir) -> Shop {
    Shop::start(ShopOptions {
        web_dist: Some(web_app.path().to_owned()),
        ..ShopOptions::default()
    })
    .await
}

struct Page {
    status: u16,
    headers: HeaderMap,
    html: String,
}

async fn open(shop: &Shop, path: &str) -> Page {
    let answer = reqwest::get(format!("{}{path}", shop.url())).await.unwrap();
    Page {
        status: answer.status().as_u16(),
        headers: answer.headers().clone(),
        html: answer.text().await.unwrap(),
    }
}

impl Page {
    fn says(&self, text: &str) -> bool {
        self.html.contains(text)
    }

    /// The contents of the data elements of a media type and id.
    fn data(&self, opening: &str) -> Vec<Value> {
        self.html
            .split(opening)
            .skip(1)
            .map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap())
            .collect()
    }

    fn structured(&self, kind: &str) -> Option<Value> {
        self.data("<script type=\"application/ld+json\">")
            .into_iter()
            .find(|value| value["@type"] == kind)
    }

    /// The inlined calls with their answers.
    fn calls(&self) -> BTreeMap<String, Value> {
        let data = self.data("<script type=\"application/json\" id=\"storefront-data\">");
        let calls = data
            .first()
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        calls
            .into_iter()
            .map(|call| {
                let query: Vec<_> = call["query"]
                    .as_object()
                    .unwrap()
                    .iter()
                    .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
                    .collect();
                let path = call["path"].as_str().unwrap();
                (format!("{path}?{}", query.join("&")), call["body"].clone())
            })
            .collect()
    }
}

#[tokio::test]
async fn every_screen_names_itself_in_every_language() {
    let web_app = web_app();
    let shop = shop(&web_app).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    let origin = shop.url();
    for (screen, kind) in [
        ("/", "website"),
        ("/shop", "website"),
        ("/shop?category=1", "website"),
        (&*format!("/shop/{product}"), "product"),
    ] {
        for language in ["az", "ru", "en"] {
            let rest = if screen == "/" { "" } else { screen };
            let page = open(&shop, &format!("/{language}{rest}")).await;
            let place = format!("{language} {screen}: {}", page.html);
            assert_eq!(page.status, 200, "{place}");
            assert_eq!(page.headers["cache-control"], "no-cache", "{place}");
            assert!(page.headers.contains_key("etag"), "{place}");
            assert!(page.says(&format!("<html lang=\"{language}\">")), "{place}");
            let own = format!("{origin}/{language}{rest}");
            assert!(
                page.says(&format!("<link rel=\"canonical\" href=\"{own}\" />")),
                "{place}"
            );
            for other in ["az", "ru", "en"] {
                let alternate = format!("hreflang=\"{other}\" href=\"{origin}/{other}{rest}\"");
                assert!(page.says(&alternate), "{place}");
            }
            assert!(
                page.says(&format!("hreflang=\"x-default\" href=\"{origin}{screen}\"")),
                "{place}"
            );
            for property in ["title", "description", "url", "image", "locale", "site_name"] {
                assert!(page.says(&format!("property=\"og:{property}\"")), "{place}");
            }
            assert!(
                page.says(&format!("property=\"og:type\" content=\"{kind}\"")),
                "{place}"
            );
            assert!(
                page.says("<meta name=\"description\"") && !page.says("noindex"),
                "{place}"
            );
        }
    }
    // Without a prefix the page is in the default language, and says where that has its own address.
    let bare = open(&shop, "/shop").await;
    assert!(bare.says(&format!("rel=\"canonical\" href=\"{origin}/en/shop\"")));
    for hidden in ["/az/cart", "/checkout", "/ru/account", "/login", "/search?q=a"] {
        let page = open(&shop, hidden).await;
        assert_eq!(page.status, 200, "{hidden}");
        assert!(
            page.says("content=\"noindex\"") && !page.says("canonical"),
            "{hidden}"
        );
    }
}

#[tokio::test]
async fn a_product_is_described_to_machines() {
    let web_app = web_app();
    let shop = shop(&web_app).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    let to_order = shop.product("SK-2", 10_000, 0, None).await;

    let page = open(&shop, &format!("/ru/shop/{product}")).await;
    assert!(page.says("<title>SK-1 шкаф · Şəbəkə</title>"), "{}", page.html);
    let described = page.structured("Product").unwrap();
    assert_eq!(described["offers"]["price"], json!(1062.12));
    assert_eq!(described["offers"]["priceCurrency"], "AZN");
    assert_eq!(described["offers"]["availability"], "https://schema.org/InStock");
    assert!(!described.to_string().to_lowercase().contains("rating"));
    let path = page.structured("BreadcrumbList").unwrap();
    assert_eq!(path["itemListElement"].as_array().unwrap().len(), 4);
    assert_eq!(
        path["itemListElement"][2]["item"],
        format!("{}/ru/shop?category=1", shop.url())
    );

    let page = open(&shop, &format!("/en/shop/{to_order}")).await;
    let described = page.structured("Product").unwrap();
    assert_eq!(
        described["offers"]["availability"],
        "https://schema.org/MadeToOrder"
    );
    let home = open(&shop, "/en").await;
    assert_eq!(home.structured("Organization").unwrap()["name"], "Şəbəkə");
}

#[tokio::test]
async fn a_page_brings_the_answers_that_it_begins_with() {
    let web_app = web_app();
    let shop = shop(&web_app).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    shop.product("SK-2", 10_000, 0, None).await;
    let leyla = shop.customer("leyla").await;

    for (screen, wanted) in [
        (
            "/az",
            vec![
                "products/category/1?limit=8&page=1",
                "projects/category/wardrobe?limit=1&page=1",
                "projects/category/kitchen?limit=1&page=1",
                "projects/category/garden?limit=1&page=1",
                "promocodes?",
                "campaign/active?",
            ],
        ),
        ("/ru/projects", vec!["projects?limit=1000&page=1"]),
        ("/ru/projects/category/garden", vec!["projects/category/garden?"]),
        (
            "/az/shop?category=1&sort=price_low",
            vec![
                "products?categoryId=1&limit=10&page=1&sort=price_low",
                "products/category/1/count?",
                "products/category/2/count?",
                "products/category/3/count?",
                "products?limit=1&page=1&sort=price_low",
                "products?limit=1&page=1&sort=price_high",
            ],
        ),
        (
            &*format!("/ru/shop/{product}"),
            vec![
                &*format!("products/{product}?"),
                "products/category/1?limit=5&page=1",
            ],
        ),
        ("/cart", vec![]),
    ] {
        let page = open(&shop, screen).await;
        let calls = page.calls();
        let wanted: Vec<_> = wanted.iter().map(|call| format!("/api/v1.0/{call}")).collect();
        let mut named: Vec<_> = calls.keys().cloned().collect();
        named.sort();
        let mut sorted = wanted.clone();
        sorted.sort();
        assert_eq!(named, sorted, "{screen}");
        for (call, body) in &calls {
            assert_eq!(&shop.visitor().get(call).await.body, body, "{screen} {call}");
        }
        // A session changes nothing: the page is the same for all.
        let signed_in = leyla.get(screen).await;
        assert_eq!(
            signed_in.headers.get("etag"),
            page.headers.get("etag"),
            "{screen}"
        );
    }
}

#[tokio::test]
async fn a_page_shows_its_first_view_before_any_script_runs() {
    let web_app = web_app();
    let views = json!({
        "home": "<h1>{{brand}}</h1>",
        "shop": "<h1>{{1-name}}, {{2-name}}, {{3-name}}, {{4-name}}</h1>",
        "shop-narrowed": "<h1>Магазин</h1>",
        "product": "<h1>{{1-name}}</h1>",
    });
    fs::create_dir(web_app.path().join("first-views")).unwrap();
    fs::write(web_app.path().join("first-views/ru.json"), views.to_string()).unwrap();
    let shop = shop(&web_app).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    for code in ["SK-2", "SK-3"] {
        shop.product(code, 10_000, 0, None).await;
    }
    let first = |html: &str| format!("<div id=\"root\">{html}</div>");

    let home = open(&shop, "/ru").await;
    assert!(home.says(&first("<h1>Şəbəkə</h1>")), "{}", home.html);
    let page = open(&shop, &format!("/ru/shop/{product}")).await;
    assert!(page.says(&first("<h1>SK-1 шкаф</h1>")), "{}", page.html);
    // Too few to fill the screen, until there is one more.
    let few = open(&shop, "/ru/shop").await;
    assert!(few.says(&first("<h1>Магазин</h1>")), "{}", few.html);
    shop.product("SK-4", 10_000, 0, None).await;
    eventually("the list has all four", || async {
        let shown = open(&shop, "/ru/shop").await;
        let names = ["SK-1 шкаф", "SK-2 шкаф", "SK-3 шкаф", "SK-4 шкаф"];
        let heading = shown.html.split("<h1>").nth(1)?.split("</h1>").next()?;
        names.iter().all(|name| heading.contains(name)).then_some(())
    })
    .await;
    let narrowed = open(&shop, "/ru/shop?category=1").await;
    assert!(narrowed.says(&first("<h1>Магазин</h1>")), "{}", narrowed.html);
    // What was not built for a language, or for a screen, is left to the app.
    for other in ["/az", "/ru/cart"] {
        let page = open(&shop, other).await;
        assert!(page.says(&first("")), "{other}: {}", page.html);
    }
}

#[tokio::test]
async fn a_change_is_on_the_next_page_and_an_outage_is_no_404() {
    let web_app = web_app();
    let mut shop = shop(&web_app).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    let address = format!("/az/shop/{product}");
    let before = open(&shop, &address).await.headers["etag"].clone();

    let change = |change: UpdateProductRequest| {
        let mut catalog = CatalogServiceClient::new(shop.client("catalog"));
        async move {
            let request = on_behalf_of(&testkit::caller::staff(), change);
            catalog.update_product(request).await.unwrap();
        }
    };
    change(UpdateProductRequest {
        code: "SK-1".to_owned(),
        price_minor: Some(100_000),
        ..UpdateProductRequest::default()
    })
    .await;
    eventually("the new price is on the page", || async {
        let page = open(&shop, &address).await;
        let price = page.structured("Product")?["offers"]["price"].clone();
        (price == json!(850) && page.headers["etag"] != before).then_some(())
    })
    .await;

    assert_eq!(open(&shop, "/az/shop/999").await.status, 404);
    let other = shop.product("SK-9", 10_000, 0, None).await;
    shop.service("catalog").kill().unwrap();
    let unknown = open(&shop, &format!("/az/shop/{other}")).await;
    assert_eq!(unknown.status, 503);
    assert!(unknown.headers.contains_key("retry-after"));
    assert_eq!(unknown.headers["cache-control"], "no-store");
    let list = open(&shop, "/az/shop?page=7").await;
    assert_eq!(list.status, 200);
    assert_eq!(list.headers["cache-control"], "no-store");
    assert!(list.says("<title>Mağaza · Şəbəkə</title>"), "{}", list.html);
}

#[tokio::test]
async fn crawlers_find_every_product_in_every_language() {
    let web_app = web_app();
    let shop = shop(&web_app).await;
    let products = [
        shop.product("SK-1", 124_955, 15, Some(5)).await,
        shop.product("SK-2", 10_000, 0, None).await,
    ];
    let origin = shop.url();
    let robots = open(&shop, "/robots.txt").await;
    assert!(
        robots.says(&format!("Sitemap: {origin}/sitemap.xml\n")),
        "{}",
        robots.html
    );

    let index = open(&shop, "/sitemap.xml").await;
    assert_eq!(index.headers["content-type"], "application/xml");
    let files: Vec<_> = index
        .html
        .split("<loc>")
        .skip(1)
        .map(|rest| rest.split("</loc>").next().unwrap())
        .collect();
    let mut addresses = Vec::new();
    for file in &files {
        let file = open(&shop, file.strip_prefix(origin).unwrap()).await;
        assert_eq!(file.status, 200);
        assert!(file.says("hreflang=\"x-default\""), "{}", file.html);
        let found = file.html.split("<loc>").skip(1);
        addresses.extend(found.map(|rest| rest.split("</loc>").next().unwrap().to_owned()));
    }
    for language in ["az", "ru", "en"] {
        for product in products {
            let address = format!("{origin}/{language}/shop/{product}");
            assert!(addresses.contains(&address), "{address}: {addresses:?}");
        }
    }
    // What is on the map is there, under the address that it has there.
    for address in addresses {
        let page = open(&shop, address.strip_prefix(origin).unwrap()).await;
        assert_eq!(page.status, 200, "{address}");
        assert!(
            page.says(&format!("rel=\"canonical\" href=\"{address}\"")),
            "{address}"
        );
    }
    assert_eq!(open(&shop, "/sitemap-products-2.xml").await.status, 404);
}
