//! What was run and what was not.

use std::process::ExitCode;

use anyhow::Result;

use crate::console::{complain, table};

/// How a step ended.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It ran, and all was well.
    Passed,
    /// It ran, or tried to, and something is wrong.
    Failed(String),
    /// It could not run here, and why.
    NotRun(String),
}

/// The steps in their order, each with its outcome and its seconds.
#[derive(Debug, Default)]
pub(crate) struct Report {
    steps: Vec<(String, Outcome, f64)>,
}

impl Report {
    /// One more.
    pub(crate) fn add(&mut self, name: &str, outcome: Outcome, seconds: f64) {
        self.steps.push((name.to_owned(), outcome, seconds));
    }

    /// Whether nothing failed so far.
    pub(crate) fn is_well(&self) -> bool {
        self.count(|outcome| matches!(outcome, Outcome::Failed(_))) == 0
    }

    /// Whether a step ran, and all was well.
    pub(crate) fn has_passed(&self, name: &str) -> bool {
        self.steps
            .iter()
            .any(|(step, outcome, _)| step == name && matches!(outcome, Outcome::Passed))
    }

    fn count(&self, wanted: fn(&Outcome) -> bool) -> usize {
        self.steps
            .iter()
            .filter(|(_, outcome, _)| wanted(outcome))
            .count()
    }

    /// The steps with their times, and those that were not run with their reasons.
    pub(crate) fn text(&self) -> String {
        let mut rows = vec![["Step", "Outcome", "Time"].map(str::to_owned).to_vec()];
        let mut left_out = Vec::new();
        for (name, outcome, seconds) in &self.steps {
            let word = match outcome {
                Outcome::Passed => "passed",
                Outcome::Failed(_) => "FAILED",
                Outcome::NotRun(reason) => {
                    left_out.push(format!("  {name}: {reason}"));
                    continue;
                }
            };
            rows.push(vec![name.clone(), word.to_owned(), format!("{seconds:.0} s")]);
        }
        let mut text = format!("\n{}\n", table(&rows));
        if !left_out.is_empty() {
            text = format!("{text}\nNOT RUN:\n{}\n", left_out.join("\n"));
        }
        text
    }

    /// The same, and last the counts.
    pub(crate) fn text_with_counts(&self) -> String {
        let passed = self.count(|outcome| matches!(outcome, Outcome::Passed));
        let failed = self.count(|outcome| matches!(outcome, Outcome::Failed(_)));
        format!("{}\n{passed} passed, {failed} failed", self.text())
    }
}

/// Of a run that was well, or was not, or could not go on.
pub(crate) fn exit_code(outcome: Result<bool>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_what_was_not_run_and_is_not_well_after_a_failure() {
        let mut report = Report::default();
        report.add("images", Outcome::Passed, 61.4);
        assert!(report.is_well());
        report.add("pods", Outcome::Failed("a reason".to_owned()), 2.0);
        report.add("tempo", Outcome::NotRun("no image".to_owned()), 0.0);
        assert!(!report.is_well());
        let text = report.text();
        assert!(
            text.contains("images  passed   61 s") && text.contains("FAILED"),
            "{text}"
        );
        assert!(text.contains("NOT RUN:\n  tempo: no image"), "{text}");
    }

    #[test]
    fn the_report_names_what_was_not_run_and_ends_with_the_counts() {
        let mut report = Report::default();
        report.add("format", Outcome::Passed, 1.0);
        report.add("lint", Outcome::Failed("a warning".to_owned()), 2.0);
        let left_out = Outcome::NotRun("cargo-deny is not installed".to_owned());
        report.add("dependencies", left_out, 0.0);
        let text = report.text_with_counts();
        assert!(
            text.contains("NOT RUN:\n  dependencies: cargo-deny is not installed"),
            "{text}"
        );
        assert!(text.contains("FAILED"), "{text}");
        assert_eq!(text.lines().last(), Some("1 passed, 1 failed"));
    }

    #[test]
    fn only_what_ran_well_has_passed() {
        let mut report = Report::default();
        report.add("build", Outcome::Passed, 1.0);
        report.add("test", Outcome::NotRun("a reason".to_owned()), 0.0);
        assert!(report.has_passed("build"));
        assert!(!report.has_passed("test") && !report.has_passed("browser"));
    }
}
