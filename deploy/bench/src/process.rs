//! Processor time and memory of the shop's processes, from `/proc`.

use std::{collections::BTreeMap, fs, time::Duration};

use anyhow::{Context as _, Result};

/// `USER_HZ`, the unit of `/proc/<pid>/stat`: 100 on x86-64 and arm64.
const TICKS_PER_SECOND: u64 = 100;

/// A process to account for, by its name in the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Watched {
    /// Name in the report; replicas share one.
    pub(crate) name: String,
    /// Process id.
    pub(crate) pid: u32,
}

/// The processor time of each name since the start of its processes.
pub(crate) type ProcessorTimes = BTreeMap<String, Duration>;

/// Fields of `/proc/<pid>/stat` that count here.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    parent: u32,
    ticks: u64,
    /// Ticks of children that have exited and were waited for.
    child_ticks: u64,
}

/// Returns the processor time of each name: of its processes, and of their children (PostgreSQL serves each connection
/// in one).
///
/// # Errors
/// If `/proc` cannot be read.
pub(crate) fn processor_times(watched: &[Watched]) -> Result<ProcessorTimes> {
    let stats = all_stats()?;
    let mut times = ProcessorTimes::new();
    for process in watched {
        let own = stats
            .get(&process.pid)
            .map_or(0, |stat| stat.ticks + stat.child_ticks);
        let children: u64 = stats
            .values()
            .filter(|stat| stat.parent == process.pid)
            .map(|stat| stat.ticks)
            .sum();
        *times.entry(process.name.clone()).or_default() += duration(own + children);
    }
    Ok(times)
}

/// Returns how much each name's processor time grew between two samples.
pub(crate) fn difference(before: &ProcessorTimes, after: &ProcessorTimes) -> ProcessorTimes {
    after
        .iter()
        .map(|(name, time)| {
            let start = before.get(name).copied().unwrap_or_default();
            (name.clone(), time.saturating_sub(start))
        })
        .collect()
}

/// Resident memory in bytes, now and at its highest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    pub(crate) resident: u64,
    pub(crate) peak: u64,
}

/// Returns the resident memory of each name's processes, without their children.
///
/// # Errors
/// If a process has exited.
pub(crate) fn memory(watched: &[Watched]) -> Result<BTreeMap<String, Memory>> {
    let mut memory: BTreeMap<String, Memory> = BTreeMap::new();
    for process in watched {
        let status = fs::read_to_string(format!("/proc/{}/status", process.pid))
            .with_context(|| format!("{} has exited", process.name))?;
        let entry = memory.entry(process.name.clone()).or_default();
        entry.resident += status_bytes(&status, "VmRSS:");
        entry.peak += status_bytes(&status, "VmHWM:");
    }
    Ok(memory)
}

/// Parses a line such as `VmRSS:  1024 kB`; 0 if it is missing.
fn status_bytes(status: &str, field: &str) -> u64 {
    let kibibytes = status
        .lines()
        .find_map(|line| line.strip_prefix(field))
        .and_then(|value| value.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or_default() * 1024
}

fn duration(ticks: u64) -> Duration {
    Duration::from_millis(ticks.saturating_mul(1_000) / TICKS_PER_SECOND)
}

fn all_stats() -> Result<BTreeMap<u32, Stat>> {
    let entries = fs::read_dir("/proc").context("cannot read /proc; the measurement needs Linux")?;
    let stats = entries.flatten().filter_map(|entry| {
        let pid = entry.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(entry.path().join("stat")).ok()?;
        Some((pid, parse_stat(&text)?))
    });
    Ok(stats.collect())
}

/// Parses `pid (name) state parent …`; the name may contain spaces and parentheses.
fn parse_stat(text: &str) -> Option<Stat> {
    let (_, fields) = text.rsplit_once(')')?;
    let fields: Vec<_> = fields.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        ticks: number(11)? + number(12)?,
        child_ticks: number(13)? + number(14)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_a_stat_line_with_a_name_in_parentheses() {
        let text = "12 (a (b) c) S 7 1 1 0 -1 4194560 1 2 3 4 50 6 700 8 20 0 1 0 99";
        let expected = Stat {
            parent: 7,
            ticks: 56,
            child_ticks: 708,
        };
        assert_eq!(parse_stat(text), Some(expected));
        assert_eq!(parse_stat("12 (a) S"), None);
    }

    #[test]
    fn counts_this_process() {
        let this = Watched {
            name: "test".to_owned(),
            pid: std::process::id(),
        };
        let memory = memory(std::slice::from_ref(&this)).unwrap();
        assert!(memory["test"].resident > 100_000, "{memory:?}");
        assert!(memory["test"].peak >= memory["test"].resident, "{memory:?}");
        assert!(processor_times(&[this]).unwrap().contains_key("test"));
    }

    #[test]
    fn difference_counts_from_the_first_sample() {
        let sample = |seconds| ProcessorTimes::from([("cart".to_owned(), Duration::from_secs(seconds))]);
        assert_eq!(difference(&sample(2), &sample(5)), sample(3));
        assert_eq!(difference(&ProcessorTimes::new(), &sample(5)), sample(5));
    }
}
