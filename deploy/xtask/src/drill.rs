//! `cargo xtask drill`: a rehearsal of the operator's papers on this machine, with servers of its own.

use std::time::Duration;

use anyhow::Result;
use tokio::process::Command;
use toolkit::{command, console::print_status, installation::Installation, workspace::Workspace};

use crate::test::alerts;

const BUILD_TIMEOUT: Duration = Duration::from_mins(40);
const TIMEOUT: Duration = Duration::from_hours(1);

/// The paper that is rehearsed.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
pub(crate) enum Drill {
    /// Lose and restore all databases under load: docs/operations/restore.md.
    #[default]
    Restore,
    /// Let one part after the other fail until Prometheus names it: docs/operations/alerts.md.
    Alerts,
}

impl Drill {
    /// The test that is the drill.
    const fn test(self) -> &'static str {
        match self {
            Self::Restore => "drill::restores_all_databases_to_one_moment",
            Self::Alerts => "faults::names_each_fault_within_the_promised_time",
        }
    }

    const fn result(self) -> &'static str {
        match self {
            Self::Restore => "passed: the databases agree, and no order from before the moment is missing",
            Self::Alerts => "passed: each fault has its name in time",
        }
    }
}

/// Builds the programs and runs the drill; prints its steps with their durations.
pub(crate) async fn run(drill: Drill) -> Result<()> {
    let workspace = Workspace::find().await?;
    if matches!(drill, Drill::Alerts) {
        let installation = Installation::open(&workspace.root)?;
        alerts::find_promtool(installation.folder()).await?;
    }
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(arguments).current_dir(&workspace.root);
        command
    };
    command::run(cargo(&["build", "--workspace", "--bins"]), BUILD_TIMEOUT).await?;
    let mut test = cargo(&[
        "test",
        "--quiet",
        "--package",
        "gateway",
        "--test",
        "chaos",
        drill.test(),
    ]);
    test.args(["--", "--ignored", "--exact", "--nocapture"]);
    command::run(test, BUILD_TIMEOUT + TIMEOUT).await?;
    print_status(drill.result());
    Ok(())
}
