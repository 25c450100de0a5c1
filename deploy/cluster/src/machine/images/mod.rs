//! The images of the nodes, packed from programs of this machine, as there is no registry.

mod archive;
mod debian;

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use local::Topology;
use serde_json::{Value, json};
use tokio::process::Command;
use toolkit::{
    command,
    workspace::{Profile, Workspace},
};

use crate::{
    manifests::Object,
    programs::{Programs, tools_folder},
};
use archive::{Image, Item, Layer, write_archive, write_layer};
use debian::Debian;

const STRIP_TIMEOUT: Duration = Duration::from_mins(2);

/// The image with the operator's commands; not a service.
const OPERATOR: &str = "operator";

/// The image of the probes of `cluster test`.
pub(crate) const PROBE: &str = "localhost/busybox:1";

/// The user of the shop's images.
const USER: &str = "65532:65532";
const PATH: &str = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// The tools of PostgreSQL 18 of Debian, with those of all images.
const SERVER_PATH: &str =
    "PATH=/usr/lib/postgresql/18/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Images that no object names: the default pooler of `CloudNativePG` 1.30, and the side container of its plugin.
pub(super) const FURTHER: [&str; 2] = [
    "ghcr.io/cloudnative-pg/pgbouncer:1.25.1",
    "ghcr.io/cloudnative-pg/plugin-barman-cloud-sidecar:v0.14.0",
];

/// The content of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content<'a> {
    /// A program of the checkout.
    Program(&'a str),
    /// The pinned PostgreSQL, with an entrypoint as that of the official image.
    Postgres,
    Nats,
    /// Debian's servers; `CloudNativePG` names the program.
    DatabaseServers,
    /// Debian's servers with a program that they start.
    DebianServer(&'static str),
    /// The tools that write and read backups, with the plugin's program.
    Backups,
    /// A program that Go built.
    Built(&'static str),
    /// The stand-in of Tempo and Loki: the collector, with the programs of Debian that read its files.
    TelemetryStore,
    /// The operator `CloudNativePG`, which copies its program into its pods.
    Operator,
    ObjectStore,
}

/// The sources of the images.
pub(super) struct Sources<'a> {
    /// The checkout of this program.
    pub(super) root: &'a Path,
    /// The checkout of the shop's programs, its web app and its seed.
    pub(super) workspace: &'a Workspace,
    pub(super) profile: Profile,
    pub(super) programs: &'a Programs,
    /// The folder that keeps Debian's layers.
    kept: PathBuf,
    /// The folder of the installed tools.
    tools: PathBuf,
    /// The folder of the other layers and the archive.
    pub(super) scratch: PathBuf,
}

/// The profile of the programs: that of the images, or that of `cargo xtask up`.
pub(super) const fn profile(is_release: bool) -> Profile {
    if is_release { Profile::Dist } else { Profile::Dev }
}

/// Checks that the shop's programs and its web app are built.
///
/// # Errors
/// If one is missing; the error names all, and the commands that build them.
pub(super) fn check_built(workspace: &Workspace, profile: Profile) -> Result<()> {
    let binaries = workspace.binaries(profile);
    let missing: Vec<_> = Topology::programs()
        .chain([OPERATOR])
        .filter(|program| !binaries.join(program).is_file())
        .collect();
    if !missing.is_empty() {
        bail!(
            "{} has no {}: cargo build --workspace --profile {} --bin {}",
            binaries.display(),
            missing.join(", "),
            profile.name(),
            missing.join(" --bin ")
        );
    }
    for folder in web(workspace) {
        ensure!(
            folder.join("index.html").is_file(),
            "{} has no web app: npm ci && npm run bundle, in {}",
            folder.display(),
            workspace.web().display()
        );
    }
    Ok(())
}

/// The folders of the built shop and desk.
fn web(workspace: &Workspace) -> [PathBuf; 2] {
    [workspace.web_dist(), workspace.web().join("dist-desk")]
}

impl<'a> Sources<'a> {
    /// The sources below the installation's folder; `scratch` is removed by the caller.
    pub(super) fn new(
        root: &'a Path,
        workspace: &'a Workspace,
        profile: Profile,
        programs: &'a Programs,
        installation: &Path,
        scratch: PathBuf,
    ) -> Self {
        Self {
            root,
            workspace,
            profile,
            programs,
            kept: tools_folder(installation).join("images"),
            tools: installation.join("tools"),
            scratch,
        }
    }

    /// Packs the images of the nodes, of the objects, and those named; returns the archive and the number of images.
    ///
    /// # Errors
    /// If an object needs an image that this machine cannot make; the error names it.
    pub(super) async fn pack(&self, objects: &[Object], further: &[&str]) -> Result<(PathBuf, usize)> {
        let debian = self.debian().await?;
        let mut images = self.node_images(&debian)?;
        // Reading this layer takes a second.
        let mut servers = None;
        let further = further.iter().map(|&name| name.to_owned());
        for name in names(objects).into_iter().chain(further) {
            let content = content(&name).with_context(|| format!("{name} is only in a registry"))?;
            let base = match content {
                Content::Built(_) | Content::Operator => None,
                Content::DatabaseServers | Content::DebianServer(_) | Content::Backups => {
                    if servers.is_none() {
                        servers = Some(Debian::of_servers().layer(&self.kept).await?);
                    }
                    servers.clone()
                }
                _ => Some(debian.clone()),
            };
            images.push(self.image(&name, content, base).await?);
        }
        self.write(&images)
    }

    /// Packs the images of the objects that have programs of the checkout; returns the archive and the number of images.
    ///
    /// # Errors
    /// If a program is missing.
    pub(super) async fn pack_programs(&self, objects: &[Object]) -> Result<(PathBuf, usize)> {
        let debian = self.debian().await?;
        let mut images = Vec::new();
        for name in names(objects) {
            if let Some(content @ Content::Program(_)) = content(&name) {
                images.push(self.image(&name, content, Some(debian.clone())).await?);
            }
        }
        self.write(&images)
    }

    /// Creates the folders, and returns the layer below the shop's programs.
    async fn debian(&self) -> Result<Layer> {
        fs::create_dir_all(&self.kept).context("cannot create the folder of Debian's layer")?;
        fs::create_dir_all(&self.scratch).context("cannot create the folder of the images")?;
        Debian::of_this_machine()?.layer(&self.kept).await
    }

    /// Writes the archive; returns it and the number of images.
    fn write(&self, images: &[Image]) -> Result<(PathBuf, usize)> {
        let archive = self.scratch.join("images.tar");
        write_archive(&archive, images)?;
        Ok((archive, images.len()))
    }

    /// The images that are not the shop's.
    fn node_images(&self, debian: &Layer) -> Result<Vec<Image>> {
        let mut images = Vec::new();
        for program in ["pause", "coredns"] {
            let layer = self.layer(program, &[self.built(program, program)])?;
            images.push(Image {
                name: format!("localhost/{program}:1"),
                layers: vec![layer],
                config: json!({"Entrypoint": [format!("/{program}")]}),
            });
        }
        let links: Vec<_> = ["sh", "nc", "timeout"]
            .map(|applet| Item::Link(format!("busybox/{applet}"), "/bin/busybox".to_owned()))
            .to_vec();
        images.push(Image {
            name: PROBE.to_owned(),
            layers: vec![debian.clone(), self.layer("probe", &links)?],
            config: json!({"Env": ["PATH=/busybox:/bin:/usr/bin"], "User": USER}),
        });
        Ok(images)
    }

    /// A program that Go built, at a path of the image.
    fn built(&self, program: &str, path: &str) -> Item {
        Item::File(self.programs.path(program), path.to_owned())
    }

    async fn image(&self, name: &str, content: Content<'_>, base: Option<Layer>) -> Result<Image> {
        let (items, config) = match content {
            Content::Program(program) => (self.program_items(program).await?, program_config(program)),
            Content::Postgres => (self.postgres_items()?, postgres_config()),
            Content::Nats => (
                vec![Item::File(
                    local::nats_server()?,
                    "usr/local/bin/nats-server".to_owned(),
                )],
                json!({"Entrypoint": ["nats-server"], "Env": [PATH]}),
            ),
            Content::DatabaseServers => (
                // The operator starts the pooler at this path.
                vec![Item::Link(
                    "usr/bin/pgbouncer".to_owned(),
                    "/usr/sbin/pgbouncer".to_owned(),
                )],
                json!({"Env": [SERVER_PATH], "User": "26:26"}),
            ),
            Content::DebianServer(program) => (
                Vec::new(),
                json!({"Entrypoint": [format!("/usr/bin/{program}")], "Env": [PATH], "User": USER}),
            ),
            Content::Backups => (
                vec![self.built("plugin-barman-cloud", "manager")],
                json!({"Entrypoint": ["/manager"], "Env": [SERVER_PATH], "User": "26:26"}),
            ),
            Content::Built(program) => (
                vec![self.built(program, program)],
                json!({"Entrypoint": [format!("/{program}")], "User": USER}),
            ),
            Content::TelemetryStore => (
                vec![self.built("collector", "collector")],
                json!({"Entrypoint": ["/collector"], "Env": [PATH], "User": USER}),
            ),
            Content::Operator => {
                let path = format!("operator/manager_{}", archive::architecture());
                let link = Item::Link("manager".to_owned(), path.clone());
                (
                    vec![self.built("cloudnative-pg", &path), link],
                    json!({"Entrypoint": ["/manager"], "User": USER, "WorkingDir": "/"}),
                )
            }
            Content::ObjectStore => (
                vec![Item::File(
                    self.tools.join("seaweedfs/bin/weed"),
                    "usr/local/bin/weed".to_owned(),
                )],
                json!({"Entrypoint": ["weed"], "Env": [PATH], "User": USER}),
            ),
        };
        let file = name.replace(['/', ':'], "-");
        let mut layers: Vec<_> = base.into_iter().collect();
        if !items.is_empty() {
            layers.push(self.layer(&file, &items)?);
        }
        Ok(Image {
            name: full_name(name),
            layers,
            config,
        })
    }

    fn layer(&self, name: &str, items: &[Item]) -> Result<Layer> {
        write_layer(&self.scratch.join(format!("{name}.tar")), items)
    }

    async fn program_items(&self, program: &str) -> Result<Vec<Item>> {
        let mut items = vec![Item::File(self.strip(program).await?, "service".to_owned())];
        let root = &self.workspace.root;
        match program {
            "gateway" => {
                let [shop, desk] = web(self.workspace);
                items.push(Item::Folder(shop, "web".to_owned()));
                items.push(Item::Folder(desk, "desk".to_owned()));
            }
            // By this file the program recognizes the folder with the data.
            OPERATOR => {
                let marker = "deploy/local/Cargo.toml";
                items.push(Item::File(root.join(marker), format!("storefront/{marker}")));
                let seed = "deploy/seed";
                items.push(Item::Folder(root.join(seed), format!("storefront/{seed}")));
            }
            _ => {}
        }
        Ok(items)
    }

    /// Returns a copy of a program without debugging information; the program itself if there is no `strip`.
    async fn strip(&self, program: &str) -> Result<PathBuf> {
        let source = self.workspace.binaries(self.profile).join(program);
        if !command::succeeds("strip", &["--version"]).await {
            return Ok(source);
        }
        let target = self.scratch.join(program);
        let mut strip = Command::new("strip");
        strip.arg("-o").arg(&target).arg(&source);
        command::capture("strip", strip, STRIP_TIMEOUT, |_| {}).await?;
        Ok(target)
    }

    /// The pinned PostgreSQL with its libraries, and an entrypoint as that of the official image.
    fn postgres_items(&self) -> Result<Vec<Item>> {
        let binaries = local::postgres_binaries()?;
        let native = binaries
            .parent()
            .filter(|folder| folder.ends_with("native"))
            .with_context(|| {
                format!(
                    "{} is not the pinned PostgreSQL: unset POSTGRES_BIN",
                    binaries.display()
                )
            })?;
        let script = self.root.join("deploy/images/stand-ins/postgres.sh");
        let text =
            fs::read_to_string(&script).with_context(|| format!("cannot read {}", script.display()))?;
        Ok(vec![
            Item::Folder(native.to_owned(), "usr/local/postgres".to_owned()),
            Item::Script("usr/local/bin/docker-entrypoint.sh".to_owned(), text),
        ])
    }
}

/// The settings of `deploy/images/Dockerfile`.
fn program_config(program: &str) -> Value {
    let common = [
        PATH,
        "MALLOC_ARENA_MAX=2",
        "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
    ];
    let own: &[&str] = match program {
        "gateway" => &[
            "LISTEN=0.0.0.0:8080",
            "ADMIN_ADDRESS=0.0.0.0:9464",
            "WEB_DIST=/web",
            "DESK_DIST=/desk",
        ],
        OPERATOR => &[],
        _ => &["LISTEN=0.0.0.0:9100", "ADMIN_ADDRESS=0.0.0.0:9464"],
    };
    let environment: Vec<_> = common.iter().chain(own).collect();
    let folder = if program == OPERATOR { "/storefront" } else { "/" };
    json!({"Entrypoint": ["/service"], "Env": environment, "User": USER, "WorkingDir": folder})
}

/// The settings of `deploy/images/stand-ins/Dockerfile`.
fn postgres_config() -> Value {
    json!({
        "Entrypoint": ["docker-entrypoint.sh"],
        "Cmd": ["postgres"],
        "Env": [
            "PATH=/usr/local/postgres/bin:/usr/local/bin:/usr/bin:/bin",
            "PGDATA=/var/lib/postgresql/18/docker",
        ],
    })
}

/// Returns the names of the objects' images, sorted.
fn names(objects: &[Object]) -> Vec<String> {
    let lines = objects.iter().flat_map(|object| object.text.lines());
    let mut names: Vec<_> = lines.filter_map(image_of_line).map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

/// Returns the name of the image that a line of a manifest names.
fn image_of_line(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("- ");
    line.strip_prefix("image: ")
        .or_else(|| line.strip_prefix("imageName: "))
}

/// Returns the objects with a suffix at the tags of the images that have programs of the checkout.
pub(super) fn with_tag_suffix(objects: &[Object], suffix: &str) -> Vec<Object> {
    let is_program = |name: &str| matches!(content(name), Some(Content::Program(_)));
    let change = |line: &str| {
        let suffix = image_of_line(line)
            .filter(|name| is_program(name))
            .map_or("", |_| suffix);
        format!("{line}{suffix}\n")
    };
    objects
        .iter()
        .map(|object| Object {
            text: object.text.lines().map(change).collect(),
            ..object.clone()
        })
        .collect()
}

/// Returns the content of an image; `None` if this machine cannot make it.
fn content(name: &str) -> Option<Content<'_>> {
    let (repository, _) = name.rsplit_once(':')?;
    let content = match repository {
        "postgres" => Content::Postgres,
        "nats" => Content::Nats,
        "ghcr.io/cloudnative-pg/postgresql" | "ghcr.io/cloudnative-pg/pgbouncer" => Content::DatabaseServers,
        "ghcr.io/cloudnative-pg/plugin-barman-cloud-sidecar" => Content::Backups,
        "ghcr.io/cloudnative-pg/cloudnative-pg" => Content::Operator,
        "ghcr.io/cloudnative-pg/plugin-barman-cloud" => Content::Built("plugin-barman-cloud"),
        "natsio/nats-server-config-reloader" => Content::Built("nats-server-config-reloader"),
        "natsio/prometheus-nats-exporter" => Content::Built("prometheus-nats-exporter"),
        "localhost/traefik" => Content::Built("traefik"),
        "localhost/cert-manager" => Content::Built("cert-manager"),
        "localhost/kube-state-metrics" => Content::Built("kube-state-metrics"),
        "otel/opentelemetry-collector-contrib" => Content::Built("collector"),
        "localhost/telemetry-store" => Content::TelemetryStore,
        "prom/prometheus" => Content::DebianServer("prometheus"),
        "prom/alertmanager" => Content::DebianServer("prometheus-alertmanager"),
        "prom/blackbox-exporter" => Content::DebianServer("prometheus-blackbox-exporter"),
        "chrislusf/seaweedfs" => Content::ObjectStore,
        _ => {
            let own = repository
                .strip_prefix("registry.example.com/")
                .unwrap_or(repository);
            let program = own.strip_prefix("storefront/")?;
            let is_known = Topology::programs()
                .chain([OPERATOR])
                .any(|known| known == program);
            return is_known.then_some(Content::Program(program));
        }
    };
    Some(content)
}

/// The name with its registry, as containerd completes it.
fn full_name(name: &str) -> String {
    let has_registry = name
        .split_once('/')
        .is_some_and(|(first, _)| first.contains('.') || first == "localhost");
    if has_registry {
        name.to_owned()
    } else if name.contains('/') {
        format!("docker.io/{name}")
    } else {
        format!("docker.io/library/{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_images_of_rendered_objects() {
        let text = "kind: Deployment\nspec:\n  containers:\n  - image: nats:2.15.1-alpine\n    name: a\n  - name: b\n    \
                    image: storefront/cart:dev\n  initContainers:\n  - image: storefront/cart:dev\n---\nkind: Cluster\nspec:\n  \
                    imageName: postgresql:18\n";
        let objects = crate::manifests::parse(text);
        assert_eq!(
            names(&objects),
            ["nats:2.15.1-alpine", "postgresql:18", "storefront/cart:dev"]
        );
    }

    #[test]
    fn only_tags_of_the_shops_programs_get_a_suffix() {
        let text = "kind: Deployment\nspec:\n  containers:\n  - image: storefront/cart:dev\n    name: service\n  initContainers:\n  \
                    - name: migrate\n    image: registry.example.com/storefront/cart:0.1.0\n  - image: nats:2.15.1-alpine\n";
        let objects = crate::manifests::parse(text);
        let changed = with_tag_suffix(&objects, "-next");
        assert_eq!(
            names(&changed),
            [
                "nats:2.15.1-alpine",
                "registry.example.com/storefront/cart:0.1.0-next",
                "storefront/cart:dev-next",
            ]
        );
        assert_eq!(changed[0].text.replace("-next", ""), objects[0].text);
    }

    #[test]
    fn only_images_of_known_programs_and_servers_can_be_made() {
        assert_eq!(content("postgres:18.4-trixie"), Some(Content::Postgres));
        assert_eq!(content("nats:2.15.1-alpine"), Some(Content::Nats));
        assert_eq!(
            content("storefront/gateway:dev"),
            Some(Content::Program("gateway"))
        );
        assert_eq!(
            content("storefront/operator:dev"),
            Some(Content::Program("operator"))
        );
        assert_eq!(
            content("registry.example.com/storefront/order:0.1.0"),
            Some(Content::Program("order"))
        );
        assert!(FURTHER.iter().all(|name| content(name).is_some()));
        for name in ["storefront/other:dev", "grafana/grafana:12.4.5", "cart"] {
            assert_eq!(content(name), None, "{name}");
        }
    }

    #[test]
    fn full_names_have_the_registry() {
        assert_eq!(
            full_name("nats:2.15.1-alpine"),
            "docker.io/library/nats:2.15.1-alpine"
        );
        assert_eq!(full_name("storefront/cart:dev"), "docker.io/storefront/cart:dev");
        for name in ["ghcr.io/cloudnative-pg/postgresql:18", "localhost/pause:1"] {
            assert_eq!(full_name(name), name);
        }
    }
}
