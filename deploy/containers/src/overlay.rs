//! The shop of the overlay `local`, run by podman in a network of its own.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use local::Topology;
use serde_json::Value;
use tokio::process::Command;
use toolkit::{command, console::print_status, retry::retry};

use crate::{
    base_images::STAND_INS,
    images,
    podman::Podman,
    pods::{self, Pod},
};

const NETWORK: &str = "storefront";

/// The workloads that the services need.
const SERVERS: [&str; 4] = ["postgres", "nats", "mailpit", "collector"];

/// The time that a pod may take to serve, on a busy machine.
const START_TIMEOUT: Duration = Duration::from_mins(3);
const DEADLINE: Duration = Duration::from_mins(2);

/// The pods and Secrets of the overlay.
pub(crate) struct Overlay<'podman> {
    podman: &'podman Podman,
    secrets: BTreeMap<String, Value>,
    pods: BTreeMap<String, Pod>,
}

impl<'podman> Overlay<'podman> {
    /// Reads the overlay's manifests without starting anything.
    pub(crate) async fn read(podman: &'podman Podman, root: &Path) -> Result<Self> {
        let documents = render(podman, root).await?;
        Ok(Self {
            podman,
            secrets: pods::secrets(&documents),
            pods: pods::pods(&documents)?,
        })
    }

    /// Returns the workloads whose images have no stand-in.
    pub(crate) fn workloads_without_image(&self) -> Vec<&str> {
        let has_image = |image: &String| {
            image.starts_with("storefront/")
                || STAND_INS.iter().any(|(_, name)| name.ends_with(image.as_str()))
        };
        let without_image = self.pods.values().filter(|pod| !pod.images.iter().all(has_image));
        without_image.map(|pod| pod.name.as_str()).collect()
    }

    /// Returns a value of a Secret.
    fn secret(&self, name: &str, key: &str) -> Result<String> {
        pods::secret_value(&self.secrets, name, key)
    }

    /// Starts the servers, then one service after the other, each when the one before it serves: unlike a cluster,
    /// podman does not retry what starts too early.
    pub(crate) async fn start(&self) -> Result<()> {
        remove(self.podman).await?;
        self.podman.run(&["network", "create", NETWORK]).await?;
        let file = self.podman.folder().join("secret.json");
        for (name, data) in &self.secrets {
            fs::write(&file, data.to_string()).context("cannot write a Secret")?;
            let path = file.display().to_string();
            self.podman.run(&["secret", "create", name, &path]).await?;
        }
        for name in SERVERS {
            self.play(name).await?;
        }
        self.wait(
            "postgres",
            "postgres",
            &["pg_isready", "--username=postgres", "--host=127.0.0.1"],
        )
        .await?;
        self.wait(
            "nats",
            "nats",
            &["wget", "--quiet", "--spider", "http://127.0.0.1:8222/healthz"],
        )
        .await?;
        for name in Topology::programs() {
            let started = Instant::now();
            self.play(name).await?;
            let health_check: &[&str] = match name {
                "gateway" => &["/healthcheck", "--http"],
                _ => &["/healthcheck"],
            };
            self.wait(name, "service", health_check).await?;
            print_status(&format!(
                "  {name} serves after {:.0} s",
                started.elapsed().as_secs_f64()
            ));
        }
        Ok(())
    }

    /// Starts one workload with `podman kube play`.
    pub(crate) async fn play(&self, name: &str) -> Result<()> {
        let pod = self
            .pods
            .get(name)
            .with_context(|| format!("there is no workload {name}"))?;
        let file = self.podman.folder().join("pods").join(format!("{name}.yaml"));
        fs::create_dir_all(self.podman.folder().join("pods")).context("cannot create a folder")?;
        // JSON is YAML.
        let documents: Vec<_> = pod.documents.iter().map(Value::to_string).collect();
        fs::write(&file, documents.join("\n---\n")).context("cannot write a pod")?;
        let aliases: Vec<_> = pod
            .services
            .iter()
            .map(|service| format!("alias={service}"))
            .collect();
        let network = format!("{NETWORK}:{}", aliases.join(","));
        let path = file.display().to_string();
        self.podman
            .run(&["kube", "play", "--build=false", "--network", &network, &path])
            .await
            .map(drop)
    }

    /// Waits until a command succeeds inside a container.
    async fn wait(&self, pod: &str, container: &str, health_check: &[&str]) -> Result<()> {
        let container = format!("{pod}-{container}");
        let arguments = [&["exec", &container], health_check].concat();
        let served = retry(START_TIMEOUT, async || {
            ensure!(self.podman.succeeds(&arguments).await, "it does not serve");
            Ok(())
        });
        if let Err(error) = served.await {
            bail!(
                "{pod}: {error}; its log ends with:\n{}",
                self.log_tail(&container).await
            );
        }
        Ok(())
    }

    async fn log_tail(&self, container: &str) -> String {
        let mut logs = self.podman.command(&["logs", "--tail", "20", container]);
        match logs.output().await {
            Ok(output) => [output.stdout, output.stderr]
                .map(|text| String::from_utf8_lossy(&text).into_owned())
                .concat(),
            Err(error) => error.to_string(),
        }
    }

    /// Returns a container's log.
    pub(crate) async fn log(&self, container: &str) -> Result<String> {
        self.podman.run(&["logs", container]).await
    }

    /// Returns the IP address of a pod.
    pub(crate) async fn address(&self, pod: &str) -> Result<String> {
        let infra = self
            .podman
            .run(&["pod", "inspect", "--format", "{{.InfraContainerID}}", pod])
            .await?;
        let format = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
        let address = self
            .podman
            .run(&["inspect", "--format", format, infra.trim()])
            .await?;
        Ok(address.trim().to_owned())
    }

    /// Checks that each schema belongs to its owner role, and that the service's role cannot change it.
    pub(crate) async fn check_roles(&self) -> Result<()> {
        for database in Topology::databases() {
            let owner = format!("{database}_owner");
            let owners = self
                .query(
                    database,
                    "postgres",
                    "select distinct tableowner from pg_tables where schemaname = 'public'",
                )
                .await?;
            ensure!(
                owners.trim() == owner,
                "the tables of {database} belong to {:?}, expected {owner}",
                owners.trim()
            );
            ensure!(
                self.query(database, database, "create table forbidden ()")
                    .await
                    .is_err(),
                "the role {database} can create tables"
            );
        }
        Ok(())
    }

    async fn query(&self, database: &str, role: &str, statement: &str) -> Result<String> {
        let arguments = [
            "exec",
            "postgres-postgres",
            "psql",
            "--tuples-only",
            "--no-align",
            "--username",
            role,
            "--dbname",
            database,
            "--command",
            statement,
        ];
        self.podman.run(&arguments).await
    }

    /// Fills the shop with the seed catalogue, using the operator's image.
    pub(crate) async fn seed(&self) -> Result<()> {
        let image = images::name(images::OPERATOR);
        let keys = format!(
            "SIGNING_KEYS=catalog={};content={}",
            self.secret("operator-to-catalog", "keys")?,
            self.secret("operator-to-content", "keys")?,
        );
        let arguments = [
            "run",
            "--rm",
            "--network",
            NETWORK,
            "--read-only",
            "--cap-drop=all",
            "--security-opt=no-new-privileges",
            "--env",
            &keys,
            "--env",
            "SHOP_SERVICES=catalog=http://catalog:9100,content=http://content:9100",
            "--env",
            "GRPC_ALLOW_PLAIN=true",
            &image,
            "seed",
        ];
        self.podman.run(&arguments).await.map(drop)
    }
}

/// Removes all pods, volumes, Secrets and the network; the images stay.
pub(crate) async fn remove(podman: &Podman) -> Result<()> {
    podman
        .run(&["pod", "rm", "--force", "--all", "--time", "10"])
        .await?;
    podman.run(&["volume", "rm", "--force", "--all"]).await?;
    podman.run(&["secret", "rm", "--all"]).await?;
    if podman.succeeds(&["network", "exists", NETWORK]).await {
        podman.run(&["network", "rm", "--force", NETWORK]).await?;
    }
    Ok(())
}

/// Renders the overlay. `kubectl kustomize` writes YAML only; adding an annotation converts it to JSON.
async fn render(podman: &Podman, root: &Path) -> Result<Vec<Value>> {
    let file = podman.folder().join("manifests.yaml");
    let mut build = Command::new("kubectl");
    build
        .arg("kustomize")
        .arg(root.join("k8s/overlays/local"))
        .arg("--output")
        .arg(&file);
    command::capture("kubectl kustomize", build, DEADLINE, |_| {}).await?;
    let mut convert = Command::new("kubectl");
    convert
        .args([
            "annotate",
            "--local",
            "--output=json",
            "played-by=podman",
            "--filename",
        ])
        .arg(&file);
    let output = command::capture("kubectl annotate", convert, DEADLINE, |_| {}).await?;
    serde_json::Deserializer::from_str(&output)
        .into_iter()
        .collect::<Result<_, _>>()
        .context("cannot parse the output of kubectl")
}
