//! A Prometheus with the rules of `deploy/prometheus`, which scrapes a shop's processes.

use std::{fs, path::Path, time::Duration};

use local::{
    Ports, checkout_root, data_folder,
    process::{Process, command_with_death_signal},
};
use serde_json::{Value, json};
use testkit::{Shop, eventually_within};

/// The program that `cargo xtask drill alerts` installs below the folder of the data.
const PROGRAM: &str = "tools/prometheus/usr/bin/prometheus";

/// A running Prometheus, which ends on drop.
pub(crate) struct Prometheus {
    url: String,
    folder: tempfile::TempDir,
    _process: Process,
}

impl Prometheus {
    /// Starts the program with the intervals and the rules of the repository.
    pub(crate) async fn start(shop: &Shop) -> Self {
        let checkout = checkout_root().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let rules = checkout.join("deploy/prometheus");
        let settings = fs::read_to_string(rules.join("prometheus.yaml")).unwrap();
        let (global, _) = settings.split_once("\nalerting:").unwrap();
        let own = json!({
            "rule_files": [rules.join("*.rules.yaml")],
            "scrape_configs": [{
                "job_name": "services",
                "file_sd_configs": [{"files": [folder.path().join("targets.json")]}],
            }],
        });
        // Each section is JSON, which is YAML.
        let sections = own.as_object().unwrap().iter();
        let sections: Vec<_> = sections.map(|(name, value)| format!("{name}: {value}")).collect();
        let file = folder.path().join("prometheus.yaml");
        fs::write(&file, format!("{global}\n{}\n", sections.join("\n"))).unwrap();

        let installed = data_folder(&checkout).unwrap().join(PROGRAM);
        let program = if installed.is_file() {
            &installed
        } else {
            Path::new("prometheus")
        };
        let address = format!("127.0.0.1:{}", Ports::default().any().unwrap());
        let mut command = command_with_death_signal(program, "KILL");
        command
            .arg(format!("--config.file={}", file.display()))
            .arg(format!(
                "--storage.tsdb.path={}",
                folder.path().join("data").display()
            ))
            .arg(format!("--web.listen-address={address}"))
            .arg("--log.level=error");
        let prometheus = Self {
            url: format!("http://{address}"),
            _process: Process::start("Prometheus", command).unwrap(),
            folder,
        };
        prometheus.set_targets(shop);
        let minute = Duration::from_mins(1);
        eventually_within(minute, "every process is scraped", || async {
            let query = "/api/v1/query?query=count(up==1)";
            let found = prometheus.get(query).await?;
            let count = found["result"][0]["value"][1].as_str()?.to_owned();
            (count == shop.service_names().len().to_string()).then_some(())
        })
        .await;
        prometheus
    }

    /// Sets the processes' addresses, which change with their starts.
    pub(crate) fn set_targets(&self, shop: &Shop) {
        let targets: Vec<_> = shop
            .service_names()
            .into_iter()
            .map(|name| json!({"targets": [shop.admin_address(&name)], "labels": {"service_name": name}}))
            .collect();
        // Prometheus may read the file at any time.
        let new = self.folder.path().join("targets.new");
        fs::write(&new, json!(targets).to_string()).unwrap();
        fs::rename(new, self.folder.path().join("targets.json")).unwrap();
    }

    /// Waits until an alert fires; `service` is the service that it names, if it names one.
    pub(crate) async fn wait_for(&self, alert: &str, service: Option<&str>, timeout: Duration) {
        eventually_within(timeout, &format!("{alert} fires"), || async {
            pause().await;
            self.is_firing(alert, service).await?.then_some(())
        })
        .await;
    }

    /// Waits until an alert does not fire, for any service.
    pub(crate) async fn wait_until_over(&self, alert: &str, timeout: Duration) {
        eventually_within(timeout, &format!("{alert} is over"), || async {
            pause().await;
            (!self.is_firing(alert, None).await?).then_some(())
        })
        .await;
    }

    async fn is_firing(&self, alert: &str, service: Option<&str>) -> Option<bool> {
        let names = |labels: &Value| {
            labels["alertname"] == alert && service.is_none_or(|service| labels["service_name"] == service)
        };
        Some(self.firing().await?.iter().any(names))
    }

    /// Returns the labels of the firing alerts.
    async fn firing(&self) -> Option<Vec<Value>> {
        let found = self.get("/api/v1/alerts").await?;
        let alerts = found["alerts"].as_array()?.iter();
        Some(
            alerts
                .filter(|alert| alert["state"] == "firing")
                .map(|alert| alert["labels"].clone())
                .collect(),
        )
    }

    /// Returns the data of an answer; `None` if there is none yet.
    async fn get(&self, path: &str) -> Option<Value> {
        let response = reqwest::get(format!("{}{path}", self.url)).await.ok()?;
        let body: Value = serde_json::from_str(&response.text().await.ok()?).ok()?;
        Some(body["data"].clone())
    }
}

/// Asks about once in a second.
async fn pause() {
    tokio::time::sleep(Duration::from_secs(1)).await;
}
