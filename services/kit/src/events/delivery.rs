//! A message that a consumer handles.

use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use tracing::Span;

use super::handler::Consumer;
use crate::{domain::EventId, telemetry::propagation};

/// Maximum duration of a handler before JetStream redelivers the message.
pub(super) const ACK_WAIT: Duration = Duration::from_secs(30);

/// A message with its event id and span.
pub(super) struct Delivery {
    pub(super) id: EventId,
    pub(super) message: Message,
    pub(super) traceparent: Option<String>,
    /// Number of deliveries of the message, this one included.
    pub(super) deliveries: i64,
    pub(super) span: Span,
}

impl Delivery {
    /// Starts the span of a message. Terminates a message without an event id and returns `None`.
    pub(super) async fn start(consumer: &Consumer, message: Message) -> Option<Self> {
        let header = |name: &str| {
            message
                .headers
                .as_ref()
                .and_then(|headers| headers.get(name))
                .map(ToString::to_string)
        };
        let span = tracing::info_span!(
            "process",
            otel.name = format!("{} process", message.subject),
            otel.kind = "consumer",
            messaging.system = "nats",
            messaging.operation.type = "process",
            messaging.destination.name = %message.subject,
            messaging.consumer.group.name = consumer.name(),
            trace_id = tracing::field::Empty,
        );
        let traceparent = header(propagation::TRACEPARENT);
        propagation::continue_trace(&span, traceparent.as_deref());
        let id =
            header(async_nats::header::NATS_MESSAGE_ID.as_ref()).and_then(|id| id.parse::<EventId>().ok());
        let Some(id) = id else {
            span.in_scope(|| {
                tracing::error!(
                    consumer = consumer.name(),
                    "message without an event id terminated"
                );
            });
            let _ = message.ack_with(AckKind::Term).await;
            return None;
        };
        Some(Self {
            id,
            deliveries: message.info().map_or(1, |info| info.delivered),
            message,
            traceparent,
            span,
        })
    }
}
