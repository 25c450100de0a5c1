//! Sessions over several gateways and tabs.

use std::time::Duration;

use futures::future::join_all;
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions, eventually_within};

/// Maximum delay of a sign-out at other gateways.
const REVOCATION_DELAY: Duration = Duration::from_secs(2);

/// Maximum delay of a sign-out without NATS.
const REVOCATION_DELAY_WITHOUT_NATS: Duration = Duration::from_secs(5);

async fn expect_rejection_within(timeout: Duration, browser: &Browser) {
    eventually_within(timeout, "the session is rejected", || async {
        (browser.get("account/details").await.status == 401).then_some(())
    })
    .await;
}

#[tokio::test]
async fn sign_out_revokes_the_session_at_all_gateways() {
    let mut shop = Shop::start(ShopOptions::default()).await;
    let (_gateway, address) = shop.second_gateway().await;
    for (name, nats, timeout) in [
        ("leyla", true, REVOCATION_DELAY),
        ("ruslan", false, REVOCATION_DELAY_WITHOUT_NATS),
    ] {
        let here = shop.customer(name).await;
        let there = here.at(&address);
        assert_eq!(
            there.get("account/details").await.status,
            200,
            "the other gateway caches the session"
        );
        if !nats {
            shop.nats.kill().unwrap();
        }
        let (session, refresh) = (here.cookie("sid"), here.cookie("rt"));
        assert_eq!(here.post("Auth/sign-out", &json!({})).await.status, 200);
        assert_eq!(here.cookie("sid"), None, "the cookie is removed");
        // Reuses the revoked cookies.
        there.set_cookie("sid", session.as_deref());
        there.set_cookie("rt", refresh.as_deref());
        expect_rejection_within(timeout, &there).await;
    }
}

#[tokio::test]
async fn concurrent_refreshes_succeed_and_a_reused_token_revokes_the_family() {
    let shop = Shop::start(ShopOptions::default()).await;
    let leyla = shop.customer("leyla").await;
    let stolen = leyla.cookie("rt").unwrap();
    let accounts = shop.database("account");
    sqlx::query("update session_pair set session_expires_at = now() - interval '1 second'")
        .execute(&accounts)
        .await
        .unwrap();

    let empty = json!({});
    let tabs = join_all((0..20).map(|_| leyla.post("Sessions/validate-session", &empty))).await;
    for tab in &tabs {
        assert_eq!(tab.body["success"], true, "{tab:?}");
    }
    let pairs: std::collections::HashSet<_> = tabs
        .iter()
        .map(|tab| {
            format!(
                "{:?}",
                tab.headers.get_all("set-cookie").iter().collect::<Vec<_>>()
            )
        })
        .collect();
    assert!(pairs.len() <= 2, "tabs got different pairs: {pairs:?}");
    assert_eq!(leyla.get("account/details").await.status, 200);

    // Reuses the rotated token after the grace period.
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
    expect_rejection_within(REVOCATION_DELAY_WITHOUT_NATS, &leyla).await;
    assert_eq!(
        leyla.post("Sessions/validate-session", &json!({})).await.body["success"],
        false
    );
}
