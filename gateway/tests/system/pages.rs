//! HTML pages before any script runs.

use std::{collections::BTreeMap, fs};

use kit::grpc::client::on_behalf_of;
use proto::catalog::v1::{UpdateProductRequest, catalog_service_client::CatalogServiceClient};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{Shop, ShopOptions, eventually};

const INDEX: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\" /><title>Shop</title></head>\
    <body><div id=\"root\"></div></body></html>";

/// Creates an empty web app.
pub(super) fn web_app() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("index.html"), INDEX).unwrap();
    folder
}

/// Starts a shop with a web app.
pub(super) async fn start_shop(web_app: &TempDir) -> Shop {
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
    let response = reqwest::get(format!("{}{path}", shop.url())).await.unwrap();
    Page {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        html: response.text().await.unwrap(),
    }
}

impl Page {
    fn contains(&self, text: &str) -> bool {
        self.html.contains(text)
    }

    /// Returns the JSON of all script elements with this opening tag.
    fn data(&self, opening: &str) -> Vec<Value> {
        self.html
            .split(opening)
            .skip(1)
            .map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap())
            .collect()
    }

    fn structured_data(&self, kind: &str) -> Option<Value> {
        self.data("<script type=\"application/ld+json\">")
            .into_iter()
            .find(|value| value["@type"] == kind)
    }

    /// Returns the inlined calls with their responses.
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
async fn pages_have_metadata_in_every_language() {
    let web_app = web_app();
    let shop = start_shop(&web_app).await;
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
            let context = format!("{language} {screen}: {}", page.html);
            assert_eq!(page.status, 200, "{context}");
            assert_eq!(page.headers["cache-control"], "no-cache", "{context}");
            assert!(page.headers.contains_key("etag"), "{context}");
            assert!(page.contains(&format!("<html lang=\"{language}\">")), "{context}");
            let own = format!("{origin}/{language}{rest}");
            assert!(
                page.contains(&format!("<link rel=\"canonical\" href=\"{own}\" />")),
                "{context}"
            );
            for other in ["az", "ru", "en"] {
                let alternate = format!("hreflang=\"{other}\" href=\"{origin}/{other}{rest}\"");
                assert!(page.contains(&alternate), "{context}");
            }
            assert!(
                page.contains(&format!("hreflang=\"x-default\" href=\"{origin}{screen}\"")),
                "{context}"
            );
            for property in ["title", "description", "url", "image", "locale", "site_name"] {
                assert!(page.contains(&format!("property=\"og:{property}\"")), "{context}");
            }
            assert!(
                page.contains(&format!("property=\"og:type\" content=\"{kind}\"")),
                "{context}"
            );
            assert!(
                page.contains("<meta name=\"description\"") && !page.contains("noindex"),
                "{context}"
            );
        }
    }
    // Without a prefix, the canonical URL has the default language.
    let unprefixed = open(&shop, "/shop").await;
    assert!(unprefixed.contains(&format!("rel=\"canonical\" href=\"{origin}/en/shop\"")));
    for hidden in ["/az/cart", "/checkout", "/ru/account", "/login", "/search?q=a"] {
        let page = open(&shop, hidden).await;
        assert_eq!(page.status, 200, "{hidden}");
        assert!(
            page.contains("content=\"noindex\"") && !page.contains("canonical"),
            "{hidden}"
        );
    }
}

#[tokio::test]
async fn products_have_structured_data() {
    let web_app = web_app();
    let shop = start_shop(&web_app).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    let to_order = shop.product("SK-2", 10_000, 0, None).await;

    let page = open(&shop, &format!("/ru/shop/{product}")).await;
    assert!(
        page.contains("<title>SK-1 шкаф · Şəbəkə</title>"),
        "{}",
        page.html
    );
    let product_data = page.structured_data("Product").unwrap();
    assert_eq!(product_data["offers"]["price"], json!(1062.12));
    assert_eq!(product_data["offers"]["priceCurrency"], "AZN");
    assert_eq!(
        product_data["offers"]["availability"],
        "https://schema.org/InStock"
    );
    assert!(!product_data.to_string().to_lowercase().contains("rating"));
    let breadcrumbs = page.structured_data("BreadcrumbList").unwrap();
    assert_eq!(breadcrumbs["itemListElement"].as_array().unwrap().len(), 4);
    assert_eq!(
        breadcrumbs["itemListElement"][2]["item"],
        format!("{}/ru/shop?category=1", shop.url())
    );

    let page = open(&shop, &format!("/en/shop/{to_order}")).await;
    let product_data = page.structured_data("Product").unwrap();
    assert_eq!(
        product_data["offers"]["availability"],
        "https://schema.org/MadeToOrder"
    );
    let home = open(&shop, "/en").await;
    assert_eq!(home.structured_data("Organization").unwrap()["name"], "Şəbəkə");
}

#[tokio::test]
async fn pages_inline_the_responses_of_the_first_calls() {
    let web_app = web_app();
    let shop = start_shop(&web_app).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    shop.product("SK-2", 10_000, 0, None).await;
    let leyla = shop.customer("leyla").await;

    for (screen, expected) in [
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
            vec!["products?categoryId=1&facets=1&limit=10&page=1&sort=price_low"],
        ),
        (
            &*format!("/ru/shop/{product}"),
            vec![
                &*format!("products/{product}?"),
                &*format!("products/{product}/related?"),
            ],
        ),
        (
            "/az/search?page=1&q=%20none&x=1",
            vec!["products/search?limit=12&page=1&searchTerm=none"],
        ),
        ("/cart", vec![]),
    ] {
        let expected: Vec<_> = expected.iter().map(|call| format!("/api/v1.0/{call}")).collect();
        let mut sorted = expected.clone();
        sorted.sort();
        // A page leaves out a call that takes too long, as on a busy machine.
        let page = eventually("the page has all its calls", || async {
            let page = open(&shop, screen).await;
            (page.calls().len() >= sorted.len()).then_some(page)
        })
        .await;
        let calls = page.calls();
        let mut actual: Vec<_> = calls.keys().cloned().collect();
        actual.sort();
        assert_eq!(actual, sorted, "{screen}");
        for (call, body) in &calls {
            assert_eq!(&shop.visitor().get(call).await.body, body, "{screen} {call}");
        }
        // Pages do not depend on the session.
        let signed_in = leyla.get(screen).await;
        assert_eq!(
            signed_in.headers.get("etag"),
            page.headers.get("etag"),
            "{screen}"
        );
    }
}

#[tokio::test]
async fn pages_contain_the_prerendered_first_view() {
    let web_app = web_app();
    let views = json!({
        "home": "<h1>{{brand}}</h1>",
        "shop": "<h1>{{1-name}}, {{2-name}}, {{3-name}}, {{4-name}}</h1>",
        "shop-narrowed": "<h1>Магазин</h1>",
        "shop-category": "<h1>{{title}}</h1>",
        "product": "<h1>{{1-name}}</h1>",
        "search": "<h1>Поиск</h1>",
        "search-results": "<h1>{{term}}: {{1-name}}, {{2-name}}, {{3-name}}, {{4-name}}</h1>",
    });
    fs::create_dir(web_app.path().join("first-views")).unwrap();
    fs::write(web_app.path().join("first-views/ru.json"), views.to_string()).unwrap();
    let shop = start_shop(&web_app).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    for code in ["SK-2", "SK-3"] {
        shop.product(code, 10_000, 0, None).await;
    }
    let root = |html: &str| format!("<div id=\"root\">{html}</div>");

    let home = open(&shop, "/ru").await;
    assert!(home.contains(&root("<h1>Şəbəkə</h1>")), "{}", home.html);
    let page = open(&shop, &format!("/ru/shop/{product}")).await;
    assert!(page.contains(&root("<h1>SK-1 шкаф</h1>")), "{}", page.html);
    // The view needs four products.
    let few = open(&shop, "/ru/shop").await;
    assert!(few.contains(&root("<h1>Магазин</h1>")), "{}", few.html);
    shop.product("SK-4", 10_000, 0, None).await;
    eventually("the page has four products", || async {
        let shown = open(&shop, "/ru/shop").await;
        let names = ["SK-1 шкаф", "SK-2 шкаф", "SK-3 шкаф", "SK-4 шкаф"];
        let heading = shown.html.split("<h1>").nth(1)?.split("</h1>").next()?;
        names.iter().all(|name| heading.contains(name)).then_some(())
    })
    .await;
    eventually("the page of a search has four products", || async {
        let found = open(&shop, "/ru/search?q=%D1%88%D0%BA%D0%B0%D1%84").await;
        (found.contains("<h1>шкаф: ") && found.contains("SK-4 шкаф")).then_some(())
    })
    .await;
    let blank = open(&shop, "/ru/search").await;
    assert!(blank.contains(&root("<h1>Поиск</h1>")), "{}", blank.html);
    let tracked = open(&shop, "/ru/shop?utm_source=x").await;
    assert!(tracked.contains("SK-1 шкаф"), "{}", tracked.html);
    let narrowed = open(&shop, "/ru/shop?sort=latest").await;
    assert!(narrowed.contains(&root("<h1>Магазин</h1>")), "{}", narrowed.html);
    let category = open(&shop, "/ru/shop?category=1").await;
    let name = category
        .html
        .split("<h1>")
        .nth(1)
        .and_then(|rest| rest.split("</h1>").next());
    let title = name.map(|name| format!("<title>{name} · "));
    assert!(
        title.is_some_and(|title| category.contains(&title)),
        "{}",
        category.html
    );
    // Other languages and screens have no prerendered view.
    for other in ["/az", "/ru/cart"] {
        let page = open(&shop, other).await;
        assert!(page.contains(&root("")), "{other}: {}", page.html);
    }
}

#[tokio::test]
async fn pages_show_changes_and_return_503_during_an_outage() {
    let web_app = web_app();
    let mut shop = start_shop(&web_app).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    let path = format!("/az/shop/{product}");
    // A page that lacks late data has no entity tag.
    let before = eventually("the page is complete", || async {
        open(&shop, &path).await.headers.get("etag").cloned()
    })
    .await;

    let update = |request: UpdateProductRequest| {
        let mut catalog = CatalogServiceClient::new(shop.client("catalog"));
        async move {
            let request = on_behalf_of(&testkit::caller::staff(), request);
            catalog.update_product(request).await.unwrap();
        }
    };
    update(UpdateProductRequest {
        code: "SK-1".to_owned(),
        price_minor: Some(100_000),
        ..UpdateProductRequest::default()
    })
    .await;
    eventually("the new price is on the page", || async {
        let page = open(&shop, &path).await;
        let price = page.structured_data("Product")?["offers"]["price"].clone();
        let tag = page.headers.get("etag")?;
        (price == json!(850) && *tag != before).then_some(())
    })
    .await;

    assert_eq!(open(&shop, "/az/shop/999").await.status, 404);
    for beyond in ["/az/shop?page=2", "/az/search?q=SK&page=2"] {
        // A page whose list takes too long says nothing about its end.
        eventually("pages beyond the last are unknown", || async {
            (open(&shop, beyond).await.status == 404).then_some(())
        })
        .await;
    }
    let other = shop.product("SK-9", 10_000, 0, None).await;
    shop.service("catalog").kill().unwrap();
    let unknown = open(&shop, &format!("/az/shop/{other}")).await;
    assert_eq!(unknown.status, 503);
    assert!(unknown.headers.contains_key("retry-after"));
    assert_eq!(unknown.headers["cache-control"], "no-store");
    let list = open(&shop, "/az/shop?page=7").await;
    assert_eq!(list.status, 503);
    assert!(list.headers.contains_key("retry-after"));
    assert_eq!(list.headers["cache-control"], "no-store");
    assert!(list.contains("<title>Mağaza · Şəbəkə</title>"), "{}", list.html);
}

#[tokio::test]
async fn sitemap_lists_every_product_in_every_language() {
    let web_app = web_app();
    let shop = start_shop(&web_app).await;
    let products = [
        shop.product("SK-1", 124_955, 15, Some(5)).await,
        shop.product("SK-2", 10_000, 0, None).await,
    ];
    let origin = shop.url();
    let robots = open(&shop, "/robots.txt").await;
    assert!(
        robots.contains(&format!("Sitemap: {origin}/sitemap.xml\n")),
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
        assert!(file.contains("hreflang=\"x-default\""), "{}", file.html);
        let found = file.html.split("<loc>").skip(1);
        addresses.extend(found.map(|rest| rest.split("</loc>").next().unwrap().to_owned()));
    }
    for language in ["az", "ru", "en"] {
        for product in products {
            let address = format!("{origin}/{language}/shop/{product}");
            assert!(addresses.contains(&address), "{address}: {addresses:?}");
        }
    }
    // The feeds state what the product's page states, and only what the shop shows.
    let google = open(&shop, "/feeds/az/google.xml").await;
    assert_eq!(google.headers["content-type"], "application/xml");
    for text in [
        "<g:id>SK-1</g:id>",
        "<g:sale_price>1062.12 AZN</g:sale_price>",
        "<g:availability>backorder</g:availability>",
        &format!(
            "<g:link>{origin}/az/shop/{}?utm_source=google&amp;utm_medium=feed</g:link>",
            products[0]
        ),
    ] {
        assert!(google.contains(text), "{text}: {}", google.html);
    }
    for feed in ["meta.xml", "yandex.xml", "products.json"] {
        let feed = open(&shop, &format!("/feeds/ru/{feed}")).await;
        assert!(feed.status == 200 && feed.contains("SK-2"), "{}", feed.html);
    }
    // The page behind the feed's link is the one that is cached for its address.
    let path = format!("/az/shop/{}", products[0]);
    let told_apart = open(&shop, &format!("{path}?utm_source=google&utm_medium=feed")).await;
    assert!(told_apart.contains(&format!("rel=\"canonical\" href=\"{origin}{path}\"")));
    assert_eq!(
        told_apart.headers["etag"],
        open(&shop, &path).await.headers["etag"]
    );
    // Every listed URL exists and is canonical.
    for address in addresses {
        let page = open(&shop, address.strip_prefix(origin).unwrap()).await;
        assert_eq!(page.status, 200, "{address}");
        assert!(
            page.contains(&format!("rel=\"canonical\" href=\"{address}\"")),
            "{address}"
        );
    }
    assert_eq!(open(&shop, "/sitemap-products-2.xml").await.status, 404);
}
