//! Sends an invitation again; its earlier link is dead.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::Failure,
};
use proto::account::v1::{ResendInvitationRequest, ResendInvitationResponse};
use sqlx::PgConnection;

use super::{State, conflict, member, to_staff};
use crate::{
    events,
    store::{self, team::Member},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ResendInvitationRequest,
) -> Result<ResendInvitationResponse, Failure> {
    let operation = format!("ResendInvitation {}", request.user_id);
    let member = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| {
                store::team::lock(connection).await?;
                member(connection, &request.user_id).await
            },
            async |connection, present| resend(connection, &present, &actor).await,
            async |connection, _| member(connection, &request.user_id).await,
        )
        .await?;
    Ok(ResendInvitationResponse {
        staff: to_staff(state, vec![member]).await.pop(),
    })
}

async fn resend(connection: &mut PgConnection, present: &Member, actor: &Actor) -> Result<Effect, Failure> {
    let user = present.user;
    let invitation = store::team::renew_invitation(connection, user)
        .await?
        .ok_or_else(|| conflict("STAFF.NOT_INVITED"))?;
    let event = events::staff_invited(invitation, user, present.role, actor);
    kit::events::append(connection, &event).await?;
    let detail = serde_json::json!({});
    Ok(Effect::audited(
        actor,
        "ResendInvitation",
        user.to_string(),
        detail,
    ))
}
