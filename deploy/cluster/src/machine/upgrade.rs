//! Upgrades the shop of a running cluster to the programs of this checkout under load, and rolls it back.

use std::{fs, path::Path, time::Instant};

use anyhow::{Context as _, Result, ensure};
use futures::future::try_join_all;
use toolkit::{console::print_status, workspace::Workspace};

use super::{
    Folder,
    images::{self, Sources},
    node,
    shop::Shop,
    status,
};
use crate::{
    manifests::{self, Object},
    observe::{Upgrade, Versions},
    programs::Programs,
};

/// The end of the tags of this checkout's images.
const SUFFIX: &str = "-next";

/// Options of `cluster upgrade`.
#[derive(Debug, clap::Args)]
pub struct UpgradeArguments {
    /// Upgrade to the programs that were compiled as for the images, in place of those of `cargo xtask up`.
    #[arg(long)]
    release: bool,
}

/// Upgrades the shop of `up` under load, and rolls it back; returns whether both passed.
///
/// # Errors
/// If no complete cluster runs, the images cannot be packed and imported, or the shop takes no orders.
pub(crate) async fn upgrade(arguments: &UpgradeArguments, root: &Path, installation: &Path) -> Result<bool> {
    ensure!(
        rustix::process::geteuid().is_root(),
        "root started the cluster: run this command as root"
    );
    let folder = Folder::new(installation);
    ensure!(
        status::is_ready(&folder),
        "no complete cluster runs; start one of a previous version with `cargo xtask cluster up --programs CHECKOUT`"
    );
    let shop = status::running_shop(&folder).context("the cluster's shop is unknown")?;
    ensure!(
        shop != Shop::Chart,
        "Helm upgrades the shop of the chart: run `cargo xtask cluster test --only chart`"
    );
    let programs =
        Programs::find(installation).context("the programs of the cluster are not those of this checkout")?;
    let workspace = Workspace::find().await?;
    let profile = images::profile(arguments.release);
    images::check_built(&workspace, profile)?;

    let kubectl = folder.kubectl(&programs);
    let previous = manifests::render(&kubectl, &shop.overlay(root, &folder)).await?;
    let next = images::with_tag_suffix(&previous, SUFFIX);
    let scratch = folder.0.join("next-images");
    let sources = Sources::new(root, &workspace, profile, &programs, installation, scratch);
    let imported = import_programs(&sources, &next, &folder, shop).await;
    let removed = fs::remove_dir_all(&sources.scratch);
    imported?;
    removed.context("cannot remove the packed images")?;

    let versions = Versions { previous, next };
    let upgrade = Upgrade {
        kubectl: &kubectl,
        url: super::SHOP_ADDRESS,
        versions: &versions,
        // The overlay of the other shop removes them.
        has_order_limits: shop == Shop::Local,
    };
    upgrade.run().await
}

/// Packs the images of the programs, and imports them into all nodes.
async fn import_programs(
    sources: &Sources<'_>,
    objects: &[Object],
    folder: &Folder,
    shop: Shop,
) -> Result<()> {
    print_status("packing the images of this checkout's programs");
    let started = Instant::now();
    let (archive, count) = sources.pack_programs(objects).await?;
    let nodes = shop.nodes();
    let found: Vec<_> = nodes
        .iter()
        .map(|node| node::Started::find(*node, nodes, folder, sources.programs))
        .collect::<Result<_>>()?;
    try_join_all(found.iter().map(|node| node.import(&archive))).await?;
    print_status(&format!(
        "{count} images packed and imported into {} nodes in {:.0} s",
        nodes.len(),
        started.elapsed().as_secs_f64()
    ));
    Ok(())
}
