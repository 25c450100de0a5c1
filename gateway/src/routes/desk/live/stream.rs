//! `GET stream`.

use std::{pin::Pin, time::Duration};

use axum::{
    extract::State,
    response::{
        IntoResponse as _, Response,
        sse::{Event, Sse},
    },
};
use futures::stream;
use serde_json::json;
use time::OffsetDateTime;
use tokio::{
    sync::broadcast::error::RecvError,
    time::{Interval, MissedTickBehavior, Sleep},
};

use super::presence::people;
use crate::{
    desk::Member,
    error::ApiResult,
    layers::limits::LongLived,
    live::{OpenStream, Record, Update},
    openapi::ErrorResponse,
    state::AppState,
};

/// Interval of comments, so that proxies keep the connection.
const COMMENT_INTERVAL: Duration = Duration::from_secs(25);

/// Sends live updates as server-sent events: `change`, `presence`, `reload` and `ended`.
#[utoipa::path(get, path = "/stream", tag = "desk", security(("desk" = [])),
    responses((status = 200, content_type = "text/event-stream", body = String, description = "Events",
        example = "event: reload\ndata: {}\n\n"),
        ErrorResponse::<429>))]
pub(crate) async fn open_stream(State(state): State<AppState>, member: Member) -> ApiResult<Response> {
    let session = &member.session;
    let open = state.desk.live.open(session.user_id, session.family_id)?;
    let mut comments = tokio::time::interval(COMMENT_INTERVAL);
    comments.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let updates = Updates {
        expiry: Box::pin(tokio::time::sleep(until(session.expires_at))),
        open,
        comments,
        is_over: false,
        state,
        member,
    };
    let events = stream::unfold(updates, |mut updates| async {
        let event = updates.next().await?;
        Some((Ok::<_, std::convert::Infallible>(event), updates))
    });
    let mut response = Sse::new(events).into_response();
    response.extensions_mut().insert(LongLived);
    Ok(response)
}

fn until(time: OffsetDateTime) -> Duration {
    Duration::try_from(time - kit::clock::now()).unwrap_or_default()
}

/// The events of a stream.
struct Updates {
    state: AppState,
    member: Member,
    open: OpenStream,
    comments: Interval,
    expiry: Pin<Box<Sleep>>,
    /// Whether the last event was sent.
    is_over: bool,
}

impl Updates {
    /// Returns the next event; `None` at the end.
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        loop {
            let state = self.state.clone();
            let update = tokio::select! {
                update = self.open.updates.recv() => update,
                _ = self.comments.tick() => return Some(Event::default().comment("")),
                () = &mut self.expiry => return Some(self.last("ended")),
                () = state.desk.live.stopped() => return None,
            };
            let event = match update {
                Ok(update) => self.event(update).await,
                Err(RecvError::Lagged(_)) => Some(Event::default().event("reload").data("{}")),
                Err(RecvError::Closed) => return None,
            };
            if event.is_some() {
                return event;
            }
        }
    }

    /// Returns the event of an update; `None` if it is not for this stream.
    async fn event(&mut self, update: Update) -> Option<Event> {
        match update {
            Update::Changed(change) if self.may_read(&change.record) => {
                Event::default().event("change").json_data(&*change).ok()
            }
            Update::Presence(record) if self.may_read(&record) => {
                let people = people(&self.state, &self.member, &record).await;
                let data = json!({"kind": record.kind, "id": record.id, "people": people});
                Event::default().event("presence").json_data(data).ok()
            }
            Update::Ended(families) if families.contains(&self.member.session.family_id) => {
                Some(self.last("ended"))
            }
            Update::Renewed(family, time) if family == self.member.session.family_id => {
                let deadline = tokio::time::Instant::now() + until(time);
                self.expiry.as_mut().reset(deadline);
                None
            }
            // The end of the session may be among what was missed: the client connects again.
            Update::Missed => Some(self.last("reload")),
            Update::Changed(_) | Update::Presence(_) | Update::Ended(_) | Update::Renewed(..) => None,
        }
    }

    fn may_read(&self, record: &Record) -> bool {
        let user = self.member.session.user_id;
        self.member
            .role()
            .is_some_and(|role| record.is_readable_by(user, role))
    }

    /// Returns the last event.
    fn last(&mut self, name: &str) -> Event {
        self.is_over = true;
        Event::default().event(name).data("{}")
    }
}
