//! Client of the account service.

use kit::{
    domain::{Language, UserId},
    grpc::Client,
    vocabulary::ProtobufWord as _,
};
use lettre::Address;
use proto::account::v1::{
    GetContactRequest, IssueResetTokenRequest, IssueVerificationTokenRequest,
    account_service_client::AccountServiceClient,
};
use uuid::Uuid;

use super::send_error;
use crate::mail::SendError;

/// Name of the service in stored reasons.
const SERVICE: &str = "the accounts";

pub(crate) struct AccountClient(AccountServiceClient<Client>);

/// The contact data of a user.
pub(crate) struct Contact {
    /// First name; `None` if the address is not verified.
    pub(crate) name: Option<String>,
    pub(crate) email: Address,
    /// Whether the user has proven to own the address. Otherwise anyone may have registered it, and mails to it must not
    /// contain text that the user typed.
    pub(crate) is_verified: bool,
    /// `None` if the user has not chosen one.
    pub(crate) language: Option<Language>,
}

impl AccountClient {
    pub(super) fn new(client: Client) -> Self {
        Self(client.rpcs())
    }

    /// Returns the contact data of a user.
    pub(crate) async fn contact(&self, user: UserId) -> Result<Contact, SendError> {
        let request = GetContactRequest {
            user_id: user.to_string(),
        };
        let response = self.0.clone().get_contact(request).await;
        let contact = response
            .map_err(|status| send_error(SERVICE, "the user is gone", &status))?
            .into_inner();
        Ok(Contact {
            language: Language::known(contact.language),
            email: contact
                .email
                .parse()
                .map_err(|_| SendError::Permanent("no mail can go to the user's address".to_owned()))?,
            name: contact.email_verified.then_some(contact.name),
            is_verified: contact.email_verified,
        })
    }

    /// Issues a token for a password reset request, which revokes the previous one.
    pub(crate) async fn issue_reset_token(&self, request: Uuid) -> Result<String, SendError> {
        let request = IssueResetTokenRequest {
            request_id: request.to_string(),
        };
        let response = self.0.clone().issue_reset_token(request).await;
        let response = response
            .map_err(|status| send_error(SERVICE, "the password request is used or too old", &status))?;
        Ok(response.into_inner().token)
    }

    /// Issues a token for a verification request, which revokes the previous one.
    pub(crate) async fn issue_verification_token(&self, request: Uuid) -> Result<String, SendError> {
        let request = IssueVerificationTokenRequest {
            request_id: request.to_string(),
        };
        let response = self.0.clone().issue_verification_token(request).await;
        let response = response
            .map_err(|status| send_error(SERVICE, "the verification request is used or too old", &status))?;
        Ok(response.into_inner().token)
    }
}
