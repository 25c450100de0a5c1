//! Child processes that do not outlive their parent.

use std::{
    io,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{LazyLock, mpsc},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, kill_process};

/// How often a dying process is looked at.
const POLL: Duration = Duration::from_millis(10);

type Job = (Command, mpsc::Sender<io::Result<Child>>);

/// The thread that starts all children. Linux sends the parent-death signal when the *thread* that started the child
/// ends, and the threads of an async runtime or of a test come and go; this one lives as long as the process.
static SPAWNER: LazyLock<mpsc::Sender<Job>> = LazyLock::new(|| {
    let (jobs, inbox) = mpsc::channel::<Job>();
    std::thread::spawn(move || {
        for (mut command, answer) in inbox {
            // Nobody waits for the answer any more: then the child is nobody's, and its handle ends it.
            if let Err(mpsc::SendError(Ok(mut orphan))) = answer.send(command.spawn()) {
                let _ = orphan.kill();
                let _ = orphan.wait();
            }
        }
    });
    jobs
});

/// Whether this system's `setpriv` can tie a child's life to its parent's (Linux only).
static TIES_LIVES: LazyLock<bool> = LazyLock::new(|| {
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

/// A command that gets `death_signal` (a name such as `KILL`) when this process ends, where the system can do so.
pub(crate) fn tied(program: &Path, death_signal: &str) -> Command {
    if *TIES_LIVES {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", death_signal]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

/// The same, but as the user `nobody` where this process runs as root; PostgreSQL refuses root.
pub(crate) fn tied_unprivileged(program: &Path, home: &Path, death_signal: &str) -> Command {
    if !is_root() {
        return tied(program, death_signal);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]);
    // The signal is set by a second setpriv: a change of user clears it.
    command
        .args(["setpriv", "--pdeathsig", death_signal])
        .arg(program)
        .env("HOME", home);
    command
}

/// A running child.
#[derive(Debug)]
pub(crate) struct Process {
    name: String,
    child: Child,
}

impl Process {
    /// Starts a command in a process group of its own, so that a terminal's Ctrl-C reaches the parent alone, which
    /// then stops its children in order.
    pub(crate) fn start(name: &str, mut command: Command) -> Result<Self> {
        use std::os::unix::process::CommandExt as _;
        command.stdin(Stdio::null()).process_group(0);
        let (answer, started) = mpsc::channel();
        let program = format!("{}", command.get_program().display());
        SPAWNER
            .send((command, answer))
            .ok()
            .context("the thread that starts processes has ended")?;
        let child = started
            .recv()
            .context("the thread that starts processes has ended")?
            .with_context(|| format!("{name} cannot be started ({program})"))?;
        Ok(Self {
            name: name.to_owned(),
            child,
        })
    }

    /// The process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, where it has.
    pub(crate) fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Sends SIGKILL and waits for the end.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.child
            .kill()
            .with_context(|| format!("{} cannot be killed", self.name))?;
        self.child
            .wait()
            .with_context(|| format!("{} cannot be waited for", self.name))?;
        Ok(())
    }

    /// Sends a signal and waits; after `patience` SIGKILL.
    pub(crate) async fn stop(&mut self, signal: Signal, patience: Duration) -> Result<()> {
        let deadline = Instant::now() + patience;
        self.send(signal);
        while self.exit_status().is_none() {
            if Instant::now() > deadline {
                return self.kill();
            }
            tokio::time::sleep(POLL).await;
        }
        Ok(())
    }

    /// The same for `Drop`, which cannot await.
    pub(crate) fn stop_blocking(&mut self, signal: Signal, patience: Duration) {
        let deadline = Instant::now() + patience;
        self.send(signal);
        while self.exit_status().is_none() {
            if Instant::now() > deadline {
                let _ = self.kill();
                return;
            }
            std::thread::sleep(POLL);
        }
    }

    fn send(&mut self, signal: Signal) {
        // A child that was waited for has given its id back, and another process may have it now.
        if self.exit_status().is_none() {
            let _ = kill_process(Pid::from_child(&self.child), signal);
        }
    }
}

/// A child that was not stopped in order ends at once: nobody is left to look after it.
impl Drop for Process {
    fn drop(&mut self) {
        if self.exit_status().is_none() {
            let _ = self.kill();
        }
    }
}
