//! `GET notices`, `GET notices/count` and `POST notices/read`.

use axum::extract::State;
use kit::{
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use proto::notification::v1::{CountNoticesRequest, ListNoticesRequest, ReadNoticesRequest};
use serde_json::json;

use super::notice::{Notice, NoticeCount};
use crate::{
    convert::{Instant, parse_rfc3339},
    desk::Member,
    envelope::{DeskList, Envelope},
    error::ApiResult,
    extract::{Filter, Json, Limit, Optional},
    state::AppState,
};

/// Filter of notices.
#[filter]
pub(crate) struct NoticeFilter {
    /// Whether only unread ones are listed.
    unread: Option<bool>,
    /// Cursor of the page before.
    cursor: String,
    /// 1 to 100, default 50.
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// Notices that were read.
#[request]
#[derive(Debug, Default)]
pub(crate) struct ReadNotices {
    /// UUIDs, at most 100.
    ids: Optional<Vec<String>>,
    /// Whether all notices up to `until` were read.
    all: Optional<bool>,
    /// RFC 3339: time of the newest notice that was shown.
    until: Optional<Instant>,
}

impl ReadNotices {
    fn into_message(self) -> Result<ReadNoticesRequest, Failure> {
        let mut errors = FieldErrors::default();
        let ids = self.ids.optional(&mut errors, "ids").unwrap_or_default();
        let is_all = self.all.optional(&mut errors, "all").unwrap_or_default();
        let until = if is_all {
            self.until.required(&mut errors, "until")
        } else {
            None
        };
        let until = until.and_then(|text| errors.check("until", parse_rfc3339(&text).ok_or(INVALID)));
        errors.finish(Some(ReadNoticesRequest { ids, until }))
    }
}

/// Lists the member's own notices of the last 30 days, newest first.
#[utoipa::path(get, path = "/notices", tag = "desk", params(NoticeFilter), security(("desk" = [])),
    responses((status = 200, body = DeskList<Notice>, description = "Notices",
        example = json!(DeskList::new(vec![Notice::example()], String::new(), 1)))))]
pub(crate) async fn list_notices(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<NoticeFilter>,
) -> ApiResult<DeskList<Notice>> {
    let request = member.request(ListNoticesRequest {
        cursor: filter.cursor,
        limit: filter.limit.0,
        unread: filter.unread.unwrap_or_default(),
    });
    let mut client = state.clients.notification.clone();
    let response = client.list_notices(request).await?.into_inner();
    let actors = response.notices.iter().map(|notice| notice.actor.as_str());
    let people = &state.desk.people;
    let names = people.names(&state.clients, &member.caller, actors).await;
    let notices = response.notices.into_iter();
    let notices = notices.map(|notice| Notice::new(notice, &names)).collect();
    Ok(DeskList::new(
        notices,
        response.next_cursor,
        response.total_records,
    ))
}

/// Counts the member's own unread notices.
#[utoipa::path(get, path = "/notices/count", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<NoticeCount>, description = "Number",
        example = json!(Envelope::new(json!({"unread": 2}))))))]
pub(crate) async fn count_notices(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<NoticeCount>> {
    let mut client = state.clients.notification.clone();
    let response = client
        .count_notices(member.request(CountNoticesRequest {}))
        .await?;
    let unread = response.into_inner().unread;
    Ok(Envelope::new(NoticeCount { unread }))
}

/// Marks the member's own notices as read: the named ones, or all up to a time.
#[utoipa::path(post, path = "/notices/read", tag = "desk",
    request_body(content = ReadNotices, example = json!({"all": true, "until": "2026-11-23T10:40:00Z"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<NoticeCount>, description = "Number that is still unread",
        example = json!(Envelope::new(json!({"unread": 0}))))))]
pub(crate) async fn read_notices(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<ReadNotices>,
) -> ApiResult<Envelope<NoticeCount>> {
    let request = member.request(body.into_message()?);
    let response = state.clients.notification.clone().read_notices(request).await?;
    let unread = response.into_inner().unread;
    Ok(Envelope::new(NoticeCount { unread }))
}
