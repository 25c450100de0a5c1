//! Campaigns at the desk and in the shop.

use super::*;

/// The campaigns at the desk.
const CAMPAIGNS: &str = "content/campaigns";

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
