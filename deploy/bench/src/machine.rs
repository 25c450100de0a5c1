//! The machine of a measurement.

use std::fs;

use anyhow::{Context as _, Result};
use time::{Date, OffsetDateTime};

/// Description of the machine and the programs, for comparisons.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    pub(crate) date: Date,
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) memory_gib: u64,
    /// Load average of the last minute before and after.
    pub(crate) load: (String, String),
}

impl Machine {
    /// Describes this machine.
    ///
    /// # Errors
    /// If `/proc` cannot be read.
    #[expect(clippy::disallowed_methods, reason = "the date of a measurement")]
    pub(crate) fn read() -> Result<Self> {
        let processors = fs::read_to_string("/proc/cpuinfo").context("cannot read /proc/cpuinfo")?;
        let memory = fs::read_to_string("/proc/meminfo").context("cannot read /proc/meminfo")?;
        let kibibytes =
            value(&memory, "MemTotal").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
        Ok(Self {
            date: OffsetDateTime::now_utc().date(),
            processor: value(&processors, "model name")
                .unwrap_or("unknown processor")
                .to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_gib: kibibytes.unwrap_or_default() / 1024 / 1024,
            load: (load(), String::new()),
        })
    }

    /// Notes the load at the end.
    pub(crate) fn end(&mut self) {
        self.load.1 = load();
    }
}

fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// Returns the value of a line such as `model name : x`.
fn value<'text>(text: &'text str, name: &str) -> Option<&'text str> {
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_values_of_proc() {
        let text = "processor\t: 0\nmodel name\t: A processor\nMemTotal:       2048 kB\n";
        assert_eq!(value(text, "model name"), Some("A processor"));
        assert_eq!(value(text, "MemTotal"), Some("2048 kB"));
        assert!(Machine::read().unwrap().cores > 0);
    }
}
