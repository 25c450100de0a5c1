//! Ends a cluster, complete or not.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use toolkit::console::print_status;

use super::{Folder, NODES, control_groups, network, processes};

const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// The kernel removes a process from its groups a moment after its end.
const GROUPS_TIMEOUT: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Ends the cluster's processes, containers too, and removes all that `up` made: network, control groups, folders, data.
/// The built programs and Debian's layer stay.
///
/// # Errors
/// If something cannot be removed; a second call removes the rest.
pub(crate) async fn down(installation: &Path) -> Result<()> {
    let folder = Folder::new(installation);
    if !folder.exists() {
        print_status("no cluster of this checkout runs");
        return Ok(());
    }
    ensure!(
        rustix::process::geteuid().is_root(),
        "root started the cluster: run this command as root"
    );
    let started = Instant::now();
    // First those that would start containers again.
    let processes = folder.processes();
    let is_of_node = |name: &str| name.starts_with("node-");
    let is_last = |name: &str| name.ends_with("-containerd") || name.ends_with("-mounts");
    processes
        .stop(|name| is_of_node(name) && !is_last(name), STOP_TIMEOUT)
        .await;
    for node in &NODES {
        processes::kill_all(async || control_groups::containers(node.namespace)).await;
    }
    processes
        .stop(|name| name.ends_with("-containerd"), STOP_TIMEOUT)
        .await;
    // The shims, and a process that an interrupted `up` did not record.
    for node in &NODES {
        processes::kill_all(async || network::processes(node).await).await;
    }
    processes.stop(is_of_node, STOP_TIMEOUT).await;
    // An API server without etcd does not end by itself.
    processes.stop(|name| name != "etcd", STOP_TIMEOUT).await;
    processes.stop(|_| true, STOP_TIMEOUT).await;

    network::remove(&NODES).await?;
    let groups = NODES.iter().map(|node| node.namespace);
    for name in groups.chain([control_groups::CONTROL_PLANE]) {
        remove_groups(name).await?;
    }
    remove_made_folders(&folder).await?;
    fs::remove_dir_all(&folder.0).with_context(|| format!("cannot remove {}", folder.0.display()))?;
    print_status(&format!(
        "ended the cluster and removed its data in {:.0} s; the programs stay",
        started.elapsed().as_secs_f64()
    ));
    Ok(())
}

async fn remove_groups(name: &str) -> Result<()> {
    let deadline = Instant::now() + GROUPS_TIMEOUT;
    loop {
        match control_groups::remove(name) {
            Err(_) if Instant::now() < deadline => tokio::time::sleep(POLL_INTERVAL).await,
            result => return result,
        }
    }
}

/// Removes the folders of the machine that `up` made, if they are empty.
async fn remove_made_folders(folder: &Folder) -> Result<()> {
    let list = fs::read_to_string(folder.made_folders_file()).unwrap_or_default();
    // Those inside come before those around them.
    let mut made: Vec<_> = list.lines().collect();
    made.sort_unstable_by_key(|path| std::cmp::Reverse(path.len()));
    for path in made {
        if path == network::NAMESPACES {
            network::release_folder().await?;
        }
        // Another program can use it by now.
        let _ = fs::remove_dir(path);
    }
    Ok(())
}
