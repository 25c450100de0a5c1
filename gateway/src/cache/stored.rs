//! An entry whatever the type of its value, as the stores hold it.

use std::{any::Any, sync::Arc};

use time::OffsetDateTime;

use super::{Entry, Moment, Provenance};

/// An [`Entry`].
pub(super) trait AnyEntry: Any + Send + Sync {
    fn provenance(&self) -> &Provenance;

    /// Returns its memory in bytes, about.
    fn weight(&self) -> u32;

    /// Returns the time of the value's data.
    fn data_time(&self) -> OffsetDateTime;

    /// Returns the value as a stale one that is served from now on.
    fn at(&self, now: Moment) -> Stored;
}

impl<V: Send + Sync + 'static> AnyEntry for Entry<V> {
    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn weight(&self) -> u32 {
        self.weight
    }

    fn data_time(&self) -> OffsetDateTime {
        let stale_since = self.provenance.stale_since();
        stale_since.unwrap_or_else(|| kit::clock::now() - self.provenance.age())
    }

    fn at(&self, now: Moment) -> Stored {
        let provenance = Provenance::new(self.provenance.topics().to_vec(), now);
        Arc::new(Self {
            value: Arc::clone(&self.value),
            provenance: provenance.with_stale_since(Some(self.data_time())),
            weight: self.weight,
        })
    }
}

/// An entry in a store.
pub(super) type Stored = Arc<dyn AnyEntry>;

/// Returns the entry if its value has the type.
pub(super) fn typed<V: Send + Sync + 'static>(entry: Stored) -> Option<Arc<Entry<V>>> {
    let entry: Arc<dyn Any + Send + Sync> = entry;
    entry.downcast().ok()
}
