//! `cargo xtask soak`: keeps the shop at half load, and samples memory, sizes and latencies.

mod report;

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use local::Topology;
use sqlx::{Connection as _, PgConnection};
use toolkit::{console::print_status, installation::Installation, workspace::Workspace};

use crate::{
    SoakArguments, buyers,
    load::{
        Sample,
        flow::{Amount, Flow, Task},
        to_float,
    },
    machine::Machine,
    measure::run_flow,
    process,
    rows::Read,
    setup::Setup,
    setup_options,
};

const BUYERS: u32 = 8;
const READERS: u32 = 8;

/// Reads of a product beside one purchase.
const READS_OF_A_PURCHASE: u32 = 20;

/// Duration of the run at full speed that determines half load.
const CALIBRATION_SECONDS: u32 = 15;

/// Half of the lifetime of a session.
const SESSION_RENEWAL: Duration = Duration::from_mins(15);

const MIB: f64 = 1024.0 * 1024.0;

/// The state of the shop at the end of an interval.
#[derive(Debug, Clone)]
struct Point {
    minutes: f64,
    /// Missing in the state before the load.
    latencies: Option<Latencies>,
    /// Resident MiB of each service.
    memory: BTreeMap<String, f64>,
    /// Stored MiB, by kind.
    stored: BTreeMap<&'static str, f64>,
    /// Mails as files.
    mails: usize,
    /// Bytes of each table with its indexes, `database.table`.
    tables: BTreeMap<String, f64>,
}

#[derive(Debug, Clone, Copy)]
struct Latencies {
    purchases: Sample,
    reads: Sample,
}

/// The load of an interval.
#[derive(Debug, Clone, Copy)]
struct Rates {
    /// Purchases a second.
    purchases: u32,
    /// Reads a second.
    reads: u32,
}

/// Runs the shop at half load, and writes `soak.md` and `pictures/soak.svg`.
pub(crate) async fn run(arguments: SoakArguments) -> Result<()> {
    let workspace = Workspace::find().await?;
    let installation = Installation::open(&workspace.root)?;
    let mut options = setup_options(&workspace, &arguments.common)?;
    options.buyers = BUYERS;
    options.has_tools = false;
    let mut setup = Setup::start(&installation, options).await?;
    let mut machine = Machine::read()?;
    let rates = half_load(&setup).await?;
    print_status(&format!(
        "half load: {} purchases and {} reads a second",
        rates.purchases, rates.reads
    ));
    let points = observe(&mut setup, rates, arguments.minutes, arguments.interval).await?;
    setup.shop.stop().await?;
    machine.end();

    let folder = arguments
        .common
        .output
        .unwrap_or_else(|| workspace.root.join("docs"));
    let pictures = folder.join("pictures");
    fs::create_dir_all(&pictures).with_context(|| format!("cannot create {}", pictures.display()))?;
    fs::write(pictures.join("soak.svg"), report::picture(&points)).context("cannot write the picture")?;
    let path = folder.join("soak.md");
    let text = report::format(
        &points,
        rates,
        &machine,
        arguments.interval,
        arguments.common.debug,
    );
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    print_status(&format!("wrote {} and its picture", path.display()));
    Ok(())
}

/// Returns half of the purchases and reads that the shop serves at full speed, both together in the proportion of
/// [`READS_OF_A_PURCHASE`].
async fn half_load(setup: &Setup) -> Result<Rates> {
    print_status("measuring the full load");
    let before = process::processor_times(&setup.shop.processes())?;
    let sample = run_flow(
        setup,
        Flow::Purchase,
        BUYERS,
        Amount::Seconds(CALIBRATION_SECONDS),
    )
    .await?;
    let purchase = busy_seconds(setup, &before)? / sample.count;
    let before = process::processor_times(&setup.shop.processes())?;
    let sample = read(setup, Amount::Seconds(CALIBRATION_SECONDS)).await?;
    let reads = f64::from(READS_OF_A_PURCHASE) * busy_seconds(setup, &before)? / sample.count;
    // The processors are the bottleneck; the clients use part of them.
    let cores = to_float(std::thread::available_parallelism().map_or(1, usize::from));
    let purchases = to_rate(cores / 2.0 / (purchase + reads));
    Ok(Rates {
        purchases,
        reads: purchases * READS_OF_A_PURCHASE,
    })
}

/// Returns the processor time since `before`, of all processes in seconds.
fn busy_seconds(setup: &Setup, before: &process::ProcessorTimes) -> Result<f64> {
    let after = process::processor_times(&setup.shop.processes())?;
    let times = process::difference(before, &after);
    Ok(times.values().sum::<Duration>().as_secs_f64())
}

/// Rounds down to a whole rate of at least 1.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is clamped to the range of u32"
)]
fn to_rate(value: f64) -> u32 {
    value.clamp(1.0, 1_000_000.0) as u32
}

async fn read(setup: &Setup, amount: Amount) -> Result<Sample> {
    let task = Task {
        flow: Flow::Read,
        urls: setup.shop.urls().to_vec(),
        connections: READERS,
        paths: Read::Product.paths(&setup.products),
        contains: Read::Product.contains().to_owned(),
        cookie: None,
        buyers: Vec::new(),
        products: Vec::new(),
    };
    setup.flows.run(&task, amount).await
}

async fn observe(setup: &mut Setup, rates: Rates, minutes: u32, interval: u32) -> Result<Vec<Point>> {
    let started = Instant::now();
    let mut signed_in = Instant::now();
    let mut points = vec![sample(setup, started, None).await?];
    let end = Duration::from_secs(u64::from(minutes) * 60);
    while started.elapsed() < end {
        if signed_in.elapsed() > SESSION_RENEWAL {
            setup.buyers = buyers::sign_in(setup.shop.url(), BUYERS).await?;
            signed_in = Instant::now();
        }
        let paced = |rate| Amount::Paced {
            seconds: interval,
            rate,
        };
        let purchases = run_flow(
            setup,
            Flow::Purchase,
            BUYERS,
            paced(rates.purchases * Flow::Purchase.requests()),
        );
        let (purchases, reads) = tokio::try_join!(purchases, read(setup, paced(rates.reads)))?;
        let point = sample(setup, started, Some(Latencies { purchases, reads })).await?;
        print_status(&format!(
            "{:.1} of {minutes} min: {:.0} purchases/s, p99 {:.0} ms; reads p99 {:.1} ms; {:.0} MiB",
            point.minutes,
            purchases.rate,
            purchases.p99,
            reads.p99,
            point.memory.values().sum::<f64>()
        ));
        points.push(point);
    }
    Ok(points)
}

async fn sample(setup: &Setup, started: Instant, latencies: Option<Latencies>) -> Result<Point> {
    let memory = process::memory(&setup.shop.service_processes())?;
    let mut tables = BTreeMap::new();
    for database in Topology::databases() {
        for (table, bytes) in table_sizes(&setup.shop.postgres().url(database)).await? {
            tables.insert(format!("{database}.{table}"), bytes);
        }
    }
    let folder = setup.shop.folder();
    let (mails, mail_bytes) = folder_size(&folder.join("mail"));
    let (_, nats) = folder_size(&folder.join("nats"));
    let (_, logs) = folder_size(setup.shop.logs());
    let stored = BTreeMap::from([
        ("tables", tables.values().sum::<f64>() / MIB),
        ("event stream", nats / MIB),
        ("mails", mail_bytes / MIB),
        ("logs", logs / MIB),
    ]);
    let memory = memory
        .into_iter()
        .map(|(name, memory)| (name, bytes_as_float(memory.resident) / MIB));
    Ok(Point {
        minutes: started.elapsed().as_secs_f64() / 60.0,
        latencies,
        memory: memory.collect(),
        stored,
        mails,
        tables,
    })
}

async fn table_sizes(database: &str) -> Result<Vec<(String, f64)>> {
    let mut connection = PgConnection::connect(database).await?;
    let sizes = sqlx::query_as(
        "select relname::text, pg_total_relation_size(oid)::float8 from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    .fetch_all(&mut connection)
    .await?;
    connection.close().await?;
    Ok(sizes)
}

/// Returns the number of files below a folder, and their bytes. Files that vanish meanwhile do not count.
fn folder_size(folder: &Path) -> (usize, f64) {
    let Ok(entries) = fs::read_dir(folder) else {
        return (0, 0.0);
    };
    entries.flatten().fold((0, 0.0), |(files, bytes), entry| {
        let Ok(metadata) = entry.metadata() else {
            return (files, bytes);
        };
        if metadata.is_dir() {
            let (more_files, more_bytes) = folder_size(&entry.path());
            return (files + more_files, bytes + more_bytes);
        }
        (files + 1, bytes + bytes_as_float(metadata.len()))
    })
}

#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "sizes are far below 2^52"
)]
fn bytes_as_float(bytes: u64) -> f64 {
    bytes as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_size_counts_nested_files() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::write(folder.path().join("a/one"), "123").unwrap();
        fs::write(folder.path().join("two"), "45").unwrap();
        assert_eq!(folder_size(folder.path()), (2, 5.0));
        assert_eq!(folder_size(&folder.path().join("missing")), (0, 0.0));
    }

    #[test]
    fn rate_is_at_least_one() {
        assert_eq!([0.2, 41.9].map(to_rate), [1, 41]);
    }
}
