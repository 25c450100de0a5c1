//! The Debian layers below the programs of the images, downloaded once.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};
use tokio::process::Command;
use toolkit::{command, console::print_status};

use super::archive::{Item, Layer, hexadecimal, open_layer, write_layer};

const TIMEOUT: Duration = Duration::from_mins(20);

/// `psql` for the script that creates the databases; busybox for the probes of `cluster test`.
const PACKAGES: &str = "ca-certificates,tzdata,netbase,postgresql-client,busybox-static";

/// The servers that are in no other registry: those of the images that `CloudNativePG` runs, and of Prometheus.
const SERVER_PACKAGES: &str = "ca-certificates,tzdata,netbase,postgresql-18,pgbouncer,barman-cli-cloud,python3-boto3,\
                               prometheus,prometheus-alertmanager,prometheus-blackbox-exporter";

/// The first release with PostgreSQL 18.
const SERVER_RELEASE: &str = "forky";

/// debootstrap of older releases has no script of that name; this one fits every newer release.
const NEWEST_SCRIPT: &str = "/usr/share/debootstrap/scripts/sid";

const MIRROR: &str = "http://deb.debian.org/debian";

/// Folders of Debian without use in a container.
const UNUSED: [&str; 6] = [
    "dev",
    "var/cache",
    "var/lib/apt/lists",
    "usr/share/doc",
    "usr/share/man",
    "usr/share/locale",
];

/// A Debian with packages and users.
#[derive(Debug, Clone)]
pub(super) struct Debian {
    codename: String,
    packages: &'static str,
    /// Lines of `/etc/passwd`.
    users: &'static str,
    /// Lines of `/etc/group`.
    groups: &'static str,
}

impl Debian {
    /// This machine's release, as its programs are linked against the libraries of that one.
    ///
    /// # Errors
    /// If the release is unknown.
    pub(super) fn of_this_machine() -> Result<Self> {
        let release = fs::read_to_string("/etc/os-release").context("cannot read /etc/os-release")?;
        let codename = codename(&release).context("/etc/os-release names no release of Debian")?;
        Ok(Self {
            codename: codename.to_owned(),
            packages: PACKAGES,
            users: "postgres:x:999:999::/var/lib/postgresql:/bin/sh\n\
                    nonroot:x:65532:65532::/home/nonroot:/usr/sbin/nologin\n",
            groups: "postgres:x:999:\nnonroot:x:65532:\n",
        })
    }

    /// The release with the servers of replicated shops; the numbers of the users are those that `CloudNativePG` expects.
    pub(super) fn of_servers() -> Self {
        Self {
            codename: SERVER_RELEASE.to_owned(),
            packages: SERVER_PACKAGES,
            users: "postgres:x:26:26::/var/lib/postgresql:/bin/sh\npgbouncer:x:998:996::/:/usr/sbin/nologin\n",
            groups: "postgres:x:26:\npgbouncer:x:996:\n",
        }
    }

    /// The name of the kept file; other packages or users are another one.
    fn file_name(&self) -> String {
        let content = format!("{}\n{}{}", self.packages, self.users, self.groups);
        let digest = hexadecimal(&Sha256::digest(content));
        format!("debian-{}-{digest:.8}.tar", self.codename)
    }

    /// Returns the layer, kept in an existing folder; debootstrap downloads the packages on first use.
    ///
    /// # Errors
    /// If debootstrap fails.
    pub(super) async fn layer(&self, folder: &Path) -> Result<Layer> {
        let codename = &self.codename;
        let file = folder.join(self.file_name());
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
            .args([
                "--variant=minbase",
                &format!("--include={}", self.packages),
                codename,
            ])
            .arg(&root)
            .args([MIRROR, NEWEST_SCRIPT]);
        command::capture("debootstrap", debootstrap, TIMEOUT, |_| {}).await?;
        for unused in UNUSED {
            let unused = root.join(unused);
            if unused.exists() {
                fs::remove_dir_all(&unused).with_context(|| format!("cannot remove {}", unused.display()))?;
            }
        }
        for (file, lines) in [("etc/passwd", self.users), ("etc/group", self.groups)] {
            let file = root.join(file);
            let text = with_entries(&fs::read_to_string(&file)?, lines);
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
}

/// Adds entries to a file of users or groups, in place of those with the same names.
fn with_entries(text: &str, entries: &str) -> String {
    let name = |line: &str| line.split(':').next().map(str::to_owned);
    let replaced: Vec<_> = entries.lines().map(name).collect();
    let kept = text.lines().filter(|line| !replaced.contains(&name(line)));
    let lines: Vec<_> = kept.chain(entries.lines()).collect();
    lines.join("\n") + "\n"
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
    fn entries_replace_those_of_the_same_name() {
        assert_eq!(
            with_entries("root:x:0\npostgres:x:100\n", "postgres:x:26\nnonroot:x:65532\n"),
            "root:x:0\npostgres:x:26\nnonroot:x:65532\n"
        );
    }

    #[test]
    fn other_packages_have_another_file() {
        let servers = Debian::of_servers();
        let other = Debian {
            packages: PACKAGES,
            ..servers.clone()
        };
        assert!(servers.file_name().starts_with("debian-forky-"));
        assert_ne!(servers.file_name(), other.file_name());
    }

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
