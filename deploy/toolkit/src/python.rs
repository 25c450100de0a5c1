//! Installs pinned Python packages with pip.

use std::{fs, path::Path, time::Duration};

use anyhow::{Context as _, Result};
use tokio::process::Command;

use crate::{command, console::print_status};

/// Long enough for a first installation on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(15);

/// The file that marks an installation as complete; it holds the installed requirements.
const INSTALLED: &str = "installed.txt";

/// Installs the packages of a requirements file with hashes into `folder`, unless they are installed. pip gets built
/// packages only, so that nothing is compiled and no package's script runs.
///
/// # Errors
/// If pip is missing, fails or takes longer than 15 minutes, or the folder cannot be written.
pub async fn install_packages(label: &str, folder: &Path, requirements: &str) -> Result<()> {
    let installed = folder.join(INSTALLED);
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == requirements) {
        return Ok(());
    }
    print_status(&format!("installing {label} into {} (once)", folder.display()));
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    fs::write(folder.join("requirements.txt"), requirements).context("cannot write requirements.txt")?;
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(["--no-deps", "--require-hashes", "--only-binary", ":all:"])
        .args(["--target", ".", "--requirement", "requirements.txt"])
        .current_dir(folder);
    command::capture(&format!("installing {label}"), pip, TIMEOUT, |_| {}).await?;
    fs::write(&installed, requirements).with_context(|| format!("cannot write {}", installed.display()))
}
