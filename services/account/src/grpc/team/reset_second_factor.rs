//! Removes the factors, recovery codes, devices and sessions of a member, who enrols at the next sign-in.

use kit::{audit, caller::StaffCaller, failure::Failure, staff::StaffRole};
use proto::account::v1::{ResetSecondFactorRequest, ResetSecondFactorResponse};

use super::{State, conflict, member, to_staff};
use crate::{
    events::{self, publish_ended},
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ResetSecondFactorRequest,
) -> Result<ResetSecondFactorResponse, Failure> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    store::team::lock(&mut transaction).await?;
    let id = &request.user_id;
    let present = member(&mut transaction, id).await?;
    if present.role == StaffRole::Owner && actor.user() == Some(present.user) {
        return Err(conflict("STAFF.SELF"));
    }
    store::staff::lock(&mut transaction, present.user).await?;
    store::team::reset_second_factor(&mut transaction, present.user).await?;
    let ended = store::desk_session::end_all(&mut transaction, present.user).await?;
    publish_ended(&mut transaction, ended).await?;
    let event = events::second_factor_reset(present.user, &actor);
    kit::events::append(&mut transaction, &event).await?;
    let (subject, detail) = (present.user.to_string(), serde_json::json!({}));
    audit::record(&mut transaction, &actor, "ResetSecondFactor", &subject, detail).await?;
    let member = member(&mut transaction, id).await?;
    transaction.commit().await?;
    Ok(ResetSecondFactorResponse {
        staff: to_staff(state, vec![member]).await.pop(),
    })
}
