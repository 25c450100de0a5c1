//! The images that ours begin with, and those of the servers, where there is no registry of images: stand-ins under the
//! official names, made from Debian's packages, this machine's toolchains and the pinned servers.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use tokio::process::Command;

use super::podman::Podman;
use crate::{
    child::{self, run_shown},
    console::say,
};

const DEADLINE: Duration = Duration::from_mins(30);

const DEBIAN: &str = "docker.io/library/debian:bookworm-slim";
const MIRROR: &str = "http://deb.debian.org/debian";

/// The authorities that this machine trusts; a build that goes to the registries through a proxy needs its.
const AUTHORITIES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Stages of the stand-ins' Dockerfile, and the names that their images get.
pub(super) const STAND_INS: [(&str, &str); 8] = [
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

/// Makes them all; what has not changed is taken from the last time.
pub(super) async fn make(podman: &Podman, root: &Path) -> Result<()> {
    if !podman.says_yes(&["image", "exists", DEBIAN]).await {
        debian(podman).await?;
    }
    let contexts = [
        ("toolchain", sysroot().await?),
        ("node", node_prefix().await?),
        ("postgres", postgres().await?),
        ("nats", nats().await?),
    ];
    let folder = root.join("deploy/images/stand-ins");
    for (stage, name) in STAND_INS {
        let mut build = podman.command(&["build", "--quiet", "--network=host", "--pull=never"]);
        build.args(["--target", stage, "--tag", name]);
        for (context, place) in &contexts {
            build
                .arg("--build-context")
                .arg(format!("{context}={}", place.display()));
        }
        build.arg(&folder);
        child::run(stage, build, DEADLINE, |_| {})
            .await
            .with_context(|| format!("the stand-in for {name} cannot be made"))?;
        say(&format!("  {name}"));
    }
    Ok(())
}

/// A smallest Debian with this machine's authorities.
async fn debian(podman: &Podman) -> Result<()> {
    say("making a Debian (once)");
    let system = podman.folder().join("debian");
    if system.exists() {
        fs::remove_dir_all(&system).with_context(|| format!("{} cannot be removed", system.display()))?;
    }
    let mut debootstrap = Command::new("debootstrap");
    debootstrap
        .args(["--variant=minbase", "--include=ca-certificates", "bookworm"])
        .arg(&system)
        .arg(MIRROR);
    child::run("debootstrap", debootstrap, DEADLINE, |_| {}).await?;
    fs::copy(AUTHORITIES, system.join(AUTHORITIES.trim_start_matches('/')))
        .context("the authorities cannot be copied")?;
    let archive = podman.folder().join("debian.tar");
    let mut tar = Command::new("tar");
    tar.args(["--exclude=./var/cache/apt/archives/*.deb", "--directory"])
        .arg(&system)
        .arg("--create")
        .arg("--file")
        .arg(&archive)
        .arg(".");
    run_shown(tar, DEADLINE).await?;
    let archive_name = archive.display().to_string();
    podman.run(&["import", &archive_name, DEBIAN]).await?;
    fs::remove_dir_all(&system)
        .and_then(|()| fs::remove_file(&archive))
        .context("the unpacked Debian cannot be removed")
}

async fn sysroot() -> Result<PathBuf> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "sysroot"]);
    let sysroot = child::run("rustc", rustc, DEADLINE, |_| {}).await?;
    // A toolchain's folder may be a link.
    fs::canonicalize(sysroot.trim()).context("Rust's toolchain is not where rustc says")
}

/// The folder with `bin/node` and npm's `lib/node_modules/npm`.
async fn node_prefix() -> Result<PathBuf> {
    let mut node = Command::new("node");
    node.args(["--print", "require('fs').realpathSync(process.execPath)"]);
    let program = PathBuf::from(child::run("node", node, DEADLINE, |_| {}).await?.trim());
    let prefix = program.ancestors().nth(2).context("node lies in no folder")?;
    Ok(prefix.to_owned())
}

/// The folder with PostgreSQL's `bin`, `lib` and `share`.
async fn postgres() -> Result<PathBuf> {
    let programs = tokio::task::spawn_blocking(local::postgres_binaries).await??;
    let folder = programs.parent().context("PostgreSQL lies in no folder")?;
    Ok(folder.to_owned())
}

/// The folder with the NATS server's program.
async fn nats() -> Result<PathBuf> {
    let program = tokio::task::spawn_blocking(local::nats_server).await??;
    let folder = program.parent().context("the NATS server lies in no folder")?;
    Ok(folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_image_that_ours_begin_with_has_a_stand_in() {
        let file = local::checkout().unwrap().join("deploy/images/Dockerfile");
        let text = fs::read_to_string(file).unwrap();
        let from = text.lines().filter_map(|line| line.strip_prefix("FROM "));
        let stages: Vec<(&str, &str)> = from.filter_map(|line| line.split_once(" AS ")).collect();
        let outside = stages
            .iter()
            .map(|(base, _)| *base)
            .filter(|base| stages.iter().all(|(_, name)| name != base));
        for base in outside {
            assert!(
                STAND_INS.iter().any(|(_, name)| name.ends_with(base)),
                "{base} has no stand-in"
            );
        }
    }
}
