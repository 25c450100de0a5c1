//! Paths of the checkout and of what cargo builds from it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

/// A checkout of the repository.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// The root of the checkout.
    pub root: PathBuf,
    /// Cargo's target folder.
    target: PathBuf,
}

/// A cargo profile that the runner builds with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// `dev`: compiles fast, for people who change the code, and for tests.
    Dev,
    /// `profile.dist` of `Cargo.toml`: that of the images, for measurements.
    Dist,
}

impl Profile {
    /// The name, as cargo's option `--profile` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dev => "dev",
            Self::Dist => "dist",
        }
    }
}

impl Workspace {
    /// Finds the checkout, and asks cargo for its target folder.
    ///
    /// # Errors
    /// If there is no checkout, or `cargo metadata` fails.
    pub async fn find() -> Result<Self> {
        #[derive(serde::Deserialize)]
        struct Metadata {
            target_directory: PathBuf,
        }
        let root = local::checkout_root()?;
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
            serde_json::from_slice(&output.stdout).context("cannot parse the output of cargo metadata")?;
        Ok(Self {
            root,
            target: metadata.target_directory,
        })
    }

    /// The folder of the web app.
    pub fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// The folder of the built web app.
    pub fn web_dist(&self) -> PathBuf {
        self.web().join("dist")
    }

    /// The folder of the compiled programs.
    pub fn binaries(&self, profile: Profile) -> PathBuf {
        self.target.join(match profile {
            Profile::Dev => "debug",
            Profile::Dist => profile.name(),
        })
    }
}

/// Formats a path relative to the root of the checkout, or absolute outside it.
pub fn display_path(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}
