//! Runs other programs to completion.

use std::{collections::VecDeque, ffi::OsString, process::Stdio, time::Duration};

use anyhow::{Context as _, Result, bail};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, BufReader},
    process::Command,
};

/// Lines of output that the error of a failed program shows, from each end: some print the cause first, some last.
const SHOWN_LINES: usize = 20;

/// Runs a program and returns its standard output. `on_line` gets each line of both outputs.
///
/// # Errors
/// If the program cannot be started, exceeds the deadline (it is killed), or exits with a failure. The last error ends
/// with the program's first and last lines.
pub async fn capture(
    label: &str,
    mut command: Command,
    deadline: Duration,
    mut on_line: impl FnMut(&str),
) -> Result<String> {
    let program = command.as_std().get_program().display().to_string();
    remove_package_variables(&mut command);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut child = command
        .spawn()
        .with_context(|| format!("{label}: cannot start {program}"))?;
    let mut stdout = lines(child.stdout.take().context("a child without an output")?);
    let mut stderr = lines(child.stderr.take().context("a child without an output")?);
    let mut first = Vec::new();
    let mut last = VecDeque::new();
    let mut captured = String::new();

    let work = async {
        let (mut stdout_is_open, mut stderr_is_open) = (true, true);
        while stdout_is_open || stderr_is_open {
            let line = tokio::select! {
                line = stdout.next_line(), if stdout_is_open => {
                    let line = line.unwrap_or_default();
                    stdout_is_open = line.is_some();
                    if let Some(line) = &line {
                        captured.push_str(line);
                        captured.push('\n');
                    }
                    line
                }
                line = stderr.next_line(), if stderr_is_open => {
                    let line = line.unwrap_or_default();
                    stderr_is_open = line.is_some();
                    line
                }
            };
            if let Some(line) = line {
                on_line(&line);
                if first.len() < SHOWN_LINES {
                    first.push(line);
                    continue;
                }
                if last.len() == SHOWN_LINES {
                    last.pop_front();
                }
                last.push_back(line);
            }
        }
        child.wait().await
    };
    let Ok(status) = tokio::time::timeout(deadline, work).await else {
        bail!(
            "{label}: {program} exceeded {} s and was killed",
            deadline.as_secs()
        );
    };
    let status = status.with_context(|| format!("{label}: cannot wait for {program}"))?;
    if !status.success() {
        first.extend(last);
        bail!("{label} failed ({program}: {status}):\n{}", first.join("\n"));
    }
    Ok(captured)
}

/// Removes cargo's variables about the calling package from a program's environment. Build scripts that watch one of
/// them (ring's does) would otherwise rerun each time a person's cargo and the runner's take turns.
pub fn remove_package_variables(command: &mut Command) {
    remove_package_variables_of(command, std::env::vars_os().map(|(name, _)| name));
}

fn remove_package_variables_of(command: &mut Command, names: impl Iterator<Item = OsString>) {
    for name in names {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
}

/// Returns a command that takes the processor time that other processes leave.
#[must_use]
pub fn at_low_priority(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("nice");
    command.args(["-n", "10", program]).args(arguments);
    command
}

fn lines<R: AsyncRead + Unpin>(output: R) -> tokio::io::Lines<BufReader<R>> {
    BufReader::new(output).lines()
}

/// Runs a program that inherits this one's outputs.
///
/// # Errors
/// If the program cannot be started, exceeds the deadline (it is killed), or exits with a failure.
pub async fn run(mut command: Command, deadline: Duration) -> Result<()> {
    let program = command.as_std().get_program().display().to_string();
    remove_package_variables(&mut command);
    command.stdin(Stdio::null()).kill_on_drop(true);
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    match tokio::time::timeout(deadline, child.wait()).await {
        Err(_) => bail!("{program} exceeded {} s and was killed", deadline.as_secs()),
        Ok(status) => {
            let status = status.with_context(|| format!("cannot wait for {program}"))?;
            anyhow::ensure!(status.success(), "{program}: {status}");
            Ok(())
        }
    }
}

/// Whether a program is installed and succeeds with these arguments.
pub async fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let status = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .await;
    status.is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    const DEADLINE: Duration = Duration::from_secs(30);

    #[tokio::test]
    async fn returns_stdout_and_passes_on_lines_of_both_outputs() {
        let mut lines = Vec::new();
        let stdout = capture("a script", shell("echo one; echo two >&2"), DEADLINE, |line| {
            lines.push(line.to_owned());
        })
        .await;
        assert_eq!(stdout.unwrap(), "one\n");
        lines.sort();
        assert_eq!(lines, ["one", "two"]);
    }

    #[tokio::test]
    async fn error_shows_first_and_last_lines() {
        let error = capture(
            "a script",
            shell("echo the cause; seq 100 199; echo the end; exit 3"),
            DEADLINE,
            |_| {},
        )
        .await
        .unwrap_err()
        .to_string();
        assert!(!error.contains("150"), "{error}");
        assert!(
            error.contains("a script failed") && error.contains("the cause") && error.contains("the end"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn hides_cargo_package_variables_from_programs() {
        let mut command = Command::new("env");
        let names = ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "CARGO_HOME", "PATH"];
        remove_package_variables_of(&mut command, names.into_iter().map(OsString::from));
        let removed: Vec<_> = command.as_std().get_envs().collect();
        assert_eq!(
            removed,
            [
                ("CARGO_MANIFEST_DIR".as_ref(), None),
                ("CARGO_PKG_NAME".as_ref(), None)
            ]
        );
        let stdout = capture(
            "a script",
            shell("env | grep -E '^CARGO_(PKG|MANIFEST)_' || echo none"),
            DEADLINE,
            |_| {},
        )
        .await;
        assert_eq!(stdout.unwrap(), "none\n");
    }

    #[tokio::test]
    async fn names_a_missing_program() {
        let error = capture("a check", Command::new("no-such-program"), DEADLINE, |_| {})
            .await
            .unwrap_err();
        assert!(error.to_string().contains("no-such-program"), "{error}");
    }

    #[tokio::test]
    async fn kills_a_program_at_the_deadline() {
        let error = capture("a wait", shell("sleep 60"), Duration::from_millis(100), |_| {})
            .await
            .unwrap_err();
        assert!(error.to_string().contains("was killed"), "{error}");
    }
}
