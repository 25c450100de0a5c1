//! Logs and traces.

use opentelemetry::{KeyValue, trace::TracerProvider as _};
use opentelemetry_otlp::WithExportConfig as _;
use opentelemetry_sdk::{Resource, propagation::TraceContextPropagator, trace::SdkTracerProvider};
use tracing_subscriber::{
    EnvFilter, Layer as _, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use self::fields::SpanFields;
use crate::settings::{LogFormat, TelemetrySettings};

mod fields;
pub mod propagation;

/// The version of the program, from `Cargo.toml`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from; the build of the images sets it.
pub const REVISION: &str = match option_env!("STOREFRONT_REVISION") {
    Some(revision) => revision,
    None => "unknown",
};

/// The tracer provider of the process. [`Telemetry::finish`] flushes the last spans.
#[must_use]
pub struct Telemetry {
    provider: SdkTracerProvider,
}

impl Telemetry {
    /// Installs the global subscriber of logs and traces.
    ///
    /// # Errors
    ///
    /// Fails if the log filter or the endpoint is invalid, or a subscriber is already installed.
    pub fn start(service: &'static str, settings: &TelemetrySettings) -> anyhow::Result<Self> {
        opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
        let mut provider = SdkTracerProvider::builder().with_resource(resource(service));
        if let Some(endpoint) = &settings.otlp_endpoint {
            let exporter = opentelemetry_otlp::SpanExporter::builder()
                .with_tonic()
                .with_endpoint(endpoint)
                .build()?;
            provider = provider.with_batch_exporter(exporter);
        }
        let provider = provider.build();

        let filter = EnvFilter::try_new(&settings.log_filter)?;
        let logs = match settings.log_format {
            LogFormat::Json => json_layer().boxed(),
            LogFormat::Pretty => fmt::layer().with_target(false).boxed(),
        };
        // Without an endpoint, spans still add the trace id to log lines.
        let spans = tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("storefront"))
            // A span's name tells where it was created; the rest would be read from clocks at each poll.
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false);
        tracing_subscriber::registry()
            .with(filter)
            .with(spans)
            .with(logs)
            .try_init()?;
        Ok(Self { provider })
    }

    /// Exports the remaining spans, on a blocking thread as the exporter blocks.
    ///
    /// # Errors
    ///
    /// Fails if the export fails or times out.
    pub async fn finish(self) -> anyhow::Result<()> {
        tokio::task::spawn_blocking(move || self.provider.shutdown()).await??;
        Ok(())
    }
}

/// Returns the layer that writes log lines as JSON, each with the fields of its span.
fn json_layer<S>() -> fmt::Layer<S, SpanFields, fmt::format::Format<fmt::format::Json>> {
    fmt::layer()
        .json()
        .with_current_span(true)
        .with_span_list(false)
        .fmt_fields(SpanFields)
}

/// The attributes of every span of this process.
fn resource(service: &'static str) -> Resource {
    Resource::builder()
        .with_service_name(service)
        .with_attribute(KeyValue::new("service.version", VERSION))
        .with_attribute(KeyValue::new("vcs.ref.head.revision", REVISION))
        .build()
}

#[cfg(test)]
mod tests {
    use opentelemetry::Key;

    use super::*;

    #[test]
    fn spans_carry_the_version_and_the_revision() {
        let resource = resource("cart");
        let attribute = |name| resource.get(&Key::new(name)).map(|value| value.to_string());
        assert_eq!(attribute("service.name").as_deref(), Some("cart"));
        assert_eq!(
            attribute("service.version").as_deref(),
            Some(env!("CARGO_PKG_VERSION"))
        );
        assert_eq!(attribute("vcs.ref.head.revision").as_deref(), Some(REVISION));
        assert!(!REVISION.is_empty());
    }
}
