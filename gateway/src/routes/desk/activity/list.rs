//! `GET activity`.

use std::{cmp::Reverse, collections::BTreeMap, str::FromStr, time::Duration};

use axum::extract::State;
use kit::{
    cursor::Fingerprint,
    domain::InvalidId,
    failure::Code,
    validation::{FieldErrors, INVALID},
};
use prost_types::Timestamp;
use proto::common::v1::{AuditEntry, AuditPosition, ListAuditRequest, ListAuditResponse};
use serde_json::{Value, json};

use super::kind;
use crate::{
    convert::{self, Instant},
    desk::Member,
    envelope::DeskList,
    error::{ApiError, ApiResult},
    extract::{Filter, FilterDay, Limit, RecordId},
    people::{Names, Person},
    state::AppState,
};

/// Time limit for each service; one that takes longer is missing.
const TIMEOUT: Duration = Duration::from_millis(800);

/// The number of entries that means more.
const MAX_TOTAL: i64 = 10_001;

/// Position in the logs of all services: seconds and nanoseconds of the time, and the id.
type Position = (i64, i32, String);

/// Filter of staff calls.
#[filter]
#[derive(Clone)]
pub(crate) struct ActivityFilter {
    /// Id of the staff member, or `operator`.
    actor: Option<Actor>,
    /// Services, separated by commas.
    service: Vec<String>,
    /// Actions, separated by commas.
    action: Vec<String>,
    /// Kind of the record, such as `order`.
    kind: Option<String>,
    /// Number, code or id of the record.
    subject: String,
    /// First day.
    from: Option<FilterDay>,
    /// Last day.
    to: Option<FilterDay>,
    /// Cursor of the page before.
    cursor: String,
    /// 1 to 100, default 50.
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

impl ActivityFilter {
    /// Returns the filter with a page of it.
    pub(super) fn at(&self, cursor: String, limit: u32) -> Self {
        Self {
            cursor,
            limit: Limit(limit),
            ..self.clone()
        }
    }
}

/// The id of a staff member, or the operator.
#[derive(Clone)]
struct Actor(String);

impl FromStr for Actor {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        if text == kit::caller::OPERATOR {
            return Ok(Self(text.to_owned()));
        }
        text.parse().map(|id: RecordId| Self(id.to_string()))
    }
}

/// Query for each service.
struct Search {
    /// Empty = all.
    services: Vec<String>,
    kind: Option<String>,
    message: ListAuditRequest,
}

impl Search {
    fn new(errors: &mut FieldErrors, filter: ActivityFilter) -> Self {
        if let (Some(from), Some(to)) = (filter.from, filter.to) {
            errors.ensure(from <= to, "from", "FIELD.MIN_ABOVE_MAX");
        }
        let is_known = filter.kind.as_deref().is_none_or(kind::is_kind);
        errors.ensure(is_known, "kind", INVALID);
        Self {
            services: filter.service,
            kind: filter.kind,
            message: ListAuditRequest {
                actor: filter.actor.map(|Actor(actor)| actor).unwrap_or_default(),
                actions: filter.action,
                subject: filter.subject,
                from: filter.from.map(FilterDay::start),
                to: filter.to.and_then(FilterDay::end),
                limit: filter.limit.0,
                ..ListAuditRequest::default()
            },
        }
    }

    /// Returns the request to a service; `None` if it has no such entries.
    fn of(&self, service: &str) -> Option<ListAuditRequest> {
        if !self.services.is_empty() && !self.services.iter().any(|name| name == service) {
            return None;
        }
        let mut message = self.message.clone();
        if let Some(kind) = &self.kind {
            let actions = kind::actions_of(service, kind).into_iter().map(str::to_owned);
            let is_asked = |action: &String| message.actions.is_empty() || message.actions.contains(action);
            let actions: Vec<_> = actions.filter(is_asked).collect();
            if actions.is_empty() {
                return None;
            }
            message.actions = actions;
        }
        Some(message)
    }

    /// The fingerprint of the list, to which its cursors are bound.
    fn fingerprint(&self) -> Fingerprint {
        let message = &self.message;
        let seconds = |time: &Option<Timestamp>| time.as_ref().map(|time| time.seconds);
        let filter = json!([
            self.services,
            self.kind,
            message.actor,
            message.actions,
            message.subject,
            seconds(&message.from),
            seconds(&message.to)
        ]);
        Fingerprint::new(&format!("activity {filter}"))
    }
}

/// Lists the calls of the staff, newest first.
#[utoipa::path(get, path = "/activity", tag = "desk", params(ActivityFilter), security(("desk" = [])),
    responses((status = 200, body = DeskList<Activity>, description = "Calls, and the services that did not answer",
        example = json!(DeskList::new(vec![Activity::example()], String::new(), 1).with_missing(Vec::new())))))]
pub(crate) async fn list_activity(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<ActivityFilter>,
) -> ApiResult<DeskList<Activity>> {
    fetch(&state, &member, filter).await
}

/// Returns a page of calls.
pub(super) async fn fetch(
    state: &AppState,
    member: &Member,
    filter: ActivityFilter,
) -> ApiResult<DeskList<Activity>> {
    let mut errors = FieldErrors::default();
    let cursor = filter.cursor.clone();
    let mut search = Search::new(&mut errors, filter);
    let list = search.fingerprint();
    let position = errors.merge(list.decode::<Position>(&cursor)).flatten();
    errors.into_result()?;
    search.message.before = position.map(|(seconds, nanos, id)| AuditPosition {
        at: Some(Timestamp { seconds, nanos }),
        id,
    });

    let calls = state.clients.audits.iter().filter_map(|(service, client)| {
        let request = member.request(search.of(service)?);
        let mut client = client.clone();
        Some(async move {
            let response = tokio::time::timeout(TIMEOUT, client.list_audit(request)).await;
            (*service, response)
        })
    });
    let mut pages = Vec::new();
    let mut missing = Vec::new();
    for (service, response) in futures::future::join_all(calls).await {
        match response {
            Ok(Ok(response)) => pages.push((service, response.into_inner())),
            Ok(Err(status)) => match ApiError::from(status) {
                error if matches!(error.failure.code, Code::Unavailable | Code::Internal) => {
                    missing.push(service.to_owned());
                }
                error => return Err(error),
            },
            Err(_) => missing.push(service.to_owned()),
        }
    }
    let limit = usize::try_from(search.message.limit).unwrap_or(usize::MAX);
    let merged = merge(pages, limit);
    let next_cursor = match merged.entries.last() {
        Some((_, last)) if merged.has_more => {
            let (seconds, nanos) = at(last);
            list.encode(&(seconds, nanos, &last.id))?
        }
        _ => String::new(),
    };
    let actors = merged.entries.iter().map(|(_, entry)| entry.actor.as_str());
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, actors)
        .await;
    let entries = merged.entries.into_iter();
    let rows = entries.map(|(service, entry)| Activity::new(&names, service, entry));
    Ok(DeskList::new(rows.collect(), next_cursor, merged.total_records).with_missing(missing))
}

/// A page of all services.
struct Merged {
    /// Newest first.
    entries: Vec<(&'static str, AuditEntry)>,
    has_more: bool,
    total_records: i64,
}

/// Merges the pages of the services.
fn merge(pages: Vec<(&'static str, ListAuditResponse)>, limit: usize) -> Merged {
    let mut has_more = pages.iter().any(|(_, page)| page.has_more);
    let total: i64 = pages.iter().map(|(_, page)| page.total_records).sum();
    let mut entries: Vec<_> = pages
        .into_iter()
        .flat_map(|(service, page)| page.entries.into_iter().map(move |entry| (service, entry)))
        .collect();
    entries.sort_by_cached_key(|(_, entry)| Reverse((at(entry), entry.id.clone())));
    has_more |= entries.len() > limit;
    entries.truncate(limit);
    Merged {
        entries,
        has_more,
        total_records: total.min(MAX_TOTAL),
    }
}

fn at(entry: &AuditEntry) -> (i64, i32) {
    entry.at.as_ref().map_or((0, 0), |at| (at.seconds, at.nanos))
}

/// Record that a call was about.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ActivitySubject {
    /// Kind, such as `order`.
    kind: &'static str,
    /// Number, code or id; `*` = a list.
    id: String,
}

/// Staff call.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Activity {
    /// UUID.
    id: String,
    /// RFC 3339.
    at: Option<Instant>,
    /// Service.
    service: &'static str,
    /// The rpc, such as `UpdateOrderStatus`.
    action: String,
    /// Caller.
    actor: Option<Person>,
    /// Record.
    subject: ActivitySubject,
    /// Old and new values by field; personal ones are `["…","…"]`.
    changes: BTreeMap<String, [Value; 2]>,
}

impl Activity {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000701", "at": "2026-11-23T05:40:00Z", "service": "order",
            "action": "UpdateOrderStatus", "actor": Person::example(),
            "subject": {"kind": "order", "id": "SB-4K7Q2M0X"}, "changes": {"status": ["Pending", "Processing"]}})
    }

    /// Converts an entry of a service's audit log.
    pub(super) fn new(names: &Names, service: &'static str, entry: AuditEntry) -> Self {
        Self {
            subject: ActivitySubject {
                kind: kind::kind_of(service, &entry.action),
                id: entry.subject,
            },
            actor: names.person(&entry.actor),
            changes: changes(&entry.detail),
            id: entry.id,
            at: convert::moment(entry.at),
            service,
            action: entry.action,
        }
    }
}

/// Returns the pairs of old and new values; a detail may hold other facts, such as the filter of a list.
fn changes(detail: &str) -> BTreeMap<String, [Value; 2]> {
    let detail: BTreeMap<String, Value> = serde_json::from_str(detail).unwrap_or_default();
    let pairs = detail.into_iter();
    let pairs = pairs.filter_map(|(field, value)| Some((field, serde_json::from_value(value).ok()?)));
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(seconds: &[i64], has_more: bool) -> ListAuditResponse {
        ListAuditResponse {
            entries: seconds
                .iter()
                .map(|seconds| AuditEntry {
                    id: seconds.to_string(),
                    at: Some(Timestamp {
                        seconds: *seconds,
                        nanos: 0,
                    }),
                    ..AuditEntry::default()
                })
                .collect(),
            has_more,
            total_records: 6_000,
        }
    }

    #[test]
    fn merges_by_time_newest_first() {
        let merged = merge(
            vec![
                ("order", page(&[9, 5, 1], false)),
                ("inquiry", page(&[8, 7], false)),
            ],
            4,
        );
        let ids: Vec<_> = merged
            .entries
            .iter()
            .map(|(service, entry)| (*service, entry.id.as_str()))
            .collect();
        assert_eq!(
            ids,
            [("order", "9"), ("inquiry", "8"), ("inquiry", "7"), ("order", "5")]
        );
        assert!(merged.has_more);
        assert_eq!(merged.total_records, MAX_TOTAL);
        assert!(!merge(vec![("order", page(&[9], false))], 1).has_more);
        assert!(merge(vec![("order", page(&[9], true))], 1).has_more);
    }

    #[test]
    fn a_kind_selects_services_and_actions() {
        let search = |kind: &str, actions: &[&str]| Search {
            services: Vec::new(),
            kind: Some(kind.to_owned()),
            message: ListAuditRequest {
                actions: actions.iter().map(|action| (*action).to_owned()).collect(),
                ..ListAuditRequest::default()
            },
        };
        let offers = search("offer", &["SendOffer", "RecordPayment"]);
        let message = offers.of("inquiry").unwrap();
        assert_eq!(message.actions, ["SendOffer"]);
        assert!(offers.of("order").is_none());
        assert!(search("offer", &[]).of("inquiry").unwrap().actions.len() > 5);
    }

    #[test]
    fn changes_are_pairs_of_values() {
        let found = changes(r#"{"status":["Pending","Processing"],"limit":50,"assignee":[null,"x"]}"#);
        assert_eq!(
            json!(found),
            json!({"status": ["Pending", "Processing"], "assignee": [null, "x"]})
        );
        assert!(changes("[]").is_empty());
    }
}
