//! A Kubernetes of two or three nodes on this machine: `cargo xtask cluster up`, `upgrade`, `down` and `status`.

mod chart;
mod control_groups;
mod control_plane;
mod down;
mod images;
mod network;
mod node;
mod operators;
mod processes;
mod requirements;
mod shop;
mod status;
mod up;
mod upgrade;

use std::path::{Path, PathBuf};

pub(crate) use down::down;
pub(crate) use status::{find_running, status};
pub use up::UpArguments;
pub(crate) use up::up;
pub use upgrade::UpgradeArguments;
pub(crate) use upgrade::upgrade;

use crate::{kubectl::Kubectl, programs::Programs};
use processes::Processes;

/// The bridge that connects the nodes.
const BRIDGE: &str = "storefront";

/// The machine's address at the bridge, where the API server listens.
const MACHINE_ADDRESS: &str = "10.250.0.1";
const API_SERVER: &str = "https://10.250.0.1:6443";
const API_SERVER_PORT: u16 = 6443;

/// The network of the pods.
const POD_NETWORK: &str = "10.244.0.0/16";
const DNS_ADDRESS: &str = "10.96.0.10";

/// The shop's address: its node port at the first node.
const SHOP_ADDRESS: &str = "http://10.250.0.11:30080";

/// A node, which is a namespace of networks and one of mounts.
#[derive(Debug, Clone, Copy)]
struct Node {
    name: &'static str,
    /// The name of its network namespace, its link at the bridge, and its control group.
    namespace: &'static str,
    address: &'static str,
}

/// All nodes that a cluster may have.
const NODES: [Node; 3] = [
    Node {
        name: "node-1",
        namespace: "storefront-1",
        address: "10.250.0.11",
    },
    Node {
        name: "node-2",
        namespace: "storefront-2",
        address: "10.250.0.12",
    },
    Node {
        name: "node-3",
        namespace: "storefront-3",
        address: "10.250.0.13",
    },
];

/// The folder of a cluster below the installation's.
#[derive(Debug, Clone)]
struct Folder(PathBuf);

impl Folder {
    fn new(installation: &Path) -> Self {
        Self(installation.join("cluster"))
    }

    fn exists(&self) -> bool {
        self.0.is_dir()
    }

    /// The file that `up` writes when the cluster and the shop are ready: the shop's name.
    fn ready_file(&self) -> PathBuf {
        self.0.join("ready")
    }

    /// The list of folders that a cluster made outside its own.
    fn made_folders_file(&self) -> PathBuf {
        self.0.join("made-folders")
    }

    fn pki(&self) -> PathBuf {
        self.0.join("pki")
    }

    fn kubeconfig(&self) -> PathBuf {
        self.pki().join("admin.kubeconfig")
    }

    fn node(&self, node: &Node) -> PathBuf {
        self.0.join(node.name)
    }

    fn processes(&self) -> Processes {
        Processes::new(&self.0)
    }

    fn kubectl(&self, programs: &Programs) -> Kubectl {
        Kubectl::with_kubeconfig(
            programs.path("kubectl"),
            &self.kubeconfig(),
            &self.0.join("cache"),
        )
    }
}
