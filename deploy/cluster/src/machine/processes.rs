//! Processes that outlive the command, recorded with their start time.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, kill_process};

use super::network::NAMESPACES;
use crate::servers::end_of_log;

const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The value of `GOGC`, in percent: Go collects garbage when a heap has five times the size of its live data, not twice. The
/// programs of Kubernetes take less of the processors that all nodes share, and a gigabyte more of memory, most of it the API
/// server.
const GARBAGE_COLLECTION: &str = "400";

/// The folders with a record and a log of each process.
#[derive(Debug, Clone)]
pub(super) struct Processes {
    records: PathBuf,
    logs: PathBuf,
}

/// A process; another one with its id has another start time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Recorded {
    pid: i32,
    /// In clock ticks after the machine's start.
    started: u64,
}

/// A start of a program in namespaces.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'a> {
    /// The machine itself.
    Machine,
    /// A network namespace, and a new one of mounts.
    NewMounts(&'a str),
    /// A network namespace and the mounts of a process.
    Mounts(&'a str, Recorded),
}

impl Processes {
    /// The processes of a cluster's folder.
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            records: folder.join("processes"),
            logs: folder.join("log"),
        }
    }

    /// Creates the folders.
    pub(super) fn create(&self) -> Result<()> {
        for folder in [&self.records, &self.logs] {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        Ok(())
    }

    /// Starts a program in a session of its own, without this program's environment, and records it.
    pub(super) fn start(
        &self,
        name: &str,
        place: Place<'_>,
        program: &Path,
        arguments: &[String],
        path: &str,
    ) -> Result<Recorded> {
        let log = self.log(name);
        let file = File::create(&log).with_context(|| format!("cannot create {}", log.display()))?;
        let mut command = Command::new("setsid");
        command
            .args(place.prefix())
            .arg(program)
            .args(arguments)
            .env_clear()
            .env("PATH", path)
            .env("HOME", "/root")
            .env("GOGC", GARBAGE_COLLECTION)
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(file.try_clone().context("cannot share the log file")?)
            .stderr(Stdio::from(file));
        let child = command.spawn().with_context(|| format!("cannot start {name}"))?;
        // setsid, nsenter and unshare replace themselves by the program, so that the id stays.
        let pid = i32::try_from(child.id()).context("a process id is too large")?;
        let recorded = Recorded {
            pid,
            started: start_time(pid).with_context(|| format!("{name} has ended"))?,
        };
        let path = self.records.join(name);
        fs::write(&path, recorded.format()).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(recorded)
    }

    /// Returns the recorded processes that run, and the names of those that do not.
    pub(super) fn recorded(&self) -> (Vec<(String, Recorded)>, Vec<String>) {
        let mut running = Vec::new();
        let mut ended = Vec::new();
        for entry in fs::read_dir(&self.records).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            match Recorded::parse(&text).filter(|recorded| recorded.is_running()) {
                Some(recorded) => running.push((name, recorded)),
                None => ended.push(name),
            }
        }
        running.sort_by(|left, right| left.0.cmp(&right.0));
        ended.sort();
        (running, ended)
    }

    /// Ends the running processes whose names the filter accepts: SIGTERM, after `timeout` SIGKILL.
    pub(super) async fn stop(&self, is_meant: impl Fn(&str) -> bool, timeout: Duration) {
        let (running, _) = self.recorded();
        let meant: Vec<_> = running.into_iter().filter(|(name, _)| is_meant(name)).collect();
        for (_, recorded) in &meant {
            recorded.send(Signal::TERM);
        }
        let deadline = Instant::now() + timeout;
        while Instant::now() < deadline && meant.iter().any(|(_, recorded)| recorded.is_running()) {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        for (_, recorded) in &meant {
            recorded.send(Signal::KILL);
        }
    }

    /// Returns the last lines of a log.
    pub(super) fn end_of_log(&self, name: &str) -> String {
        end_of_log(&self.log(name))
    }

    fn log(&self, name: &str) -> PathBuf {
        self.logs.join(format!("{name}.log"))
    }
}

impl Place<'_> {
    /// The programs that enter the namespaces.
    fn prefix(self) -> Vec<String> {
        let network = |name: &str| format!("--net={NAMESPACES}/{name}");
        match self {
            Self::Machine => Vec::new(),
            Self::NewMounts(name) => [
                "nsenter",
                &network(name),
                "unshare",
                "--mount",
                "--propagation",
                "private",
            ]
            .map(str::to_owned)
            .to_vec(),
            Self::Mounts(name, holder) => vec!["nsenter".to_owned(), network(name), holder.mounts()],
        }
    }
}

impl Recorded {
    fn format(self) -> String {
        format!("{} {}\n", self.pid, self.started)
    }

    fn parse(text: &str) -> Option<Self> {
        let (pid, started) = text.trim().split_once(' ')?;
        Some(Self {
            pid: pid.parse().ok()?,
            started: started.parse().ok()?,
        })
    }

    pub(super) const fn pid(self) -> i32 {
        self.pid
    }

    /// Whether the process runs; `false` for another one with its id.
    pub(super) fn is_running(self) -> bool {
        start_time(self.pid) == Some(self.started)
    }

    /// Sends a signal if the process runs.
    fn send(self, signal: Signal) {
        if let Some(pid) = Pid::from_raw(self.pid).filter(|_| self.is_running()) {
            // A process that ends meanwhile needs no signal.
            let _ = kill_process(pid, signal);
        }
    }

    /// The option with which `nsenter` enters the mount namespace.
    pub(super) fn mounts(self) -> String {
        format!("--mount=/proc/{}/ns/mnt", self.pid)
    }

    /// Whether the process has a mount namespace of its own.
    pub(super) fn has_own_mounts(self) -> bool {
        let own = fs::read_link("/proc/self/ns/mnt").ok();
        let other = fs::read_link(format!("/proc/{}/ns/mnt", self.pid)).ok();
        other.is_some() && own != other
    }
}

/// Sends SIGKILL to the processes that the function lists, until it lists none or five seconds have passed.
pub(super) async fn kill_all<F: Future<Output = Vec<i32>>>(list: impl Fn() -> F) {
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        let processes = list().await;
        if processes.is_empty() || Instant::now() > deadline {
            return;
        }
        for pid in processes.into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Reads a running process's start time; `None` for an ended one that its parent has not collected.
fn start_time(pid: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    parse_start_time(&text)
}

/// Parses `/proc/PID/stat`. The second field, the name in parentheses, may contain both spaces and parentheses.
fn parse_start_time(stat: &str) -> Option<u64> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    let state = fields.next()?;
    // The state is the third field, the start time the 22nd.
    let started = fields.nth(18)?.parse().ok()?;
    (state != "Z" && state != "X").then_some(started)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(folder: &Path) -> (Processes, Recorded) {
        let processes = Processes::new(folder);
        processes.create().unwrap();
        let recorded = processes
            .start(
                "sleep",
                Place::Machine,
                Path::new("sleep"),
                &["60".to_owned()],
                "/usr/bin:/bin",
            )
            .unwrap();
        (processes, recorded)
    }

    #[test]
    fn parses_the_start_time_after_a_name_with_parentheses_and_not_of_a_zombie() {
        let fields = "1 1 1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 8765 1000 100";
        assert_eq!(parse_start_time(&format!("7 (a) b) S {fields}")), Some(8765));
        assert_eq!(parse_start_time(&format!("7 (ab) Z {fields}")), None);
        assert_eq!(parse_start_time("7 (ab)"), None);
    }

    #[tokio::test]
    async fn stops_a_recorded_process() {
        let folder = tempfile::tempdir().unwrap();
        let (processes, recorded) = started(folder.path());
        assert_eq!(
            processes.recorded(),
            (vec![("sleep".to_owned(), recorded)], vec![])
        );
        processes
            .stop(|name| name == "other", Duration::from_secs(5))
            .await;
        assert!(recorded.is_running());
        processes
            .stop(|name| name == "sleep", Duration::from_secs(5))
            .await;
        assert!(!recorded.is_running());
        assert_eq!(processes.recorded(), (vec![], vec!["sleep".to_owned()]));
    }

    #[tokio::test]
    async fn spares_another_process_with_a_recorded_id() {
        let folder = tempfile::tempdir().unwrap();
        let (processes, recorded) = started(folder.path());
        let earlier = Recorded {
            started: recorded.started - 1,
            ..recorded
        };
        fs::write(processes.records.join("sleep"), earlier.format()).unwrap();
        assert_eq!(processes.recorded(), (vec![], vec!["sleep".to_owned()]));
        processes.stop(|_| true, Duration::from_secs(1)).await;
        assert!(recorded.is_running());
        recorded.send(Signal::KILL);
    }

    #[test]
    fn ignores_damaged_records() {
        for text in ["", "12", "x 1", "12 y"] {
            assert_eq!(Recorded::parse(text), None, "{text:?}");
        }
        let recorded = Recorded { pid: 12, started: 34 };
        assert_eq!(Recorded::parse(&recorded.format()), Some(recorded));
    }
}
