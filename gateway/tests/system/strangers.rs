//! Writes of strangers who know a customer's e-mail, phone and numbers: none changes the customer's records.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Browser, Member, Shop, ShopOptions, response_data as data};

use super::desk::{send_offer, text};

const EMAIL: &str = "leyla@example.com";
const PHONE: &str = "+994501234567";

/// The calls that the customer's own records are compared by.
const OWN: [&str; 7] = [
    "account/details",
    "account/addresses",
    "account/dashboard",
    "account/orders",
    "account/quotes",
    "account/wishlist",
    "carts/current",
];

/// A customer with an account, a cart, a wish, an address, an order, a quote and an offer.
struct Customer {
    browser: Browser,
    sales: Member,
    product: i64,
    contact: String,
    quote: String,
    offer: String,
    offer_number: String,
    order: String,
    order_by_hand: String,
}

impl Customer {
    async fn create(shop: &Shop) -> Self {
        let product = shop.product("MT-205", 100_000, 0, Some(20)).await;
        let sales = Member::by_command(shop, "nigar", "manager").await;
        let browser = shop.customer("leyla").await;
        let order = Browser::order(&browser.user_id().await, &[(product, 1)]);
        let order = data(&browser.buy("key", &order).await);
        shop.wait_until_cart_is_empty(&browser).await;
        data(&browser.add_to_cart(product, 2).await);
        data(
            &browser
                .post(&format!("account/wishlist/{product}"), &json!({}))
                .await,
        );
        let address = json!({
            "fullName": "Leyla Məmmədova", "phoneNumber": PHONE, "streetAddress": "Nizami 1", "city": "Bakı",
            "state": "Bakı", "zipCode": "AZ1000", "country": "Azerbaijan",
        });
        data(&browser.post("account/addresses", &address).await);
        let quote = json!({"name": "Leyla Məmmədova", "phone": PHONE, "email": EMAIL, "source": "phone",
            "productId": product, "assignToMe": true});
        let quote = sales.post("quotes", quote).await;
        let number = text(&quote["number"]).to_owned();
        let (offer, _) = send_offer(&sales, &number).await;
        let by_hand = json!({
            "source": "phone", "language": "az", "lines": [{"productId": product, "quantity": 1}],
            "deliveryPrice": 0, "expectedTotal": 1000,
            "shippingAddress": {
                "firstName": "Leyla", "lastName": "Məmmədova", "email": EMAIL, "phone": PHONE,
                "address": "Nizami 1", "city": "Bakı",
            },
        });
        let by_hand = sales.post("orders", by_hand).await;
        Self {
            contact: text(&quote["customer"]["id"]).to_owned(),
            offer: text(&offer["id"]).to_owned(),
            offer_number: text(&offer["number"]).to_owned(),
            order: text(&order["orderNumber"]).to_owned(),
            order_by_hand: text(&by_hand["orderNumber"]).to_owned(),
            quote: number,
            browser,
            sales,
            product,
        }
    }

    /// Reads the records as the customer and as the desk see them, without what a form may add.
    async fn records(&self) -> BTreeMap<String, Value> {
        let mut records = BTreeMap::new();
        for path in OWN {
            records.insert(path.to_owned(), self.browser.get(path).await.body);
        }
        for path in [
            format!("customers/{}", self.contact),
            format!("quotes/{}", self.quote),
            format!("offers/{}", self.offer),
            format!("orders/{}", self.order),
            format!("orders/{}", self.order_by_hand),
        ] {
            let mut record = self.sales.get(&path).await;
            if path.starts_with("customers") {
                self.remove_additions(&mut record);
            }
            let record = record.as_object_mut().unwrap();
            // Mails are sent meanwhile, and the lost link of an order is mailed to its customer.
            record.remove("mail");
            // Forms with the same e-mail are earlier quotes of each other, and those with one phone tell their names.
            record.remove("earlier");
            record.remove("otherNames");
            if let Some(entries) = record.get_mut("timeline").and_then(Value::as_array_mut) {
                entries.retain(|entry| entry["kind"] != "mail");
            }
            records.insert(path, Value::Object(record.clone()));
        }
        records
    }

    /// Removes the new records of forms from a customer: quotes with their timelines, and unproven points.
    fn remove_additions(&self, customer: &mut Value) {
        let unproven = customer["unproven"].as_array().unwrap().clone();
        for points in ["phones", "emails"] {
            let points = customer[points].as_array_mut().unwrap();
            assert!(
                points.is_empty() || !unproven.contains(&points[0]),
                "an unproven point is first: {points:?}"
            );
            points.retain(|point| !unproven.contains(point));
        }
        for records in ["quotes", "timeline"] {
            let records = customer[records].as_array_mut().unwrap();
            records.retain(|record| record["number"] == self.quote.as_str());
        }
        let customer = customer.as_object_mut().unwrap();
        for counted in ["unproven", "quotesCount", "lastContactAt"] {
            customer.remove(counted);
        }
    }

    /// Returns the writes with what a stranger knows of the customer, as method and path, status and bodies.
    #[expect(clippy::too_many_lines, reason = "one row for each write")]
    fn writes(&self) -> Vec<(&'static str, u16, Vec<Value>)> {
        let offer = format!("{}.{}", self.offer_number, "A".repeat(22));
        let order = format!("{}.{}", self.order_by_hand, "A".repeat(22));
        let talk = format!("{}.{}", self.quote, "A".repeat(22));
        let secret = "A".repeat(43);
        let points = [
            (EMAIL, "+994559999999"),
            ("rauf@example.com", PHONE),
            (EMAIL, PHONE),
        ];
        let forms =
            |form: &dyn Fn(&str, &str) -> Value| points.map(|(email, phone)| form(email, phone)).to_vec();
        vec![
            (
                "POST Auth/register",
                200,
                vec![
                    json!({"name": "Rauf", "lastname": "Quliyev", "email": EMAIL, "password": "another long password"}),
                ],
            ),
            (
                "POST Auth/sign-in",
                401,
                vec![json!({"email": EMAIL, "password": "another long password"})],
            ),
            ("POST Auth/sign-out", 200, vec![json!({})]),
            ("POST Auth/forgot-password", 200, vec![json!({"email": EMAIL})]),
            (
                "POST Auth/reset-password",
                400,
                vec![json!({"token": secret, "newPassword": "another long password"})],
            ),
            ("POST Auth/verify-email", 400, vec![json!({"token": secret})]),
            ("POST Sessions/validate-session", 200, vec![json!({})]),
            (
                "POST ProductInquiries/submit",
                200,
                forms(
                    &|email, phone| json!({"name": "Rauf", "surname": "Quliyev", "phone": phone, "email": email, "productId": self.product}),
                ),
            ),
            (
                "POST contacts/submit",
                200,
                forms(
                    &|email, phone| json!({"name": "Rauf", "phone": phone, "email": email, "message": "Salam"}),
                ),
            ),
            (
                "POST CatalogueDownloads",
                200,
                forms(
                    &|email, phone| json!({"nameSurname": "Rauf Quliyev", "phoneNumber": phone, "email": email}),
                ),
            ),
            ("POST designs/price", 400, vec![json!({"code": offer})]),
            ("POST offers/view", 404, vec![json!({"token": offer})]),
            (
                "POST offers/accept",
                404,
                vec![json!({"token": offer, "revision": 1, "total": 900})],
            ),
            (
                "POST offers/decline",
                404,
                vec![json!({"token": offer, "revision": 1, "reason": "price"})],
            ),
            (
                "POST offers/ask-change",
                404,
                vec![json!({"token": offer, "revision": 1, "text": "Salam"})],
            ),
            ("POST offers/ask-again", 404, vec![json!({"token": offer})]),
            (
                "POST offers/file",
                404,
                vec![json!({"token": offer, "mediaId": "01936b2e-7c00-7000-8000-000000000802"})],
            ),
            (
                "POST conversations/view",
                404,
                vec![
                    json!({"token": offer, "isSeen": true}),
                    json!({"token": talk, "isSeen": true}),
                ],
            ),
            (
                "POST conversations/messages",
                404,
                vec![json!({"token": talk, "id": "01936b2e-7c00-7000-8000-000000000901", "text": "Salam"})],
            ),
            (
                "POST conversations/photo",
                404,
                vec![json!({"token": talk, "mediaId": "01936b2e-7c00-7000-8000-000000000802"})],
            ),
            ("POST conversations/photos", 415, vec![json!({"token": talk})]),
            ("POST orders/view", 404, vec![json!({"token": order})]),
            (
                "POST orders/link",
                200,
                vec![
                    json!({"number": self.order_by_hand, "email": EMAIL}),
                    json!({"number": self.order, "email": "rauf@example.com"}),
                ],
            ),
            (
                "POST script-errors",
                200,
                vec![
                    json!({"message": "TypeError", "path": "/az/account", "source": "/static/start.js:1:1"}),
                ],
            ),
            ("POST desk/invitations/view", 400, vec![json!({"token": secret})]),
            (
                "POST desk/invitations/accept",
                400,
                vec![
                    json!({"token": secret, "password": "another long password", "name": "Rauf", "lastname": "Quliyev",
                        "language": "az"}),
                ],
            ),
            (
                "POST desk/session",
                401,
                vec![json!({"email": EMAIL, "password": "another long password"})],
            ),
            ("POST desk/session/validate", 200, vec![json!({})]),
            ("DELETE desk/session", 200, vec![json!({})]),
        ]
    }
}

/// Returns the writes of the contract that need no session, as method and path.
async fn public_writes(shop: &Shop) -> BTreeSet<String> {
    let contract = shop.visitor().get("/api/v1.0/openapi.json").await.body;
    let mut writes = BTreeSet::new();
    for (path, operations) in contract["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let is_write = ["post", "put", "patch", "delete"].contains(&method.as_str());
            let is_public = operation["security"]
                .as_array()
                .is_none_or(|security| security.is_empty() || security.contains(&json!({})));
            if is_write && is_public {
                let path = path.strip_prefix("/api/v1.0/").unwrap();
                writes.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    writes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_public_write_changes_the_records_of_a_customer() {
    let shop = Shop::start(ShopOptions::default()).await;
    let customer = Customer::create(&shop).await;
    shop.wait_until_idle().await;
    let writes = customer.writes();
    let known: BTreeSet<_> = writes.iter().map(|(write, ..)| (*write).to_owned()).collect();
    assert_eq!(known, public_writes(&shop).await, "each public write has a row");

    let before = customer.records().await;
    for (write, status, bodies) in writes {
        let (method, path) = write.split_once(' ').unwrap();
        for body in bodies {
            let method: Method = method.parse().unwrap();
            let response = call(&shop.visitor(), method, path, &body).await;
            assert_eq!(response.status, status, "{write} {body}: {response:?}");
        }
        assert_eq!(customer.records().await, before, "{write}");
    }
    shop.wait_until_idle().await;
    assert_eq!(customer.records().await, before, "after the events of all writes");
    shop.visitor().sign_in("leyla").await;
}

async fn call(browser: &Browser, method: Method, path: &str, body: &Value) -> testkit::ApiResponse {
    browser.send(method, path, Some(body), &[]).await
}
