//! Compiles the services.

use std::{
    fs,
    time::{Duration, Instant},
};

use anyhow::Result;
use local::Topology;
use tokio::process::Command;

use crate::{
    child,
    console::say,
    workspace::{Profile, Workspace},
};

/// A first build on a slow machine.
const DEADLINE: Duration = Duration::from_hours(1);
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Compiles the programs of all services, saying now and then how far it is.
pub(crate) async fn services(workspace: &Workspace, profile: Profile) -> Result<()> {
    let mut command = Command::new("cargo");
    command.arg("build").current_dir(&workspace.root);
    if profile == Profile::Up {
        command.args(["--profile", "up"]);
    }
    for program in Topology::programs() {
        command.args(["--package", program, "--bin", program]);
    }
    let began = Instant::now();
    // The lock file also names what other platforms and the tests need, so this is a bound, not the number.
    let lock = fs::read_to_string(workspace.root.join("Cargo.lock")).unwrap_or_default();
    let at_most = lock.lines().filter(|line| *line == "[[package]]").count();
    let mut compiled = 0_usize;
    let mut said = began;
    child::run("building the services", command, DEADLINE, |line| {
        if !line.trim_start().starts_with("Compiling ") {
            return;
        }
        compiled += 1;
        if compiled == 1 {
            say("compiling the services (the first time takes minutes)");
        }
        if said.elapsed() > BETWEEN_LINES {
            said = Instant::now();
            say(&format!(
                "compiling the services: {compiled} of at most {at_most} crates begun"
            ));
        }
    })
    .await?;
    if compiled > 0 {
        say(&format!(
            "compiled the services in {:.0} s",
            began.elapsed().as_secs_f64()
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_program_is_compiled_in_full_for_a_checkout() {
        let manifest = include_str!("../../../../Cargo.toml");
        let (_, profile) = manifest.split_once("[profile.up.package]\n").unwrap();
        for program in Topology::programs() {
            let line = format!("{program} = {{ opt-level = 1 }}");
            assert!(profile.lines().any(|other| other == line), "{program}");
        }
    }
}
