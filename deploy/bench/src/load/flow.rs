//! Sequences of requests, sent by autocannon (npm), whose lock file is in `tools/autocannon`.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use tokio::process::Command;
use toolkit::{command, console::print_status};

use super::{OVERHEAD, Sample};
use crate::buyers::Buyer;

const PACKAGE: &str = include_str!("../../tools/autocannon/package.json");
const LOCK: &str = include_str!("../../tools/autocannon/package-lock.json");
const SCRIPT: &str = include_str!("../../tools/autocannon/flow.mjs");

const INSTALL_TIMEOUT: Duration = Duration::from_mins(10);

/// Calls that a connection repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Flow {
    /// GET of a random path.
    Read,
    /// Adds one product to the buyer's cart, which is cleared after each 40.
    Add,
    /// Creates the cart, adds two products and orders them.
    Purchase,
}

impl Flow {
    /// The number of requests.
    pub(crate) const fn requests(self) -> u32 {
        match self {
            Self::Read | Self::Add => 1,
            Self::Purchase => 4,
        }
    }
}

/// The amount of load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Amount {
    /// Flows over all connections.
    Flows(u32),
    /// Time at full speed.
    Seconds(u32),
    /// Time at this many requests a second.
    Paced {
        /// The time.
        seconds: u32,
        /// Requests a second, over all connections.
        rate: u32,
    },
}

/// One run of autocannon.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Task {
    pub(crate) flow: Flow,
    /// Addresses of the gateways; the connections take them in turn.
    pub(crate) urls: Vec<String>,
    pub(crate) connections: u32,
    /// Paths of [`Flow::Read`].
    pub(crate) paths: Vec<String>,
    /// A text that every answer of [`Flow::Read`] contains.
    pub(crate) contains: String,
    /// The cookie of [`Flow::Read`].
    pub(crate) cookie: Option<&'static str>,
    /// One for each connection; none for [`Flow::Read`].
    pub(crate) buyers: Vec<Buyer>,
    /// Ids of the products to buy.
    pub(crate) products: Vec<i64>,
}

/// The file that the script reads.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TaskFile<'task> {
    #[serde(flatten)]
    task: &'task Task,
    requests: u32,
    seconds: u32,
    rate: u32,
    shipping_address: serde_json::Value,
}

/// The result that the script writes.
#[derive(Debug, Deserialize)]
struct Output {
    flows: u32,
    /// Answers with 503.
    refused: u32,
    /// Answers with a wrong status or body.
    wrong: u32,
    /// The first wrong answers.
    failures: Vec<String>,
    /// Duration of each flow.
    milliseconds: Vec<f64>,
    seconds: f64,
}

/// The installed tool.
#[derive(Debug, Clone)]
pub(crate) struct FlowTool {
    folder: PathBuf,
}

impl FlowTool {
    /// Installs autocannon below the folder of tools, unless it is installed.
    ///
    /// # Errors
    /// If npm fails.
    pub(crate) async fn install(tools: &Path) -> Result<Self> {
        let folder = tools.join("autocannon");
        let is_installed = folder.join("node_modules/autocannon/package.json").is_file()
            && fs::read_to_string(folder.join("package-lock.json")).is_ok_and(|installed| installed == LOCK);
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        for (file, text) in [
            ("package.json", PACKAGE),
            ("package-lock.json", LOCK),
            ("flow.mjs", SCRIPT),
        ] {
            fs::write(folder.join(file), text).with_context(|| format!("cannot write {file}"))?;
        }
        if !is_installed {
            print_status(&format!("installing autocannon into {} (once)", folder.display()));
            let mut npm = Command::new("npm");
            npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
                .current_dir(&folder);
            command::capture("installing autocannon", npm, INSTALL_TIMEOUT, |_| {}).await?;
        }
        Ok(Self { folder })
    }

    /// Sends the load.
    ///
    /// # Errors
    /// If an answer has a status other than 200 and 503 or a wrong body, or no flow was completed.
    pub(crate) async fn run(&self, task: &Task, amount: Amount) -> Result<Sample> {
        let (requests, seconds, rate) = match amount {
            Amount::Flows(flows) => (flows.saturating_mul(task.flow.requests()), 0, 0),
            Amount::Seconds(seconds) => (0, seconds, 0),
            Amount::Paced { seconds, rate } => (0, seconds, rate.max(task.connections)),
        };
        let file = TaskFile {
            task,
            requests,
            seconds,
            rate,
            shipping_address: shipping_address(),
        };
        let path = self.folder.join(format!("task-{}.json", uuid::Uuid::new_v4()));
        fs::write(&path, serde_json::to_vec(&file)?).context("cannot write the task")?;
        let mut node = Command::new("node");
        node.arg("flow.mjs").arg(&path).current_dir(&self.folder);
        let deadline = OVERHEAD + Duration::from_secs(u64::from(seconds));
        let output = command::capture("autocannon", node, deadline, |_| {}).await;
        // The file contains the buyers' sessions.
        fs::remove_file(&path).context("cannot remove the task")?;
        let mut output: Output =
            serde_json::from_str(&output?).context("autocannon wrote an unexpected result")?;
        ensure!(
            output.wrong == 0,
            "{} wrong answers:\n{}",
            output.wrong,
            output.failures.join("\n")
        );
        ensure!(output.flows > 0, "no flow was completed");
        output.milliseconds.sort_by(f64::total_cmp);
        Ok(Sample {
            rate: f64::from(output.flows) / output.seconds,
            count: f64::from(output.flows),
            median: percentile(&output.milliseconds, 50),
            p99: percentile(&output.milliseconds, 99),
            refused: f64::from(output.refused),
        })
    }
}

/// Returns the nearest-rank percentile of sorted values; 0 if there are none.
pub(crate) fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

pub(crate) fn shipping_address() -> serde_json::Value {
    serde_json::json!({
        "firstName": "Leyla", "lastName": "Sınaq", "email": "leyla@example.com", "phone": "+994501234567",
        "address": "Nizami 1", "city": "Bakı", "state": "Bakı", "postalCode": "AZ1000", "country": "Azerbaijan",
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the values are exact")]
mod tests {
    use super::*;

    #[test]
    fn percentile_is_the_nearest_rank() {
        let values: Vec<_> = (1..=200).map(f64::from).collect();
        assert_eq!(percentile(&values, 50), 100.0);
        assert_eq!(percentile(&values, 99), 198.0);
        assert_eq!(percentile(&[7.0], 99), 7.0);
        assert_eq!(percentile(&[], 99), 0.0);
    }
}
