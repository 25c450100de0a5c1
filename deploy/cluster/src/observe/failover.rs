//! The primary of PostgreSQL dies while the shop is read and customers write: no read fails, no acknowledged order is lost,
//! and carts and orders are soon back.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Context as _, Result, bail, ensure};
use futures::future::join_all;
use reqwest::Client;
use serde::Deserialize;

use super::{
    customer::Customer,
    pods::{self, NAMESPACE},
    rollout::{self, Requests},
};
use crate::kubectl::Kubectl;

/// The longest time without a successful change of a cart, and without a new order, over all customers. The operations
/// documentation promises it.
const MAX_OUTAGE: Duration = Duration::from_secs(15);

/// The cluster of `CloudNativePG`.
const CLUSTER: &str = "postgres";

/// Its phase while all servers run as they should.
const HEALTHY: &str = "Cluster in healthy state";

/// Time of load before the primary is killed, and after the cluster is healthy again.
const MARGIN: Duration = Duration::from_secs(10);

/// Time in which another server becomes the primary and the cluster healthy.
const FAILOVER_TIMEOUT: Duration = Duration::from_mins(3);
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Readers of pages and lists.
const READERS: usize = 2;

/// Customers that fill a cart and order it.
const BUYERS: usize = 4;

/// Customers that only change their carts, so that carts are observed while orders fail.
const BROWSERS: usize = 2;

/// Orders of a buyer: the default limits of the shop for an account, in an hour and unpaid. All buyers stay below the limit of
/// an address, of 100 orders in an hour; a second run in the hour needs a higher `ORDERS_PER_ADDRESS_HOUR`.
const MAX_ORDERS: usize = 20;

/// Time between two orders of a buyer, if the first succeeds at once.
const ORDER_INTERVAL: Duration = Duration::from_secs(2);

/// Products that are ordered in turn: an account may hold only a few pieces of a small stock.
const PRODUCTS: usize = 12;

/// Pause between two writes of a customer.
const PAUSE: Duration = Duration::from_millis(200);

/// Tries of a write that still fails when the load stops.
const LAST_TRIES: u32 = 10;

/// Kills the primary under load, and checks reads, writes and orders.
///
/// # Errors
/// Before the kill: if there is no healthy cluster of `CloudNativePG` with a replica, or the shop refuses an order. After it: if
/// a read failed, writes were away too long, an acknowledged order is missing or doubled, or the cluster is not healthy.
pub(super) async fn check(kubectl: &Kubectl, url: &str) -> Result<String> {
    let primary = healthy_primary(kubectl).await?;
    let http = rollout::client()?;
    let mut load = Load::prepare(&http, url).await?;

    let (started, stopped) = (Instant::now(), AtomicBool::new(false));
    let kill = async {
        let result = fail_over(kubectl, &primary, started).await;
        stopped.store(true, Ordering::Relaxed);
        result
    };
    let (results, failover) = tokio::join!(load.run(started, &stopped), kill);
    let failover = failover?;

    let mut problems: Vec<_> = failover.problem.iter().cloned().collect();
    let reads = keep(&mut problems, results.reads.summary());
    let outages = Kind::ALL.map(|kind| keep(&mut problems, outage(&results.writes, kind, failover.killed)));
    if outages.contains(&None) {
        problems.extend(
            results
                .last_failure
                .map(|failure| format!("last failed write: {failure}")),
        );
    }
    let acknowledged = load.check_orders(&mut problems).await;
    match (reads, outages) {
        (Some(reads), [Some(carts), Some(orders)]) if problems.is_empty() => Ok(format!(
            "{}; carts away for {:.1} s, orders for {:.1} s; reads: {reads}; {acknowledged} orders acknowledged, all there",
            failover.describe(&primary),
            carts.as_secs_f64(),
            orders.as_secs_f64(),
        )),
        _ => bail!("{}\n{}", failover.describe(&primary), problems.join("\n")),
    }
}

/// Returns a success; adds an error to the problems.
fn keep<T>(problems: &mut Vec<String>, result: Result<T>) -> Option<T> {
    result.map_err(|error| problems.push(format!("{error:#}"))).ok()
}

/// A cluster of `CloudNativePG`.
#[derive(Debug, Deserialize)]
struct Cluster {
    #[serde(default)]
    status: ClusterStatus,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ClusterStatus {
    current_primary: String,
    phase: String,
    ready_instances: u32,
}

impl ClusterStatus {
    /// Whether another server than this one is the primary.
    fn has_other_primary(&self, than: &str) -> bool {
        !self.current_primary.is_empty() && self.current_primary != than
    }
}

async fn cluster(kubectl: &Kubectl) -> Result<ClusterStatus> {
    let get = ["get", "clusters.postgresql.cnpg.io", CLUSTER];
    let cluster: Cluster = pods::get(kubectl, &get)
        .await
        .with_context(|| format!("no cluster {CLUSTER} of CloudNativePG"))?;
    Ok(cluster.status)
}

/// Returns the primary's pod.
///
/// # Errors
/// If there is no cluster, it is not healthy, or no replica is ready.
async fn healthy_primary(kubectl: &Kubectl) -> Result<String> {
    let status = cluster(kubectl).await?;
    ensure!(
        status.phase == HEALTHY,
        "the cluster {CLUSTER} is not healthy: {}",
        status.phase
    );
    ensure!(
        status.ready_instances > 1,
        "the cluster {CLUSTER} has no ready replica"
    );
    ensure!(
        !status.current_primary.is_empty(),
        "the cluster {CLUSTER} has no primary"
    );
    Ok(status.current_primary)
}

/// A failover.
#[derive(Debug)]
struct Failover {
    /// Time from the start of the load to the kill.
    killed: Duration,
    /// The next primary, and the time from the kill until it was seen.
    next: Option<(String, Duration)>,
    /// Why the cluster is not healthy again, if it is not.
    problem: Option<String>,
}

impl Failover {
    fn describe(&self, killed: &str) -> String {
        self.next.as_ref().map_or_else(
            || format!("{killed} killed"),
            |(next, after)| format!("{killed} killed, {next} is primary after {} s", after.as_secs()),
        )
    }
}

/// Kills the primary after 10 s, waits until another one has replaced it and the cluster is healthy, at most 3 minutes, and 10 s
/// more.
async fn fail_over(kubectl: &Kubectl, primary: &str, started: Instant) -> Result<Failover> {
    tokio::time::sleep(MARGIN).await;
    let killed = Instant::now();
    let delete = [
        "delete",
        "pod",
        primary,
        "--namespace",
        NAMESPACE,
        "--grace-period=0",
        "--force",
    ];
    kubectl.run(&delete).await?;
    let mut failover = Failover {
        killed: killed.duration_since(started),
        next: None,
        problem: None,
    };
    loop {
        let status = cluster(kubectl).await?;
        if failover.next.is_none() && status.has_other_primary(primary) {
            failover.next = Some((status.current_primary, killed.elapsed()));
        }
        if failover.next.is_some() && status.phase == HEALTHY {
            break;
        }
        if killed.elapsed() > FAILOVER_TIMEOUT {
            let seconds = FAILOVER_TIMEOUT.as_secs();
            failover.problem = Some(match failover.next {
                Some(_) => format!("after {seconds} s the cluster {CLUSTER} is: {}", status.phase),
                None => format!("after {seconds} s {primary} is still the primary"),
            });
            break;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    tokio::time::sleep(MARGIN).await;
    Ok(failover)
}

/// The kind of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Cart,
    Order,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Cart, Self::Order];

    const fn plural(self) -> &'static str {
        match self {
            Self::Cart => "carts",
            Self::Order => "orders",
        }
    }
}

/// An attempt to write; the times are since the start of the load.
#[derive(Debug, Clone, Copy)]
struct Write {
    kind: Kind,
    started: Duration,
    ended: Duration,
    succeeded: bool,
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

/// Returns the longest time between the ends of consecutive successes, over all customers. A failure after the last success
/// counts as an end, too.
fn longest_gap(writes: &[Write], kind: Kind) -> Duration {
    let of_kind = || writes.iter().filter(|write| write.kind == kind);
    let mut ends: Vec<_> = of_kind()
        .filter(|write| write.succeeded)
        .map(|write| write.ended)
        .collect();
    ends.extend(of_kind().map(|write| write.ended).max());
    ends.sort_unstable();
    ends.iter()
        .zip(ends.iter().skip(1))
        .map(|(one, next)| next.saturating_sub(*one))
        .max()
        .unwrap_or_default()
}

/// Returns how long writes of a kind were away.
///
/// # Errors
/// If none succeeded before the kill or after it, or they were away longer than [`MAX_OUTAGE`].
fn outage(writes: &[Write], kind: Kind, killed: Duration) -> Result<Duration> {
    let name = kind.plural();
    let mut succeeded = writes
        .iter()
        .filter(|write| write.kind == kind && write.succeeded);
    ensure!(
        succeeded.clone().any(|write| write.ended < killed),
        "{name}: no write succeeded before the kill"
    );
    ensure!(
        succeeded.any(|write| write.started > killed),
        "{name}: no write succeeded after the kill"
    );
    let gap = longest_gap(writes, kind);
    ensure!(
        gap <= MAX_OUTAGE,
        "{name} were away for {:.1} s, longer than {} s",
        gap.as_secs_f64(),
        MAX_OUTAGE.as_secs()
    );
    Ok(gap)
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
    acknowledged: Vec<String>,
    /// The last failure of an order that was not answered with success.
    unanswered: Option<String>,
}

impl Buyer {
    /// Places an order without a second try.
    async fn order_once(&mut self, product: i64) -> Result<()> {
        let key = self.key();
        self.customer.add_to_cart(product, Some(&key)).await?;
        let order = self.customer.place_order(product, &key).await?;
        self.acknowledged.push(order);
        Ok(())
    }

    /// The idempotency key of the next order and of its piece in the cart.
    fn key(&self) -> String {
        format!("failover-{}", self.acknowledged.len())
    }

    /// Places orders until stopped, or the limit of the account is reached.
    async fn run(&mut self, products: &[i64], started: Instant, stopped: &AtomicBool) -> Journal {
        let mut journal = Journal::new(started);
        let buyers = u32::try_from(BUYERS).unwrap_or(1);
        let offset = u32::try_from(self.index).unwrap_or_default();
        // The buyers order one after the other, so that a gap is seen precisely.
        tokio::time::sleep(ORDER_INTERVAL / buyers * offset).await;
        let products = products.iter().cycle().skip(self.index).take(MAX_ORDERS - 1);
        for product in products {
            if stopped.load(Ordering::Relaxed) {
                break;
            }
            let next = Instant::now() + ORDER_INTERVAL;
            if let Err(error) = self.order(*product, &mut journal, stopped).await {
                self.unanswered = Some(format!("{error:#}"));
                break;
            }
            let pause = next.saturating_duration_since(Instant::now()).max(PAUSE);
            tokio::time::sleep(pause).await;
        }
        journal
    }

    /// Places an order, and repeats its requests until each succeeds.
    async fn order(&mut self, product: i64, journal: &mut Journal, stopped: &AtomicBool) -> Result<()> {
        let key = self.key();
        let customer = &mut self.customer;
        repeat(stopped, async || {
            let added = customer.add_to_cart(product, Some(&key));
            journal.note(Kind::Cart, added).await
        })
        .await?;
        tokio::time::sleep(PAUSE).await;
        let order = repeat(stopped, async || {
            let placed = customer.place_order(product, &key);
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
/// That of the last request.
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
struct Load {
    http: Client,
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
struct Results {
    reads: Requests,
    writes: Vec<Write>,
    last_failure: Option<String>,
}

impl Load {
    /// Registers the customers; each buyer places a first order.
    ///
    /// # Errors
    /// If the shop refuses a request.
    async fn prepare(http: &Client, shop: &str) -> Result<Self> {
        let run = unix_seconds();
        let mut customers = Vec::new();
        for number in 1..=BUYERS + BROWSERS {
            let email = format!("failover-{number}-{run}@example.com");
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
                acknowledged: Vec::new(),
                unanswered: None,
            };
            buyer
                .order_once(product)
                .await
                .context("before the primary was killed")?;
            buyers.push(buyer);
        }
        let of_product = [
            format!("/shop/{product}"),
            format!("/api/v1.0/products/{product}"),
        ];
        let paths = rollout::PATHS.map(str::to_owned).into_iter().chain(of_product);
        Ok(Self {
            http: http.clone(),
            urls: paths.map(|path| format!("{shop}{path}")).collect(),
            products,
            browsed: product,
            buyers,
            browsers,
        })
    }

    /// Reads and writes until stopped.
    async fn run(&mut self, started: Instant, stopped: &AtomicBool) -> Results {
        let event = "during the failover";
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
    async fn check_orders(&mut self, problems: &mut Vec<String>) -> usize {
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
    use super::*;

    fn write(kind: Kind, ended: u64, succeeded: bool) -> Write {
        Write {
            kind,
            started: Duration::from_millis(1_000 * ended - 500),
            ended: Duration::from_secs(ended),
            succeeded,
        }
    }

    /// Carts that change at these seconds.
    fn carts(seconds: &[u64]) -> Vec<Write> {
        seconds
            .iter()
            .map(|ended| write(Kind::Cart, *ended, true))
            .collect()
    }

    fn ids(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn longest_gap_is_between_successes_of_a_kind_over_all_customers() {
        let gap = |writes: &[Write]| longest_gap(writes, Kind::Cart).as_secs();
        assert_eq!(gap(&[]), 0);
        assert_eq!(gap(&carts(&[5])), 0);
        // The writes of a customer follow those of another one.
        let mut writes = carts(&[1, 4, 20, 2, 12]);
        assert_eq!(gap(&writes), 8);
        writes.push(write(Kind::Cart, 8, false));
        writes.push(write(Kind::Order, 8, true));
        assert_eq!(gap(&writes), 8);
        writes.push(write(Kind::Cart, 19, true));
        assert_eq!(gap(&writes), 8);
        writes.push(write(Kind::Cart, 8, true));
        assert_eq!(gap(&writes), 7);
    }

    #[test]
    fn failure_after_the_last_success_ends_a_gap() {
        let mut writes = carts(&[1, 2]);
        writes.push(write(Kind::Cart, 12, false));
        assert_eq!(longest_gap(&writes, Kind::Cart).as_secs(), 10);
    }

    #[test]
    fn outage_needs_successes_before_and_after_the_kill_and_ends_in_15_s() {
        let killed = Duration::from_secs(10);
        let outage = |seconds: &[u64]| {
            let result = outage(&carts(seconds), Kind::Cart, killed);
            result.map(|gap| gap.as_secs()).map_err(|error| error.to_string())
        };
        assert_eq!(outage(&[9, 24]), Ok(15));
        assert_eq!(
            outage(&[9, 25]).unwrap_err(),
            "carts were away for 16.0 s, longer than 15 s"
        );
        assert_eq!(
            outage(&[12, 13]).unwrap_err(),
            "carts: no write succeeded before the kill"
        );
        assert_eq!(
            outage(&[8, 9]).unwrap_err(),
            "carts: no write succeeded after the kill"
        );
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

    #[test]
    fn status_of_a_new_cluster_has_no_other_primary() {
        let cluster = |text: &str| serde_json::from_str::<Cluster>(text).unwrap().status;
        assert!(!cluster("{}").has_other_primary("postgres-1"));
        let status = cluster(
            "{\"status\": {\"currentPrimary\": \"postgres-1\", \"phase\": \"Failing over\", \"readyInstances\": 2}}",
        );
        assert_eq!(
            (status.phase.as_str(), status.ready_instances),
            ("Failing over", 2)
        );
        assert!(!status.has_other_primary("postgres-1"));
        assert!(status.has_other_primary("postgres-2"));
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
