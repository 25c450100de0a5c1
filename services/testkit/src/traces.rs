//! An OTLP receiver that stores spans.

use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
    trace_service_server::{TraceService, TraceServiceServer},
};
use tokio_stream::wrappers::TcpListenerStream;

/// A received span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Name of the service.
    pub service: String,
    /// Name of the span.
    pub name: String,
    /// 16 bytes.
    pub trace_id: Vec<u8>,
    /// 8 bytes.
    pub span_id: Vec<u8>,
    /// 8 bytes, or empty for a root span.
    pub parent_span_id: Vec<u8>,
}

/// An OTLP receiver on a free port.
#[derive(Clone)]
pub struct TraceSink {
    spans: Arc<Mutex<Vec<Span>>>,
    endpoint: String,
}

impl TraceSink {
    /// Starts the receiver, which runs until the test's runtime ends.
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
        let sink = Self {
            spans: Arc::default(),
            endpoint,
        };
        tokio::spawn(
            tonic::transport::Server::builder()
                .add_service(TraceServiceServer::new(sink.clone()))
                .serve_with_incoming(TcpListenerStream::new(listener)),
        );
        sink
    }

    /// Returns its URL.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Returns the spans received so far.
    pub fn spans(&self) -> Vec<Span> {
        self.spans.lock().expect("not poisoned").clone()
    }
}

#[tonic::async_trait]
impl TraceService for TraceSink {
    async fn export(
        &self,
        request: tonic::Request<ExportTraceServiceRequest>,
    ) -> Result<tonic::Response<ExportTraceServiceResponse>, tonic::Status> {
        for resource in request.into_inner().resource_spans {
            let service = resource
                .resource
                .iter()
                .flat_map(|resource| &resource.attributes)
                .find(|attribute| attribute.key == "service.name")
                .and_then(|attribute| attribute.value.clone()?.value)
                .map(|value| format!("{value:?}"))
                .unwrap_or_default();
            let received = resource
                .scope_spans
                .into_iter()
                .flat_map(|scope| scope.spans)
                .map(|span| Span {
                    service: service.clone(),
                    name: span.name,
                    trace_id: span.trace_id,
                    span_id: span.span_id,
                    parent_span_id: span.parent_span_id,
                });
            self.spans.lock().expect("not poisoned").extend(received);
        }
        Ok(tonic::Response::new(ExportTraceServiceResponse {
            partial_success: None,
        }))
    }
}
