//! A Kubernetes below `target/`, built by Go from pinned modules: `cargo xtask cluster`.

mod admission;
mod control_plane;
mod definitions;
mod helm;
mod kubectl;
mod machine;
mod manifests;
mod observe;
mod pki;
mod programs;
mod servers;

pub use admission::Admission;
pub use machine::{UpArguments, UpgradeArguments};
pub use observe::ObservationArguments;
pub use programs::find_helm;

use anyhow::{Result, ensure};
use toolkit::{console::print_status, installation::Installation};

/// A command for a cluster.
#[derive(Debug, clap::Subcommand)]
pub enum ClusterCommand {
    /// Start a Kubernetes of two or three nodes on this machine with the shop; as root on Debian.
    Up(UpArguments),
    /// Upgrade the shop of `up` to this checkout's programs under load, and roll it back; as root.
    Upgrade(UpgradeArguments),
    /// End the cluster of `up`, and remove its data.
    Down,
    /// Print which parts of the cluster of `up` run.
    Status,
    /// Apply the manifests of each overlay to an API server with the operators' definitions, without nodes.
    Admission,
    /// Build Helm, with which `cargo xtask test` checks the chart from then on.
    Helm,
    /// Observe the shop in a running cluster with kubectl: objects, pods, health, network policies, restarts.
    Test(ObservationArguments),
}

/// Runs a command; builds the programs on first use.
///
/// # Errors
/// If a program cannot be had, or a check fails.
pub async fn run(command: ClusterCommand) -> Result<()> {
    let root = local::checkout_root()?;
    let installation = Installation::open(&root)?;
    match command {
        ClusterCommand::Up(arguments) => machine::up(&arguments, &root, installation.folder()).await,
        ClusterCommand::Upgrade(arguments) => {
            ensure!(
                machine::upgrade(&arguments, &root, installation.folder()).await?,
                "the upgrade or the rollback failed"
            );
            Ok(())
        }
        ClusterCommand::Down => machine::down(installation.folder()).await,
        ClusterCommand::Status => machine::status(installation.folder()).await,
        ClusterCommand::Admission => {
            let admission = Admission::install(installation.folder()).await?;
            let scratch = installation.create_test_scratch()?;
            admission.check(&root, scratch.path()).await?;
            print_status("passed");
            Ok(())
        }
        ClusterCommand::Helm => {
            let helm = programs::build_helm(installation.folder()).await?;
            print_status(&helm.display().to_string());
            Ok(())
        }
        ClusterCommand::Test(arguments) => {
            let target = arguments.target(|| machine::find_running(&root, installation.folder()))?;
            ensure!(observe::run(&target).await?, "an observation failed");
            Ok(())
        }
    }
}
