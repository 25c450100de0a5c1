//! The checks and tests, in the order in which they run.

use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum as _;
use tokio::process::Command;

use super::{Run, browser, contract, deployment};
use crate::{
    child::{answers, run_shown},
    prepare,
    report::Outcome,
    up::web,
};

/// Longer than any step takes on two cores with an empty cache.
const DEADLINE: Duration = Duration::from_mins(40);

/// One check or test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Step {
    /// Rust sources are formatted.
    Format,
    /// Clippy has nothing to say.
    Lint,
    /// Licences, advisories and doubled crates, by cargo-deny.
    Dependencies,
    /// The committed `.sqlx` folders are those of the sources.
    Queries,
    /// All programs compile.
    Build,
    /// The Rust tests.
    Test,
    /// A real shop keeps to the contract's document, whatever is sent.
    Contract,
    /// The images, compose and the servers' settings fit the services.
    Deployment,
    /// The alerts come and go as their tests say, by promtool.
    Alerts,
    /// The manifests are valid, safe and whole, and Tilt knows all of them.
    Kubernetes,
    /// The web app's packages are installed.
    WebInstall,
    /// The seed catalogue keeps its rules.
    Seed,
    /// The web app's linter has nothing to say.
    WebLint,
    /// The web app's types fit.
    WebTypes,
    /// The web app's tests.
    WebTest,
    /// The web app is built.
    WebBuild,
    /// A browser visits a real shop.
    Browser,
}

/// The chosen steps with those that they need; all where none is chosen.
pub(crate) fn chosen(only: &[Step]) -> Vec<Step> {
    let is_needed = |step: &Step| {
        only.is_empty()
            || only
                .iter()
                .any(|wanted| wanted == step || wanted.needs().contains(step))
    };
    Step::value_variants().iter().copied().filter(is_needed).collect()
}

impl Step {
    /// Its name on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map(|value| value.get_name().to_owned())
            .unwrap_or_default()
    }

    /// What it holds, in a sentence.
    pub(crate) fn about(self) -> String {
        let help = self
            .to_possible_value()
            .and_then(|value| value.get_help().map(ToString::to_string));
        help.unwrap_or_default()
    }

    /// All the steps without which it cannot run.
    pub(crate) const fn needs(self) -> &'static [Self] {
        match self {
            Self::Format
            | Self::Lint
            | Self::Dependencies
            | Self::Queries
            | Self::Build
            | Self::Deployment
            | Self::Alerts
            | Self::Kubernetes
            | Self::WebInstall => &[],
            // They start the services' programs.
            Self::Test | Self::Contract => &[Self::Build],
            // The seed's pictures are decoded by one of the web app's packages.
            Self::Seed | Self::WebLint | Self::WebTypes | Self::WebTest | Self::WebBuild => {
                &[Self::WebInstall]
            }
            Self::Browser => &[Self::Build, Self::WebInstall, Self::WebBuild],
        }
    }

    /// Runs it.
    pub(crate) async fn run(self, run: &mut Run) -> Result<Outcome> {
        let cargo = |arguments: &[&str]| {
            let mut command = Command::new("cargo");
            command.args(arguments).current_dir(&run.workspace.root);
            command
        };
        let npm = |arguments: &[&str]| web::npm(&run.workspace, arguments);
        let command = match self {
            Self::Format => cargo(&["fmt", "--all", "--check"]),
            Self::Lint => cargo(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "--deny",
                "warnings",
            ]),
            Self::Dependencies => {
                if !answers("cargo", &["deny", "--version"]).await {
                    return Ok(Outcome::NotRun(
                        "cargo-deny is not installed (cargo install cargo-deny)".to_owned(),
                    ));
                }
                cargo(&["deny", "check"])
            }
            Self::Queries => {
                let url = run.postgres_url().await?;
                prepare::on_server(&run.workspace, &url, true).await?;
                return Ok(Outcome::Passed);
            }
            Self::Build => cargo(&["build", "--workspace", "--bins"]),
            Self::Test => {
                let mut command = cargo(&["test", "--workspace", "--no-fail-fast"]);
                command.env("STOREFRONT_TEST_POSTGRES_URL", run.postgres_url().await?);
                command
            }
            Self::Contract => return contract::run(run).await,
            Self::Seed => {
                let mut command = Command::new("node");
                command
                    .arg("deploy/seed/check.mjs")
                    .current_dir(&run.workspace.root);
                command
            }
            Self::Deployment => return deployment::containers(run).await,
            Self::Alerts => return deployment::alerts(run).await,
            Self::Kubernetes => return deployment::kubernetes(run).await,
            Self::WebInstall => {
                web::install(&run.workspace).await?;
                return Ok(Outcome::Passed);
            }
            Self::WebLint => npm(&["run", "lint"]),
            Self::WebTypes => npm(&["run", "typecheck"]),
            Self::WebTest => npm(&["test"]),
            Self::WebBuild => npm(&["run", "build"]),
            Self::Browser => return browser::run(run).await,
        };
        run_shown(command, DEADLINE).await?;
        Ok(Outcome::Passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_step_brings_what_it_needs_in_order() {
        assert_eq!(
            chosen(&[Step::Browser]),
            [Step::Build, Step::WebInstall, Step::WebBuild, Step::Browser]
        );
        assert_eq!(chosen(&[Step::Format]), [Step::Format]);
        assert_eq!(chosen(&[]).len(), Step::value_variants().len());
    }

    #[test]
    fn a_step_needs_only_earlier_ones_and_names_all_of_them() {
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
