//! Reads at full speed, by oha (crates.io).

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use tokio::process::Command;
use toolkit::{command, console::print_status};

use super::{OVERHEAD, Sample};

/// Statuses of answers and of refusals by the overloaded shop.
const ANSWERED: &str = "200";
const REFUSED: &str = "503";

const VERSION: &str = "1.16.0";

/// Long enough to compile it on a slow machine.
const INSTALL_TIMEOUT: Duration = Duration::from_mins(40);

/// The part of oha's JSON that counts here; times in seconds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    summary: Summary,
    latency_percentiles: Percentiles,
    #[serde(default)]
    status_code_distribution: BTreeMap<String, u32>,
    #[serde(default)]
    error_distribution: BTreeMap<String, u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    requests_per_sec: f64,
}

#[derive(Debug, Deserialize)]
struct Percentiles {
    p50: Option<f64>,
    p99: Option<f64>,
}

/// The installed tool.
#[derive(Debug, Clone)]
pub(crate) struct Oha {
    program: PathBuf,
}

impl Oha {
    /// Compiles oha below the folder of tools, unless it is installed.
    ///
    /// # Errors
    /// If `cargo install` fails.
    pub(crate) async fn install(tools: &Path) -> Result<Self> {
        let folder = tools.join(format!("oha-{VERSION}"));
        let program = folder.join("bin/oha");
        if !program.is_file() {
            print_status(&format!("compiling oha into {} (once)", folder.display()));
            let mut cargo = Command::new("cargo");
            cargo
                .args([
                    "install",
                    "--locked",
                    "--quiet",
                    "oha",
                    "--version",
                    VERSION,
                    "--root",
                ])
                .arg(&folder)
                // Link-time optimization doubles the build time and makes the load hardly cheaper.
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .current_dir(tools);
            command::capture("compiling oha", cargo, INSTALL_TIMEOUT, |_| {}).await?;
        }
        Ok(Self { program })
    }

    /// Requests random ones of the URLs at full speed, without compression.
    ///
    /// # Errors
    /// If a request fails or has a status other than 200 and 503. Requests in flight at the end do not count.
    pub(crate) async fn run(
        &self,
        folder: &Path,
        urls: &[String],
        cookie: Option<&str>,
        connections: u32,
        seconds: u32,
    ) -> Result<Sample> {
        let list = folder.join(format!("urls-{}.txt", uuid::Uuid::new_v4()));
        fs::write(&list, urls.join("\n")).with_context(|| format!("cannot write {}", list.display()))?;
        let mut oha = Command::new(&self.program);
        oha.args(["--no-tui", "--output-format", "json", "--disable-compression"])
            .args(["-c", &connections.to_string(), "-z", &format!("{seconds}s")])
            .arg("--urls-from-file")
            .arg(&list);
        if let Some(cookie) = cookie {
            oha.args(["-H", &format!("cookie: {cookie}")]);
        }
        let deadline = OVERHEAD + Duration::from_secs(u64::from(seconds));
        let output = command::capture("oha", oha, deadline, |_| {}).await?;
        parse(&output)
    }
}

fn parse(output: &str) -> Result<Sample> {
    let output: Output = serde_json::from_str(output).context("oha wrote an unexpected result")?;
    let wrong: Vec<_> = output
        .status_code_distribution
        .iter()
        .filter(|(status, _)| !matches!(status.as_str(), ANSWERED | REFUSED))
        .chain(
            output
                .error_distribution
                .iter()
                .filter(|(error, _)| *error != "aborted due to deadline"),
        )
        .map(|(name, count)| format!("{count} of {name}"))
        .collect();
    ensure!(wrong.is_empty(), "wrong answers: {}", wrong.join(", "));
    let number = |status| {
        let number = output.status_code_distribution.get(status);
        f64::from(number.copied().unwrap_or_default())
    };
    let (count, refused) = (number(ANSWERED), number(REFUSED));
    ensure!(count > 0.0, "no request was answered");
    Ok(Sample {
        rate: output.summary.requests_per_sec * count / (count + refused),
        count,
        median: output.latency_percentiles.p50.unwrap_or_default() * 1000.0,
        p99: output.latency_percentiles.p99.unwrap_or_default() * 1000.0,
        refused,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(statuses: &str, errors: &str) -> String {
        format!(
            r#"{{"summary": {{"requestsPerSec": 50.5, "total": 2}}, "latencyPercentiles": {{"p50": 0.002, "p99": null}},
                "statusCodeDistribution": {{{statuses}}}, "errorDistribution": {{{errors}}}}}"#
        )
    }

    #[test]
    fn requests_in_flight_at_the_end_are_no_failures() {
        let sample = parse(&output("\"200\": 101", "\"aborted due to deadline\": 16")).unwrap();
        assert_eq!(
            (sample.rate, sample.count, sample.median, sample.p99),
            (50.5, 101.0, 2.0, 0.0)
        );
    }

    #[test]
    fn other_statuses_and_errors_fail() {
        let error = parse(&output("\"200\": 9, \"500\": 1", "\"connection closed\": 2")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "wrong answers: 1 of 500, 2 of connection closed"
        );
        assert!(parse(&output("", "")).is_err());
    }

    #[test]
    fn refusals_lower_the_rate() {
        let sample = parse(&output("\"200\": 50, \"503\": 51", "")).unwrap();
        assert_eq!((sample.rate, sample.count, sample.refused), (25.0, 50.0, 51.0));
    }
}
