//! Paths of the checkout and of what cargo builds from it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use tokio::process::Command;

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
        Self::of_root(local::checkout_root()?, Command::new("cargo")).await
    }

    /// Opens another checkout by its root. Its target folder is that of its own settings: the variables that set one are for this
    /// checkout.
    ///
    /// # Errors
    /// If the folder is no checkout's root, or `cargo metadata` fails.
    pub async fn at(root: &Path) -> Result<Self> {
        let root = root
            .canonicalize()
            .with_context(|| format!("cannot find {}", root.display()))?;
        ensure!(
            root.join("deploy/local/Cargo.toml").is_file(),
            "{} is not the root of a checkout",
            root.display()
        );
        let mut cargo = Command::new("cargo");
        cargo
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("CARGO_BUILD_TARGET_DIR");
        Self::of_root(root, cargo).await
    }

    async fn of_root(root: PathBuf, mut cargo: Command) -> Result<Self> {
        #[derive(serde::Deserialize)]
        struct Metadata {
            target_directory: PathBuf,
        }
        let output = cargo
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[tokio::test]
    async fn another_checkout_has_the_target_folder_of_its_settings() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        assert!(Workspace::at(&root).await.is_err());
        for (file, text) in [
            ("Cargo.toml", "[workspace]\nmembers = [\"deploy/local\"]\n"),
            (".cargo/config.toml", "[build]\ntarget-dir = \"built\"\n"),
            (
                "deploy/local/Cargo.toml",
                "[package]\nname = \"local\"\nedition = \"2024\"\n",
            ),
            ("deploy/local/src/lib.rs", ""),
        ] {
            let file = root.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let workspace = Workspace::at(&root).await.unwrap();
        assert_eq!(workspace.binaries(Profile::Dev), root.join("built/debug"));
        assert_eq!(workspace.web_dist(), root.join("web/dist"));
    }
}
