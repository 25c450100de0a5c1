//! Metrics of the kit, present in every process.

use std::time::Duration;

use prometheus_client::registry::Registry;
use tonic::Code;

use super::{
    Counters, DurationHistograms, Gauges, LATENCY_BUCKETS, SecondsGauges, register, register_in_seconds,
};

/// Label of unknown rpcs, whose names callers choose freely.
const UNKNOWN_RPC: &str = "_OTHER";

/// The registered metrics.
pub(crate) struct Instruments {
    rpcs_served: DurationHistograms<3>,
    rpcs_called: DurationHistograms<3>,
    sent: Counters<3>,
    consumed: Counters<4>,
    processed: DurationHistograms<5>,
    retried: Counters<1>,
    dead_lettered: Counters<1>,
    /// Rows of the `dead_letter` table, by consumer.
    pub(crate) dead_letters: Gauges<1>,
    /// Events in the stream that a consumer has not handled.
    pub(crate) lag: Gauges<1>,
    /// Unpublished events in the outbox.
    pub(crate) outbox_events: Gauges<0>,
    /// Age of the oldest unpublished event.
    pub(crate) outbox_age: SecondsGauges<0>,
    /// 1 while connected to NATS, else 0.
    pub(super) bus_connected: Gauges<0>,
    /// Database connections by pool and state.
    pub(crate) connections: Gauges<2>,
    /// Maximum size of the pool.
    pub(crate) max_connections: Gauges<1>,
}

impl Instruments {
    pub(super) fn register(registry: &mut Registry) -> Self {
        Self {
            rpcs_served: DurationHistograms::register(
                registry,
                "rpc_server_call_duration",
                "Duration of rpcs that this process served",
                LATENCY_BUCKETS,
            ),
            rpcs_called: DurationHistograms::register(
                registry,
                "rpc_client_call_duration",
                "Duration of rpcs that this process called",
                LATENCY_BUCKETS,
            ),
            processed: DurationHistograms::register(
                registry,
                "messaging_process_duration",
                "Duration of handling an event, for a batch the share of each event",
                LATENCY_BUCKETS,
            ),
            sent: register(
                registry,
                "messaging_client_sent_messages",
                "Events that JetStream stored",
            ),
            consumed: register(
                registry,
                "messaging_client_consumed_messages",
                "Events delivered, including redeliveries",
            ),
            retried: register(
                registry,
                "storefront_consumer_retries",
                "Events scheduled for redelivery after a failure",
            ),
            dead_lettered: register(
                registry,
                "storefront_consumer_dead_letters",
                "Events moved to the dead letters",
            ),
            dead_letters: register(
                registry,
                "storefront_dead_letters",
                "Events in the dead letters now",
            ),
            lag: register(
                registry,
                "storefront_consumer_lag",
                "Events in the stream that the consumer has not handled",
            ),
            outbox_events: register(
                registry,
                "storefront_outbox_events",
                "Unpublished events in the outbox, counted up to 10000",
            ),
            outbox_age: register_in_seconds(
                registry,
                "storefront_outbox_age",
                "Age of the oldest unpublished event",
            ),
            bus_connected: register(
                registry,
                "storefront_bus_connected",
                "1 while connected to NATS, else 0",
            ),
            connections: register(registry, "db_client_connection_count", "Database connections"),
            max_connections: register(
                registry,
                "db_client_connection_max",
                "Maximum number of database connections",
            ),
        }
    }

    /// Records an rpc that this process served.
    pub(crate) fn rpc_served(&self, method: &str, code: Code, duration: Duration) {
        let method = if code == Code::Unimplemented {
            UNKNOWN_RPC
        } else {
            method
        };
        self.rpcs_served.observe(&rpc_labels(method, code), duration);
    }

    /// Records an rpc that this process called.
    pub(crate) fn rpc_called(&self, method: &str, code: Code, duration: Duration) {
        self.rpcs_called.observe(&rpc_labels(method, code), duration);
    }

    /// Records an event that JetStream stored.
    pub(crate) fn event_published(&self, subject: &str) {
        let labels = [
            ("messaging_system", "nats".into()),
            ("messaging_operation_name", "publish".into()),
            ("messaging_destination_name", subject.to_owned().into()),
        ];
        self.sent.get_or_create_owned(&labels).inc();
    }

    /// Records a delivered event, with the kind of its error.
    pub(crate) fn event_processed(
        &self,
        consumer: &'static str,
        subject: &'static str,
        error: Option<&'static str>,
        duration: Duration,
    ) {
        let labels = [
            ("messaging_system", "nats".into()),
            ("messaging_operation_name", "process".into()),
            ("messaging_destination_name", subject.into()),
            ("messaging_consumer_group_name", consumer.into()),
        ];
        self.consumed.get_or_create_owned(&labels).inc();
        let [system, operation, destination, group] = labels;
        let error = ("error_type", error.unwrap_or_default().into());
        self.processed
            .observe(&[system, operation, destination, group, error], duration);
    }

    /// Records an event that will be redelivered.
    pub(crate) fn event_retried(&self, consumer: &'static str) {
        self.retried.get_or_create_owned(&consumer_labels(consumer)).inc();
    }

    /// Records an event that was dead-lettered.
    pub(crate) fn event_dead_lettered(&self, consumer: &'static str) {
        self.dead_lettered
            .get_or_create_owned(&consumer_labels(consumer))
            .inc();
    }

    /// Initializes the counters of a consumer to zero, so that `rate()` sees the first increment.
    pub(crate) fn init_consumer(&self, consumer: &'static str) {
        let _ = self.retried.get_or_create_owned(&consumer_labels(consumer));
        let _ = self.dead_lettered.get_or_create_owned(&consumer_labels(consumer));
    }
}

/// Returns the labels of a consumer's metrics.
pub(crate) fn consumer_labels(consumer: &'static str) -> super::Labels<1> {
    [("messaging_consumer_group_name", consumer.into())]
}

fn rpc_labels(method: &str, code: Code) -> super::Labels<3> {
    [
        ("rpc_system_name", "grpc".into()),
        ("rpc_method", method.to_owned().into()),
        ("rpc_response_status_code", code_name(code).into()),
    ]
}

/// Returns the code's name in the gRPC specification.
pub(crate) const fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}
