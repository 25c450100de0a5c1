//! A Kubernetes below `target/`, built by Go from pinned modules: `cargo xtask cluster`.

mod admission;
mod control_plane;
mod definitions;
mod kubectl;
mod manifests;
mod observe;
mod pki;
mod programs;

pub use admission::Admission;
pub use observe::ObservationArguments;
pub use programs::find_helm;

use anyhow::{Result, ensure};
use toolkit::{console::print_status, installation::Installation};

/// A command for a cluster.
#[derive(Debug, clap::Subcommand)]
pub enum ClusterCommand {
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
            ensure!(observe::run(&arguments).await?, "an observation failed");
            Ok(())
        }
    }
}
