//! The REST contract, as clients see it.

use std::time::Duration;

use kit::grpc::client::on_behalf_of;
use proto::catalog::v1::{
    StockChange, UpdateProductRequest, catalog_service_client::CatalogServiceClient, stock_change,
};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{ApiResponse, Browser, Shop, ShopOptions, eventually, eventually_within};

fn errors(response: &ApiResponse) -> &Value {
    &response.body["errors"]
}

async fn get_with_header(browser: &Browser, path: &str, header: (&str, &str)) -> ApiResponse {
    browser.send(Method::GET, path, None, &[header]).await
}

/// Updates a product, as staff.
async fn update_product(shop: &Shop, request: UpdateProductRequest) {
    let mut catalog = CatalogServiceClient::new(shop.client("catalog"));
    catalog
        .update_product(on_behalf_of(&testkit::caller::staff(), request))
        .await
        .unwrap();
}

#[tokio::test]
async fn products_are_cacheable_until_they_change() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 124_955, 15, Some(5)).await;
    let visitor = shop.visitor();

    let one = visitor.get(&format!("products/{product}")).await;
    assert_eq!(one.body["data"]["price"], json!(1249.55), "{one:?}");
    assert_eq!(one.body["data"]["userSpecificDiscount"], json!(null));
    assert_eq!(one.body["data"]["categoryId"], json!(1));
    assert!(
        one.headers["cache-control"]
            .to_str()
            .unwrap()
            .starts_with("public")
    );
    let tag = one.headers["etag"].to_str().unwrap().to_owned();
    let path = format!("products/{product}");
    assert_eq!(
        get_with_header(&visitor, &path, ("if-none-match", &tag))
            .await
            .status,
        304
    );

    let list = visitor.get("products?page=1&limit=10&sort=price_low").await;
    assert_eq!(
        (&list.body["totalRecords"], &list.body["totalPages"]),
        (&json!(1), &json!(1)),
        "{list:?}"
    );
    let past = visitor.get("products?page=9").await;
    assert_eq!(
        (&past.body["data"], &past.body["totalRecords"]),
        (&json!([]), &json!(1)),
        "{past:?}"
    );

    // A change invalidates the caches.
    update_product(
        &shop,
        UpdateProductRequest {
            code: "SK-1".to_owned(),
            price_minor: Some(100_000),
            ..UpdateProductRequest::default()
        },
    )
    .await;
    eventually("the new price is shown", || async {
        let one = visitor.get(&path).await;
        let list = visitor.get("products?page=1&limit=10&sort=price_low").await;
        (one.body["data"]["price"] == 1000 && list.body["data"][0]["price"] == 1000).then_some(())
    })
    .await;
    assert_eq!(
        get_with_header(&visitor, &path, ("if-none-match", &tag))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn lists_have_filters_and_facets() {
    let shop = Shop::start(ShopOptions::default()).await;
    let discounted = shop.product("SK-1", 100_000, 10, Some(3)).await;
    let to_order = shop.product("SK-2", 50_000, 0, None).await;
    let sold_out = shop.product("SK-3", 20_000, 0, Some(0)).await;
    let visitor = shop.visitor();

    // Facets need the index, which is built in the background.
    let list = eventually("the index of the products is built", || async {
        let list = visitor.get("products?availability=stock&facets=1").await;
        list.body["facets"].is_object().then_some(list)
    })
    .await;
    assert_eq!(list.body["data"][0]["id"], json!(discounted), "{list:?}");
    assert_eq!(list.body["totalRecords"], json!(1));
    assert_eq!(
        list.body["facets"],
        json!({
            "categories": {"1": 1, "2": 0, "3": 0},
            "colors": {"oak": 1},
            "availability": {"stock": 1, "order": 2},
            "discount": 1,
            "price": {"min": 900, "max": 900, "bars": [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]},
            "width": {"min": null, "max": null},
        })
    );
    let ids = async |query: &str| {
        let list = visitor.get(&format!("products?{query}")).await;
        let products = list.body["data"].as_array().unwrap();
        let ids = products.iter().map(|product| product["id"].as_i64().unwrap());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(ids("colors=walnut,oak&discount=1").await, [discounted]);
    for none in ["colors=walnut", "maxWidth=200"] {
        assert!(ids(none).await.is_empty(), "{none}");
    }
    let by_ids = format!("ids={sold_out},999999,{discounted}&limit=1");
    assert_eq!(ids(&by_ids).await, [sold_out, discounted]);
    let selected = visitor.get(&format!("products?{by_ids}")).await;
    assert!(selected.body["data"][0].get("sizes").is_some(), "{selected:?}");
    for (query, field) in [
        ("availability=gone", "availability"),
        ("colors=Oak", "colors"),
        ("minWidth=9&maxWidth=3", "minWidth"),
        ("ids=1,x", "ids"),
        ("facets=yes", "facets"),
    ] {
        let refused = visitor.get(&format!("products?{query}")).await;
        assert_eq!(refused.status, 400, "{query}");
        assert!(refused.body["errors"].get(field).is_some(), "{refused:?}");
    }

    // A filtered list changes with the stock of a product that it did not have.
    let change = |quantity| UpdateProductRequest {
        code: "SK-3".to_owned(),
        stock: Some(StockChange {
            value: Some(stock_change::Value::Quantity(quantity)),
        }),
        ..UpdateProductRequest::default()
    };
    update_product(&shop, change(2)).await;
    eventually("the list has the product", || async {
        (ids("availability=stock").await == [discounted, sold_out]).then_some(())
    })
    .await;
    assert_eq!(ids("availability=order").await, [to_order]);
}

#[tokio::test]
async fn categories_search_and_suggestions_follow_the_contract() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, None).await;
    let visitor = shop.visitor();

    let of_category = visitor.get("products/category/1").await;
    assert_eq!(
        of_category.body[0]["id"],
        json!(product),
        "a bare array: {of_category:?}"
    );
    assert_eq!(of_category.headers["x-total-count"], "1");
    assert_eq!(visitor.get("products/category/1/count").await.body, json!(1));
    assert_eq!(visitor.get("products/category/2").await.body, json!([]));
    for path in [
        "products/category/9",
        "products/category/9/count",
        "products?categoryId=9",
        "products/999999",
    ] {
        assert_eq!(visitor.get(path).await.status, 404, "{path}");
    }
    let categories = visitor.get("categories").await;
    assert_eq!(
        categories.body["data"].as_array().map(Vec::len),
        Some(3),
        "{categories:?}"
    );
    assert_eq!(categories.body["data"][0]["count"], 1);

    assert_eq!(
        visitor.get("products/search?searchTerm=%20").await.body["data"],
        json!([])
    );
    assert_eq!(visitor.get("products/suggest?q=s").await.body["data"], json!([]));
    assert_eq!(
        visitor.get("products/suggest?q=sk").await.body["data"][0]["id"],
        json!(product)
    );
    let none = json!({"products": [], "categories": [], "projects": []});
    assert_eq!(visitor.get("search/suggest?q=s").await.body["data"], none);
    let suggested = visitor.get("search/suggest?q=sk").await;
    assert_eq!(suggested.body["data"]["products"][0]["id"], json!(product));
    assert_eq!(suggested.body["data"]["categories"][0]["id"], 1, "{suggested:?}");
    let long = "a".repeat(101);
    let rejected = visitor.get(&format!("products/search?searchTerm={long}")).await;
    assert_eq!(
        (rejected.status, errors(&rejected)),
        (400, &json!({"searchTerm": "FIELD.TOO_LONG"}))
    );
    for path in ["products/suggest", "search/suggest"] {
        let rejected = visitor.get(&format!("{path}?q={long}")).await;
        assert_eq!(
            (rejected.status, errors(&rejected)),
            (400, &json!({"q": "FIELD.TOO_LONG"})),
            "{path}"
        );
    }
    let rejected = visitor.get("products?minPrice=5&maxPrice=2").await;
    assert_eq!(rejected.status, 400, "{rejected:?}");
    assert!(errors(&rejected)["minPrice"].is_string(), "{rejected:?}");
}

#[tokio::test]
async fn registration_and_sign_in_follow_the_contract() {
    let shop = Shop::start(ShopOptions::default()).await;
    let leyla = shop.customer("leyla").await;

    let existing = json!({"name": "Ruslan", "lastname": "Əliyev", "email": Browser::email("leyla"), "password": Browser::PASSWORD});
    let known = shop.visitor().post("Auth/register", &existing).await;
    let new = json!({"name": "Ruslan", "lastname": "Əliyev", "email": Browser::email("ruslan"), "password": Browser::PASSWORD});
    let fresh = shop.visitor().post("auth/register", &new).await;
    assert_eq!(
        (known.status, &known.body),
        (fresh.status, &fresh.body),
        "the response does not reveal whether the e-mail is registered"
    );

    let wrong = shop
        .visitor()
        .post(
            "Auth/register",
            &json!({"name": "L", "email": "x", "password": "short"}),
        )
        .await;
    assert_eq!(wrong.status, 400, "{wrong:?}");
    let mut fields: Vec<_> = errors(&wrong).as_object().unwrap().keys().cloned().collect();
    fields.sort();
    assert_eq!(fields, ["email", "lastname", "name", "password"]);

    let body = json!({"email": Browser::email("leyla"), "password": "not this one"});
    let rejected = shop
        .visitor()
        .send(
            Method::POST,
            "Auth/sign-in",
            Some(&body),
            &[("accept-language", "ru")],
        )
        .await;
    assert_eq!(rejected.status, 401);
    assert!(
        rejected.body["message"].as_str().unwrap().starts_with("Неверный"),
        "{rejected:?}"
    );
    assert!(rejected.headers.get("set-cookie").is_none());

    let sign_in = json!({"email": "LEYLA@example.com", "password": Browser::PASSWORD});
    let response = leyla.post("Auth/sign-in", &sign_in).await;
    let cookies: Vec<_> = response
        .headers
        .get_all("set-cookie")
        .iter()
        .map(|value| value.to_str().unwrap())
        .collect();
    assert_eq!(cookies.len(), 3, "{cookies:?}");
    let hidden = cookies
        .iter()
        .filter(|cookie| cookie.contains("HttpOnly"))
        .count();
    assert_eq!(hidden, 2, "{cookies:?}");
    assert!(
        cookies
            .iter()
            .all(|cookie| cookie.contains("Path=/") && cookie.contains("SameSite=Lax"))
    );

    let forgot = shop
        .visitor()
        .post("Auth/forgot-password?email=nobody@example.com", &json!({}))
        .await;
    assert_eq!(forgot.status, 200, "{forgot:?}");
    let dead = shop
        .visitor()
        .post(
            "Auth/reset-password",
            &json!({"token": "x", "newPassword": "a new lattice pane"}),
        )
        .await;
    assert_eq!(dead.status, 400, "{dead:?}");
    assert!(errors(&dead)["token"].is_string(), "{dead:?}");

    let dead = shop
        .visitor()
        .post("Auth/verify-email", &json!({"token": "x"}))
        .await;
    assert_eq!(dead.status, 400, "{dead:?}");
    assert!(errors(&dead)["token"].is_string(), "{dead:?}");
    let anonymous = shop.visitor().post("Auth/verify-email/send", &json!({})).await;
    assert_eq!(anonymous.status, 401, "{anonymous:?}");
}

#[tokio::test]
async fn account_follows_the_contract() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(3)).await;
    let leyla = shop.customer("leyla").await;

    let details = json!({"name": "Leyla", "lastname": "Quliyeva", "currentPassword": "wrong", "newPassword": "a new lattice pane"});
    let rejected = leyla.put("account/details", &details).await;
    assert_eq!(rejected.status, 400, "{rejected:?}");
    assert!(errors(&rejected)["currentPassword"].is_string(), "{rejected:?}");

    let wished = leyla
        .post(&format!("account/wishlist/{product}"), &json!({}))
        .await;
    assert_eq!(wished.status, 200, "{wished:?}");
    assert_eq!(
        leyla.post("account/wishlist/999999", &json!({})).await.status,
        404
    );
    let wishes = leyla.get("account/wishlist").await;
    assert_eq!(wishes.body["data"][0]["price"], 100, "{wishes:?}");
    assert_eq!(wishes.body["data"][0]["stockQuantity"], 3);

    let rejected = leyla.post("account/addresses", &json!({"fullName": "L"})).await;
    assert_eq!(rejected.status, 400, "{rejected:?}");
    for field in [
        "fullName",
        "phoneNumber",
        "streetAddress",
        "city",
        "state",
        "zipCode",
    ] {
        assert!(errors(&rejected)[field].is_string(), "{field}: {rejected:?}");
    }

    let dashboard = leyla.get("account/dashboard").await;
    assert_eq!(
        dashboard.body["data"],
        json!({"totalOrders": 0, "wishlistItems": 1, "savedAddresses": 0, "recentOrders": []})
    );
    let orders = leyla
        .get("account/orders?page=2&pageSize=5&status=SHIPPED&search=x")
        .await;
    assert_eq!(
        orders.body,
        json!({"success": true, "data": [], "message": null, "totalRecords": 0, "totalPages": 0, "page": 2, "limit": 5})
    );
    assert_eq!(leyla.get("account/orders?status=lost").await.status, 400);
    for path in [
        "account/orders/1",
        "account/orders/00000000-0000-7000-8000-000000000000",
    ] {
        assert_eq!(leyla.get(path).await.status, 404, "{path}");
    }
    assert_eq!(shop.visitor().get("account/dashboard").await.status, 401);
}

#[tokio::test]
async fn cart_enforces_limits_and_shows_inactive_products() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 0, Some(3)).await;
    let made_to_order = shop.product("SK-2", 5_000, 10, None).await;
    let leyla = shop.customer("leyla").await;
    assert_eq!(leyla.get("carts/current").await.body["data"], json!(null));

    for quantity in [json!(0), json!(-1), json!(100), json!(1.5), json!("1")] {
        let cart = leyla.post("carts/create", &json!({})).await;
        let item =
            json!({"cartId": cart.body["data"]["id"], "productId": made_to_order, "quantity": quantity});
        let rejected = leyla.post("carts/add-item", &item).await;
        assert_eq!(rejected.status, 400, "{quantity}: {rejected:?}");
        assert!(
            errors(&rejected)["quantity"].is_string(),
            "{quantity}: {rejected:?}"
        );
    }
    let short = leyla.add_to_cart(product, 4).await;
    assert_eq!(short.status, 409, "{short:?}");
    assert!(short.body["message"].as_str().unwrap().contains('3'), "{short:?}");
    assert_eq!(leyla.add_to_cart(999_999, 1).await.status, 404);

    assert_eq!(leyla.add_to_cart(product, 2).await.status, 200);
    assert_eq!(leyla.add_to_cart(made_to_order, 60).await.status, 200);
    assert_eq!(
        leyla.add_to_cart(made_to_order, 40).await.status,
        400,
        "100 pieces"
    );
    let quantity = json!({"quantity": 7});
    assert_eq!(
        leyla
            .patch(&format!("carts/items/{made_to_order}"), &quantity)
            .await
            .status,
        200
    );
    assert_eq!(leyla.patch("carts/items/999999", &quantity).await.status, 404);

    update_product(
        &shop,
        UpdateProductRequest {
            code: "SK-1".to_owned(),
            is_active: Some(false),
            ..UpdateProductRequest::default()
        },
    )
    .await;
    let cart = leyla.get("carts/current").await;
    let items = &cart.body["data"]["cartItems"];
    assert_eq!(
        (&items[0]["isActive"], &items[0]["productPrice"]),
        (&json!(false), &json!(null)),
        "{cart:?}"
    );
    assert_eq!(
        (&items[1]["quantity"], &items[1]["productPrice"]),
        (&json!(7), &json!(50)),
        "{cart:?}"
    );
    let user = leyla.user_id().await;
    let rejected = leyla
        .check_out(
            "gone",
            &Browser::order(&user, &[(product, 2), (made_to_order, 7)]),
        )
        .await;
    assert_eq!(rejected.status, 409, "{rejected:?}");
    assert!(
        errors(&rejected)["orderItems[0].productId"].is_string(),
        "{rejected:?}"
    );
    assert_eq!(leyla.delete(&format!("carts/items/{product}")).await.status, 200);
    assert_eq!(
        leyla.delete(&format!("carts/items/{product}")).await.status,
        200,
        "idempotent"
    );
}

#[tokio::test]
async fn personal_discount_is_visible_only_to_its_owner() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("SK-1", 10_000, 15, None).await;
    let leyla = shop.customer("leyla").await;
    let path = format!("products/{product}");
    assert_eq!(
        leyla.get(&path).await.body["data"]["userSpecificDiscount"],
        json!(null)
    );

    let mut account =
        proto::account::v1::account_service_client::AccountServiceClient::new(shop.client("account"));
    let discount = proto::account::v1::SetUserDiscountRequest {
        email: Browser::email("leyla"),
        discount_percent: 5,
        ..proto::account::v1::SetUserDiscountRequest::default()
    };
    account
        .set_user_discount(on_behalf_of(&testkit::caller::staff(), discount))
        .await
        .unwrap();
    eventually_within(Duration::from_secs(5), "the discount is shown", || async {
        (leyla.get(&path).await.body["data"]["userSpecificDiscount"] == 5).then_some(())
    })
    .await;
    let own = leyla.get(&path).await;
    assert_eq!(own.headers["cache-control"], "private, no-store");
    let other = shop.visitor().get(&path).await;
    assert_eq!(other.body["data"]["userSpecificDiscount"], json!(null));
    assert_eq!(own.body["data"]["name"], own.body["data"]["nameEn"]);
}
