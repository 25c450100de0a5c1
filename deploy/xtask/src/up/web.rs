//! Installs the web app's packages and builds the app, if the sources are newer.

use std::{
    fs, io,
    path::Path,
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Result, ensure};
use tokio::process::Command;
use toolkit::{command, console::print_status, workspace::Workspace};

const INSTALL_TIMEOUT: Duration = Duration::from_mins(15);
const BUILD_TIMEOUT: Duration = Duration::from_mins(10);

/// Folders of `web/` without sources of the built app.
const IGNORED: [&str; 3] = ["node_modules", "dist", "tests"];

/// Builds the web app if it is out of date.
pub(crate) async fn build(workspace: &Workspace) -> Result<()> {
    if is_built(&workspace.web()) {
        return Ok(());
    }
    install(workspace).await?;
    print_status("building the web app");
    let started = Instant::now();
    command::capture(
        "building the web app",
        npm(workspace, &["run", "build"]),
        BUILD_TIMEOUT,
        |_| {},
    )
    .await?;
    ensure!(
        workspace.web_dist().join("index.html").is_file(),
        "the web app was built, but there is no {}",
        workspace.web_dist().join("index.html").display()
    );
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

/// Whether the built app is newer than every source.
fn is_built(web: &Path) -> bool {
    let built = modified(&web.join("dist/index.html"));
    built.is_some() && built >= last_modified(web).ok().flatten()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// Returns the last modification below a folder. A folder's own time changes when a file is removed.
fn last_modified(folder: &Path) -> io::Result<Option<SystemTime>> {
    let mut latest = None;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if IGNORED.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        let path = entry.path();
        latest = latest.max(modified(&path));
        if entry.file_type()?.is_dir() {
            latest = latest.max(last_modified(&path)?);
        }
    }
    Ok(latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_time(path: &Path, seconds: u64) {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        fs::File::open(path).unwrap().set_modified(time).unwrap();
    }

    #[test]
    fn app_is_out_of_date_if_a_source_is_newer_or_removed() {
        let web = tempfile::tempdir().unwrap();
        let path = |path: &str| web.path().join(path);
        for folder in ["src/lib", "dist", "tests", "node_modules"] {
            fs::create_dir_all(path(folder)).unwrap();
        }
        for (file, time) in [
            ("src/lib/a.ts", 10),
            ("tests/t.ts", 90),
            ("node_modules/m.js", 90),
        ] {
            fs::write(path(file), "").unwrap();
            set_time(&path(file), time);
        }
        assert!(!is_built(web.path()), "nothing is built");
        fs::write(path("dist/index.html"), "").unwrap();
        for folder in ["src/lib", "src"] {
            set_time(&path(folder), 10);
        }
        set_time(&path("dist/index.html"), 20);
        assert!(is_built(web.path()));
        set_time(&path("src/lib/a.ts"), 30);
        assert!(!is_built(web.path()), "a source is newer");
        set_time(&path("src/lib/a.ts"), 10);
        set_time(&path("src/lib"), 30);
        assert!(!is_built(web.path()), "a file was removed");
    }
}
