//! Programs that the runner calls and waits for.

use std::{collections::VecDeque, process::Stdio, time::Duration};

use anyhow::{Context as _, Result, bail};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, BufReader},
    process::Command,
};

/// How many of its first and of its last lines a failed program's error shows: some say first what is wrong, some last.
const SHOWN_LINES: usize = 20;

/// Runs a program to its end, within a deadline; answers what it wrote to its standard output. Each line that it
/// writes to either output goes to `on_line`. Where it fails, the error ends with its first and last lines.
pub(crate) async fn run(
    what: &str,
    mut command: Command,
    deadline: Duration,
    mut on_line: impl FnMut(&str),
) -> Result<String> {
    let program = command.as_std().get_program().display().to_string();
    forget_this_package(&mut command);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut child = command
        .spawn()
        .with_context(|| format!("{what}: {program} cannot be started"))?;
    let mut output = lines(child.stdout.take().context("a child without an output")?);
    let mut errors = lines(child.stderr.take().context("a child without an output")?);
    let mut first = Vec::new();
    let mut last = VecDeque::new();
    let mut answer = String::new();

    let work = async {
        let (mut output_is_open, mut errors_are_open) = (true, true);
        while output_is_open || errors_are_open {
            let line = tokio::select! {
                line = output.next_line(), if output_is_open => {
                    let line = line.unwrap_or_default();
                    output_is_open = line.is_some();
                    if let Some(line) = &line {
                        answer.push_str(line);
                        answer.push('\n');
                    }
                    line
                }
                line = errors.next_line(), if errors_are_open => {
                    let line = line.unwrap_or_default();
                    errors_are_open = line.is_some();
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
            "{what}: {program} took longer than {} s and was ended",
            deadline.as_secs()
        );
    };
    let status = status.with_context(|| format!("{what}: {program} cannot be waited for"))?;
    if !status.success() {
        first.extend(last);
        bail!("{what} failed ({program}: {status}):\n{}", first.join("\n"));
    }
    Ok(answer)
}

/// Takes from a program's environment what cargo told the runner about its own package. A build script that watches one
/// of these variables (ring's does) would otherwise run again, and all that stands on it be compiled again, each time
/// that a person's cargo and the runner's take turns.
fn forget_this_package(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&*name);
        }
    }
}

fn lines<R: AsyncRead + Unpin>(output: R) -> tokio::io::Lines<BufReader<R>> {
    BufReader::new(output).lines()
}

/// Runs a program whose outputs are this one's; answers whether it succeeded.
pub(crate) async fn run_shown(mut command: Command, deadline: Duration) -> Result<()> {
    let program = command.as_std().get_program().display().to_string();
    forget_this_package(&mut command);
    command.stdin(Stdio::null()).kill_on_drop(true);
    let mut child = command
        .spawn()
        .with_context(|| format!("{program} cannot be started"))?;
    match tokio::time::timeout(deadline, child.wait()).await {
        Err(_) => bail!(
            "{program} took longer than {} s and was ended",
            deadline.as_secs()
        ),
        Ok(status) => {
            let status = status.with_context(|| format!("{program} cannot be waited for"))?;
            anyhow::ensure!(status.success(), "{program}: {status}");
            Ok(())
        }
    }
}

/// Whether a program is there and answers these arguments with success.
pub(crate) async fn answers(program: &str, arguments: &[&str]) -> bool {
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

    const LONG: Duration = Duration::from_secs(30);

    #[tokio::test]
    async fn what_it_says_is_heard_and_answered() {
        let mut heard = Vec::new();
        let answer = run("a script", shell("echo one; echo two >&2"), LONG, |line| {
            heard.push(line.to_owned());
        })
        .await;
        assert_eq!(answer.unwrap(), "one\n");
        heard.sort();
        assert_eq!(heard, ["one", "two"]);
    }

    #[tokio::test]
    async fn a_failure_shows_the_first_and_the_last_lines() {
        let error = run(
            "a script",
            shell("echo the cause; seq 100 199; echo the end; exit 3"),
            LONG,
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
    async fn a_program_does_not_hear_of_the_package_that_calls_it() {
        let is_told = |wanted: &str| std::env::vars_os().any(|(name, _)| name == wanted);
        assert!(is_told("CARGO_PKG_NAME") && is_told("CARGO_MANIFEST_DIR"));
        let answer = run(
            "a script",
            shell("env | grep -E '^CARGO_(PKG|MANIFEST)_' || echo none"),
            LONG,
            |_| {},
        )
        .await;
        assert_eq!(answer.unwrap(), "none\n");
    }

    #[tokio::test]
    async fn a_program_that_is_not_there_is_named() {
        let error = run("a check", Command::new("no-such-program"), LONG, |_| {})
            .await
            .unwrap_err();
        assert!(error.to_string().contains("no-such-program"), "{error}");
    }

    #[tokio::test]
    async fn a_program_that_never_ends_is_ended() {
        let error = run("a wait", shell("sleep 60"), Duration::from_millis(100), |_| {})
            .await
            .unwrap_err();
        assert!(error.to_string().contains("was ended"), "{error}");
    }
}
