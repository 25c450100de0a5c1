//! Customers who accept offers while the services that take part are killed.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use kit::{
    failure::{Code, Failure},
    grpc::{Client, client::on_behalf_of},
};
use proto::{
    inquiry::v1::{
        CreateInquiryRequest, CreateOfferRequest, GetOfferLinkRequest, SendOfferRequest,
        inbox_service_client::InboxServiceClient, offer_service_client::OfferServiceClient,
    },
    order::v1::{
        CreateOrderFromOfferRequest, PostalAddress, offer_order_service_client::OfferOrderServiceClient,
    },
};
use reqwest::Method;
use serde_json::json;
use testkit::{Browser, Shop, ShopOptions, caller, eventually_within, retry_until_available};
use tokio::task::JoinSet;
use tonic::Status;

use crate::{kills::kill, orders::TIMEOUT};

/// Customers who accept at the same time.
const CUSTOMERS: usize = 5;

const STOCK: i64 = 10_000;

/// Pieces of each offer.
const PIECES: u32 = 2;

/// Processes that a kill may hit: all that an acceptance and its order need.
const VICTIMS: [&str; 5] = ["inquiry", "order", "catalog", "nats", "postgres"];

/// A sent offer.
#[derive(Debug, Clone)]
struct Sent {
    id: String,
    token: String,
    total_minor: i64,
    /// Address of the customer, as each address has a limit of calls.
    address: String,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_accepted_offer_is_lost_or_ordered_twice_when_its_services_are_killed() {
    accept_while_killing(2, Kills::Each).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; `cargo test --package gateway --test chaos -- --ignored`"]
async fn no_accepted_offer_is_lost_or_ordered_twice_when_a_service_is_killed_each_second() {
    accept_while_killing(20, Kills::EachSecond).await;
}

/// When processes are killed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kills {
    /// Each once, spread over the acceptances.
    Each,
    /// One of them each second, until all offers are accepted.
    EachSecond,
}

async fn accept_while_killing(offers_per_customer: usize, kills: Kills) {
    let mut shop = Shop::start(ShopOptions {
        durable: true,
        settings: vec![("gateway", "TRUSTED_PROXIES", "127.0.0.0/8")],
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("SK-1", 10_000, 0, Some(STOCK)).await;
    let total = CUSTOMERS * offers_per_customer;
    let offers = send_offers(&shop, product, total).await;
    // The mail of an offer that is accepted before it is rendered would be out of date.
    let mails = sent_mails(&shop).await;
    assert_eq!(mails, [("offer_sent".to_owned(), total, total)]);

    let accepted = Arc::new(AtomicUsize::new(0));
    let mut customers = JoinSet::new();
    for offers in offers.chunks(offers_per_customer) {
        let (browser, orders) = (shop.visitor(), shop.client("order"));
        let (offers, accepted) = (offers.to_vec(), Arc::clone(&accepted));
        customers.spawn(async move {
            for (place, offer) in offers.into_iter().enumerate() {
                accept(&browser, &offer).await;
                accepted.fetch_add(1, Ordering::Relaxed);
                // Staff order every second offer at once, and the others after the failures.
                if place % 2 == 0 {
                    order(&orders, &offer, "at once").await;
                }
            }
        });
    }
    match kills {
        Kills::Each => {
            for (number, victim) in VICTIMS.iter().enumerate() {
                let threshold = number * (total - 2) / VICTIMS.len();
                eventually_within(TIMEOUT, "more offers are accepted", || async {
                    (accepted.load(Ordering::Relaxed) >= threshold).then_some(())
                })
                .await;
                kill(&mut shop, victim);
                shop.restart_exited().await;
            }
        }
        Kills::EachSecond => {
            for victim in VICTIMS.iter().cycle() {
                if accepted.load(Ordering::Relaxed) == total {
                    break;
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
                kill(&mut shop, victim);
                shop.restart_exited().await;
            }
        }
    }
    while let Some(customer) = customers.join_next().await {
        customer.unwrap();
    }

    // An order can be made of each accepted offer, and only one.
    let orders = shop.client("order");
    let mut numbers = HashSet::new();
    for offer in &offers {
        let number = order(&orders, offer, "afterwards").await;
        assert_eq!(
            order(&orders, offer, "again").await,
            number,
            "one offer, one order"
        );
        numbers.insert(number);
    }
    assert_eq!(numbers.len(), total, "orders are distinct");
    check(&shop, product, &offers).await;
}

/// Creates quotes by telephone and sends an offer for each.
async fn send_offers(shop: &Shop, product: i64, number: usize) -> Vec<Sent> {
    let client = shop.client("inquiry");
    let (inbox, offers) = (
        InboxServiceClient::new(client.clone()),
        OfferServiceClient::new(client),
    );
    let staff = caller::staff();
    let mut sent = Vec::new();
    for place in 0..number {
        let request = CreateInquiryRequest {
            source: "phone".to_owned(),
            name: format!("Customer {place}"),
            phone: format!("+99450{:07}", 1_000_000 + place),
            email: format!("customer{place}@example.com"),
            product_id: product,
            quantity: Some(PIECES),
            ..CreateInquiryRequest::default()
        };
        let created = inbox.clone().create_inquiry(on_behalf_of(&staff, request)).await;
        let request = CreateOfferRequest {
            inquiry_number: created.unwrap().into_inner().inquiry.unwrap().number,
            ..CreateOfferRequest::default()
        };
        let draft = offers.clone().create_offer(on_behalf_of(&staff, request)).await;
        let draft = draft.unwrap().into_inner().offer.unwrap();
        let request = SendOfferRequest {
            offer_id: draft.id.clone(),
            version: draft.version,
            is_mailed: true,
            total_minor: draft.total_minor,
            idempotency_key: String::new(),
        };
        offers
            .clone()
            .send_offer(on_behalf_of(&staff, request))
            .await
            .unwrap();
        let request = GetOfferLinkRequest {
            offer_id: draft.id.clone(),
        };
        let link = offers.clone().get_offer_link(on_behalf_of(&staff, request)).await;
        sent.push(Sent {
            id: draft.id,
            token: link.unwrap().into_inner().token,
            total_minor: draft.total_minor,
            address: format!("203.0.113.{}", place % 250 + 1),
        });
    }
    sent
}

/// Opens and accepts an offer by its link, and accepts it again.
async fn accept(browser: &Browser, offer: &Sent) {
    let headers = [("x-forwarded-for", offer.address.as_str())];
    let view = json!({"token": offer.token});
    let seen = retry_until_available("the offer is shown", || {
        browser.send(Method::POST, "offers/view", Some(&view), &headers)
    });
    let seen = seen.await;
    assert_eq!(seen.status, 200, "{seen:?}");
    let accept = json!({
        "token": offer.token, "revision": seen.body["data"]["revision"], "total": seen.body["data"]["total"],
    });
    for _ in 0..2 {
        let accepted = retry_until_available("the offer is accepted", || {
            browser.send(Method::POST, "offers/accept", Some(&accept), &headers)
        });
        let accepted = accepted.await;
        assert_eq!(accepted.status, 200, "{accepted:?}");
        assert_eq!(accepted.body["data"]["state"], "accepted", "{accepted:?}");
    }
}

/// Orders an accepted offer, with a key for each occasion, and returns the number of its order.
async fn order(orders: &Client, offer: &Sent, occasion: &str) -> String {
    let request = CreateOrderFromOfferRequest {
        offer_id: offer.id.clone(),
        shipping_address: Some(PostalAddress {
            first_name: "Leyla".to_owned(),
            phone: "+994501234567".to_owned(),
            // An address of its own, as each recipient has a limit of mails.
            email: format!("{}@example.com", offer.id),
            address: "Nizami 1".to_owned(),
            city: "Bakı".to_owned(),
            ..PostalAddress::default()
        }),
        idempotency_key: format!("{}-{}", offer.id, occasion.replace(' ', "-")),
        ..CreateOrderFromOfferRequest::default()
    };
    eventually_within(TIMEOUT, "the offer is ordered", || {
        let mut client = OfferOrderServiceClient::new(orders.clone());
        let request = on_behalf_of(&caller::staff(), request.clone());
        async move {
            match client.create_order_from_offer(request).await {
                Ok(response) => Some(response.into_inner().order?.row?.order_number),
                Err(status) => {
                    assert!(is_away(&status), "{status:?}");
                    None
                }
            }
        }
    })
    .await
}

/// Whether a call may be repeated, as something is away.
fn is_away(status: &Status) -> bool {
    Failure::from_status(status).code == Code::Unavailable
        || matches!(
            status.code(),
            tonic::Code::Unavailable | tonic::Code::DeadlineExceeded | tonic::Code::Cancelled
        )
}

/// Checks that quotes, stock and mails follow from the offers.
async fn check(shop: &Shop, product: i64, offers: &[Sent]) {
    shop.wait_until_idle_within(TIMEOUT).await;
    let number = i64::try_from(offers.len()).unwrap();
    let inquiry = shop.database("inquiry");
    let counts: (i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from offer where state = 'accepted' and order_number is not null),
                (select count(*) from inquiry where status = 'won'),
                (select count(*) from outbox where subject = 'storefront.inquiry.offer_accepted')",
    )
    .fetch_one(&inquiry)
    .await
    .unwrap();
    assert_eq!(
        counts,
        (number, number, number),
        "offers with orders, quotes, events"
    );
    let ordered: Vec<(String, i64)> = sqlx::query_as(
        "select offer_id::text, sum(total_minor)::bigint from customer_order group by offer_id order by offer_id",
    )
    .fetch_all(&shop.database("order"))
    .await
    .unwrap();
    let mut expected: Vec<_> = offers
        .iter()
        .map(|offer| (offer.id.clone(), offer.total_minor))
        .collect();
    expected.sort();
    assert_eq!(ordered, expected, "one order of each offer, with its total");

    let catalog = shop.database("catalog");
    let stock: (i64, i64) = sqlx::query_as(
        "select stock, (select count(*) from reservation where state = 'reserved') from product where id = $1",
    )
    .bind(product)
    .fetch_one(&catalog)
    .await
    .unwrap();
    assert_eq!(
        stock,
        (STOCK - number * i64::from(PIECES), 0),
        "stock and reservations"
    );

    let number = offers.len();
    let expected = [
        "offer_accepted",
        "offer_sent",
        "order_received",
        "shop_offer_accepted",
        "shop_order",
    ]
    .map(|kind| (kind.to_owned(), number, number));
    assert_eq!(sent_mails(shop).await, expected, "each mail once");
}

/// Waits until all mails are sent; returns their kinds, with the numbers of mails and of the records that they are about.
pub(crate) async fn sent_mails(shop: &Shop) -> Vec<(String, usize, usize)> {
    shop.wait_until_idle_within(TIMEOUT).await;
    let notification = shop.database("notification");
    eventually_within(TIMEOUT, "all mails are sent", || async {
        let mails: Vec<(String, i64, i64, bool)> = sqlx::query_as(
            "select kind, count(*), count(distinct about_id), bool_and(state = 'sent')
             from mail group by kind order by kind",
        )
        .fetch_all(&notification)
        .await
        .unwrap();
        let count = |number| usize::try_from(number).unwrap();
        let are_sent = mails.iter().all(|(_, _, _, is_sent)| *is_sent);
        are_sent.then(|| {
            let mails = mails.into_iter();
            mails
                .map(|(kind, mails, records, _)| (kind, count(mails), count(records)))
                .collect()
        })
    })
    .await
}
