//! The steps of `cargo xtask test`, in order.

use std::{fmt::Write as _, time::Duration};

use anyhow::Result;
use clap::ValueEnum as _;
use tokio::process::Command;
use toolkit::{
    command,
    console::print_status,
    report::Outcome,
    workspace::{Profile, Workspace},
};

use super::{TestRun, admission, alerts, browser, contract, dependencies, deployment, rust_tests, storage};
use crate::{designs, prepare, up::web};

/// Longer than any step takes on two cores with an empty cache.
pub(super) const TIMEOUT: Duration = Duration::from_mins(40);

/// Number and seed of the designs in the step `designs`.
const DESIGNS: u32 = 5_000;
const DESIGNS_SEED: u64 = 1;

/// Returns a command of cargo that compiles the workspace's crates by Clippy's driver: the compiler that reports Clippy's
/// warnings, here as errors, while it compiles. `cargo clippy` would compile all dependencies a second time.
pub(super) fn linting_cargo(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command
        .args(arguments)
        .current_dir(&workspace.root)
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        // As `cargo clippy -- --deny warnings` passes them.
        .env(
            "CLIPPY_ARGS",
            "--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
        );
    command
}

/// Reads the tests that passed at the second attempt from lines `flaky: NAME`.
pub(super) fn flaky_tests(output: &str) -> Vec<String> {
    let names = output.lines().filter_map(|line| line.strip_prefix("flaky: "));
    names.map(str::to_owned).collect()
}

/// A step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Step {
    /// Rust sources are formatted.
    Format,
    /// The crates' licences and sources, and banned crates, by cargo-deny.
    Dependencies,
    /// No crate has a known vulnerability, by cargo-deny.
    Advisories,
    /// All programs compile without warnings of Clippy, and the committed `.sqlx` folders are up to date.
    Build,
    /// The Rust tests; they compile without warnings of Clippy.
    Test,
    /// Pictures and files are kept in a bucket of an S3 server as in a folder.
    Storage,
    /// A running shop conforms to the OpenAPI document, whatever is sent.
    Contract,
    /// The images, compose and the servers' settings match the services.
    Deployment,
    /// The alert rules pass their tests, by promtool.
    Alerts,
    /// The manifests are valid, secure and complete, and the Tiltfile matches them.
    Kubernetes,
    /// The Helm chart renders the manifests, each value changes what it says, and wrong values are refused.
    Chart,
    /// A real API server admits the manifests of each overlay, and a second apply changes none.
    Admission,
    /// The web app's packages are installed.
    WebInstall,
    /// The seed catalogue passes its checks.
    Seed,
    /// The web app's linter reports no problems.
    WebLint,
    /// The web app type-checks.
    WebTypes,
    /// The web app's tests.
    WebTest,
    /// The web app is built, and its first scripts are small.
    WebBuild,
    /// 5,000 random designs have the same checks, parts and price by the crate `rules` and by the browser's rules.
    Designs,
    /// Each row of the performance measurement gets the right answers.
    Bench,
    /// The browser tests, against a running shop; then the desk's demo in it.
    Browser,
}

/// Returns the given steps with those that they need; all steps if none is given.
pub(crate) fn select(only: &[Step]) -> Vec<Step> {
    let is_needed = |step: &Step| {
        only.is_empty()
            || only
                .iter()
                .any(|selected| selected == step || selected.needs().contains(step))
    };
    Step::value_variants().iter().copied().filter(is_needed).collect()
}

impl Step {
    /// The name on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map(|value| value.get_name().to_owned())
            .unwrap_or_default()
    }

    /// The description.
    pub(crate) fn about(self) -> String {
        let help = self
            .to_possible_value()
            .and_then(|value| value.get_help().map(ToString::to_string));
        help.unwrap_or_default()
    }

    /// The steps that must pass before, directly and indirectly.
    pub(crate) const fn needs(self) -> &'static [Self] {
        match self {
            Self::Format
            | Self::Dependencies
            | Self::Advisories
            | Self::Build
            | Self::Deployment
            | Self::Alerts
            | Self::Kubernetes
            | Self::Chart
            | Self::Admission
            | Self::WebInstall => &[],
            // These start the services' programs.
            Self::Test | Self::Storage | Self::Contract => &[Self::Build],
            // The seed's check decodes pictures with one of the web app's packages.
            Self::Seed | Self::WebLint | Self::WebTypes | Self::WebTest | Self::WebBuild => {
                &[Self::WebInstall]
            }
            Self::Designs => &[Self::WebInstall],
            Self::Bench | Self::Browser => &[Self::Build, Self::WebInstall, Self::WebBuild],
        }
    }

    /// Runs the step.
    pub(crate) async fn run(self, run: &mut TestRun) -> Result<Outcome> {
        let cargo = |arguments: &[&str]| {
            let mut command = Command::new("cargo");
            command.args(arguments).current_dir(&run.workspace.root);
            command
        };
        let command = match self {
            Self::Format => cargo(&["fmt", "--all", "--check"]),
            Self::Dependencies => return dependencies::check_rules(run).await,
            Self::Advisories => return dependencies::check_advisories(run).await,
            // One compilation for all three.
            Self::Build => {
                let build = linting_cargo(&run.workspace, &["build", "--workspace", "--bins"]);
                let url = run.postgres_url().await?;
                prepare::check(&run.workspace, &url, build).await?;
                return Ok(Outcome::Passed);
            }
            Self::Test => return rust_tests::run(run).await,
            Self::Storage => return storage::run(run).await,
            Self::Contract => return contract::run(run).await,
            Self::Deployment => return deployment::check_deployment(run).await,
            Self::Alerts => return alerts::check(run).await,
            Self::Kubernetes => return deployment::check_kubernetes(run).await,
            Self::Chart => return deployment::check_chart(run).await,
            Self::Admission => return admission::check(run).await,
            Self::WebInstall
            | Self::Seed
            | Self::WebLint
            | Self::WebTypes
            | Self::WebTest
            | Self::WebBuild => return self.run_beside(&run.workspace).await,
            Self::Designs => {
                print_status(&designs::compare(&run.workspace, DESIGNS, DESIGNS_SEED).await?);
                return Ok(Outcome::Passed);
            }
            // As the step `build` has compiled it: cargo would compile its crates again, with the features that it alone needs.
            Self::Bench => {
                let mut command = Command::new(run.workspace.binaries(Profile::Dev).join("bench"));
                command
                    .args(["bench", "--smoke"])
                    .current_dir(&run.workspace.root);
                command
            }
            Self::Browser => return browser::run(run).await,
        };
        command::run(command, TIMEOUT).await?;
        Ok(Outcome::Passed)
    }

    /// Whether the step runs beside the Rust steps, which wait for databases and timers much of their time.
    pub(crate) const fn is_beside(self) -> bool {
        matches!(
            self,
            Self::WebInstall | Self::Seed | Self::WebLint | Self::WebTypes | Self::WebTest | Self::WebBuild
        )
    }

    /// Runs a step of the web app. Prints its output only if it fails, as others print meanwhile.
    pub(crate) async fn run_beside(self, workspace: &Workspace) -> Result<Outcome> {
        let command = match self {
            Self::Seed => {
                let mut command = command::at_low_priority("node", &["deploy/seed/check.mjs"]);
                command.current_dir(&workspace.root);
                command
            }
            Self::WebLint => web::low_priority_npm(workspace, &["run", "lint"]),
            Self::WebTypes => web::low_priority_npm(workspace, &["run", "typecheck"]),
            // These tests wait for the screen with a time limit. One worker leaves a processor to those of whole programs.
            Self::WebTest => {
                let mut command = web::npm(workspace, &["test"]);
                command.env("VITEST_MAX_WORKERS", "1");
                command
            }
            // The types are checked by a step of their own.
            Self::WebBuild => web::low_priority_npm(workspace, &["run", "bundle:checked"]),
            _ => {
                web::install(workspace).await?;
                return Ok(Outcome::Passed);
            }
        };
        let mut output = String::new();
        let result = command::capture(&self.name(), command, TIMEOUT, |line| {
            let _ = writeln!(output, "{line}");
        })
        .await;
        if result.is_err() {
            print_status(&output);
        }
        result.map(|output| Outcome::passed_with(flaky_tests(&output)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_adds_needed_steps_in_order() {
        assert_eq!(
            select(&[Step::Browser]),
            [Step::Build, Step::WebInstall, Step::WebBuild, Step::Browser]
        );
        assert_eq!(select(&[Step::Format]), [Step::Format]);
        assert_eq!(select(&[]).len(), Step::value_variants().len());
    }

    #[test]
    fn steps_beside_need_only_each_other() {
        for step in Step::value_variants().iter().filter(|step| step.is_beside()) {
            assert!(step.needs().iter().all(|needed| needed.is_beside()), "{step:?}");
        }
    }

    #[test]
    fn needed_steps_are_earlier_and_complete() {
        for step in Step::value_variants() {
            for needed in step.needs() {
                assert!(needed < step, "{step:?} needs {needed:?}");
                assert!(
                    needed
                        .needs()
                        .iter()
                        .all(|further| step.needs().contains(further)),
                    "{step:?}"
                );
            }
        }
    }
}
