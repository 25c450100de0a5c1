//! Client of the account service.

use kit::{
    domain::{Percent, StoreId, UserId},
    failure::Failure,
    grpc::Client,
    validation::INVALID,
};
use proto::account::v1::{
    GetStaffMemberRequest, GetStaffMemberResponse, StaffRole, StaffState,
    team_service_client::TeamServiceClient,
};
use tonic::Code;

use crate::work::Assignee;

/// Client of the account service for members of the team.
#[derive(Clone)]
pub(crate) struct Staff(TeamServiceClient<Client>);

impl Staff {
    /// Wraps a generated client.
    pub(crate) const fn new(client: TeamServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Returns an active owner, manager or sales member, for an assignment.
    pub(crate) async fn assignee(&self, user: UserId) -> Result<Assignee, Failure> {
        let not_assignable = || Failure::invalid_field("to", "STAFF.NOT_ASSIGNABLE");
        let member = self.get_active(user).await?.ok_or_else(not_assignable)?;
        let name = member.name.unwrap_or_default();
        match name.role() {
            StaffRole::Owner | StaffRole::Manager | StaffRole::Sales => Ok(Assignee {
                user,
                store: name.store_id.parse::<StoreId>().ok(),
            }),
            _ => Err(not_assignable()),
        }
    }

    /// Checks that all are active members; `field` is the list that names them.
    pub(crate) async fn check_active(&self, field: &str, users: &[UserId]) -> Result<(), Failure> {
        let mut errors = kit::validation::FieldErrors::default();
        for (index, user) in users.iter().enumerate() {
            let is_active = self.get_active(*user).await?.is_some();
            errors.ensure(is_active, format!("{field}[{index}]"), INVALID);
        }
        errors.into_result()
    }

    /// Returns the discount limit of a sales member; 0 for a user who is not active.
    pub(crate) async fn discount_limit(&self, user: UserId) -> Result<Percent, Failure> {
        let member = self.get_active(user).await?;
        let limit = member.map_or(0, |member| member.discount_limit_percent);
        Percent::try_from(limit)
            .map_err(|error| Failure::new(kit::failure::Code::Internal).with_source(error))
    }

    /// Returns a member who is active.
    async fn get_active(&self, user: UserId) -> Result<Option<GetStaffMemberResponse>, Failure> {
        let request = GetStaffMemberRequest {
            user_id: user.to_string(),
        };
        match self.0.clone().get_staff_member(request).await {
            Ok(response) => {
                Ok(Some(response.into_inner()).filter(|member| member.state() == StaffState::Active))
            }
            Err(status) if status.code() == Code::NotFound => Ok(None),
            Err(status) => Err(status.into()),
        }
    }
}
