//! Client of the account service.

use kit::{
    domain::{Percent, UserId},
    grpc::Client,
    staff::StaffRole,
};
use proto::account::v1::{
    self as wire, GetContactRequest, GetDiscountRequest, GetStaffMemberRequest, StaffName, StaffState,
    account_service_client::AccountServiceClient, team_service_client::TeamServiceClient,
};

use crate::{contact, error::OrderError};

/// Client of the account service.
#[derive(Clone)]
pub(crate) struct Account {
    account: AccountServiceClient<Client>,
    team: TeamServiceClient<Client>,
}

/// A staff member, as far as orders need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) user: UserId,
    pub(crate) role: StaffRole,
    pub(crate) is_active: bool,
    /// Counts for sales only.
    pub(crate) discount_limit: Percent,
}

/// The e-mail of a user.
pub(crate) struct Email {
    /// In lower case.
    pub(crate) address: String,
    /// Whether a link that was mailed to it was followed.
    pub(crate) is_verified: bool,
}

impl Account {
    pub(crate) const fn new(account: AccountServiceClient<Client>, team: TeamServiceClient<Client>) -> Self {
        Self { account, team }
    }

    /// Returns a user's personal discount.
    pub(crate) async fn get_discount(&self, user: UserId) -> Result<Percent, OrderError> {
        let response = self
            .account
            .clone()
            .get_discount(GetDiscountRequest {
                user_id: user.to_string(),
            })
            .await
            .map_err(OrderError::Account)?;
        Percent::try_from(response.into_inner().discount_percent)
            .map_err(|_| OrderError::Inconsistent("the account service returned an invalid discount"))
    }

    /// Returns a user's e-mail.
    pub(crate) async fn get_email(&self, user: UserId) -> Result<Email, OrderError> {
        let request = GetContactRequest {
            user_id: user.to_string(),
        };
        let response = self.account.clone().get_contact(request).await;
        let contact = response.map_err(OrderError::Account)?.into_inner();
        Ok(Email {
            address: contact::email_text(&contact.email),
            is_verified: contact.email_verified,
        })
    }

    /// Returns a staff member; `None` for other users.
    pub(crate) async fn get_staff_member(&self, user: UserId) -> Result<Option<Member>, OrderError> {
        let request = GetStaffMemberRequest {
            user_id: user.to_string(),
        };
        let response = match self.team.clone().get_staff_member(request).await {
            Ok(response) => response.into_inner(),
            Err(status) if status.code() == tonic::Code::NotFound => return Ok(None),
            Err(status) => return Err(OrderError::Account(status)),
        };
        let invalid = || OrderError::Inconsistent("the account service returned an invalid staff member");
        let role = match response.name.as_ref().map(StaffName::role) {
            Some(wire::StaffRole::Owner) => StaffRole::Owner,
            Some(wire::StaffRole::Manager) => StaffRole::Manager,
            Some(wire::StaffRole::Sales) => StaffRole::Sales,
            Some(wire::StaffRole::Warehouse) => StaffRole::Warehouse,
            Some(wire::StaffRole::Editor) => StaffRole::Editor,
            Some(wire::StaffRole::Unspecified) | None => return Err(invalid()),
        };
        Ok(Some(Member {
            user,
            role,
            is_active: response.state() == StaffState::Active,
            discount_limit: Percent::try_from(response.discount_limit_percent).map_err(|_| invalid())?,
        }))
    }

    /// Returns the staff members among users.
    pub(crate) async fn get_staff_members(&self, users: &[UserId]) -> Result<Vec<Member>, OrderError> {
        let mut members = Vec::with_capacity(users.len());
        for user in users {
            members.extend(self.get_staff_member(*user).await?);
        }
        Ok(members)
    }
}
