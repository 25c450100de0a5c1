//! The states of the cluster's processes, nodes and pods.

use std::{fs, path::Path};

use anyhow::Result;
use toolkit::console::{format_table, print_status};

use super::{Folder, SHOP_ADDRESS, chart, images::PROBE, shop::Shop};
use crate::{observe::Target, programs::Programs};

/// Returns the cluster of `up` for observations if it is complete and all its processes run.
pub(crate) fn find_running(root: &Path, installation: &Path) -> Option<Target> {
    let folder = Folder::new(installation);
    let programs = Programs::find(installation).filter(|_| is_ready(&folder))?;
    let shop = running_shop(&folder)?;
    let helm = match shop {
        Shop::Chart => Some(chart::helm(&folder, &programs).ok()?),
        Shop::Local | Shop::Production => None,
    };
    Some(Target {
        kubectl: folder.kubectl(&programs),
        overlay: shop.overlay(root, &folder),
        helm,
        url: Some(SHOP_ADDRESS.to_owned()),
        probe_image: PROBE.to_owned(),
        has_telemetry_stores: shop == Shop::Production,
        only: Vec::new(),
        alerts: Vec::new(),
    })
}

/// The shop of a complete cluster.
pub(super) fn running_shop(folder: &Folder) -> Option<Shop> {
    Shop::parse(fs::read_to_string(folder.ready_file()).ok()?.trim())
}

/// Whether `up` has completed and all processes run.
pub(super) fn is_ready(folder: &Folder) -> bool {
    folder.ready_file().is_file() && folder.processes().recorded().1.is_empty()
}

/// Prints the processes, the nodes and the shop's pods.
///
/// # Errors
/// If the API server does not answer.
pub(crate) async fn status(installation: &Path) -> Result<()> {
    let folder = Folder::new(installation);
    if !folder.exists() {
        print_status("no cluster of this checkout runs; start it with: cargo xtask cluster up");
        return Ok(());
    }
    let (running, ended) = folder.processes().recorded();
    let rows = running
        .into_iter()
        .map(|(name, _)| [name, "runs".to_owned()])
        .chain(ended.into_iter().map(|name| [name, "has ended".to_owned()]));
    print_status(&format_table(["Process", "State"], rows));
    if !folder.ready_file().is_file() {
        print_status("`up` has not completed; end the cluster with: cargo xtask cluster down");
    }
    if let Some(programs) = Programs::find(installation) {
        let kubectl = folder.kubectl(&programs);
        print_status(kubectl.run(&["get", "nodes"]).await?.trim_end());
        let pods = ["get", "pods", "--all-namespaces", "--output=wide"];
        print_status(kubectl.run(&pods).await?.trim_end());
    }
    print_status(&format!("the shop: {SHOP_ADDRESS}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cluster_is_ready_once_up_completed_and_while_all_processes_run() {
        let installation = tempfile::tempdir().unwrap();
        let folder = Folder::new(installation.path());
        assert!(!folder.exists() && !is_ready(&folder));
        folder.processes().create().unwrap();
        assert!(folder.exists() && !is_ready(&folder));
        fs::write(folder.ready_file(), "production").unwrap();
        assert!(is_ready(&folder));
        assert_eq!(running_shop(&folder), Some(Shop::Production));
        // A process id that no process has.
        fs::write(folder.0.join("processes/etcd"), "2147483647 1\n").unwrap();
        assert!(!is_ready(&folder));
    }
}
