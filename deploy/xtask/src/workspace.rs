//! The checkout that the runner works on.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

/// Where things lie.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    /// The root of the checkout.
    pub(crate) root: PathBuf,
    /// Cargo's target folder.
    target: PathBuf,
}

/// How the programs are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quickly compiled, for tests.
    Dev,
    /// Quickly running, for people; `profile.up` of `Cargo.toml`.
    Up,
}

impl Workspace {
    /// Asks cargo.
    pub(crate) async fn find() -> Result<Self> {
        #[derive(serde::Deserialize)]
        struct Metadata {
            target_directory: PathBuf,
        }
        let root = local::checkout()?;
        let output = tokio::process::Command::new("cargo")
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .current_dir(&root)
            .output()
            .await
            .context("cargo is not installed")?;
        ensure!(
            output.status.success(),
            "cargo metadata failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        let metadata: Metadata =
            serde_json::from_slice(&output.stdout).context("cargo metadata is not as expected")?;
        Ok(Self {
            root,
            target: metadata.target_directory,
        })
    }

    /// The web app.
    pub(crate) fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// The built web app.
    pub(crate) fn web_dist(&self) -> PathBuf {
        self.web().join("dist")
    }

    /// The folder of the compiled programs.
    pub(crate) fn binaries(&self, profile: Profile) -> PathBuf {
        self.target.join(match profile {
            Profile::Dev => "debug",
            Profile::Up => "up",
        })
    }
}

/// A path as a person writes it: from the root of the checkout where it lies below.
pub(crate) fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}
