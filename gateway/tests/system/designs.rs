//! Designs: rates, prices, quotes and drawings through all processes.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Browser, Member, Shop, ShopOptions, desk_call};

use crate::{
    desk::{refusal, text},
    workshop,
};

/// A niche with lattice doors, of the rule book's vectors.
pub(super) const NICHE: &str = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";

/// A design that cannot be built: its shelves are 924 mm wide, 24 mm too much.
const TOO_WIDE: &str = "EBAAQHbINJYQAAACSABBTABBTFT7";

/// Names that only a price book has.
pub(super) const SECRETS: [&str; 7] = [
    "waste", "markup", "cost", "margin", "perM2", "edgePerM", "sheetMm",
];

pub(super) fn quote(design: &Value) -> Value {
    json!({
        "name": "Leyla", "surname": "Məmmədova", "phone": "0501234567", "email": "leyla@example.com",
        "note": "A radiator is on the left", "items": [{"quantity": 1, "design": design}],
    })
}

/// Publishes a book that doubles the cost of work.
pub(super) async fn publish_dearer(shop: &Shop, version: u16) {
    let mut book: rules::PriceBook = serde_json::from_str(rules::MADE_UP_PRICE_BOOK).unwrap();
    book.version = version;
    for cost in book.work.values_mut() {
        *cost *= 2;
    }
    sqlx::query(
        "insert into price_book (version, rules, state, book, rates, valid_from, published_at)
         values ($3, 1, 'published', $1, $2, now(), now())",
    )
    .bind(serde_json::to_value(&book).unwrap())
    .bind(serde_json::to_value(book.rates().unwrap()).unwrap())
    .bind(i32::from(version))
    .execute(&shop.database("inquiry"))
    .await
    .unwrap();
}

/// Returns the public answers about designs as text.
pub(super) async fn public_answers(visitor: &Browser) -> Vec<String> {
    let rates = visitor.get("designs/rates").await;
    let price = visitor.post("designs/price", &json!({"code": NICHE})).await;
    let wide = visitor
        .post("designs/price", &json!({"code": NICHE.to_lowercase()}))
        .await;
    vec![
        rates.body.to_string(),
        price.body.to_string(),
        wide.body.to_string(),
    ]
}

/// Offers the piece of a quote under the newer book, accepts the offer as its customer, and orders it once the piece is measured.
/// Returns the public answers and the number of the order.
async fn order_an_offer(manager: &Member, visitor: &Browser, number: &str) -> (Vec<String>, String) {
    let draft = manager
        .post(&format!("quotes/{number}/offers"), json!({"copyFrom": null}))
        .await;
    assert_eq!(draft["isStalePrices"], true, "{draft}");
    let line = &draft["lines"][0];
    assert_eq!(
        (&line["listPrice"], &line["isMadeToOrder"]),
        (&json!(2_914), &json!(true))
    );
    let costs = &line["design"]["costs"];
    assert_eq!(
        (&costs["cost"], &costs["marginPercent"]),
        (&json!(1_947.89), &json!(21.1))
    );
    let path = format!("offers/{}", draft["id"].as_str().unwrap());
    let renew = json!({"version": draft["version"]});
    let renewed = manager.post(&format!("{path}/renew-prices"), renew).await;
    assert_eq!(renewed["isStalePrices"], false, "{renewed}");
    assert!(renewed["total"].as_f64() > Some(2_914.0), "{renewed}");
    let send = json!({"version": renewed["version"], "mail": false, "total": renewed["total"]});
    manager.post(&format!("{path}/send"), send).await;
    let link = manager.get(&format!("{path}/link")).await;

    let call = async |name: &str, body: Value| {
        let language = [("accept-language", "ru")];
        visitor.send(Method::POST, name, Some(&body), &language).await
    };
    let shown = call("offers/view", json!({"token": link["token"]})).await;
    let offer = &shown.body["data"];
    assert_eq!(
        (&offer["needsSizeConfirmed"], &offer["needsMeasuring"]),
        (&json!(true), &json!(true))
    );
    let total = offer["total"].as_f64().unwrap();
    let vat = offer["vat"].as_f64().unwrap();
    assert!((vat - total * 18.0 / 118.0).abs() < 0.01, "{vat} of {total}");
    assert_eq!(offer["lines"][0]["vat"], offer["vat"]);
    let design = &offer["lines"][0]["design"];
    assert_eq!(design["sizeText"], "в нише 243 × 62 × 262 см", "{shown:?}");
    assert_eq!(
        design["words"][1],
        "Секция 2, 57,4 см: 2 ящика, 4 полки, дверь шебеке"
    );
    let sentence = design["confirmText"].clone();
    let mut acceptance = json!({"token": link["token"], "revision": 1, "total": renewed["total"]});
    let refused = call("offers/accept", acceptance.clone()).await;
    assert_eq!(refused.status, 400, "{refused:?}");
    assert_eq!(refused.body["errors"]["confirmsSize"], "FIELD.REQUIRED");
    acceptance["confirmsSize"] = json!(true);
    let accepted = call("offers/accept", acceptance).await;
    assert_eq!(accepted.status, 200, "{accepted:?}");
    let confirmed = &accepted.body["data"]["lines"][0]["design"]["confirmed"];
    assert_eq!(confirmed["text"], sentence);

    let order = json!({
        "offerId": draft["id"],
        "shippingAddress": {"firstName": "Leyla", "phone": "+994501234567", "address": "Nizami 1", "city": "Bakı"},
    });
    let too_early = desk_call(&manager.browser, Method::POST, "orders", &order, "too-early").await;
    assert_eq!(
        refusal(&too_early),
        (409, json!({"general": "DESIGN.NOT_MEASURED"}))
    );
    let wide = json!({"from": NICHE, "to": TOO_WIDE, "text": ""});
    let design = format!("quotes/{number}/items/1/design");
    let refused_design = desk_call(&manager.browser, Method::PUT, &design, &wide, "").await;
    assert_eq!(
        refusal(&refused_design),
        (400, json!({"to": "DESIGN.IMPOSSIBLE"}))
    );
    let check = &refused_design.body["data"]["checks"][0];
    assert_eq!(
        (&check["key"], &check["value"], &check["limit"]),
        (&json!("shelf.span"), &json!(924), &json!(900))
    );
    let measured = json!({"code": NICHE, "text": ""});
    manager
        .post(&format!("quotes/{number}/items/1/measured"), measured)
        .await;
    let offer = manager.get(&path).await;
    assert_eq!(
        (&offer["state"], &offer["needsMeasuring"]),
        (&json!("accepted"), &json!(false))
    );
    assert_eq!(
        offer["lines"][0]["design"]["confirmed"]["language"], "ru",
        "{offer}"
    );
    let order = manager.post("orders", order).await;
    let answers = [shown, refused, accepted].map(|answer| answer.body.to_string());
    (answers.to_vec(), text(&order["orderNumber"]).to_owned())
}

#[tokio::test]
async fn a_quote_under_a_new_book_is_refused_with_the_new_band() {
    let shop = Shop::start(ShopOptions::default()).await;
    let visitor = shop.visitor();

    let rates = visitor.get("designs/rates").await;
    assert_eq!(rates.status, 200, "{rates:?}");
    assert_eq!(rates.headers["cache-control"], "public, max-age=30");
    assert!(rates.headers.contains_key("etag"));
    let data = &rates.body["data"];
    assert_eq!((&data["version"], &data["roundTo"]), (&json!(1), &json!(100)));
    assert_eq!(data["board"]["lam18.white"], 2_584_294);

    let priced = visitor
        .send(
            Method::POST,
            "designs/price",
            Some(&json!({"code": NICHE})),
            &[("accept-language", "ru")],
        )
        .await;
    assert_eq!(priced.status, 200, "{priced:?}");
    let data = &priced.body["data"];
    assert_eq!((&data["low"], &data["high"]), (&json!(2_680), &json!(3_150)));
    assert_eq!(
        (&data["massG"], &data["longestMm"]),
        (&json!(295_302), &json!(2_620))
    );
    assert_eq!(data["design"]["bays"][1]["style"], "lattice");
    assert_eq!(
        data["checks"][1]["text"],
        "В нише не поднять лёжа: собираем на месте стоя."
    );
    for (body, field, key) in [
        (json!({"code": "EBAAQpfqPJt"}), "code", "DESIGN.BROKEN"),
        (json!({}), "code", "DESIGN.BROKEN"),
        (json!({"design": {}}), "design.family", "FIELD.REQUIRED"),
    ] {
        let refused = visitor.post("designs/price", &body).await;
        assert_eq!(refused.status, 400, "{refused:?}");
        assert_eq!(refused.body["errors"][field], key, "{refused:?}");
    }

    let sent = quote(&json!({"code": NICHE, "low": 2_680, "high": 3_150}));
    let first = visitor.post("ProductInquiries/submit", &sent).await;
    assert_eq!(first.status, 200, "{first:?}");
    let manager = Member::by_command(&shop, "nigar", "manager").await;
    let number = first.body["data"]["number"].as_str().unwrap();
    let asked = manager.get(&format!("quotes/{number}")).await;
    assert_eq!(asked["items"][0]["note"], "A radiator is on the left", "{asked}");

    publish_dearer(&shop, 2).await;
    let press = || {
        visitor.send(
            Method::POST,
            "ProductInquiries/submit",
            Some(&sent),
            &[("Idempotency-Key", "second")],
        )
    };
    let refused = press().await;
    assert_eq!(refused.status, 409, "{refused:?}");
    assert_eq!(refused.body["errors"]["items[0].design"], "DESIGN.PRICE_CHANGED");
    let item = &refused.body["data"]["items"][0];
    assert_eq!((&item["index"], &item["prices"]), (&json!(0), &json!(2)));
    assert!(
        item["low"].as_f64() > Some(2_680.0) && item["high"].as_f64() > Some(3_150.0),
        "{item}"
    );
    let again = quote(&json!({"code": NICHE, "low": item["low"], "high": item["high"]}));
    let again = visitor.post("ProductInquiries/submit", &again).await;
    assert_eq!(again.status, 200, "{again:?}");

    let mut texts = public_answers(&visitor).await;
    texts.push(refused.body.to_string());
    let (answers, order) = order_an_offer(&manager, &visitor, number).await;
    texts.extend(answers);
    for text in &texts {
        for secret in SECRETS {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
    workshop::check(&shop, &manager, &order).await;
}
