//! `GET dead-letters` and `POST dead-letters/{service}/{id}/replay`.

use std::cmp::Reverse;

use axum::extract::{Path, State};
use kit::{
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID},
};
use proto::common::v1::{self as common, ListDeadLettersRequest, ReplayDeadLetterRequest};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::Member,
    envelope::{Acknowledgement, DeskList},
    error::ApiResult,
    extract::{Filter, NoFields, RecordId},
    routes::desk::part,
    state::AppState,
};

/// Filter of dead letters.
#[filter]
pub(crate) struct DeadLetterFilter {
    /// Service; by default all.
    service: String,
}

/// Event that failed for good.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeadLetter {
    /// Service.
    service: &'static str,
    /// UUID of the event.
    id: String,
    /// Subject of the event.
    subject: String,
    /// Consumer.
    consumer: String,
    /// The last error, without values.
    reason: String,
    /// RFC 3339.
    at: Option<Instant>,
}

impl DeadLetter {
    /// The OpenAPI example.
    fn example() -> Value {
        json!({"service": "inquiry", "id": "01936b2e-7c00-7000-8000-000000000901",
            "subject": "storefront.order.created", "consumer": "inquiry-win-quote",
            "reason": "rejected: the order has ended", "at": "2026-11-23T10:14:00Z"})
    }

    fn new(service: &'static str, letter: common::DeadLetter) -> Self {
        Self {
            service,
            id: letter.event_id,
            subject: letter.subject,
            consumer: letter.consumer,
            reason: letter.reason,
            at: convert::moment(letter.at),
        }
    }
}

/// Lists the events that failed for good, newest first, at most 1,000 of each service, without those that wait for a replay.
#[utoipa::path(get, path = "/dead-letters", tag = "desk", params(DeadLetterFilter), security(("desk" = [])),
    responses((status = 200, body = DeskList<DeadLetter>, description = "Events, and the services that did not answer",
        example = json!(DeskList::new(vec![DeadLetter::example()], String::new(), 1).with_missing(Vec::new())))))]
pub(crate) async fn list_dead_letters(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<DeadLetterFilter>,
) -> ApiResult<DeskList<DeadLetter>> {
    let services = &state.clients.dead_letters;
    let mut errors = FieldErrors::default();
    let is_selected = |service: &str| filter.service.is_empty() || filter.service == service;
    let is_known = services.iter().any(|(service, _)| is_selected(service));
    errors.ensure(is_known, "service", INVALID);
    errors.into_result()?;
    let calls = services.iter().filter(|(service, _)| is_selected(service));
    let calls = calls.map(|(service, client)| {
        let request = member.request(ListDeadLettersRequest {});
        let mut client = client.clone();
        async move { (*service, part(service, client.list_dead_letters(request)).await) }
    });
    let mut letters = Vec::new();
    let mut missing = Vec::new();
    for (service, response) in futures::future::join_all(calls).await {
        match response {
            Some(response) => letters.extend(
                response
                    .dead_letters
                    .into_iter()
                    .map(|letter| DeadLetter::new(service, letter)),
            ),
            None => missing.push(service.to_owned()),
        }
    }
    // RFC 3339 in UTC sorts by time.
    letters.sort_by_cached_key(|letter| Reverse((letter.at.clone(), letter.id.clone())));
    let total = i64::try_from(letters.len()).unwrap_or(i64::MAX);
    Ok(DeskList::new(letters, String::new(), total).with_missing(missing))
}

/// Has a service handle an event again. If it fails again, it comes back to the list.
#[utoipa::path(post, path = "/dead-letters/{service}/{id}/replay", tag = "desk",
    params(("service" = String, Path, description = "Service"), ("id" = String, Path, description = "UUID of the event")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Replay requested",
        example = json!(Acknowledgement::success()))))]
pub(crate) async fn replay_dead_letter(
    State(state): State<AppState>,
    member: Member,
    Path((service, id)): Path<(String, String)>,
    _: NoFields,
) -> ApiResult<Acknowledgement> {
    let unknown = || Failure::new(Code::NotFound);
    let id: RecordId = id.parse().map_err(|_| unknown())?;
    let mut clients = state.clients.dead_letters.iter();
    let (_, client) = clients.find(|(known, _)| *known == service).ok_or_else(unknown)?;
    let request = member.request(ReplayDeadLetterRequest {
        event_id: id.to_string(),
    });
    client.clone().replay_dead_letter(request).await?;
    Ok(Acknowledgement::success())
}
