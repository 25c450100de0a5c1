//! Stand-ins for the base images and the servers' images, for machines without an image registry: built under the
//! official names from Debian's packages, this machine's toolchains and the pinned servers.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use tokio::process::Command;
use toolkit::{command, console::print_status};

use crate::podman::Podman;

const DEADLINE: Duration = Duration::from_mins(30);

const DEBIAN: &str = "docker.io/library/debian:bookworm-slim";
const MIRROR: &str = "http://deb.debian.org/debian";

/// The machine's trusted certificates: a build behind a proxy needs the proxy's.
const CA_CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// The stages of the stand-ins' Dockerfile with the names of their images.
pub(crate) const STAND_INS: [(&str, &str); 8] = [
    ("rust", "docker.io/library/rust:1.95-slim-bookworm"),
    ("node", "docker.io/library/node:22-bookworm-slim"),
    ("distroless", "gcr.io/distroless/cc-debian12:nonroot"),
    ("postgres", "docker.io/library/postgres:18.4-trixie"),
    ("nats", "docker.io/library/nats:2.15.1-alpine"),
    ("mail", "docker.io/axllent/mailpit:v1.29"),
    ("prometheus", "docker.io/prom/prometheus:v3.13.3"),
    (
        "collector",
        "docker.io/otel/opentelemetry-collector-contrib:0.149.0",
    ),
];

/// Builds all stand-ins; podman's cache skips unchanged ones.
pub(crate) async fn build(podman: &Podman, root: &Path) -> Result<()> {
    if !podman.succeeds(&["image", "exists", DEBIAN]).await {
        import_debian(podman).await?;
    }
    let contexts = [
        ("toolchain", sysroot().await?),
        ("node", node_prefix().await?),
        ("postgres", postgres_prefix().await?),
        ("nats", nats_folder().await?),
    ];
    let folder = root.join("deploy/images/stand-ins");
    for (stage, name) in STAND_INS {
        let mut build = podman.command(&["build", "--quiet", "--network=host", "--pull=never"]);
        build.args(["--target", stage, "--tag", name]);
        for (context, path) in &contexts {
            build
                .arg("--build-context")
                .arg(format!("{context}={}", path.display()));
        }
        build.arg(&folder);
        command::capture(stage, build, DEADLINE, |_| {})
            .await
            .with_context(|| format!("cannot build the stand-in for {name}"))?;
        print_status(&format!("  {name}"));
    }
    Ok(())
}

/// Imports a minimal Debian image with this machine's certificates.
async fn import_debian(podman: &Podman) -> Result<()> {
    print_status("building a Debian image (once)");
    let system = podman.folder().join("debian");
    if system.exists() {
        fs::remove_dir_all(&system).with_context(|| format!("cannot remove {}", system.display()))?;
    }
    let mut debootstrap = Command::new("debootstrap");
    debootstrap
        .args(["--variant=minbase", "--include=ca-certificates", "bookworm"])
        .arg(&system)
        .arg(MIRROR);
    command::capture("debootstrap", debootstrap, DEADLINE, |_| {}).await?;
    fs::copy(
        CA_CERTIFICATES,
        system.join(CA_CERTIFICATES.trim_start_matches('/')),
    )
    .context("cannot copy the certificates")?;
    let archive = podman.folder().join("debian.tar");
    let mut tar = Command::new("tar");
    tar.args(["--exclude=./var/cache/apt/archives/*.deb", "--directory"])
        .arg(&system)
        .arg("--create")
        .arg("--file")
        .arg(&archive)
        .arg(".");
    command::run(tar, DEADLINE).await?;
    let archive_name = archive.display().to_string();
    podman.run(&["import", &archive_name, DEBIAN]).await?;
    fs::remove_dir_all(&system)
        .and_then(|()| fs::remove_file(&archive))
        .context("cannot remove the unpacked Debian")
}

async fn sysroot() -> Result<PathBuf> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "sysroot"]);
    let sysroot = command::capture("rustc", rustc, DEADLINE, |_| {}).await?;
    // The toolchain's folder may be a symbolic link.
    fs::canonicalize(sysroot.trim()).context("the sysroot that rustc prints does not exist")
}

/// The folder with `bin/node` and npm's `lib/node_modules/npm`.
async fn node_prefix() -> Result<PathBuf> {
    let mut node = Command::new("node");
    node.args(["--print", "require('fs').realpathSync(process.execPath)"]);
    let program = PathBuf::from(command::capture("node", node, DEADLINE, |_| {}).await?.trim());
    let prefix = program.ancestors().nth(2).context("node has no parent folder")?;
    Ok(prefix.to_owned())
}

/// The folder with PostgreSQL's `bin`, `lib` and `share`.
async fn postgres_prefix() -> Result<PathBuf> {
    let programs = tokio::task::spawn_blocking(local::postgres_binaries).await??;
    let folder = programs.parent().context("PostgreSQL has no parent folder")?;
    Ok(folder.to_owned())
}

/// The folder with the NATS server's program.
async fn nats_folder() -> Result<PathBuf> {
    let program = tokio::task::spawn_blocking(local::nats_server).await??;
    let folder = program.parent().context("the NATS server has no parent folder")?;
    Ok(folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_base_image_has_a_stand_in() {
        let file = local::checkout_root().unwrap().join("deploy/images/Dockerfile");
        let text = fs::read_to_string(file).unwrap();
        let from = text.lines().filter_map(|line| line.strip_prefix("FROM "));
        let stages: Vec<(&str, &str)> = from.filter_map(|line| line.split_once(" AS ")).collect();
        let external = stages
            .iter()
            .map(|(base, _)| *base)
            .filter(|base| stages.iter().all(|(_, name)| name != base));
        for base in external {
            assert!(
                STAND_INS.iter().any(|(_, name)| name.ends_with(base)),
                "{base} has no stand-in"
            );
        }
    }
}
