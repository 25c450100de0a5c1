//! Freezing a process: it is there, it listens, and it answers nothing.

use rustix::process::{Pid, Signal, kill_process};

/// Frozen until this is dropped.
#[must_use]
pub struct Frozen(Vec<Pid>);

/// Freezes a process and its children with SIGSTOP.
pub fn freeze(pid: u32) -> Frozen {
    let pids: Vec<_> = family(pid)
        .into_iter()
        .filter_map(|pid| Pid::from_raw(i32::try_from(pid).ok()?))
        .collect();
    assert!(!pids.is_empty(), "there is no process {pid}");
    for pid in &pids {
        // A child may have ended since it was listed.
        let _ = kill_process(*pid, Signal::STOP);
    }
    Frozen(pids)
}

impl Drop for Frozen {
    fn drop(&mut self) {
        for pid in &self.0 {
            let _ = kill_process(*pid, Signal::CONT);
        }
    }
}

/// The process itself, first, and its children.
fn family(pid: u32) -> Vec<u32> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    std::iter::once(pid)
        .chain(children.split_whitespace().filter_map(|child| child.parse().ok()))
        .collect()
}
