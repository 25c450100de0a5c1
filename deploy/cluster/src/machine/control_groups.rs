//! A control group for each node, as two kubelets below one would end each other's pods, and for the control plane.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};

const MOUNT: &str = "/sys/fs/cgroup";

/// The hierarchies of version 1 that kubelet and runc use; `unified` has no controllers, but runc makes a group there.
const HIERARCHIES: [&str; 10] = [
    "cpu", "cpuacct", "cpuset", "memory", "pids", "blkio", "devices", "freezer", "systemd", "unified",
];

/// The controllers of version 2 that kubelet needs.
const CONTROLLERS: [&str; 4] = ["cpu", "cpuset", "memory", "pids"];

/// The control plane's group.
pub(super) const CONTROL_PLANE: &str = "storefront-control-plane";

/// The group of the containers in a node's, which kubelet creates.
const CONTAINERS: &str = "kubepods";

/// The group of the other processes in that of a node or of the control plane.
///
/// Outside of all groups, each of their threads would weigh as much as a node with all its containers.
const SYSTEM: &str = "system";

/// Creates the group of a node or of the control plane in each hierarchy.
pub(super) fn create(name: &str) -> Result<()> {
    create_outer(name)?;
    match system(name) {
        Some(group) => create_folder(&group),
        None => Ok(()),
    }
}

/// Moves a process that is no container into the group of its node, or of the control plane; its children follow.
pub(super) fn add(name: &str, pid: i32) -> Result<()> {
    match system(name) {
        Some(group) => write(&group.join("cgroup.procs"), &pid.to_string()),
        None => Ok(()),
    }
}

/// The group that shares processors with the containers; `None` without that hierarchy.
fn system(name: &str) -> Option<PathBuf> {
    let mut folders = folders(name).into_iter();
    let folder = if is_version_2() {
        folders.next()
    } else {
        folders.find(|folder| folder.starts_with(Path::new(MOUNT).join("cpu")))
    };
    folder.map(|folder| folder.join(SYSTEM))
}

fn create_outer(name: &str) -> Result<()> {
    if is_version_2() {
        let group = Path::new(MOUNT).join(name);
        create_folder(&group)?;
        for folder in [Path::new(MOUNT), &group] {
            for controller in CONTROLLERS {
                write(&folder.join("cgroup.subtree_control"), &format!("+{controller}"))?;
            }
        }
        return Ok(());
    }
    let folders = folders(name);
    ensure!(!folders.is_empty(), "{MOUNT} has no control groups");
    for folder in folders {
        create_folder(&folder)?;
        // A group without processors and memory nodes accepts no process.
        for file in ["cpuset.cpus", "cpuset.mems"] {
            let parent = folder.with_file_name(file);
            if parent.is_file() {
                write(&folder.join(file), &fs::read_to_string(parent)?)?;
            }
        }
    }
    Ok(())
}

/// Returns the processes of a node's containers.
pub(super) fn containers(name: &str) -> Vec<i32> {
    let mut processes = Vec::new();
    for folder in folders(name) {
        for group in groups(&folder.join(CONTAINERS)) {
            let text = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
            processes.extend(text.lines().filter_map(|line| line.parse::<i32>().ok()));
        }
    }
    processes.sort_unstable();
    processes.dedup();
    processes
}

/// Removes the groups of a node or of the control plane, which have no processes.
pub(super) fn remove(name: &str) -> Result<()> {
    for folder in folders(name).iter().filter(|folder| folder.exists()) {
        // The innermost groups come first.
        for group in groups(folder) {
            fs::remove_dir(&group).with_context(|| format!("cannot remove {}", group.display()))?;
        }
    }
    Ok(())
}

fn is_version_2() -> bool {
    Path::new(MOUNT).join("cgroup.controllers").is_file()
}

/// The folders of a node's group.
fn folders(name: &str) -> Vec<PathBuf> {
    if is_version_2() {
        return vec![Path::new(MOUNT).join(name)];
    }
    let hierarchies = HIERARCHIES
        .iter()
        .map(|hierarchy| Path::new(MOUNT).join(hierarchy));
    hierarchies
        .filter(|hierarchy| hierarchy.is_dir())
        .map(|hierarchy| hierarchy.join(name))
        .collect()
}

/// Returns a group after all groups below it.
fn groups(folder: &Path) -> Vec<PathBuf> {
    let mut groups = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            groups.extend(self::groups(&entry.path()));
        }
    }
    groups.push(folder.to_owned());
    groups
}

fn create_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_come_after_those_below_them() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("kubepods/pod");
        fs::create_dir_all(&inner).unwrap();
        fs::write(folder.path().join("cgroup.procs"), "1\n").unwrap();
        assert_eq!(
            groups(folder.path()),
            [inner, folder.path().join("kubepods"), folder.path().to_owned()]
        );
    }
}
