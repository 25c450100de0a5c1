//! An import of products through the desk, while shoppers browse lists and buy.

use std::{
    fmt::Write as _,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use futures::future::try_join_all;
use reqwest::{Method, RequestBuilder, header::SET_COOKIE};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::{
    buyers::Buyer,
    desk,
    load::{
        Sample,
        flow::{percentile, shipping_address},
        to_float,
    },
    rows::Read,
    setup::Setup,
};

/// Size of an import.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// Products of the file. A tenth of them are in the shop, and get another price; the others are new.
    rows: u32,
    /// Duration of the shopping before the import.
    before: Duration,
}

/// The measured size.
pub(crate) const FULL: Size = Size {
    rows: 10_000,
    before: Duration::from_secs(30),
};

/// The size of a check without timing.
pub(crate) const SMOKE: Size = Size {
    rows: 200,
    before: Duration::from_millis(100),
};

/// Lists that a shopper reads before a purchase.
const LISTS: usize = 5;

/// Time in which a shopper looks at a list.
const LOOK: Duration = Duration::from_millis(500);

/// Longest duration of a step of the import.
const STEP_TIMEOUT: Duration = Duration::from_mins(10);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The imports so far: each has prices and codes of its own.
static IMPORTS: AtomicU32 = AtomicU32::new(0);

/// Results of the simulated shoppers.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Shopping {
    /// Duration of each list in milliseconds, ascending.
    pub(crate) lists: Vec<f64>,
    pub(crate) purchases: f64,
    pub(crate) failed: f64,
}

impl Shopping {
    /// 99th percentile of the lists, in milliseconds.
    pub(crate) fn p99(&self) -> f64 {
        percentile(&self.lists, 99)
    }
}

/// Seconds of the steps of an import.
#[derive(Debug, Clone, Copy)]
struct Steps {
    checked: f64,
    applied: f64,
    undone: f64,
}

/// Figures of an import.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    /// Seconds of the dry run.
    pub(crate) checked: f64,
    /// Seconds of the applying.
    pub(crate) applied: f64,
    /// Seconds of the undo.
    pub(crate) undone: f64,
    pub(crate) before: Shopping,
    pub(crate) during: Shopping,
}

impl Outcome {
    /// The lists during the import.
    pub(crate) fn sample(&self) -> Sample {
        let lists = &self.during.lists;
        Sample {
            rate: to_float(lists.len()) / (self.checked + self.applied + self.undone),
            count: to_float(lists.len()),
            median: percentile(lists, 50),
            p99: self.during.p99(),
            refused: self.during.failed,
        }
    }
}

/// Measures shoppers alone, and then beside an import, whose counts must be right.
///
/// # Errors
/// If a row is refused, a purchase fails, or the desk does not answer.
pub(crate) async fn run(setup: &Setup, size: Size, shoppers: u32) -> Result<Outcome> {
    desk::insert_team(setup.shop.postgres()).await?;
    let buyers: Vec<_> = setup.buyers.iter().take(usize::try_from(shoppers)?).collect();
    ensure!(
        buyers.len() == usize::try_from(shoppers)?,
        "there are too few buyers"
    );
    let before = shop_during(setup, &buyers, async {
        tokio::time::sleep(size.before).await;
        Ok(())
    });
    let (before, ()) = before.await?;
    let (during, steps) = shop_during(setup, &buyers, import(setup, size)).await?;
    let outcome = Outcome {
        checked: steps.checked,
        applied: steps.applied,
        undone: steps.undone,
        before,
        during,
    };
    let failed = outcome.before.failed + outcome.during.failed;
    ensure!(failed == 0.0, "{failed} purchases failed");
    ensure!(outcome.during.purchases > 0.0, "nobody bought anything");
    Ok(outcome)
}

/// Lets shoppers browse and buy until some work has ended.
async fn shop_during<T>(
    setup: &Setup,
    buyers: &[&Buyer],
    work: impl Future<Output = Result<T>>,
) -> Result<(Shopping, T)> {
    let stop = CancellationToken::new();
    let paths: Vec<_> = [Read::List, Read::Search, Read::Facets]
        .into_iter()
        .map(|read| read.paths(&[]))
        .collect();
    let shoppers = buyers
        .iter()
        .enumerate()
        .map(|(number, buyer)| shop(setup, buyer, number, &paths, &stop));
    let work = async {
        let done = work.await;
        stop.cancel();
        done
    };
    let (shopped, done) = tokio::try_join!(try_join_all(shoppers), work)?;
    let mut all = Shopping::default();
    for shopping in shopped {
        all.lists.extend(shopping.lists);
        all.purchases += shopping.purchases;
        all.failed += shopping.failed;
    }
    all.lists.sort_by(f64::total_cmp);
    Ok((all, done))
}

/// Browses and buys until stopped, at least once.
async fn shop(
    setup: &Setup,
    buyer: &Buyer,
    number: usize,
    paths: &[Vec<String>],
    stop: &CancellationToken,
) -> Result<Shopping> {
    let mut shopping = Shopping::default();
    let mut turn = number * 7_919;
    // Not all at once.
    tokio::time::sleep(LOOK * u32::try_from(number % 10)? / 10).await;
    while shopping.purchases == 0.0 || !stop.is_cancelled() {
        for _ in 0..LISTS {
            turn += 1;
            let path = paths
                .get(turn % paths.len())
                .and_then(|paths| paths.get(turn * 104_729 % paths.len()));
            let url = format!("{}{}", setup.shop.url(), path.context("there are no lists")?);
            let started = Instant::now();
            let response = setup.http.get(url).send().await?.error_for_status()?;
            response.bytes().await?;
            shopping.lists.push(started.elapsed().as_secs_f64() * 1_000.0);
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                () = stop.cancelled() => {}
            }
        }
        let wanted = [turn, turn + 1].map(|place| setup.products.get(place % setup.products.len()));
        match buy(setup, buyer, wanted.into_iter().flatten().copied()).await {
            Ok(()) => shopping.purchases += 1.0,
            Err(error) => {
                toolkit::console::print_error(&format!("a purchase failed: {error:#}"));
                shopping.failed += 1.0;
                if stop.is_cancelled() {
                    break;
                }
            }
        }
    }
    Ok(shopping)
}

/// Buys a piece of each product.
async fn buy(setup: &Setup, buyer: &Buyer, products: impl Iterator<Item = i64>) -> Result<()> {
    let post = async |path: &str, body: Value| {
        let request = setup.http.post(format!("{}/api/v1.0/{path}", setup.shop.url()));
        let request = request
            .header("cookie", &buyer.cookie)
            .header("x-xsrf-token", &buyer.csrf_token)
            .header("x-forwarded-for", &buyer.address)
            .header("sec-fetch-site", "same-origin")
            .header("idempotency-key", uuid::Uuid::new_v4().to_string());
        data(request.json(&body)).await
    };
    let cart = post("carts/create", json!({})).await?;
    let mut lines = Vec::new();
    for product in products {
        post(
            "carts/add-item",
            json!({"cartId": field(&cart, "id"), "productId": product, "quantity": 1}),
        )
        .await?;
        lines.push(json!({"productId": product, "quantity": 1}));
    }
    let order = json!({
        "userId": buyer.id, "status": "Pending", "paymentStatus": "Pending", "orderItems": lines,
        "shippingAddress": shipping_address(),
    });
    let ordered = post("orders", order).await?;
    ensure!(
        field(&ordered, "orderNumber").is_string(),
        "no order number: {ordered}"
    );
    Ok(())
}

/// Imports a table as a manager does, and takes the import back.
async fn import(setup: &Setup, size: Size) -> Result<Steps> {
    let desk = Desk::open(setup).await?;
    let former = desk.price_of_changed().await?;
    let file = table(IMPORTS.fetch_add(1, Ordering::Relaxed), size.rows)?;
    let form = format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"import.csv\"\r\n\r\n{file}\r\n--x--\r\n"
    );
    let upload = desk.request(Method::POST, "");
    let upload = upload.header("content-type", "multipart/form-data; boundary=x");
    let created = data(upload.body(form)).await?;
    let id = field(&created, "id")
        .as_str()
        .context("an import without an id")?;
    let columns = field(&created, "columns")
        .as_array()
        .context("an import without columns")?;
    let fields: Vec<_> = columns.iter().map(|column| field(column, "field")).collect();

    let started = Instant::now();
    let mapping = json!({"version": field(&created, "version"), "fields": fields});
    data(
        desk.request(Method::PUT, &format!("/{id}/mapping"))
            .json(&mapping),
    )
    .await?;
    let ready = desk.wait(id, "ready").await?;
    let checked = started.elapsed().as_secs_f64();

    let started = Instant::now();
    let apply = desk.request(Method::POST, &format!("/{id}/apply"));
    data(apply.json(&json!({"version": field(&ready, "version")}))).await?;
    let applied = desk.wait(id, "applied").await?;
    let apply_seconds = started.elapsed().as_secs_f64();
    let imported = desk.price_of_changed().await?;
    ensure!(
        imported != former,
        "the price of a changed product is still {former}"
    );

    let started = Instant::now();
    let undo = desk.request(Method::POST, &format!("/{id}/undo"));
    data(undo.json(&json!({}))).await?;
    let undone = desk.wait(id, "undone").await?;
    let undo_seconds = started.elapsed().as_secs_f64();
    let restored = desk.price_of_changed().await?;
    ensure!(
        restored == former,
        "the undo left the price {restored} instead of {former}"
    );

    let changed = size.rows / 10;
    let expected =
        json!({"new": size.rows - changed, "changed": changed, "unchanged": 0, "refused": 0, "kept": 0});
    for (step, import) in [("checked", &ready), ("applied", &applied), ("undone", &undone)] {
        let counts = field(import, "counts");
        ensure!(*counts == expected, "{step}: {counts} instead of {expected}");
    }
    Ok(Steps {
        checked,
        applied: apply_seconds,
        undone: undo_seconds,
    })
}

/// Returns a table as staff keeps one.
fn table(import: u32, rows: u32) -> Result<String> {
    let mut text = "Kod;Ad (az);Ad (ru);Ad (en);Kateqoriya;Qiymət;Anbarda;Təsvir (az)\n".to_owned();
    let changed = rows / 10;
    let price = 100 + import;
    for row in 1..=changed {
        writeln!(text, "BENCH-{row:07};;;;;{price},37;;")?;
    }
    for row in changed + 1..=rows {
        writeln!(
            text,
            "I{import}-{row:05};Uydurma şkaf {row};Выдуманный шкаф {row};Made-up wardrobe {row};wardrobe;{price},50;{};\
             \"Palıd; 22 mm.\nİki qapı, üç rəf.\"",
            row % 20
        )?;
    }
    Ok(text)
}

/// The imports of the desk, in the session of a manager.
struct Desk<'setup> {
    setup: &'setup Setup,
    xsrf: String,
}

impl<'setup> Desk<'setup> {
    /// Fetches the token that the session's changes need.
    async fn open(setup: &'setup Setup) -> Result<Self> {
        let request = setup
            .http
            .post(format!("{}/api/v1.0/desk/session/validate", setup.shop.url()))
            .header("cookie", desk::COOKIE)
            .header("sec-fetch-site", "same-origin");
        let response = request.send().await?;
        let mut cookies = response.headers().get_all(SET_COOKIE).iter();
        let xsrf = cookies.find_map(|cookie| {
            let value = cookie.to_str().ok()?.strip_prefix("DESK-XSRF-TOKEN=")?;
            Some(value.split(';').next()?.to_owned())
        });
        Ok(Self {
            setup,
            xsrf: xsrf.context("the manager has no session")?,
        })
    }

    /// Returns a request of the imports.
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.request_products(method, &format!("imports{path}"))
    }

    /// Returns a request of the products.
    fn request_products(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}/api/v1.0/desk/products/{path}", self.setup.shop.url());
        self.setup
            .http
            .request(method, url)
            .header("cookie", desk::COOKIE)
            .header("sec-fetch-site", "same-origin")
            .header("x-xsrf-token", &self.xsrf)
            .header("idempotency-key", uuid::Uuid::new_v4().to_string())
    }

    /// Returns the price of a product that each import changes.
    async fn price_of_changed(&self) -> Result<Value> {
        let product = data(self.request_products(Method::GET, "BENCH-0000001")).await?;
        let price = field(&product, "price").clone();
        ensure!(!price.is_null(), "the desk shows no price: {product}");
        Ok(price)
    }

    /// Returns an import once it is in a state.
    async fn wait(&self, id: &str, state: &str) -> Result<Value> {
        let started = Instant::now();
        loop {
            let import = data(self.request(Method::GET, &format!("/{id}"))).await?;
            if *field(&import, "state") == state {
                return Ok(import);
            }
            ensure!(
                *field(&import, "state") != "failed" && started.elapsed() < STEP_TIMEOUT,
                "the import is not {state}: {import}"
            );
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}

/// Returns a field of a record; null if it is missing.
fn field<'value>(record: &'value Value, name: &str) -> &'value Value {
    record.get(name).unwrap_or(&Value::Null)
}

/// Sends a request; returns the data of its response.
async fn data(request: RequestBuilder) -> Result<Value> {
    let response = request.send().await?;
    let status = response.status();
    let mut body: Value = response.json().await.context("the answer is no JSON")?;
    ensure!(
        status == 200 && *field(&body, "success") == true,
        "{status} {body}"
    );
    Ok(body.get_mut("data").map(Value::take).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_table_is_in_the_shop() {
        let table = table(3, 20).unwrap();
        let mut of_shop = table.lines().filter(|line| line.starts_with("BENCH-"));
        assert_eq!(of_shop.clone().count(), 2);
        assert_eq!(of_shop.next_back(), Some("BENCH-0000002;;;;;103,37;;"));
        assert_eq!(table.lines().filter(|line| line.starts_with("I3-")).count(), 18);
    }
}
