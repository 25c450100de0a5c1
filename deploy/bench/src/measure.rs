//! Measures rows beside their limits, interleaved, in several rounds.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context as _, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use toolkit::console::print_status;

use crate::{
    check::{self, Answer},
    commits::{self, Commits},
    desk,
    import::{self, Outcome},
    limit::LimitServer,
    load::{
        Sample,
        flow::{Amount, Flow, Task},
    },
    metrics,
    process::{self, ProcessorTimes},
    products,
    rows::{Limit, Load, Read, Row},
    setup::Setup,
};

/// Buyers beside the reads of [`Row::ListBusy`].
const BUYERS_BESIDE: u32 = 4;

/// Paths of a row whose answers are checked.
const CHECKED_PATHS: usize = 15;

/// Longest wait until the processes are idle after a flow.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
const IDLE_INTERVAL: Duration = Duration::from_millis(500);

/// One measurement of a row.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    /// Operations of the limit in a second, as many as one of the row needs.
    pub(crate) limit: Option<f64>,
    pub(crate) sample: Sample,
    /// Processor time of each process for one operation, in milliseconds.
    pub(crate) processor: BTreeMap<String, f64>,
    /// Commits of each database for one operation.
    pub(crate) commits: Commits,
    /// Share of the answers that needed no call of the catalog.
    pub(crate) hits: Option<f64>,
    /// Each of the desk's lists by itself.
    pub(crate) lists: BTreeMap<&'static str, Sample>,
    pub(crate) import: Option<Outcome>,
}

/// The rounds of each row.
pub(crate) type Rounds = BTreeMap<Row, Vec<Round>>;

/// A row with what it needs.
struct Prepared {
    row: Row,
    urls: Vec<String>,
    limit: Option<LimitServer>,
}

/// Measures the rows in turn, `rounds` times.
///
/// # Errors
/// If an answer is wrong, or a tool fails.
pub(crate) async fn measure(
    setup: &Setup,
    rows: &[Row],
    rounds: u32,
    seconds: u32,
    bytes: &mut BTreeMap<Row, usize>,
) -> Result<Rounds> {
    let mut prepared = Vec::new();
    for row in rows {
        let row = prepare(setup, *row, bytes).await?;
        prepared.push(row);
    }
    let progress = ProgressBar::new(u64::from(rounds) * u64::try_from(prepared.len())?);
    progress.set_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} {msg} (about {eta} left)",
    )?);
    let mut measured = Rounds::new();
    for round in 1..=rounds {
        for row in &prepared {
            progress.set_message(format!("round {round}: {}", row.row.name()));
            progress.tick();
            let result = measure_once(setup, row, seconds).await;
            let result = result.with_context(|| format!("the row {} failed", row.row.name()))?;
            // The bar shows on terminals only.
            if progress.is_hidden() {
                print_status(&format!(
                    "round {round} of {rounds}, {}: {:.0}/s beside {:.0}/s",
                    row.row.name(),
                    result.sample.rate,
                    result.limit.unwrap_or_default()
                ));
            }
            measured.entry(row.row).or_default().push(result);
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    Ok(measured)
}

/// Checks the answers of a read on each gateway, and returns the first one.
///
/// # Errors
/// If one is wrong.
pub(crate) async fn check_read(setup: &Setup, read: Read) -> Result<Answer> {
    let mut first = None;
    for shop in setup.shop.urls() {
        for path in read.paths(&setup.products).iter().take(CHECKED_PATHS) {
            let answer = check::fetch(&setup.http, &format!("{shop}{path}"), read.cookie()).await?;
            check::check(read, path, &answer, setup.product_count)?;
            first.get_or_insert(answer);
        }
    }
    first.context("the row has no paths")
}

async fn prepare(setup: &Setup, row: Row, bytes: &mut BTreeMap<Row, usize>) -> Result<Prepared> {
    let definition = row.definition();
    let mut urls = Vec::new();
    let mut limit = None;
    if row == Row::Desk {
        desk::insert(setup.shop.postgres(), desk::QUOTES, desk::ORDERS).await?;
    }
    if row == Row::DeskLarge {
        desk::insert_team(setup.shop.postgres()).await?;
        products::wait_for_desk(&setup.shop.postgres().url("catalog")).await?;
    }
    if let Load::Read(read) = definition.load {
        let answer = check_read(setup, read).await?;
        if !row.is_desk() {
            bytes.insert(row, answer.body.len());
        }
        urls = setup
            .shop
            .urls()
            .iter()
            .flat_map(|shop| {
                read.paths(&setup.products)
                    .into_iter()
                    .map(move |path| format!("{shop}{path}"))
            })
            .collect();
        if definition.limit == Limit::SameBytes {
            let folder = setup.shop.folder();
            let name = row.name();
            let server = LimitServer::start(folder, &name, &answer.content_type, &answer.body).await?;
            limit = Some(server);
        }
    }
    Ok(Prepared { row, urls, limit })
}

async fn measure_once(setup: &Setup, prepared: &Prepared, seconds: u32) -> Result<Round> {
    let definition = prepared.row.definition();
    let clients = prepared.row.clients();
    let limit = match (definition.limit, &prepared.limit) {
        (Limit::SameBytes, Some(server)) => {
            let urls = [server.url.clone()];
            let sample = setup
                .tools()?
                .oha
                .run(setup.shop.folder(), &urls, None, clients, seconds)
                .await?;
            Some(sample.rate)
        }
        (Limit::Pgbench(script, transactions), _) => {
            let sample = setup.tools()?.pgbench.run(script, clients, seconds).await?;
            Some(sample.rate / f64::from(transactions))
        }
        _ => None,
    };
    let processes = setup.shop.processes();
    let server = setup.shop.postgres().server_url();
    let commits_before = commits::read(&server).await?;
    let before = process::processor_times(&processes)?;
    let mut hits = None;
    let mut imported = None;
    let sample = match definition.load {
        Load::Flow(flow, clients) => {
            let sample = run_flow(setup, flow, clients, Amount::Seconds(seconds)).await?;
            wait_until_idle(setup).await?;
            sample
        }
        Load::Read(_) if prepared.row == Row::ListBusy => {
            let calls = metrics::list_calls(setup).await?;
            let beside = run_flow(setup, Flow::Purchase, BUYERS_BESIDE, Amount::Seconds(seconds + 1));
            let reads = setup
                .tools()?
                .oha
                .run(setup.shop.folder(), &prepared.urls, None, clients, seconds);
            let (sample, _) = tokio::try_join!(reads, beside)?;
            let calls = metrics::list_calls(setup).await? - calls;
            hits = Some((1.0 - calls / sample.count).max(0.0));
            sample
        }
        Load::Read(Read::DeskProducts) => {
            let paths = Read::DeskProducts.paths(&[]);
            read_slowly(setup, paths, clients, seconds).await?
        }
        Load::Read(read) => {
            setup
                .tools()?
                .oha
                .run(
                    setup.shop.folder(),
                    &prepared.urls,
                    read.cookie(),
                    clients,
                    seconds,
                )
                .await?
        }
        Load::Import(shoppers) => {
            let outcome = import::run(setup, import::FULL, shoppers).await?;
            let sample = outcome.sample();
            imported = Some(outcome);
            sample
        }
        Load::None => Sample::default(),
    };
    let after = process::processor_times(&processes)?;
    let mut lists = BTreeMap::new();
    if prepared.row == Row::DeskLarge {
        let paths = Read::DeskProducts.paths(&[]);
        for (name, path) in desk::PRODUCT_PATHS.into_iter().zip(paths) {
            lists.insert(name, read_slowly(setup, vec![path], clients, seconds).await?);
        }
    }
    Ok(Round {
        limit,
        sample,
        processor: per_operation(&process::difference(&before, &after), sample.count),
        commits: commits::per_operation(&commits_before, &commits::read(&server).await?, sample.count),
        hits,
        lists,
        import: imported,
    })
}

/// Reads random ones of some paths of the desk, which are far from the limit of autocannon.
async fn read_slowly(setup: &Setup, paths: Vec<String>, clients: u32, seconds: u32) -> Result<Sample> {
    let task = Task {
        flow: Flow::Read,
        urls: setup.shop.urls().to_vec(),
        connections: clients,
        paths,
        contains: Read::DeskProducts.contains().to_owned(),
        cookie: Read::DeskProducts.cookie(),
        buyers: Vec::new(),
        products: Vec::new(),
    };
    setup.flows.run(&task, Amount::Seconds(seconds)).await
}

/// Runs a flow of the first buyers.
///
/// # Errors
/// If an answer is wrong.
pub(crate) async fn run_flow(setup: &Setup, flow: Flow, clients: u32, amount: Amount) -> Result<Sample> {
    let task = Task {
        flow,
        urls: setup.shop.urls().to_vec(),
        connections: clients,
        paths: Vec::new(),
        contains: String::new(),
        cookie: None,
        buyers: setup
            .buyers
            .iter()
            .take(usize::try_from(clients)?)
            .cloned()
            .collect(),
        products: setup.products.clone(),
    };
    ensure!(
        task.buyers.len() == usize::try_from(clients)?,
        "there are too few buyers"
    );
    setup.flows.run(&task, amount).await
}

/// Waits until the shop's processes use less than a tenth of a core: events and mail follow a purchase.
async fn wait_until_idle(setup: &Setup) -> Result<()> {
    let processes = setup.shop.processes();
    let started = tokio::time::Instant::now();
    let mut last = total(&process::processor_times(&processes)?);
    while started.elapsed() < IDLE_TIMEOUT {
        tokio::time::sleep(IDLE_INTERVAL).await;
        let now = total(&process::processor_times(&processes)?);
        if now.saturating_sub(last) < IDLE_INTERVAL / 10 {
            break;
        }
        last = now;
    }
    Ok(())
}

fn total(times: &ProcessorTimes) -> Duration {
    times.values().sum()
}

/// Returns milliseconds for one operation, without processes below a microsecond.
fn per_operation(times: &ProcessorTimes, count: f64) -> BTreeMap<String, f64> {
    times
        .iter()
        .map(|(name, time)| (name.clone(), time.as_secs_f64() * 1000.0 / count.max(1.0)))
        .filter(|(_, milliseconds)| *milliseconds >= 0.001)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_per_operation() {
        let times = ProcessorTimes::from([
            ("order".to_owned(), Duration::from_secs(2)),
            ("content".to_owned(), Duration::ZERO),
        ]);
        assert_eq!(
            per_operation(&times, 500.0),
            BTreeMap::from([("order".to_owned(), 4.0)])
        );
    }
}
