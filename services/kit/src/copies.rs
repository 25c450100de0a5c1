//! Answers to reads while the database is away.
//!
//! Such an answer is the last one to the same request, or one that a service makes of data of its own, as `catalog` does of its
//! search index. Its response names the time of its data in the metadata [`STALE_SINCE`]. Visitors and customers get these
//! answers; services and staff, who sell by the data and change it, get the error.

use std::{
    cell::Cell,
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderValue, Response};
use prost::Message;
use time::OffsetDateTime;
use tonic::{body::Body, metadata::MetadataMap};

use crate::{
    caller::{Caller, CallerKind},
    clock,
    failure::{Code, Failure},
    grpc::deadline,
};

/// Metadata key of the time of an answer's data, in seconds since 1970, if the database is away.
pub const STALE_SINCE: &str = "x-stale-since";

/// Maximum age of a kept answer.
pub const MAX_AGE: Duration = Duration::from_hours(24);

/// Maximum memory of the kept answers, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Memory of a kept answer besides its request and its message, in bytes.
const OVERHEAD: usize = 256;

/// Least time of a request that is left for an answer from the copy if the database is slow.
const MIN_MARGIN: Duration = Duration::from_millis(60);

tokio::task_local! {
    /// Time of the oldest data in the response to the current request.
    static MARK: Cell<Option<OffsetDateTime>>;
}

/// Whether the database answers, by the latest health check. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct DatabaseStatus(Arc<Times>);

/// Seconds since 1970; 0 = never.
#[derive(Debug, Default)]
struct Times {
    away_since: AtomicI64,
    failed_at: AtomicI64,
}

impl DatabaseStatus {
    /// Returns since when the database does not answer; `None` if it answers.
    pub fn away_since(&self) -> Option<OffsetDateTime> {
        time_of(&self.0.away_since)
    }

    /// Whether a connection of this age was opened before the latest outage ended, so that the server may have closed it.
    pub(crate) fn is_outdated(&self, age: Duration) -> bool {
        time_of(&self.0.failed_at).is_some_and(|failed_at| clock::now() - age <= failed_at)
    }

    /// Records a check. Returns whether that changes the status.
    pub(crate) fn set(&self, answers: bool) -> bool {
        let now = clock::now().unix_timestamp();
        if answers {
            return self.0.away_since.swap(0, Ordering::Relaxed) != 0;
        }
        // Rounded up, so that it is not before a connection of the same second.
        self.0.failed_at.store(now + 1, Ordering::Relaxed);
        self.0
            .away_since
            .compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }
}

fn time_of(seconds: &AtomicI64) -> Option<OffsetDateTime> {
    match seconds.load(Ordering::Relaxed) {
        0 => None,
        seconds => OffsetDateTime::from_unix_timestamp(seconds).ok(),
    }
}

/// The answers of a service to reads while its database is away. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ReadCopy {
    database: DatabaseStatus,
    answers: moka::sync::Cache<Request, Answer>,
}

impl Default for ReadCopy {
    /// Creates a copy of a database that answers.
    fn default() -> Self {
        Self::new(DatabaseStatus::default())
    }
}

/// Name of an rpc, and its encoded request.
type Request = (&'static str, Box<[u8]>);

#[derive(Debug, Clone)]
struct Answer {
    message: Bytes,
    at: OffsetDateTime,
}

impl ReadCopy {
    /// Creates a copy without answers.
    pub fn new(database: DatabaseStatus) -> Self {
        let answers = moka::sync::Cache::<Request, Answer>::builder()
            .max_capacity(MAX_BYTES)
            .weigher(|(_, request), answer| {
                u32::try_from(request.len() + answer.message.len() + OVERHEAD).unwrap_or(u32::MAX)
            })
            .time_to_live(MAX_AGE)
            .build();
        Self { database, answers }
    }

    /// Whether an answer is kept.
    pub fn has_answers(&self) -> bool {
        self.answers.iter().next().is_some()
    }

    /// Reads, or awaits the copy if the database is away or would answer after the deadline. `copy` returns `None` if it has no
    /// answer.
    ///
    /// # Errors
    ///
    /// Fails as `read`, and as unavailable if there is no copy.
    pub async fn read<T>(
        &self,
        caller: &Caller,
        read: impl Future<Output = Result<T, Failure>>,
        copy: impl Future<Output = Option<T>>,
    ) -> Result<T, Failure> {
        if !may_be_stale(caller) {
            return read.await;
        }
        match self.attempt(read).await {
            Err(failure) if failure.code == Code::Unavailable => {
                let Some(copied) = copy.await else {
                    return Err(failure);
                };
                mark(self.database.away_since().unwrap_or_else(clock::now));
                Ok(copied)
            }
            result => result,
        }
    }

    /// Keeps the answer to a request, as if it had been asked.
    pub fn keep(&self, rpc: &'static str, request: &impl Message, response: &impl Message) {
        self.insert((rpc, request.encode_to_vec().into()), response);
    }

    fn insert(&self, request: Request, response: &impl Message) {
        let answer = Answer {
            message: response.encode_to_vec().into(),
            at: clock::now(),
        };
        self.answers.insert(request, answer);
    }

    /// Reads within the time of the request; fails at once while the database is away.
    async fn attempt<T>(&self, read: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
        if self.database.away_since().is_some() {
            return Err(Failure::new(Code::Unavailable).with_source("the database is away"));
        }
        let Some(left) = deadline::remaining() else {
            return read.await;
        };
        tokio::time::timeout(time_to_read(left), read)
            .await
            .unwrap_or_else(|_| Err(Failure::new(Code::Unavailable).with_source("the read timed out")))
    }
}

/// Calls a handler, and keeps its answer to the request or returns the kept one if the database is away. Used by
/// [`crate::rpcs!`].
///
/// # Errors
///
/// Fails as the handler, and as unavailable if no answer is kept.
pub async fn answer<Req, Res, F>(
    copy: &ReadCopy,
    rpc: &'static str,
    caller: Caller,
    request: Req,
    handle: impl FnOnce(Caller, Req) -> F,
) -> Result<Res, Failure>
where
    Req: Message,
    Res: Message + Default,
    F: Future<Output = Result<Res, Failure>>,
{
    if !may_be_stale(&caller) {
        return handle(caller, request).await;
    }
    let key = (rpc, request.encode_to_vec().into_boxed_slice());
    match copy.attempt(handle(caller, request)).await {
        Ok(response) => {
            copy.insert(key, &response);
            Ok(response)
        }
        Err(failure) if failure.code == Code::Unavailable => {
            let kept = copy.answers.get(&key);
            let decoded = kept.and_then(|kept| Some((Res::decode(kept.message).ok()?, kept.at)));
            let Some((response, at)) = decoded else {
                return Err(failure);
            };
            mark(at);
            Ok(response)
        }
        Err(failure) => Err(failure),
    }
}

/// Returns the time of the data of a response, if its service answered from a copy.
pub fn stale_since(metadata: &MetadataMap) -> Option<OffsetDateTime> {
    let seconds = metadata.get(STALE_SINCE)?.to_str().ok()?.parse().ok()?;
    OffsetDateTime::from_unix_timestamp(seconds).ok()
}

/// Runs a handler, and names the time of its data in the response's headers if it answered from a copy.
pub(crate) async fn with_mark(handler: impl Future<Output = Response<Body>>) -> Response<Body> {
    let (mut response, stale_since) = marked(handler).await;
    if let Some(at) = stale_since {
        let seconds = HeaderValue::from(at.unix_timestamp());
        response.headers_mut().insert(STALE_SINCE, seconds);
    }
    response
}

/// Runs a handler; returns its response with the time of the oldest data that [`mark`] noted for it.
pub async fn marked<T>(handler: impl Future<Output = T>) -> (T, Option<OffsetDateTime>) {
    let marked = async {
        let response = handler.await;
        (response, MARK.with(Cell::get))
    };
    MARK.scope(Cell::new(None), marked).await
}

/// Notes that the response to the current request has data of this time, or older.
pub fn mark(at: OffsetDateTime) {
    // Without a request, as in a task in the background, there is no response to mark.
    let _ = MARK.try_with(|mark| mark.set(Some(mark.get().map_or(at, |other| other.min(at)))));
}

/// Returns how long a read may wait for the database: of the rest of the request's time all but a fifth, as processors are often busy
/// too where the database is slow.
fn time_to_read(left: Duration) -> Duration {
    left.saturating_sub(MIN_MARGIN.max(left / 5))
}

/// Whether a caller gets answers from the copy.
const fn may_be_stale(caller: &Caller) -> bool {
    matches!(caller.kind, CallerKind::Anonymous | CallerKind::Customer(_))
}

#[cfg(test)]
mod tests {
    use proto::cart::v1::{GetCartRequest, GetCartResponse};

    use super::*;
    use crate::domain::Language;

    fn away() -> ReadCopy {
        let copy = ReadCopy::new(DatabaseStatus::default());
        copy.database.set(false);
        copy
    }

    #[tokio::test]
    async fn reads_from_the_copy_without_trying_while_the_database_is_away() {
        let copy = away();
        let visitor = Caller::anonymous(Language::Az);
        let untouched = async { unreachable!("the database is away") };
        assert_eq!(
            copy.read(&visitor, untouched, async { Some(7) }).await.unwrap(),
            7
        );
        let missing = copy.read(&visitor, async { Ok(1) }, async { None }).await;
        assert_eq!(missing.unwrap_err().code, Code::Unavailable);
        copy.database.set(true);
        assert_eq!(
            copy.read(&visitor, async { Ok(1) }, async { Some(7) })
                .await
                .unwrap(),
            1
        );
    }

    #[tokio::test]
    async fn services_get_no_answers_from_the_copy() {
        let service = Caller {
            kind: CallerKind::Service("order".to_owned()),
            language: Language::Az,
        };
        let failed = async || Err::<i32, _>(Failure::new(Code::Unavailable));
        let read = away().read(&service, failed(), async { Some(7) }).await;
        assert_eq!(read.unwrap_err().code, Code::Unavailable);
    }

    #[tokio::test(start_paused = true)]
    async fn a_late_database_is_answered_for_before_the_deadline() {
        let copy = ReadCopy::new(DatabaseStatus::default());
        let visitor = Caller::anonymous(Language::Az);
        let read = copy.read(&visitor, std::future::pending(), async { Some(7) });
        let read = deadline::with_timeout(Duration::from_secs(1), read);
        let answered = tokio::time::timeout(Duration::from_secs(1), read).await;
        assert_eq!(answered.unwrap().unwrap(), 7);
    }

    #[test]
    fn a_fifth_of_the_time_is_left_for_the_copy() {
        let milliseconds = |left| time_to_read(Duration::from_millis(left)).as_millis();
        assert_eq!([2_000, 300, 100, 50].map(milliseconds), [1_600, 240, 40, 0]);
    }

    #[tokio::test]
    async fn keeps_the_last_answer_by_request_and_marks_it() {
        let copy = ReadCopy::new(DatabaseStatus::default());
        let visitor = || Caller::anonymous(Language::Az);
        let ask = async |result: Result<GetCartResponse, Failure>| {
            answer(&copy, "get_cart", visitor(), GetCartRequest {}, |_, _| async {
                result
            })
            .await
        };
        let failed = || Err(Failure::new(Code::Unavailable));
        assert!(ask(failed()).await.is_err());
        assert!(!copy.has_answers());
        ask(Ok(GetCartResponse::default())).await.unwrap();
        assert!(copy.has_answers());
        let response = with_mark(async {
            ask(failed()).await.unwrap();
            Response::new(Body::empty())
        });
        let headers = response.await.headers().clone();
        assert!(stale_since(&MetadataMap::from_headers(headers)).is_some());
        let fresh = with_mark(async {
            ask(Ok(GetCartResponse::default())).await.unwrap();
            Response::new(Body::empty())
        });
        assert!(!fresh.await.headers().contains_key(STALE_SINCE));
        let refused = ask(Err(Failure::new(Code::NotFound))).await;
        assert_eq!(refused.unwrap_err().code, Code::NotFound);
    }

    #[test]
    fn connections_of_before_an_outage_are_outdated() {
        let status = DatabaseStatus::default();
        assert!(!status.is_outdated(Duration::from_mins(5)));
        assert!(status.set(false));
        assert!(!status.set(false));
        assert!(status.set(true));
        assert_eq!(status.away_since(), None);
        assert!(status.is_outdated(Duration::from_mins(5)));
    }
}
