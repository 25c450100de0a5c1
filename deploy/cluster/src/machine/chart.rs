//! The shop of the Helm chart: the chart with its values, and the PostgreSQL and NATS servers of one's own that it needs.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use local::Topology;
use serde_json::{Value, json};
use tokio::process::Command;
use toolkit::{command, python};

use super::{Folder, requirements};
use crate::{
    definitions,
    helm::Helm,
    kubectl::Kubectl,
    manifests::{self, APPLY, Object},
    programs::Programs,
};

/// The folder of the chart, its values and its post-renderer, in a checkout's `deploy/cluster` and in that of a cluster.
const FOLDER: &str = "chart";

/// The rendered chart in that folder.
const RENDERED: &str = "rendered";

/// The packages of `k8s/package.py`.
const PACKAGES: &str = "k8s/requirements.txt";

/// The namespaces of the servers and of the shop.
const SERVERS: &str = "servers";
const SHOP: &str = "storefront";

const PACKAGE_TIMEOUT: Duration = Duration::from_mins(5);

/// Installs the packages with which the chart of a checkout is written, below the installation's folder.
pub(super) async fn install_packages(root: &Path, installation: &Path) -> Result<()> {
    let file = root.join(PACKAGES);
    let pins = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    python::install_packages("PyYAML", &packages(installation), &pins).await
}

fn packages(installation: &Path) -> PathBuf {
    installation.join("tools/chart")
}

/// Returns Helm for the chart of a cluster.
pub(super) fn helm(folder: &Folder, programs: &Programs) -> Result<Helm> {
    Ok(Helm {
        program: programs.path("helm"),
        folder: folder.0.join(FOLDER),
        kubeconfig: folder.kubeconfig(),
        path: requirements::search_path(programs)?,
    })
}

/// The kustomization of the rendered chart, for the observations.
pub(super) fn rendered(folder: &Folder) -> PathBuf {
    folder.0.join(FOLDER).join(RENDERED)
}

/// Writes the chart of a checkout into the cluster's folder, and renders it.
pub(super) async fn write(
    folder: &Folder,
    helm: &Helm,
    root: &Path,
    installation: &Path,
) -> Result<Vec<Object>> {
    for name in [FOLDER, "nodes", "without-telemetry"] {
        definitions::copy_folder(&root.join("deploy/cluster").join(name), &folder.0).await?;
    }
    let mut package = Command::new("python3");
    package
        .arg(root.join("k8s/package.py"))
        .arg("chart")
        .arg(helm.chart())
        .env("PATH", &helm.path)
        .env("PYTHONPATH", packages(installation));
    command::capture("writing the chart", package, PACKAGE_TIMEOUT, |_| {}).await?;

    let text = helm.render().await?;
    let rendered = rendered(folder);
    fs::create_dir(&rendered).with_context(|| format!("cannot create {}", rendered.display()))?;
    for (name, text) in [
        ("manifests.yaml", text.as_str()),
        ("kustomization.yaml", "resources: [manifests.yaml]\n"),
    ] {
        let file = rendered.join(name);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(manifests::parse(&text))
}

/// Renders the servers of one's own.
pub(super) async fn render_servers(kubectl: &Kubectl, root: &Path) -> Result<Vec<Object>> {
    manifests::render(kubectl, &root.join("deploy/cluster").join(SERVERS)).await
}

/// Starts the servers, creates the databases, and gives the shop the authorities of their certificates: the steps of "Servers of
/// your own" in `docs/operations/install.md`.
pub(super) async fn start_servers(kubectl: &Kubectl, objects: &[Object], root: &Path) -> Result<()> {
    manifests::apply(kubectl, objects).await?;
    // NATS's accounts have the passwords of the shop's Secret.
    let users = [
        "get",
        "secret",
        "nats-users",
        "--namespace",
        SHOP,
        "--output=json",
    ];
    let users: Value =
        serde_json::from_str(&kubectl.run(&users).await?).context("cannot parse kubectl's output")?;
    let passwords = users.get("data").context("the Secret nats-users has no data")?;
    create_secret(kubectl, SERVERS, "nats-users", ("data", passwords.clone())).await?;
    let namespace = format!("--namespace={SERVERS}");
    kubectl
        .wait(&["--for=condition=Ready", &namespace, "certificate", "--all"])
        .await?;
    kubectl.wait_for_rollouts(SERVERS).await?;
    for (server, secret) in [("postgres-tls", "postgres-ca"), ("nats-tls", "nats-tls")] {
        let authority = secret_value(kubectl, SERVERS, server, "ca.crt").await?;
        let data = ("stringData", json!({"ca.crt": authority}));
        create_secret(kubectl, SHOP, secret, data).await?;
    }
    create_databases(kubectl, root)
        .await
        .context("cannot create the databases")
}

/// Runs the script of the databases where there is a psql, with the passwords of the Secrets.
async fn create_databases(kubectl: &Kubectl, root: &Path) -> Result<()> {
    let file = root.join("deploy/postgres/databases.sh");
    let databases = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut passwords = Vec::new();
    for service in Topology::databases() {
        for (role, secret) in [
            (service.to_owned(), format!("{service}-database")),
            (format!("{service}_owner"), format!("{service}-database-owner")),
        ] {
            passwords.push((role, secret_value(kubectl, SHOP, &secret, "password").await?));
        }
    }
    let namespace = format!("--namespace={SERVERS}");
    let shell = ["exec", "--stdin", &namespace, "postgres-0", "--", "sh"];
    kubectl
        .run_with(&shell, &script(&passwords, &databases))
        .await
        .map(drop)
}

/// Returns a script that writes the password of each role into a file, and creates the databases over TLS.
fn script(passwords: &[(String, String)], databases: &str) -> String {
    let files: Vec<_> = passwords
        .iter()
        .map(|(role, password)| format!("printf '%s' '{password}' > \"$PASSWORDS/{role}\"\n"))
        .collect();
    let files = files.concat();
    let services: Vec<_> = Topology::databases().collect();
    format!(
        "set -eu\numask 077\nPASSWORDS=$(mktemp -d)\ntrap 'rm -r \"$PASSWORDS\"' EXIT\n{files}\
         export PASSWORDS SERVICES='{}' POSTGRES_USER=postgres PGPASSWORD=\"$POSTGRES_PASSWORD\"\n\
         export PGHOST=postgres-rw.{SERVERS}.svc.cluster.local PGSSLMODE=verify-full PGSSLROOTCERT=/etc/postgres/tls/ca.crt\n\
         {databases}",
        services.join(" ")
    )
}

/// Returns a value of a Secret.
async fn secret_value(kubectl: &Kubectl, namespace: &str, name: &str, key: &str) -> Result<String> {
    let template = format!("--output=go-template={{{{index .data \"{key}\" | base64decode}}}}");
    let get = ["get", "secret", name, "--namespace", namespace, &template];
    kubectl.run(&get).await
}

/// Creates a Secret with a field of data.
async fn create_secret(
    kubectl: &Kubectl,
    namespace: &str,
    name: &str,
    (field, data): (&str, Value),
) -> Result<()> {
    let secret = json!({
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": name, "namespace": namespace},
        field: data,
    });
    kubectl.run_with(APPLY, &secret.to_string()).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_of_the_installation_shows_the_post_renderer() {
        let root = local::checkout_root().unwrap();
        let document = fs::read_to_string(root.join("docs/operations/install.md")).unwrap();
        let plugin = root.join("deploy/cluster/chart/post-renderer/plugin.yaml");
        let plugin = fs::read_to_string(plugin).unwrap();
        let (_, plugin) = plugin.split_once('\n').unwrap();
        assert!(document.contains(plugin), "{plugin}");
    }

    #[test]
    fn script_writes_each_password_before_it_creates_the_databases() {
        let passwords = [
            ("cart".to_owned(), "k1".to_owned()),
            ("cart_owner".to_owned(), "k2".to_owned()),
        ];
        let script = script(&passwords, "#!/bin/sh\ncreate\n");
        let lines: Vec<_> = script.lines().collect();
        let place = |line: &str| lines.iter().position(|other| *other == line).unwrap();
        assert!(place("printf '%s' 'k2' > \"$PASSWORDS/cart_owner\"") < place("create"));
        assert!(script.contains(" SERVICES='catalog account cart"), "{script}");
        assert!(!script.contains('\\'), "{script}");
    }
}
