//! What a process measures of itself, for Prometheus.
//!
//! A name is OpenTelemetry's where its conventions have one, else it begins with `storefront_`; `docs/telemetry.md`
//! lists all. Labels are few, and their values come from the code: routes, rpcs, subjects, never what a visitor has
//! typed.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicU64},
    time::Duration,
};

use prometheus_client::{
    encoding::text,
    metrics::{
        exemplar::HistogramWithExemplars,
        family::{Family, MetricConstructor},
        info::Info,
    },
    registry::{Metric, Registry, Unit},
};
use time::OffsetDateTime;

use crate::telemetry::propagation;

pub mod admin;
pub(crate) mod instruments;

pub use prometheus_client::metrics::counter::Counter;

use instruments::Instruments;

/// Names with values.
pub type Labels<const N: usize> = [(&'static str, Cow<'static, str>); N];

/// Counters, one for each set of values.
pub type Counters<const N: usize> = Family<Labels<N>, Counter>;

/// Numbers that go up and down, one for each set of values. One that was never set is not shown.
pub type Gauges<const N: usize> = Family<Labels<N>, prometheus_client::metrics::gauge::Gauge>;

/// As [`Gauges`], in parts of a second.
pub type SecondsGauges<const N: usize> =
    Family<Labels<N>, prometheus_client::metrics::gauge::Gauge<f64, AtomicU64>>;

/// Upper bounds of the buckets of what a visitor waits for, in seconds: those that OpenTelemetry asks for.
pub const LATENCY_BUCKETS: &[f64] = &[
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
];

/// What this process measures. Cheap to clone, and all clones are one.
#[derive(Clone)]
pub struct Metrics(Arc<Shared>);

struct Shared {
    registry: Mutex<Registry>,
    instruments: Instruments,
}

impl Metrics {
    /// With what the kit itself measures.
    pub fn new(service: &'static str) -> Self {
        let mut registry = Registry::default();
        registry.register(
            "target",
            "What this process is",
            Info::new([
                ("service_name", service),
                ("service_version", env!("CARGO_PKG_VERSION")),
            ]),
        );
        let instruments = Instruments::register(&mut registry);
        Self(Arc::new(Shared {
            registry: Mutex::new(registry),
            instruments,
        }))
    }

    pub(crate) fn instruments(&self) -> &Instruments {
        &self.0.instruments
    }

    /// A counter; its name ends with `_total` where it is shown.
    #[must_use]
    pub fn counter(&self, name: &str, help: &str) -> Counter {
        added(&mut self.registry(), name, help)
    }

    /// Counters that differ in labels.
    #[must_use]
    pub fn counters<const N: usize>(&self, name: &str, help: &str) -> Counters<N> {
        added(&mut self.registry(), name, help)
    }

    /// Numbers that go up and down.
    #[must_use]
    pub fn gauges<const N: usize>(&self, name: &str, help: &str) -> Gauges<N> {
        added(&mut self.registry(), name, help)
    }

    /// Gauges in seconds; the name ends with `_seconds` where it is shown.
    #[must_use]
    pub fn ages<const N: usize>(&self, name: &str, help: &str) -> SecondsGauges<N> {
        added_in_seconds(&mut self.registry(), name, help)
    }

    /// How long something took, in buckets with these upper bounds in seconds; the name ends with `_seconds` where
    /// it is shown.
    #[must_use]
    pub fn durations<const N: usize>(
        &self,
        name: &str,
        help: &str,
        bounds: &'static [f64],
    ) -> DurationHistograms<N> {
        DurationHistograms::register(&mut self.registry(), name, help, bounds)
    }

    /// All of it, in the text format that Prometheus reads.
    pub fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        text::encode(&mut text, &self.registry())?;
        Ok(text)
    }

    fn registry(&self) -> std::sync::MutexGuard<'_, Registry> {
        self.0.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn added<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn added_in_seconds<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register_with_unit(name, help, Unit::Seconds, metric.clone());
    metric
}

/// How long something took. Each bucket remembers a trace that fell into it.
#[derive(Clone)]
pub struct DurationHistograms<const N: usize>(Family<Labels<N>, Histogram, Bounds>);

type Histogram = HistogramWithExemplars<[(&'static str, String); 1]>;

#[derive(Clone)]
struct Bounds(&'static [f64]);

impl MetricConstructor<Histogram> for Bounds {
    fn new_metric(&self) -> Histogram {
        Histogram::new(self.0.iter().copied())
    }
}

impl<const N: usize> DurationHistograms<N> {
    fn register(registry: &mut Registry, name: &str, help: &str, bounds: &'static [f64]) -> Self {
        let family = Family::new_with_constructor(Bounds(bounds));
        registry.register_with_unit(name, help, Unit::Seconds, family.clone());
        Self(family)
    }

    /// Notes one, with the current span's trace where that is kept.
    pub fn observe(&self, labels: &Labels<N>, took: Duration) {
        let trace = propagation::sampled_trace_id().map(|id| [("trace_id", id)]);
        let at = trace.is_some().then(|| OffsetDateTime::now_utc().into());
        self.0
            .get_or_create_owned(labels)
            .observe(took.as_secs_f64(), trace, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_is_shown_with_its_unit_and_kind() {
        let metrics = Metrics::new("cart");
        metrics.counter("storefront_things", "Things").inc();
        let durations = metrics.durations("storefront_wait", "Waits", &[0.5]);
        durations.observe(&[("kind", "a".into())], Duration::from_millis(700));
        let text = metrics.text().unwrap();
        for line in [
            "storefront_things_total 1",
            "# UNIT storefront_wait_seconds seconds",
            "storefront_wait_seconds_bucket{le=\"0.5\",kind=\"a\"} 0",
            "storefront_wait_seconds_count{kind=\"a\"} 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|there| there == line), "{line}: {text}");
        }
        assert!(text.contains("target_info{service_name=\"cart\""), "{text}");
    }

    #[test]
    fn what_was_never_measured_is_not_shown() {
        let metrics = Metrics::new("cart");
        let _unused: Gauges<1> = metrics.gauges("storefront_nothing", "Nothing");
        assert!(!metrics.text().unwrap().contains("storefront_nothing"));
    }
}
