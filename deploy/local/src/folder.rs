//! Where the local shop keeps its things.

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use crate::process::is_root;

/// The root of the checkout that this process works in; elsewhere that of the checkout it was built from. (Two checkouts
/// that share cargo's target folder share their programs, too.)
pub fn checkout() -> Result<PathBuf> {
    let here = std::env::current_dir().ok();
    let root = here
        .as_deref()
        .and_then(|here| here.ancestors().find(|folder| is_checkout(folder)));
    let built_from = || Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let root = root
        .or_else(built_from)
        .context("the crate `local` lies two folders below the root")?;
    Ok(root.to_owned())
}

fn is_checkout(folder: &Path) -> bool {
    folder.join("deploy/local/Cargo.toml").is_file()
}

/// The folder for data, logs and installed servers: `target/local` of the checkout. As root, where `nobody` (the user
/// that PostgreSQL then runs as) cannot reach that, it is a folder under `/var/tmp`, always the same one for a checkout.
pub fn data_folder(checkout: &Path) -> Result<PathBuf> {
    let near = checkout.join("target/local");
    let folder = if is_root() && !is_open_to_all(&near) {
        let mut hasher = DefaultHasher::new();
        checkout.hash(&mut hasher);
        PathBuf::from(format!("/var/tmp/storefront-{:016x}", hasher.finish()))
    } else {
        near
    };
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(folder)
}

/// Whether every folder on the way can be passed by any user.
pub(crate) fn is_open_to_all(path: &Path) -> bool {
    path.ancestors().filter(|folder| folder.exists()).all(|folder| {
        fs::metadata(folder)
            .is_ok_and(|metadata| !metadata.is_dir() || metadata.permissions().mode() & 0o001 != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_below_a_private_one_is_not_open_to_all() {
        let private = tempfile::tempdir().unwrap();
        fs::set_permissions(private.path(), fs::Permissions::from_mode(0o700)).unwrap();
        assert!(!is_open_to_all(&private.path().join("below")));
        fs::set_permissions(private.path(), fs::Permissions::from_mode(0o711)).unwrap();
        assert!(is_open_to_all(&private.path().join("below")));
    }

    #[test]
    fn the_checkout_holds_this_crate() {
        assert!(is_checkout(&checkout().unwrap()));
    }
}
