//! The rpcs of the team: invitations, roles and names.

mod accept_invitation;
mod convert;
mod end_staff_sessions;
mod get_staff_member;
mod invite_staff;
mod issue_invitation_token;
mod list_staff;
mod list_staff_names;
mod remove_staff;
mod resend_invitation;
mod reset_second_factor;
#[cfg(test)]
mod tests;
mod update_staff;
mod view_invitation;

use kit::{
    caller::{Actor, Caller},
    domain::UserId,
    failure::{Code, Failure},
    staff::Permission,
};
use sqlx::PgConnection;
use tonic::Request;

use super::State;
use crate::store::{self, team::Member};

/// Maximum number of members.
const MAX_MEMBERS: i64 = 200;

/// Owners are made and removed by the operator's command only.
const OWNER_BY_COMMAND: &str = "STAFF.OWNER_BY_COMMAND";

kit::rpcs! {
    impl proto::account::v1::team_service_server::TeamService for State {
        view_invitation(ViewInvitationRequest) -> ViewInvitationResponse;
        accept_invitation(AcceptInvitationRequest) -> AcceptInvitationResponse;
        issue_invitation_token(IssueInvitationTokenRequest) -> IssueInvitationTokenResponse;
        list_staff(ListStaffRequest) -> ListStaffResponse;
        list_staff_names(ListStaffNamesRequest) -> ListStaffNamesResponse;
        get_staff_member(GetStaffMemberRequest) -> GetStaffMemberResponse;
        invite_staff(InviteStaffRequest) -> InviteStaffResponse;
        resend_invitation(ResendInvitationRequest) -> ResendInvitationResponse;
        update_staff(UpdateStaffRequest) -> UpdateStaffResponse;
        remove_staff(RemoveStaffRequest) -> RemoveStaffResponse;
        reset_second_factor(ResetSecondFactorRequest) -> ResetSecondFactorResponse;
        end_staff_sessions(EndStaffSessionsRequest) -> EndStaffSessionsResponse;
    }
}

/// Returns the actor of a change of the team, which needs a step-up.
fn stepped_up<T>(request: &Request<T>) -> Result<Actor, Failure> {
    let actor = Caller::from_request(request)?.require_permission(Permission::TeamWrite)?;
    actor.require_step_up()?;
    Ok(actor)
}

/// Returns the member with an id. A malformed id is an unknown one.
async fn member(connection: &mut PgConnection, id: &str) -> Result<Member, Failure> {
    let unknown = || Failure::with_reason(Code::NotFound, "STAFF.NOT_FOUND");
    let user: UserId = id.parse().map_err(|_| unknown())?;
    let members = store::team::list(connection, &[user]).await?;
    members.into_iter().next().ok_or_else(unknown)
}

/// Returns a refusal by a rule.
fn conflict(reason: &str) -> Failure {
    Failure::with_reason(Code::Conflict, reason)
}
