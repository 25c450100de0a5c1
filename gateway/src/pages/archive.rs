//! Hashed files of the present and of earlier builds, in a folder that all gateways share.
//!
//! While a release rolls out, a page of one build may ask a gateway of the other build for its scripts; and a page that was
//! opened before asks for them long after. Names contain a hash of the content, so files of several builds do not collide.

use std::{
    fs::{self, File},
    io,
    path::Path,
    time::{Duration, SystemTime},
};

/// Time that files are kept after the last start of a gateway of their build.
const KEPT_FOR: Duration = Duration::from_hours(30 * 24);

/// Folder of the hashed files in a build, and in the archive.
const FOLDER: &str = "static";

/// Copies the hashed files of a build into the archive, and removes files of builds that no gateway started for 30 days.
///
/// # Errors
///
/// Fails if a file cannot be read or written, such as without the shared volume.
pub(super) fn keep(build: &Path, archive: &Path, now: SystemTime) -> io::Result<()> {
    let (build, archive) = (build.join(FOLDER), archive.join(FOLDER));
    fs::create_dir_all(&archive)?;
    for entry in fs::read_dir(build)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            let kept = archive.join(entry.file_name());
            if !kept.exists() {
                copy(&entry.path(), &kept)?;
            }
            File::options().append(true).open(kept)?.set_modified(now)?;
        }
    }
    remove_old(&archive, now)
}

/// Copies a file so that other gateways never see a part of it.
fn copy(file: &Path, to: &Path) -> io::Result<()> {
    let mut part = to.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    fs::copy(file, &part)?;
    fs::rename(part, to)
}

fn remove_old(archive: &Path, now: SystemTime) -> io::Result<()> {
    for entry in fs::read_dir(archive)? {
        let entry = entry?;
        let age = now
            .duration_since(entry.metadata()?.modified()?)
            .unwrap_or_default();
        if age > KEPT_FOR {
            match fs::remove_file(entry.path()) {
                // Another gateway removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                removed => removed?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder.join(FOLDER))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn build(file: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(FOLDER)).unwrap();
        fs::write(folder.path().join(FOLDER).join(file), file).unwrap();
        folder
    }

    #[test]
    fn keeps_the_files_of_several_builds_for_a_month() {
        let (first, second) = (build("a-1.js"), build("a-2.js"));
        let archive = tempfile::tempdir().unwrap();
        let start = SystemTime::UNIX_EPOCH;
        let day = Duration::from_hours(24);
        keep(first.path(), archive.path(), start).unwrap();
        keep(first.path(), archive.path(), start + 10 * day).unwrap();
        keep(second.path(), archive.path(), start + 39 * day).unwrap();
        assert_eq!(names(archive.path()), ["a-1.js", "a-2.js"]);
        assert_eq!(fs::read(archive.path().join("static/a-1.js")).unwrap(), b"a-1.js");
        keep(second.path(), archive.path(), start + 41 * day).unwrap();
        assert_eq!(names(archive.path()), ["a-2.js"]);
    }

    #[test]
    fn fails_without_the_folder_of_the_archive() {
        let first = build("a-1.js");
        let missing = first.path().join("static/a-1.js");
        assert!(keep(first.path(), &missing, SystemTime::UNIX_EPOCH).is_err());
    }
}
