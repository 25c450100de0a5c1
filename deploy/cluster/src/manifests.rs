//! The objects of rendered manifests.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};

use crate::kubectl::Kubectl;

/// The line between two documents of a YAML stream.
const SEPARATOR: &str = "---";

/// An object of a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Object {
    pub(crate) kind: String,
    pub(crate) name: String,
    /// The document.
    pub(crate) text: String,
}

/// Returns the names of the overlays of a checkout, sorted.
pub(crate) fn overlays(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("k8s/overlays");
    let mut names: Vec<_> = fs::read_dir(&folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .flatten()
        .filter(|entry| entry.path().join("kustomization.yaml").is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    Ok(names)
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
    fn lists_the_overlays_of_the_checkout() {
        let names = overlays(&local::checkout_root().unwrap()).unwrap();
        assert!(names.contains(&"production".to_owned()), "{names:?}");
    }
}
