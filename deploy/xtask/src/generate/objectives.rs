//! The rules of the service level objectives, `deploy/prometheus/objectives.rules.yaml`: a budget, an error ratio over
//! each window, and burn-rate alerts.

use std::fmt::Write as _;

use super::Output;

/// A service level objective.
struct Objective {
    name: &'static str,
    /// The objective in words, for the comment of its budget.
    about: &'static str,
    /// The share of bad events that the objective allows.
    budget: &'static str,
    /// The number of bad events in an alert's long window below which it does not fire.
    minimum: &'static str,
    errors: Errors,
}

/// The events that are errors.
enum Errors {
    /// Events of a counter that also match `bad`.
    Matching {
        counter: &'static str,
        /// The matchers of all events.
        all: &'static str,
        bad: &'static str,
    },
    /// Events of a histogram above a bucket's bound, in seconds.
    Slower {
        histogram: &'static str,
        bound: &'static str,
    },
}

const OBJECTIVES: [Objective; 4] = [
    Objective {
        name: "availability",
        about: "99.9 % of the gateway's responses are not 5xx.",
        budget: "0.001",
        minimum: "5",
        errors: Errors::Matching {
            counter: "http_server_request_duration_seconds_count",
            all: "",
            bad: r#"http_response_status_code=~"5..""#,
        },
    },
    Objective {
        name: "latency",
        about: "99 % of the responses take at most 0.5 s.",
        budget: "0.01",
        minimum: "20",
        errors: Errors::Slower {
            histogram: "http_server_request_duration_seconds",
            bound: "0.5",
        },
    },
    Objective {
        name: "checkout",
        about: "99.5 % of the order requests are not answered with 5xx.",
        budget: "0.005",
        minimum: "2",
        errors: Errors::Matching {
            counter: "http_server_request_duration_seconds_count",
            all: r#"http_request_method="POST",http_route="/api/v1.0/orders""#,
            bad: r#"http_response_status_code=~"5..""#,
        },
    },
    Objective {
        name: "mail",
        about: "99 % of the mails reach the mail server within five minutes.",
        budget: "0.01",
        minimum: "3",
        errors: Errors::Slower {
            histogram: "storefront_mail_delay_seconds",
            bound: "300.0",
        },
    },
];

/// The windows of the error ratios, and the interval of their evaluation where it is not the default.
const WINDOWS: [(&str, Option<&str>); 5] = [
    ("5m", None),
    ("30m", None),
    ("1h", None),
    ("6h", Some("2m")),
    ("3d", Some("2m")),
];

/// A burn-rate alert. It fires if the budget burns `factor` times too fast over both windows.
struct Alert {
    name: &'static str,
    long: &'static str,
    short: &'static str,
    /// `None` is a factor of one.
    factor: Option<&'static str>,
    pending: &'static str,
    severity: &'static str,
    summary: &'static str,
    /// The long window in words.
    period: &'static str,
}

const ALERTS: [Alert; 3] = [
    Alert {
        name: "ErrorBudgetBurnFast",
        long: "1h",
        short: "5m",
        factor: Some("14.4"),
        pending: "1m",
        severity: "page",
        summary: "At this rate the 30-day error budget of {{ $labels.objective }} lasts two days.",
        period: "hour",
    },
    Alert {
        name: "ErrorBudgetBurnMedium",
        long: "6h",
        short: "30m",
        factor: Some("6"),
        pending: "5m",
        severity: "page",
        summary: "At this rate the 30-day error budget of {{ $labels.objective }} lasts five days.",
        period: "six hours",
    },
    Alert {
        name: "ErrorBudgetBurnSlow",
        long: "3d",
        short: "6h",
        factor: None,
        pending: "30m",
        severity: "ticket",
        summary: "At this rate the error budget of {{ $labels.objective }} does not last 30 days.",
        period: "three days",
    },
];

pub(super) fn output() -> Output {
    let mut text = "# Service level objectives (docs/operations/alerts.md): the error ratio of each objective over several windows, and\n\
        # multi-window burn-rate alerts on its 30-day error budget. Without traffic the ratio is NaN, which never alerts; with\n\
        # little traffic a single error is a large ratio, so an alert also needs a minimum of errors.\n\
        groups:\n  # Error budgets, and the minimum of errors in the long window of an alert.\n  - name: budgets\n    rules:\n"
        .to_owned();
    for Objective {
        name,
        about,
        budget,
        minimum,
        ..
    } in &OBJECTIVES
    {
        let _ = write!(
            text,
            "      # {about}\n      - record: objective:budget:ratio\n        labels: {{objective: {name}}}\n        \
             expr: vector({budget})\n      - record: objective:errors:minimum\n        labels: {{objective: {name}}}\n        \
             expr: vector({minimum})\n"
        );
    }
    for (window, interval) in WINDOWS {
        let interval = interval.map_or_else(String::new, |interval| format!("    interval: {interval}\n"));
        let _ = write!(text, "\n  - name: errors over {window}\n{interval}    rules:\n");
        for Objective { name, errors, .. } in &OBJECTIVES {
            let _ = write!(
                text,
                "      - record: objective:errors:ratio_rate{window}\n        labels: {{objective: {name}}}\n        \
                 expr: |\n{}",
                errors.ratio(window)
            );
            if ALERTS.iter().any(|alert| alert.long == window) {
                let _ = write!(
                    text,
                    "      - record: objective:events:increase{window}\n        labels: {{objective: {name}}}\n        \
                     expr: {}\n",
                    errors.events(window)
                );
            }
        }
    }
    text.push_str(
        "\n  # The long window makes an alert significant; the short one resolves it soon after the cause is gone.\n  \
         - name: burn rates\n    rules:\n",
    );
    text.extend(ALERTS.iter().map(Alert::rule));
    Output::file_from(
        "deploy/prometheus/objectives.rules.yaml",
        "deploy/xtask/src/generate/objectives.rs",
        &text,
    )
}

impl Errors {
    /// The number of all events, good and bad.
    fn events(&self, window: &str) -> String {
        match self {
            Self::Matching { counter, all: "", .. } => {
                format!("sum(increase({counter}[{window}]))")
            }
            Self::Matching { counter, all, .. } => format!("sum(increase({counter}{{{all}}}[{window}]))"),
            Self::Slower { histogram, .. } => format!("sum(increase({histogram}_count[{window}]))"),
        }
    }

    /// The two lines of the error ratio. Bad events that have never occurred have no series, and count as zero.
    fn ratio(&self, window: &str) -> String {
        match self {
            Self::Matching { counter, all, bad } => {
                let (all_events, separator) = if all.is_empty() {
                    (String::new(), "")
                } else {
                    (format!("{{{all}}}"), ",")
                };
                format!(
                    "          (sum(rate({counter}{{{all}{separator}{bad}}}[{window}])) or vector(0))\n          \
                     / sum(rate({counter}{all_events}[{window}]))\n"
                )
            }
            Self::Slower { histogram, bound } => format!(
                "          1 - sum(rate({histogram}_bucket{{le=\"{bound}\"}}[{window}]))\n          \
                 / sum(rate({histogram}_count[{window}]))\n"
            ),
        }
    }
}

impl Alert {
    fn rule(&self) -> String {
        let factor = self
            .factor
            .map_or_else(String::new, |factor| format!("{factor} * "));
        let exceeds = |window| {
            format!("(objective:errors:ratio_rate{window} > on (objective) {factor}objective:budget:ratio)")
        };
        format!(
            "      - alert: {name}
        expr: |
          {long}
          and on (objective)
          {short}
          and on (objective)
          (objective:errors:ratio_rate{window} * on (objective) objective:events:increase{window} >= on (objective) objective:errors:minimum)
        for: {pending}
        labels: {{severity: {severity}}}
        annotations:
          summary: {summary}
          description: \"Error ratio over the last {period}: {{{{ $value | humanizePercentage }}}}.\"
          runbook_url: \"{{{{ $externalLabels.runbooks }}}}/docs/operations/alerts.md#{anchor}\"
",
            name = self.name,
            window = self.long,
            long = exceeds(self.long),
            short = exceeds(self.short),
            pending = self.pending,
            severity = self.severity,
            summary = self.summary,
            period = self.period,
            anchor = self.name.to_lowercase(),
        )
    }
}
