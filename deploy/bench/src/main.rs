//! `cargo xtask bench` and `cargo xtask soak`: measure a shop of its own on this machine.

mod buyers;
mod check;
mod commits;
mod desk;
mod import;
mod limit;
mod load;
mod machine;
mod measure;
mod metrics;
mod process;
mod products;
mod report;
mod rows;
mod setup;
mod shop;
mod smoke;
mod soak;
mod statistics;
mod svg;

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result, bail, ensure};
use clap::{Parser, ValueEnum as _};
use machine::Machine;
use measure::Rounds;
use rows::{BASE_PRODUCTS, Row};
use setup::{Setup, SetupOptions};
use shop::ShopOptions;
use tokio::signal::unix::{SignalKind, signal};
use toolkit::{
    console::{print_error, print_status},
    installation::Installation,
    workspace::{Profile, Workspace},
};

/// Measures a shop of its own on this machine.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Measure rows of docs/performance.md beside their limits, and write that file.
    Bench(BenchArguments),
    /// Keep the shop at half load, and write memory, sizes and latencies over time into docs/soak.md.
    Soak(SoakArguments),
    /// Serve one body on every path.
    #[command(hide = true)]
    ServeLimit(limit::ServeArguments),
}

/// Options of all measurements.
#[derive(Debug, clap::Args)]
struct CommonArguments {
    /// Measure the unoptimized build; the report says so.
    #[arg(long)]
    debug: bool,
    /// The path of pgbench.
    #[arg(long, env = "PGBENCH")]
    pgbench: Option<PathBuf>,
    /// Write the report into this folder instead of docs.
    #[arg(long)]
    output: Option<PathBuf>,
}

/// Options of `bench`.
#[derive(Debug, clap::Args)]
struct BenchArguments {
    /// The rows; all if none is given.
    rows: Vec<Row>,
    /// Products of the rows at a large number.
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(i32).range(1_000..=1_000_000))]
    products: i32,
    /// Measurements of each row.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// Processes of each service.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=4))]
    replicas: u16,
    /// Only check the answers of each row with a few requests.
    #[arg(long)]
    smoke: bool,
    #[command(flatten)]
    common: CommonArguments,
}

/// Options of `soak`.
#[derive(Debug, clap::Args)]
struct SoakArguments {
    /// Duration at half load.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1_440))]
    minutes: u32,
    /// Seconds between two samples.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(5..=600))]
    interval: u32,
    #[command(flatten)]
    common: CommonArguments,
}

#[tokio::main]
async fn main() -> ExitCode {
    let command = Arguments::parse().command;
    // Dropping the future stops the processes that it has started.
    let result = match signal(SignalKind::interrupt()) {
        Ok(mut interrupt) => tokio::select! {
            result = run(command) => result,
            _ = interrupt.recv() => Err(anyhow::anyhow!("interrupted")),
        },
        Err(error) => Err(error.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<()> {
    match command {
        Command::Bench(arguments) => bench(arguments).await,
        Command::Soak(arguments) => soak::run(arguments).await,
        Command::ServeLimit(arguments) => limit::serve(arguments).await,
    }
}

/// Returns the options of a setup with the programs of a profile.
fn setup_options(workspace: &Workspace, common: &CommonArguments) -> Result<SetupOptions> {
    let profile = if common.debug { Profile::Dev } else { Profile::Dist };
    let web_dist = workspace.web_dist();
    ensure!(
        web_dist.join("index.html").is_file(),
        "the web app is not built; start this through cargo xtask"
    );
    Ok(SetupOptions {
        shop: ShopOptions {
            binaries: workspace.binaries(profile),
            web_dist,
            replicas: 1,
            fsync: true,
        },
        buyers: 32,
        has_tools: true,
        pgbench: common.pgbench.clone(),
    })
}

async fn bench(mut arguments: BenchArguments) -> Result<()> {
    let workspace = Workspace::find().await?;
    let installation = Installation::open(&workspace.root)?;
    let mut rows = std::mem::take(&mut arguments.rows);
    if rows.is_empty() {
        rows = Row::value_variants().to_vec();
    }
    rows.sort();
    rows.dedup();
    arguments.common.debug |= arguments.smoke;
    let mut options = setup_options(&workspace, &arguments.common)?;
    options.shop.replicas = arguments.replicas;
    options.has_tools = rows.iter().any(|row| row.needs_tools());
    if arguments.smoke {
        options.shop.fsync = false;
        options.has_tools = false;
        options.buyers = smoke::CLIENTS;
    }
    let mut setup = Setup::start(&installation, options).await?;
    if arguments.smoke {
        let result = smoke::run(&mut setup, &rows).await;
        let logs = setup.shop.logs().to_owned();
        setup.shop.stop().await?;
        return result.with_context(|| format!("the logs are in {}", logs.display()));
    }

    let report = measure_rows(&mut setup, &rows, &arguments).await?;
    setup.shop.stop().await?;
    let text = report.format();
    let is_complete = rows.len() == Row::value_variants().len() && arguments.replicas == 1;
    let folder = arguments
        .common
        .output
        .unwrap_or_else(|| workspace.root.join("docs"));
    if is_complete {
        let path = folder.join("performance.md");
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        print_status(&format!("wrote {}", path.display()));
    } else {
        print_status(&text);
        print_status("docs/performance.md is written by a run of all rows with one process of each service");
    }
    Ok(())
}

async fn measure_rows(setup: &mut Setup, rows: &[Row], arguments: &BenchArguments) -> Result<report::Report> {
    let mut machine = Machine::read()?;
    let mut bytes = BTreeMap::new();
    let is_base = |row: &&Row| !row.is_large() && !matches!(row, Row::Memory | Row::Desk | Row::Import);
    let base: Vec<_> = rows.iter().filter(is_base).copied().collect();
    let (rounds, seconds) = (arguments.rounds, arguments.seconds);
    let mut measured: Rounds = measure::measure(setup, &base, rounds, seconds, &mut bytes).await?;
    let memory = process::memory(&setup.shop.service_processes())?;
    for row in [Row::Desk, Row::Import]
        .into_iter()
        .filter(|row| rows.contains(row))
    {
        measured.extend(measure::measure(setup, &[row], rounds, seconds, &mut bytes).await?);
    }
    let mut large = None;
    let large_rows: Vec<_> = rows.iter().filter(|row| row.is_large()).copied().collect();
    if let Some(row) = large_rows.first() {
        if arguments.products <= BASE_PRODUCTS {
            bail!("the row {} needs more than {BASE_PRODUCTS} products", row.name());
        }
        let availability = setup.grow(arguments.products).await?;
        measured.extend(measure::measure(setup, &large_rows, rounds, seconds, &mut bytes).await?);
        large = Some(report::Large {
            products: arguments.products,
            availability,
            memory: process::memory(&setup.shop.service_processes())?,
        });
    }
    machine.end();
    Ok(report::Report {
        machine,
        rows: rows.to_vec(),
        measured,
        bytes,
        memory,
        large,
        rounds,
        seconds,
        replicas: arguments.replicas,
        is_debug: arguments.common.debug,
    })
}
