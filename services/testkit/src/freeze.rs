//! Simulates an unresponsive process.

use rustix::process::{Pid, Signal, kill_process};

/// Keeps processes stopped; resumes them with SIGCONT on drop.
#[must_use]
pub struct FreezeGuard(Vec<Pid>);

/// Stops a process and its children with SIGSTOP, while their sockets stay open.
pub fn freeze(pid: u32) -> FreezeGuard {
    let pids: Vec<_> = with_children(pid)
        .into_iter()
        .filter_map(|pid| Pid::from_raw(i32::try_from(pid).ok()?))
        .collect();
    assert!(!pids.is_empty(), "no process {pid}");
    for pid in &pids {
        // A child may have exited since it was listed.
        let _ = kill_process(*pid, Signal::STOP);
    }
    FreezeGuard(pids)
}

impl Drop for FreezeGuard {
    fn drop(&mut self) {
        for pid in &self.0 {
            let _ = kill_process(*pid, Signal::CONT);
        }
    }
}

/// Returns the process and its children.
fn with_children(pid: u32) -> Vec<u32> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    std::iter::once(pid)
        .chain(children.split_whitespace().filter_map(|child| child.parse().ok()))
        .collect()
}
