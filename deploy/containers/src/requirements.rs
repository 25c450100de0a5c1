//! The requirements on the machine.

use std::{fs, os::unix::fs::MetadataExt as _, path::Path};
use toolkit::command::succeeds;

/// Programs, arguments with which they succeed, and their Debian packages.
const PROGRAMS: [(&str, &[&str], &str); 5] = [
    ("podman", &["--version"], "podman"),
    ("runc", &["--version"], "runc"),
    ("debootstrap", &["--version"], "debootstrap"),
    ("iptables", &["--version"], "iptables"),
    ("catatonit", &["--version"], "catatonit"),
];

/// Programs outside PATH that podman calls, and their Debian packages.
const HELPERS: [(&str, &str); 2] = [
    ("/usr/lib/podman/netavark", "netavark"),
    ("/usr/lib/podman/aardvark-dns", "aardvark-dns"),
];

/// Describes the first missing requirement, and how to meet it.
pub(crate) async fn find_missing() -> Option<String> {
    if !fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
        return Some("it must run as root, to create file systems and networks".to_owned());
    }
    let os_release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    if !is_bookworm(&os_release) {
        return Some("it needs Debian 12, whose packages the images are built from".to_owned());
    }
    let mut packages = Vec::new();
    for (program, arguments, package) in PROGRAMS {
        if !succeeds(program, arguments).await {
            packages.push(package);
        }
    }
    let helpers = HELPERS
        .iter()
        .filter(|(program, _)| !Path::new(program).is_file());
    packages.extend(helpers.map(|(_, package)| *package));
    if !packages.is_empty() {
        return Some(format!(
            "packages are missing: apt-get install --no-install-recommends {}",
            packages.join(" ")
        ));
    }
    if !succeeds("kubectl", &["version", "--client"]).await {
        return Some("kubectl is not installed (https://kubernetes.io/docs/tasks/tools)".to_owned());
    }
    None
}

fn is_bookworm(os_release: &str) -> bool {
    let has = |expected: &str| os_release.lines().any(|line| line == expected);
    has("ID=debian") && has("VERSION_CODENAME=bookworm")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_bookworm() {
        assert!(is_bookworm(
            "NAME=\"Debian\"\nVERSION_CODENAME=bookworm\nID=debian\n"
        ));
        assert!(!is_bookworm("ID=debian\nVERSION_CODENAME=trixie\n"));
        assert!(!is_bookworm(
            "ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=bookworm\n"
        ));
    }
}
