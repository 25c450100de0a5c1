//! The rpcs of the team: invitations, roles and names.

mod accept_invitation;
mod convert;
mod count_store_staff;
mod end_push_subscription;
mod end_staff_sessions;
mod get_staff_member;
mod invite_staff;
mod issue_enrolment_token;
mod issue_invitation_token;
mod list_push_subscriptions;
mod list_staff;
mod list_staff_names;
mod remove_staff;
mod resend_invitation;
mod reset_second_factor;
#[cfg(test)]
mod tests;
mod update_staff;
mod view_invitation;

use std::collections::HashMap;

use kit::{
    domain::UserId,
    failure::{Code, Failure},
};
use proto::account::v1 as wire;
use sqlx::PgConnection;

use super::State;
use crate::{
    error::AccountError,
    store::{self, team::Member},
};

/// Maximum number of members.
const MAX_MEMBERS: i64 = 200;

/// A member with open quotes cannot leave.
const HAS_OPEN_QUOTES: &str = "STAFF.HAS_OPEN_QUOTES";

/// Owners are made and removed by the operator's command only.
const OWNER_BY_COMMAND: &str = "STAFF.OWNER_BY_COMMAND";

kit::rpcs! {
    impl proto::account::v1::team_service_server::TeamService for State {
        anyone view_invitation(ViewInvitationRequest) -> ViewInvitationResponse;
        anyone accept_invitation(AcceptInvitationRequest) -> AcceptInvitationResponse;
        service("notification") issue_invitation_token(IssueInvitationTokenRequest) -> IssueInvitationTokenResponse;
        service("notification") issue_enrolment_token(IssueEnrolmentTokenRequest) -> IssueEnrolmentTokenResponse;
        staff(TeamRead) list_staff(ListStaffRequest) -> ListStaffResponse;
        staff | service list_staff_names(ListStaffNamesRequest) -> ListStaffNamesResponse;
        service get_staff_member(GetStaffMemberRequest) -> GetStaffMemberResponse;
        service("notification") list_push_subscriptions(ListPushSubscriptionsRequest) -> ListPushSubscriptionsResponse;
        service("notification") end_push_subscription(EndPushSubscriptionRequest) -> EndPushSubscriptionResponse;
        service("content") count_store_staff(CountStoreStaffRequest) -> CountStoreStaffResponse;
        staff(TeamWrite, stepped_up) invite_staff(InviteStaffRequest) -> InviteStaffResponse;
        staff(TeamWrite) resend_invitation(ResendInvitationRequest) -> ResendInvitationResponse;
        staff(TeamWrite, stepped_up) update_staff(UpdateStaffRequest) -> UpdateStaffResponse;
        staff(TeamWrite, stepped_up) remove_staff(RemoveStaffRequest) -> RemoveStaffResponse;
        staff(TeamWrite, stepped_up) reset_second_factor(ResetSecondFactorRequest) -> ResetSecondFactorResponse;
        staff(TeamWrite) end_staff_sessions(EndStaffSessionsRequest) -> EndStaffSessionsResponse;
    }
}

/// Returns the member with an id. A malformed id is an unknown one.
async fn member(connection: &mut PgConnection, id: &str) -> Result<Member, Failure> {
    let unknown = || Failure::with_reason(Code::NotFound, "STAFF.NOT_FOUND");
    let user: UserId = id.parse().map_err(|_| unknown())?;
    let members = store::team::list(connection, &[user]).await?;
    members.into_iter().next().ok_or_else(unknown)
}

/// Converts members, with their numbers of open quotes unless the inquiry service is away.
async fn to_staff(state: &State, members: Vec<Member>) -> Vec<wire::Staff> {
    let users: Vec<_> = members.iter().map(|member| member.user).collect();
    let counts = match state.inquiry.count_open_quotes(&users).await {
        Ok(counts) => Some(counts),
        Err(error) => {
            tracing::warn!(
                error = kit::failure::error_chain(&error),
                "counting open quotes failed"
            );
            None
        }
    };
    let count = |user| counts.as_ref().and_then(|counts| counts.get(&user).copied());
    members
        .into_iter()
        .map(|member| {
            let open_quotes = count(member.user);
            convert::staff(member, state.invitation, open_quotes)
        })
        .collect()
}

/// Returns whether a member has open quotes; `counts` is the answer of the inquiry service.
fn has_open_quotes(
    counts: Result<HashMap<UserId, i64>, AccountError>,
    user: UserId,
) -> Result<bool, AccountError> {
    Ok(counts?.get(&user).is_some_and(|count| *count > 0))
}

/// Returns a refusal by a rule.
fn conflict(reason: &str) -> Failure {
    Failure::with_reason(Code::Conflict, reason)
}
