//! Runs the Rust tests: those of the crates' insides beside those of whole programs. All wait for restarts, databases and
//! timers much of their time. A few that fail are run once more, alone, and named as flaky if they pass then.

use std::{fmt::Write as _, path::PathBuf, process::Stdio};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use tokio::process::Command;
use toolkit::{command, console::print_status, report::Outcome};

use super::{
    TestRun,
    steps::{TIMEOUT, linting_cargo},
};

/// Maximum number of failed tests that are run once more. More of them have failed by a fault, not by a busy machine.
const MAX_REPEATED: usize = 3;

/// A line of cargo's JSON about something that it compiled.
#[derive(Debug, Deserialize)]
struct Artifact {
    manifest_path: PathBuf,
    target: Target,
    profile: Profile,
    executable: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
struct Target {
    kind: Vec<String>,
    name: String,
}

#[derive(Debug, Deserialize)]
struct Profile {
    test: bool,
}

/// A program of tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Program {
    /// With the folder of its package.
    name: String,
    /// The name of the crate, of a test of its insides.
    pub(super) target: String,
    executable: PathBuf,
    /// Folder of its package, where cargo runs it.
    folder: PathBuf,
    /// Whether it is in a `tests` folder.
    pub(super) is_integration: bool,
}

impl Program {
    /// Returns the command that runs the program as cargo does.
    pub(super) async fn command(&self, run: &mut TestRun) -> Result<Command> {
        let mut command = Command::new(&self.executable);
        command
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .env("STOREFRONT_TEST_POSTGRES_URL", run.postgres_url().await?)
            .env("TMPDIR", run.temporary_folder()?);
        Ok(command)
    }
}

/// A program of tests that failed.
#[derive(Debug)]
struct FailedProgram {
    program: Program,
    /// The tests that failed; empty if it ended without naming them.
    tests: Vec<String>,
}

/// Compiles all tests, then runs their programs: those of whole programs beside those of the crates' insides.
pub(super) async fn run(run: &mut TestRun) -> Result<Outcome> {
    let (integration_tests, unit_tests) = compile(run)
        .await?
        .into_iter()
        .partition::<Vec<_>, _>(|program| program.is_integration);

    let integration_tests = commands(run, integration_tests).await?;
    let unit_tests = commands(run, unit_tests).await?;
    let unit_tests = async {
        let failed = run_in_order(unit_tests).await;
        run.unit_tests = None;
        failed
    };
    let (mut failed, failed_units) = tokio::join!(run_in_order(integration_tests), unit_tests);
    failed.extend(failed_units);
    let (mut failed, flaky) = repeat(run, failed).await?;

    let mut documentation_tests = linting_cargo(&run.workspace, &["test", "--workspace", "--doc"]);
    documentation_tests.arg("--no-fail-fast");
    if command::run(documentation_tests, TIMEOUT).await.is_err() {
        failed.push("documentation tests".to_owned());
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(Outcome::passed_with(flaky))
}

/// Runs failed tests once more if they are few. Returns the programs that failed, and the tests that passed this time.
async fn repeat(run: &mut TestRun, failed: Vec<FailedProgram>) -> Result<(Vec<String>, Vec<String>)> {
    let count: usize = failed.iter().map(|failed| failed.tests.len()).sum();
    let (mut still_failed, mut flaky) = (Vec::new(), Vec::new());
    for FailedProgram { program, tests } in failed {
        if tests.is_empty() || count > MAX_REPEATED {
            still_failed.push(program.name);
            continue;
        }
        print_status(&format!("\nonce more: {}", tests.join(", ")));
        let mut command = program.command(run).await?;
        command.arg("--exact").args(&tests);
        if run_in_order(vec![(program.clone(), command)]).await.is_empty() {
            flaky.extend(tests.iter().map(|test| format!("{test} of {}", program.name)));
        } else {
            still_failed.push(program.name);
        }
    }
    Ok((still_failed, flaky))
}

/// Compiles all tests and returns their programs.
pub(super) async fn compile(run: &TestRun) -> Result<Vec<Program>> {
    // Without names of targets, as with them cargo compiles those that the manifests declare to have no tests.
    let mut compile = linting_cargo(&run.workspace, &["test", "--workspace", "--no-run"]);
    compile.arg("--message-format=json-render-diagnostics");
    let messages = command::capture("compiling the tests", compile, TIMEOUT, |line| {
        if !line.starts_with('{') {
            print_status(line);
        }
    });
    programs(&messages.await?)
}

/// Reads the programs of tests from cargo's JSON messages.
fn programs(messages: &str) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for line in messages.lines() {
        let Ok(artifact) = serde_json::from_str::<Artifact>(line) else {
            continue;
        };
        let (true, Some(executable)) = (artifact.profile.test, artifact.executable) else {
            continue;
        };
        let folder = artifact
            .manifest_path
            .parent()
            .context("a manifest without a folder")?;
        programs.push(Program {
            name: format!("{} ({})", artifact.target.name, folder.display()),
            target: artifact.target.name,
            executable,
            folder: folder.to_owned(),
            is_integration: artifact.target.kind.iter().any(|kind| kind == "test"),
        });
    }
    ensure!(!programs.is_empty(), "cargo compiled no tests");
    Ok(programs)
}

async fn commands(run: &mut TestRun, programs: Vec<Program>) -> Result<Vec<(Program, Command)>> {
    let mut commands = Vec::with_capacity(programs.len());
    for program in programs {
        let command = program.command(run).await?;
        commands.push((program, command));
    }
    Ok(commands)
}

/// Runs programs one after another, and returns those that failed. The output of each is printed at its end, as others run
/// meanwhile.
async fn run_in_order(commands: Vec<(Program, Command)>) -> Vec<FailedProgram> {
    let mut failed = Vec::new();
    for (program, command) in commands {
        let mut output = format!("tests of {}\n", program.name);
        let ended = command::capture(&program.name, command, TIMEOUT, |line| {
            let _ = writeln!(output, "{line}");
        });
        let has_failed = ended.await.is_err();
        print_status(&output);
        if has_failed {
            failed.push(FailedProgram {
                program,
                tests: failed_tests(&output),
            });
        }
    }
    failed
}

/// Reads the names of the failed tests, which are the last list in the output of a program of tests. Empty if the list is not
/// as long as the count in the last line: a line of a log may stand in it.
fn failed_tests(output: &str) -> Vec<String> {
    let Some((_, list)) = output.rsplit_once("\nfailures:\n") else {
        return Vec::new();
    };
    let names = list.lines().map_while(|line| line.strip_prefix("    "));
    let names: Vec<_> = names.map(str::to_owned).collect();
    if list.contains(&format!("; {} failed;", names.len())) {
        names
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_programs_of_tests_only() {
        let messages = r#"{"reason":"compiler-artifact","manifest_path":"/shop/kit/Cargo.toml","target":{"kind":["lib"],"name":"kit"},"profile":{"test":false},"executable":null}
{"reason":"compiler-artifact","manifest_path":"/shop/kit/Cargo.toml","target":{"kind":["lib"],"name":"kit"},"profile":{"test":true},"executable":"/target/kit-1"}
{"reason":"compiler-artifact","manifest_path":"/shop/cart/Cargo.toml","target":{"kind":["bin"],"name":"cart"},"profile":{"test":false},"executable":"/target/cart"}
{"reason":"compiler-artifact","manifest_path":"/shop/kit/Cargo.toml","target":{"kind":["test"],"name":"system"},"profile":{"test":true},"executable":"/target/system-1"}
{"reason":"build-finished","success":true}"#;
        let program = |target: &str, executable: &str, is_integration| Program {
            name: format!("{target} (/shop/kit)"),
            target: target.to_owned(),
            executable: executable.into(),
            folder: "/shop/kit".into(),
            is_integration,
        };
        assert_eq!(
            programs(messages).unwrap(),
            [
                program("kit", "/target/kit-1", false),
                program("system", "/target/system-1", true),
            ]
        );
        assert!(programs("").is_err());
    }

    #[test]
    fn reads_the_failed_tests_from_the_last_list() {
        let output = "
running 3 tests
test orders::restarts ... FAILED

failures:

---- orders::restarts stdout ----
    an assertion


failures:
    orders::restarts
    orders::waits

test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
";
        assert_eq!(failed_tests(output), ["orders::restarts", "orders::waits"]);
        let interrupted = output.replace("restarts\n    orders", "restarts\na line of a log\n    orders");
        assert_ne!(interrupted, output);
        assert!(failed_tests(&interrupted).is_empty());
        assert!(failed_tests("running 1 test\nthread panicked, aborting").is_empty());
    }
}
