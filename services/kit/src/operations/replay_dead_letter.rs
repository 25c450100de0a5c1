//! Requests that the running service handles an event again.

use proto::common::v1::{ReplayDeadLetterRequest, ReplayDeadLetterResponse};
use serde_json::json;

use super::State;
use crate::{
    caller::StaffCaller,
    change::{self, Effect},
    domain::EventId,
    events::dead_letters,
    failure::{Code, Failure},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ReplayDeadLetterRequest,
) -> Result<ReplayDeadLetterResponse, Failure> {
    let event: EventId = request
        .event_id
        .parse()
        .map_err(|_| Failure::new(Code::NotFound))?;
    change::run(&state.pool, async |connection| {
        if dead_letters::request_replay(connection, Some(event)).await? == 0 {
            return Err(Failure::new(Code::NotFound));
        }
        let effect = Effect::audited(&actor, "ReplayDeadLetter", event.to_string(), json!({}));
        Ok(effect.with(ReplayDeadLetterResponse {}))
    })
    .await
}
