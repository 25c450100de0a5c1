//! What a letter asks the accounts.

use kit::{
    domain::{Language, UserId},
    grpc::Client,
};
use lettre::Address;
use proto::account::v1::{
    GetContactRequest, IssueResetTokenRequest, account_service_client::AccountServiceClient,
};
use uuid::Uuid;

use super::{language, setback};
use crate::mail::Setback;

/// Its name in reasons.
const OWNER: &str = "the accounts";

/// The accounts, as far as letters need them.
pub(crate) struct Account(AccountServiceClient<Client>);

/// How to write to a user.
pub(crate) struct Contact {
    pub(crate) name: String,
    pub(crate) email: Address,
    /// None where the user has not chosen one.
    pub(crate) language: Option<Language>,
}

impl Account {
    pub(super) fn new(client: Client) -> Self {
        Self(AccountServiceClient::new(client))
    }

    /// How to write to a user.
    pub(crate) async fn contact(&self, user: UserId) -> Result<Contact, Setback> {
        let request = GetContactRequest {
            user_id: user.to_string(),
        };
        let answer = self.0.clone().get_contact(request).await;
        let contact = answer
            .map_err(|status| setback(OWNER, "the user is gone", &status))?
            .into_inner();
        Ok(Contact {
            language: language(contact.language),
            email: contact
                .email
                .parse()
                .map_err(|_| Setback::Never("no mail can go to the user's address".to_owned()))?,
            name: contact.name,
        })
    }

    /// A token for a request to reset the password, in place of any earlier one.
    pub(crate) async fn reset_token(&self, request: Uuid) -> Result<String, Setback> {
        let request = IssueResetTokenRequest {
            request_id: request.to_string(),
        };
        let answer = self.0.clone().issue_reset_token(request).await;
        let answer =
            answer.map_err(|status| setback(OWNER, "the password request is used or too old", &status))?;
        Ok(answer.into_inner().token)
    }
}
