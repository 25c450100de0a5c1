//! Child processes that end with their parent.

use std::{
    io,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{LazyLock, mpsc},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, kill_process};

const POLL_INTERVAL: Duration = Duration::from_millis(10);

type SpawnRequest = (Command, mpsc::Sender<io::Result<Child>>);

/// The thread that spawns all children. Linux sends the parent-death signal when the spawning *thread* ends, and threads
/// of an async runtime or a test end early; this one lives as long as the process.
static SPAWNER: LazyLock<mpsc::Sender<SpawnRequest>> = LazyLock::new(|| {
    let (sender, receiver) = mpsc::channel::<SpawnRequest>();
    std::thread::spawn(move || {
        for (mut command, response) in receiver {
            // Kills the child if the caller no longer waits for it.
            if let Err(mpsc::SendError(Ok(mut orphan))) = response.send(command.spawn()) {
                let _ = orphan.kill();
                let _ = orphan.wait();
            }
        }
    });
    sender
});

/// Whether `setpriv` supports parent-death signals (Linux only).
static HAS_DEATH_SIGNAL: LazyLock<bool> = LazyLock::new(|| {
    Command::new("setpriv")
        .args(["--pdeathsig", "KILL", "true"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
});

/// Whether this process runs as root.
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns a command that gets `death_signal` (such as `KILL`) when this process ends, if the system supports that.
pub fn command_with_death_signal(program: &Path, death_signal: &str) -> Command {
    if *HAS_DEATH_SIGNAL {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", death_signal]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

/// As [`command_with_death_signal`], but runs as `nobody` if this process runs as root, as whom PostgreSQL does not start.
pub(crate) fn unprivileged_command(program: &Path, home: &Path, death_signal: &str) -> Command {
    if !is_root() {
        return command_with_death_signal(program, death_signal);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]);
    // A second setpriv sets the signal, because a change of user clears it.
    command
        .args(["setpriv", "--pdeathsig", death_signal])
        .arg(program)
        .env("HOME", home);
    command
}

/// A running child.
#[derive(Debug)]
pub struct Process {
    name: String,
    child: Child,
}

impl Process {
    /// Starts a command in its own process group, so that Ctrl-C reaches only the parent, which stops its children in
    /// order.
    pub fn start(name: &str, mut command: Command) -> Result<Self> {
        use std::os::unix::process::CommandExt as _;
        command.stdin(Stdio::null()).process_group(0);
        let (response, spawned) = mpsc::channel();
        let program = format!("{}", command.get_program().display());
        SPAWNER
            .send((command, response))
            .ok()
            .context("the spawner thread has ended")?;
        let child = spawned
            .recv()
            .context("the spawner thread has ended")?
            .with_context(|| format!("cannot start {name} ({program})"))?;
        Ok(Self {
            name: name.to_owned(),
            child,
        })
    }

    /// The process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The exit status; `None` while the process runs.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Sends SIGKILL and waits for the exit.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.child
            .kill()
            .with_context(|| format!("cannot kill {}", self.name))?;
        self.child
            .wait()
            .with_context(|| format!("cannot wait for {}", self.name))?;
        Ok(())
    }

    /// Sends a signal and waits for the exit; sends SIGKILL after `timeout`.
    pub async fn stop(&mut self, signal: Signal, timeout: Duration) -> Result<()> {
        let deadline = Instant::now() + timeout;
        self.send(signal);
        while self.exit_status().is_none() {
            if Instant::now() > deadline {
                return self.kill();
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// As [`Self::stop`], for `Drop`.
    pub(crate) fn stop_blocking(&mut self, signal: Signal, timeout: Duration) {
        let deadline = Instant::now() + timeout;
        self.send(signal);
        while self.exit_status().is_none() {
            if Instant::now() > deadline {
                let _ = self.kill();
                return;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    fn send(&mut self, signal: Signal) {
        // The id of a reaped child may belong to another process.
        if self.exit_status().is_none() {
            let _ = kill_process(Pid::from_child(&self.child), signal);
        }
    }
}

/// Kills a child that was not stopped.
impl Drop for Process {
    fn drop(&mut self) {
        if self.exit_status().is_none() {
            let _ = self.kill();
        }
    }
}
