//! Business metrics.

use kit::metrics::{Counters, Metrics};

use crate::inquiry::Kind;

/// Metrics of received inquiries.
pub(crate) struct InquiryMetrics {
    received: Counters<1>,
}

impl InquiryMetrics {
    /// Registers the metrics, with every kind at 0.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let received = metrics.counters("storefront_inquiry_received", "Inquiries received");
        for kind in [Kind::Quote, Kind::Contact, Kind::Brochure] {
            let _ = received.get_or_create_owned(&label(kind));
        }
        Self { received }
    }

    /// Records a received inquiry.
    pub(crate) fn record_inquiry(&self, kind: Kind) {
        self.received.get_or_create_owned(&label(kind)).inc();
    }
}

fn label(kind: Kind) -> kit::metrics::Labels<1> {
    [("kind", kind.name().into())]
}
