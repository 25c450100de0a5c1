//! A load of the shop: readers of pages and lists, and customers that change carts and place orders.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context as _, Result};
use futures::future::join_all;
use reqwest::Client;

use super::{
    customer::Customer,
    rollout::{self, Requests},
};

/// Readers of pages and lists.
const READERS: usize = 1;

/// Customers that fill a cart and order it.
pub(super) const BUYERS: usize = 2;

/// Customers that only change their carts, so that carts are observed while orders fail.
const BROWSERS: usize = 1;

/// Products that are ordered in turn: an account may hold only a few pieces of a small stock.
const PRODUCTS: usize = 12;

/// Pause between two writes of a customer.
const PAUSE: Duration = Duration::from_millis(200);

/// Tries of a write that still fails when the load stops.
const LAST_TRIES: u32 = 10;

/// The names and the pace of a load.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    /// The beginning of the customers' e-mail addresses and of the idempotency keys.
    pub(super) name: &'static str,
    /// The time of the requests in the failures of readers, such as "during the failover".
    pub(super) event: &'static str,
    /// Orders of a buyer, among them the one of the preparation.
    pub(super) orders: usize,
    /// Time between two orders of a buyer, if the first succeeds at once.
    pub(super) interval: Duration,
}

/// Returns a success; adds an error to the problems.
pub(super) fn keep<T>(problems: &mut Vec<String>, result: Result<T>) -> Option<T> {
    result.map_err(|error| problems.push(format!("{error:#}"))).ok()
}

/// The kind of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Cart,
    Order,
}

impl Kind {
    pub(super) const ALL: [Self; 2] = [Self::Cart, Self::Order];

    pub(super) const fn plural(self) -> &'static str {
        match self {
            Self::Cart => "carts",
            Self::Order => "orders",
        }
    }
}

/// An attempt to write; the times are since the start of the load.
#[derive(Debug, Clone, Copy)]
pub(super) struct Write {
    pub(super) kind: Kind,
    pub(super) started: Duration,
    pub(super) ended: Duration,
    pub(super) succeeded: bool,
}

/// The writes of a customer.
#[derive(Debug)]
struct Journal {
    /// The start of the load.
    origin: Instant,
    writes: Vec<Write>,
    last_failure: Option<String>,
}

impl Journal {
    const fn new(origin: Instant) -> Self {
        Self {
            origin,
            writes: Vec::new(),
            last_failure: None,
        }
    }

    /// Sends a request, and notes its times and result.
    async fn note<T>(&mut self, kind: Kind, request: impl Future<Output = Result<T>>) -> Result<T> {
        let started = self.origin.elapsed();
        let result = request.await;
        self.writes.push(Write {
            kind,
            started,
            ended: self.origin.elapsed(),
            succeeded: result.is_ok(),
        });
        if let Err(error) = &result {
            self.last_failure = Some(format!("{error:#}"));
        }
        result
    }
}

/// Compares the acknowledged orders of a customer with those that the shop lists; returns a description of each difference.
/// `unanswered` orders may be listed, or not.
fn differences(acknowledged: &[String], listed: &[String], unanswered: usize) -> Vec<String> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for id in listed {
        *times.entry(id).or_default() += 1;
    }
    let mut expected = BTreeSet::new();
    let mut problems = Vec::new();
    for id in acknowledged {
        if !expected.insert(id.as_str()) {
            problems.push(format!("order {id} was acknowledged for two requests"));
        }
        match times.get(id.as_str()) {
            None => problems.push(format!("order {id} was acknowledged and is missing")),
            Some(1) => {}
            Some(number) => problems.push(format!("order {id} is listed {number} times")),
        }
    }
    let others: Vec<_> = times
        .keys()
        .filter(|id| !expected.contains(*id))
        .copied()
        .collect();
    if others.len() > unanswered {
        problems.push(format!(
            "orders that no response named are listed: {}",
            others.join(", ")
        ));
    }
    problems
}

/// A customer who places orders.
#[derive(Debug)]
struct Buyer {
    customer: Customer,
    /// The number among the buyers.
    index: usize,
    plan: Plan,
    acknowledged: Vec<String>,
    /// The last failure of an order that was not answered with success.
    unanswered: Option<String>,
}

impl Buyer {
    /// Places an order without a second try.
    async fn order_once(&mut self, product: i64) -> Result<()> {
        let key = self.key();
        self.customer.add_to_cart(product, Some(&key)).await?;
        let order = self.customer.place_order(product, &key, None).await?;
        self.acknowledged.push(order);
        Ok(())
    }

    /// The idempotency key of the next order and of its piece in the cart.
    fn key(&self) -> String {
        format!("{}-{}", self.plan.name, self.acknowledged.len())
    }

    /// Places orders until stopped, or those of the plan are placed.
    async fn run(&mut self, products: &[i64], started: Instant, stopped: &AtomicBool) -> Journal {
        let mut journal = Journal::new(started);
        let buyers = u32::try_from(BUYERS).unwrap_or(1);
        let offset = u32::try_from(self.index).unwrap_or_default();
        // The buyers order one after the other, so that a gap is seen precisely.
        let mut next = Instant::now() + self.plan.interval / buyers * offset;
        let left = self.plan.orders.saturating_sub(1);
        let products = products.iter().cycle().skip(self.index).take(left);
        for product in products {
            if stopped.load(Ordering::Relaxed) {
                break;
            }
            if let Err(error) = self.order(*product, next, &mut journal, stopped).await {
                self.unanswered = Some(format!("{error:#}"));
                break;
            }
            next = (next + self.plan.interval).max(Instant::now());
        }
        journal
    }

    /// Fills the cart, and orders it at a moment; repeats each request until it succeeds. The cart is filled early, so that the
    /// first order after a failure does not wait for it.
    async fn order(
        &mut self,
        product: i64,
        at: Instant,
        journal: &mut Journal,
        stopped: &AtomicBool,
    ) -> Result<()> {
        let key = self.key();
        let customer = &mut self.customer;
        repeat(stopped, async || {
            let added = customer.add_to_cart(product, Some(&key));
            journal.note(Kind::Cart, added).await
        })
        .await?;
        let pause = at.saturating_duration_since(Instant::now()).max(PAUSE);
        tokio::time::sleep(pause).await;
        let order = repeat(stopped, async || {
            let placed = customer.place_order(product, &key, None);
            journal.note(Kind::Order, placed).await
        })
        .await?;
        self.acknowledged.push(order);
        Ok(())
    }
}

/// Repeats a request until it succeeds, or has failed ten times after the load has stopped.
///
/// # Errors
/// If the last request failed, with its error.
async fn repeat<T>(stopped: &AtomicBool, mut request: impl AsyncFnMut() -> Result<T>) -> Result<T> {
    let mut left = LAST_TRIES;
    loop {
        let result = request().await;
        if stopped.load(Ordering::Relaxed) {
            left -= 1;
        }
        if result.is_ok() || left == 0 {
            return result;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Puts a product into a cart and removes it again, until stopped.
async fn browse(customer: &mut Customer, product: i64, started: Instant, stopped: &AtomicBool) -> Journal {
    let mut journal = Journal::new(started);
    while !stopped.load(Ordering::Relaxed) {
        // The journal notes failures.
        let _ = journal
            .note(Kind::Cart, customer.add_to_cart(product, None))
            .await;
        tokio::time::sleep(PAUSE).await;
        let _ = journal.note(Kind::Cart, customer.remove_from_cart(product)).await;
        tokio::time::sleep(PAUSE).await;
    }
    journal
}

/// The readers and customers.
#[derive(Debug)]
pub(super) struct Load {
    http: Client,
    plan: Plan,
    /// The addresses of pages and lists.
    urls: Vec<String>,
    /// The products to order, those with the most pieces in stock first.
    products: Vec<i64>,
    /// The product that the browsers put into their carts.
    browsed: i64,
    buyers: Vec<Buyer>,
    browsers: Vec<Customer>,
}

/// The requests of the load.
#[derive(Debug)]
pub(super) struct Results {
    pub(super) reads: Requests,
    pub(super) writes: Vec<Write>,
    pub(super) last_failure: Option<String>,
}

impl Load {
    /// Registers the customers; each buyer places a first order.
    ///
    /// # Errors
    /// If the shop refuses a request.
    pub(super) async fn prepare(http: &Client, shop: &str, plan: Plan) -> Result<Self> {
        let run = unix_seconds();
        let mut customers = Vec::new();
        for number in 1..=BUYERS + BROWSERS {
            let email = format!("{}-{number}-{run}@example.com", plan.name);
            customers.push(Customer::register(http, shop, email).await?);
        }
        let browsers = customers.split_off(BUYERS);
        let first = customers.first_mut().context("no customer")?;
        let mut products = first.products_in_stock().await?;
        products.truncate(PRODUCTS);
        let product = *products.first().context("no product is in stock")?;
        let mut buyers = Vec::new();
        for (index, customer) in customers.into_iter().enumerate() {
            let mut buyer = Buyer {
                customer,
                index,
                plan,
                acknowledged: Vec::new(),
                unanswered: None,
            };
            buyer.order_once(product).await.context("the first order")?;
            buyers.push(buyer);
        }
        let of_product = [
            format!("/shop/{product}"),
            format!("/api/v1.0/products/{product}"),
        ];
        let paths = rollout::PATHS.map(str::to_owned).into_iter().chain(of_product);
        Ok(Self {
            http: http.clone(),
            plan,
            urls: paths.map(|path| format!("{shop}{path}")).collect(),
            products,
            browsed: product,
            buyers,
            browsers,
        })
    }

    /// Reads and writes until stopped.
    pub(super) async fn run(&mut self, started: Instant, stopped: &AtomicBool) -> Results {
        let event = self.plan.event;
        let readers = join_all((0..READERS).map(|_| rollout::read(&self.http, &self.urls, event, stopped)));
        let buyers = join_all(
            self.buyers
                .iter_mut()
                .map(|buyer| buyer.run(&self.products, started, stopped)),
        );
        let browsers = join_all(
            self.browsers
                .iter_mut()
                .map(|customer| browse(customer, self.browsed, started, stopped)),
        );
        let (reads, buyers, browsers) = tokio::join!(readers, buyers, browsers);
        let mut results = Results {
            reads: reads.into_iter().fold(Requests::default(), Requests::add),
            writes: Vec::new(),
            last_failure: None,
        };
        for journal in buyers.into_iter().chain(browsers) {
            results.writes.extend(journal.writes);
            results.last_failure = journal.last_failure.or(results.last_failure);
        }
        results
    }

    /// Compares the orders of each buyer with those that the shop lists, and cancels them. Adds the differences to the problems,
    /// and returns the number of acknowledged orders.
    pub(super) async fn check_orders(&mut self, problems: &mut Vec<String>) -> usize {
        for buyer in &mut self.buyers {
            problems.extend(
                buyer
                    .unanswered
                    .iter()
                    .map(|failure| format!("an order was not answered with success: {failure}")),
            );
            let Some(listed) = keep(problems, buyer.customer.orders().await) else {
                continue;
            };
            let unanswered = usize::from(buyer.unanswered.is_some());
            problems.extend(differences(&buyer.acknowledged, &listed, unanswered));
            for order in listed {
                if keep(problems, buyer.customer.cancel_order(&order).await).is_none() {
                    break;
                }
            }
        }
        self.buyers.iter().map(|buyer| buyer.acknowledged.len()).sum()
    }
}

/// Returns the seconds since 1970; 0 if the clock is before.
#[expect(
    clippy::disallowed_methods,
    reason = "the number only makes the e-mail addresses of a run unique"
)]
fn unix_seconds() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map(|since| since.as_secs())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use anyhow::ensure;

    use super::*;

    fn ids(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn differences_name_missing_doubled_and_unknown_orders() {
        assert_eq!(differences(&ids("a b"), &ids("b a"), 0), ids(""));
        assert_eq!(
            differences(&ids("a b"), &ids("b b c d"), 1),
            [
                "order a was acknowledged and is missing",
                "order b is listed 2 times",
                "orders that no response named are listed: c, d",
            ]
        );
        assert_eq!(differences(&ids("a"), &ids("a b"), 1), ids(""));
        assert_eq!(
            differences(&ids("a a"), &ids("a"), 0),
            ["order a was acknowledged for two requests"]
        );
    }

    #[tokio::test]
    async fn request_is_repeated_until_it_succeeds_or_ten_times_after_the_load() {
        let repeat = async |is_stopped, successful: u32| {
            let mut tries = 0;
            let request = async || {
                tries += 1;
                ensure!(tries == successful, "try {tries}");
                Ok(tries)
            };
            let result = super::repeat(&AtomicBool::new(is_stopped), request).await;
            result.map_err(|error| error.to_string())
        };
        assert_eq!(repeat(false, 2).await, Ok(2));
        assert_eq!(repeat(true, 40).await, Err("try 10".to_owned()));
    }
}
