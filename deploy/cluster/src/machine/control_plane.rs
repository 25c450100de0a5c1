//! etcd, the API server with its certificates, the controllers and the scheduler.

use std::{
    fs,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use local::Ports;

use super::{
    API_SERVER, API_SERVER_PORT, Folder, MACHINE_ADDRESS, NODES, POD_NETWORK, control_groups,
    processes::Place, requirements,
};
use crate::{
    kubectl::Kubectl,
    pki::Pki,
    programs::Programs,
    servers::{self, Options, SERVICE_NETWORK},
};

const READY_TIMEOUT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The first address of [`SERVICE_NETWORK`]: the API server for pods.
const SERVICE_ADDRESS: &str = "10.96.0.1";

/// Creates the certificates and kubeconfigs of all parts.
pub(super) async fn create_certificates(folder: &Folder) -> Result<Pki> {
    fs::create_dir_all(folder.pki()).context("cannot create the folder of the certificates")?;
    let pki = Pki::create(&folder.pki()).await?;
    let names = [
        "DNS:kubernetes",
        "DNS:kubernetes.default",
        "DNS:kubernetes.default.svc",
        "DNS:kubernetes.default.svc.cluster.local",
        &format!("IP:{SERVICE_ADDRESS}"),
        &format!("IP:{MACHINE_ADDRESS}"),
    ];
    pki.sign("apiserver", "/CN=kube-apiserver", &names).await?;
    let clients = [
        ("admin", "/O=system:masters/CN=admin"),
        ("controller-manager", "/CN=system:kube-controller-manager"),
        ("scheduler", "/CN=system:kube-scheduler"),
        ("kube-proxy", "/CN=system:kube-proxy"),
    ];
    for (client, subject) in clients {
        pki.sign(client, subject, &[]).await?;
        pki.write_kubeconfig(client, API_SERVER)?;
    }
    for node in &NODES {
        let subject = format!("/O=system:nodes/CN=system:node:{}", node.name);
        let names = [format!("DNS:{}", node.name), format!("IP:{}", node.address)];
        pki.sign(node.name, &subject, &names.each_ref().map(String::as_str))
            .await?;
        pki.write_kubeconfig(node.name, API_SERVER)?;
    }
    Ok(pki)
}

/// Starts the control plane, and waits until it is ready.
///
/// # Errors
/// If a program cannot be started, or the API server is not ready within two minutes; the error shows the end of its log.
pub(super) async fn start(folder: &Folder, programs: &Programs, pki: &Pki) -> Result<Kubectl> {
    control_groups::create(control_groups::CONTROL_PLANE)?;
    let start = |name: &str, options: &Options| {
        let started = folder.processes().start(
            name,
            Place::Machine,
            &programs.path(name),
            &servers::arguments(options),
            requirements::PROGRAM_FOLDERS,
        )?;
        control_groups::add(control_groups::CONTROL_PLANE, started.pid())
    };
    let file = |name: &str| pki.path(name).display().to_string();
    let mut ports = Ports::default();
    let client = format!("http://127.0.0.1:{}", ports.any()?);
    let peer = format!("http://127.0.0.1:{}", ports.any()?);
    start("etcd", &servers::etcd(&folder.0, &client, &peer))?;
    let mut options = servers::api_server(&client, MACHINE_ADDRESS, API_SERVER_PORT, pki);
    options.extend([
        ("kubelet-client-certificate", file("admin.crt")),
        ("kubelet-client-key", file("admin.key")),
        ("kubelet-certificate-authority", file("ca.crt")),
        ("kubelet-preferred-address-types", "InternalIP".to_owned()),
        ("authorization-mode", "Node,RBAC".to_owned()),
        ("enable-admission-plugins", "NodeRestriction".to_owned()),
        // This machine has routes to the pods only, not to the addresses of services: it calls the operators' webhooks there.
        ("enable-aggregator-routing", "true".to_owned()),
    ]);
    start("kube-apiserver", &options)?;
    let kubectl = folder.kubectl(programs);
    wait_ready(folder, &kubectl).await?;
    start(
        "kube-controller-manager",
        &vec![
            ("kubeconfig", file("controller-manager.kubeconfig")),
            ("secure-port", "0".to_owned()),
            ("leader-elect", "false".to_owned()),
            // By default it makes a folder below /usr/libexec.
            (
                "flex-volume-plugin-dir",
                folder.0.join("volume-plugins").display().to_string(),
            ),
            ("cluster-cidr", POD_NETWORK.to_owned()),
            ("allocate-node-cidrs", "true".to_owned()),
            ("service-cluster-ip-range", SERVICE_NETWORK.to_owned()),
            ("root-ca-file", file("ca.crt")),
            ("cluster-signing-cert-file", file("ca.crt")),
            ("cluster-signing-key-file", file("ca.key")),
            ("service-account-private-key-file", file("sa.key")),
            ("use-service-account-credentials", "true".to_owned()),
        ],
    )?;
    start(
        "kube-scheduler",
        &vec![
            ("kubeconfig", file("scheduler.kubeconfig")),
            ("secure-port", "0".to_owned()),
            ("leader-elect", "false".to_owned()),
        ],
    )?;
    Ok(kubectl)
}

async fn wait_ready(folder: &Folder, kubectl: &Kubectl) -> Result<()> {
    let deadline = Instant::now() + READY_TIMEOUT;
    while kubectl.call(&["get", "--raw", "/readyz"], "").await?.code != 0 {
        let processes = folder.processes();
        let (_, ended) = processes.recorded();
        if let Some(ended) = ended.first() {
            bail!("{ended} has ended:\n{}", processes.end_of_log(ended));
        }
        if Instant::now() > deadline {
            bail!(
                "the API server was not ready within {} s:\n{}",
                READY_TIMEOUT.as_secs(),
                processes.end_of_log("kube-apiserver")
            );
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(())
}
