//! Parser of exported metrics.

use std::collections::{BTreeMap, BTreeSet};

/// A response of `/metrics`.
#[derive(Debug, Clone)]
pub struct Scrape(String);

/// Type and labels of a metric family.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Family {
    /// Metric type, such as `counter`.
    pub kind: String,
    /// Label names without `le`.
    pub labels: BTreeSet<String>,
}

impl Scrape {
    /// Fetches the metrics from an admin address, `host:port`.
    pub async fn fetch(address: &str) -> Self {
        local::install_crypto();
        let response = reqwest::get(format!("http://{address}/metrics"))
            .await
            .expect("a response");
        assert_eq!(response.status(), 200);
        let content_type = response.headers()["content-type"].to_str().expect("a text");
        assert!(
            content_type.starts_with("application/openmetrics-text"),
            "{content_type}"
        );
        Self(response.text().await.expect("a text"))
    }

    /// Returns the sum of all samples with at least these labels, or `None` if there is none.
    pub fn value(&self, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let values: Vec<f64> = self
            .0
            .lines()
            .filter_map(sample)
            .filter(|sample| sample.name == name)
            .filter(|sample| {
                labels
                    .iter()
                    .all(|(label, value)| sample.labels.get(*label).is_some_and(|found| found == value))
            })
            .map(|sample| sample.value)
            .collect();
        (!values.is_empty()).then(|| values.iter().sum())
    }

    /// Returns whether a sample of this name has the trace as exemplar.
    pub fn has_exemplar(&self, name: &str, trace: &str) -> bool {
        self.0
            .lines()
            .any(|line| line.starts_with(name) && line.contains(&format!("# {{trace_id=\"{trace}\"}}")))
    }

    /// Returns all metric families by their name in Prometheus.
    pub fn families(&self) -> BTreeMap<String, Family> {
        let mut families: BTreeMap<String, Family> = BTreeMap::new();
        let mut last = String::new();
        for line in self.0.lines() {
            if let Some((name, kind)) = line.strip_prefix("# TYPE ").and_then(|line| line.split_once(' ')) {
                let suffix = match kind {
                    "counter" => "_total",
                    "info" => "_info",
                    _ => "",
                };
                last = format!("{name}{suffix}");
                kind.clone_into(&mut families.entry(last.clone()).or_default().kind);
            } else if let (Some(sample), Some(family)) = (sample(line), families.get_mut(&last)) {
                family
                    .labels
                    .extend(sample.labels.into_keys().filter(|label| label != "le"));
            }
        }
        families
    }
}

impl std::fmt::Display for Scrape {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

struct Sample {
    name: String,
    labels: BTreeMap<String, String>,
    value: f64,
}

/// Parses `name{label="value",…} 1 # {…}`; label values contain neither quotes nor commas.
fn sample(line: &str) -> Option<Sample> {
    let line = line.split(" # ").next().filter(|line| !line.starts_with('#'))?;
    let (series, value) = line.rsplit_once(' ')?;
    let (name, labels) = series.split_once('{').unwrap_or((series, ""));
    let labels = labels
        .trim_end_matches('}')
        .split("\",")
        .filter_map(|pair| pair.split_once("=\""))
        .map(|(label, value)| (label.to_owned(), value.trim_end_matches('"').to_owned()))
        .collect();
    Some(Sample {
        name: name.to_owned(),
        labels,
        value: value.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# HELP wait Waits.
# TYPE wait_seconds histogram
# UNIT wait_seconds seconds
wait_seconds_bucket{le=\"0.5\",route=\"/a/{id}\"} 2 # {trace_id=\"abc\"} 0.3 17.1
wait_seconds_count{route=\"/a/{id}\"} 2
# TYPE done counter
done_total 7
# EOF
";

    #[test]
    fn finds_samples_by_name_and_labels() {
        let scrape = Scrape(TEXT.to_owned());
        assert_eq!(
            scrape.value("wait_seconds_count", &[("route", "/a/{id}")]),
            Some(2.0)
        );
        assert_eq!(scrape.value("wait_seconds_count", &[("route", "/b")]), None);
        assert_eq!(scrape.value("done_total", &[]), Some(7.0));
        assert!(scrape.has_exemplar("wait_seconds_bucket", "abc"));
    }

    #[test]
    fn families_have_type_and_labels() {
        let families = Scrape(TEXT.to_owned()).families();
        assert_eq!(
            families["wait_seconds"].labels,
            BTreeSet::from(["route".to_owned()])
        );
        assert_eq!(families["done_total"].kind, "counter");
    }
}
