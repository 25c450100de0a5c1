//! The cluster's API server, with the admission webhooks of its operators, admits every object of the overlay.

use anyhow::{Result, ensure};

use crate::{
    admission::find_refusals,
    kubectl::Kubectl,
    manifests::{self, APPLY, Object},
};

/// Asks the server without storing anything.
pub(super) async fn check(kubectl: &Kubectl, objects: &[Object]) -> Result<String> {
    let dry_run: Vec<_> = APPLY.iter().copied().chain(["--dry-run=server"]).collect();
    let applied = kubectl.call(&dry_run, &manifests::join(objects)).await?;
    if applied.code != 0 {
        let refusals = find_refusals(kubectl, &dry_run, objects).await?;
        ensure!(refusals.is_empty(), "{}", refusals.join("\n"));
        anyhow::bail!("{}", applied.stderr.trim());
    }
    Ok(format!("{} objects are admitted", objects.len()))
}
