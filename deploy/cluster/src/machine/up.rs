//! Starts the cluster and the shop in it.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use futures::future::try_join_all;
use serde_json::json;
use toolkit::{
    console::print_status,
    workspace::{Workspace, display_path},
};

use super::{
    Folder, NODES, SHOP_ADDRESS, chart, control_plane,
    images::{self, Sources},
    network, node, operators, requirements,
    shop::Shop,
    status,
};
use crate::{
    kubectl::Kubectl,
    manifests::{self, Object},
    observe,
    pki::Pki,
    programs::Programs,
};

/// inotify instances that the nodes' programs and the pods need; Linux allows 128.
const INOTIFY_INSTANCES: u32 = 1024;
const INOTIFY_FILE: &str = "/proc/sys/fs/inotify/max_user_instances";

const SHOP_TIMEOUT: Duration = Duration::from_secs(30);

/// Options of `cluster up`.
#[derive(Debug, clap::Args)]
pub struct UpArguments {
    /// Run the programs that were compiled as for the images, in place of those of `cargo xtask up`.
    #[arg(long)]
    release: bool,
    /// Start `overlays/production` on three nodes: three servers of PostgreSQL under `CloudNativePG` with a pooler and backups to an
    /// object store, three of NATS, cert-manager, Prometheus. Missing = `overlays/local` on two nodes.
    #[arg(long)]
    production: bool,
    /// Install the Helm chart on two nodes, with PostgreSQL and NATS servers of one's own in the namespace `servers`, as the
    /// documentation of the installation says; cert-manager, Prometheus.
    #[arg(long, conflicts_with = "production")]
    chart: bool,
    /// The checkout with the built programs, web app and seed of the shop, such as that of a previous version. Missing = this
    /// checkout. Manifests and servers are this checkout's.
    #[arg(long, value_name = "CHECKOUT")]
    programs: Option<PathBuf>,
}

/// Starts a cluster and the shop; does nothing if they run.
///
/// # Errors
/// If a requirement is missing, or a part does not start; the error names its log.
pub(crate) async fn up(arguments: &UpArguments, root: &Path, installation: &Path) -> Result<()> {
    let folder = Folder::new(installation);
    if folder.exists() {
        if status::is_ready(&folder) {
            print_status(&format!("the cluster already runs; the shop: {SHOP_ADDRESS}"));
            return Ok(());
        }
        bail!(
            "a cluster is incomplete, see `cargo xtask cluster status`; end it with `cargo xtask cluster down`"
        );
    }
    let started = Instant::now();
    requirements::check()?;
    network::check_free(&NODES)?;
    let workspace = match &arguments.programs {
        Some(checkout) => Workspace::at(checkout).await?,
        None => Workspace::find().await?,
    };
    let profile = images::profile(arguments.release);
    images::check_built(&workspace, profile)?;
    let (shop, programs) = if arguments.production {
        operators::install_object_store(installation).await?;
        let programs = Programs::build_with_operators(installation).await?;
        (Shop::Production, programs)
    } else if arguments.chart {
        chart::install_packages(root, installation).await?;
        (Shop::Chart, Programs::build_with_helm(installation).await?)
    } else {
        (Shop::Local, Programs::build_with_nodes(installation).await?)
    };
    let scratch = folder.0.join("images");
    let sources = Sources::new(root, &workspace, profile, &programs, installation, scratch);
    let cluster = Cluster {
        folder: &folder,
        sources: &sources,
        installation,
        shop,
    };
    let result = cluster.start().await;
    result.with_context(|| {
        format!(
            "the cluster did not start; its logs are in {}, and `cargo xtask cluster down` ends it",
            folder.0.join("log").display()
        )
    })?;
    fs::write(folder.ready_file(), shop.name()).context("cannot record that the cluster is ready")?;
    print_summary(&folder, root, shop, started);
    Ok(())
}

/// A cluster that starts.
struct Cluster<'a> {
    folder: &'a Folder,
    sources: &'a Sources<'a>,
    installation: &'a Path,
    shop: Shop,
}

impl Cluster<'_> {
    async fn start(&self) -> Result<()> {
        let folder = self.folder;
        // Another `up` that is at work made it.
        fs::create_dir(&folder.0).with_context(|| format!("cannot create {}", folder.0.display()))?;
        folder.processes().create()?;
        raise_inotify_limit()?;
        let made = node::create_mount_points()?;
        let made: Vec<_> = made.iter().map(|path| format!("{}\n", path.display())).collect();
        fs::write(folder.made_folders_file(), made.concat()).context("cannot record the new folders")?;

        print_status("starting the control plane");
        network::create_bridge().await?;
        let pki = control_plane::create_certificates(folder).await?;
        let kubectl = control_plane::start(folder, self.sources.programs, &pki).await?;

        let objects = self.render(&kubectl).await?;
        let archive = self.pack(&objects).await?;
        self.start_nodes(&archive, &pki, &kubectl).await?;
        print_status(&format!(
            "not here, as only a registry has their images: {}",
            self.shop.missing()
        ));
        if !objects.operators.is_empty() {
            self.start_operators(&kubectl, &objects.operators).await?;
        }
        if !objects.servers.is_empty() {
            self.start_servers(&kubectl, &objects.servers).await?;
        }
        self.start_shop(&kubectl, &objects.shop).await?;
        let processes = folder.processes();
        let (_, ended) = processes.recorded();
        if let Some(ended) = ended.first() {
            bail!("{ended} has ended:\n{}", processes.end_of_log(ended));
        }
        Ok(())
    }

    /// Renders all that the cluster runs beside the nodes' own programs.
    async fn render(&self, kubectl: &Kubectl) -> Result<Objects> {
        let (folder, root) = (self.folder, self.sources.root);
        let (operators, servers) = match self.shop {
            Shop::Local => (Vec::new(), Vec::new()),
            Shop::Production => {
                let operators = operators::render(kubectl, folder, root, self.installation).await?;
                (operators, Vec::new())
            }
            Shop::Chart => {
                let operators = operators::render_basic(kubectl, folder, root).await?;
                (operators, chart::render_servers(kubectl, root).await?)
            }
        };
        let shop = match self.shop {
            Shop::Local | Shop::Production => {
                manifests::render(kubectl, &self.shop.overlay(root, folder)).await?
            }
            Shop::Chart => {
                let helm = chart::helm(folder, self.sources.programs)?;
                chart::write(folder, &helm, root, self.installation).await?
            }
        };
        Ok(Objects {
            operators,
            servers,
            shop,
        })
    }

    /// Packs the images of all objects; returns the archive.
    async fn pack(&self, objects: &Objects) -> Result<PathBuf> {
        print_status(&format!(
            "packing the images; the programs are those of {}",
            self.sources.workspace.root.display()
        ));
        let started = Instant::now();
        let Objects {
            operators,
            servers,
            shop,
        } = objects;
        let objects: Vec<_> = shop.iter().chain(operators).chain(servers).cloned().collect();
        let further: &[&str] = match self.shop {
            Shop::Local | Shop::Chart => &[],
            Shop::Production => &images::FURTHER,
        };
        let (archive, count) = self.sources.pack(&objects, further).await?;
        print_status(&format!(
            "{count} images in {:.0} s",
            started.elapsed().as_secs_f64()
        ));
        Ok(archive)
    }

    /// Starts the nodes with the images of an archive, which is removed, and waits until they are ready.
    async fn start_nodes(&self, archive: &Path, pki: &Pki, kubectl: &Kubectl) -> Result<()> {
        let nodes = self.shop.nodes();
        print_status(&format!("starting {} nodes", nodes.len()));
        let starting = Instant::now();
        let mut started = Vec::new();
        for node in nodes {
            started.push(node::Started::start(*node, nodes, self.folder, self.sources.programs).await?);
        }
        try_join_all(started.iter().map(|node| node.import(archive))).await?;
        fs::remove_dir_all(&self.sources.scratch).context("cannot remove the packed images")?;
        let mut volumes = Vec::new();
        for node in &started {
            node.join(pki, kubectl).await?;
            volumes.extend(node.volumes()?);
        }
        let addons = manifests::parse(include_str!("../../addons.yaml"));
        manifests::apply(kubectl, &addons).await?;
        let volumes = json!({"apiVersion": "v1", "kind": "List", "items": volumes}).to_string();
        kubectl.run_with(manifests::APPLY, &volumes).await?;
        kubectl.wait(&["--for=condition=Ready", "node", "--all"]).await?;
        kubectl
            .wait(&[
                "--for=condition=Available",
                "--namespace=kube-system",
                "deployment",
                "--all",
            ])
            .await?;
        print_status(&format!(
            "nodes ready in {:.0} s",
            starting.elapsed().as_secs_f64()
        ));
        Ok(())
    }

    /// Starts the operators, and creates the Secrets of the shop.
    async fn start_operators(&self, kubectl: &Kubectl, objects: &[Object]) -> Result<()> {
        print_status("starting the operators");
        let started = Instant::now();
        operators::start(kubectl, objects).await?;
        let (programs, root) = (self.sources.programs, self.sources.root);
        let has_own_servers = self.shop == Shop::Chart;
        operators::create_secrets(kubectl, self.folder, programs, root, has_own_servers).await?;
        print_status(&format!(
            "operators ready in {:.0} s",
            started.elapsed().as_secs_f64()
        ));
        Ok(())
    }

    /// Starts the servers of one's own.
    async fn start_servers(&self, kubectl: &Kubectl, objects: &[Object]) -> Result<()> {
        print_status("starting PostgreSQL and NATS outside the shop");
        let started = Instant::now();
        chart::start_servers(kubectl, objects, self.sources.root).await?;
        print_status(&format!(
            "servers ready in {:.0} s",
            started.elapsed().as_secs_f64()
        ));
        Ok(())
    }

    /// Applies the shop or installs its chart, and waits until its pods are ready and it answers.
    async fn start_shop(&self, kubectl: &Kubectl, objects: &[Object]) -> Result<()> {
        print_status("starting the shop");
        let starting = Instant::now();
        if self.shop == Shop::Chart {
            chart::helm(self.folder, self.sources.programs)?
                .upgrade(&[])
                .await?;
            print_status(&format!(
                "the chart is installed after {:.0} s",
                starting.elapsed().as_secs_f64()
            ));
        } else {
            manifests::apply(kubectl, objects).await?;
        }
        if self.shop == Shop::Production {
            observe::postgres_ready(kubectl)
                .await
                .context("PostgreSQL is not ready")?;
            print_status(&format!(
                "PostgreSQL ready after {:.0} s",
                starting.elapsed().as_secs_f64()
            ));
        }
        kubectl.wait_for_rollouts("storefront").await?;
        let ready = observe::pods_ready(kubectl).await?;
        let deadline = Instant::now() + SHOP_TIMEOUT;
        while let Err(error) = observe::check_health(SHOP_ADDRESS).await {
            if Instant::now() > deadline {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        print_status(&format!(
            "{ready}, the shop answers after {:.0} s",
            starting.elapsed().as_secs_f64()
        ));
        Ok(())
    }
}

/// The objects of a cluster that starts.
struct Objects {
    operators: Vec<Object>,
    /// PostgreSQL and NATS of one's own.
    servers: Vec<Object>,
    shop: Vec<Object>,
}

/// Raises the limit until the machine's next start.
fn raise_inotify_limit() -> Result<()> {
    let text = fs::read_to_string(INOTIFY_FILE).with_context(|| format!("cannot read {INOTIFY_FILE}"))?;
    if text
        .trim()
        .parse::<u32>()
        .is_ok_and(|limit| limit < INOTIFY_INSTANCES)
    {
        fs::write(INOTIFY_FILE, INOTIFY_INSTANCES.to_string())
            .with_context(|| format!("cannot write {INOTIFY_FILE}"))?;
        print_status(&format!(
            "raised fs.inotify.max_user_instances from {} to {INOTIFY_INSTANCES}, until the machine's next start",
            text.trim()
        ));
    }
    Ok(())
}

fn print_summary(folder: &Folder, root: &Path, shop: Shop, started: Instant) {
    print_status(&format!("ready after {:.0} s", started.elapsed().as_secs_f64()));
    print_status(&format!("the shop: {SHOP_ADDRESS}"));
    print_status(&format!(
        "kubectl: export KUBECONFIG={} (context storefront)",
        folder.kubeconfig().display()
    ));
    print_status(&format!(
        "the manifests: {}",
        display_path(root, &shop.overlay(root, folder))
    ));
    print_status("next: cargo xtask cluster test");
    print_status("end:  cargo xtask cluster down");
}
