//! Validates Prometheus's settings and runs the tests of its rules, with promtool.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use tokio::process::Command;
use toolkit::{
    command::{self, succeeds},
    console::print_status,
    report::Outcome,
};

use super::TestRun;

const INSTALL_TIMEOUT: Duration = Duration::from_mins(5);
const TIMEOUT: Duration = Duration::from_mins(5);

/// Validates the settings and tests the rules.
pub(crate) async fn check(run: &TestRun) -> Result<Outcome> {
    let program = match find_promtool(run.installation.folder()).await {
        Ok(program) => program,
        Err(error) => {
            return Ok(Outcome::NotRun(format!(
                "promtool is not installed (it comes with Prometheus): {error:#}; the step deployment checks the names in \
                 the rules"
            )));
        }
    };
    let folder = run.workspace.root.join("deploy/prometheus");
    let promtool = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(&folder);
        command
    };
    command::run(promtool(&["check", "config", "prometheus.yaml"]), TIMEOUT).await?;
    let tests = test_files(&folder)?;
    let arguments: Vec<_> = ["test", "rules"]
        .into_iter()
        .chain(tests.iter().map(String::as_str))
        .collect();
    command::run(promtool(&arguments), TIMEOUT).await?;
    Ok(Outcome::Passed)
}

/// Returns the files of the rules' tests, sorted, relative to `folder`.
fn test_files(folder: &Path) -> Result<Vec<String>> {
    let tests = folder.join("tests");
    let mut files: Vec<_> = fs::read_dir(&tests)
        .with_context(|| format!("cannot read {}", tests.display()))?
        .flatten()
        .filter_map(|entry| Some(format!("tests/{}", entry.file_name().to_str()?)))
        .filter(|file| {
            Path::new(file)
                .extension()
                .is_some_and(|extension| extension == "yaml")
        })
        .collect();
    files.sort();
    ensure!(!files.is_empty(), "{} has no tests", tests.display());
    Ok(files)
}

/// Returns the installed promtool, or that of the distribution's package.
pub(crate) async fn find_promtool(folder: &Path) -> Result<PathBuf> {
    if succeeds("promtool", &["--version"]).await {
        return Ok(PathBuf::from("promtool"));
    }
    let tool = folder.join("tools/prometheus");
    let program = tool.join("usr/bin/promtool");
    if program.is_file() {
        return Ok(program);
    }
    unpack_package(&tool).await?;
    ensure!(
        program.is_file(),
        "the package prometheus has no usr/bin/promtool"
    );
    Ok(program)
}

/// Unpacks the package `prometheus` of Debian or Ubuntu into `folder`. Needs no rights and installs nothing: apt checks
/// the signature, with package lists of its own, because an image of a container has none.
async fn unpack_package(folder: &Path) -> Result<()> {
    let temporary = folder.with_extension("new");
    if temporary.exists() {
        fs::remove_dir_all(&temporary).with_context(|| format!("cannot remove {}", temporary.display()))?;
    }
    for path in ["lists/partial", "cache/archives/partial", "root"] {
        fs::create_dir_all(temporary.join(path))
            .with_context(|| format!("cannot create {}", temporary.display()))?;
    }
    print_status(&format!(
        "downloading Prometheus's package into {} (once)",
        folder.display()
    ));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command
            .arg("--quiet=2")
            .arg(format!(
                "--option=Dir::State::Lists={}/lists",
                temporary.display()
            ))
            .arg(format!("--option=Dir::Cache={}/cache", temporary.display()))
            .args(arguments)
            .current_dir(&temporary);
        command
    };
    command::capture("apt-get update", apt(&["update"]), INSTALL_TIMEOUT, |_| {}).await?;
    let download = apt(&["download", "prometheus"]);
    command::capture("apt-get download", download, INSTALL_TIMEOUT, |_| {}).await?;
    let package = fs::read_dir(&temporary)
        .with_context(|| format!("cannot read {}", temporary.display()))?
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "deb"))
        .context("apt-get downloaded no package")?;
    let root = temporary.join("root");
    let mut unpack = Command::new("dpkg-deb");
    unpack.arg("--extract").arg(package).arg(&root);
    command::capture("dpkg-deb", unpack, INSTALL_TIMEOUT, |_| {}).await?;
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::rename(&root, folder).with_context(|| format!("cannot move Prometheus to {}", folder.display()))?;
    fs::remove_dir_all(&temporary).with_context(|| format!("cannot remove {}", temporary.display()))
}
