//! The network of the nodes: a bridge, and a network namespace for each node.

use std::{fs, time::Duration};

use anyhow::{Context as _, Result, ensure};
use tokio::process::Command;
use toolkit::command;

use super::{BRIDGE, MACHINE_ADDRESS, Node};

/// The folder of the named namespaces, on which `ip` mounts itself.
pub(super) const NAMESPACES: &str = "/run/netns";

const TIMEOUT: Duration = Duration::from_secs(30);

/// Checks that no other checkout's cluster has the names.
pub(super) fn check_free(nodes: &[Node]) -> Result<()> {
    let names = nodes
        .iter()
        .map(|node| format!("{NAMESPACES}/{}", node.namespace));
    for path in names.chain([format!("/sys/class/net/{BRIDGE}")]) {
        ensure!(
            fs::symlink_metadata(&path).is_err(),
            "{path} exists: another checkout's cluster runs on this machine; end it there with `cargo xtask cluster down`"
        );
    }
    Ok(())
}

/// Creates the bridge with the machine's address.
pub(super) async fn create_bridge() -> Result<()> {
    ip(&["link", "add", BRIDGE, "type", "bridge"]).await?;
    ip(&["address", "add", &format!("{MACHINE_ADDRESS}/24"), "dev", BRIDGE]).await?;
    ip(&["link", "set", BRIDGE, "up"]).await
}

/// Creates a node's namespace, connected to the bridge.
pub(super) async fn create_namespace(node: &Node) -> Result<()> {
    let name = node.namespace;
    ip(&["netns", "add", name]).await?;
    ip(&[
        "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name,
    ])
    .await?;
    ip(&["link", "set", name, "master", BRIDGE, "up"]).await?;
    ip(&["-n", name, "link", "set", "lo", "up"]).await?;
    ip(&["-n", name, "link", "set", "eth0", "up"]).await?;
    ip(&[
        "-n",
        name,
        "address",
        "add",
        &format!("{}/24", node.address),
        "dev",
        "eth0",
    ])
    .await?;
    ip(&["-n", name, "route", "add", "default", "via", MACHINE_ADDRESS]).await?;
    let settings = "echo 1 >/proc/sys/net/ipv4/ip_forward && echo 0 >/proc/sys/net/ipv4/conf/all/rp_filter";
    run(
        "nsenter",
        &[&format!("--net={NAMESPACES}/{name}"), "sh", "-c", settings],
    )
    .await
}

/// Adds the routes to the pods of a node: from the machine, whose API server answers them, and from the other nodes.
pub(super) async fn add_routes(nodes: &[Node], node: &Node, pods: &str) -> Result<()> {
    ip(&["route", "add", pods, "via", node.address]).await?;
    for other in nodes.iter().filter(|other| other.name != node.name) {
        ip(&["-n", other.namespace, "route", "add", pods, "via", node.address]).await?;
    }
    Ok(())
}

/// Returns the processes in a node's namespace; none if there is no namespace.
pub(super) async fn processes(node: &Node) -> Vec<i32> {
    let mut command = Command::new("ip");
    command.args(["netns", "pids", node.namespace]);
    let output = command::capture("ip", command, TIMEOUT, |_| {}).await;
    output
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.trim().parse().ok())
        .collect()
}

/// Removes the namespaces and the bridge, with their routes, as far as they exist.
pub(super) async fn remove(nodes: &[Node]) -> Result<()> {
    for node in nodes {
        if fs::symlink_metadata(format!("{NAMESPACES}/{}", node.namespace)).is_ok() {
            ip(&["netns", "delete", node.namespace]).await?;
        }
        // The kernel removes it with the namespace, a moment later.
        let _ = ip(&["link", "delete", node.namespace]).await;
    }
    if fs::symlink_metadata(format!("/sys/class/net/{BRIDGE}")).is_ok() {
        ip(&["link", "delete", BRIDGE]).await?;
    }
    Ok(())
}

/// Unmounts the folder on which `ip` keeps namespaces, unless one is left, or `ip` has created none since it was made.
pub(super) async fn release_folder() -> Result<()> {
    let is_empty = fs::read_dir(NAMESPACES).is_ok_and(|mut entries| entries.next().is_none());
    let mounts =
        fs::read_to_string("/proc/self/mountinfo").context("cannot read the mounts of this process")?;
    if is_empty && is_mount_point(&mounts, NAMESPACES) {
        run("umount", &[NAMESPACES]).await?;
    }
    Ok(())
}

/// Whether something is mounted at the path, by the lines of `mountinfo` (proc(5)).
fn is_mount_point(mounts: &str, path: &str) -> bool {
    mounts
        .lines()
        .any(|mount| mount.split_whitespace().nth(4) == Some(path))
}

async fn ip(arguments: &[&str]) -> Result<()> {
    run("ip", arguments).await
}

async fn run(program: &str, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new(program);
    command.args(arguments);
    let label = format!("{program} {}", arguments.join(" "));
    command::capture(&label, command, TIMEOUT, |_| {}).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_mount_by_its_path_alone() {
        let mounts = "\
24 1 254:0 / / rw,relatime - ext4 /run/netns rw
31 24 0:22 / /run rw,nosuid - tmpfs tmpfs rw
57 31 0:22 /netns /run/netns rw,nosuid shared:5 - tmpfs tmpfs rw
58 57 0:4 net:[4026532177] /run/netns/storefront-1 rw - nsfs nsfs rw
";
        assert!(is_mount_point(mounts, "/run/netns"));
        assert!(is_mount_point(mounts, "/run"));
        for path in ["/netns", "/run/net", "/run/netns/storefront-2"] {
            assert!(!is_mount_point(mounts, path), "{path}");
        }
    }
}
