//! Metrics of the caches.

use kit::metrics::{Counter, Counters, Metrics};
use moka::notification::RemovalCause;

/// Metrics of all caches, labelled with the cache's name.
#[derive(Clone)]
pub(crate) struct CacheMetrics {
    lookups: Counters<2>,
    evictions: Counters<1>,
}

/// Counts the lookups of a cache.
#[derive(Clone)]
pub(crate) struct LookupCounters {
    hits: Counter,
    misses: Counter,
    stale: Counter,
}

/// Counts the values that a cache dropped for others.
pub(crate) struct EvictionCounter(Counter);

impl CacheMetrics {
    /// Registers the metrics.
    pub(crate) fn new(metrics: &Metrics) -> Self {
        Self {
            lookups: metrics.counters(
                "storefront_gateway_cache_lookups",
                "Lookups in a cache; a hit needs no call to a service, and a stale one replaces a call that failed",
            ),
            evictions: metrics.counters(
                "storefront_gateway_cache_evictions",
                "Values that a full cache dropped or did not keep",
            ),
        }
    }

    /// Returns the counters of a cache's lookups.
    pub(crate) fn lookups(&self, cache: &'static str) -> LookupCounters {
        let counter = |result: &'static str| {
            let labels = [("cache", cache.into()), ("result", result.into())];
            self.lookups.get_or_create_owned(&labels)
        };
        LookupCounters {
            hits: counter("hit"),
            misses: counter("miss"),
            stale: counter("stale"),
        }
    }

    /// Returns the counter of a cache's evictions.
    pub(crate) fn evictions(&self, cache: &'static str) -> EvictionCounter {
        EvictionCounter(self.evictions.get_or_create_owned(&[("cache", cache.into())]))
    }
}

impl LookupCounters {
    pub(crate) fn hit(&self) {
        self.hits.inc();
    }

    pub(crate) fn miss(&self) {
        self.misses.inc();
    }

    /// Counts a value beyond its time to live, in place of an error.
    pub(crate) fn stale(&self) {
        self.stale.inc();
    }
}

impl EvictionCounter {
    /// Counts a removal if its cause is the size of the cache.
    pub(crate) fn count(&self, cause: RemovalCause) {
        if cause == RemovalCause::Size {
            self.0.inc();
        }
    }
}
