//! The checkout, and the data folder of its local shop.

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use crate::process::is_root;

/// Returns the root of the checkout around the current folder, else of the one that this program was built from. The
/// former wins because checkouts that share a target folder share their programs.
///
/// # Errors
/// If neither exists.
pub fn checkout_root() -> Result<PathBuf> {
    let current = std::env::current_dir().ok();
    let root = current
        .as_deref()
        .and_then(|current| current.ancestors().find(|folder| is_checkout(folder)));
    let built_from = || Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let root = root
        .or_else(built_from)
        .context("the crate `local` lies two folders below the root")?;
    Ok(root.to_owned())
}

fn is_checkout(folder: &Path) -> bool {
    folder.join("deploy/local/Cargo.toml").is_file()
}

/// Returns the folder for data, logs and installed servers, creating it if missing: `target/local` of the checkout. As
/// root, if the user `nobody` (who then runs PostgreSQL) cannot reach that, a folder under `/var/tmp` named after the
/// checkout.
pub fn data_folder(checkout: &Path) -> Result<PathBuf> {
    let in_target = checkout.join("target/local");
    let folder = if is_root() && !is_reachable_by_all(&in_target) {
        let mut hasher = DefaultHasher::new();
        checkout.hash(&mut hasher);
        PathBuf::from(format!("/var/tmp/storefront-{:016x}", hasher.finish()))
    } else {
        in_target
    };
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

/// Whether any user may traverse every existing folder of the path.
pub(crate) fn is_reachable_by_all(path: &Path) -> bool {
    path.ancestors().filter(|folder| folder.exists()).all(|folder| {
        fs::metadata(folder)
            .is_ok_and(|metadata| !metadata.is_dir() || metadata.permissions().mode() & 0o001 != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_below_a_private_one_is_not_reachable_by_all() {
        let private = tempfile::tempdir().unwrap();
        fs::set_permissions(private.path(), fs::Permissions::from_mode(0o700)).unwrap();
        assert!(!is_reachable_by_all(&private.path().join("below")));
        fs::set_permissions(private.path(), fs::Permissions::from_mode(0o711)).unwrap();
        assert!(is_reachable_by_all(&private.path().join("below")));
    }

    #[test]
    fn finds_the_checkout() {
        assert!(is_checkout(&checkout_root().unwrap()));
    }
}
