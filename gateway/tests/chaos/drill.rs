//! The steps of docs/operations/restore.md on real servers: base backup and archived log under load, the loss of all
//! processes and disks, and a restore of all databases to one moment before it.

use std::{
    collections::HashSet,
    fs,
    time::{Duration, Instant},
};

use local::{Backups, Moment, Topology};
use testkit::{Member, Shop, ShopOptions, eventually_within};
use tokio::task::JoinSet;

use crate::orders::{Acknowledged, Orders, TIMEOUT, count, place_order, place_orders};

const CUSTOMERS: usize = 4;
const STOCK: i64 = 1_000_000;

/// The most that a lost disk loses after the restore to the latest moment.
const ARCHIVE_INTERVAL: Duration = Duration::from_secs(2);

/// Name of the desk's owner.
const OWNER: &str = "owner";

/// Consumers of the event of a new order, by service.
const CONSUMERS: [(&str, &str); 3] = [
    ("cart", "cart-subtract-ordered"),
    ("catalog", "catalog-mark-sold"),
    ("notification", "notification-tell-order"),
];

/// Prints a step with its duration.
#[expect(clippy::print_stdout, reason = "the drill reports to a person at a terminal")]
fn print_step(started: Instant, text: &str) {
    println!("{:>6.1} s  {text}", started.elapsed().as_secs_f64());
}

async fn wait_for_orders(orders: &Orders, number: usize) {
    eventually_within(TIMEOUT, "more orders are acknowledged", || async {
        (count(orders) >= number).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; run it with `cargo xtask drill`"]
async fn restores_all_databases_to_one_moment() {
    // Without fsync: the drill uses nothing of the lost disk.
    let mut shop = Shop::start(ShopOptions {
        // Attempts that the incident interrupted end soon, and their stock is released.
        settings: vec![("order", "CHECKOUT_ATTEMPT_SECONDS", "10")],
        ..ShopOptions::default()
    })
    .await;
    let backups = Backups::create(shop.folder().join("backups")).unwrap();
    backups
        .archive(&mut shop.postgres, ARCHIVE_INTERVAL)
        .await
        .unwrap();
    shop.restart_exited().await;
    let product = shop.product("SK-1", 10_000, 7, Some(STOCK)).await;
    let orders = Orders::default();
    // All accounts exist before the load.
    let mut browsers = Vec::new();
    for number in 0..CUSTOMERS {
        let browser = shop.customer(&format!("customer{number}")).await;
        let user = browser.user_id().await;
        browsers.push((browser, user));
    }
    let mut owner = Member::by_command(&shop, OWNER, "owner").await;
    let mut customers = JoinSet::new();
    for (browser, user) in browsers {
        // Until the incident.
        customers.spawn(place_orders(browser, user, product, usize::MAX, orders.clone()));
    }

    wait_for_orders(&orders, 6).await;
    let started = Instant::now();
    let bytes = backups.take(&shop.postgres).await.unwrap();
    let megabytes = bytes / 1_000_000;
    print_step(
        started,
        &format!("base backup of {megabytes} MB, while customers order"),
    );

    let before = count(&orders);
    wait_for_orders(&orders, before + 10).await;
    let chosen = Instant::now();
    let moment = Moment::now(&shop.postgres).await.unwrap();
    let before = count(&orders);
    wait_for_orders(&orders, before + 8).await;
    let later = Moment::now(&shop.postgres).await.unwrap();
    let started = Instant::now();
    backups
        .wait_archived(&shop.postgres, &later, TIMEOUT)
        .await
        .unwrap();
    print_step(started, "the archive has the log up to the moment");

    // The incident: every process and every disk is lost.
    for name in shop.service_names() {
        shop.service(&name).kill().unwrap();
    }
    shop.nats.kill().unwrap();
    shop.postgres.kill().unwrap();
    customers.shutdown().await;
    let incident = Instant::now();
    let acknowledged = orders.lock().unwrap().clone();

    // Step 2 of the runbook; step 1, the stop of the services, has happened.
    let started = Instant::now();
    backups
        .restore(&mut shop.postgres, &moment, TIMEOUT)
        .await
        .unwrap();
    print_step(started, &format!("all databases restored to {}", moment.time));

    // Steps 3 and 4: NATS with an empty disk, and the services but the gateway, which create the stream.
    let started = Instant::now();
    fs::remove_dir_all(shop.folder().join("nats")).unwrap();
    shop.nats.restart().await.unwrap();
    let internal: Vec<_> = shop
        .service_names()
        .into_iter()
        .filter(|name| name != "gateway")
        .collect();
    for name in &internal {
        shop.service(name).restart().await.unwrap();
    }
    for name in &internal {
        shop.service(name).wait_ready(TIMEOUT).await.unwrap();
    }
    print_step(started, "NATS is empty, the services are ready");

    // Step 5: the events of the outboxes again, before new ones can follow.
    let started = Instant::now();
    for service in Topology::databases() {
        let printed = shop.command(service, &["bus", "republish"]).await;
        print_step(started, printed.trim());
    }
    shop.wait_until_idle_within(TIMEOUT).await;
    print_step(started, "all events are handled");

    // Step 6.
    shop.service("gateway").restart().await.unwrap();
    shop.service("gateway").wait_ready(TIMEOUT).await.unwrap();
    print_step(incident, "from the incident until the shop is open");

    let stored = assert_invariants(&shop, product).await;
    report_missing(&acknowledged, &stored, chosen);

    // Step 7: the encrypted second factor of a member of the team of before, and a test order by a customer of before.
    owner.sign_in(&shop, OWNER).await;
    print_step(incident, "the owner signed in to the desk with a code");
    let browser = shop.visitor();
    browser.sign_in("customer0").await;
    let user = browser.user_id().await;
    place_order(&browser, &user, "after-the-restore", product, &orders).await;
    shop.wait_until_idle_within(TIMEOUT).await;
    let after = assert_invariants(&shop, product).await;
    assert_eq!(after.len(), stored.len() + 1, "the restored shop takes orders");
}

/// Asserts that the databases agree with each other, and returns the ids of the stored orders.
async fn assert_invariants(shop: &Shop, product: i64) -> HashSet<String> {
    let order = shop.database("order");
    let ids = |query: &'static str, service: &str| {
        let pool = shop.database(service);
        async move {
            let ids: Vec<String> = sqlx::query_scalar(query).fetch_all(&pool).await.unwrap();
            let distinct: HashSet<_> = ids.iter().cloned().collect();
            assert_eq!(distinct.len(), ids.len(), "none is twice: {query}");
            distinct
        }
    };
    let stored = ids("select id::text from customer_order", "order").await;

    // An attempt that was interrupted at the moment is abandoned, and its stock released.
    let catalog = shop.database("catalog");
    eventually_within(TIMEOUT, "no reservation is open", || async {
        let query = "select count(*) from reservation where state = 'reserved'";
        let open: i64 = sqlx::query_scalar(query).fetch_one(&catalog).await.unwrap();
        (open == 0).then_some(())
    })
    .await;
    let sold = ids(
        "select order_id::text from reservation where state = 'sold'",
        "catalog",
    )
    .await;
    assert_eq!(
        sold, stored,
        "every order has its reservation, and no other is sold"
    );
    let pieces: i64 = sqlx::query_scalar("select coalesce(sum(quantity), 0) from order_line")
        .fetch_one(&order)
        .await
        .unwrap();
    let stock: i64 = sqlx::query_scalar("select stock from product where id = $1")
        .bind(product)
        .fetch_one(&catalog)
        .await
        .unwrap();
    assert_eq!(stock, STOCK - pieces, "stock equals initial minus ordered");

    let events = ids(
        "select id::text from outbox where subject = 'storefront.order.created'",
        "order",
    )
    .await;
    assert_eq!(events.len(), stored.len(), "every order has its event");
    for (service, consumer) in CONSUMERS {
        let handled: Vec<String> = sqlx::query_scalar("select event_id::text from inbox where consumer = $1")
            .bind(consumer)
            .fetch_all(&shop.database(service))
            .await
            .unwrap();
        let handled: HashSet<_> = handled.into_iter().collect();
        assert_eq!(
            handled, events,
            "{consumer} has handled every event of a stored order"
        );
    }
    for kind in ["order_received", "shop_order"] {
        let mails: Vec<(String, String)> =
            sqlx::query_as("select occasion ->> 'order', state from mail where kind = $1")
                .bind(kind)
                .fetch_all(&shop.database("notification"))
                .await
                .unwrap();
        assert_eq!(mails.len(), stored.len(), "one mail {kind} for each order");
        assert!(mails.iter().all(|(order, _)| stored.contains(order)), "{mails:?}");
    }
    for service in Topology::databases() {
        let letters: i64 = sqlx::query_scalar("select count(*) from dead_letter")
            .fetch_one(&shop.database(service))
            .await
            .unwrap();
        assert_eq!(letters, 0, "dead letters of {service}");
    }
    stored
}

/// Asserts that no order from before the moment is missing, and prints the later ones that are.
fn report_missing(acknowledged: &[Acknowledged], stored: &HashSet<String>, chosen: Instant) {
    let (early, late): (Vec<_>, Vec<_>) = acknowledged.iter().partition(|order| order.at < chosen);
    assert!(
        !early.is_empty() && !late.is_empty(),
        "orders before and after the moment"
    );
    let missing = |orders: &[&Acknowledged]| -> Vec<String> {
        let missing = orders.iter().filter(|order| !stored.contains(&order.id));
        missing.map(|order| order.number.clone()).collect()
    };
    assert_eq!(
        missing(&early),
        Vec::<String>::new(),
        "acknowledged before the moment"
    );
    let lost = missing(&late);
    print_step(
        chosen,
        &format!(
            "since the moment; {} orders acknowledged, {} before it and none of them lost, {} after it and {} of them lost: {}",
            acknowledged.len(),
            early.len(),
            late.len(),
            lost.len(),
            lost.join(", ")
        ),
    );
}
