//! Products at the desk: what staff changes is what the shop shows, and who may change what.

use std::{collections::HashSet, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    ApiResponse, Member, Shop, ShopOptions, desk_call as call, eventually, eventually_within,
    response_data as data,
};

use crate::{
    desk::{refusal, text},
    pages::{start_shop, web_app},
};

async fn patch(member: &Member, code: &str, body: Value) -> ApiResponse {
    call(
        &member.browser,
        Method::PATCH,
        &format!("products/{code}"),
        &body,
        "",
    )
    .await
}

/// Waits until the shop's list and the product's page have the product, or both have it no more.
async fn shows(shop: &Shop, product: i64, is_shown: bool) {
    let visitor = shop.visitor();
    let status = if is_shown { 200 } else { 404 };
    eventually("list and page follow", || async {
        let listed = visitor.get("products?limit=100").await;
        let products = listed.body["data"].as_array().cloned().unwrap_or_default();
        let is_listed = products.iter().any(|listed| listed["id"] == product);
        let page = visitor.get(&format!("products/{product}")).await.status;
        (is_listed == is_shown && page == status).then_some(())
    })
    .await;
}

/// Downloads a file of the desk.
pub(super) async fn download(shop: &Shop, member: &Member, path: &str) -> String {
    let response = get(shop, member, path).await;
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8");
    response.text().await.unwrap()
}

/// Returns the bytes of a call of the desk.
pub(super) async fn bytes(shop: &Shop, member: &Member, path: &str) -> Vec<u8> {
    get(shop, member, path).await.bytes().await.unwrap().to_vec()
}

/// Sends a call of the desk that succeeds.
pub(super) async fn get(shop: &Shop, member: &Member, path: &str) -> reqwest::Response {
    let session = member.browser.cookie("desk-session").unwrap_or_default();
    let request = reqwest::Client::new().get(format!("{}/api/v1.0/desk/{path}", shop.url()));
    let response = request
        .header("cookie", format!("desk-session={session}"))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    response
}

/// Imports a table, of which the result is in the shop's export.
async fn imports_and_exports(shop: &Shop, manager: &Member, editor: &Member) {
    let wait = async |id: &str, state: &str| {
        eventually("the import is in its state", || async {
            let import = manager.get(&format!("products/imports/{id}")).await;
            (import["state"] == state).then_some(import)
        })
        .await
    };
    let file = "Kod;Ad (az);Qiymət\nSK-311;;1300,5\nSK-319;Divan;x\n";
    let upload = async |member: &Member, path: &str, key: &str, file: &str| {
        let path = format!("products/imports{path}");
        member
            .upload(&path, key, &[], ("mallar.csv", file.as_bytes()))
            .await
    };
    let refused = upload(editor, "", "editor", file).await;
    assert_eq!(refusal(&refused), (403, json!({"general": "DESK.ROLE"})));
    let refused = upload(manager, "", "picture", "\u{1}PNG").await;
    assert_eq!(refusal(&refused), (415, json!({"file": "IMPORT.TYPE"})));
    let refused = upload(manager, "?separator=x", "separator", file).await;
    assert_eq!(refusal(&refused), (400, json!({"separator": "FIELD.INVALID"})));
    let parted = data(&upload(manager, "?separator=tab", "tab", file).await);
    assert_eq!(
        (&parted["separator"], parted["columns"].as_array().unwrap().len()),
        (&json!("\t"), 1)
    );
    let import = data(&upload(manager, "", "import", file).await);
    let id = text(&import["id"]);
    assert_eq!(
        (&import["state"], &import["source"], &import["rows"]),
        (&json!("mapping"), &json!("own"), &json!(2))
    );
    let mapping = json!({"version": 1, "fields": ["code", "nameAz", "price"], "categoryId": 1});
    let path = format!("products/imports/{id}/mapping");
    data(&call(&manager.browser, Method::PUT, &path, &mapping, "").await);
    let ready = wait(id, "ready").await;
    let counts = json!({"new": 0, "changed": 1, "unchanged": 0, "refused": 1, "kept": 0});
    assert_eq!(ready["counts"], counts);
    let rows = manager
        .get(&format!("products/imports/{id}/rows?result=changed"))
        .await;
    assert_eq!(
        rows[0]["changes"],
        json!({"price": {"from": 1249.5, "to": 1300.5}})
    );
    let stale = manager
        .try_post(&format!("products/imports/{id}/apply"), &json!({"version": 1}))
        .await;
    assert_eq!((stale.status, &stale.body["data"]["version"]), (409, &json!(2)));
    manager
        .post(&format!("products/imports/{id}/apply"), json!({"version": 2}))
        .await;
    wait(id, "applied").await;
    assert_eq!(manager.get("products/SK-311").await["price"], json!(1300.5));
    let refused = download(shop, manager, &format!("products/imports/{id}/refused.csv")).await;
    let lines: Vec<_> = refused.lines().collect();
    assert_eq!(lines[0], "\u{feff}Kod;Ad (az);Qiymət;Reason");
    assert!(
        lines[1].starts_with("SK-319;Divan;x;Qiymət: The value is wrong."),
        "{refused}"
    );
    let exported = download(shop, editor, "products.csv?q=SK-311&columns=code,price&lang=ru").await;
    assert_eq!(exported, "\u{feff}Код;Цена\r\nSK-311;1300,50\r\n");
    manager
        .post(&format!("products/imports/{id}/undo"), json!({}))
        .await;
    wait(id, "undone").await;
    assert_eq!(manager.get("products/SK-311").await["price"], json!(1249.5));
}

/// Returns the ids of the products that the shop shows beside a product.
async fn related(shop: &Shop, product: i64) -> Vec<i64> {
    let related = shop.visitor().get(&format!("products/{product}/related")).await;
    let related = data(&related);
    let products = related.as_array().unwrap().iter();
    products.map(|product| product["id"].as_i64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_staff_changes_is_what_the_shop_shows() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-301", 124_950, 0, Some(5)).await;
    let other = shop.product("SK-302", 50_000, 0, None).await;
    let manager = Member::by_command(&shop, "rena", "manager").await;
    let editor = Member::by_command(&shop, "aynur", "editor").await;
    shows(&shop, product, true).await;

    let rows = manager.get("products?q=SK-30").await;
    let codes: Vec<_> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| text(&row["code"]))
        .collect();
    assert_eq!(codes, ["SK-301", "SK-302"]);
    let opened = manager.get("products/SK-301").await;
    assert_eq!(
        (&opened["price"], &opened["reasons"]),
        (&json!(1249.5), &json!([]))
    );

    // Two people change different fields of the same version, and both changes hold.
    let version = &opened["version"];
    let priced = data(
        &patch(
            &manager,
            "SK-301",
            json!({"version": version, "price": 1300, "discount": 10}),
        )
        .await,
    );
    assert_eq!(priced["discountedPrice"], json!(1170));
    let named = json!({"version": version, "nameEn": "Oak wardrobe"});
    let named = data(&patch(&editor, "SK-301", named).await);
    assert_eq!(
        (text(&named["nameEn"]), &named["price"]),
        ("Oak wardrobe", &json!(1300))
    );
    // The same field is a conflict with what it has become.
    let late = patch(&editor, "SK-301", json!({"version": version, "nameEn": "Oak"})).await;
    assert_eq!(late.status, 200, "nobody conflicts with oneself: {late:?}");
    let stale = patch(
        &manager,
        "SK-301",
        json!({"version": version, "nameEn": "Walnut"}),
    )
    .await;
    assert_eq!(stale.status, 409);
    assert_eq!(text(&stale.body["data"]["nameEn"]), "Oak");
    eventually("the shop has the new price and name", || async {
        let seen = shop.visitor().get(&format!("products/{product}")).await.body["data"].clone();
        let expected = (&json!(1300), &json!(10), &json!("Oak"));
        ((&seen["price"], &seen["discount"], &seen["nameEn"]) == expected).then_some(())
    })
    .await;
    // Without a choice the shop shows others of the category; pictures keep what staff says of them.
    assert_eq!(related(&shop, product).await, [other]);
    let third = shop.product("SK-303", 70_000, 0, Some(1)).await;
    let image = &opened["images"][0];
    let chosen = json!({
        "version": stale.body["data"]["version"],
        "related": {"mode": "chosen", "productIds": [third, other]},
        "images": [{"imageUrl": image["imageUrl"], "altAz": "Palıd şkaf", "focusX": 30, "focusY": 50}],
    });
    let changed = data(&patch(&manager, "SK-301", chosen).await);
    eventually(
        "the shop has the chosen products and the picture's text",
        || async {
            let seen =
                shop.visitor().get(&format!("products/{product}")).await.body["data"]["images"][0].clone();
            let expected = (&json!("Palıd şkaf"), &json!(30), None, None);
            let picture = (
                &seen["altAz"],
                &seen["focusX"],
                seen.get("focusY"),
                seen.get("altRu"),
            );
            (picture == expected && related(&shop, product).await == [third, other]).then_some(())
        },
    )
    .await;
    let prices = manager.get("products/SK-301/prices").await;
    let prices: Vec<_> = prices
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["price"].clone())
        .collect();
    assert_eq!(prices, [json!(1300), json!(1249.5)]);

    let version = &changed["version"];
    let hidden = data(&patch(&manager, "SK-301", json!({"version": version, "isActive": false})).await);
    assert_eq!(hidden["reasons"], json!(["hidden"]));
    shows(&shop, product, false).await;
    shows(&shop, other, true).await;
    let shown = json!({"version": hidden["version"], "isActive": true});
    data(&patch(&manager, "SK-301", shown).await);
    shows(&shop, product, true).await;
}

/// Uploads a picture in two parts, as after a lost connection, waits for its sizes, and loads each as a browser does.
/// Returns the picture.
async fn check_upload(shop: &Shop, member: &Member) -> Value {
    let picture = include_bytes!("../../../docs/pictures/home.webp");
    let body = json!({"kind": "picture", "name": "home.webp", "size": picture.len()});
    let media = member.post("media/uploads", body).await;
    let path = format!("media/{}", media["id"].as_str().unwrap());
    let append = async |offset: usize, part: &[u8]| {
        let cookie = member.browser.cookie("desk-session").unwrap();
        let response = reqwest::Client::new()
            .patch(format!("{}/api/v1.0/desk/{path}", shop.url()))
            .header("cookie", format!("desk-session={cookie}"))
            .header("sec-fetch-site", "same-origin")
            .header("x-xsrf-token", member.browser.cookie("DESK-XSRF-TOKEN").unwrap())
            .header("content-type", "application/octet-stream")
            .header("upload-offset", offset)
            .body(part.to_vec());
        let response = response.send().await.unwrap();
        (
            response.status().as_u16(),
            response.json::<Value>().await.unwrap(),
        )
    };
    let (status, media) = append(0, &picture[..10_000]).await;
    assert_eq!(
        (status, &media["data"]["state"]),
        (200, &json!("uploading")),
        "{media}"
    );
    let (status, refused) = append(5, &picture[5..]).await;
    assert_eq!(
        (status, &refused["errors"]["uploadOffset"]),
        (409, &json!("DESK.CHANGED"))
    );
    let received = member.get(&path).await["received"].as_u64().unwrap();
    let received = usize::try_from(received).unwrap();
    assert_eq!(append(received, &picture[received..]).await.0, 200);
    // The converter is not optimized here.
    let ready = eventually_within(Duration::from_mins(1), "the picture has its sizes", async || {
        let media = member.get(&path).await;
        (media["state"] == "ready").then_some(media)
    })
    .await;
    let sizes = ready["sizes"].as_array().unwrap();
    assert!(sizes.len() >= 2, "{ready}");
    for size in sizes {
        let url = format!("{}{}", shop.url(), size["url"].as_str().unwrap());
        let loaded = reqwest::get(url).await.unwrap();
        assert_eq!(loaded.status(), 200, "{size}");
        assert_eq!(loaded.headers()["content-type"], size["type"].as_str().unwrap());
    }
    ready
}

/// Loads the picture that the head of a product's page names for link previews.
async fn shares_a_jpeg(shop: &Shop, product: i64) {
    let page = reqwest::get(format!("{}/az/shop/{product}", shop.url())).await;
    let page = page.unwrap().text().await.unwrap();
    let content = |property: &str| {
        let start = format!("property=\"og:image{property}\" content=\"");
        let (_, rest) = page.split_once(&start).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let url = content("");
    let described = [":type", ":width", ":height", ":alt"].map(content);
    assert_eq!(described, ["image/jpeg", "1200", "630", "Otaq"], "{url}");
    assert_eq!(
        page.matches(&url).count(),
        2,
        "the structured data names it too: {page}"
    );
    let loaded = reqwest::get(&url).await.unwrap();
    assert_eq!(
        (loaded.status().as_u16(), &loaded.headers()["content-type"]),
        (200, &"image/jpeg".parse().unwrap()),
        "{url}"
    );
    let jpeg = loaded.bytes().await.unwrap();
    // The frame header has the height and the width.
    let frame = jpeg.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    assert_eq!(
        jpeg[frame + 5..frame + 9],
        [630_u16, 1200].map(u16::to_be_bytes).concat()
    );
}

/// Shows an uploaded picture on a product's page, for which it cannot be deleted.
async fn shows_an_upload(shop: &Shop, editor: &Member, media: &Value) {
    let product = shop.product("SK-312", 50_000, 0, Some(1)).await;
    let unfinished = json!({"kind": "picture", "name": "home.webp", "size": 9});
    let started = call(
        &editor.browser,
        Method::POST,
        "media/uploads",
        &unfinished,
        "unfinished",
    )
    .await;
    let unfinished = data(&started);
    let wrong = json!({"version": "one", "images": [{"mediaId": unfinished["id"]}, {"mediaId": "x"}, {}]});
    let refused = patch(editor, "SK-312", wrong).await;
    let expected = json!({
        "version": "FIELD.INVALID", "images[0].mediaId": "MEDIA.NOT_READY", "images[1].mediaId": "FIELD.INVALID",
        "images[2].imageUrl": "FIELD.REQUIRED",
    });
    assert_eq!(refusal(&refused), (400, expected));

    let body = json!({"version": 1, "images": [{"mediaId": media["id"], "altAz": "Otaq"}]});
    let saved = data(&patch(editor, "SK-312", body).await);
    let image = &saved["images"][0];
    assert_eq!(
        (&image["mediaId"], &image["altAz"]),
        (&media["id"], &json!("Otaq"))
    );
    let url = text(&image["imageUrl"]);
    assert!(url.starts_with("/media/") && url.ends_with("-768.webp"), "{url}");
    let shown = eventually("the product's page has the picture", || async {
        let page = shop.visitor().get(&format!("products/{product}")).await;
        let image = page.body["data"]["images"][0].clone();
        (image["imageUrl"] == url).then_some(image)
    })
    .await;
    let largest = media["sizes"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&shown["width"], &shown["height"], &shown["placeholder"]),
        (&largest["width"], &largest["height"], &media["placeholder"])
    );
    let loaded = reqwest::get(format!("{}{url}", shop.url())).await.unwrap();
    assert_eq!(loaded.status(), 200);
    shares_a_jpeg(shop, product).await;

    let path = format!("media/{}", text(&media["id"]));
    let used = eventually("content knows the product", || async {
        let used = editor.get(&path).await["usedIn"][0].clone();
        used.is_object().then_some(used)
    })
    .await;
    assert_eq!(
        (&used["kind"], &used["code"]),
        (&json!("product"), &json!("SK-312"))
    );
    let refused = call(&editor.browser, Method::DELETE, &path, &json!({}), "").await;
    assert_eq!(refusal(&refused), (409, json!({"general": "MEDIA.IN_USE"})));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_role_changes_its_part_of_products() {
    let web_app = web_app();
    let shop = start_shop(&web_app).await;
    shop.product("SK-311", 124_950, 0, Some(5)).await;
    let manager = Member::by_command(&shop, "rena", "manager").await;
    let editor = Member::by_command(&shop, "aynur", "editor").await;
    let sales = Member::by_command(&shop, "nigar", "sales").await;
    let warehouse = Member::by_command(&shop, "elcin", "warehouse").await;
    let media = check_upload(&shop, &editor).await;
    shows_an_upload(&shop, &editor, &media).await;
    let not_theirs = (403, json!({"general": "DESK.ROLE"}));
    for (member, body) in [
        (&editor, json!({"version": 1, "price": 1})),
        (&sales, json!({"version": 1, "nameEn": "Oak"})),
        (
            &warehouse,
            json!({"version": 1, "nameEn": "Oak", "isMadeToOrder": true}),
        ),
    ] {
        let refused = patch(member, "SK-311", body).await;
        assert_eq!(
            (refused.status, &refused.body["errors"]["general"]),
            (403, &json!("DESK.ROLE"))
        );
    }
    let unchanged = sales.get("products/SK-311").await;
    assert_eq!(
        (&unchanged["version"], &unchanged["stockQuantity"]),
        (&json!(1), &json!(5))
    );

    let wrong = json!({"version": 1, "nameAz": "", "nameEn": "x".repeat(201), "reorderAt": -1});
    let refused = patch(&manager, "SK-311", wrong).await;
    let fields: HashSet<_> = refused.body["errors"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(refused.status, 400);
    assert_eq!(fields, HashSet::from(["nameAz", "nameEn", "reorderAt"]));

    let received = json!({"delta": 4, "reason": "received", "text": "emalatxanadan"});
    let moved = warehouse.post("products/SK-311/stock", received).await;
    assert_eq!(
        (&moved["stockQuantity"], &moved["move"]["delta"]),
        (&json!(9), &json!(4))
    );
    let issued = json!({"delta": -10, "reason": "issued"});
    let key = "too-many";
    let short = call(
        &warehouse.browser,
        Method::POST,
        "products/SK-311/stock",
        &issued,
        key,
    )
    .await;
    assert_eq!(refusal(&short), (409, json!({"delta": "PRODUCT.NOT_ENOUGH"})));
    let refused = call(
        &sales.browser,
        Method::POST,
        "products/SK-311/stock",
        &issued,
        key,
    )
    .await;
    assert_eq!(refusal(&refused), not_theirs);
    let moves = warehouse.get("products/SK-311/stock").await;
    let sum: i64 = moves
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| entry["delta"].as_i64())
        .sum();
    assert_eq!(sum, 9);
    imports_and_exports(&shop, &manager, &editor).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sheets_show_what_changes_and_are_taken_back() {
    let shop = Shop::start(ShopOptions::default()).await;
    for code in ["SK-321", "SK-322"] {
        shop.product(code, 100_000, 0, Some(5)).await;
    }
    let manager = Member::by_command(&shop, "rena", "manager").await;
    let sheet = |is_dry: bool| {
        json!({"action": "rows", "dryRun": is_dry, "rows": [
            {"code": "SK-321", "version": 1, "price": 1200},
            {"code": "SK-322", "version": 1, "discount": 0},
        ]})
    };
    let bulk = async |key: &str, body: &Value| {
        data(&call(&manager.browser, Method::POST, "products/bulk", body, key).await)
    };
    let preview = bulk("dry", &sheet(true)).await;
    let expected = json!({"price": {"from": 1000, "to": 1200}});
    assert_eq!(
        (&preview["changed"], &preview["results"][0]["changes"]),
        (&json!(1), &expected)
    );
    assert_eq!(manager.get("products/SK-321").await["price"], json!(1000));

    let applied = bulk("apply", &sheet(false)).await;
    assert_eq!(
        (&applied["changed"], &applied["results"][0]["changes"]),
        (&json!(1), &expected)
    );
    assert_eq!(manager.get("products/SK-321").await["price"], json!(1200));
    let undone = bulk("undo", &applied["undo"]).await;
    assert_eq!(undone["done"], json!(1));
    assert_eq!(manager.get("products/SK-321").await["price"], json!(1000));

    // An undo is refused for a field that was changed since.
    let again = bulk(
        "again",
        &json!({"action": "discount", "discount": 10, "codes": ["SK-321"]}),
    )
    .await;
    let opened = manager.get("products/SK-321").await;
    data(
        &patch(
            &manager,
            "SK-321",
            json!({"version": opened["version"], "discount": 20}),
        )
        .await,
    );
    let refused = bulk("undo-late", &again["undo"]).await;
    assert_eq!(refused["results"][0]["ok"], json!(false));
    assert_eq!(manager.get("products/SK-321").await["discount"], json!(20));
}
