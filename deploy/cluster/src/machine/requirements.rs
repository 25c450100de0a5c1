//! The programs of Debian that a cluster needs.

use std::{
    ffi::{OsStr, OsString},
    path::Path,
};

use anyhow::{Context as _, Result, bail, ensure};

use crate::programs::Programs;

/// Programs, and the Debian package of each.
const PROGRAMS: [(&str, &str); 12] = [
    ("openssl", "openssl"),
    ("ip", "iproute2"),
    ("nsenter", "util-linux"),
    ("unshare", "util-linux"),
    ("setsid", "util-linux"),
    ("mount", "mount"),
    ("runc", "runc"),
    ("iptables", "iptables"),
    ("nft", "nftables"),
    ("ipset", "ipset"),
    ("conntrack", "conntrack"),
    ("debootstrap", "debootstrap"),
];

/// Plugins of the pods' networks, of the Debian package `containernetworking-plugins`.
const PLUGINS: [&str; 2] = ["/usr/lib/cni/ptp", "/usr/lib/cni/portmap"];

/// The folders of programs, as root's PATH lacks some of them on some machines.
pub(super) const PROGRAM_FOLDERS: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// A PATH of the pinned programs and those of Debian, for scripts that call kubectl.
pub(super) fn search_path(programs: &Programs) -> Result<OsString> {
    let folders = [programs.binaries()]
        .into_iter()
        .chain(std::env::split_paths(PROGRAM_FOLDERS));
    std::env::join_paths(folders).context("cannot extend PATH")
}

/// Checks that this program may start a cluster, and that Debian's programs are there.
///
/// # Errors
/// If it does not run as root, or a program is missing; the error names all missing ones and the command that installs them.
pub(super) fn check() -> Result<()> {
    ensure!(
        rustix::process::geteuid().is_root(),
        "a cluster needs namespaces and control groups: run this command as root"
    );
    let missing = find_missing(OsStr::new(PROGRAM_FOLDERS), Path::new("/"));
    if missing.is_empty() {
        return Ok(());
    }
    let programs: Vec<_> = missing.iter().map(|(program, _)| *program).collect();
    let mut packages: Vec<_> = missing.iter().map(|(_, package)| *package).collect();
    packages.sort_unstable();
    packages.dedup();
    bail!(
        "this machine lacks {}: apt-get install --no-install-recommends {}",
        programs.join(", "),
        packages.join(" ")
    )
}

/// Returns the missing programs and plugins with their packages.
fn find_missing(folders: &OsStr, root: &Path) -> Vec<(&'static str, &'static str)> {
    let is_missing =
        |program: &str| !std::env::split_paths(folders).any(|folder| folder.join(program).is_file());
    let programs = PROGRAMS.into_iter().filter(|(program, _)| is_missing(program));
    let plugins = PLUGINS
        .into_iter()
        .filter(|plugin| !root.join(plugin.trim_start_matches('/')).is_file())
        .map(|plugin| (plugin, "containernetworking-plugins"));
    programs.chain(plugins).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn finds_all_missing_programs_with_their_packages() {
        let root = tempfile::tempdir().unwrap();
        let bin = root.path().join("bin");
        fs::create_dir_all(&bin).unwrap();
        fs::create_dir_all(root.path().join("usr/lib/cni")).unwrap();
        for (program, _) in PROGRAMS {
            fs::write(bin.join(program), "").unwrap();
        }
        for plugin in PLUGINS {
            fs::write(root.path().join(plugin.trim_start_matches('/')), "").unwrap();
        }
        assert_eq!(find_missing(bin.as_os_str(), root.path()), []);
        for missing in ["bin/nft", "bin/runc", "usr/lib/cni/ptp"] {
            fs::remove_file(root.path().join(missing)).unwrap();
        }
        assert_eq!(
            find_missing(bin.as_os_str(), root.path()),
            [
                ("runc", "runc"),
                ("nft", "nftables"),
                ("/usr/lib/cni/ptp", "containernetworking-plugins")
            ]
        );
    }
}
