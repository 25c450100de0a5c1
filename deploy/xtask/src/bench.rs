//! `cargo xtask bench` and `cargo xtask soak`: build the measured programs, and start `deploy/bench`.

use std::os::unix::process::CommandExt as _;

use anyhow::{Context as _, Result};
use tokio::process::Command;
use toolkit::{
    command::remove_package_variables,
    workspace::{Profile, Workspace},
};

use crate::up::{build, web};

/// Options that need the unoptimized build only, and the requests for help.
const WITHOUT_DIST: [&str; 4] = ["--debug", "--smoke", "--help", "-h"];

/// Options that [`exec`] passes on.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct MeasurementArguments {
    /// See `cargo xtask bench --help` and `cargo xtask soak --help`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

/// Builds services and web app, and replaces this process by the measurement, which is compiled only when it is used.
pub(crate) async fn exec(measurement: &str, arguments: MeasurementArguments) -> Result<()> {
    let options = arguments.options;
    let workspace = Workspace::find().await?;
    let has = |names: &[&str]| options.iter().any(|option| names.contains(&option.as_str()));
    let profile = if has(&WITHOUT_DIST) {
        Profile::Dev
    } else {
        Profile::Dist
    };
    if !has(&["--help", "-h"]) {
        build::services(&workspace, profile).await?;
        web::build(&workspace).await?;
    }
    Err(command(&workspace, profile, measurement, &options)
        .into_std()
        .exec())
    .context("cannot start cargo")
}

/// Returns the command of a measurement.
fn command(workspace: &Workspace, profile: Profile, measurement: &str, options: &[String]) -> Command {
    let mut command = Command::new("cargo");
    command
        .args(["run", "--quiet", "--package", "bench"])
        .args(["--profile", profile.name(), "--", measurement])
        .args(options)
        .current_dir(&workspace.root);
    remove_package_variables(&mut command);
    command
}
