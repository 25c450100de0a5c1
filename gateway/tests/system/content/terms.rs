//! The shop's terms and hours.

use super::*;

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
