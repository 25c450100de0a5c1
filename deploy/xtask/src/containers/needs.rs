//! What the machine must have.

use std::{fs, os::unix::fs::MetadataExt as _, path::Path};

use crate::child::answers;

/// Programs that answer, and the packages of Debian that bring them.
const PROGRAMS: [(&str, &[&str], &str); 5] = [
    ("podman", &["--version"], "podman"),
    ("runc", &["--version"], "runc"),
    ("debootstrap", &["--version"], "debootstrap"),
    ("iptables", &["--version"], "iptables"),
    ("catatonit", &["--version"], "catatonit"),
];

/// Programs that only podman finds.
const HELPERS: [(&str, &str); 2] = [
    ("/usr/lib/podman/netavark", "netavark"),
    ("/usr/lib/podman/aardvark-dns", "aardvark-dns"),
];

/// Why it cannot be run here, and how that is changed; nothing where it can.
pub(super) async fn lacking() -> Option<String> {
    // Whose this process is.
    if !fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
        return Some("it makes root file systems and networks, which only root can".to_owned());
    }
    let system = fs::read_to_string("/etc/os-release").unwrap_or_default();
    if !is_bookworm(&system) {
        return Some(
            "the images are made of the packages of Debian 12, and this is another system".to_owned(),
        );
    }
    let mut packages = Vec::new();
    for (program, question, package) in PROGRAMS {
        if !answers(program, question).await {
            packages.push(package);
        }
    }
    let helpers = HELPERS
        .iter()
        .filter(|(program, _)| !Path::new(program).is_file());
    packages.extend(helpers.map(|(_, package)| *package));
    if !packages.is_empty() {
        return Some(format!(
            "apt-get install --no-install-recommends {} would bring what is missing",
            packages.join(" ")
        ));
    }
    if !answers("kubectl", &["version", "--client"]).await {
        return Some("kubectl is not installed (https://kubernetes.io/docs/tasks/tools)".to_owned());
    }
    None
}

fn is_bookworm(system: &str) -> bool {
    let says = |line: &str| system.lines().any(|there| there == line);
    says("ID=debian") && says("VERSION_CODENAME=bookworm")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_is_read() {
        assert!(is_bookworm(
            "NAME=\"Debian\"\nVERSION_CODENAME=bookworm\nID=debian\n"
        ));
        assert!(!is_bookworm("ID=debian\nVERSION_CODENAME=trixie\n"));
        assert!(!is_bookworm(
            "ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=bookworm\n"
        ));
    }
}
