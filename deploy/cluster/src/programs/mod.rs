//! Programs built by Go from pinned modules into `target/local/tools/kubernetes`.

mod modules;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use toolkit::command::succeeds;

use modules::{BASIC_OPERATORS, CONTROL_PLANE, HELM, NODES, OPERATORS};

/// Returns the path of Helm below the installation's folder if it is built as pinned.
pub fn find_helm(installation: &Path) -> Option<PathBuf> {
    let folder = tools_folder(installation);
    HELM.is_built(&folder).then(|| folder.join("bin/helm"))
}

/// Builds Helm if it is missing, and returns its path.
///
/// # Errors
/// If Go is missing, or the build fails or takes longer than 40 minutes.
pub(crate) async fn build_helm(installation: &Path) -> Result<PathBuf> {
    let folder = tools_folder(installation);
    HELM.build(&folder).await?;
    Ok(folder.join("bin/helm"))
}

/// The folder with the programs of the control plane.
#[derive(Debug, Clone)]
pub(crate) struct Programs {
    folder: PathBuf,
}

impl Programs {
    /// Returns the programs below the installation's folder if all are built as pinned.
    pub(crate) fn find(installation: &Path) -> Option<Self> {
        let folder = tools_folder(installation);
        CONTROL_PLANE
            .iter()
            .all(|module| module.is_built(&folder))
            .then_some(Self { folder })
    }

    /// Builds the programs that are missing.
    ///
    /// # Errors
    /// If Go is missing, or a build fails or takes longer than 40 minutes.
    pub(crate) async fn build(installation: &Path) -> Result<Self> {
        let folder = tools_folder(installation);
        for module in &CONTROL_PLANE {
            module.build(&folder).await?;
        }
        Ok(Self { folder })
    }

    /// Builds the programs of a cluster with nodes that are missing.
    ///
    /// # Errors
    /// As [`Self::build`].
    pub(crate) async fn build_with_nodes(installation: &Path) -> Result<Self> {
        let programs = Self::build(installation).await?;
        for module in &NODES {
            module.build(&programs.folder).await?;
        }
        Ok(programs)
    }

    /// Builds the programs of a shop with replicated servers that are missing, and those of [`Self::build_with_nodes`].
    ///
    /// # Errors
    /// As [`Self::build`].
    pub(crate) async fn build_with_operators(installation: &Path) -> Result<Self> {
        let programs = Self::build_with_nodes(installation).await?;
        for module in BASIC_OPERATORS.iter().chain(&OPERATORS) {
            module.build(&programs.folder).await?;
        }
        Ok(programs)
    }

    /// Builds the programs of a shop of the Helm chart that are missing, and those of [`Self::build_with_nodes`].
    ///
    /// # Errors
    /// As [`Self::build`].
    pub(crate) async fn build_with_helm(installation: &Path) -> Result<Self> {
        let programs = Self::build_with_nodes(installation).await?;
        for module in BASIC_OPERATORS.iter().chain([&HELM]) {
            module.build(&programs.folder).await?;
        }
        Ok(programs)
    }

    /// The folder of the programs.
    pub(crate) fn binaries(&self) -> PathBuf {
        self.folder.join("bin")
    }

    /// The path of a program.
    pub(crate) fn path(&self, program: &str) -> PathBuf {
        self.binaries().join(program)
    }
}

/// The folder of the programs and the custom resource definitions.
pub(crate) fn tools_folder(installation: &Path) -> PathBuf {
    installation.join("tools/kubernetes")
}

/// Checks that Go is there.
///
/// # Errors
/// If it is not; the error says where to get it.
pub(crate) async fn require_go() -> Result<()> {
    if !succeeds("go", &["version"]).await {
        bail!("Go is not installed (https://go.dev/doc/install); the Kubernetes programs are built with it");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn finds_programs_only_if_built_as_pinned() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Programs::find(folder.path()).is_none());
        let tools = tools_folder(folder.path());
        fs::create_dir_all(tools.join("bin")).unwrap();
        for module in &CONTROL_PLANE {
            fs::create_dir_all(tools.join(module.name)).unwrap();
            fs::write(module.pin_file(&tools), module.pin()).unwrap();
            for (program, _) in module.programs {
                fs::write(tools.join("bin").join(program), "").unwrap();
            }
        }
        assert!(Programs::find(folder.path()).is_some());
        fs::write(CONTROL_PLANE[0].pin_file(&tools), "another version").unwrap();
        assert!(Programs::find(folder.path()).is_none());
    }

    #[test]
    fn finds_helm_only_if_built_as_pinned() {
        let folder = tempfile::tempdir().unwrap();
        let tools = tools_folder(folder.path());
        for name in ["bin", HELM.name] {
            fs::create_dir_all(tools.join(name)).unwrap();
        }
        fs::write(tools.join("bin/helm"), "").unwrap();
        assert_eq!(find_helm(folder.path()), None);
        fs::write(HELM.pin_file(&tools), HELM.pin()).unwrap();
        assert_eq!(find_helm(folder.path()), Some(tools.join("bin/helm")));
    }
}
