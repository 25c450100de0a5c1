//! Prometheus metrics.
//!
//! Names follow OpenTelemetry's semantic conventions, or begin with `storefront_`; `docs/telemetry.md` lists all.
//! Labels have few values, all from the code (routes, rpcs, subjects), never from user input.

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

use crate::telemetry::{self, propagation};

pub mod admin;
pub(crate) mod instruments;

pub use prometheus_client::metrics::{counter::Counter, gauge::Gauge};

use instruments::Instruments;

/// Label names and values.
pub type Labels<const N: usize> = [(&'static str, Cow<'static, str>); N];

/// A counter per set of label values.
pub type Counters<const N: usize> = Family<Labels<N>, Counter>;

/// A gauge per set of label values. A gauge that was never set is not exported.
pub type Gauges<const N: usize> = Family<Labels<N>, prometheus_client::metrics::gauge::Gauge>;

/// As [`Gauges`], in seconds with fractions.
pub type SecondsGauges<const N: usize> =
    Family<Labels<N>, prometheus_client::metrics::gauge::Gauge<f64, AtomicU64>>;

/// Upper bounds of latency buckets in seconds, as OpenTelemetry recommends.
pub const LATENCY_BUCKETS: &[f64] = &[
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
];

/// The metrics of this process. Clones share the same registry.
#[derive(Clone)]
pub struct Metrics(Arc<Inner>);

struct Inner {
    registry: Mutex<Registry>,
    instruments: Instruments,
}

impl Metrics {
    /// Creates a registry with the metrics of the kit.
    pub fn new(service: &'static str) -> Self {
        let mut registry = Registry::default();
        registry.register(
            "target",
            "Name and version of this process",
            Info::new([("service_name", service), ("service_version", telemetry::VERSION)]),
        );
        registry.register(
            "storefront_build",
            "Version and revision that this process was built from",
            Info::new([("version", telemetry::VERSION), ("revision", telemetry::REVISION)]),
        );
        let instruments = Instruments::register(&mut registry);
        Self(Arc::new(Inner {
            registry: Mutex::new(registry),
            instruments,
        }))
    }

    /// Records whether events can be sent and received through NATS.
    pub fn set_bus_connected(&self, is_connected: bool) {
        self.instruments()
            .bus_connected
            .get_or_create_owned(&[])
            .set(is_connected.into());
    }

    pub(crate) fn instruments(&self) -> &Instruments {
        &self.0.instruments
    }

    /// Registers a counter, exported as `<name>_total`.
    #[must_use]
    pub fn counter(&self, name: &str, help: &str) -> Counter {
        register(&mut self.registry(), name, help)
    }

    /// Registers counters with labels, exported as `<name>_total`.
    #[must_use]
    pub fn counters<const N: usize>(&self, name: &str, help: &str) -> Counters<N> {
        register(&mut self.registry(), name, help)
    }

    /// Registers gauges.
    #[must_use]
    pub fn gauges<const N: usize>(&self, name: &str, help: &str) -> Gauges<N> {
        register(&mut self.registry(), name, help)
    }

    /// Registers gauges in seconds, exported as `<name>_seconds`.
    #[must_use]
    pub fn seconds_gauges<const N: usize>(&self, name: &str, help: &str) -> SecondsGauges<N> {
        register_in_seconds(&mut self.registry(), name, help)
    }

    /// Registers histograms of durations, exported as `<name>_seconds`. `bounds` are the buckets' upper bounds in
    /// seconds.
    #[must_use]
    pub fn duration_histograms<const N: usize>(
        &self,
        name: &str,
        help: &str,
        bounds: &'static [f64],
    ) -> DurationHistograms<N> {
        DurationHistograms::register(&mut self.registry(), name, help, bounds)
    }

    /// Encodes all metrics in the `OpenMetrics` text format.
    ///
    /// # Errors
    ///
    /// Fails if a metric cannot be formatted.
    pub fn encode(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        text::encode(&mut text, &self.registry())?;
        Ok(text)
    }

    fn registry(&self) -> std::sync::MutexGuard<'_, Registry> {
        self.0.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn register<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn register_in_seconds<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register_with_unit(name, help, Unit::Seconds, metric.clone());
    metric
}

/// Histograms of durations, with a trace id as exemplar of each bucket.
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

    /// Records a duration, with the current trace as exemplar if it is sampled.
    pub fn observe(&self, labels: &Labels<N>, duration: Duration) {
        let trace = propagation::sampled_trace_id().map(|id| [("trace_id", id)]);
        let at = trace.is_some().then(|| crate::clock::now().into());
        self.0
            .get_or_create_owned(labels)
            .observe(duration.as_secs_f64(), trace, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_values_with_unit_and_type() {
        let metrics = Metrics::new("cart");
        metrics.counter("storefront_things", "Things").inc();
        let durations = metrics.duration_histograms("storefront_wait", "Waits", &[0.5]);
        durations.observe(&[("kind", "a".into())], Duration::from_millis(700));
        let text = metrics.encode().unwrap();
        for line in [
            "storefront_things_total 1",
            "# UNIT storefront_wait_seconds seconds",
            "storefront_wait_seconds_bucket{le=\"0.5\",kind=\"a\"} 0",
            "storefront_wait_seconds_count{kind=\"a\"} 1",
            "# EOF",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        assert!(text.contains("target_info{service_name=\"cart\""), "{text}");
        let build = format!(
            "storefront_build_info{{version=\"{}\",revision=\"",
            telemetry::VERSION
        );
        assert!(text.contains(&build), "{text}");
    }

    #[test]
    fn omits_gauges_that_were_never_set() {
        let metrics = Metrics::new("cart");
        let _unused: Gauges<1> = metrics.gauges("storefront_nothing", "Nothing");
        assert!(!metrics.encode().unwrap().contains("storefront_nothing"));
    }
}
