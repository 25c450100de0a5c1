//! What the kit measures in every process that has it.

use std::time::Duration;

use prometheus_client::registry::Registry;
use tonic::Code;

use super::{Counters, DurationHistograms, Gauges, LATENCY_BUCKETS, SecondsGauges, added, added_in_seconds};

/// What stands for an rpc that no service has: its name is whatever the caller wrote.
const UNKNOWN_RPC: &str = "_OTHER";

/// See the module.
pub(crate) struct Instruments {
    rpcs_served: DurationHistograms<3>,
    rpcs_called: DurationHistograms<3>,
    sent: Counters<3>,
    consumed: Counters<4>,
    processed: DurationHistograms<5>,
    put_back: Counters<1>,
    buried: Counters<1>,
    /// Letters that lie in the table, by consumer.
    pub(crate) dead_letters: Gauges<1>,
    /// Events that a consumer has still to handle.
    pub(crate) lag: Gauges<1>,
    /// Events that wait in the outbox.
    pub(crate) outbox_events: Gauges<0>,
    /// Age of the first of them.
    pub(crate) outbox_age: SecondsGauges<0>,
    /// Whether NATS is reached, 1 or 0.
    pub(crate) bus_connected: Gauges<0>,
    /// Connections to the database, by pool and state.
    pub(crate) connections: Gauges<2>,
    /// How many there may be.
    pub(crate) connections_most: Gauges<1>,
}

impl Instruments {
    pub(super) fn register(registry: &mut Registry) -> Self {
        Self {
            rpcs_served: DurationHistograms::register(
                registry,
                "rpc_server_call_duration",
                "How long rpcs took that this process served",
                LATENCY_BUCKETS,
            ),
            rpcs_called: DurationHistograms::register(
                registry,
                "rpc_client_call_duration",
                "How long rpcs took that this process called",
                LATENCY_BUCKETS,
            ),
            processed: DurationHistograms::register(
                registry,
                "messaging_process_duration",
                "How long handling an event took",
                LATENCY_BUCKETS,
            ),
            sent: added(
                registry,
                "messaging_client_sent_messages",
                "Events that the stream has stored",
            ),
            consumed: added(
                registry,
                "messaging_client_consumed_messages",
                "Events that were delivered, each repetition counted",
            ),
            put_back: added(
                registry,
                "storefront_consumer_retries",
                "Events that were put back to be tried again",
            ),
            buried: added(
                registry,
                "storefront_consumer_dead_letters",
                "Events that were set aside because they can never succeed",
            ),
            dead_letters: added(
                registry,
                "storefront_dead_letters",
                "Events that lie set aside now",
            ),
            lag: added(
                registry,
                "storefront_consumer_lag",
                "Events that the stream holds and a consumer has not handled",
            ),
            outbox_events: added(
                registry,
                "storefront_outbox_events",
                "Events that wait to be sent, counted up to 10000",
            ),
            outbox_age: added_in_seconds(
                registry,
                "storefront_outbox_age",
                "How long the first of them waits",
            ),
            bus_connected: added(
                registry,
                "storefront_bus_connected",
                "1 while NATS is reached, else 0",
            ),
            connections: added(
                registry,
                "db_client_connection_count",
                "Connections to the database",
            ),
            connections_most: added(
                registry,
                "db_client_connection_max",
                "Connections that there may be",
            ),
        }
    }

    /// An rpc was answered.
    pub(crate) fn rpc_served(&self, method: &str, code: Code, took: Duration) {
        let method = if code == Code::Unimplemented {
            UNKNOWN_RPC
        } else {
            method
        };
        self.rpcs_served.observe(&rpc(method, code), took);
    }

    /// An rpc was called.
    pub(crate) fn rpc_called(&self, method: &str, code: Code, took: Duration) {
        self.rpcs_called.observe(&rpc(method, code), took);
    }

    /// The stream has stored an event.
    pub(crate) fn event_sent(&self, subject: &str) {
        let labels = [
            ("messaging_system", "nats".into()),
            ("messaging_operation_name", "publish".into()),
            ("messaging_destination_name", subject.to_owned().into()),
        ];
        self.sent.get_or_create_owned(&labels).inc();
    }

    /// An event was delivered and handled, or not: then with what kind of refusal.
    pub(crate) fn event_processed(
        &self,
        consumer: &'static str,
        subject: &'static str,
        refusal: Option<&'static str>,
        took: Duration,
    ) {
        let labels = [
            ("messaging_system", "nats".into()),
            ("messaging_operation_name", "process".into()),
            ("messaging_destination_name", subject.into()),
            ("messaging_consumer_group_name", consumer.into()),
        ];
        self.consumed.get_or_create_owned(&labels).inc();
        let [system, operation, destination, group] = labels;
        let error = ("error_type", refusal.unwrap_or_default().into());
        self.processed
            .observe(&[system, operation, destination, group, error], took);
    }

    /// An event will be delivered again.
    pub(crate) fn event_put_back(&self, consumer: &'static str) {
        self.put_back.get_or_create_owned(&of(consumer)).inc();
    }

    /// An event was set aside.
    pub(crate) fn event_buried(&self, consumer: &'static str) {
        self.buried.get_or_create_owned(&of(consumer)).inc();
    }

    /// Shows at zero what may happen to a consumer, so that its first time is seen as a rise.
    pub(crate) fn expect(&self, consumer: &'static str) {
        let _ = self.put_back.get_or_create_owned(&of(consumer));
        let _ = self.buried.get_or_create_owned(&of(consumer));
    }
}

/// The label of what is said of one consumer.
pub(crate) fn of(consumer: &'static str) -> super::Labels<1> {
    [("messaging_consumer_group_name", consumer.into())]
}

fn rpc(method: &str, code: Code) -> super::Labels<3> {
    [
        ("rpc_system_name", "grpc".into()),
        ("rpc_method", method.to_owned().into()),
        ("rpc_response_status_code", name(code).into()),
    ]
}

/// The code as gRPC's documents write it.
pub(crate) const fn name(code: Code) -> &'static str {
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
