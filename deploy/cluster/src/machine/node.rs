//! A node: a network namespace and a mount namespace with containerd, kubelet, kube-proxy and kube-router's firewall.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::process::Command;
use toolkit::command;

use super::{
    DNS_ADDRESS, Folder, Node, POD_NETWORK, control_groups, network,
    processes::{Place, Processes, Recorded},
    requirements::PROGRAM_FOLDERS,
};
use crate::{kubectl::Kubectl, pki::Pki, programs::Programs, servers::SERVICE_NETWORK};

const CONTAINERD: &str = include_str!("../../containerd.toml");
const TIMEOUT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Importing an archive unpacks its images, on a busy disk.
const IMPORT_TIMEOUT: Duration = Duration::from_mins(10);

/// The volumes of a node, each for one claim.
const VOLUMES: u8 = 10;

/// Folders of the node, and the paths at which its programs see them.
const MOUNTS: [(&str, &str); 7] = [
    ("kubelet", "/var/lib/kubelet"),
    ("containerd", "/var/lib/containerd"),
    ("run", "/run/containerd"),
    ("netns", network::NAMESPACES),
    ("cni", "/var/lib/cni"),
    ("cni-net", "/etc/cni/net.d"),
    ("log", "/var/log"),
];

/// A node whose containerd runs.
#[derive(Debug)]
pub(super) struct Started<'a> {
    node: Node,
    /// All nodes of the cluster.
    nodes: &'a [Node],
    folder: &'a Folder,
    programs: &'a Programs,
    holder: Recorded,
}

/// Creates the machine's folders on which nodes mount theirs, and returns the new ones.
pub(super) fn create_mount_points() -> Result<Vec<PathBuf>> {
    let mut made = Vec::new();
    for (_, path) in MOUNTS {
        let missing: Vec<_> = Path::new(path)
            .ancestors()
            .take_while(|folder| !folder.exists())
            .map(Path::to_owned)
            .collect();
        fs::create_dir_all(path).with_context(|| format!("cannot create {path}"))?;
        made.extend(missing);
    }
    Ok(made)
}

impl<'a> Started<'a> {
    /// Creates a node's namespaces, and starts its containerd.
    pub(super) async fn start(
        node: Node,
        nodes: &'a [Node],
        folder: &'a Folder,
        programs: &'a Programs,
    ) -> Result<Self> {
        control_groups::create(node.namespace)?;
        network::create_namespace(&node).await?;
        // Its mounts are those of the node: they end with its last process.
        let holder = folder.processes().start(
            &holder_name(&node),
            Place::NewMounts(node.namespace),
            Path::new("sleep"),
            &["infinity".to_owned()],
            PROGRAM_FOLDERS,
        )?;
        let started = Self {
            node,
            nodes,
            folder,
            programs,
            holder,
        };
        started.mount().await?;
        fs::write(started.path("containerd.toml"), CONTAINERD)
            .context("cannot write containerd's settings")?;
        let settings = started.path("containerd.toml").display().to_string();
        started.run("containerd", &["--config", &settings])?;
        started
            .wait("containerd", || started.path("run/containerd.sock").exists())
            .await?;
        Ok(started)
    }

    /// Finds a node of a running cluster.
    ///
    /// # Errors
    /// If the process that holds its mounts does not run.
    pub(super) fn find(
        node: Node,
        nodes: &'a [Node],
        folder: &'a Folder,
        programs: &'a Programs,
    ) -> Result<Self> {
        let name = holder_name(&node);
        let (running, _) = folder.processes().recorded();
        let (_, holder) = running
            .into_iter()
            .find(|(other, _)| *other == name)
            .with_context(|| format!("{name} does not run"))?;
        Ok(Self {
            node,
            nodes,
            folder,
            programs,
            holder,
        })
    }

    /// Imports an image archive.
    pub(super) async fn import(&self, archive: &Path) -> Result<()> {
        let mut command = self.enter(&self.programs.path("ctr"));
        command
            .args(["--namespace", "k8s.io", "images", "import"])
            .arg(archive);
        command::capture("importing the images", command, IMPORT_TIMEOUT, |_| {})
            .await
            .map(drop)
    }

    /// Starts kubelet and kube-proxy; once the node has its network of pods, the firewall, too.
    pub(super) async fn join(&self, pki: &Pki, kubectl: &Kubectl) -> Result<()> {
        let name = self.node.name;
        self.write("kubelet.json", &self.kubelet_settings(pki))?;
        self.write("kube-proxy.json", &self.kube_proxy_settings(pki))?;
        let config = |file: &str| format!("--config={}", self.path(file).display());
        let kubeconfig = |client: &str| {
            format!(
                "--kubeconfig={}",
                pki.path(&format!("{client}.kubeconfig")).display()
            )
        };
        let hostname = format!("--hostname-override={name}");
        self.run(
            "kubelet",
            &[
                &config("kubelet.json"),
                &kubeconfig(name),
                &hostname,
                &format!("--node-ip={}", self.node.address),
            ],
        )?;
        self.run("kube-proxy", &[&config("kube-proxy.json")])?;
        let pods = self.wait_pod_network(kubectl).await?;
        network::add_routes(self.nodes, &self.node, &pods).await?;
        self.write("cni-net/10-pods.conflist", &pod_network(&pods))?;
        self.run(
            "kube-router",
            &[
                "--run-firewall=true",
                "--run-router=false",
                "--run-service-proxy=false",
                "--run-loadbalancer=false",
                "--metrics-port=0",
                &format!("--service-cluster-ip-range={SERVICE_NETWORK}"),
                &hostname,
                &kubeconfig("admin"),
            ],
        )
    }

    /// Creates the folders of the node's volumes, and returns the volumes.
    pub(super) fn volumes(&self) -> Result<Vec<Value>> {
        let volume = |number: u8| {
            let path = self.path(&format!("volumes/{number}"));
            fs::create_dir_all(&path).with_context(|| format!("cannot create {}", path.display()))?;
            Ok(json!({
                "apiVersion": "v1",
                "kind": "PersistentVolume",
                "metadata": {"name": format!("{}-{number}", self.node.name)},
                "spec": {
                    "capacity": {"storage": "100Gi"},
                    "accessModes": ["ReadWriteOnce"],
                    "storageClassName": "local",
                    "local": {"path": path},
                    "nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": [
                        {"key": "kubernetes.io/hostname", "operator": "In", "values": [self.node.name]},
                    ]}]}},
                },
            }))
        };
        (1..=VOLUMES).map(volume).collect()
    }

    /// Mounts the node's folders in its namespace only.
    async fn mount(&self) -> Result<()> {
        self.wait("mounts", || self.holder.has_own_mounts()).await?;
        // Mounts of containers reach the other processes of this namespace, not the machine.
        self.call_mount(&["--make-rshared", "/"]).await?;
        for (name, target) in MOUNTS {
            let source = self.path(name);
            fs::create_dir_all(&source).with_context(|| format!("cannot create {}", source.display()))?;
            self.call_mount(&["--bind", &source.to_string_lossy(), target])
                .await?;
            self.call_mount(&["--make-rshared", target]).await?;
        }
        Ok(())
    }

    async fn call_mount(&self, arguments: &[&str]) -> Result<()> {
        let mut command = self.enter(Path::new("mount"));
        command.args(arguments);
        command::capture("mount", command, TIMEOUT, |_| {})
            .await
            .map(drop)
    }

    /// A command in the node's namespaces.
    fn enter(&self, program: &Path) -> Command {
        let mut command = Command::new("nsenter");
        command
            .arg(self.holder.mounts())
            .arg(format!("--net={}/{}", network::NAMESPACES, self.node.namespace))
            .arg(program)
            .current_dir("/");
        command
    }

    /// Starts a program of the node.
    fn run(&self, program: &str, arguments: &[&str]) -> Result<()> {
        let arguments: Vec<_> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        // containerd finds its shim there.
        let path = format!("{}:{PROGRAM_FOLDERS}", self.programs.binaries().display());
        let place = Place::Mounts(self.node.namespace, self.holder);
        let name = self.process(program);
        let started =
            self.processes()
                .start(&name, place, &self.programs.path(program), &arguments, &path)?;
        control_groups::add(self.node.namespace, started.pid())
    }

    /// Waits until a condition is true, while a process runs.
    async fn wait(&self, program: &str, is_done: impl Fn() -> bool) -> Result<()> {
        let deadline = Instant::now() + TIMEOUT;
        while !is_done() {
            self.check_running(program, deadline)?;
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// Waits until the controllers have given the node its network of pods.
    async fn wait_pod_network(&self, kubectl: &Kubectl) -> Result<String> {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let get = ["get", "node", self.node.name, "--output=jsonpath={.spec.podCIDR}"];
            let output = kubectl.call(&get, "").await?;
            if output.code == 0 && !output.stdout.is_empty() {
                return Ok(output.stdout);
            }
            self.check_running("kubelet", deadline)?;
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    fn check_running(&self, program: &str, deadline: Instant) -> Result<()> {
        let name = self.process(program);
        let (_, ended) = self.processes().recorded();
        if ended.contains(&name) {
            bail!("{name} has ended:\n{}", self.processes().end_of_log(&name));
        }
        if Instant::now() > deadline {
            bail!(
                "{name} was not ready within {} s:\n{}",
                TIMEOUT.as_secs(),
                self.processes().end_of_log(&name)
            );
        }
        Ok(())
    }

    fn kubelet_settings(&self, pki: &Pki) -> Value {
        json!({
            "apiVersion": "kubelet.config.k8s.io/v1beta1",
            "kind": "KubeletConfiguration",
            "failCgroupV1": false,
            "failSwapOn": false,
            "cgroupDriver": "cgroupfs",
            "cgroupRoot": format!("/{}", self.node.namespace),
            "clusterDNS": [DNS_ADDRESS],
            "clusterDomain": "cluster.local",
            "resolvConf": "",
            "containerRuntimeEndpoint": "unix:///run/containerd/containerd.sock",
            "volumePluginDir": "/var/lib/kubelet/volume-plugins",
            "authentication": {
                "anonymous": {"enabled": false},
                "webhook": {"enabled": true},
                "x509": {"clientCAFile": pki.path("ca.crt")},
            },
            "authorization": {"mode": "Webhook"},
            "tlsCertFile": pki.path(&format!("{}.crt", self.node.name)),
            "tlsPrivateKeyFile": pki.path(&format!("{}.key", self.node.name)),
            // The images cannot be pulled again.
            "imageGCHighThresholdPercent": 100,
            "evictionHard": {"memory.available": "200Mi", "nodefs.available": "1%", "imagefs.available": "1%"},
        })
    }

    fn kube_proxy_settings(&self, pki: &Pki) -> Value {
        json!({
            "apiVersion": "kubeproxy.config.k8s.io/v1alpha1",
            "kind": "KubeProxyConfiguration",
            "mode": "nftables",
            "clusterCIDR": POD_NETWORK,
            "hostnameOverride": self.node.name,
            "clientConnection": {"kubeconfig": pki.path("kube-proxy.kubeconfig")},
            // The limits are the machine's.
            "conntrack": {"maxPerCore": 0, "min": 0, "tcpEstablishedTimeout": "0s", "tcpCloseWaitTimeout": "0s"},
        })
    }

    fn write(&self, file: &str, content: &Value) -> Result<()> {
        let path = self.path(file);
        fs::write(&path, serde_json::to_vec_pretty(content)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.node(&self.node).join(file)
    }

    fn process(&self, program: &str) -> String {
        format!("{}-{program}", self.node.name)
    }

    fn processes(&self) -> Processes {
        self.folder.processes()
    }
}

/// The name of the process that holds the mounts of a node.
fn holder_name(node: &Node) -> String {
    format!("{}-mounts", node.name)
}

/// The plugins that connect a pod with its node.
fn pod_network(pods: &str) -> Value {
    json!({
        "cniVersion": "0.4.0",
        "name": "pods",
        "plugins": [
            {"type": "ptp", "ipMasq": false, "ipam": {
                "type": "host-local", "subnet": pods, "dataDir": "/var/lib/cni", "routes": [{"dst": "0.0.0.0/0"}],
            }},
            {"type": "portmap", "capabilities": {"portMappings": true}, "snat": true},
        ],
    })
}
