//! The custom resource definitions of the operators that the manifests use, from the operators' Go modules.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use tokio::process::Command;
use toolkit::{command, console::print_status};

use crate::programs::{require_go, tools_folder};

const TIMEOUT: Duration = Duration::from_mins(10);

/// A pinned module and its files with definitions.
#[derive(Debug)]
struct Module {
    name: &'static str,
    path: &'static str,
    version: &'static str,
    /// The hash of the module's files, as in a `go.sum`.
    sum: &'static str,
    /// The folder of the definitions in the module.
    folder: &'static str,
    files: &'static [&'static str],
}

const MODULES: [Module; 5] = [
    Module {
        name: "cert-manager",
        path: "github.com/cert-manager/cert-manager",
        version: "v1.20.0",
        sum: "h1:czZamsFJ1YdKPhpv+SopJZN9t3W68vQBnFYUevSHGqY=",
        folder: "deploy/crds",
        files: &[
            "cert-manager.io_certificates.yaml",
            "cert-manager.io_clusterissuers.yaml",
            "cert-manager.io_issuers.yaml",
        ],
    },
    Module {
        name: "cloudnative-pg",
        path: "github.com/cloudnative-pg/cloudnative-pg",
        version: "v1.30.0",
        sum: "h1:fnhVq44xXx97MNiuvJsPrX1vSjYbgdyBK5MSGfdHdp0=",
        folder: "config/crd/bases",
        files: &[
            "postgresql.cnpg.io_clusters.yaml",
            "postgresql.cnpg.io_databases.yaml",
            "postgresql.cnpg.io_poolers.yaml",
            "postgresql.cnpg.io_scheduledbackups.yaml",
        ],
    },
    Module {
        name: "plugin-barman-cloud",
        path: "github.com/cloudnative-pg/plugin-barman-cloud",
        version: "v0.14.0",
        sum: "h1:kpTo7egntRIM15hvo0xtOj07wyjj23jcz/Co0KfzC7s=",
        folder: "config/crd/bases",
        files: &["barmancloud.cnpg.io_objectstores.yaml"],
    },
    Module {
        name: "traefik",
        path: "github.com/traefik/traefik/v3",
        version: "v3.6.0",
        sum: "h1:axM42ACSLlB/NWCAx/DTYCrSfmhMukVjXPJDkbZAk1c=",
        folder: "docs/content/reference/dynamic-configuration",
        files: &["traefik.io_middlewares.yaml"],
    },
    Module {
        name: "keda",
        path: "github.com/kedacore/keda/v2",
        version: "v2.19.0",
        sum: "h1:IP3iMTwr9HkaAwPtLnhngPv74LghMf7ubLrsGLQo52M=",
        folder: "config/crd/bases",
        files: &[
            "keda.sh_scaledobjects.yaml",
            "keda.sh_triggerauthentications.yaml",
        ],
    },
];

/// Returns the files with definitions if all are there as pinned.
pub(crate) fn find(installation: &Path) -> Option<Vec<PathBuf>> {
    let mut files = Vec::new();
    for module in &MODULES {
        let folder = module.target(installation);
        files.extend(module.files.iter().map(|file| folder.join(file)));
    }
    files.iter().all(|file| file.is_file()).then_some(files)
}

/// Downloads the modules that are missing, and returns the files with definitions.
///
/// # Errors
/// If Go is missing, a module cannot be downloaded, or its hash is not the pinned one.
pub(crate) async fn install(installation: &Path) -> Result<Vec<PathBuf>> {
    if let Some(files) = find(installation) {
        return Ok(files);
    }
    require_go().await?;
    for module in &MODULES {
        module.install(installation).await?;
    }
    find(installation).context("the custom resource definitions are not complete")
}

/// Copies a folder of an operator's module, with its manifests, into an existing folder.
///
/// # Errors
/// As [`install`].
pub(crate) async fn copy_manifests(name: &str, folder: &str, target: &Path) -> Result<()> {
    require_go().await?;
    let module = MODULES
        .iter()
        .find(|module| module.name == name)
        .with_context(|| format!("no operator has the name {name}"))?;
    copy_folder(&module.download(target).await?.join(folder), target).await
}

/// Copies a folder into an existing one, under its name; the copies can be written, unlike the files of Go's cache.
pub(crate) async fn copy_folder(source: &Path, target: &Path) -> Result<()> {
    let mut copy = Command::new("cp");
    copy.args(["--recursive", "--no-preserve=mode"])
        .arg(source)
        .arg(target);
    command::capture("cp", copy, TIMEOUT, |_| {}).await.map(drop)
}

/// The answer of `go mod download -json`.
#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Download {
    dir: PathBuf,
    sum: String,
}

impl Module {
    /// The folder of the copied definitions; another version has another folder.
    fn target(&self, installation: &Path) -> PathBuf {
        tools_folder(installation)
            .join("definitions")
            .join(format!("{}@{}", self.name, self.version))
    }

    async fn install(&self, installation: &Path) -> Result<()> {
        let folder = self.target(installation);
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        print_status(&format!(
            "downloading the definitions of {}@{} (once)",
            self.path, self.version
        ));
        let source = self.download(&folder).await?;
        for file in self.files {
            let source = source.join(self.folder).join(file);
            let text = fs::read(&source).with_context(|| format!("cannot read {}", source.display()))?;
            fs::write(folder.join(file), text).with_context(|| format!("cannot write {file}"))?;
        }
        Ok(())
    }

    /// Downloads the module into Go's cache unless it is there, and returns its folder.
    async fn download(&self, working_folder: &Path) -> Result<PathBuf> {
        let module = format!("{}@{}", self.path, self.version);
        let mut go = Command::new("go");
        go.args(["mod", "download", "-json", &module])
            .env("GOFLAGS", "")
            .env("GOWORK", "off")
            .current_dir(working_folder);
        let output = command::capture(&format!("downloading {module}"), go, TIMEOUT, |_| {}).await?;
        let download: Download =
            serde_json::from_str(&output).context("cannot parse the output of go mod download")?;
        ensure!(
            download.sum == self.sum,
            "{module} has the hash {}, not the pinned {}",
            download.sum,
            self.sum
        );
        Ok(download.dir)
    }
}
