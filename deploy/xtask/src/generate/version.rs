//! The version of the workspace in the files that repeat it.

use local::Topology;

use super::{Output, Part, join_lines};

/// `workspace.package.version` of `Cargo.toml`.
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn outputs() -> Vec<Output> {
    vec![
        between("web/package.json", "\n  \"version\": \"", "\"", false),
        // The lock has the version of the package twice.
        between("web/package-lock.json", "\n  \"version\": \"", "\"", false),
        between("web/package-lock.json", "\n      \"version\": \"", "\"", false),
        between("deploy/compose.yaml", "VERSION: ${VERSION:-", "}", false),
        between(
            "k8s/components/production/kustomization.yaml",
            "newTag: ",
            "}",
            true,
        ),
        between(
            "k8s/base/kustomization.yaml",
            "app.kubernetes.io/version: \"",
            "\"",
            false,
        ),
        Output::section(".github/workflows/release.yaml", "images", release_images()),
    ]
}

fn between(path: &str, before: &'static str, after: &'static str, everywhere: bool) -> Output {
    Output {
        path: path.to_owned(),
        part: Part::Between {
            before,
            after,
            everywhere,
        },
        text: VERSION.to_owned(),
    }
}

/// The images of a release: the services, and the one with the operator's commands.
fn release_images() -> String {
    let services = Topology::definitions().iter().map(|service| service.name);
    let names: Vec<_> = services.chain(["operator"]).collect();
    join_lines(std::iter::once(format!("  NAMES: {}", names.join(" "))))
}
