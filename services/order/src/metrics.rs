//! The orders in numbers, for those who run the shop.

use kit::{
    domain::Money,
    metrics::{Counter, Metrics},
};

/// See the module.
pub(crate) struct OrderMetrics {
    placed: Counter,
    value: Counter,
}

impl OrderMetrics {
    /// Shown among what the process measures.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        Self {
            placed: metrics.counter("storefront_order_placed", "Orders that were made"),
            value: metrics.counter("storefront_order_value_qepik", "What they come to, in qəpik"),
        }
    }

    /// An order was made.
    pub(crate) fn placed(&self, total: Money) {
        self.placed.inc();
        // Never below nothing: a total is a sum of prices.
        self.value
            .inc_by(u64::try_from(total.minor()).unwrap_or_default());
    }
}
