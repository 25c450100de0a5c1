//! The shops that a cluster can have.

use std::path::{Path, PathBuf};

use super::{Folder, NODES, Node, chart};

/// A shop for the nodes of this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shop {
    /// `overlays/local`, with one replica of each on two nodes.
    Local,
    /// `overlays/production` with its operators, on three nodes.
    Production,
    /// The Helm chart with PostgreSQL and NATS servers of one's own, one replica of each on two nodes.
    Chart,
}

impl Shop {
    const ALL: [Self; 3] = [Self::Local, Self::Production, Self::Chart];

    /// The shop of a name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shop| shop.name() == name)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Production => "production",
            Self::Chart => "chart",
        }
    }

    /// The kustomization: that of the checkout, or of the rendered chart in a cluster's folder.
    pub(super) fn overlay(self, root: &Path, folder: &Folder) -> PathBuf {
        match self {
            Self::Local => root.join("deploy/cluster/shop"),
            Self::Production => root.join("deploy/cluster/production"),
            Self::Chart => chart::rendered(folder),
        }
    }

    /// The nodes: three servers of PostgreSQL and of NATS are on as many nodes.
    pub(super) fn nodes(self) -> &'static [Node] {
        match self {
            Self::Local | Self::Chart => &NODES[..2],
            Self::Production => &NODES,
        }
    }

    /// The parts of the overlay that are missing, as only a registry has their images.
    pub(super) const fn missing(self) -> &'static str {
        match self {
            Self::Local => "Grafana, Prometheus, Tempo, Loki, the collector, Mailpit",
            Self::Production => "Grafana, Tempo and Loki, for which files stand in",
            Self::Chart => "Grafana, Tempo, Loki, the collector; an ingress controller",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shop_has_its_name_and_nodes() {
        for shop in Shop::ALL {
            assert_eq!(Shop::parse(shop.name()), Some(shop));
        }
        assert_eq!(Shop::parse(""), None);
        let names = |shop: Shop| shop.nodes().iter().map(|node| node.name).collect::<Vec<_>>();
        assert_eq!(names(Shop::Local), ["node-1", "node-2"]);
        assert_eq!(names(Shop::Production), ["node-1", "node-2", "node-3"]);
        assert_eq!(names(Shop::Chart), ["node-1", "node-2"]);
    }
}
