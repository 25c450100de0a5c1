//! Business metrics.

use kit::{
    domain::Money,
    metrics::{Counter, Metrics},
};

/// Metrics of created orders.
pub(crate) struct OrderMetrics {
    placed: Counter,
    value: Counter,
}

impl OrderMetrics {
    /// Registers the metrics.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        Self {
            placed: metrics.counter("storefront_order_placed", "Orders created"),
            value: metrics.counter(
                "storefront_order_value_qepik",
                "Total value of created orders, in qəpik",
            ),
        }
    }

    /// Records a created order.
    pub(crate) fn record_order(&self, total: Money) {
        self.placed.inc();
        // A total is a sum of prices, and never negative.
        self.value
            .inc_by(u64::try_from(total.minor()).unwrap_or_default());
    }
}
