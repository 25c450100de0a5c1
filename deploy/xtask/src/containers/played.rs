//! The shop of the overlay `local`, played by podman: the manifests' pods in a network of their own.

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

use super::{
    bases::STAND_INS,
    images,
    patience::patiently,
    podman::Podman,
    pods::{self, Pod},
};
use crate::{child, console::say};

const NETWORK: &str = "storefront";

/// What the services need, in a cluster as here.
const SERVERS: [&str; 4] = ["postgres", "nats", "mailpit", "collector"];

/// How long a pod may take until it serves, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);
const DEADLINE: Duration = Duration::from_mins(2);

/// See the module.
pub(super) struct Played<'podman> {
    podman: &'podman Podman,
    secrets: BTreeMap<String, Value>,
    pods: BTreeMap<String, Pod>,
}

impl<'podman> Played<'podman> {
    /// Reads the overlay; nothing runs yet.
    pub(super) async fn read(podman: &'podman Podman, root: &Path) -> Result<Self> {
        let documents = rendered(podman, root).await?;
        Ok(Self {
            podman,
            secrets: pods::secrets(&documents),
            pods: pods::pods(&documents)?,
        })
    }

    /// The workloads for whose images nothing stands in here.
    pub(super) fn left_out(&self) -> Vec<&str> {
        let has_image = |image: &String| {
            image.starts_with("storefront/")
                || STAND_INS.iter().any(|(_, name)| name.ends_with(image.as_str()))
        };
        let left_out = self.pods.values().filter(|pod| !pod.images.iter().all(has_image));
        left_out.map(|pod| pod.name.as_str()).collect()
    }

    /// What a Secret says.
    pub(super) fn secret(&self, name: &str, key: &str) -> Result<String> {
        pods::said(&self.secrets, name, key)
    }

    /// Starts the servers, then the services one after the other, each once the one before it serves. A cluster starts
    /// all at once and tries again what came too early; podman does not.
    pub(super) async fn start(&self) -> Result<()> {
        remove(self.podman).await?;
        self.podman.run(&["network", "create", NETWORK]).await?;
        let file = self.podman.folder().join("secret.json");
        for (name, data) in &self.secrets {
            fs::write(&file, data.to_string()).context("a Secret cannot be written")?;
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
            let began = Instant::now();
            self.play(name).await?;
            let question: &[&str] = match name {
                "gateway" => &["/healthcheck", "--http"],
                _ => &["/healthcheck"],
            };
            self.wait(name, "service", question).await?;
            say(&format!(
                "  {name} serves after {:.0} s",
                began.elapsed().as_secs_f64()
            ));
        }
        Ok(())
    }

    /// Starts one workload.
    pub(super) async fn play(&self, name: &str) -> Result<()> {
        let pod = self
            .pods
            .get(name)
            .with_context(|| format!("there is no workload {name}"))?;
        let file = self.podman.folder().join("pods").join(format!("{name}.yaml"));
        fs::create_dir_all(self.podman.folder().join("pods")).context("a folder cannot be made")?;
        // JSON is YAML.
        let documents: Vec<_> = pod.documents.iter().map(Value::to_string).collect();
        fs::write(&file, documents.join("\n---\n")).context("a pod cannot be written")?;
        let names: Vec<_> = pod
            .services
            .iter()
            .map(|service| format!("alias={service}"))
            .collect();
        let network = format!("{NETWORK}:{}", names.join(","));
        let path = file.display().to_string();
        self.podman
            .run(&["kube", "play", "--build=false", "--network", &network, &path])
            .await
            .map(drop)
    }

    /// Waits until a container answers a question with success.
    pub(super) async fn wait(&self, pod: &str, container: &str, question: &[&str]) -> Result<()> {
        let container = format!("{pod}-{container}");
        let arguments = [&["exec", &container], question].concat();
        let served = patiently(PATIENCE, async || {
            ensure!(self.podman.says_yes(&arguments).await, "it does not serve");
            Ok(())
        });
        if let Err(error) = served.await {
            bail!(
                "{pod}: {error}; its last words:\n{}",
                self.last_words(&container).await
            );
        }
        Ok(())
    }

    async fn last_words(&self, container: &str) -> String {
        let mut logs = self.podman.command(&["logs", "--tail", "20", container]);
        match logs.output().await {
            Ok(output) => [output.stdout, output.stderr]
                .map(|text| String::from_utf8_lossy(&text).into_owned())
                .concat(),
            Err(error) => error.to_string(),
        }
    }

    /// What a container has written so far.
    pub(super) async fn log(&self, container: &str) -> Result<String> {
        self.podman.run(&["logs", container]).await
    }

    /// The address of a pod in the network.
    pub(super) async fn address(&self, pod: &str) -> Result<String> {
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

    /// That every schema was made by its owner, and that the role that serves cannot change it.
    pub(super) async fn check_roles(&self) -> Result<()> {
        for database in Topology::databases() {
            let owner = format!("{database}_owner");
            let owners = self
                .ask(
                    database,
                    "postgres",
                    "select distinct tableowner from pg_tables where schemaname = 'public'",
                )
                .await?;
            ensure!(
                owners.trim() == owner,
                "the tables of {database} belong to {:?}, and not to {owner}",
                owners.trim()
            );
            ensure!(
                self.ask(database, database, "create table forbidden ()")
                    .await
                    .is_err(),
                "the role {database} can make tables"
            );
        }
        Ok(())
    }

    async fn ask(&self, database: &str, role: &str, statement: &str) -> Result<String> {
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

    /// Puts in the seed catalogue, by the image made for that.
    pub(super) async fn fill(&self) -> Result<()> {
        let image = images::name(images::SEED);
        let keys = format!("CALLER_KEYS={}", self.secret("caller-keys", "keys")?);
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
            &image,
        ];
        self.podman.run(&arguments).await.map(drop)
    }
}

/// Stops and removes all that podman has started in its own storage; the images stay.
pub(super) async fn remove(podman: &Podman) -> Result<()> {
    podman
        .run(&["pod", "rm", "--force", "--all", "--time", "10"])
        .await?;
    podman.run(&["volume", "rm", "--force", "--all"]).await?;
    podman.run(&["secret", "rm", "--all"]).await?;
    if podman.says_yes(&["network", "exists", NETWORK]).await {
        podman.run(&["network", "rm", "--force", NETWORK]).await?;
    }
    Ok(())
}

/// The documents of the overlay. kubectl writes YAML when it builds, and JSON when it changes something, here a note.
async fn rendered(podman: &Podman, root: &Path) -> Result<Vec<Value>> {
    let file = podman.folder().join("manifests.yaml");
    let mut build = Command::new("kubectl");
    build
        .arg("kustomize")
        .arg(root.join("k8s/overlays/local"))
        .arg("--output")
        .arg(&file);
    child::run("kubectl kustomize", build, DEADLINE, |_| {}).await?;
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
    let answer = child::run("kubectl annotate", convert, DEADLINE, |_| {}).await?;
    serde_json::Deserializer::from_str(&answer)
        .into_iter()
        .collect::<Result<_, _>>()
        .context("kubectl's answer is not as expected")
}
