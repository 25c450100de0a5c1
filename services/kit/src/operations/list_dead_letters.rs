//! Returns the dead letters that do not wait for a replay.

use proto::common::v1::{self as wire, ListDeadLettersRequest, ListDeadLettersResponse};

use super::State;
use crate::{
    caller::StaffCaller,
    convert::timestamp,
    events::dead_letters::{self, DeadLetter},
    failure::Failure,
};

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    _: ListDeadLettersRequest,
) -> Result<ListDeadLettersResponse, Failure> {
    let letters = dead_letters::list(&state.pool).await?.into_iter().rev();
    let waiting = letters.filter(|letter| !letter.is_replaying);
    Ok(ListDeadLettersResponse {
        dead_letters: waiting.map(Into::into).collect(),
    })
}

impl From<DeadLetter> for wire::DeadLetter {
    fn from(letter: DeadLetter) -> Self {
        Self {
            event_id: letter.event_id.to_string(),
            subject: letter.subject,
            consumer: letter.consumer,
            reason: letter.reason,
            at: Some(timestamp(letter.dead_lettered_at)),
        }
    }
}
