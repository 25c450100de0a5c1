//! Removes the factors, recovery codes, devices and sessions of a member, who enrols at the next sign-in.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    staff::StaffRole,
};
use proto::account::v1::{ResetSecondFactorRequest, ResetSecondFactorResponse};

use super::{super::desk, State, conflict, member, to_staff};
use crate::{
    events::{self, publish_ended},
    store::{self, team::Member},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ResetSecondFactorRequest,
) -> Result<ResetSecondFactorResponse, Failure> {
    let member = change::run(&state.pool, async |connection| {
        store::team::lock(connection).await?;
        let id = &request.user_id;
        let Member { user, role, .. } = member(connection, id).await?;
        if role == StaffRole::Owner && actor.user() == Some(user) {
            return Err(conflict("STAFF.SELF"));
        }
        store::staff::lock(connection, user).await?;
        store::team::reset_second_factor(connection, user).await?;
        let ended = store::desk_session::end_all(connection, user, true).await?;
        publish_ended(connection, ended).await?;
        let event = events::second_factor_reset(user, &actor);
        kit::events::append(connection, &event).await?;
        desk::request_enrolment_link::send(connection, user).await?;
        let subject = user.to_string();
        let effect = Effect::audited(&actor, "ResetSecondFactor", subject, serde_json::json!({}));
        Ok(effect.with(member(connection, id).await?))
    })
    .await?;
    Ok(ResetSecondFactorResponse {
        staff: to_staff(state, vec![member]).await.pop(),
    })
}
