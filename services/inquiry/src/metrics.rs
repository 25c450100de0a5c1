//! The inquiries in numbers, for those who run the shop.

use kit::metrics::{Counters, Metrics};

use crate::inquiry::Kind;

/// See the module.
pub(crate) struct InquiryMetrics {
    received: Counters<1>,
}

impl InquiryMetrics {
    /// Shown among what the process measures, from nothing on.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let received = metrics.counters("storefront_inquiry_received", "Inquiries that were taken in");
        for kind in [Kind::Quote, Kind::Contact, Kind::Catalogue] {
            let _ = received.get_or_create_owned(&label(kind));
        }
        Self { received }
    }

    /// An inquiry was taken in.
    pub(crate) fn received(&self, kind: Kind) {
        self.received.get_or_create_owned(&label(kind)).inc();
    }
}

fn label(kind: Kind) -> kit::metrics::Labels<1> {
    [("kind", kind.name().into())]
}
