//! The manifests, admitted by a real API server with the operators' custom resource definitions.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context as _, Result, bail, ensure};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use toolkit::{console::print_status, workspace::display_path};

use crate::{
    control_plane::ControlPlane,
    definitions,
    kubectl::Kubectl,
    manifests::{self, APPLY, Object},
    programs::Programs,
};

const DIFF: &[&str] = &[
    "diff",
    "--server-side",
    "--force-conflicts",
    "--field-manager=storefront",
    "--filename=-",
];

/// API servers that run at the same time, each with up to 500 MiB. Overlays share names but not the fields that cannot
/// change, so that each has a server of its own.
const SERVERS: usize = 2;

/// kubectl's exit code for differences.
const DIFFERS: i32 = 1;

/// Line with which a manifest of `deploy/cluster/refused` names a part of the reason.
const REASON: &str = "# refused: ";

/// The tools of the check.
#[derive(Debug)]
pub struct Admission {
    programs: Programs,
    definitions: Vec<PathBuf>,
}

impl Admission {
    /// Returns the tools if they are below the installation's folder as pinned.
    pub fn find(installation: &Path) -> Option<Self> {
        Some(Self {
            programs: Programs::find(installation)?,
            definitions: definitions::find(installation)?,
        })
    }

    /// Builds and downloads the tools that are missing.
    ///
    /// # Errors
    /// If Go is missing, a build fails, or a download does not have the pinned hash.
    pub async fn install(installation: &Path) -> Result<Self> {
        Ok(Self {
            definitions: definitions::install(installation).await?,
            programs: Programs::build(installation).await?,
        })
    }

    /// Applies each overlay of the checkout, and the components that none has, to an API server of its own, whose data is
    /// in `scratch`.
    ///
    /// # Errors
    /// If an object is refused, the server warns of one, or a second apply would change one. The error names overlay, kind
    /// and name of each such object with the server's reason. Fails too if the server admits a manifest of
    /// `deploy/cluster/refused`.
    pub async fn check(&self, root: &Path, scratch: &Path) -> Result<()> {
        let kustomizations = manifests::kustomizations(root)?;
        let checks = kustomizations
            .iter()
            .map(|folder| self.check_folder(root, folder, scratch));
        stream::iter(checks).buffered(SERVERS).try_collect().await
    }

    /// Starts an API server, applies a kustomization's objects, and prints the result.
    async fn check_folder(&self, root: &Path, folder: &Path, scratch: &Path) -> Result<()> {
        let started = Instant::now();
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let scratch = scratch.join(&*name);
        fs::create_dir_all(&scratch).with_context(|| format!("cannot create {}", scratch.display()))?;
        let control_plane = ControlPlane::start(&self.programs, &scratch).await?;
        let result = self.observe(&control_plane.kubectl, root, folder).await;
        control_plane.stop().await?;
        print_status(&format!(
            "{name}: {} ({:.1} s)",
            result?,
            started.elapsed().as_secs_f64()
        ));
        Ok(())
    }

    /// Applies a kustomization's objects to a running server, and describes the result.
    async fn observe(&self, kubectl: &Kubectl, root: &Path, folder: &Path) -> Result<String> {
        self.define(kubectl).await?;
        let refused = check_refused(kubectl, &root.join("deploy/cluster/refused")).await?;
        let objects = manifests::render(kubectl, folder).await?;
        apply(kubectl, &objects)
            .await
            .with_context(|| display_path(root, folder))?;
        Ok(format!(
            "{} objects admitted, a second apply changes none; {refused} broken manifests refused",
            objects.len()
        ))
    }

    /// Creates the custom resource definitions and waits until the server serves them.
    async fn define(&self, kubectl: &Kubectl) -> Result<()> {
        let files: Vec<_> = self
            .definitions
            .iter()
            .map(|file| format!("--filename={}", file.display()))
            .collect();
        let mut arguments = vec!["apply", "--server-side"];
        arguments.extend(files.iter().map(String::as_str));
        kubectl
            .run(&arguments)
            .await
            .context("cannot create the custom resource definitions")?;
        let wait = [
            "wait",
            "--for=condition=Established",
            "--timeout=60s",
            "crd",
            "--all",
        ];
        kubectl.run(&wait).await.map(drop)
    }
}

/// Applies the objects, and compares them with the stored ones.
async fn apply(kubectl: &Kubectl, objects: &[Object]) -> Result<()> {
    let stream = manifests::join(objects);
    let applied = kubectl.call(APPLY, &stream).await?;
    if applied.code != 0 {
        let refusals = find_refusals(kubectl, APPLY, objects).await?;
        // A second attempt can succeed, such as after an object that another one needs.
        ensure!(refusals.is_empty(), "{}", refusals.join("\n"));
        bail!("{}", applied.stderr.trim());
    }
    let diff = kubectl.call(DIFF, &stream).await?;
    match diff.code {
        0 => Ok(()),
        DIFFERS => bail!("a second apply changes objects:\n{}", diff.stdout),
        _ => bail!("kubectl diff: {}", diff.stderr.trim()),
    }
}

/// Applies the objects one by one, and describes each that the server refuses or warns of.
pub(crate) async fn find_refusals(
    kubectl: &Kubectl,
    apply: &[&str],
    objects: &[Object],
) -> Result<Vec<String>> {
    let mut refusals = Vec::new();
    for object in objects {
        let applied = kubectl.call(apply, &object.text).await?;
        if applied.code != 0 {
            refusals.push(format!(
                "{} {}: {}",
                object.kind,
                object.name,
                applied.stderr.trim()
            ));
        }
    }
    Ok(refusals)
}

/// Checks that the server refuses each manifest of a folder for the reason that it names, which shows that the server
/// validates. Returns the number of manifests.
async fn check_refused(kubectl: &Kubectl, folder: &Path) -> Result<usize> {
    kubectl.run(&["create", "namespace", "refused"]).await?;
    let mut files: Vec<_> = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    ensure!(!files.is_empty(), "{} is empty", folder.display());
    for file in &files {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let reason = text
            .lines()
            .find_map(|line| line.strip_prefix(REASON))
            .with_context(|| format!("{} names no reason", file.display()))?;
        let refusals = find_refusals(kubectl, APPLY, &manifests::parse(&text)).await?;
        let refusal = refusals
            .first()
            .with_context(|| format!("the API server admits {}", file.display()))?;
        ensure!(
            refusal.contains(reason),
            "{} is refused for another reason: {refusal}",
            file.display()
        );
    }
    Ok(files.len())
}
