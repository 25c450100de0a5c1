//! What was run and what was not.

use crate::{console::table, test::Outcome};

/// The steps in their order, each with its outcome and its seconds.
#[derive(Debug, Default)]
pub(super) struct Report {
    steps: Vec<(String, Outcome, f64)>,
}

impl Report {
    /// One more.
    pub(super) fn add(&mut self, name: &str, outcome: Outcome, seconds: f64) {
        self.steps.push((name.to_owned(), outcome, seconds));
    }

    /// Whether nothing failed so far.
    pub(super) fn is_well(&self) -> bool {
        !self
            .steps
            .iter()
            .any(|(_, outcome, _)| matches!(outcome, Outcome::Failed(_)))
    }

    /// The steps with their times, and those that were not run with their reasons.
    pub(super) fn text(&self) -> String {
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
}
