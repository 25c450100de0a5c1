//! Sends an invitation again; its earlier link is dead.

use kit::{
    audit,
    caller::{Actor, StaffCaller},
    failure::Failure,
    idempotency::{Attempt, Started},
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
    let attempt = Attempt::new(&actor, operation, &request.idempotency_key, &request);
    let mut transaction = kit::database::begin(&state.pool).await?;
    if attempt.start(&mut transaction).await? == Started::New {
        store::team::lock(&mut transaction).await?;
        let present = member(&mut transaction, &request.user_id).await?;
        resend(&mut transaction, &present, &actor).await?;
        attempt.finish(&mut transaction, &request.user_id).await?;
    }
    let member = member(&mut transaction, &request.user_id).await?;
    transaction.commit().await?;
    Ok(ResendInvitationResponse {
        staff: to_staff(state, vec![member]).await.pop(),
    })
}

async fn resend(connection: &mut PgConnection, present: &Member, actor: &Actor) -> Result<(), Failure> {
    let user = present.user;
    let invitation = store::team::renew_invitation(connection, user)
        .await?
        .ok_or_else(|| conflict("STAFF.NOT_INVITED"))?;
    let event = events::staff_invited(invitation, user, present.role, actor);
    kit::events::append(connection, &event).await?;
    let detail = serde_json::json!({});
    audit::record(connection, actor, "ResendInvitation", &user.to_string(), detail).await?;
    Ok(())
}
