//! The desk: a quote on its way to the delivered order, and who is refused.

use std::time::Duration;

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    ApiResponse, Browser, Member, Shop, ShopOptions, SmtpSink, desk_call as call, eventually,
    response_data as data,
};

const SHOP: &str = "orders@example.com";
const CUSTOMER: &str = "leyla@example.com";

/// Returns status and errors of a refusal.
#[track_caller]
pub(super) fn refusal(response: &ApiResponse) -> (u16, Value) {
    (response.status, response.body["errors"].clone())
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Invites somebody, who accepts by the link of the mail.
async fn invite(shop: &Shop, sink: &SmtpSink, owner: &Member, name: &str, role: &str) -> Member {
    let email = Browser::email(name);
    let invitation = json!({"email": email, "role": role, "name": name, "lastname": "Kərimova"});
    let path = "team";
    let key = format!("invite-{name}");
    let invited = data(&call(&owner.browser, Method::POST, path, &invitation, &key).await);
    assert_eq!(invited["state"], "invited");
    let mail = mail_to(sink, &email, "/desk/welcome").await;
    let token = token_after(&mail, "/desk/welcome#token=");

    let browser = shop.visitor();
    let view = json!({"token": token});
    let view = data(&call(&browser, Method::POST, "invitations/view", &view, "").await);
    assert_eq!(
        (text(&view["email"]), text(&view["role"])),
        (email.as_str(), role)
    );
    let accepted = json!({
        "token": token, "password": "four lattice panes", "name": name, "lastname": "Kərimova", "language": "az",
    });
    let session = data(&call(&browser, Method::POST, "invitations/accept", &accepted, "").await);
    assert_eq!(session["step"], "enrol");
    Member::enrol(browser).await
}

/// Waits for a mail that contains a text, and returns its text.
pub(super) async fn mail_to(sink: &SmtpSink, address: &str, contained: &str) -> String {
    eventually("the mail arrives", || async {
        sink.mails()
            .iter()
            .filter(|mail| mail.to == address)
            .map(testkit::ReceivedMail::text)
            .find(|text| text.contains(contained))
    })
    .await
}

/// Returns the text after a prefix, up to the next space.
pub(super) fn token_after(mail: &str, prefix: &str) -> String {
    let (_, rest) = mail.split_once(prefix).unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

/// Returns how the customer of the quote came to the shop.
fn visit() -> Value {
    json!({"channel": "ads", "source": "google", "campaign": "spring", "landingPath": "/az/shop/7",
        "at": "2026-01-20T08:00:00Z"})
}

/// Sends the quote form, and returns the number.
async fn request_quote(shop: &Shop, product: i64) -> String {
    let form = json!({
        "name": "Leyla", "surname": "Məmmədova", "phone": "+994501234567", "email": CUSTOMER, "productId": product,
        "quantity": 2, "visit": visit(),
    });
    let response = shop.visitor().post("ProductInquiries/submit", &form).await;
    text(&data(&response)["number"]).to_owned()
}

/// Sends an offer for a quote, and returns it with the token of its link.
pub(super) async fn send_offer(sales: &Member, quote: &str) -> (Value, String) {
    let draft = sales
        .post(&format!("quotes/{quote}/offers"), json!({"copyFrom": null}))
        .await;
    let id = text(&draft["id"]);
    let mut lines = draft["lines"].clone();
    lines[0]["discount"] = json!(10);
    let changed =
        json!({"version": draft["version"], "lines": lines, "makeDays": 25, "message": "Hündürlük 92 sm."});
    let path = format!("offers/{id}");
    let changed = data(&call(&sales.browser, Method::PATCH, &path, &changed, "").await);
    let send = json!({"version": changed["version"], "mail": true, "total": changed["total"]});
    let sent = sales.post(&format!("offers/{id}/send"), send).await;
    assert_eq!(sent["state"], "sent");
    let link = sales.get(&format!("offers/{id}/link")).await;
    (sent, text(&link["token"]).to_owned())
}

/// Orders an accepted offer, records its payment, and returns the number of the order.
async fn order_and_pay(sales: &Member, quote: &str, offer: &Value) -> String {
    let order = json!({
        "offerId": offer["id"],
        "shippingAddress": {
            "firstName": "Leyla", "email": CUSTOMER, "phone": "+994501234567", "address": "Nizami 1", "city": "Bakı",
        },
    });
    let order = sales.post("orders", order).await;
    let number = text(&order["orderNumber"]).to_owned();
    assert_eq!(
        (text(&order["source"]), &order["totalAmount"]),
        ("offer", &json!(1800))
    );
    assert_eq!((&offer["visit"], &order["visit"]), (&visit(), &visit()));
    let path = format!("quotes/{quote}");
    let won = eventually("the quote is won", || async {
        let quote = sales.get(&path).await;
        (quote["status"] == "won").then_some(quote)
    })
    .await;
    assert_eq!(
        (&won["offers"][0]["state"], &won["visit"]),
        (&json!("accepted"), &visit())
    );

    let payment = json!({"version": order["version"], "kind": "in", "amount": 1800, "method": "cash"});
    let paid = sales.post(&format!("orders/{number}/payments"), payment).await;
    assert_eq!(
        (text(&paid["paymentStatus"]), &paid["balance"]),
        ("Paid", &json!(0))
    );
    number
}

/// Moves an order to its delivery; the customer sees each step on the offer's page.
async fn deliver(sales: &Member, warehouse: &Member, customer: &Browser, number: &str, token: &str) {
    let moves = [
        (sales, "Pending", "Processing"),
        (warehouse, "Processing", "Shipped"),
        (warehouse, "Shipped", "Delivered"),
    ];
    for (member, from, to) in moves {
        let path = format!("orders/{number}/status");
        let body = json!({"from": from, "to": to});
        let moved = data(&call(&member.browser, Method::POST, &path, &body, "").await);
        assert_eq!(moved["status"], to);
        let seen = data(&customer.post("offers/view", &json!({"token": token})).await);
        assert_eq!(
            (&seen["order"]["status"], &seen["order"]["paidAmount"]),
            (&json!(to), &json!(1800))
        );
    }
    let note = warehouse.get(&format!("orders/{number}/paper/delivery")).await;
    assert_eq!(
        (text(&note["orderNumber"]), &note["balance"]),
        (number, &json!(0))
    );
}

/// Checks that the desk lists what was done and mailed.
async fn check_records(owner: &Member, number: &str, offer: &str) {
    sent_mail(owner, &format!("orders/{number}"), |mail| {
        mail["kind"] == "order_received"
    })
    .await;
    let activity = owner.get(&format!("activity?subject={number}")).await;
    let actions: Vec<_> = activity
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| text(&entry["action"]))
        .collect();
    assert!(
        actions.contains(&"CreateOrderFromOffer") && actions.contains(&"RecordPayment"),
        "{actions:?}"
    );
    // Quotes, offers and orders were read with the states of their mails.
    let read = owner.get("activity?kind=mail").await;
    let mut read = read.as_array().unwrap().iter();
    assert!(read.all(|entry| entry["subject"]["id"] != "*"), "{read:?}");
    let mails = owner.get(&format!("mails?offer={offer}")).await;
    assert!(
        mails
            .as_array()
            .unwrap()
            .iter()
            .any(|mail| mail["kind"] == "offer_sent"),
        "{mails}"
    );
}

/// Waits until the timeline of a record has a mail as sent, and returns its detail. Mails of one record are sent in any order.
async fn sent_mail(member: &Member, path: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
    eventually("the timeline has the sent mail", || async {
        let record = member.get(path).await;
        let timeline = record["timeline"].as_array().unwrap().iter();
        let mut mails = timeline
            .filter(|entry| entry["kind"] == "mail")
            .map(|entry| &entry["detail"]);
        mails
            .find(|mail| mail["state"] == "sent" && is_wanted(mail))
            .cloned()
    })
    .await
}

/// Checks that the timeline of a quote follows a mail by staff, and that nobody's reading of it is audited.
async fn check_staff_mail(sales: &Member, quote: &str) {
    let mail = json!({"subject": "Ölçülər", "text": "Eni nə qədərdir?"});
    let written = sales.post(&format!("quotes/{quote}/mail"), mail).await;
    let entries = written["timeline"].as_array().unwrap();
    let written = &entries.last().unwrap()["detail"];
    let sent = sent_mail(sales, &format!("quotes/{quote}"), |mail| {
        mail["mailId"] == written["mailId"]
    })
    .await;
    assert_eq!(sent["subject"], "Ölçülər");
    let retry = format!("mails/{}/retry", text(&written["mailId"]));
    let refused = sales.try_post(&retry, &json!({})).await;
    assert_eq!(refusal(&refused), (409, json!({"general": "MAIL.SENT"})));
}

/// Checks the customer's orders, and that customers sort by them.
async fn check_customers(shop: &Shop, owner: &Member, product: i64) {
    let form = json!({
        "name": "Kamran", "surname": "Quliyev", "phone": "+994501234568", "email": "kamran@example.com",
        "productId": product, "quantity": 1,
    });
    data(&shop.visitor().post("ProductInquiries/submit", &form).await);
    eventually("customers sort by the total of their orders", || async {
        let customers = owner.get("customers?sort=-total").await;
        let orders: Vec<_> = customers
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                (
                    one["name"].clone(),
                    one["ordersCount"].clone(),
                    one["ordersTotal"].clone(),
                )
            })
            .collect();
        let expected = [
            (json!("Leyla Məmmədova"), json!(1), json!(1800)),
            (json!("Kamran Quliyev"), json!(0), json!(0)),
        ];
        (orders == expected).then_some(())
    })
    .await;
}

/// Checks that the desk sees all pieces of a quote, and that its offer has their measures.
async fn check_pieces(shop: &Shop, sales: &Member, product: i64) {
    let other = shop.product("DL-102", 20_000, 0, Some(5)).await;
    let measures = json!({"widthMm": 1805, "depthMm": 600, "heightMm": 2620});
    let note = "Sol tərəfdə radiator var";
    let mut form = json!({
        "name": "Leyla", "surname": "Məmmədova", "phone": "+994501234567", "email": CUSTOMER, "productId": product,
        "items": [
            {"productId": product, "quantity": 2, "measuring": "own", "measures": measures, "note": note},
            {"productId": other, "measuring": "visit"},
            {"productId": other, "measuring": "own", "measures": measures, "measuresOf": "niche"},
        ],
    });
    let visitor = shop.visitor();
    let receipt = data(&visitor.post("ProductInquiries/submit", &form).await);
    assert!(receipt["promisedAt"].is_string(), "{receipt}");
    let number = text(&receipt["number"]);

    let quote = sales.get(&format!("quotes/{number}")).await;
    let ids = [&quote["items"][0]["productId"], &quote["items"][1]["productId"]];
    assert_eq!(
        (ids, &quote["itemsCount"]),
        ([&json!(product), &json!(other)], &json!(3))
    );
    let first = &quote["items"][0];
    assert_eq!(
        (
            text(&first["code"]),
            text(&first["measuring"]),
            text(&first["note"])
        ),
        ("MT-205", "own", note)
    );
    assert_eq!(first["measures"], measures);
    let items = quote["items"].as_array().unwrap();
    let of: Vec<_> = items.iter().map(|item| text(&item["measuresOf"])).collect();
    assert_eq!(of, ["piece", "piece", "niche"]);
    let draft = sales
        .post(&format!("quotes/{number}/offers"), json!({"copyFrom": null}))
        .await;
    let lines = draft["lines"].as_array().unwrap();
    let details: Vec<_> = lines.iter().map(|line| text(&line["detail"])).collect();
    let niche = "174.5 × 59 × 258 cm (niche 180.5 × 60 × 262 cm)";
    assert_eq!(details, ["180.5 × 60 × 262 cm", "", niche]);

    form["items"][1]["measures"] = json!({"widthMm": 1, "depthMm": 600, "heightMm": 2620});
    form["items"][0]["productId"] = json!(0);
    form["items"][2]["measures"]["widthMm"] = json!(159);
    let refused = visitor.post("ProductInquiries/submit", &form).await;
    let errors = json!({
        "items[0].productId": "FIELD.INVALID",
        "items[1].measures": "FIELD.INVALID",
        "items[1].measures.widthMm": "FIELD.OUT_OF_RANGE",
        "items[2].measures.widthMm": "FIELD.OUT_OF_RANGE",
    });
    assert_eq!(refusal(&refused), (400, errors));
}

/// Checks the figures of the day and the search: each role sees its part, also without the service of orders.
async fn check_today(shop: &mut Shop, members: [(&Member, &[&str]); 3], number: &str) {
    let owner = members[0].0;
    let today = owner.get("today").await;
    assert_eq!(today["missing"], json!([]));
    assert_eq!(today["orders"]["newToday"], 1);
    assert_eq!(today["orders"]["byStatus"]["Delivered"], 1);
    let revenue = &today["revenue"];
    assert_eq!(
        (&revenue["total"], &revenue["fromOffers"]),
        (&json!(1800), &json!(1800))
    );
    let path = format!("payments/sums?source=offer&from={0}&to={0}", text(&revenue["to"]));
    assert_eq!(
        owner.get(&path).await["total"],
        revenue["days"].as_array().unwrap().last().unwrap()["amount"]
    );
    let payments = owner.get("payments").await;
    assert_eq!(payments[0]["orderNumber"], number);
    let channels = today["channels"].as_array().unwrap();
    let ads = channels.iter().find(|one| one["channel"] == "ads").unwrap();
    assert_eq!(
        (&ads["accepted"], &ads["orders"], &ads["payments"]),
        (&json!(1), &json!(1), &json!(1800))
    );
    let (from, to) = (text(&revenue["from"]), text(&revenue["to"]));
    for (figure, list) in [
        (
            "quotes",
            format!("quotes?kind=quote&channel=ads&from={from}&to={to}"),
        ),
        (
            "accepted",
            format!("quotes?channel=ads&acceptedFrom={from}&acceptedTo={to}"),
        ),
        ("orders", format!("orders?channel=ads&from={from}&to={to}")),
    ] {
        let total = owner.browser.get(&format!("desk/{list}")).await.body["totalRecords"].clone();
        assert_eq!(total, ads[figure], "{list}");
    }
    let sums = owner
        .get(&format!("payments/sums?channel=ads&from={from}&to={to}"))
        .await;
    assert_eq!(sums["total"], ads["payments"]);

    let found = owner.get(&format!("search?q={number}")).await;
    assert_eq!(
        (&found["orders"][0]["orderNumber"], &found["missing"]),
        (&json!(number), &json!([]))
    );
    assert_eq!(owner.get("search?q=l").await["customers"], json!([]));

    shop.service("order").kill().unwrap();
    for (member, blocks) in members {
        let today = member.get("today").await;
        let mut shown: Vec<_> = today
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, block)| *name != "missing" && (block.is_object() || block.is_array()))
            .map(|(name, _)| name.as_str())
            .collect();
        shown.sort_unstable();
        assert_eq!((shown, &today["missing"]), (blocks.to_vec(), &json!(["order"])));
        let found = member.get("search?q=mt-205").await;
        assert_eq!(
            (&found["products"][0]["code"], &found["missing"]),
            (&json!("MT-205"), &json!(["order"]))
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn quote_becomes_an_offer_an_order_and_a_delivery() {
    let sink = SmtpSink::start().await;
    let mut shop = Shop::start(ShopOptions {
        smtp_url: Some(sink.url()),
        // Mails about messages leave at once.
        settings: vec![("inquiry", "OFFER_SWEEP_MILLISECONDS", "200")],
        ..ShopOptions::default()
    })
    .await;
    let product = shop.product("MT-205", 100_000, 0, Some(5)).await;
    let owner = Member::by_command(&shop, "tural", "owner").await;
    let refused = owner
        .try_post("team", &json!({"email": "x@example.com", "role": "sales"}))
        .await;
    assert_eq!(refusal(&refused), (403, json!({"general": "DESK.STEP_UP"})));
    owner.step_up().await;
    let sales = invite(&shop, &sink, &owner, "nigar", "sales").await;
    let warehouse = invite(&shop, &sink, &owner, "elcin", "warehouse").await;

    let quote = request_quote(&shop, product).await;
    let taken = json!({"from": null, "to": sales.id});
    let path = format!("quotes/{quote}/assignee");
    let taken = data(&call(&sales.browser, Method::PUT, &path, &taken, "").await);
    assert_eq!(
        (text(&taken["status"]), text(&taken["assignee"]["id"])),
        ("assigned", sales.id.as_str())
    );
    let contact = json!({"channel": "call", "direction": "out", "outcome": "talked", "minutes": 3, "text": "285 × 215"});
    let called = sales.post(&format!("quotes/{quote}/contacts"), contact).await;
    assert!(called["firstAnswerAt"].is_string(), "{called}");
    check_staff_mail(&sales, &quote).await;
    let hidden = call(
        &warehouse.browser,
        Method::GET,
        &format!("quotes/{quote}"),
        &Value::Null,
        "",
    )
    .await;
    assert_eq!(refusal(&hidden), (404, json!({"general": "INQUIRY.NOT_FOUND"})));

    let (offer, token) = send_offer(&sales, &quote).await;
    assert_eq!(offer["total"], json!(1800));
    let mail = mail_to(&sink, CUSTOMER, "/offer#").await;
    assert_eq!(token_after(&mail, "/offer#"), token, "the mail has the link");

    let customer = shop.visitor();
    let seen = data(&customer.post("offers/view", &json!({"token": token})).await);
    assert_eq!((text(&seen["state"]), &seen["total"]), ("opened", &json!(1800)));
    let accept = json!({"token": token, "revision": 1, "total": 1800});
    let accepted = data(&customer.post("offers/accept", &accept).await);
    assert_eq!(accepted["state"], "accepted");
    mail_to(&sink, SHOP, text(&offer["number"])).await;

    let number = order_and_pay(&sales, &quote, &offer).await;
    deliver(&sales, &warehouse, &customer, &number, &token).await;
    check_records(&owner, &number, text(&offer["number"])).await;
    super::desk_work::check(&shop, &owner, &sales, &warehouse).await;
    check_customers(&shop, &owner, product).await;
    check_pieces(&shop, &sales, product).await;
    super::desk_persons::check(&shop, &owner, &sales, product).await;
    let pieces: i64 = sqlx::query_scalar("select stock from product where id = $1")
        .bind(product)
        .fetch_one(&shop.database("catalog"))
        .await
        .unwrap();
    assert_eq!(pieces, 3);
    let of_owner: &[_] = &[
        "channels",
        "counts",
        "firstAnswer",
        "followUps",
        "misses",
        "stock",
        "texts",
        "waiting",
    ];
    let members = [
        (&owner, of_owner),
        (&sales, &["counts", "followUps", "waiting"]),
        (&warehouse, &["stock"]),
    ];
    check_today(&mut shop, members, &number).await;
    super::conversation::check(&shop, &sink, &sales, &warehouse, &quote, product, CUSTOMER).await;
    // The check of the figures ended it.
    shop.service("order").restart().await.unwrap();
    eventually("order answers again", || async {
        let listed = sales.browser.get("desk/orders?limit=1").await;
        (listed.status == 200).then_some(())
    })
    .await;
    super::files::check(&shop, &sales, &warehouse, product, &token).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_presses_accept_and_order_once_and_a_disabled_member_is_out() {
    let shop = Shop::start(ShopOptions::default()).await;
    let product = shop.product("MT-205", 100_000, 0, Some(5)).await;
    let owner = Member::by_command(&shop, "tural", "owner").await;
    let sales = Member::by_command(&shop, "nigar", "sales").await;

    let shopper = shop.customer("leyla").await;
    let refused = call(&shopper, Method::GET, "quotes", &Value::Null, "").await;
    assert_eq!(refusal(&refused), (401, json!({"general": "ERROR.SIGN_IN"})));
    let refused = call(&sales.browser, Method::GET, "activity", &Value::Null, "").await;
    assert_eq!(refusal(&refused), (403, json!({"general": "DESK.ROLE"})));

    let quote = request_quote(&shop, product).await;
    let (offer, token) = send_offer(&sales, &quote).await;
    let mails_of_offer = format!("mails?offer={}", text(&offer["number"]));
    let mail = eventually("the mail is sent", || async {
        let mails = owner.get(&mails_of_offer).await;
        (mails[0]["state"] == "sent").then(|| mails[0].clone())
    })
    .await;
    let retry = format!("mails/{}/retry", text(&mail["id"]));
    let other = Member::by_command(&shop, "aysel", "sales").await;
    let refused = other.try_post(&retry, &json!({})).await;
    assert_eq!(refusal(&refused), (403, json!({"general": "DESK.ROLE"})));
    let refused = sales.try_post(&retry, &json!({})).await;
    assert_eq!(refusal(&refused), (409, json!({"general": "MAIL.SENT"})));

    let accept = json!({"token": token, "revision": 1, "total": offer["total"]});
    let customer = shop.visitor();
    let press = || customer.post("offers/accept", &accept);
    let presses = (0..64).map(|_| testkit::retry_until_available("the offer is accepted", press));
    for accepted in join_all(presses).await {
        assert_eq!(data(&accepted)["state"], "accepted");
    }
    let order = json!({
        "offerId": offer["id"],
        "shippingAddress": {"firstName": "Leyla", "phone": "+994501234567"},
        "delivery": {"method": "pickup"},
    });
    let presses = (0..16).map(|press| {
        let (browser, order) = (sales.browser.clone(), order.clone());
        async move {
            let key = format!("press-{press}");
            let press = || call(&browser, Method::POST, "orders", &order, &key);
            testkit::retry_until_available("the order is made", press).await
        }
    });
    let numbers: std::collections::HashSet<_> = join_all(presses)
        .await
        .into_iter()
        .map(|response| text(&data(&response)["orderNumber"]).to_owned())
        .collect();
    assert_eq!(numbers.len(), 1, "{numbers:?}");
    shop.wait_until_idle_within(Duration::from_secs(30)).await;
    let accepted =
        sqlx::query_scalar::<_, i64>("select count(*) from outbox where subject like '%offer_accepted'")
            .fetch_one(&shop.database("inquiry"))
            .await
            .unwrap();
    let pieces = sqlx::query_scalar::<_, i64>("select stock from product where id = $1")
        .bind(product)
        .fetch_one(&shop.database("catalog"))
        .await
        .unwrap();
    assert_eq!((accepted, pieces), (1, 3));

    owner.step_up().await;
    let team = owner.get("team").await;
    let member = team
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["id"] == sales.id.as_str())
        .unwrap();
    let disable = json!({"version": member["version"], "isDisabled": true});
    let path = format!("team/{}", sales.id);
    data(&call(&owner.browser, Method::PATCH, &path, &disable, "").await);
    let ended = call(&sales.browser, Method::GET, "quotes", &Value::Null, "").await;
    assert_eq!(refusal(&ended), (401, json!({"general": "ERROR.SIGN_IN"})));
}
