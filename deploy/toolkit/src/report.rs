//! The report of a run: which steps passed, failed, or could not run.

use std::process::ExitCode;

use anyhow::Result;

use crate::console::{format_table, print_error};

/// The outcome of a step.
#[derive(Debug)]
pub enum Outcome {
    /// It ran without a failure.
    Passed,
    /// It passed, with these tests or calls only at the second attempt.
    Flaky(Vec<String>),
    /// It failed, with the reason.
    Failed(String),
    /// It could not run on this machine, with the reason.
    NotRun(String),
}

impl Outcome {
    /// A step that passed, with the tests or calls that needed a second attempt.
    #[must_use]
    pub fn passed_with(repeated: Vec<String>) -> Self {
        if repeated.is_empty() {
            Self::Passed
        } else {
            Self::Flaky(repeated)
        }
    }

    /// Whether it passed, at once or at the second attempt.
    #[must_use]
    pub const fn has_passed(&self) -> bool {
        matches!(self, Self::Passed | Self::Flaky(_))
    }
}

/// The steps in order, each with its outcome and its duration in seconds.
#[derive(Debug, Default)]
pub struct Report {
    steps: Vec<(String, Outcome, f64)>,
}

impl Report {
    /// Adds a step.
    pub fn add(&mut self, name: &str, outcome: Outcome, seconds: f64) {
        self.steps.push((name.to_owned(), outcome, seconds));
    }

    /// Whether no step has failed so far.
    pub fn has_no_failure(&self) -> bool {
        self.count(|outcome| matches!(outcome, Outcome::Failed(_))) == 0
    }

    fn count(&self, matches: fn(&Outcome) -> bool) -> usize {
        self.steps
            .iter()
            .filter(|(_, outcome, _)| matches(outcome))
            .count()
    }

    /// Formats the steps with their durations, those that did not run with their reasons, and what passed only at the second
    /// attempt.
    pub fn summary(&self) -> String {
        let mut rows = Vec::new();
        let mut not_run = Vec::new();
        let mut flaky = Vec::new();
        for (name, outcome, seconds) in &self.steps {
            let outcome = match outcome {
                Outcome::Passed => "passed",
                Outcome::Flaky(repeated) => {
                    flaky.extend(repeated.iter().map(|repeated| format!("  {name}: {repeated}")));
                    "flaky"
                }
                Outcome::Failed(_) => "FAILED",
                Outcome::NotRun(reason) => {
                    not_run.push(format!("  {name}: {reason}"));
                    continue;
                }
            };
            rows.push([name.clone(), outcome.to_owned(), format!("{seconds:.0} s")]);
        }
        let mut text = format!("\n{}\n", format_table(["Step", "Outcome", "Time"], rows));
        for (title, lines) in [
            ("NOT RUN", not_run),
            ("FLAKY (passed at the second attempt)", flaky),
        ] {
            if !lines.is_empty() {
                text = format!("{text}\n{title}:\n{}\n", lines.join("\n"));
            }
        }
        text
    }

    /// Formats the [`Self::summary`], followed by the counts on the last line, with the names of the steps that failed, did
    /// not run or were flaky.
    pub fn summary_with_counts(&self) -> String {
        let passed = self.count(Outcome::has_passed);
        let failed = self.named_count(|outcome| matches!(outcome, Outcome::Failed(_)), "failed");
        let not_run = self.named_count(|outcome| matches!(outcome, Outcome::NotRun(_)), "not run");
        let mut text = format!("{}\n{passed} passed, {failed}, {not_run}", self.summary());
        let is_flaky = |outcome: &Outcome| matches!(outcome, Outcome::Flaky(_));
        if self.count(is_flaky) > 0 {
            text = format!("{text}, {}", self.named_count(is_flaky, "flaky"));
        }
        text
    }

    /// Formats a count with its steps: `2 failed (lint, test)`, `0 failed`.
    fn named_count(&self, matches: fn(&Outcome) -> bool, label: &str) -> String {
        let names: Vec<_> = self
            .steps
            .iter()
            .filter(|(_, outcome, _)| matches(outcome))
            .map(|(name, ..)| name.as_str())
            .collect();
        if names.is_empty() {
            return format!("0 {label}");
        }
        format!("{} {label} ({})", names.len(), names.join(", "))
    }
}

/// Success for `Ok(true)`. Prints an error.
pub fn exit_code(result: Result<bool>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            print_error(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_lists_failures_and_steps_that_did_not_run() {
        let mut report = Report::default();
        report.add("images", Outcome::Passed, 61.4);
        assert!(report.has_no_failure());
        report.add("pods", Outcome::Failed("a reason".to_owned()), 2.0);
        report.add("tempo", Outcome::NotRun("no image".to_owned()), 0.0);
        assert!(!report.has_no_failure());
        let text = report.summary();
        assert!(
            text.contains("images  passed   61 s") && text.contains("FAILED"),
            "{text}"
        );
        assert!(text.contains("NOT RUN:\n  tempo: no image"), "{text}");
    }

    #[test]
    fn summary_with_counts_ends_with_the_counts_and_names_what_did_not_pass() {
        let mut report = Report::default();
        report.add("format", Outcome::Passed, 1.0);
        report.add("lint", Outcome::Failed("a warning".to_owned()), 2.0);
        let not_run = Outcome::NotRun("cargo-deny is not installed".to_owned());
        report.add("dependencies", not_run, 0.0);
        report.add("alerts", Outcome::NotRun("no promtool".to_owned()), 0.0);
        let text = report.summary_with_counts();
        assert!(
            text.contains("NOT RUN:\n  dependencies: cargo-deny is not installed"),
            "{text}"
        );
        assert!(text.contains("FAILED"), "{text}");
        assert_eq!(
            text.lines().last(),
            Some("1 passed, 1 failed (lint), 2 not run (dependencies, alerts)")
        );
        let mut report = Report::default();
        report.add("format", Outcome::Passed, 1.0);
        let text = report.summary_with_counts();
        assert_eq!(text.lines().last(), Some("1 passed, 0 failed, 0 not run"));
    }

    #[test]
    fn summary_names_what_passed_at_the_second_attempt() {
        let mut report = Report::default();
        report.add(
            "test",
            Outcome::passed_with(vec!["order: restarts".to_owned()]),
            1.0,
        );
        report.add("lint", Outcome::passed_with(Vec::new()), 1.0);
        assert!(report.has_no_failure());
        let text = report.summary_with_counts();
        assert!(
            text.contains("test  flaky    1 s")
                && text.contains("FLAKY (passed at the second attempt):\n  test: order: restarts"),
            "{text}"
        );
        assert_eq!(
            text.lines().last(),
            Some("2 passed, 0 failed, 0 not run, 1 flaky (test)")
        );
    }
}
