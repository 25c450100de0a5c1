//! The Go modules of `deploy/cluster/tools`, and their builds.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result};
use toolkit::{command, console::print_status};

use super::require_go;

/// Kubernetes on two cores without a build cache takes about six minutes.
const BUILD_TIMEOUT: Duration = Duration::from_mins(40);

/// The version of Kubernetes, as `go.mod` requires it.
const KUBERNETES: &str = "1.36.3";

/// A Go module of `deploy/cluster/tools`, which pins programs and all that they are built from by hash.
#[derive(Debug, Clone, Copy)]
pub(super) struct Module {
    pub(super) name: &'static str,
    go_mod: &'static str,
    go_sum: &'static str,
    /// Files of the module beside `go.mod` and `go.sum`: name and text.
    sources: &'static [(&'static str, &'static str)],
    /// Each program's file name and package.
    pub(super) programs: &'static [(&'static str, &'static str)],
    /// Build tags, separated by commas.
    tags: &'static str,
    linker_flags: fn() -> String,
}

/// The programs of the control plane.
pub(super) const CONTROL_PLANE: [Module; 2] = [
    Module {
        name: "kubernetes",
        go_mod: include_str!("../../tools/kubernetes/go.mod"),
        go_sum: include_str!("../../tools/kubernetes/go.sum"),
        sources: &[],
        programs: &[
            ("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"),
            ("kubectl", "k8s.io/kubernetes/cmd/kubectl"),
        ],
        tags: "",
        linker_flags,
    },
    Module {
        name: "etcd",
        go_mod: include_str!("../../tools/etcd/go.mod"),
        go_sum: include_str!("../../tools/etcd/go.sum"),
        sources: &[],
        programs: &[("etcd", "go.etcd.io/etcd/server/v3")],
        tags: "",
        linker_flags,
    },
];

/// The further programs of a cluster with nodes. Those of Kubernetes need more modules than its API server, so that they have
/// a module of their own.
pub(super) const NODES: [Module; 5] = [
    Module {
        name: "kubernetes-nodes",
        go_mod: include_str!("../../tools/kubernetes-nodes/go.mod"),
        go_sum: include_str!("../../tools/kubernetes-nodes/go.sum"),
        sources: &[],
        programs: &[
            (
                "kube-controller-manager",
                "k8s.io/kubernetes/cmd/kube-controller-manager",
            ),
            ("kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler"),
            ("kube-proxy", "k8s.io/kubernetes/cmd/kube-proxy"),
            ("kubelet", "k8s.io/kubernetes/cmd/kubelet"),
        ],
        tags: "",
        linker_flags,
    },
    Module {
        name: "containerd",
        go_mod: include_str!("../../tools/containerd/go.mod"),
        go_sum: include_str!("../../tools/containerd/go.sum"),
        sources: &[],
        programs: &[
            ("containerd", "github.com/containerd/containerd/v2/cmd/containerd"),
            (
                "containerd-shim-runc-v2",
                "github.com/containerd/containerd/v2/cmd/containerd-shim-runc-v2",
            ),
            ("ctr", "github.com/containerd/containerd/v2/cmd/ctr"),
        ],
        tags: "no_btrfs",
        linker_flags: plain_linker_flags,
    },
    Module::plain(
        "coredns",
        include_str!("../../tools/coredns/go.mod"),
        include_str!("../../tools/coredns/go.sum"),
        &[("coredns", "github.com/coredns/coredns")],
    ),
    Module::plain(
        "kube-router",
        include_str!("../../tools/kube-router/go.mod"),
        include_str!("../../tools/kube-router/go.sum"),
        &[(
            "kube-router",
            "github.com/cloudnativelabs/kube-router/v2/cmd/kube-router",
        )],
    ),
    Module {
        sources: &[("main.go", include_str!("../../tools/pause/main.go"))],
        ..Module::plain(
            "pause",
            include_str!("../../tools/pause/go.mod"),
            include_str!("../../tools/pause/go.sum"),
            &[("pause", "cluster.local/pause")],
        )
    },
];

/// The operators of each shop with certificates and alerts.
pub(super) const BASIC_OPERATORS: [Module; 2] = [
    Module {
        sources: &[("main.go", include_str!("../../tools/cert-manager/main.go"))],
        ..Module::plain(
            "cert-manager",
            include_str!("../../tools/cert-manager/go.mod"),
            include_str!("../../tools/cert-manager/go.sum"),
            &[("cert-manager", "cluster.local/cert-manager")],
        )
    },
    Module::plain(
        "kube-state-metrics",
        include_str!("../../tools/kube-state-metrics/go.mod"),
        include_str!("../../tools/kube-state-metrics/go.sum"),
        &[("kube-state-metrics", "k8s.io/kube-state-metrics/v2")],
    ),
];

/// The further operators and programs of a shop with replicated servers.
pub(super) const OPERATORS: [Module; 6] = [
    Module::plain(
        "cloudnative-pg",
        include_str!("../../tools/cloudnative-pg/go.mod"),
        include_str!("../../tools/cloudnative-pg/go.sum"),
        &[(
            "cloudnative-pg",
            "github.com/cloudnative-pg/cloudnative-pg/cmd/manager",
        )],
    ),
    Module::plain(
        "plugin-barman-cloud",
        include_str!("../../tools/plugin-barman-cloud/go.mod"),
        include_str!("../../tools/plugin-barman-cloud/go.sum"),
        &[(
            "plugin-barman-cloud",
            "github.com/cloudnative-pg/plugin-barman-cloud/cmd/manager",
        )],
    ),
    Module::plain(
        "config-reloader",
        include_str!("../../tools/config-reloader/go.mod"),
        include_str!("../../tools/config-reloader/go.sum"),
        &[(
            "nats-server-config-reloader",
            "github.com/nats-io/nack/cmd/nats-server-config-reloader",
        )],
    ),
    Module::plain(
        "nats-exporter",
        include_str!("../../tools/nats-exporter/go.mod"),
        include_str!("../../tools/nats-exporter/go.sum"),
        &[(
            "prometheus-nats-exporter",
            "github.com/nats-io/prometheus-nats-exporter",
        )],
    ),
    Module::plain(
        "traefik",
        include_str!("../../tools/traefik/go.mod"),
        include_str!("../../tools/traefik/go.sum"),
        &[("traefik", "github.com/traefik/traefik/v3/cmd/traefik")],
    ),
    Module {
        sources: &[("main.go", include_str!("../../tools/collector/main.go"))],
        ..Module::plain(
            "collector",
            include_str!("../../tools/collector/go.mod"),
            include_str!("../../tools/collector/go.sum"),
            &[("collector", "cluster.local/collector")],
        )
    },
];

/// The program that renders the chart.
pub(super) const HELM: Module = Module::plain(
    "helm",
    include_str!("../../tools/helm/go.mod"),
    include_str!("../../tools/helm/go.sum"),
    &[("helm", "helm.sh/helm/v4/cmd/helm")],
);

impl Module {
    /// A module without sources of its own and build tags, whose programs do not print a version.
    const fn plain(
        name: &'static str,
        go_mod: &'static str,
        go_sum: &'static str,
        programs: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self {
            name,
            go_mod,
            go_sum,
            sources: &[],
            programs,
            tags: "",
            linker_flags: plain_linker_flags,
        }
    }

    /// The build's inputs; the file of that name holds those of the last successful build.
    pub(super) fn pin(&self) -> String {
        let mut pin = format!(
            "{}\n{}\n{}\n{:?}",
            self.go_mod,
            self.go_sum,
            (self.linker_flags)(),
            self.programs
        );
        for (name, text) in self.sources {
            pin = format!("{pin}\n{name}\n{text}");
        }
        if !self.tags.is_empty() {
            pin = format!("{pin}\n{}", self.tags);
        }
        pin
    }

    pub(super) fn pin_file(&self, folder: &Path) -> PathBuf {
        folder.join(self.name).join("built")
    }

    pub(super) fn is_built(&self, folder: &Path) -> bool {
        fs::read_to_string(self.pin_file(folder)).is_ok_and(|built| built == self.pin())
            && self
                .programs
                .iter()
                .all(|(program, _)| folder.join("bin").join(program).is_file())
    }

    pub(super) async fn build(&self, folder: &Path) -> Result<()> {
        if self.is_built(folder) {
            return Ok(());
        }
        require_go().await?;
        let source = folder.join(self.name);
        let binaries = folder.join("bin");
        for folder in [&source, &binaries] {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        let pins = [("go.mod", self.go_mod), ("go.sum", self.go_sum)];
        for (file, text) in pins.iter().chain(self.sources) {
            fs::write(source.join(file), text).with_context(|| format!("cannot write {file}"))?;
        }
        let names: Vec<_> = self.programs.iter().map(|(program, _)| *program).collect();
        print_status(&format!(
            "building {} into {} (once; minutes)",
            names.join(", "),
            binaries.display()
        ));
        for (program, package) in self.programs {
            let mut go = command::at_low_priority("go", &["build", "-mod=readonly", "-buildvcs=false"]);
            go.args([
                "-tags",
                self.tags,
                "-trimpath",
                "-ldflags",
                &(self.linker_flags)(),
                "-o",
            ])
            .arg(binaries.join(program))
            .arg(package)
            .env("CGO_ENABLED", "0")
            .env("GOFLAGS", "")
            .env("GOWORK", "off")
            .current_dir(&source);
            command::capture(&format!("building {program}"), go, BUILD_TIMEOUT, |_| {}).await?;
        }
        fs::write(self.pin_file(folder), self.pin()).context("cannot write the record of the build")
    }
}

/// Omits debugging information, and sets the version that the programs print and the API server checks against.
fn linker_flags() -> String {
    let version = "k8s.io/component-base/version";
    format!(
        "-s -w -X {version}.gitVersion=v{KUBERNETES} -X {version}.gitMajor=1 -X {version}.gitMinor=36 \
         -X {version}.gitTreeState=clean -X k8s.io/client-go/pkg/version.gitVersion=v{KUBERNETES}"
    )
}

/// Omits debugging information.
fn plain_linker_flags() -> String {
    "-s -w".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_pins_its_programs_by_hash() {
        for module in CONTROL_PLANE
            .iter()
            .chain(&NODES)
            .chain(&BASIC_OPERATORS)
            .chain(&OPERATORS)
            .chain([&HELM])
        {
            for (program, package) in module.programs {
                let is_required = module.go_mod.lines().any(|line| {
                    let mut words = line.trim_start_matches("require").split_whitespace();
                    let (Some(path), Some(version)) = (words.next(), words.next()) else {
                        return false;
                    };
                    let pinned = format!("{path} {version} h1:");
                    package.starts_with(path) && module.go_sum.lines().any(|sum| sum.starts_with(&pinned))
                });
                let is_own = package.starts_with("cluster.local/") && !module.sources.is_empty();
                assert!(is_required || is_own, "{program} of {}", module.name);
            }
        }
    }

    #[test]
    fn each_command_builds_further_programs() {
        let names = |modules: &[Module]| -> Vec<_> {
            let programs = modules.iter().flat_map(|module| module.programs);
            programs.map(|(program, _)| *program).collect()
        };
        assert_eq!(names(&CONTROL_PLANE), ["kube-apiserver", "kubectl", "etcd"]);
        let nodes = names(&NODES);
        assert!(nodes.contains(&"kubelet") && nodes.contains(&"pause"));
        assert!(
            names(&CONTROL_PLANE)
                .iter()
                .all(|program| !nodes.contains(program))
        );
        assert_eq!(names(&BASIC_OPERATORS), ["cert-manager", "kube-state-metrics"]);
        let operators = names(&OPERATORS);
        assert!(operators.contains(&"cloudnative-pg"));
        assert!(operators.iter().all(|program| !nodes.contains(program)));
        let modules: std::collections::BTreeSet<_> = CONTROL_PLANE
            .iter()
            .chain(&NODES)
            .chain(&BASIC_OPERATORS)
            .chain(&OPERATORS)
            .map(|module| module.name)
            .collect();
        let lists = [
            CONTROL_PLANE.len(),
            NODES.len(),
            BASIC_OPERATORS.len(),
            OPERATORS.len(),
        ];
        assert_eq!(modules.len(), lists.iter().sum::<usize>());
    }

    #[test]
    fn a_changed_source_or_tag_is_built_again() {
        let [.., pause] = NODES;
        let changed = Module {
            sources: &[("main.go", "package main")],
            ..pause
        };
        assert_ne!(changed.pin(), NODES[4].pin());
        assert_ne!(
            Module {
                tags: "other",
                ..changed
            }
            .pin(),
            changed.pin()
        );
    }

    #[test]
    fn linker_flags_name_the_pinned_version() {
        let pinned = format!("k8s.io/kubernetes v{KUBERNETES}");
        for module in [&CONTROL_PLANE[0], &NODES[0]] {
            let is_pinned = |line: &str| {
                let required = line.split(" //").next().unwrap().trim_start_matches("require");
                required.trim() == pinned
            };
            assert!(module.go_mod.lines().any(is_pinned), "{}", module.name);
        }
        let minor = KUBERNETES.split('.').nth(1).unwrap();
        assert!(linker_flags().contains(&format!("gitMinor={minor} ")));
    }
}
