//! The layer with a Debian below all programs: of this machine's release, as they are linked against its libraries.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use tokio::process::Command;
use toolkit::{command, console::print_status};

use super::archive::{Item, Layer, open_layer, write_layer};

const TIMEOUT: Duration = Duration::from_mins(20);

/// `psql` for the script that creates the databases; busybox for the probes of `cluster test`.
const PACKAGES: &str = "ca-certificates,tzdata,netbase,postgresql-client,busybox-static";

/// Folders of Debian without use in a container.
const UNUSED: [&str; 6] = [
    "dev",
    "var/cache/apt",
    "var/lib/apt/lists",
    "usr/share/doc",
    "usr/share/man",
    "usr/share/locale",
];

/// The users of the images.
const USERS: &str = "postgres:x:999:999::/var/lib/postgresql:/bin/sh\nnonroot:x:65532:65532::/home/nonroot:/usr/sbin/nologin\n";
const GROUPS: &str = "postgres:x:999:\nnonroot:x:65532:\n";

/// Returns the layer, kept in an existing folder; debootstrap downloads the packages on first use.
///
/// # Errors
/// If the release is unknown, or debootstrap fails.
pub(super) async fn layer(folder: &Path) -> Result<Layer> {
    let release = fs::read_to_string("/etc/os-release").context("cannot read /etc/os-release")?;
    let codename = codename(&release).context("/etc/os-release names no release of Debian")?;
    let file = folder.join(format!("debian-{codename}.tar"));
    if file.is_file() {
        return open_layer(&file);
    }
    let started = Instant::now();
    print_status(&format!("downloading Debian {codename} for the images (once)"));
    let root = folder.join("debian");
    if root.exists() {
        fs::remove_dir_all(&root).context("cannot remove an incomplete Debian")?;
    }
    let mut debootstrap = Command::new("debootstrap");
    debootstrap
        .args(["--variant=minbase", &format!("--include={PACKAGES}"), codename])
        .arg(&root);
    command::capture("debootstrap", debootstrap, TIMEOUT, |_| {}).await?;
    for unused in UNUSED {
        let unused = root.join(unused);
        if unused.exists() {
            fs::remove_dir_all(&unused).with_context(|| format!("cannot remove {}", unused.display()))?;
        }
    }
    for (file, lines) in [("etc/passwd", USERS), ("etc/group", GROUPS)] {
        let file = root.join(file);
        let text = fs::read_to_string(&file)? + lines;
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    // Renamed when it is complete.
    let incomplete = folder.join("debian.new");
    let layer = write_layer(&incomplete, &[Item::Folder(root.clone(), String::new())])?;
    fs::rename(&incomplete, &file).context("cannot rename the layer of Debian")?;
    fs::remove_dir_all(&root).context("cannot remove the unpacked Debian")?;
    print_status(&format!(
        "Debian {codename} in {:.0} s",
        started.elapsed().as_secs_f64()
    ));
    Ok(Layer { file, ..layer })
}

/// Parses the line `VERSION_CODENAME=`.
fn codename(release: &str) -> Option<&str> {
    let is_debian = release.lines().any(|line| line == "ID=debian");
    let codename = release
        .lines()
        .find_map(|line| line.strip_prefix("VERSION_CODENAME="))?;
    is_debian
        .then_some(codename.trim_matches('"'))
        .filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codename_is_that_of_debian_only() {
        assert_eq!(
            codename("ID=debian\nVERSION_CODENAME=bookworm\n"),
            Some("bookworm")
        );
        assert_eq!(codename("ID=ubuntu\nVERSION_CODENAME=noble\n"), None);
        assert_eq!(codename("ID=debian\nVERSION_CODENAME=\n"), None);
    }
}
