//! Records changes of lists at most once per interval.
//!
//! An import changes thousands of products within seconds. Each change of each of them would make every list outdated, so
//! that no request finds one in the cache.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use tokio::time::Instant;

use super::Topic;

/// Time between two recorded changes of the same lists, and so the delay of a change that soon follows another one.
pub(crate) const INTERVAL: Duration = Duration::from_secs(1);

/// Maximum number of topics that wait or have been recorded lately. Beyond it, changes are recorded at once.
const MAX_TOPICS: usize = 256;

/// Changes of lists that wait for the end of their interval.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    /// The time of the last recorded change of each topic.
    recorded: HashMap<Topic, Instant>,
    waiting: HashSet<Topic>,
}

impl Throttle {
    /// Returns those of the changed topics that are recorded now. The other ones wait until [`Self::due`].
    pub(crate) fn admit(&mut self, topics: Vec<Topic>, now: Instant) -> Vec<Topic> {
        let mut admitted = topics;
        admitted.retain(|topic| {
            if !matches!(topic, Topic::Products(_)) {
                return true;
            }
            let is_recent = self.recorded.get(topic).is_some_and(|&at| now < at + INTERVAL);
            if is_recent {
                self.waiting.insert(*topic);
            } else {
                self.remember(*topic, now);
            }
            !is_recent
        });
        admitted
    }

    /// Returns the time at which the first of the waiting topics is recorded.
    pub(crate) fn due(&self) -> Option<Instant> {
        let recorded = self.waiting.iter().filter_map(|topic| self.recorded.get(topic));
        recorded.min().map(|&at| at + INTERVAL)
    }

    /// Removes and returns the topics whose interval has ended.
    pub(crate) fn take_due(&mut self, now: Instant) -> Vec<Topic> {
        let due: Vec<_> = self
            .waiting
            .iter()
            .filter(|topic| self.recorded.get(topic).is_none_or(|&at| now >= at + INTERVAL))
            .copied()
            .collect();
        for topic in &due {
            self.waiting.remove(topic);
            self.remember(*topic, now);
        }
        due
    }

    fn remember(&mut self, topic: Topic, now: Instant) {
        if self.recorded.len() >= MAX_TOPICS {
            let waiting = &self.waiting;
            self.recorded
                .retain(|topic, at| waiting.contains(topic) || now < *at + INTERVAL);
        }
        if self.recorded.len() < MAX_TOPICS {
            self.recorded.insert(topic, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: Topic = Topic::Products(Some(1));

    #[tokio::test(start_paused = true)]
    async fn records_the_first_change_of_a_list_at_once_and_the_following_once_after_the_interval() {
        let mut throttle = Throttle::default();
        let start = Instant::now();
        assert_eq!(
            throttle.admit(vec![Topic::Product(1), LIST], start),
            [Topic::Product(1), LIST]
        );
        assert_eq!(throttle.due(), None);

        for product in 2..100 {
            let admitted = throttle.admit(vec![Topic::Product(product), LIST], start + INTERVAL / 2);
            assert_eq!(admitted, [Topic::Product(product)]);
        }
        assert_eq!(throttle.due(), Some(start + INTERVAL));
        assert!(throttle.take_due(start + INTERVAL / 2).is_empty());
        assert_eq!(throttle.take_due(start + INTERVAL), [LIST]);
        assert_eq!(throttle.due(), None);

        // The recorded change starts an interval of its own.
        assert!(throttle.admit(vec![LIST], start + INTERVAL).is_empty());
        assert_eq!(throttle.due(), Some(start + 2 * INTERVAL));
    }

    #[tokio::test(start_paused = true)]
    async fn lists_do_not_wait_for_each_other() {
        let mut throttle = Throttle::default();
        let start = Instant::now();
        throttle.admit(vec![LIST], start);
        let other = Topic::Products(None);
        assert_eq!(throttle.admit(vec![other], start), [other]);
    }

    #[tokio::test(start_paused = true)]
    async fn records_at_once_what_it_cannot_remember() {
        let mut throttle = Throttle::default();
        let start = Instant::now();
        let lists = || {
            (0..)
                .take(MAX_TOPICS)
                .map(|category| Topic::Products(Some(category)))
        };
        throttle.admit(lists().collect(), start);
        let unknown = Topic::Products(Some(-1));
        for _ in 0..2 {
            assert_eq!(throttle.admit(vec![unknown], start), [unknown]);
        }
        // The intervals of the others have ended.
        let later = start + 2 * INTERVAL;
        assert_eq!(throttle.admit(vec![unknown], later), [unknown]);
        assert!(throttle.admit(vec![unknown], later).is_empty());
    }
}
