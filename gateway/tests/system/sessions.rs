//! Signing in and out, over replicas and tabs.

use std::time::Duration;

use futures::future::join_all;
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions, eventually_within};

/// What a sign-out promises while the bus works.
const HEARD: Duration = Duration::from_secs(2);

/// What it promises while the bus is away.
const UNHEARD: Duration = Duration::from_secs(5);

async fn is_refused_within(promise: Duration, browser: &Browser) {
    eventually_within(promise, "the session is refused", || async {
        (browser.get("account/details").await.status == 401).then_some(())
    })
    .await;
}

#[tokio::test]
async fn signed_out_at_one_gateway_is_signed_out_at_the_other() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let (_gateway, address) = shop.second_gateway().await;
    for (name, nats, promise) in [("leyla", true, HEARD), ("ruslan", false, UNHEARD)] {
        let here = shop.customer(name).await;
        let there = here.at(&address);
        assert_eq!(
            there.get("account/details").await.status,
            200,
            "the other gateway remembers the session"
        );
        if !nats {
            shop.nats.kill().unwrap();
        }
        let (session, refresh) = (here.cookie("sid"), here.cookie("rt"));
        assert_eq!(here.post("Auth/sign-out", &json!({})).await.status, 200);
        assert_eq!(here.cookie("sid"), None, "the browser has dropped it");
        // As somebody who kept the cookies.
        there.set_cookie("sid", session.as_deref());
        there.set_cookie("rt", refresh.as_deref());
        is_refused_within(promise, &there).await;
    }
}

#[tokio::test]
async fn twenty_lapsed_tabs_stay_in_and_a_stolen_token_ends_the_family() {
    let shop = Shop::start(ShopOptions::default()).await;
    let leyla = shop.customer("leyla").await;
    let stolen = leyla.cookie("rt").unwrap();
    let accounts = shop.database("account");
    sqlx::query("update session_pair set session_expires_at = now() - interval '1 second'")
        .execute(&accounts)
        .await
        .unwrap();

    let nothing = json!({});
    let tabs = join_all((0..20).map(|_| leyla.post("Sessions/validate-session", &nothing))).await;
    for tab in &tabs {
        assert_eq!(tab.body["success"], true, "{tab:?}");
    }
    let same: std::collections::HashSet<_> = tabs
        .iter()
        .map(|tab| {
            format!(
                "{:?}",
                tab.headers.get_all("set-cookie").iter().collect::<Vec<_>>()
            )
        })
        .collect();
    assert!(same.len() <= 2, "all tabs have the same pair: {same:?}");
    assert_eq!(leyla.get("account/details").await.status, 200);

    // Eleven seconds later somebody comes with the token that was replaced.
    sqlx::query(
        "update session_pair set rotated_at = rotated_at - interval '11 seconds' where rotated_at is not null"
    )
    .execute(&accounts)
    .await
    .unwrap();
    let thief = shop.visitor();
    thief.set_cookie("rt", Some(&stolen));
    assert_eq!(
        thief.post("Sessions/validate-session", &json!({})).await.body["success"],
        false
    );
    is_refused_within(UNHEARD, &leyla).await;
    assert_eq!(
        leyla.post("Sessions/validate-session", &json!({})).await.body["success"],
        false
    );
}
