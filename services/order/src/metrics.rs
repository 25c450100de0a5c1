//! Business metrics.

use kit::{
    domain::Money,
    metrics::{Counter, Counters, Gauges, Labels, Metrics},
};

use crate::{held::Most, limit_kind::LimitKind};

/// Metrics of created, rejected and lapsed orders, and of the stock that they hold.
#[derive(Clone)]
pub(crate) struct OrderMetrics {
    placed: Counter,
    value: Counter,
    rejected: Counters<1>,
    lapsed: Counter,
    held: Gauges<1>,
    differing: Gauges<0>,
}

impl OrderMetrics {
    /// Registers the metrics, with every limit at 0.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        let rejected = metrics.counters("storefront_order_rejected", "Orders rejected by a limit");
        for kind in LimitKind::ALL {
            let _ = rejected.get_or_create_owned(&label(kind));
        }
        let held = metrics.gauges(
            "storefront_order_held_pieces",
            "Most pieces of stock in the unpaid orders of a single account or address",
        );
        Self {
            rejected,
            held,
            differing: metrics.gauges(
                "storefront_order_differing_sums",
                "Orders whose stored sums differ from their payments, at most 100",
            ),
            lapsed: metrics.counter(
                "storefront_order_lapsed",
                "Pending orders cancelled because staff did not touch them in time",
            ),
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

    /// Records lapsed orders.
    pub(crate) fn record_lapses(&self, count: u64) {
        self.lapsed.inc_by(count);
    }

    /// Sets the most held pieces.
    pub(crate) fn set_held(&self, most: Most) {
        for (by, pieces) in [("account", most.account), ("address", most.address)] {
            self.held.get_or_create_owned(&[("by", by.into())]).set(pieces);
        }
    }

    /// Sets the number of orders whose sums differ from their payments.
    pub(crate) fn set_differing(&self, orders: usize) {
        let orders = i64::try_from(orders).unwrap_or(i64::MAX);
        self.differing.get_or_create_owned(&[]).set(orders);
    }

    /// Records an order that a limit rejected.
    pub(crate) fn record_rejection(&self, limit: LimitKind) {
        self.rejected.get_or_create_owned(&label(limit)).inc();
    }
}

fn label(limit: LimitKind) -> Labels<1> {
    [("limit", limit.name().into())]
}
