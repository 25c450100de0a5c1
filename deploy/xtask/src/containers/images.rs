//! Our own images: built by the Dockerfile that everybody uses, and held to what they promise.

use std::{path::Path, time::Duration};

use anyhow::{Context as _, Result, ensure};
use local::Topology;
use serde::Deserialize;
use tokio::process::Command;

use super::podman::Podman;
use crate::{
    child::{self, run_shown},
    console::{say, table},
};

/// The first build compiles everything; on two busy cores that takes its time.
const DEADLINE: Duration = Duration::from_hours(2);

/// Who runs in each of them.
const USER: &str = "65532:65532";

/// The tag that the overlay `local` asks for.
const TAG: &str = "dev";

/// What fills the shop is no service.
pub(super) const SEED: &str = "seed";

/// One image as podman tells of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Image {
    /// Bytes, unpacked, with all that it stands on.
    size: u64,
    #[serde(default)]
    labels: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    user: String,
}

/// The name of one of our images.
pub(super) fn name(program: &str) -> String {
    format!("localhost/storefront/{program}:{TAG}")
}

/// Builds them all, says their sizes, and checks what each says of itself.
pub(super) async fn build(podman: &Podman, root: &Path) -> Result<()> {
    let revision = revision(root).await;
    let mut rows = vec![["Image", "Size"].map(str::to_owned).to_vec()];
    for program in Topology::programs().chain([SEED]) {
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
        run_shown(build, DEADLINE).await?;
        let answer = podman.run(&["image", "inspect", &name]).await?;
        let size = check(&answer, &revision).with_context(|| format!("the image {name}"))?;
        rows.push(vec![name, megabytes(size)]);
    }
    say(&format!("\n{}", table(&rows)));
    Ok(())
}

/// The stage that makes a program's image.
fn target(program: &str) -> &str {
    match program {
        "gateway" | SEED => program,
        _ => "service",
    }
}

async fn revision(root: &Path) -> String {
    let mut git = Command::new("git");
    git.args(["rev-parse", "HEAD"]).current_dir(root);
    child::run("git", git, Duration::from_secs(30), |_| {})
        .await
        .map_or_else(|_| "unknown".to_owned(), |answer| answer.trim().to_owned())
}

/// Whether an image is labelled and runs as nobody in particular; answers its size in bytes.
fn check(answer: &str, revision: &str) -> Result<u64> {
    let images: Vec<Image> = serde_json::from_str(answer).context("podman's answer is not as expected")?;
    let image = images.first().context("podman knows of no such image")?;
    ensure!(
        image.user == USER,
        "it runs as {:?}, and not as {USER}",
        image.user
    );
    for (label, expected) in [("version", env!("CARGO_PKG_VERSION")), ("revision", revision)] {
        let label = format!("org.opencontainers.image.{label}");
        let said = image.labels.get(&label).map(String::as_str);
        ensure!(
            said == Some(expected),
            "its label {label} is {said:?}, and not {expected}"
        );
    }
    Ok(image.size)
}

/// As people write it; the tenth is cut off.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes / 100_000;
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(user: &str, revision: &str) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!(
            r#"[{{"Id": "1", "Size": 34567890, "User": "{user}", "Labels": {{
                "org.opencontainers.image.version": "{version}",
                "org.opencontainers.image.revision": "{revision}"}}}}]"#
        )
    }

    #[test]
    fn an_image_that_keeps_its_promises_has_a_size() {
        assert_eq!(check(&answer(USER, "abc"), "abc").unwrap(), 34_567_890);
        assert_eq!(megabytes(34_567_890), "34.5 MB");
    }

    #[test]
    fn root_and_another_revision_are_noticed() {
        let error = check(&answer("", "abc"), "abc").unwrap_err().to_string();
        assert!(error.contains("it runs as"), "{error}");
        let error = check(&answer(USER, "abd"), "abc").unwrap_err().to_string();
        assert!(error.contains("revision"), "{error}");
        assert!(check("[]", "abc").is_err());
    }

    #[test]
    fn the_gateway_and_the_seed_have_stages_of_their_own() {
        let targets = ["gateway", "seed", "cart"].map(target);
        assert_eq!(targets, ["gateway", "seed", "service"]);
    }
}
