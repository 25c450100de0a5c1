//! Fields of spans in JSON log lines.

use std::fmt::{self, Debug};

use tracing::{
    field::{Field, Visit},
    span::Record,
};
use tracing_subscriber::{
    field::RecordFields,
    fmt::{FormatFields, FormattedFields, format::Writer},
};

/// Formats the fields of a span as a JSON object. Unlike `JsonFields` it does not parse the object to add fields that are
/// recorded later, such as the trace id. A field that is recorded twice appears twice, and readers take the last value.
pub(super) struct SpanFields;

impl<'writer> FormatFields<'writer> for SpanFields {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'writer>, fields: R) -> fmt::Result {
        writer.write_char('{')?;
        let mut visitor = JsonVisitor::new(&mut writer, true);
        fields.record(&mut visitor);
        visitor.result?;
        writer.write_char('}')
    }

    fn add_fields(&self, current: &'writer mut FormattedFields<Self>, fields: &Record<'_>) -> fmt::Result {
        let object = &mut current.fields;
        if object.pop() != Some('}') {
            return Err(fmt::Error);
        }
        let is_empty = object.len() == 1;
        let mut visitor = JsonVisitor::new(object, is_empty);
        fields.record(&mut visitor);
        visitor.result?;
        object.push('}');
        Ok(())
    }
}

/// Writes the members of an object.
struct JsonVisitor<'a, W> {
    writer: &'a mut W,
    is_first: bool,
    result: fmt::Result,
}
impl<'a, W: fmt::Write> JsonVisitor<'a, W> {
    fn new(writer: &'a mut W, is_first: bool) -> Self {
        Self {
            writer,
            is_first,
            result: Ok(()),
        }
    }
    fn write(&mut self, field: &Field, value: impl FnOnce(&mut W) -> fmt::Result) {
        if self.result.is_err() {
            return;
        }
        let comma = if self.is_first { "" } else { "," };
        self.is_first = false;
        self.result = write!(self.writer, "{comma}\"{}\":", field.name()).and_then(|()| value(self.writer));
    }
}
impl<W: fmt::Write> Visit for JsonVisitor<'_, W> {
    fn record_bool(&mut self, f: &Field, v: bool) {
        self.write(f, |w| write!(w, "{v}"));
    }
    fn record_i64(&mut self, f: &Field, v: i64) {
        self.write(f, |w| write!(w, "{v}"));
    }
    fn record_u64(&mut self, f: &Field, v: u64) {
        self.write(f, |w| write!(w, "{v}"));
    }
    fn record_str(&mut self, f: &Field, v: &str) {
        self.write(f, |w| string(w, v));
    }
    fn record_debug(&mut self, f: &Field, v: &dyn Debug) {
        self.write(f, |w| string(w, &format!("{v:?}")));
    }
}
fn string(w: &mut impl fmt::Write, v: &str) -> fmt::Result {
    w.write_str(&serde_json::to_string(v).map_err(|_| fmt::Error)?)
}

#[cfg(test)]
mod tests {
    use std::{
        io::Write,
        sync::{Arc, Mutex},
    };

    use tracing_subscriber::layer::SubscriberExt as _;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// Returns the span of the log line that an action writes.
    fn span_of_line(action: impl FnOnce()) -> serde_json::Value {
        let log = Log::default();
        let writer = log.clone();
        let layer = super::super::json_layer().with_writer(move || writer.clone());
        let subscriber = tracing_subscriber::registry().with(layer);
        tracing::subscriber::with_default(subscriber, action);
        let line: serde_json::Value = serde_json::from_slice(&log.0.lock().unwrap()).unwrap();
        line["span"].clone()
    }

    #[test]
    fn error_line_has_the_fields_that_were_recorded_later() {
        let span = span_of_line(|| {
            let span = tracing::info_span!(
                "rpc",
                method = "GetProduct",
                text = %"a \"quoted\"\nline",
                count = 3_u64,
                is_sampled = true,
                code = tracing::field::Empty,
                trace_id = tracing::field::Empty,
            );
            span.record("trace_id", "0af7651916cd43dd8448eb211c80319c");
            span.record("code", "OK");
            span.record("code", "NOT_FOUND");
            span.in_scope(|| tracing::error!("failed"));
        });
        assert_eq!(
            span,
            serde_json::json!({
                "name": "rpc",
                "method": "GetProduct",
                "text": "a \"quoted\"\nline",
                "count": 3,
                "is_sampled": true,
                "trace_id": "0af7651916cd43dd8448eb211c80319c",
                "code": "NOT_FOUND",
            })
        );
    }

    #[test]
    fn first_field_may_be_recorded_later() {
        let span = span_of_line(|| {
            let span = tracing::info_span!("rpc", trace_id = tracing::field::Empty);
            span.record("trace_id", "0af7651916cd43dd8448eb211c80319c");
            span.in_scope(|| tracing::error!("failed"));
        });
        assert_eq!(
            span,
            serde_json::json!({"name": "rpc", "trace_id": "0af7651916cd43dd8448eb211c80319c"})
        );
    }
}
