//! Installs what the web app needs, and builds it, where its sources are newer.

use std::{
    fs, io,
    path::Path,
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Result, ensure};
use tokio::process::Command;

use crate::{child, console::say, workspace::Workspace};

const INSTALL_DEADLINE: Duration = Duration::from_mins(15);
const BUILD_DEADLINE: Duration = Duration::from_mins(10);

/// Folders of `web/` that hold no sources of the built app.
const NO_SOURCES: [&str; 3] = ["node_modules", "dist", "tests"];

/// Builds the web app where it is not up to date.
pub(crate) async fn build(workspace: &Workspace) -> Result<()> {
    if is_built(&workspace.web()) {
        return Ok(());
    }
    install(workspace).await?;
    say("building the web app");
    let began = Instant::now();
    child::run(
        "building the web app",
        npm(workspace, &["run", "build"]),
        BUILD_DEADLINE,
        |_| {},
    )
    .await?;
    ensure!(
        workspace.web_dist().join("index.html").is_file(),
        "the web app was built, but there is no {}",
        workspace.web_dist().join("index.html").display()
    );
    say(&format!(
        "built the web app in {:.0} s",
        began.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// Installs the packages of the lock file where they are not there.
pub(crate) async fn install(workspace: &Workspace) -> Result<()> {
    let web = workspace.web();
    let wanted = changed(&web.join("package-lock.json")).max(changed(&web.join("package.json")));
    let installed = changed(&web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= wanted {
        return Ok(());
    }
    say("installing the web app's packages");
    let began = Instant::now();
    child::run(
        "installing the web app's packages",
        npm(workspace, &["ci", "--no-audit", "--no-fund"]),
        INSTALL_DEADLINE,
        |_| {},
    )
    .await?;
    say(&format!(
        "installed the web app's packages in {:.0} s",
        began.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// npm in the web app's folder.
pub(crate) fn npm(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(workspace.web());
    command
}

/// Whether the built app is newer than every source.
fn is_built(web: &Path) -> bool {
    let built = changed(&web.join("dist/index.html"));
    built.is_some() && built >= newest(web).ok().flatten()
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// The last change below a folder; a folder's own time tells of files that were removed.
fn newest(folder: &Path) -> io::Result<Option<SystemTime>> {
    let mut newest_change = None;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if NO_SOURCES.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        let path = entry.path();
        newest_change = newest_change.max(changed(&path));
        if entry.file_type()?.is_dir() {
            newest_change = newest_change.max(newest(&path)?);
        }
    }
    Ok(newest_change)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_time(path: &Path, seconds: u64) {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        fs::File::open(path).unwrap().set_modified(time).unwrap();
    }

    #[test]
    fn the_app_is_built_again_when_a_source_is_newer() {
        let web = tempfile::tempdir().unwrap();
        let at = |path: &str| web.path().join(path);
        for folder in ["src/lib", "dist", "tests", "node_modules"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        for (file, time) in [
            ("src/lib/a.ts", 10),
            ("tests/t.ts", 90),
            ("node_modules/m.js", 90),
        ] {
            fs::write(at(file), "").unwrap();
            set_time(&at(file), time);
        }
        assert!(!is_built(web.path()), "nothing is built");
        fs::write(at("dist/index.html"), "").unwrap();
        for folder in ["src/lib", "src"] {
            set_time(&at(folder), 10);
        }
        set_time(&at("dist/index.html"), 20);
        assert!(is_built(web.path()));
        set_time(&at("src/lib/a.ts"), 30);
        assert!(!is_built(web.path()), "a source is newer");
        set_time(&at("src/lib/a.ts"), 10);
        set_time(&at("src/lib"), 30);
        assert!(!is_built(web.path()), "a file was removed");
    }
}
