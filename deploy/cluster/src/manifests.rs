//! The objects of rendered manifests.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use crate::kubectl::Kubectl;

/// The line between two documents of a YAML stream.
const SEPARATOR: &str = "---";

/// Applies as the owner of all fields; a warning of the server is an error.
pub(crate) const APPLY: &[&str] = &[
    "apply",
    "--server-side",
    "--force-conflicts",
    "--field-manager=storefront",
    "--warnings-as-errors",
    "--filename=-",
];

/// The file that kustomize renders.
const FILE: &str = "kustomization.yaml";

/// An object of a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Object {
    pub(crate) kind: String,
    pub(crate) name: String,
    /// The document.
    pub(crate) text: String,
}

/// Returns the folders to render, sorted: each overlay of a checkout, and the components that no overlay has.
pub(crate) fn kustomizations(root: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = subfolders(&root.join("k8s/overlays"))?;
    folders.push(root.join("deploy/cluster/options"));
    Ok(folders)
}

/// Returns the folders with a kustomization in a folder, sorted.
fn subfolders(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut folders: Vec<_> = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join(FILE).is_file())
        .collect();
    folders.sort();
    Ok(folders)
}

/// Renders a folder with kustomize.
pub(crate) async fn render(kubectl: &Kubectl, folder: &Path) -> Result<Vec<Object>> {
    let folder = folder.to_string_lossy();
    Ok(parse(&kubectl.run(&["kustomize", &folder]).await?))
}

/// Splits a stream of documents in block style, as kustomize writes it.
pub(crate) fn parse(stream: &str) -> Vec<Object> {
    let mut objects = Vec::new();
    let mut text = String::new();
    for line in stream.lines().chain([SEPARATOR]) {
        if line == SEPARATOR {
            objects.extend(parse_object(std::mem::take(&mut text)));
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    objects
}

/// Joins objects to a stream of documents.
pub(crate) fn join<'a>(objects: impl IntoIterator<Item = &'a Object>) -> String {
    let texts: Vec<_> = objects.into_iter().map(|object| object.text.as_str()).collect();
    texts.join("---\n")
}

/// Applies objects.
pub(crate) async fn apply(kubectl: &Kubectl, objects: &[Object]) -> Result<()> {
    kubectl.run_with(APPLY, &join(objects)).await.map(drop)
}

/// Returns `None` for a document without a kind.
fn parse_object(text: String) -> Option<Object> {
    let kind = text
        .lines()
        .find_map(|line| line.strip_prefix("kind: "))?
        .to_owned();
    let name = text
        .lines()
        .skip_while(|line| *line != "metadata:")
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .find_map(|line| line.strip_prefix("  name: "))
        .unwrap_or("(without a name)")
        .to_owned();
    Some(Object { kind, name, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = "apiVersion: v1\nkind: ConfigMap\ndata:\n  a.yaml: |\n    kind: Other\n    metadata:\n      name: other\nmetadata:\n  labels:\n    name: label\n  name: settings\n  namespace: storefront\n---\nkind: Service\nmetadata:\n  name: cart\nspec: {}\n";

    #[test]
    fn parses_kind_and_name_of_the_object_and_not_of_its_content() {
        let objects = parse(STREAM);
        let names: Vec<_> = objects
            .iter()
            .map(|object| (object.kind.as_str(), object.name.as_str()))
            .collect();
        assert_eq!(names, [("ConfigMap", "settings"), ("Service", "cart")]);
    }

    #[test]
    fn joined_objects_parse_to_the_same() {
        let objects = parse(STREAM);
        assert_eq!(parse(&join(&objects)), objects);
    }

    #[test]
    fn every_component_is_in_a_rendered_folder() {
        let root = local::checkout_root().unwrap();
        let folders = kustomizations(&root).unwrap();
        assert!(
            folders.contains(&root.join("k8s/overlays/production")),
            "{folders:?}"
        );
        // An installation is production with the component of its settings.
        let components = subfolders(&root.join("k8s/components")).unwrap();
        let texts: Vec<_> = folders
            .iter()
            .chain(&components)
            .chain([&root.join("k8s/installation")])
            .map(|folder| fs::read_to_string(folder.join(FILE)).unwrap())
            .collect();
        for component in components {
            let line = format!("/{}", component.file_name().unwrap().to_str().unwrap());
            let is_in = texts
                .iter()
                .any(|text| text.lines().any(|other| other.ends_with(&line)));
            assert!(
                is_in,
                "{} is in no overlay: add it to deploy/cluster/options",
                component.display()
            );
        }
    }
}
