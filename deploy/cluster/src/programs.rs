//! Programs built by Go from pinned modules into `target/local/tools/kubernetes`.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use toolkit::{
    command::{self, succeeds},
    console::print_status,
};

/// Kubernetes on two cores without a build cache takes about six minutes.
const BUILD_TIMEOUT: Duration = Duration::from_mins(40);

/// The version of Kubernetes, as `go.mod` requires it.
const KUBERNETES: &str = "1.36.3";

/// A Go module of `deploy/cluster/tools`, which pins programs and all that they are built from by hash.
#[derive(Debug)]
struct Module {
    name: &'static str,
    go_mod: &'static str,
    go_sum: &'static str,
    /// Each program's file name and package.
    programs: &'static [(&'static str, &'static str)],
    linker_flags: fn() -> String,
}

/// The programs of the control plane.
const CONTROL_PLANE: [Module; 2] = [
    Module {
        name: "kubernetes",
        go_mod: include_str!("../tools/kubernetes/go.mod"),
        go_sum: include_str!("../tools/kubernetes/go.sum"),
        programs: &[
            ("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"),
            ("kubectl", "k8s.io/kubernetes/cmd/kubectl"),
        ],
        linker_flags,
    },
    Module {
        name: "etcd",
        go_mod: include_str!("../tools/etcd/go.mod"),
        go_sum: include_str!("../tools/etcd/go.sum"),
        programs: &[("etcd", "go.etcd.io/etcd/server/v3")],
        linker_flags,
    },
];

/// The program that renders the chart.
const HELM: Module = Module {
    name: "helm",
    go_mod: include_str!("../tools/helm/go.mod"),
    go_sum: include_str!("../tools/helm/go.sum"),
    programs: &[("helm", "helm.sh/helm/v4/cmd/helm")],
    linker_flags: || "-s -w".to_owned(),
};

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

    /// The path of a program.
    pub(crate) fn path(&self, program: &str) -> PathBuf {
        self.folder.join("bin").join(program)
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

impl Module {
    /// The build's inputs; the file of that name holds those of the last successful build.
    fn pin(&self) -> String {
        format!(
            "{}\n{}\n{}\n{:?}",
            self.go_mod,
            self.go_sum,
            (self.linker_flags)(),
            self.programs
        )
    }

    fn pin_file(&self, folder: &Path) -> PathBuf {
        folder.join(self.name).join("built")
    }

    fn is_built(&self, folder: &Path) -> bool {
        fs::read_to_string(self.pin_file(folder)).is_ok_and(|built| built == self.pin())
            && self
                .programs
                .iter()
                .all(|(program, _)| folder.join("bin").join(program).is_file())
    }

    async fn build(&self, folder: &Path) -> Result<()> {
        if self.is_built(folder) {
            return Ok(());
        }
        require_go().await?;
        let source = folder.join(self.name);
        let binaries = folder.join("bin");
        for folder in [&source, &binaries] {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        for (file, text) in [("go.mod", self.go_mod), ("go.sum", self.go_sum)] {
            fs::write(source.join(file), text).with_context(|| format!("cannot write {file}"))?;
        }
        let names: Vec<_> = self.programs.iter().map(|(program, _)| *program).collect();
        print_status(&format!(
            "building {} into {} (once; minutes)",
            names.join(", "),
            binaries.display()
        ));
        for (program, package) in self.programs {
            let mut go = command::at_low_priority("go", &["build", "-mod=readonly", "-buildvcs=false"]);
            go.args(["-trimpath", "-ldflags", &(self.linker_flags)(), "-o"])
                .arg(binaries.join(program))
                .arg(package)
                .env("CGO_ENABLED", "0")
                .env("GOFLAGS", "")
                .env("GOWORK", "off")
                .current_dir(&source);
            command::capture(&format!("building {program}"), go, BUILD_TIMEOUT, |_| {}).await?;
        }
        fs::write(self.pin_file(folder), self.pin()).context("cannot write the record of the build")
    }
}

/// Omits debugging information, and sets the version that the programs print and the API server checks against.
fn linker_flags() -> String {
    let version = "k8s.io/component-base/version";
    format!(
        "-s -w -X {version}.gitVersion=v{KUBERNETES} -X {version}.gitMajor=1 -X {version}.gitMinor=36 \
         -X {version}.gitTreeState=clean -X k8s.io/client-go/pkg/version.gitVersion=v{KUBERNETES}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linker_flags_name_the_pinned_version() {
        let mut lines = CONTROL_PLANE[0].go_mod.lines();
        let pinned = format!("k8s.io/kubernetes v{KUBERNETES}");
        assert!(lines.any(|line| {
            line.split(" //")
                .next()
                .unwrap()
                .trim_start_matches("require")
                .trim()
                == pinned
        }));
        let minor = KUBERNETES.split('.').nth(1).unwrap();
        assert!(linker_flags().contains(&format!("gitMinor={minor} ")));
    }

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
