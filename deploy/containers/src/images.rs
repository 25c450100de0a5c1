//! Builds the shop's images with the released Dockerfile and checks their labels and user.

use std::{path::Path, time::Duration};

use anyhow::{Context as _, Result, ensure};
use local::Topology;
use serde::Deserialize;
use tokio::process::Command;
use toolkit::{
    command,
    console::{format_table, print_status},
};

use crate::podman::Podman;

/// Enough for a first build, which compiles everything, on two busy cores.
const DEADLINE: Duration = Duration::from_hours(2);

/// The user and group of every image.
const USER: &str = "65532:65532";

/// The tag that the overlay `local` refers to.
const TAG: &str = "dev";

/// The image with the operator's commands; not a service.
pub(crate) const OPERATOR: &str = "operator";

/// An image in the output of `podman image inspect`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Image {
    /// Bytes, unpacked, including the base image.
    size: u64,
    #[serde(default)]
    labels: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    user: String,
}

/// Returns the name of a program's image.
pub(crate) fn name(program: &str) -> String {
    format!("localhost/storefront/{program}:{TAG}")
}

/// Builds all images, checks them, and prints their sizes.
pub(crate) async fn build(podman: &Podman, root: &Path) -> Result<()> {
    let revision = revision(root).await;
    let mut rows = Vec::new();
    for program in Topology::programs().chain([OPERATOR]) {
        let name = name(program);
        let mut build = podman.command(&["build", "--network=host", "--pull=never", "--tag", &name]);
        build
            .arg("--file")
            .arg(root.join("deploy/images/Dockerfile"))
            .args(["--target", target(program)])
            .args(["--build-arg", &format!("SERVICE={program}")])
            .args(["--build-arg", &format!("VERSION={}", env!("CARGO_PKG_VERSION"))])
            .args(["--build-arg", &format!("REVISION={revision}")])
            .arg(root);
        command::run(build, DEADLINE).await?;
        let output = podman.run(&["image", "inspect", &name]).await?;
        let size = check(&output, &revision).with_context(|| format!("the image {name}"))?;
        rows.push([name, format_megabytes(size)]);
    }
    print_status(&format!("\n{}", format_table(["Image", "Size"], rows)));
    Ok(())
}

/// The Dockerfile's stage for a program.
fn target(program: &str) -> &str {
    match program {
        "gateway" | OPERATOR => program,
        _ => "service",
    }
}

async fn revision(root: &Path) -> String {
    let mut git = Command::new("git");
    git.args(["rev-parse", "HEAD"]).current_dir(root);
    command::capture("git", git, Duration::from_secs(30), |_| {})
        .await
        .map_or_else(|_| "unknown".to_owned(), |output| output.trim().to_owned())
}

/// Checks the user and labels of an inspected image; returns its size in bytes.
fn check(output: &str, revision: &str) -> Result<u64> {
    let images: Vec<Image> = serde_json::from_str(output).context("cannot parse the output of podman")?;
    let image = images.first().context("podman has no such image")?;
    ensure!(
        image.user == USER,
        "the user is {:?}, expected {USER}",
        image.user
    );
    for (label, expected) in [("version", env!("CARGO_PKG_VERSION")), ("revision", revision)] {
        let label = format!("org.opencontainers.image.{label}");
        let actual = image.labels.get(&label).map(String::as_str);
        ensure!(
            actual == Some(expected),
            "the label {label} is {actual:?}, expected {expected}"
        );
    }
    Ok(image.size)
}

/// Formats a size as megabytes with one decimal, rounded down.
fn format_megabytes(bytes: u64) -> String {
    let tenths = bytes / 100_000;
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inspect_output(user: &str, revision: &str) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!(
            r#"[{{"Id": "1", "Size": 34567890, "User": "{user}", "Labels": {{
                "org.opencontainers.image.version": "{version}",
                "org.opencontainers.image.revision": "{revision}"}}}}]"#
        )
    }

    #[test]
    fn returns_the_size_of_a_valid_image() {
        assert_eq!(check(&inspect_output(USER, "abc"), "abc").unwrap(), 34_567_890);
        assert_eq!(format_megabytes(34_567_890), "34.5 MB");
    }

    #[test]
    fn rejects_root_and_another_revision() {
        let error = check(&inspect_output("", "abc"), "abc").unwrap_err().to_string();
        assert!(error.contains("the user is"), "{error}");
        let error = check(&inspect_output(USER, "abd"), "abc")
            .unwrap_err()
            .to_string();
        assert!(error.contains("revision"), "{error}");
        assert!(check("[]", "abc").is_err());
    }

    #[test]
    fn gateway_and_operator_have_their_own_stages() {
        let targets = ["gateway", "operator", "cart"].map(target);
        assert_eq!(targets, ["gateway", "operator", "service"]);
    }
}
