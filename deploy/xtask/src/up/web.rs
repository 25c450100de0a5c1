//! Installs the web app's packages and builds the app, if its sources have changed.

use std::{
    fmt::Write as _,
    fs, io,
    path::Path,
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Result, ensure};
use sha2::{Digest as _, Sha256};
use tokio::process::Command;
use toolkit::{command, console::print_status, workspace::Workspace};

const INSTALL_TIMEOUT: Duration = Duration::from_mins(15);
const BUILD_TIMEOUT: Duration = Duration::from_mins(10);

/// Folders of `web/` without sources of the built app.
const IGNORED: [&str; 4] = ["node_modules", "dist", "dist-desk", "tests"];

/// File in `web/` with the hash of the sources that `dist/` was built from. Vite empties `dist/` before each build, so
/// the hash of another build does not survive.
const SOURCES_HASH: &str = "dist/.vite/sources.sha256";

/// Builds the web app if it is out of date. Does not check its types.
pub(crate) async fn build(workspace: &Workspace) -> Result<()> {
    let web = workspace.web();
    // Taken before the build: a source that changes meanwhile is built next time.
    let hash = hash_sources(&web)?;
    if is_built(&web, &hash) {
        return Ok(());
    }
    install(workspace).await?;
    print_status("building the web app");
    let started = Instant::now();
    command::capture(
        "building the web app",
        npm(workspace, &["run", "bundle"]),
        BUILD_TIMEOUT,
        |_| {},
    )
    .await?;
    ensure!(
        workspace.web_dist().join("index.html").is_file(),
        "the web app was built, but there is no {}",
        workspace.web_dist().join("index.html").display()
    );
    fs::write(web.join(SOURCES_HASH), hash)?;
    print_status(&format!(
        "built the web app in {:.0} s",
        started.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// Installs the packages if the lock file is newer than the installation.
pub(crate) async fn install(workspace: &Workspace) -> Result<()> {
    let web = workspace.web();
    let required = modified(&web.join("package-lock.json")).max(modified(&web.join("package.json")));
    let installed = modified(&web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= required {
        return Ok(());
    }
    print_status("installing the web app's packages");
    let started = Instant::now();
    command::capture(
        "installing the web app's packages",
        npm(workspace, &["ci", "--no-audit", "--no-fund"]),
        INSTALL_TIMEOUT,
        |_| {},
    )
    .await?;
    print_status(&format!(
        "installed the web app's packages in {:.0} s",
        started.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// Returns an npm command for the web app's folder.
pub(crate) fn npm(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(workspace.web());
    command
}

/// Like [`npm`], with the processor time that other processes leave.
pub(crate) fn low_priority_npm(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = command::at_low_priority("npm", arguments);
    command.current_dir(workspace.web());
    command
}

/// Whether the app was built from the sources with the hash.
fn is_built(web: &Path, hash: &str) -> bool {
    fs::read_to_string(web.join(SOURCES_HASH)).is_ok_and(|built| built == hash)
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// Returns the hash of the paths and contents of all sources, in hexadecimal digits.
fn hash_sources(web: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    hash_folder(&mut hasher, web, true)?;
    let mut text = String::new();
    for byte in hasher.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

fn hash_folder(hasher: &mut Sha256, folder: &Path, is_root: bool) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_unstable_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        if is_root && IGNORED.iter().any(|ignored| name == *ignored) {
            continue;
        }
        hasher.update(name.as_encoded_bytes());
        if entry.file_type()?.is_dir() {
            hasher.update(b"/");
            hash_folder(hasher, &entry.path(), false)?;
            hasher.update(b"/");
        } else {
            hasher.update(b"\0");
            hasher.update(Sha256::digest(fs::read(entry.path())?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn app_is_out_of_date_if_a_source_is_changed_renamed_or_removed() {
        let web = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = web.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let is_current = || is_built(web.path(), &hash_sources(web.path()).unwrap());
        write("src/lib/a.ts", "a");
        write("src/lib/b.ts", "b");
        assert!(!is_current(), "nothing is built");
        write(SOURCES_HASH, &hash_sources(web.path()).unwrap());
        assert!(is_current());
        for ignored in [
            "tests/t.ts",
            "node_modules/m.js",
            "dist/app.js",
            "dist-desk/app.js",
        ] {
            write(ignored, "written after the hash");
        }
        assert!(is_current(), "only files without sources were written");
        write("src/lib/a.ts", "other");
        assert!(!is_current(), "a source was changed");
        write("src/lib/a.ts", "a");
        assert!(is_current());
        fs::rename(web.path().join("src/lib/b.ts"), web.path().join("src/lib/c.ts")).unwrap();
        assert!(!is_current(), "a source was renamed");
        fs::remove_file(web.path().join("src/lib/c.ts")).unwrap();
        assert!(!is_current(), "a source was removed");
    }
}
