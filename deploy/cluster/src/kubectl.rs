//! kubectl, for one cluster.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};
use toolkit::command::succeeds;

/// Longer than any single call takes; waits pass a limit of their own.
const TIMEOUT: Duration = Duration::from_mins(5);

/// A kubectl with its target cluster.
#[derive(Debug, Clone)]
pub(crate) struct Kubectl {
    program: PathBuf,
    target: Vec<String>,
}

/// The result of a call.
#[derive(Debug)]
pub(crate) struct Output {
    /// The exit code; -1 after a signal.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A call that goes on, and is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Watch {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Watch {
    /// Returns the next line of the standard output; `None` once kubectl has closed it.
    ///
    /// # Errors
    /// If the output cannot be read, or is not UTF-8.
    pub(crate) async fn next_line(&mut self) -> Result<Option<String>> {
        let line = self.lines.next_line().await;
        line.with_context(|| format!("cannot read from kubectl, process {:?}", self.child.id()))
    }
}

impl Kubectl {
    /// kubectl for the cluster of a kubeconfig.
    pub(crate) fn with_kubeconfig(program: PathBuf, kubeconfig: &Path, cache: &Path) -> Self {
        let target = vec![
            format!("--kubeconfig={}", kubeconfig.display()),
            format!("--cache-dir={}", cache.display()),
        ];
        Self { program, target }
    }

    /// The kubectl in PATH, for a context of the user's kubeconfig.
    pub(crate) fn with_context(context: &str) -> Self {
        Self {
            program: PathBuf::from("kubectl"),
            target: vec![format!("--context={context}")],
        }
    }

    /// Whether the program is there.
    pub(crate) async fn is_installed(&self) -> bool {
        succeeds(&self.program.to_string_lossy(), &["version", "--client"]).await
    }

    /// Calls kubectl with an input. A failure of the call is in the output's code.
    ///
    /// # Errors
    /// If kubectl cannot be started, or exceeds 5 minutes and is killed.
    pub(crate) async fn call(&self, arguments: &[&str], input: &str) -> Result<Output> {
        let mut command = Command::new(&self.program);
        command
            .args(&self.target)
            .args(arguments)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .kill_on_drop(true);
        let program = self.program.display();
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let mut stdin = child.stdin.take().context("a child without an input")?;
        let write = async move {
            // A call that does not read its input ends before the input is written.
            let _ = stdin.write_all(input.as_bytes()).await;
            drop(stdin);
        };
        let work = async { tokio::join!(write, child.wait_with_output()).1 };
        let Ok(output) = tokio::time::timeout(TIMEOUT, work).await else {
            bail!(
                "kubectl {} exceeded {} s and was killed",
                arguments.join(" "),
                TIMEOUT.as_secs()
            );
        };
        let output = output.with_context(|| format!("cannot wait for {program}"))?;
        Ok(Output {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }

    /// Calls kubectl without an input, and returns its standard output.
    ///
    /// # Errors
    /// If the call fails; the error has kubectl's message.
    pub(crate) async fn run(&self, arguments: &[&str]) -> Result<String> {
        self.run_with(arguments, "").await
    }

    /// As [`Self::run`], with an input.
    pub(crate) async fn run_with(&self, arguments: &[&str], input: &str) -> Result<String> {
        let output = self.call(arguments, input).await?;
        if output.code != 0 {
            bail!("kubectl {}: {}", arguments.join(" "), output.stderr.trim());
        }
        Ok(output.stdout)
    }

    /// Calls kubectl for an object that it prints again after each change. One process costs less than one for each look.
    ///
    /// # Errors
    /// If kubectl cannot be started.
    pub(crate) fn watch(&self, arguments: &[&str]) -> Result<Watch> {
        let mut child = Command::new(&self.program)
            .args(&self.target)
            .args(arguments)
            .arg("--watch")
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        let output = child.stdout.take().context("a child without an output")?;
        Ok(Watch {
            child,
            lines: BufReader::new(output).lines(),
        })
    }

    /// Waits up to two minutes for the condition of `kubectl wait`.
    ///
    /// # Errors
    /// If it is not met by then.
    pub(crate) async fn wait(&self, target: &[&str]) -> Result<()> {
        let mut arguments = vec!["wait", "--timeout=120s"];
        arguments.extend(target);
        self.run(&arguments).await.map(drop)
    }

    /// Waits until the sets and deployments of a namespace have replaced all pods, 280 s for each.
    ///
    /// # Errors
    /// If one has not by then.
    pub(crate) async fn wait_for_rollouts(&self, namespace: &str) -> Result<()> {
        for kind in ["statefulset", "deployment"] {
            let names = ["get", kind, "--namespace", namespace, "--output=name"];
            for name in self.run(&names).await?.lines() {
                self.run(&[
                    "rollout",
                    "status",
                    "--timeout=280s",
                    "--namespace",
                    namespace,
                    name,
                ])
                .await?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
impl Kubectl {
    /// A script of `sh` in place of kubectl.
    pub(crate) fn of_script(script: &str) -> Self {
        Self {
            program: PathBuf::from("sh"),
            target: ["-c", script, "kubectl"].map(str::to_owned).to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_watch_returns_each_line_until_kubectl_ends() {
        let kubectl = Kubectl::of_script("echo \"$*\"; echo changed");
        let mut watch = kubectl.watch(&["get", "pods"]).unwrap();
        assert_eq!(
            watch.next_line().await.unwrap().as_deref(),
            Some("get pods --watch")
        );
        assert_eq!(watch.next_line().await.unwrap().as_deref(), Some("changed"));
        assert_eq!(watch.next_line().await.unwrap(), None);
    }
}
