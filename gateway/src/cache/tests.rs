use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use kit::metrics::Metrics;
use tokio::sync::Notify;

use super::*;

const TTL: Duration = Duration::from_secs(5);
const TOPIC: Topic = Topic::Product(1);

/// A value of a given weight.
#[derive(Debug, PartialEq, Eq)]
struct Value(usize);

impl Weigh for Value {
    fn weight(&self) -> usize {
        self.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Failed;

impl IsTransient for Failed {
    fn is_transient(&self) -> bool {
        true
    }
}

fn cache(max_bytes: u64) -> Arc<Cache<i64, Value>> {
    let metrics = CacheMetrics::new(&Metrics::new("test"));
    let changes = Arc::new(Changes::new(TTL));
    Arc::new(Cache::new("test", max_bytes, &changes, &metrics))
}

/// Fetches a value that depends on [`TOPIC`].
async fn fetch(cache: &Cache<i64, Value>, key: i64, value: usize) -> usize {
    let fetched = cache
        .get_or_fetch(key, |_| vec![TOPIC], async || Ok::<_, Failed>(Value(value)))
        .await;
    fetched.unwrap().0
}

/// A fetch that waits until it is told to finish.
#[derive(Default)]
struct SlowFetch {
    started: Notify,
    finish: Notify,
    count: AtomicUsize,
}

impl SlowFetch {
    async fn run(&self, value: Result<usize, Failed>) -> Result<Value, Failed> {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.started.notify_one();
        self.finish.notified().await;
        value.map(Value)
    }

    /// Starts a request in another task and waits until its fetch begins.
    async fn start(
        self: &Arc<Self>,
        cache: &Arc<Cache<i64, Value>>,
        value: Result<usize, Failed>,
    ) -> tokio::task::JoinHandle<Result<usize, Failed>> {
        let request = self.request(cache, value);
        self.started.notified().await;
        request
    }

    /// Starts a request in another task.
    fn request(
        self: &Arc<Self>,
        cache: &Arc<Cache<i64, Value>>,
        value: Result<usize, Failed>,
    ) -> tokio::task::JoinHandle<Result<usize, Failed>> {
        let (slow, cache) = (Arc::clone(self), Arc::clone(cache));
        tokio::spawn(async move {
            let fetch = || slow.run(value.clone());
            let entry = cache.get_or_fetch(1, |_| vec![TOPIC], fetch).await?;
            Ok(entry.0)
        })
    }
}

#[tokio::test]
async fn fetches_a_value_once() {
    let cache = cache(1 << 20);
    assert_eq!(fetch(&cache, 1, 10).await, 10);
    assert_eq!(fetch(&cache, 1, 11).await, 10);
    assert_eq!(fetch(&cache, 2, 12).await, 12);
}

#[tokio::test(start_paused = true)]
async fn fetches_again_after_half_of_the_ttl() {
    let cache = cache(1 << 20);
    fetch(&cache, 1, 10).await;
    tokio::time::advance(TTL * 4 / 10).await;
    assert_eq!(fetch(&cache, 1, 11).await, 10);
    tokio::time::advance(TTL / 10).await;
    assert_eq!(fetch(&cache, 1, 12).await, 12);
}

#[tokio::test]
async fn fetches_again_after_a_change_of_the_value() {
    let cache = cache(1 << 20);
    fetch(&cache, 1, 10).await;
    cache.store.changes.record([Topic::Product(2)]);
    assert_eq!(fetch(&cache, 1, 11).await, 10);
    cache.store.changes.record([TOPIC]);
    assert_eq!(fetch(&cache, 1, 12).await, 12);
    assert_eq!(fetch(&cache, 1, 13).await, 12);
}

#[tokio::test]
async fn does_not_keep_a_value_fetched_during_a_change() {
    let cache = cache(1 << 20);
    let slow = Arc::<SlowFetch>::default();
    let request = slow.start(&cache, Ok(10)).await;
    cache.store.changes.record([TOPIC]);
    slow.finish.notify_one();
    // The request began before the change.
    assert_eq!(request.await.unwrap(), Ok(10));
    assert_eq!(fetch(&cache, 1, 11).await, 11);
}

#[tokio::test]
async fn concurrent_requests_share_a_fetch() {
    let cache = cache(1 << 20);
    let slow = Arc::<SlowFetch>::default();
    let first = slow.start(&cache, Ok(10)).await;
    let others: Vec<_> = (0..8).map(|_| slow.request(&cache, Ok(11))).collect();
    tokio::task::yield_now().await;
    slow.finish.notify_one();
    assert_eq!(first.await.unwrap(), Ok(10));
    for other in others {
        assert_eq!(other.await.unwrap(), Ok(10));
    }
    assert_eq!(slow.count.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_request_after_a_change_does_not_get_a_value_fetched_before_it() {
    let cache = cache(1 << 20);
    let slow = Arc::<SlowFetch>::default();
    let before = slow.start(&cache, Ok(10)).await;
    cache.store.changes.record([TOPIC]);
    let after = slow.request(&cache, Ok(11));
    tokio::task::yield_now().await;
    slow.finish.notify_one();
    assert_eq!(before.await.unwrap(), Ok(10));
    slow.started.notified().await;
    slow.finish.notify_one();
    assert_eq!(after.await.unwrap(), Ok(11));
    assert_eq!(fetch(&cache, 1, 12).await, 11);
}

#[tokio::test]
async fn a_request_fetches_for_itself_if_the_shared_fetch_fails() {
    let cache = cache(1 << 20);
    let slow = Arc::<SlowFetch>::default();
    let failing = slow.start(&cache, Err(Failed)).await;
    let other = slow.request(&cache, Ok(11));
    tokio::task::yield_now().await;
    slow.finish.notify_one();
    assert_eq!(failing.await.unwrap(), Err(Failed));
    slow.started.notified().await;
    slow.finish.notify_one();
    assert_eq!(other.await.unwrap(), Ok(11));
}

#[tokio::test]
async fn a_request_fetches_for_itself_if_the_first_one_is_cancelled() {
    let cache = cache(1 << 20);
    let slow = Arc::<SlowFetch>::default();
    let first = slow.start(&cache, Ok(10)).await;
    let other = slow.request(&cache, Ok(11));
    tokio::task::yield_now().await;
    first.abort();
    slow.started.notified().await;
    slow.finish.notify_one();
    assert_eq!(other.await.unwrap(), Ok(11));
}

#[tokio::test]
async fn holds_at_most_its_size() {
    let cache = cache(100 * 1024);
    for key in 0..1000 {
        fetch(&cache, key, 1024).await;
    }
    cache.store.entries.run_pending_tasks().await;
    assert!(cache.store.entries.weighted_size() <= 100 * 1024);
    assert!(cache.store.entries.entry_count() > 50);
}

#[tokio::test]
async fn does_not_keep_a_value_that_takes_a_quarter_of_the_cache() {
    let cache = cache(100 * 1024);
    fetch(&cache, 1, 30 * 1024).await;
    assert_eq!(fetch(&cache, 1, 20 * 1024).await, 20 * 1024);
    assert_eq!(fetch(&cache, 1, 1).await, 20 * 1024);
}

#[tokio::test]
async fn values_requested_once_do_not_displace_those_requested_often() {
    let cache = cache(100 * 1024);
    for _ in 0..20 {
        for hot in 0..40 {
            fetch(&cache, hot, 1024).await;
        }
    }
    for once in 1000..11_000 {
        fetch(&cache, once, 1024).await;
        if once % 100 == 0 {
            for hot in 0..40 {
                fetch(&cache, hot, 1024).await;
            }
        }
    }
    cache.store.entries.run_pending_tasks().await;
    let kept = (0..40)
        .filter(|hot: &i64| cache.store.entries.contains_key(&hot.into_bytes()))
        .count();
    assert!(kept >= 38, "{kept} of 40");
}

#[tokio::test(start_paused = true)]
async fn serves_a_value_beyond_its_age_while_the_service_does_not_answer() {
    let cache = cache(1 << 20);
    let failing = async |key| {
        let fetch = async || Err::<Value, _>(Failed);
        cache.get_or_fetch(key, |_| vec![TOPIC], fetch).await
    };
    assert!(failing(1).await.is_err());
    fetch(&cache, 1, 10).await;
    let is_stale = |entry: &Entry<Value>| entry.provenance.stale_since().is_some();
    // Fresh, too old, and changed.
    assert!(!is_stale(&failing(1).await.unwrap()));
    tokio::time::advance(Duration::from_mins(10)).await;
    let entry = failing(1).await.unwrap();
    assert_eq!((entry.0, is_stale(&entry)), (10, true));
    cache.store.changes.record([TOPIC]);
    let again = failing(1).await.unwrap();
    assert_eq!(again.0, 10);
    // The age is that of the value, however often it is served.
    assert_eq!(again.provenance.stale_since(), entry.provenance.stale_since());
    assert!(failing(2).await.is_err());
    // A value that is served as stale is soon asked for again.
    tokio::time::advance(TTL).await;
    assert_eq!(fetch(&cache, 1, 11).await, 11);
}

#[tokio::test]
async fn answers_of_a_copy_are_stale_and_live_briefly() {
    let since = kit::clock::now() - time::Duration::minutes(5);
    let mut response = tonic::Response::new(Value(10));
    let seconds = since.unix_timestamp().to_string().parse().unwrap();
    response.metadata_mut().insert(kit::copies::STALE_SINCE, seconds);
    let cache = cache(1 << 20);
    let entry = Entry::new(Fetched::of(response), vec![TOPIC], cache.store.changes.now());
    let known = entry.provenance.stale_since().unwrap();
    assert_eq!(known.unix_timestamp(), since.unix_timestamp());
    let current = Entry::new(Fetched::from(Value(1)), vec![TOPIC], cache.store.changes.now());
    let both = current.provenance.and(&entry.provenance);
    assert_eq!(both.stale_since(), Some(known));
}

#[tokio::test(start_paused = true)]
async fn a_value_that_lacks_changes_lives_briefly() {
    let cache = cache(1 << 20);
    let fetch_behind = async |value| {
        let fetched = async || {
            let fetched = Fetched::from(Value(value));
            Ok::<_, Failed>(fetched.with_lifetime(Some(TTL / 5)))
        };
        cache.get_or_fetch(1, |_| vec![TOPIC], fetched).await.unwrap().0
    };
    assert_eq!(fetch_behind(10).await, 10);
    assert_eq!(fetch_behind(11).await, 10);
    tokio::time::advance(TTL / 5).await;
    assert_eq!(fetch_behind(12).await, 12);
}
